PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: help play test rules playthroughs bench confirm clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

play: $(READY)  ## open a table in the terminal (GAME=on-the-draw)
	@$(BIN)/croupier play $(or $(GAME),on-the-draw)

test: $(READY)  ## everything that must hold
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2

rules: $(READY)  ## which test proves which rule of the documents
	$(BIN)/python -m tests.rule_matrix

playthroughs: $(READY)  ## write the golden rounds anew
	$(BIN)/python -m tests.playthroughs.write

bench: $(READY)  ## speed, side by side with peers
	$(BIN)/python -m bench

confirm: $(READY)  ## the heavy proofs
	$(BIN)/python -m pytest -n 2 -m confirm

clean:  ## remove the environment and what was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
