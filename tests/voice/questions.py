"""The questions on the rules: read, put to the real table, and written as a page: `python -m tests.voice.questions`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from croupier.cards import parse_cards
from croupier.chips import plain_dollars
from croupier.dice import Roll
from croupier.games import game_named
from croupier.table.chance import Stacked
from croupier.table.events import PotAwarded, Settled
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.voice.lesson import bets_taught, pot_taught, round_steps

FOLDER = Path(__file__).parents[2] / "docs" / "learn"
PAGE = FOLDER / "README.md"


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question on the rules, its answer, and the round that shows it."""

    game: str
    asks: str
    answer: str
    found: str
    cards: str = ""
    play: list[str] = []
    seats: int = 1
    dice: str = ""
    becomes: list[str] = []
    """What becomes of the first seat's bets."""
    offered: list[str] = []
    """What the seat that is asked at the end may answer."""
    refused: str = ""
    """How the refusal of the last answer begins."""
    hidden: str = ""
    """A place of the first seat whose cards it may not see at the end."""
    pot_to: str = ""
    pot_pays: str = ""
    pot_left: str = ""


def questions() -> list[Question]:
    """All of them, in the order of the page."""
    return msgspec.convert(tomllib.loads((FOLDER / "questions.toml").read_text("utf-8")), dict[str, list[Question]])[
        "question"
    ]


def opened(question: Question) -> Round:
    """The question's round before anything is answered."""
    table = Table(game_named(question.game)())
    for seat in range(1, question.seats + 1):
        table.sit(seat, f"player {seat}", 100_000)
    rolls = [Roll.parse(question.dice)] if question.dice else []
    cards = parse_cards(question.cards)
    return Round(table, Stacked(cards if not table.game.uses_dice else (), rolls), Stacked(cards))


def became(round: Round) -> list[str]:
    """What became of the first seat's bets, in the words of the file."""
    return [
        f"{event.spot} push"
        if event.result == "push"
        else f"{event.spot} {event.result} {plain_dollars(event.won if event.result == 'win' else event.stake)}"
        for event in round.events
        if isinstance(event, Settled) and event.seat == 1
    ]


def awarded(round: Round) -> PotAwarded:
    """What became of the pot."""
    (event,) = [event for event in round.events if isinstance(event, PotAwarded)]
    return event


def learned(game: str) -> str:
    """The words of the rules on a game's Learn page."""
    chosen, placard = game_named(game)(), Placard()
    bets = bets_taught(chosen, placard)
    rows = [f"{name}: {row.words} {row.pays}" for bet in bets for name, table in bet.tables.items() for row in table]
    return "\n".join([*round_steps(chosen, placard), *(bet.about for bet in bets), *rows, *pot_taught(chosen, placard)])


def page() -> str:
    """The questions as a page of the documentation."""
    lines = [
        "# Ten questions on each game",
        "",
        "Whoever has read a game's Learn page, or followed its guided hands, can answer these. Each answer is held",
        "against the real table by a test: [questions.toml](questions.toml) has the cards, the answers given and what",
        "becomes of the bets.",
    ]
    game = ""
    for question in questions():
        if question.game != game:
            game = question.game
            lines += ["", f"## {game_named(game).title}", ""]
        lines.append(f"- {question.asks} **{question.answer}**")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
