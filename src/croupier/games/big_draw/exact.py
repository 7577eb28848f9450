"""The solver of Big Draw Poker."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.arrays import Ints
from croupier.cards import Card, refuse_duplicates
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.draw import analyze_deal, analyze_draw, draw_game, hold_values, informed, net_results
from croupier.exact.draw.rankings import DEUCES, POKER, Ranking
from croupier.exact.informed import Stripped
from croupier.exact.store import kept, version_of
from croupier.games.big_draw.rules import DEUCES_NEVER_LOSES, FIVE_CARD_DRAW, BigDraw
from croupier.games.big_draw.strategy import choose

RANKINGS: Final = {FIVE_CARD_DRAW: POKER, DEUCES_NEVER_LOSES: DEUCES}
"""The two games and how each ranks a hand (BD-1)."""


def analyze(game: BigDraw, stake: int | Fraction = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Every bet of both games, per unit of a stake in dollars, which fixed prizes depend on (BD-13)."""
    dollars = Fraction(stake)
    if dollars < 1:
        raise Refused(f"First 5 takes bets of $1 or more (BD-4); a stake of {stake} was given")
    solved = {}
    for variant, ranking in RANKINGS.items():
        dealt = draw_game(ranking, deck)
        big_draw, first_5 = f"{variant}/big-draw", f"{variant}/first-5"
        solved[big_draw] = analyze_draw(dealt, game.paytables[big_draw], dollars)
        solved[first_5] = analyze_deal(dealt, game.paytables[first_5], dollars)
    return solved


def advise(
    game: BigDraw,
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: int | Fraction = 1,
) -> dict[str, Fraction]:
    """The value of each of the 32 holds of a hand for the Big Draw bet: `hold As Ks`, and `hold` alone for none.

    It is per unit of a stake in dollars, which fixed prizes depend on (BD-13).
    """
    variant = FIVE_CARD_DRAW if variant is None else variant
    ranking = _ranking(variant)
    if board:
        raise Refused(f"Big Draw has no board; {len(board)} cards were given for it, and only the player's five count")
    if len(cards) != 5:
        raise Refused(f"a Big Draw hand is five cards; {len(cards)} were given")
    refuse_duplicates(cards)
    values = hold_values(draw_game(ranking), game.paytables[f"{variant}/big-draw"], cards, Fraction(stake))
    return {" ".join(["hold", *map(str, held)]): value for held, value in values.items()}


def policy(game: BigDraw, variant: str, stake: int | Fraction = 1) -> Ints:
    """The best hold of every five cards, by the number of the hand: bit i is set if its i-th lowest card is held."""
    dealt = draw_game(_ranking(variant))
    holds, _ = dealt.best_holds(net_results(dealt, game.paytables[f"{variant}/big-draw"], Fraction(stake)))
    return dealt.everywhere(holds)


def stripped(game: BigDraw, stake: int | Fraction = 1, deck: Sequence[Card] | None = None) -> Stripped:
    """Both Big Draw bets for one who knows that cards are gone; First 5 leaves no choice."""
    bets = {f"{variant}/big-draw": ranking for variant, ranking in RANKINGS.items()}
    solvers = {
        bet: informed(draw_game(ranking, deck), ranking, game.paytables[bet], Fraction(stake))
        for bet, ranking in bets.items()
    }
    pack = draw_game(POKER, deck).deck
    return Stripped(pack, lambda left: {bet: solve(left) for bet, solve in solvers.items()}, decks=12)


def strategy_analysis(game: BigDraw, variant: str, stake: int | Fraction = 1) -> Analysis:
    """The Big Draw bet as the rules of `strategy.py` play it, which hold the same cards whatever the bet pays."""
    dealt, bet = draw_game(_ranking(variant)), f"{variant}/big-draw"
    return analyze_draw(dealt, game.paytables[bet], Fraction(stake), _holds_by_the_rules(variant))


def strategy_policy(variant: str) -> Ints:
    """The hold of every five cards by the rules of `strategy.py`, as `policy` has it."""
    return draw_game(_ranking(variant)).everywhere(_holds_by_the_rules(variant))


def _holds_by_the_rules(variant: str) -> Ints:
    """The hold of each class of hands."""

    def ask() -> dict[str, Ints]:
        return {"holds": draw_game(_ranking(variant)).holds_by(lambda cards: choose(cards, variant))}

    return kept(f"big-draw-strategy-{variant}", version_of(__name__), ask)["holds"]


def _ranking(variant: str) -> Ranking:
    if variant not in RANKINGS:
        raise one_of("variant", variant, list(RANKINGS), "big-draw")
    return RANKINGS[variant]
