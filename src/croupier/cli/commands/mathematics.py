"""Commands that answer with exact figures: analyze, advise, exposure, audit, solve and strategy."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer
from rich.console import Group
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from croupier.cards import parse_cards
from croupier.chips import BREAKAGE_RULES
from croupier.cli.output import ForPrograms, grid, plain_console
from croupier.cli.progress import progress
from croupier.cli.terms import (
    Chip,
    GameName,
    Json,
    Limits,
    Output,
    PaytableFiles,
    Paytables,
    SettingWords,
    Stake,
    Together,
    choose_game,
    choose_placard,
    complete_game,
    table_option,
    words,
)
from croupier.english import counted as counted_words
from croupier.english import listed
from croupier.errors import Refused
from croupier.json_figures import told
from croupier.jurisdictions import UNREGULATED

if TYPE_CHECKING:
    from croupier.exact.claims import Finding
    from croupier.table.game import Game


COMPLETE_DECKS: Final = 100


def analyze(
    game: GameName,
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    strategies: Annotated[
        bool | None,
        typer.Option(
            "--strategies/--no-strategies",
            help="What short strategies cost; people are shown them, programs have to ask.",
        ),
    ] = None,
    pot: Annotated[
        bool, typer.Option("--pot", help="How often the pot is won, by the number of participants.")
    ] = False,
    together: Together = "",
    breakage: Annotated[
        str,
        typer.Option(**words(*BREAKAGE_RULES), help="Pay the stake by this rule of uneven payouts."),
    ] = "",
    chip: Chip = "1",
    by_stake: Annotated[
        bool,
        typer.Option("--by-stake", help="The edge at every stake within the limits, and where nobody is favoured."),
    ] = False,
    limit: Limits = [],  # noqa: B006
    output: Output = None,
    table: Annotated[str, table_option("analyze")] = "",
    json: Json = False,
) -> None:
    """Compute the exact edge, outcomes and best play of every bet."""
    from croupier.cli.printing.exact_tables import heading, pot_table, show_solved, stake_table, strategy_table
    from croupier.contract import analyzed_together, read_stake
    from croupier.exact.by_stake import by_stake as edges_by_stake
    from croupier.exact.solver import solver_of
    from croupier.exact.valued_bet import ValuedBet

    programs = ForPrograms("analyze", json, output, table)
    chosen = choose_game(game, set_, paytable, paytable_file)
    placard = choose_placard(chosen, limit, chip, breakage or "exact", "", UNREGULATED, "")
    if breakage:
        chosen = chosen.paid(placard.cashier)
    solver = solver_of(chosen)
    dollars = read_stake(stake)
    with progress(f"solving {solver.game.title}") as watcher:
        stakes = edges_by_stake(chosen, placard) if by_stake else {}
        if programs:
            said = analyzed_together(solver.game, stake, strategies or False, pot, together, watcher=watcher)
            if by_stake:
                said = msgspec.structs.replace(said, by_stake={bet: found.told() for bet, found in stakes.items()})
            programs.tell(said)
        if json:
            return
        found = solver.solve(dollars, watcher=watcher)
        joint = solver.together(together, dollars) if together else None
    console = plain_console()
    console.print(heading(solver.game))
    if joint is not None and not isinstance(joint, ValuedBet):
        found = replace(found, bets=dict(found.bets) | {together: joint})
    if chosen.cashier is not None:
        console.print(f"a stake of ${stake.removeprefix('$')}, {chosen.cashier}", "")
    show_solved(found, console)
    for each in stakes.values():
        console.print(*stake_table(each), "", sep="\n")
    if isinstance(joint, ValuedBet):
        console.print(Group(*joint.tables()), "")
    for bet in solver.mathematics.along:
        both = solver.together(f"{next(iter(found.bets))}=1,{bet}=1", dollars)
        edge = f"{float(both.house_edge):.4%} of the {both.unit}"
        console.print(f"{bet} is told along the best play of the main bet; --together {both.bet}: {edge}", "")
    if pot:
        with progress(f"counting the pots of {solver.game.title}"):
            console.print(pot_table(solver), "")
    if strategies is not False:
        with progress(f"following the short strategy of {solver.game.title}"):
            remembered = solver.strategies(dollars)
        for strategy in remembered:
            console.print(strategy_table(strategy, found.exact), "")


def advise(
    game: GameName,
    cards: Annotated[
        str, typer.Option("--cards", metavar="CARDS", help="The player's own cards, as in 'As Kd 7c 2h'.")
    ],
    board: Annotated[str, typer.Option("--board", metavar="CARDS", help="Community cards that are turned up.")] = "",
    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME", help="Which game, where a table has two; or which bets.")
    ] = "",
    together: Together = "",
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    output: Output = None,
    table: Annotated[str, table_option("advise")] = "",
    json: Json = False,
) -> None:
    """Show the exact value of every choice with the cards in hand."""
    from croupier.cli.printing.exact_tables import as_written
    from croupier.contract import advised, read_stake
    from croupier.exact.prospects import won_pushed_lost
    from croupier.exact.shared_money.pot_stake import apart
    from croupier.exact.solved_game import worth
    from croupier.exact.solver import AskedHand, solver_of

    programs = ForPrograms("advise", json, output, table)
    solver = solver_of(choose_game(game, set_, paytable, paytable_file))
    held, turned_up, dollars = solver.read_cards(cards), parse_cards(board), read_stake(stake)
    if variant and together:
        raise Refused("--variant and --together both say which bets; give one of them")
    variant = variant or together
    with progress(f"weighing the choices of {solver.game.title}"):
        if programs:
            programs.tell(advised(solver.game, cards, board, variant, stake))
        if json:
            return
        hand = AskedHand(held, turned_up, variant or None, dollars)
        values, leads_to = solver.weigh(hand), solver.leads_to(hand)
    best = solver.best(values)
    seen = "  |  ".join(filter(None, (as_written(cards), " ".join(card.sign for card in turned_up))))
    exact = all(isinstance(value, Fraction) for value in values.values())
    last = "exact" if exact else "standard error of the estimate"
    ends = ("wins", "pushes", "loses") if leads_to else ()
    lines = grid("", "action", "value", *ends, last, title=seen, numbers=slice(2, 3 + len(ends)))
    for action, value in sorted(values.items(), key=lambda pair: -worth(pair[1])):
        known = str(value) if isinstance(value, Fraction) else f"{value.standard_error:.4f}"
        style = "bold" if action in best else ""
        chances = [f"{float(chance):.2%}" for chance in won_pushed_lost(leads_to[action])] if leads_to else []
        first = "best" if action in best else "", action, f"{float(worth(value)):+.6f}"
        lines.add_row(*first, *chances, known, style=style)
    console = plain_console()
    console.print(lines)
    from croupier.exact.strategy_cards import card_advice  # loads the kernels of every family

    if card := card_advice(solver.game, (*held, *turned_up), list(values), variant):
        console.print(f"The strategy card: {' '.join(card.sentences)} That is {card.action}.")
    pot = apart(variant, solver.game)[1] if variant else None
    for sentence in pot.assumptions if pot else ():
        console.print(sentence)


def exposure(
    game: GameName,
    hands: Annotated[
        int | None,
        typer.Option(
            "--hands", metavar="N", help="Other hands that are known; without it one, half a table's and all."
        ),
    ] = None,
    decks: Annotated[
        int | None,
        typer.Option("--decks", metavar="N", help="Stripped decks to solve; without it what seconds allow."),
    ] = None,
    complete: Annotated[
        bool,
        typer.Option("--complete", help=f"Every number of known hands, {COMPLETE_DECKS} decks each: it takes long."),
    ] = False,
    seen_cards: Annotated[
        int | None,
        typer.Option("--seen-cards", metavar="N", help="Cards seen that are in nobody's hand: burned, at the bottom."),
    ] = None,
    counting: Annotated[
        bool | None,
        typer.Option(
            "--counting/--no-counting",
            help="What a counted shoe is worth, with effects of removal, counts and cut cards; else only in words.",
        ),
    ] = None,
    cut_card: Annotated[
        int | None,
        typer.Option("--cut-card", metavar="CARDS", help="Cards in front of the cut card; else as the game has it."),
    ] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="Seats that are dealt to, for counting.")] = 1,
    shoes: Annotated[
        int | None, typer.Option("--shoes", metavar="N", help="Shoes to deal where counting must be simulated.")
    ] = None,
    paytable: Paytables = [],  # noqa: B006
    paytable_file: PaytableFiles = [],  # noqa: B006
    set_: SettingWords = [],  # noqa: B006
    stake: Stake = "1",
    output: Output = None,
    table: Annotated[str, table_option("exposure")] = "",
    json: Json = False,
) -> None:
    """Show what shared cards or a counted shoe are worth to players.

    The edge that is left to the house stands beside it.
    """
    from croupier.cli.printing.exact_tables import counting_tables, exposure_table, heading
    from croupier.contract import exposed
    from croupier.exact.counting.counted_bets import SHOES, CountingTerms

    programs = ForPrograms("exposure", json, output, table)
    chosen = choose_game(game, set_, paytable, paytable_file)
    terms = CountingTerms(players, SHOES if shoes is None else shoes, cut_card)
    with progress(f"solving decks that cards are gone from, for {chosen.title}") as watcher:
        shoe = None if counting is False else terms
        if complete:
            decks, seen_cards = decks or COMPLETE_DECKS, seen_cards or 1
        said = exposed(chosen, hands, stake, decks, shoe, seen_cards, complete, watcher)
    programs.tell(said)
    if json:
        return
    console = plain_console()
    console.print(heading(chosen))
    for bet, lines in said.bets.items():
        console.print(exposure_table(bet, lines), "")
        fewest = (said.break_even_hands or {}).get(bet)
        if fewest is not None:
            console.print(f"{bet}: with {fewest} other hands known, of those looked at, the player has the edge.", "")
    for bet, line in (said.seen or {}).items():
        cards = counted_words(line.cards, "card")
        console.print(
            f"{bet}: to have seen {cards}, burned or at the bottom, is worth {line.gain:.4%} ± "
            f"{line.standard_error:.4%} of the {line.unit}; {line.decks} decks.",
            "",
        )
    for bet, counted in (said.counting or {}).items():
        if counting:
            console.print(*counting_tables(bet, counted), "")
        console.print(*counted.sentences, "", sep="\n")
    for bet, what in said.not_exposed.items():
        console.print(f"{bet}: not exposed to {listed(what, 'or')}.")
    if said.hands_unknown:
        console.print(f"Exposure to other players' hands is not known: {said.hands_unknown}.")
    if said.seen_unknown:
        console.print(f"Exposure to a burned or bottom card is not known: {said.seen_unknown}.")
    if said.counting_unknown:
        console.print(f"Exposure to counting is not known: {said.counting_unknown}.")


def audit(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this game.", autocompletion=complete_game)
    ] = None,
    figure: Annotated[
        str, typer.Option("--figure", metavar="NAME", help="Only the figure of this name, which may have stars in it.")
    ] = "*",
    output: Output = None,
    table: Annotated[str, table_option("audit")] = "",
    json: Json = False,
) -> None:
    """Compare every published figure with the exact one."""
    from croupier.cli.printing.exact_tables import shown
    from croupier.contract import audited, verdicts
    from croupier.exact.claims import audit as audit_game
    from croupier.games import game_named, game_names

    programs = ForPrograms("audit", json, output, table)
    if figure != "*" and game is None:
        raise Refused("--figure is of one game; name it, as in `croupier audit big-draw --figure NAME`")
    findings: dict[type[Game[Any]], list[Finding]] = {}
    for kind in map(game_named, [game] if game else game_names()):
        with progress(f"auditing {kind.title}"):
            findings[kind] = audit_game(kind, figure)
    every = [finding for found in findings.values() for finding in found]
    if programs:
        said = told(audited(every))
        for line, finding in zip(said["figures"], every, strict=True):
            line["difference_exact"] = None if finding.difference is None else str(finding.difference)
        programs.tell(said)
    if json:
        return
    console = plain_console()
    for kind, found in findings.items():
        console.print(
            *shown(kind.title, found) if found else [f"{kind.title}: its document prints no figures."], sep="\n"
        )
    console.print(", ".join(f"{count} {verdict}" for verdict, count in verdicts(every).items()))


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
    from croupier.cli.printing.exact_tables import show_solved
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
    from croupier.cli.printing.exact_tables import card_cost, frontier_table
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
    console.print(f"  {card_cost(said.card, said.unit)}", "")
    if not said.frontier:
        console.print("this card is written by hand; for games of this kind none is searched")
        return
    console.print(frontier_table(said))
    if solver_of(chosen).mathematics.searched:
        console.print(
            "costs are exact; for a game of no family one answer to every question is tried, and nothing else"
        )
    else:
        console.print("costs are exact; that no other card of as many sentences costs less is not proved")
    if said.written:
        which = "this is printed" if said.printed != "found" else "a found card is printed"
        console.print(
            f"written by hand: {said.written.sentences} kinds of hands, {card_cost(said.written, said.unit)}; {which}"
        )
