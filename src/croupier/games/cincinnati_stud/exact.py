"""The solver of Cincinnati Stud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.contests import Contest
from croupier.exact.informed import Stripped
from croupier.exact.paid import analyze_counts, net
from croupier.exact.showdown import Choice, Counts, Line, Played, Result, Showdown, showdown_stripped
from croupier.exact.store import kept, version_of
from croupier.games.cincinnati_stud.rules import CincinnatiStud
from croupier.games.cincinnati_stud.strategy import RULES, legal_action, rule_for
from croupier.hands import JACK, Hand, Poker
from croupier.odds import PUSH

SIX_AND_ONE_UNSEEN: Final = Showdown("poker", seen=6, unseen=1, dealer_cards=7)
"""Six cards seen and 7th Street unseen (CS-3), the dealer's seven (CS-4), and no qualifier (CS-6)."""

HANDS: Final = {kind.row: Hand(kind, (2,)) for kind in Poker} | {"jacks-or-better": Hand(Poker.PAIR, (JACK,))}
"""A hand of each row."""


def analyze(game: CincinnatiStud, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
    """Both bets; `stake` is the Ante and the Trips bet in dollars, which only flat prizes depend on."""
    counts = SIX_AND_ONE_UNSEEN.count(deck)
    main = Played(counts, _choices(game, stake)).analysis("main", "ante", _line(game))
    best_first = dict(reversed(counts.complete.items()))
    return {"main": main, "trips": analyze_counts("trips", best_first, game.paytables["trips"], stake)}  # CS-8


def advise(
    game: CincinnatiStud,
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: Fraction | int = 1,
) -> dict[str, Fraction]:
    """What each action is worth with six cards, per Ante of so many dollars."""
    if board or variant is not None:
        raise Refused("Cincinnati Stud has no board and no variants; give only the player's six cards")
    if len(cards) != SIX_AND_ONE_UNSEEN.seen:
        raise Refused(f"a player of Cincinnati Stud sees six cards; {len(cards)} were given")
    played = Played(SIX_AND_ONE_UNSEEN.count(), _choices(game, stake))
    return {choice.action: value for choice, value in zip(played.choices, played.values(cards), strict=True)}


def policy(game: CincinnatiStud) -> Ints:
    """The best action for every six cards: two bits each, 0 to fold, 1 for the least Play bet, 2 for the most.

    Cards a < b < ... < f are set number n = C(a, 1) + C(b, 2) + ... + C(f, 6); its bits are 2 (n % 4) and the next of
    byte n // 4. What lies between the least and the most is never better than both, a Play bet being even money.
    """
    choices = _choices(game)
    every, _ = Played(SIX_AND_ONE_UNSEEN.count(), [choices[0], choices[1], choices[-1]]).every_hand()
    packed: Ints = every[0::4] | every[1::4] << 2 | every[2::4] << 4 | every[3::4] << 6
    return packed


def policy_by_class(game: CincinnatiStud, stake: Fraction | int = 1) -> Ints:
    """The same for each class of six cards up to the names of suits, a byte each, as `class_number` numbers them."""
    choices = _choices(game, stake)
    return Played(SIX_AND_ONE_UNSEEN.count(), [choices[0], choices[1], choices[-1]]).every_class()


def stripped(game: CincinnatiStud, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
    """The main bet for one who knows that cards are gone; Trips leaves no choice."""
    ordinary = {"main": Played(SIX_AND_ONE_UNSEEN.count(deck), _choices(game, stake))}
    return Stripped(ordinary["main"].counts.deck, lambda left: showdown_stripped.informed(ordinary, left), decks=6)


def contest(game: CincinnatiStud) -> Contest:
    """The Cincy Pot: two pair or better wins it (CS-P4), and it is divided after the tenth game (CS-P5)."""
    return Contest(Poker.TWO_PAIR, games=10, dealer=game.settings.dealer_participates)


def strategy_analysis(game: CincinnatiStud, stake: Fraction | int = 1) -> Analysis:
    """The main bet as the rules of `strategy.py` play it."""
    counts = SIX_AND_ONE_UNSEEN.count()
    played = Played(counts, _choices(game, stake))
    rules = kept("cincinnati-stud-strategy", version_of(__name__), lambda: {"rules": rules_by_class(counts)})
    chosen = by_strategy(rules["rules"], [choice.action for choice in played.choices])
    return played.analysis("main", "ante", _line(game), chosen)


def rules_by_class(counts: Counts) -> Ints:
    """The number of the rule that fits each class; rules look at nothing but its ranks and its longest suit."""
    vectors, vector, suited = counts.ranks_and_suits()
    alike, where = np.unique(vector * 8 + suited, return_inverse=True)
    rules = np.empty(len(alike), np.int8)
    for i, (at, longest) in enumerate(zip(alike // 8, alike % 8, strict=True)):
        ranks = [rank + 2 for rank in range(13) for _ in range(vectors[at, rank])]
        rules[i] = RULES.index(rule_for(ranks, int(longest)))
    return rules[where]


def by_strategy(rules: Ints, actions: Sequence[str]) -> Ints:
    """What the rules of each class choose among these actions."""
    chosen = np.array([actions.index(legal_action(rule, actions)) for rule in RULES], np.int8)
    return chosen[rules]


def _choices(game: CincinnatiStud, stake: Fraction | int = 1) -> list[Choice]:
    """To fold, losing Ante and Blind, or any of the Play bets, the least first (CS-5)."""
    plays = [
        Choice(f"play-{multiple}x", 2 + multiple, partial(_net, game, stake, multiple))
        for multiple in sorted(set(game.settings.play_multiples))
    ]
    return [Choice("fold", 2, lambda row, result: -2, folds=True), *plays]


def _net(game: CincinnatiStud, stake: Fraction | int, multiple: int, row: str, result: Result) -> Fraction:
    """What Ante, Play and Blind net together (CS-7)."""
    match result:
        case Result.WIN:
            return 1 + multiple + net(game.blind_pays(HANDS[row]), 1, stake)
        case Result.TIE:
            return Fraction(0)
        case _:
            return Fraction(-2 - multiple)


def _line(game: CincinnatiStud) -> Callable[[Choice, str, Result], Line]:
    """Wins by the hand that won, with what the Blind pays."""

    def line(choice: Choice, row: str, result: Result) -> Line:
        if choice.folds or result is Result.LOSE:
            return "fold" if choice.folds else "lose", None
        if result is Result.TIE:
            return "tie", PUSH
        return f"win with {row}", game.blind_pays(HANDS[row])

    return line
