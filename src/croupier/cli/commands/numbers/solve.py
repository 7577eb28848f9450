"""`croupier solve`: a game's bets from its rules alone, with what is exact and what is estimated."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.printing.grids import ForPrograms, plain_console
from croupier.cli.progress import progress
from croupier.cli.terms import (
    GameName,
    Json,
    Output,
    PaytableFiles,
    Paytables,
    SettingWords,
    Stake,
    choose_game,
    table_option,
)


def solve(
    game: GameName,
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="N", min=1, help="About how long an exact search may take; longer is exact more often."
        ),
    ] = 60,
    output: Output = None,
    table: Annotated[str, table_option("solve")] = "",
    json: Json = False,
) -> None:
    """Solve every bet from the rules alone, or estimate it.

    Each figure says whether it is exact.
    """
    from croupier.cli.printing.solved_figures import show_solved
    from croupier.contract import read_stake, solved_told
    from croupier.exact.solver import solver_of

    programs = ForPrograms("solve", json, output, table)
    chosen, dollars = choose_game(game, set_, paytable, paytable_file), read_stake(stake)
    start = time.perf_counter()
    with progress() as watcher:
        watcher.stage(f"reading the procedure of {chosen.title}", 1)
        read = solver_of(chosen).reading()
        watcher.stage(f"solving {chosen.title}", 0 if read else seconds)
        found = solver_of(chosen).solve(dollars, seconds, watcher)
    if read:
        exact = ("Every bet is exact.",) if len(found.exact) == len(found.bets) else ()
        found = replace(found, statement=(*read, *found.statement, *exact))
    if programs:
        programs.tell(solved_told(chosen, found, time.perf_counter() - start))
    if not json:
        console = plain_console()
        console.print(Text.assemble((chosen.title, "bold"), f", from its rules alone (method: {found.method})\n"))
        show_solved(found, console)
