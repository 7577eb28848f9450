"""The words of a command line that choose a game and the terms of its table."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.chips import BREAKAGE_RULES, Range, parse_dollars
from croupier.cli.output import TABLES
from croupier.errors import Refused, one_of
from croupier.jurisdictions import UNREGULATED
from croupier.simulate.runs.engines import ENGINES

if TYPE_CHECKING:
    from croupier.table.game import Game
    from croupier.table.placard import Placard


def words(*allowed: str, or_else: str = "") -> dict[str, Any]:
    """Return the settings of an option that takes one of these words: --help shows them, and Tab completes them."""
    return {
        "metavar": "|".join((*allowed, or_else) if or_else else allowed),
        "autocompletion": lambda incomplete: [word for word in allowed if word.startswith(incomplete)],
    }


def complete_game(incomplete: str) -> list[str]:
    """Return the names of the games that begin so."""
    from croupier.games import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def _complete_place(incomplete: str) -> list[str]:
    from croupier.jurisdictions import jurisdiction_names

    return [name for name in jurisdiction_names() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game's name; `croupier games` lists them.", autocompletion=complete_game),
]
Paytables = Annotated[
    list[str], typer.Option("--paytable", metavar="BET=NAME", help="A printed paytable for a bet. Repeatable.")
]
PaytableFiles = Annotated[
    list[Path], typer.Option("--paytable-file", metavar="FILE", help="A paytable of your own. Repeatable.")
]
SettingWords = Annotated[
    list[str], typer.Option("--set", metavar="KEY=VALUE", help="A house rule of the game. Repeatable.")
]
Limits = Annotated[
    list[str], typer.Option("--limit", metavar="BET=LEAST..MOST", help="A bet's limits in dollars. Repeatable.")
]
Chip = Annotated[str, typer.Option(metavar="DOLLARS", help="The smallest chip.")]
BreakageRule = Annotated[
    str,
    typer.Option("--breakage", **words(*BREAKAGE_RULES), help="How uneven payouts are paid."),
]
Place = Annotated[
    str,
    typer.Option(
        "--jurisdiction", metavar="PLACE", help="The place whose limits apply.", autocompletion=_complete_place
    ),
]
PlaceOfOwn = Annotated[
    Path | None,
    typer.Option("--jurisdiction-file", metavar="FILE", help="The rules of a place of your own, in place of a name."),
]
Aggregate = Annotated[
    str, typer.Option("--aggregate-payout", metavar="DOLLARS", help="The most the house pays in one round.")
]
Day = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="The day whose law applies; today if not said.")]

Stake = Annotated[str, typer.Option("--stake", metavar="DOLLARS", help="The bet, where prizes are flat amounts.")]
Together = Annotated[
    str,
    typer.Option(
        "--together",
        metavar="BET=UNITS,...",
        help="Bets played best together at these stakes: main=1,trips=1/5; a pot by its spot: main=1,cincy-pot=1.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write the result: .json, .csv, .parquet or .arrow."),
]
Engine = Annotated[str, typer.Option(**words(*ENGINES), help="Where rounds are dealt.")]
Address = Annotated[str, typer.Option(metavar="HOST:PORT", help="The cluster, for --engine ray.")]
Workers = Annotated[int, typer.Option(metavar="W", help="At once; as many as there are cores if 0.", min=0)]


def table_option(command: str) -> Any:
    """Return the option that names the table to write to a file."""
    names = list(TABLES[command])
    help = f"The table that a file but .json has; {names[0]} if not said."
    return typer.Option("--table", **(words(*names) if names[1:] else {"metavar": "NAME"}), help=help)


def choose_game(
    name: str, settings: Iterable[str] = (), paytables: Iterable[str] = (), files: Iterable[Path] = ()
) -> Game[Any]:
    """Return the chosen game; warn of a paytable that pays less for a better hand."""
    from croupier.games import game_named
    from croupier.table.game import read_paytable_file

    kind = game_named(name)
    custom = tuple(read_paytable_file(path) for path in files)
    game = kind.choose(pairs("--set", "KEY=VALUE", settings), pairs("--paytable", "BET=NAME", paytables), custom)
    for table in custom:
        bet = kind.pay_bet(table.bet)
        for oddity in table.oddities(bet.rows) if bet.ranked else ():
            print(f"croupier: warning: {oddity}", file=sys.stderr)
    return game


def choose_placard(
    game: Game[Any],
    limits: Iterable[str],
    chip: str,
    breakage: str,
    aggregate: str,
    jurisdiction: str,
    day: str,
    file: Path | None = None,
) -> Placard:
    """Return the terms of a table; refuse those that the game or the law of the day forbids."""
    return said_placard(limits, chip, breakage, aggregate, jurisdiction, day, file).posted(game)


def said_placard(
    limits: Iterable[str], chip: str, breakage: str, aggregate: str, jurisdiction: str, day: str, file: Path | None
) -> Placard:
    """Return the terms of a table without checking them against the game and the law."""
    from croupier.jurisdictions.file import read_place_file
    from croupier.table.placard import Placard

    if breakage not in BREAKAGE_RULES:
        raise one_of("breakage rule", breakage, BREAKAGE_RULES)
    ranges = {spot: _range(spot, words) for spot, words in pairs("--limit", "BET=LEAST..MOST", limits).items()}
    if file is not None and jurisdiction != UNREGULATED:
        raise Refused(f"--jurisdiction {jurisdiction} and --jurisdiction-file {file} are both given; give one of them")
    name = jurisdiction if file is None else file.stem
    return Placard(
        limits=ranges,
        chip=parse_dollars(chip),
        breakage=breakage,
        jurisdiction=name,
        day=_day(day, name),
        aggregate_payout=parse_dollars(aggregate) if aggregate else None,
        place=None if file is None else read_place_file(file),
    )


def pairs(option: str, form: str, given: Iterable[str]) -> dict[str, str]:
    """Return the values of a repeated option by name.

    >>> pairs("--set", "KEY=VALUE", ["decks=8", "max_raise=1"])
    {'decks': '8', 'max_raise': '1'}
    """
    values: dict[str, str] = {}
    for words in given:
        name, equals, value = words.partition("=")
        name = name.strip()
        if not (name and equals and value.strip()):
            raise Refused(f"{option} {words!r} cannot be read; write it as {form}")
        if name in values:
            raise Refused(f"{option} gives {name} twice, as {values[name]!r} and {value!r}; give it once")
        values[name] = value.strip()
    return values


def _range(spot: str, words: str) -> Range:
    least, dots, most = words.partition("..")
    if not dots:
        raise Refused(f"the limits {words!r} for {spot} cannot be read; write them as LEAST..MOST, as in 5..100")
    return Range(parse_dollars(least), parse_dollars(most))


def _day(words: str, jurisdiction: str) -> date:
    """Parse a day; without one, return today if the law depends on it."""
    from croupier.table.placard import Placard

    if not words:
        return Placard.day if jurisdiction == UNREGULATED else date.today()
    try:
        return date.fromisoformat(words)
    except ValueError:
        raise Refused(f"{words!r} is not a date; write it as in 2026-01-31") from None
