"""`croupier tune` and `compare`: paytables searched for a target, and paytables side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console

from croupier.cli.output import ForPrograms, grid, plain_console
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
from croupier.errors import Refused, one_of

if TYPE_CHECKING:
    from croupier.exact.solved_game import Bet
    from croupier.exact.tuning import FoundTable, TunedTables, UnknownPay
    from croupier.odds import PayTable
    from croupier.table.game import Game


SHOWN: Final = 20
"""Tables that people are shown if they do not say how many."""


def tune(
    game: GameName,
    bet: Annotated[str, typer.Option("--bet", metavar="BET", help="The bet whose paytable is tuned.")],
    target_edge: Annotated[str, typer.Option(metavar="EDGE", help="The edge of its wager that is wanted: 2.5%.")],
    within: Annotated[str, typer.Option(metavar="EDGE", help="How far from it an edge may be.")] = "0.05%",
    row: Annotated[
        list[str],
        typer.Option(
            metavar="ROW=LEAST..MOST[/STEP]",
            help="What a row may pay: flush=2:1..5:1, or in steps, flush=2:1..5:1/1:2; flat prizes in dollars. "
            "Repeatable. One row without a range: what it must pay. None: every row a step less or more.",
        ),
    ] = [],  # noqa: B006
    hit_frequency: Annotated[str, typer.Option(metavar="LEAST..MOST", help="As in 20%..30%.")] = "",
    standard_deviation: Annotated[str, typer.Option(metavar="LEAST..MOST", help="In units, as in 4..5.5.")] = "",
    keep_order: Annotated[bool, typer.Option("--keep-order", help="No row pays less than a lesser one.")] = False,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=f"The N nearest; people are shown {SHOWN} if not said, programs all."),
    ] = None,
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    output: Output = None,
    table: Annotated[str, table_option("tune")] = "",
    json: Json = False,
) -> None:
    """Find paytables that meet a target edge, the nearest first."""
    from croupier.contract import read_stake, tuned_told, unknown_told
    from croupier.exact.tuning import parse_range, parse_target, unknown_pay, usual_ranges
    from croupier.exact.tuning import tune as search_tables

    programs = ForPrograms("tune", json, output, table)
    chosen, dollars = choose_game(game, set_, paytable, paytable_file), read_stake(stake)
    pay_bet = chosen.pay_bet(bet)
    target = parse_target(target_edge, within, hit_frequency, standard_deviation, keep_order)
    console = plain_console()
    with progress() as stages:
        if len(row) == 1 and "=" not in row[0]:
            if target.more or target.keep_order:
                raise Refused(
                    f"--row {row[0]} without a range asks for its pay alone; give it a range, or leave the rest"
                )
            stages.stage(f"finding what {row[0]} must pay", 2)
            unknown = unknown_pay(chosen, bet, row[0].strip(), target.edge, dollars)
        else:
            ranges = [parse_range(words, chosen, bet) for words in row]
            ranges = ranges or usual_ranges(chosen.paytables[bet], pay_bet.rows)
            most = limit if limit is not None else None if programs else SHOWN
            found = search_tables(chosen, bet, target, ranges, dollars, most, stages)
            unknown = None
    if programs:
        programs.tell(tuned_told(found) if unknown is None else unknown_told(unknown))
    if json:
        return
    if unknown is None:
        _show_found(found if limit else replace(found, found=found.found[:SHOWN]), console)
    else:
        _show_unknown(unknown, console)


def compare(
    game: GameName,
    tables: Annotated[
        list[str], typer.Argument(metavar="TABLE|FILE...", help="Printed tables, BET=TABLE if need be, and files.")
    ],
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    output: Output = None,
    table: Annotated[str, table_option("compare")] = "",
    json: Json = False,
) -> None:
    """Compare paytables of one bet: pays, edge, hits and deviation."""
    from croupier.contract import read_stake, tables_told
    from croupier.exact.solver import is_solved, solver_of

    programs = ForPrograms("compare", json, output, table)
    chosen, dollars = choose_game(game, set_, paytable, paytable_file), read_stake(stake)
    given = _of_one_bet(chosen, tables)
    bet = given[0].bet
    solved: list[tuple[PayTable, Bet]] = []
    with progress() as stages:
        stages.stage(f"solving {len(given)} tables", len(given) * 0.5)
        searching = None if is_solved(chosen) else stages
        for each in given:
            with_it = type(chosen)(chosen.settings, {**chosen.paytables, bet: each})
            solved.append((each, solver_of(with_it).wager(bet, dollars, searching)))
            stages.advance(1 / len(given))
    wager = solved[0][1].bet
    if programs:
        programs.tell(tables_told(chosen, bet, wager, solved))
    if not json:
        _show_compared(chosen, bet, wager, solved, plain_console())


def _of_one_bet(game: Game[Any], words: Sequence[str]) -> list[PayTable]:
    """Return the named tables, all of one bet; a name that several bets use is settled by the others."""
    named = [{table.bet: table for table in _tables_named(game, each)} for each in words]
    bets = [bet for bet in named[0] if all(bet in tables for tables in named)]
    if len(bets) == 1:
        return [tables[bets[0]] for tables in named]
    if bets:
        written = " or ".join(f"{bet}={words[0]}" for bet in bets)
        raise Refused(f"several bets of {game.name} have a table {words[0]!r}; write {written}")
    every = dict.fromkeys(bet for tables in named for bet in tables)
    raise Refused(f"tables of {' and '.join(every)} are given; only those of one bet stand side by side")


def _tables_named(game: Game[Any], words: str) -> list[PayTable]:
    """Return the printed tables of a name, of one bet or of several; or the one in a file."""
    from croupier.table.game import read_paytable_file

    bet, equals, name = words.partition("=")
    if equals and bet in {each.name for each in game.pay_bets}:
        return [game.paytable(bet, name)]
    printed = [tables[words] for tables in game.printed().values() if words in tables]
    if printed:
        return printed
    if Path(words).suffix != ".toml" and not Path(words).exists():
        names = [name for tables in game.printed().values() for name in tables]
        raise one_of("paytable", words, list(dict.fromkeys(names)), f"{game.name}, and no file of that name")
    table = read_paytable_file(Path(words))
    game.pay_bet(table.bet).check(table)
    return [table]


def _show_found(found: TunedTables, console: Console) -> None:
    base = found.game.paytables[found.bet]
    console.print(
        f"[bold]{found.game.title}[/], {found.bet} from {base.name}: {found.searched:,} tables searched; the edge of "
        f"{found.wager} is within {float(found.target.within):.4%} of {float(found.target.edge):.4%} in {found.met:,}"
        + (f", of which the {len(found.found):,} nearest" if found.met > len(found.found) else "")
    )
    console.print(_found_grid(found.found, base))


def _found_grid(found: Sequence[FoundTable], base: PayTable) -> Any:
    from croupier.odds import hand_words

    table = grid("edge", "hit frequency", "deviation", "expected value", "what changed", numbers=slice(0, 4))
    for each in found:
        changed = ", ".join(f"{hand_words(row)} {_pay(each.table, row)} ({_pay(base, row)})" for row in each.changed)
        table.add_row(
            f"{float(each.house_edge):.4%}",
            f"{float(each.figures.hit_frequency):.4%}",
            f"{each.standard_deviation:.4f}",
            str(each.figures.expected_value),
            changed or "nothing",
        )
    return table


def _show_unknown(unknown: UnknownPay, console: Console) -> None:
    from croupier.odds import hand_words

    row, edge = hand_words(unknown.row), f"{float(unknown.edge):.4%}"
    exact = unknown.least == unknown.most
    if exact:
        said = f"{_units(unknown.least, unknown.flat)}, exactly {unknown.least}"
    else:
        said = f"between {_units(unknown.least, unknown.flat)} and {_units(unknown.most, unknown.flat)}"
    console.print(
        f"[bold]{unknown.game.title}[/], {unknown.bet}: for an edge of {edge} on {unknown.wager}, {row} must pay {said}"
    )
    console.print(_found_grid(unknown.found, unknown.game.paytables[unknown.bet]))


def _units(pay: Fraction, flat: bool) -> str:
    return f"${float(pay):,.2f}" if flat else f"{float(pay):.6f} to 1"


def _show_compared(
    game: Game[Any],
    bet: str,
    wager: str,
    solved: Sequence[tuple[PayTable, Bet]],
    console: Console,
) -> None:
    from croupier.odds import hand_words

    table = grid("", *(each.name for each, _ in solved), title=f"{game.title}, {bet}")
    for row in game.pay_bet(bet).rows:
        if any(each[row] is not None for each, _ in solved):
            table.add_row(hand_words(row), *(_pay(each, row) for each, _ in solved))
    table.add_section()
    figures = [_figures(one) for _, one in solved]
    for name in dict.fromkeys(name for each in figures for name in each):
        table.add_row(name.format(wager=wager), *(each.get(name, "") for each in figures))
    console.print(table)


def _figures(found: Bet) -> dict[str, str]:
    """Return the figures of a wager by their titles."""
    from croupier.exact.estimated_bet import EstimatedBet

    if isinstance(found, EstimatedBet):
        return {
            "edge of {wager}": found.edge_words(4),
            "standard error, for it is estimated": f"{found.standard_error:.4%}",
            "sampled deals": f"{found.rounds:,}",
        }
    return {
        "edge of {wager}": f"{float(found.house_edge):.4%}",
        "hit frequency": f"{float(found.hit_frequency):.4%}",
        "standard deviation": f"{found.standard_deviation:.4f}",
        "expected value": str(found.expected_value),
    }


def _pay(table: PayTable, row: str) -> str:
    pay = table[row]
    return "loses" if pay is None else str(pay)
