"""What programs are told: the JSON of games and of their mathematics, the same from command and house."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict as dataclass_dict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict

from croupier import __version__
from croupier.cards import parse_cards
from croupier.chips import parse_dollars
from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.json_figures import as_float
from croupier.json_shapes import (
    Advised,
    Analyzed,
    Audited,
    BetCounted,
    CardSays,
    CardTold,
    EndingTold,
    Exposed,
    RowCosted,
    RowsCosted,
    RuinByBuyIn,
    RuleTold,
    SessionsCurved,
    SessionSoFar,
    ShareEstimated,
    SmallPackSolved,
    SolvedTold,
    StrategyAnalyzed,
    StrategyTold,
    TableEstimated,
    TablesCompared,
    TableTold,
    Tuned,
    UnknownTold,
)
from croupier.odds import PayTable
from croupier.table.felt import felt_of
from croupier.table.game import Game, Rule, Spot
from croupier.table.record import paytable_words
from croupier.table.settings import as_words, settings_of

if TYPE_CHECKING:
    from croupier.exact.analysis import Analysis
    from croupier.exact.claims import Finding
    from croupier.exact.counting.counted_bets import CountingTerms
    from croupier.exact.prospects import Prospect
    from croupier.exact.seen_cards.exposure import Exposure
    from croupier.exact.solved_game import Bet, SolvedGame, Watcher
    from croupier.exact.solver import Strategy
    from croupier.exact.tuning import FoundTable, RowCosts, TunedTables, UnknownPay
    from croupier.simulate.results import Estimate, Results
    from croupier.simulate.sessions import SessionCurves
    from croupier.simulate.setup import Setup

Json = dict[str, Any]


def games_json(kinds: Iterable[type[Game[Any]]] | None = None) -> Json:
    """These games, or all of them, with their bets, paytables, settings and felts."""
    listed = list(kinds or map(game_named, game_names()))
    behaviour = {kind.name: kind.behaviour for kind in listed}
    return {"version": __version__, "behaviour": behaviour, "games": [_game(kind) for kind in listed]}


def analyzed(
    game: Game[Any],
    stake: str = "1",
    strategies: bool = False,
    pot: bool = False,
    seconds: float = 60,
    watcher: Watcher | None = None,
) -> Analyzed:
    """Every bet of a game solved; if asked, also what short strategies cost and how its pot is won.

    A bet that so many seconds are not enough for is estimated.
    """
    from croupier.exact.solver import solver_of

    solver = solver_of(game)
    start = time.perf_counter()
    solved = solver.solve(read_stake(stake), seconds, watcher)
    took = round(time.perf_counter() - start, 6)
    return Analyzed(
        *_chosen(game),
        took,
        {name: bet.told() for name, bet in solved.bets.items()},
        _strategies(solver.strategies(read_stake(stake)), solved.exact) if strategies else msgspec.UNSET,
        [odds.told() for odds in solver.pot()] if pot else msgspec.UNSET,
        list(solved.statement) or msgspec.UNSET,
        msgspec.UNSET if game.cashier is None else str(game.cashier),
    )


def analyzed_together(
    game: Game[Any], stake: str, strategies: bool, pot: bool, together: str, watcher: Watcher | None = None
) -> Analyzed:
    """The same with bets at certain stakes together, if any are named; `seconds` counts them too."""
    from croupier.exact.solver import solver_of

    start = time.perf_counter()
    solved = solver_of(game).together(together, read_stake(stake)) if together else None
    seconds = time.perf_counter() - start
    said = analyzed(game, stake, strategies, pot, watcher=watcher)
    if solved is None:
        return said
    bets = {**said.bets, together: solved.told()}
    return msgspec.structs.replace(said, bets=bets, seconds=round(said.seconds + seconds, 6))


def solved_told(game: Game[Any], found: SolvedGame, seconds: float) -> SolvedTold:
    """A solved game as programs are told it."""
    return SolvedTold(
        *_chosen(game),
        round(seconds, 6),
        found.method,
        list(found.statement),
        {name: bet.told() for name, bet in found.bets.items()},
        [
            SmallPackSolved(
                " ".join(card.name for card in small.cards), {name: bet.told() for name, bet in small.bets.items()}
            )
            for small in found.smaller_packs
        ],
    )


def advised(
    game: Game[Any],
    cards: str,
    board: str = "",
    variant: str | None = None,
    stake: str = "1",
    seconds: float = 10,
    legal: Sequence[str] = (),
) -> Advised:
    """What every choice is worth with these cards, which is best, and what the strategy card says.

    Where the seconds are not enough values are estimated. The card is asked about the answers that are legal, or all.
    """
    from croupier.exact.solver import AskedHand, solver_of
    from croupier.exact.strategy_cards import card_advice

    solver = solver_of(game)
    own, turned_up = solver.read_cards(cards), parse_cards(board)
    hand = AskedHand(own, turned_up, variant or None, read_stake(stake), seconds)
    values = solver.weigh(hand)
    exact = {action: str(value) for action, value in values.items() if isinstance(value, Fraction)}
    estimated = {action: value.told() for action, value in values.items() if not isinstance(value, Fraction)}
    said = Advised(game.name, __version__, game.behaviour, exact, solver.best(values))
    if ends := solver.leads_to(hand):
        told = {action: endings_told(ends[action]) for action in values}
        said = msgspec.structs.replace(said, leads_to=told)
    if card := card_advice(game, (*own, *turned_up), legal or list(values), variant):
        said = msgspec.structs.replace(said, card=CardSays(list(card.sentences), card.action))
    return msgspec.structs.replace(said, estimates=estimated, exact=False) if estimated else said


def endings_told(leads_to: Prospect) -> list[EndingTold]:
    """The endings of a choice as programs are told them."""
    return [EndingTold(ending.name, str(ending.net), str(chance)) for ending, chance in leads_to.items()]


def strategy_told(
    game: Game[Any], within: str = "", sentences: int | None = None, stake: str = "1", variant: str = ""
) -> StrategyTold:
    """The strategy cards found for a game's main bet, that which was asked for, and the one written by hand."""
    from croupier.exact.solver import SIMPLE, solver_of
    from croupier.exact.strategy_cards import FOUND, card_to_print, cards_of, kinds_named, variants_of
    from croupier.exact.strategy_cards import within as shortest_within

    dollars, bound = read_stake(stake), read_share(within) if within else None
    solver = solver_of(game)
    by_hand = solver.strategies(dollars)
    try:
        cards = cards_of(game, dollars, variant or variants_of(game)[0])
    except Refused:
        if not by_hand or within or sentences:
            raise
        cards = []
    bet = cards[0].analysis.bet if cards else by_hand[0].analysis.bet
    optimal = solver.outcomes_of(bet, dollars)

    def told(analysis: Analysis, rules: Sequence[Rule]) -> CardTold:
        cost = optimal.expected_value - analysis.expected_value
        lines = [RuleTold(rule.sentence, rule.action) for rule in rules]
        edge = analysis.house_edge
        return CardTold(kinds_named(rules), str(cost), float(cost), float(edge), str(edge), lines)

    written = next((each for each in by_hand if each.analysis.bet == bet), None)
    chosen = shortest_within(cards, optimal.expected_value, bound, sentences) if cards else by_hand[0]
    return StrategyTold(
        *_chosen(game),
        bet,
        optimal.unit,
        told(chosen.analysis, chosen.rules),
        [told(card.analysis, card.rules) for card in cards],
        None if written is None else told(written.analysis, written.rules),
        SIMPLE if written and card_to_print(game, optimal, dollars, variant) is None else FOUND,
    )


def read_share(text: str) -> Fraction:
    """A share of a unit as it is written: `0.1%`, `1/1000` or `0.001`."""
    try:
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise Refused(f"{text!r} is not a cost; write a share of a unit, as in 0.1% or 1/1000") from None
    if share < 0:
        raise Refused(f"a cost of {text} is below zero; no card is better than the best play")
    return share


def exposed(
    game: Game[Any],
    hands: int | None = None,
    stake: str = "1",
    decks: int | None = None,
    counting: CountingTerms | None = None,
    seen: int | None = None,
    every: bool = False,
    watcher: Watcher | None = None,
) -> Exposed:
    """What each bet comes to for one who knows other players' hands or has counted the shoe, or is not exposed to."""
    from croupier.exact.counting.read_rounds import CannotBeCounted
    from croupier.exact.seen_cards.exposure import break_even_hands, cards_to_show, gone_unknown
    from croupier.exact.solver import solver_of

    solver, (cards, openly) = solver_of(game), cards_to_show(game)
    dollars = read_stake(stake)
    known = range(1, game.seats) if every else None if hands is None else [hands]
    lines: dict[str, list[Exposure]] = {}
    for line in solver.exposure(known, dollars, decks, watcher):
        lines.setdefault(line.analysis.bet, []).append(line)
    bets = {bet: [line.told() for line in found] for bet, found in lines.items()}
    solved = solver.bet_names(dollars)
    looked_at = solver.knows_exposure or not cards
    unexposed = [bet for bet in solved if bet not in bets] if looked_at else []
    safe: dict[str, list[str]] = {bet: ["other players' hands"] for bet in unexposed}
    outside = solver.seen_cards(seen, dollars, decks) if seen else []
    if seen and looked_at:
        _add_safe(safe, "a burned or bottom card that was seen", solved, {line.analysis.bet for line in outside})
    shoe: dict[str, BetCounted] | msgspec.UnsetType = msgspec.UNSET
    unknown: str | msgspec.UnsetType = msgspec.UNSET
    if counting is not None:
        try:
            counts = {each.bet.name: each.told() for each in solver.counting(dollars, counting)}
            shoe = counts or msgspec.UNSET
            why = "" if counts else " (no cards are kept from round to round, or they never run out)"
            for bet in solved:
                if bet not in counts or not counts[bet].exposed:
                    safe.setdefault(bet, []).append(f"counting{why}")
        except CannotBeCounted as reason:
            unknown = str(reason)
    return Exposed(
        *_chosen(game),
        cards,
        openly,
        bets,
        unexposed,
        safe,
        shoe,
        unknown,
        {bet: break_even_hands(found) for bet, found in lines.items()},
        {line.analysis.bet: line.told() for line in outside} if seen else msgspec.UNSET,
        msgspec.UNSET if looked_at else gone_unknown(game),
        msgspec.UNSET if looked_at or not seen else gone_unknown(game),
    )


def _add_safe(safe: dict[str, list[str]], what: str, bets: Iterable[str], exposed: Collection[str]) -> None:
    """Say of every other bet that it is not exposed to this."""
    for bet in bets:
        if bet not in exposed:
            safe.setdefault(bet, []).append(what)


def tuned_told(tuned: TunedTables) -> Tuned:
    """The tables that a search found."""
    found = [_found_told(each) for each in tuned.found]
    return Tuned(*_chosen(tuned.game), tuned.bet, tuned.wager, str(tuned.target.edge), tuned.searched, tuned.met, found)


def unknown_told(unknown: UnknownPay) -> Tuned:
    """What a row must pay, and the tables with the whole pays beside it."""
    found = [_found_told(each) for each in unknown.found]
    exact = str(unknown.least) if unknown.least == unknown.most else None
    pay = UnknownTold(unknown.row, exact, str(unknown.least), str(unknown.most))
    told = len(found)
    return Tuned(*_chosen(unknown.game), unknown.bet, unknown.wager, str(unknown.edge), told, told, found, pay)


def tables_told(game: Game[Any], bet: str, wager: str, tables: Iterable[tuple[PayTable, Bet]]) -> TablesCompared:
    """Some tables of a bet side by side."""
    return TablesCompared(*_chosen(game), bet, wager, [_compared_told(*each) for each in tables])


def _compared_told(table: PayTable, solved: Bet) -> TableTold | TableEstimated:
    from croupier.exact.analysis import Analysis

    if isinstance(solved, Analysis):
        return _table_told(table, solved.expected_value, solved.hit_frequency, solved.standard_deviation, table.name)
    pays, fixed = _pays_told(table)
    return TableEstimated(pays, solved.estimate, solved.standard_error, table.name, fixed)


def rows_told(costs: RowCosts) -> RowsCosted:
    """What one more unit on each row of a table costs."""
    value = costs.now.expected_value
    rows = [
        RowCosted(
            each.row,
            None if each.pays is None else str(each.pays),
            str(each.more),
            str(each.cost),
            float(-value - each.cost),
        )
        for each in costs.rows
    ]
    return RowsCosted(*_chosen(costs.game), costs.bet, costs.now.bet, costs.now.unit, str(value), rows)


def sessions_told(game: Game[Any], curves: SessionCurves, seed: str) -> SessionsCurved:
    """Simulated sessions and their curves."""
    from croupier.simulate.results import mean
    from croupier.simulate.sessions import AHEAD, RUINED

    found = curves.sessions
    plan, played = found.plan, found.analysis
    return SessionsCurved(
        *_chosen(game),
        bet=played.bet,
        unit=played.unit,
        unit_cents=plan.stake,
        buy_in_cents=plan.buy_in,
        goal_cents=plan.goal,
        rounds=plan.rounds,
        sessions=len(found),
        seed=seed,
        house_edge=float(played.house_edge),
        hold=_share(found.hold),
        churn_hold=float(curves.churn),
        ruined=_share(found.share(RUINED)),
        ahead=None if plan.goal is None else _share(found.share(AHEAD)),
        won=_share(mean(found.won > 0)),
        results=[SessionSoFar(each.rounds, list(each.cents), _share(each.ruined)) for each in curves.results],
        ruin=[RuinByBuyIn(cents, _share(share)) for cents, share in curves.ruin],
    )


def _share(estimate: Estimate) -> ShareEstimated:
    return ShareEstimated(estimate.value, estimate.standard_error)


def _found_told(found: FoundTable) -> TableTold:
    figures = found.figures
    return _table_told(found.table, figures.expected_value, figures.hit_frequency, found.standard_deviation)


def _table_told(table: PayTable, value: Fraction, hits: Fraction, deviation: float, name: str = "") -> TableTold:
    pays, fixed = _pays_told(table)
    return TableTold(pays, str(value), float(-value), str(hits), deviation, name, fixed)


def _pays_told(table: PayTable) -> tuple[dict[str, str], dict[str, float]]:
    """Odds and flat prizes in dollars, by row."""
    words = paytable_words(table)
    return words.pays, {row: cents / 100 for row, cents in words.fixed.items()}


def audited(findings: Iterable[Finding]) -> Audited:
    """Published figures beside exact ones."""
    found = list(findings)
    behaviour = {name: game_named(name).behaviour for name in dict.fromkeys(finding.game for finding in found)}
    return Audited(__version__, behaviour, [finding.told() for finding in found], verdicts(found))


def verdicts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many figures there are of each verdict."""
    from croupier.exact.claims import VERDICTS

    counts = Counter(finding.verdict for finding in findings)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _chosen(game: Game[Any]) -> tuple[str, str, int, dict[str, str], dict[str, str]]:
    """Which game it is, by which versions, with which settings and paytables."""
    paytables = {bet: table.name for bet, table in game.paytables.items()}
    return game.name, __version__, game.behaviour, as_words(game.settings), paytables


def chosen_json(game: Game[Any]) -> Json:
    """The same by name, for what is told of simulated rounds."""
    return dict(zip(("game", "version", "behaviour", "settings", "paytables"), _chosen(game), strict=True))


def simulation_json(setup: Setup, seed: str, found: Results) -> Json:
    """A simulation: what was dealt, and all figures that came of it."""
    return (
        chosen_json(setup.game)
        | {
            "placard": setup.placard.to_json(),
            "players": setup.players,
            "bets": dict(setup.bets),
            "variant": setup.variant,
            **as_float("error_rate", Fraction(str(setup.error_rate))),
            "habits": dataclass_dict(setup.pot) if setup.pot else None,
            "fresh_shoe": setup.fresh_shoe,
            "seed": seed,
        }
        | found.to_json()
    )


def read_stake(text: str) -> Fraction:
    """A stake in dollars as it is written."""
    cents = parse_dollars(text)
    if cents == 0:
        raise Refused("a stake of 0 bets nothing; write dollars above zero, as in 5 or 7.50")
    return Fraction(cents, 100)


def _strategies(
    remembered: Iterable[Strategy], solved: Mapping[str, Analysis]
) -> dict[str, dict[str, StrategyAnalyzed]]:
    told: dict[str, dict[str, StrategyAnalyzed]] = {}
    for strategy in remembered:
        played = strategy.analysis
        cost = strategy.cost(solved[played.bet])
        rules = [RuleTold(rule.sentence, rule.action) for rule in strategy.rules]
        figures = asdict(played.told())
        told.setdefault(played.bet, {})[strategy.name] = StrategyAnalyzed(
            **figures, cost=str(cost), cost_per_unit=float(cost), rules=rules
        )
    return told


def _game(kind: type[Game[Any]]) -> Json:
    return {
        "name": kind.name,
        "title": kind.title,
        "sentence": kind.sentence,
        "seats": kind.seats,
        "own_cards": list(kind.own_cards),
        "bets": [_spot(spot) for spot in kind.spots],
        "paytables": {bet: list(tables) for bet, tables in kind.printed().items()},
        "printed": {
            bet.name: {
                "label": bet.label,
                "rows": list(bet.rows),
                "ranked": bet.ranked,
                "tables": [_paytable(table) for table in kind.printed()[bet.name].values()],
            }
            for bet in kind.pay_bets
        },
        "settings": [msgspec.structs.asdict(setting) for setting in settings_of(kind.Settings)],
        "felt": kind.felt,
        "layout": msgspec.to_builtins(msgspec.structs.replace(felt_of(kind), printed=msgspec.UNSET)),
    }


def _spot(spot: Spot) -> Json:
    told = {name: getattr(spot, name) for name in ("name", "label", "required", "equals", "later", "pot")}
    least, most = (None, None) if spot.pot or spot.later else (spot.least, spot.most)
    return told | {"least_cents": least, "most_cents": most}


def _paytable(table: PayTable) -> Json:
    words = paytable_words(table)
    return {"name": words.name, "pays": words.pays, "fixed_cents": words.fixed, "claims": dict(table.claims)}
