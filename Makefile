PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
THIN   := 20
# Bytecode is kept even where the environment says otherwise: each process of a test run would compile every test anew.
export PYTHONDONTWRITEBYTECODE =
INSTALL = @$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: help play serve report test browsers others quick lint typing layers pages kernels sample webround rules playthroughs papers types \
	docs schemas wheel release figures notebooks screenshots bench confirm containers mutants soak clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

$(VENV)/bin/python:
	@echo "Setting up $(VENV): about a minute, once."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready-play: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL) .
	@touch $@

$(VENV)/.ready-serve: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL) '.[server]'
	@touch $@

$(VENV)/.ready-report: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL) '.[reports]'
	@touch $@

$(READY): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/.ready-play $(VENV)/.ready-serve $(VENV)/.ready-report

play: $(VENV)/.ready-play  ## open a table in the terminal (GAME=on-the-draw)
	@$(BIN)/croupier play $(or $(GAME),on-the-draw)

serve: $(VENV)/.ready-serve  ## open a house in the browser (PORT=8021 DATA=folder)
	@$(BIN)/python web/build.py
	@$(BIN)/croupier serve $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

report: $(VENV)/.ready-report  ## the math report in build, confirmed by 10^8 rounds (GAME=on-the-draw)
	@mkdir -p build
	@$(BIN)/croupier report $(or $(GAME),on-the-draw) --simulate 1e8 -o build/$(or $(GAME),on-the-draw).pdf

test: $(READY)  ## everything that must hold
	@$(MAKE) --no-print-directory --jobs 2 --output-sync kernels lint typing layers pages
	@$(MAKE) --no-print-directory --jobs 2 --output-sync browsers others

# Browsers are waited for half of the time: the other tests work meanwhile.
browsers: $(READY)
	$(BIN)/python -m pytest -n 2 --maxschedchunk 8 tests/web

others: $(READY)
	$(BIN)/python -m pytest -n 3 --maxschedchunk 24 --ignore tests/web

quick: $(READY)  ## in a minute: style, types, rooms, the rules, a sample of the contract, one round in a browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint typing layers sample webround

lint: $(READY)
	$(BIN)/ruff check conftest.py src tests bench examples
	$(BIN)/ruff format --check conftest.py src tests bench examples

typing: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

pages: $(READY)
	$(BIN)/python web/build.py
	$(BIN)/python web/build.py run check
	$(BIN)/python web/build.py run lint

kernels: $(READY)
	$(BIN)/python -m tests.kernels

sample: $(READY)
	$(BIN)/python -m pytest -n 0 tests/rules tests/contract --thin $(THIN) -m 'not confirm and not soak and not exhaustive'

webround: $(READY)
	$(BIN)/python -m pytest -n 0 tests/web/test_play.py::test_a_round_of_every_game_is_played_to_settlement --thin $(THIN)

rules: $(READY)  ## which test proves which rule of the documents
	$(BIN)/python -m tests.sentences
	$(BIN)/python -m tests.rule_matrix

playthroughs: $(READY)  ## write the golden rounds anew
	$(BIN)/python -m tests.playthroughs.write

papers: $(READY)  ## every paper of every game, in build/papers
	@mkdir -p build/papers
	@for game in $$($(BIN)/python -c 'from croupier.games import game_names; print(*game_names())'); do \
		for kind in math rules strategy layout rack submission; do \
			$(BIN)/croupier report $$game --kind $$kind -o build/papers/$$game-$$kind.pdf || exit; \
		done; \
	done

$(VENV)/.ready-bench: $(READY)
	$(INSTALL) '.[bench]'
	@touch $@

bench: $(VENV)/.ready-bench  ## speed, side by side with peers
	$(BIN)/python -m bench

types: $(READY)  ## write the web client's types anew from the API's description
	$(BIN)/python web/openapi.py web/openapi.json
	$(BIN)/python web/build.py run types -- openapi.json -o src/lib/api-types.ts

schemas: $(READY)  ## write anew the JSON schemas of the commands in docs/reference/schemas
	$(BIN)/python -m croupier.cli.command_shapes docs/reference/schemas

$(VENV)/.ready-docs: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(INSTALL) '.[docs]'
	@touch $@

docs: $(VENV)/.ready-docs  ## the documentation, in build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "build/site/index.html"

figures: $(READY)  ## work out anew the figures of printed paytables that ship with the program
	$(BIN)/python -c 'from croupier.floor.api.kept_answers import write_printed; write_printed()'
	CROUPIER_GAMES=examples/games $(BIN)/python -c 'from croupier.exact.strategy_cards import write_printed; from croupier.games import game_named; \
	  write_printed(game_named(name)() for name in ("on-the-draw", "cincinnati-stud", "three-card-draw", "big-draw", \
	  "caribbean-stud", "let-it-ride", "mississippi-stud", "three-card-poker"))'

notebooks: $(READY)  ## run the notebooks and write down what they show
	$(BIN)/python -m tests.docs.notebooks

screenshots: $(READY)  ## write docs/screenshots anew
	$(BIN)/python -m tests.web.screenshots

$(VENV)/.ready-deploy: $(READY)
	$(INSTALL) '.[deploy]'
	@touch $@

confirm: $(VENV)/.ready-deploy  ## the heavy proofs
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/python -m pytest -n 2 -m confirm
	$(MAKE) mutants

containers: $(READY)  ## the containers of deploy/, started and restarted under load; needs a container engine
	$(BIN)/python -m pytest -n 0 -m confirm tests/floor/test_containers.py

mutants: $(READY)  ## every kept mutant, which its tests must notice
	$(BIN)/python -m tests.mutants

soak: $(READY)  ## the house killed, crowded and spied on for hours, and a thousand tables at once
	$(BIN)/python -m pytest -n 3 -v -m soak tests/floor
	BENCH_LONG=1 $(BIN)/python -m bench floor

wheel: $(READY)  ## a wheel with the web pages, in dist
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

release: $(READY)  ## bump the version, tag it and build the wheel (VERSION=0.4.0)
	$(BIN)/python -m tests.release $(VERSION)
	@$(MAKE) --no-print-directory wheel

clean:  ## remove the environment and what was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis web/node_modules web/openapi.json src/croupier/floor/site
