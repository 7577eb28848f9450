"""The solver of On the Draw."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.contests import Contest
from croupier.exact.futures import by_poker_row, final_hands, rows_by
from croupier.exact.informed import Stripped
from croupier.exact.paid import analyze_counts, net
from croupier.exact.seen import Pack
from croupier.exact.store import kept, version_of
from croupier.exact.streets import (
    FOLD,
    Plan,
    Solution,
    Street,
    StreetCounts,
    Streets,
    Wager,
    analyze_tally,
    mean,
    plan_by,
    play_out,
    solve,
    streets_stripped,
)
from croupier.exact.suits import every_set
from croupier.games.on_the_draw import strategy
from croupier.games.on_the_draw.rules import OnTheDraw
from croupier.games.on_the_draw.strategy import bets
from croupier.games.poker_rows import TWO_PAIR_OR_BETTER
from croupier.hands import Poker

CARDS: Final = 7
OWN_CARDS: Final = 4


def streets(game: OnTheDraw, dollars: int | Fraction = 1) -> Streets:
    """The main bet, Ante and Blind and Play together, as a game of streets; the Ante is of so many dollars."""
    play, blind = game.paytables["play"], game.paytables["blind"]
    first, second, third = game.settings.play_multiples

    def settle(wager: Wager, row: str) -> Fraction:
        if row not in TWO_PAIR_OR_BETTER:
            return Fraction(-2 - wager)  # OTD-13
        return net(play[row], wager, dollars) + 1 + net(blind[row], 1, dollars)  # OTD-14, 15, 16

    return Streets(
        cards=CARDS,
        streets=(
            Street(seen=4, bets=(0, first)),                                                    # OTD-5
            Street(seen=5, bets=(0, second)),                                                   # OTD-7
            Street(seen=6, bets=(third,), fold=True),                                           # OTD-9
        ),
        rows=rows_by(by_poker_row),
        settle=settle,
        forfeit=lambda wager: Fraction(-2),                                                     # OTD-10
        antes=2,                                                                                # OTD-2
        one_bet=True,
    )  # fmt: skip


def analyze(game: OnTheDraw, stake: int | Fraction = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Both bets; `stake` is the Ante and the Trips bet in dollars, which only flat prizes depend on."""
    solution = solve(streets(game, stake), _pack(deck))
    return {
        "main": _main(game, solution.game, solution.tally, solution.expected_value),
        "trips": _trips(game, solution, stake),
    }


def _main(game: OnTheDraw, as_streets: Streets, tally: StreetCounts, expected_value: Fraction) -> Analysis:
    return analyze_tally(as_streets, tally, expected_value, "main", "ante", game.paytables["play"])


def _trips(game: OnTheDraw, solution: Solution, dollars: int | Fraction) -> Analysis:
    """Trips on every final hand, or, where a fold gives it up, as the best main play leaves it (OTD-10, OTD-19)."""
    rows = solution.game.rows
    counts = final_hands(solution.pack, CARDS, rows)
    if game.settings.fold_forfeits_trips:
        ended = zip(*solution.tally.ended.values(), strict=True)
        counts = dict(zip(rows.names, map(sum, ended), strict=True)) | {
            FOLD: sum(map(sum, solution.tally.folded.values()))
        }
    return analyze_counts("trips", counts, game.paytables["trips"], dollars)


def advise(
    game: OnTheDraw,
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: int | Fraction = 1,
) -> dict[str, Fraction]:
    """What each action is worth, net per Ante, to one who holds four cards and sees none, one or both streets."""
    if variant is not None:
        raise Refused(f"On the Draw is one game; there is no variant {variant!r}")
    if len(cards) != OWN_CARDS:
        raise Refused(f"a player of On the Draw holds four cards; {len(cards)} were given")
    if len(board) > 2:
        raise Refused(f"the board is 5th Street, or 5th and 6th, or nothing yet; {len(board)} cards were given")
    seen = (*cards, *board)
    refuse_duplicates(seen)
    return solve(streets(game, stake), _pack(None)).advise(seen)


def policy(game: OnTheDraw) -> dict[int, Ints]:
    """Where to bet: for four, five and six cards seen, a bit for each set of cards, set if betting is best.

    Cards a < b < c ... are set number C(a, 1) + C(b, 2) + C(c, 3) + ...; its bit is bit n % 8 of byte n // 8.
    """
    return {seen: np.packbits(every_set(bets, seen), bitorder="little") for seen, bets in policy_by_class(game).items()}


def policy_by_class(game: OnTheDraw, stake: int | Fraction = 1) -> dict[int, Ints]:
    """The same for each class of cards up to the names of suits, a byte each, as `class_number` numbers them."""
    solution = solve(streets(game, stake), _pack(None))
    return {
        here.seen: solution.choices[street, 0].taken[solution.futures[here.seen].of]
        for street, here in enumerate(solution.game.streets)
    }


def stripped(game: OnTheDraw, stake: int | Fraction = 1, deck: Sequence[Card] | None = None) -> Stripped:
    """The main bet for one who knows that cards are gone; Trips leaves no choice."""
    ordinary = solve(streets(game, stake), _pack(deck))
    return Stripped(ordinary.pack.deck, lambda left: {"main": streets_stripped.informed(ordinary, left)}, decks=24)


def contest(game: OnTheDraw) -> Contest:
    """The Cincy Pot: a flush or better wins it (OTD-P2), both streets being in every hand."""
    return Contest(Poker.FLUSH, shared=2)


def strategy_analysis(game: OnTheDraw, stake: int | Fraction = 1) -> Analysis:
    """The main bet as the rules of `strategy.py` play it, which is the same whatever the bets pay."""
    as_streets, pack = streets(game, stake), _pack(None)

    def by_the_rules() -> Plan:
        return plan_by(as_streets, pack, lambda seen, wager, legal: legal[1] if bets(seen) else legal[0])

    plan = kept("on-the-draw-strategy", version_of(strategy.__name__), by_the_rules)
    tally = play_out(as_streets, pack, plan)
    return _main(game, as_streets, tally, mean(as_streets, tally))


def _pack(deck: Sequence[Card] | None) -> Pack:
    return Pack(DECK if deck is None else tuple(deck))
