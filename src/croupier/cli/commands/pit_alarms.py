"""`croupier alarms`: the pit's alarms tried out on simulated nights, honest and cheated."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from croupier.cli.commands.hold import Players, how_many
from croupier.cli.printing.grids import grid, plain_console, print_json
from croupier.cli.stages import progress
from croupier.cli.terms import GameName, Json, PaytableFiles, Paytables, SettingWords, choose_game
from croupier.contract import chosen_json
from croupier.errors import Refused
from croupier.extras import need
from croupier.simulate.numbers import read_number, read_rounds

MOST_NIGHTS: Final = 1_000_000


def alarms(
    game: GameName,
    nights: Annotated[str, typer.Option(metavar="N", help="How many nights are simulated.")] = "10000",
    rounds: Annotated[str, typer.Option(metavar="N", help="Rounds of a night.")] = "300",
    players: Players = None,
    cheat: Annotated[
        str, typer.Option(metavar="P", help="The share of a player's lost main bets that a cheating dealer pays.")
    ] = "0.2",
    seed: Annotated[str, typer.Option(metavar="WORDS", help="The same words give the same result.")] = "nights",
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    json: Json = False,
) -> None:
    """How often the pit's alarms go off by chance, and how often on a stated cheat."""
    need("server")
    from croupier.floor.pit.calibration import try_alarms
    from croupier.floor.pit.figures import PERSON_RATE, TABLE_RATE

    chosen = choose_game(game, set_, paytable, paytable_file)
    number, length, share = read_rounds(nights, "nights"), read_rounds(rounds), float(read_number("--cheat", cheat))
    if not 0 <= share <= 1:
        raise Refused(f"--cheat {cheat} is no share; write a number from 0 to 1")
    if number > MOST_NIGHTS:
        raise Refused(f"{number:,} nights cannot be simulated; it is 1 to {MOST_NIGHTS:,}")
    with progress(f"playing {number:,} nights of {chosen.title}"):
        found = try_alarms(chosen, how_many(chosen, players), number, length, share, seed)
    lines = [
        ("table, won too little", TABLE_RATE / 2, found.table, "low"),
        ("table, won too much", TABLE_RATE / 2, found.table, "high"),
        ("player, won too much", PERSON_RATE, found.player, "low"),
    ]
    if json:
        told = [
            {
                "alarm": words,
                "stated": rate,
                "false_alarms": of[kind] / number,
                "standard_error": found.error(rate),
                "power": of["cheat"] / number if kind == "low" else None,
            }
            for words, rate, of, kind in lines
        ]
        of_run = {"nights": number, "rounds": length, "players": found.players, "cheat": share, "seed": seed}
        print_json("alarms", chosen_json(chosen) | of_run | {"alarms": told})
        return
    title = f"{chosen.title}: {number:,} nights of {length} rounds, {found.players} players, --seed {seed}"
    table = grid("alarm of a day", "stated", "false alarms", "with the cheat", title=title, numbers=slice(1, 4))
    for words, rate, of, kind in lines:
        power = f"{of['cheat'] / number:.2%}" if kind == "low" else ""
        shown = f"{of[kind] / number:.4%} (± {found.error(rate):.4%})"
        table.add_row(words, f"{rate:.4%}", shown, power)
    said = f"The cheat: a dealer pays {share:.3g} of one player's lost main bets as if they had won even money."
    plain_console().print(table, "", said)
