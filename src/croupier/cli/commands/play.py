"""`croupier play`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.text import Text

from croupier.chips import BREAKAGE_RULES, parse_dollars
from croupier.cli import terms
from croupier.cli.screen import EndOfInput, Screen
from croupier.errors import Refused
from croupier.jurisdictions import UNREGULATED

if TYPE_CHECKING:
    from croupier.table.table import Table


YOU: Final = "You"
AUTOMATIC_PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Ida", "Jack", "Kim", "Leo")
USUAL_PLAYERS: Final = 3
AUTOMATIC_BUY_IN: Final = 100
"""How many of the least bets an automatic seat buys chips for."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A game's name; without one you are asked which.", autocompletion=terms.complete_game
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Your seat; from the dealer's left.")] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players in all; automatic seats fill up the table. Usually 3.")
    ] = None,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="What you buy in for.")] = "500",
    seed: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Deals the same table again for the same words.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Stop after so many rounds.", min=1)] = None,
    procedure: Annotated[bool, typer.Option("--procedure", help="Tell what the dealer does, with rule ids.")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="Say after each decision what it exactly cost.")] = False,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Add every finished round to this file.")] = None,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    settings: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
) -> None:
    """Play a game in the terminal, alone or with automatic players.

    Answers are typed, or read as lines from a pipe.
    """
    from croupier.cli.terminal.player_session import Log, Session
    from croupier.table.chance import seed_from
    from croupier.table.table import Table

    screen = Screen()
    game = game or ask_which(screen)
    chosen = terms.choose_game(game, settings, paytable, paytable_file)
    table = Table(
        chosen, terms.choose_placard(chosen, limit, chip, breakage, aggregate, jurisdiction, date, jurisdiction_file)
    )
    own = seat_players(table, seat, players, parse_dollars(bankroll))
    words = seed if seed is not None else secrets.token_hex(8)
    for warning in table.placard.law.warnings(chosen.uses_dice):
        print(f"croupier: warning: {warning}", file=sys.stderr)
    session = Session(table, own, screen, seed_from(words), Log(log) if log else None, coach, procedure)
    session.run(rounds)
    if seed is None:
        screen.say(f"--seed {words} deals this table again.")


def ask_which(screen: Screen) -> str:
    """Ask for a game, by its number or its name, until there is one of that name."""
    from croupier.games import game_named, game_names

    names = game_names()
    for number, name in enumerate(names, start=1):
        kind = game_named(name)
        screen.say(Text.assemble(f"{number:>3}  ", (f"{name:<18}", "bold"), f" {kind.sentence}"))
    while True:
        try:
            answer = screen.ask("Which game? ")
        except EndOfInput:
            raise Refused(f"say which game to play, as in `croupier play {names[0]}`") from None
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        try:
            return game_named(answer).name
        except Refused as unknown:
            screen.say(f"{unknown}")


def seat_players(table: Table, seat: int | None, players: int | None, bankroll: int) -> int:
    """Seat the player and fill the table with automatic seats; the number of the player's seat."""
    most = table.game.seats
    number = min(USUAL_PLAYERS, most) if players is None else players
    if not 1 <= number <= most:
        raise Refused(f"{table.game.title} has 1 to {most} players, not {number}")
    own = (number + 1) // 2 if seat is None else seat
    if not bankroll:
        raise Refused("a bankroll of $0 buys no chips; write dollars above zero, as in 500")
    table.sit(own, YOU, bankroll)
    chips = AUTOMATIC_BUY_IN * max(table.placard.least_bets(table.game).values())
    free = [place for place in range(1, most + 1) if place != own]
    names = chain(AUTOMATIC_PLAYERS, (f"Player {place}" for place in count(len(AUTOMATIC_PLAYERS) + 1)))
    for place, name in zip(sorted(free[: number - 1]), names, strict=False):
        table.sit(place, name, chips)
    return own
