"""`croupier strategy`: short lists of sentences that play a game at little cost, found from its solution."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.printing.grids import ForPrograms, grid, plain_console
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
from croupier.json_shapes import CardTold, StrategyTold


def strategy(
    game: GameName,
    within: Annotated[
        str, typer.Option("--within", metavar="COST", help="The shortest card that costs no more: 0.1%, 1/1000.")
    ] = "",
    sentences: Annotated[
        int | None, typer.Option("--sentences", metavar="N", min=1, help="The cheapest card of at most so many.")
    ] = None,
    variant: Annotated[str, typer.Option("--variant", help="The game that is called, where players call it.")] = "",
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    output: Output = None,
    table: Annotated[str, table_option("strategy")] = "",
    json: Json = False,
) -> None:
    """Find short strategy cards for the main bet, with exact costs."""
    from croupier.contract import strategy_told
    from croupier.exact.solver import solver_of

    programs = ForPrograms("strategy", json, output, table)
    chosen = choose_game(game, set_, paytable, paytable_file)
    with progress(f"finding strategy cards for {chosen.title}"):
        said = strategy_told(chosen, within, sentences, stake, variant)
    programs.tell(said)
    if json:
        return
    console = plain_console()
    console.print(Text(f"{chosen.title}: the {said.bet} bet, by the first sentence that fits", style="bold"))
    lines = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
    for number, rule in enumerate(said.card.rules, 1):
        lines.add_row(f"{number}.", rule.sentence)
    console.print(Padding.indent(lines, 2))
    console.print(f"  {_cost(said.card, said.unit)}", "")
    if not said.frontier:
        console.print("this card is written by hand; for games of this kind none is searched")
        return
    console.print(_frontier(said))
    if solver_of(chosen).mathematics.searched:
        console.print(
            "costs are exact; for a game of no family one answer to every question is tried, and nothing else"
        )
    else:
        console.print("costs are exact; that no other card of as many sentences costs less is not proved")
    if said.written:
        which = "this is printed" if said.printed != "found" else "a found card is printed"
        console.print(
            f"written by hand: {said.written.sentences} kinds of hands, {_cost(said.written, said.unit)}; {which}"
        )


def _cost(card: CardTold, unit: str) -> str:
    return f"it gives away {card.cost_per_unit:.4%} of the {unit} ({card.cost})"


def _frontier(said: StrategyTold) -> Grid:
    table = grid("sentences", f"cost, of the {said.unit}", "house edge", title="cheapest cards found", numbers=slice(3))
    for card in said.frontier:
        table.add_row(str(card.sentences), f"{card.cost_per_unit:.4%}", f"{card.house_edge:.4%}")
    return table
