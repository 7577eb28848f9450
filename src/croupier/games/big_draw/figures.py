"""What the Big Draw Poker document publishes beyond its paytables, and other readings of its edges, computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier.exact.claims import Exact
from croupier.exact.draw import analyze_deal, analyze_draw, draw_game, net_results
from croupier.exact.draw.rankings import DEUCES, POKER
from croupier.exact.reading import read
from croupier.games.big_draw.rules import DEUCES_NEVER_LOSES, FIVE_CARD_DRAW, BigDraw
from croupier.odds import Odds, PayTable, Prize

JACKS_OR_BETTER: Final = PayTable.build(
    "video-poker",
    "9/6 Jacks or Better",
    {
        "royal-flush": "799:1", "straight-flush": "49:1", "four-of-a-kind": "24:1", "full-house": "8:1",
        "flush": "5:1", "straight": "3:1", "three-of-a-kind": "2:1", "two-pair": "1:1", "jacks-or-better": "push",
    },
)  # fmt: skip

DEUCES_WILD: Final = PayTable.build(
    "video-poker",
    "full-pay Deuces Wild",
    {
        "natural-royal": "799:1", "four-deuces": "199:1", "wild-royal": "24:1", "five-of-a-kind": "14:1",
        "straight-flush": "8:1", "four-of-a-kind": "4:1", "full-house": "2:1", "flush": "1:1", "straight": "1:1",
        "three-of-a-kind": "push",
    },
)  # fmt: skip

RANKINGS: Final = {FIVE_CARD_DRAW: POKER, DEUCES_NEVER_LOSES: DEUCES}
VIDEO_POKER: Final = {FIVE_CARD_DRAW: JACKS_OR_BETTER, DEUCES_NEVER_LOSES: DEUCES_WILD}


def figures(game: BigDraw) -> dict[str, Exact]:
    """The payback of First 5, and what other holds, pays and prizes would make of the printed edges, by name."""
    solved = read(game).analyze()
    found = {}
    for variant, ranking in RANKINGS.items():
        big_draw, first_5 = f"{variant}/big-draw", f"{variant}/first-5"
        dealt = draw_game(ranking)
        holds, _ = dealt.best_holds(net_results(dealt, VIDEO_POKER[variant]))
        found[f"{big_draw}/video-poker-holds"] = analyze_draw(dealt, game.paytables[big_draw], holds=holds).house_edge
        for fewest, most in ((1, "four"), (2, "three")):
            for name, table in (("", game.paytables[big_draw]), ("video-poker-", VIDEO_POKER[variant])):
                holds, _ = dealt.best_holds(net_results(dealt, table), fewest)
                edge = analyze_draw(dealt, game.paytables[big_draw], holds=holds).house_edge
                found[f"{big_draw}/{name}at-most-{most}-discards"] = edge
        found[f"{big_draw}/short-strategy"] = read(game).strategy_analysis(variant).house_edge
        found[f"{first_5}/payback"] = 1 + solved[first_5].expected_value
        prizes = _prizes_with_the_bet(game.paytables[first_5], 3)
        found[f"{first_5}/prizes-with-the-bet-at-3"] = analyze_deal(dealt, prizes, Fraction(3)).house_edge
    for variant, row, pay, name in (
        (FIVE_CARD_DRAW, "four-of-a-kind", "24:1", "four-of-a-kind-for-1"),
        (DEUCES_NEVER_LOSES, "flush", "1:1", "flush-at-1-to-1"),
    ):
        big_draw = f"{variant}/big-draw"
        table = _paying(game.paytables[big_draw], {row: Odds.parse(pay)})
        found[f"{big_draw}/{name}"] = analyze_draw(draw_game(RANKINGS[variant]), table).house_edge
    return {figure: Exact(value) for figure, value in found.items()}


def _paying(table: PayTable, pays: Mapping[str, Odds]) -> PayTable:
    return replace(table, odds={**table.odds, **pays})


def _prizes_with_the_bet(table: PayTable, dollars: int) -> PayTable:
    return replace(table, fixed={row: Prize(prize.cents - 100 * dollars) for row, prize in table.fixed.items()})
