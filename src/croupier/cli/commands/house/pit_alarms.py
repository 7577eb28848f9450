"""`croupier alarms`: the pit's alarms tried out on simulated nights, honest and cheated."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final

import typer

from croupier.cli.commands.numbers.hold import Players, how_many
from croupier.cli.printing.grids import ForPrograms, grid, plain_console
from croupier.cli.stages import progress
from croupier.cli.terms import (
    GameName,
    Json,
    Output,
    PaytableFiles,
    Paytables,
    SettingWords,
    choose_game,
    table_option,
)
from croupier.contract import chosen_json
from croupier.errors import Refused
from croupier.extras import need
from croupier.json_figures import as_float
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
    output: Output = None,
    table: Annotated[str, table_option("alarms")] = "",
    json: Json = False,
) -> None:
    """How often the pit's alarms go off by chance, and how often on a stated cheat."""
    programs = ForPrograms("alarms", json, output, table)
    need("server")
    from croupier.floor.pit.calibration import try_alarms
    from croupier.floor.pit.figures import PERSON_RATE, TABLE_RATE
    from croupier.floor.pit.shoe_calibration import SPREAD, try_shoe_alarm
    from croupier.floor.pit.shown_calibration import try_shown_alarm

    chosen = choose_game(game, set_, paytable, paytable_file)
    number, length, share = read_rounds(nights, "nights"), read_rounds(rounds), float(read_number("--cheat", cheat))
    if not 0 <= share <= 1:
        raise Refused(f"--cheat {cheat} is no share; write a number from 0 to 1")
    if number > MOST_NIGHTS:
        raise Refused(f"{number:,} nights cannot be simulated; it is 1 to {MOST_NIGHTS:,}")
    with progress(f"playing {number:,} nights of {chosen.title}"):
        seats = how_many(chosen, players)
        found = try_alarms(chosen, seats, number, length, share, seed)
        of_shoe = try_shoe_alarm(chosen, seats, number, length, seed)
        of_shown = try_shown_alarm(chosen, seats, number, length, seed)
    lines = [
        ("table, won too little", TABLE_RATE / 2, found.table["low"], found.table["cheat"]),
        ("table, won too much", TABLE_RATE / 2, found.table["high"], None),
        ("player, won too much", PERSON_RATE, found.player["low"], found.player["cheat"]),
    ]
    if of_shoe is not None:
        lines.append(("player, bets with the shoe", PERSON_RATE, of_shoe["honest"], of_shoe["cheat"]))
    if of_shown is not None:
        lines.append(("player, knows the neighbours' cards", PERSON_RATE, of_shown["honest"], of_shown["cheat"]))
    if programs:
        told = [
            {
                "alarm": words,
                "stated": rate,
                **as_float("false_alarms", Fraction(int(false), number)),
                "standard_error": found.error(rate),
                **as_float("power", None if cheated is None else Fraction(int(cheated), number)),
            }
            for words, rate, false, cheated in lines
        ]
        of_run = {"nights": number, "rounds": length, "players": found.players, "cheat": share, "seed": seed}
        programs.tell(chosen_json(chosen) | of_run | {"alarms": told})
    if json:
        return
    title = f"{chosen.title}: {number:,} nights of {length} rounds, {found.players} players, --seed {seed}"
    shown = grid("alarm of a day", "stated", "false alarms", "with the cheat", title=title, numbers=slice(1, 4))
    for words, rate, false, cheated in lines:
        power = "" if cheated is None else f"{cheated / number:.2%}"
        shown.add_row(words, f"{rate:.4%}", f"{false / number:.4%} (± {found.error(rate):.4%})", power)
    said = f"The cheat: a dealer pays {share:.3g} of one player's lost main bets as if they had won even money."
    if of_shoe is not None:
        said += f" The shoe's: a player bets {SPREAD} units, not one, when the cards left are better than a new shoe's."
    if of_shown is not None:
        said += " The neighbours': a player is shown all their cards, and plays by their effects on his choices."
    plain_console().print(shown, "", said)
