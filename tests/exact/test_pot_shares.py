"""A pot of three hands where a fold gives up a share: the best play, against every deal of a small pack on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from tests.contract.walks import odds
from tests.exact.test_together import on_the_draw_net

from croupier.arrays import Ints
from croupier.cards import Card, parse_cards
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue
from croupier.exact.game_mathematics import AskedHand
from croupier.exact.hand_counts.contests import Contest
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.shared_money.pot_shares import weighed_with_share, with_share
from croupier.exact.shared_money.pot_stake import apart
from croupier.exact.shared_money.rival_hands import shared_with
from croupier.exact.solver import solver_of
from croupier.exact.valued_bet import ValuedBet
from croupier.games import game_named
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import PayTable

PACK = parse_cards("As Ks 9s 8s 6s 3s Ad 9d 5h 7c 2c Jd Th 4s Qs 3d 8h")
"""Two shared cards and three hands of five are all of it."""
PLACES = range(len(PACK))
MULTIPLES = (1, 1, 9)
FLAT = PayTable.build("play", "flat", dict.fromkeys(odds(game_named("on-the-draw")(), "play"), "1:1"))
"""A table with which hands are folded that may still come to a flush."""
WORDS = "main=1,cincy-pot=1,participants=3,rake=0"
UNITS, SIXTHS = 1, 6
"""Amounts on paper are in sixths of a unit, for a pot may be divided among two or three."""
OWN = parse_cards("As 6s 5h 7c")


def solver() -> StreetsSolver:
    game = game_named("on-the-draw").choose({"play_multiples": ",".join(map(str, MULTIPLES))}, custom=(FLAT,))
    mathematics = solver_of(game).mathematics
    assert isinstance(mathematics, StreetsSolver)
    return mathematics


@cache
def hands_by_set() -> dict[int, Hand]:
    """By seven cards, as bits of their places."""
    return {
        sum(1 << place for place in seven): poker_hand([PACK[place] for place in seven])
        for seven in combinations(PLACES, 7)
    }


@cache
def strength_by_set() -> Ints:
    """By seven cards: the place of the hand among all of them, or 0 if it cannot win a pot."""
    hands = hands_by_set()
    order = {hand: place for place, hand in enumerate(sorted(set(hands.values())), 1)}
    ranked = np.zeros(1 << len(PACK), np.int32)
    for cards, hand in hands.items():
        ranked[cards] = order[hand] if hand.category >= Poker.FLUSH else 0
    return ranked


def with_board(board: int) -> dict[int, list[int]]:
    """By four own cards, what a fold and each Play bet from the last one net, in sixths and over all deals to come."""
    ranked, rest = strength_by_set(), [place for place in PLACES if not board >> place & 1]
    fives = [sum(1 << place for place in five) for five in combinations(rest, 5)]
    left = np.array([[1 << place for place in rest if not five >> place & 1] for five in fives])
    splits = np.array(list(combinations(range(10), 5)))
    one = left[:, splits].sum(axis=2)
    theirs = ranked[board | one], ranked[board | (left.sum(axis=1)[:, None] - one)]
    mine = ranked[board | np.array(fives)][:, None]
    best_other = np.maximum(*theirs)
    best = np.maximum(mine, best_other)
    winners = np.maximum(1, (mine == best).astype(int) + (theirs[0] == best) + (theirs[1] == best))
    stays = np.where(best == 0, 0, np.where(mine == best, SIXTHS * 3 * UNITS // winners, 0) - SIXTHS * UNITS)
    folds = np.where(best_other > 0, -SIXTHS * UNITS, 0)
    pays = odds(solver().game, "play")
    found: dict[int, list[int]] = defaultdict(lambda: [0] * (1 + len(MULTIPLES)))
    for five, stayed, folded in zip(fives, stays.sum(axis=1).tolist(), folds.sum(axis=1).tolist(), strict=True):
        hand = hands_by_set()[board | five]
        nets = [
            int(SIXTHS * on_the_draw_net(multiple, hand, pays)) * len(splits) + (stayed if multiple else folded)
            for multiple in (0, *MULTIPLES[::-1])
        ]
        for place in PLACES:
            if five >> place & 1:
                own = found[five ^ 1 << place]
                own[:] = (so_far + net for so_far, net in zip(own, nets, strict=True))
    return found


def bits(cards: Sequence[Card]) -> int:
    return sum(1 << PACK.index(card) for card in cards)


@pytest.mark.confirm
@pytest.mark.rule("OTD-P2", "OTD-P3", "OTD-P12")
def test_three_hands_play_for_a_pot_nearly_as_well_as_every_deal_on_paper_allows() -> None:
    boards = {board: with_board(board) for pair in combinations(PLACES, 2) for board in [sum(1 << at for at in pair)]}
    best = {}
    for own in (sum(1 << place for place in four) for four in combinations(PLACES, 4)):
        rest = [1 << place for place in PLACES if not own >> place & 1]
        ends = {sum(pair): boards[sum(pair)][own] for pair in combinations(rest, 2)}
        fifth = [
            max(sum(max(of[:2]) for of in after), sum(of[2] for of in after))
            for first in rest
            for after in [[ends[first | other] for other in rest if other != first]]
        ]
        best[own] = sum(fifth), 2 * sum(of[3] for of in ends.values())
    per_own = SIXTHS * 13 * 12 * 11 * comb(10, 5)
    on_paper = sum(map(max, best.values())) / (per_own * len(best))
    mathematics = solver()
    solved = mathematics.together(WORDS, deck=PACK)
    assert isinstance(solved, EstimatedBet) and solved.chosen and solved.told().exact is False
    least, most = (float(Fraction(word.strip("."))) for word in solved.assumptions[-1].split() if "/" in word)
    assert least <= on_paper <= most
    error = 4 * solved.standard_error
    assert on_paper - 0.002 - error < solved.estimate < on_paper + error
    check, play = (total / per_own for total in best[bits(OWN)])
    pot = apart(WORDS, mathematics.game)[1]
    assert pot is not None
    options = mathematics.solved_with_pot(WORDS, deck=PACK).followed(OWN)
    values = weighed_with_share(options, pot, Contest(pot.least, shared=2), OWN, deck=PACK)
    assert abs(values["play-1x"].estimate - play) < 4 * values["play-1x"].standard_error
    error = 4 * values["check"].standard_error
    assert check - 0.01 - error < values["check"].estimate < check + error


@pytest.mark.confirm
@pytest.mark.rule("OTD-P2", "OTD-P3", "OTD-P12")
def test_a_hand_among_three_is_weighed_as_every_deal_on_paper_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.exact.shared_money.pot_shares.SAMPLED", 50_000)
    board, mathematics = parse_cards("9s 8s"), solver()
    pot = apart(WORDS, mathematics.game)[1]
    assert pot is not None
    options = mathematics.solved_with_pot(WORDS, deck=PACK).followed(OWN, board)
    values = weighed_with_share(options, pot, Contest(pot.least, shared=2), OWN, board, PACK)
    on_paper = dict(zip(("fold", "play-9x"), with_board(bits(board))[bits(OWN)], strict=False))
    for action, total in on_paper.items():
        exact = total / (SIXTHS * 11 * comb(10, 5))
        assert abs(values[action].estimate - exact) < 4 * values[action].standard_error


@pytest.mark.confirm
@pytest.mark.rule("OTD-P12", "CS-P10")
def test_two_hands_are_sampled_as_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.exact.shared_money.pot_shares.SAMPLED", 50_000)
    words, streets, pack = "main=1,cincy-pot=2,rake=0", solver(), PACK[:14]
    pot, house = apart(words, streets.game)[1], streets.together("main=1", deck=pack)
    assert pot is not None and isinstance(house, Analysis)
    given_up = streets.solved_with_pot(words, deck=pack).given_up()
    assert given_up.often
    shared = with_share(house, words, "ante", pot, Contest(pot.least, shared=2), given_up, pack)
    counted = streets.together(words, deck=pack)
    assert isinstance(shared, EstimatedBet) and isinstance(counted, Analysis)
    assert abs(shared.estimate - counted.expected_value) < 4 * shared.standard_error

    showdown = solver_of(game_named("cincinnati-stud").choose({"play_multiples": "9"})).mathematics
    assert isinstance(showdown, ShowdownSolver)
    pack = parse_cards("As Ad Kh Qs Jc Td 9h 9c 8s 7d 6s 5h 4c 3d 2s")
    pot, played = apart(words, showdown.game)[1], showdown.read("main=1").played(pack)
    assert pot is not None
    given_up_too = showdown._given_up(showdown.read(words), played, pot)
    assert given_up_too is not None and given_up_too.often
    shared = with_share(played.analysis(words, "ante"), words, "ante", pot, Contest(pot.least), given_up_too, pack)
    counted_too = showdown.together(words, deck=pack)
    assert isinstance(shared, EstimatedBet) and isinstance(counted_too, ValuedBet)
    assert abs(shared.estimate - counted_too.expected_value) < 4 * shared.standard_error


def test_a_share_among_independent_hands_is_as_their_ties_on_paper_say() -> None:
    for above, tied, able, hands, rivals in (
        (10, 5, 40, 100, 2),
        (0, 0, 7, 50, 3),
        (3, 9, 20, 60, 4),
        (3, 9, 20, 60, 1),
    ):
        equal, below = Fraction(tied, hands), Fraction(hands - above - tied, hands)
        part = sum(
            comb(rivals, ties) * equal**ties * below ** (rivals - ties) / (1 + ties) for ties in range(rivals + 1)
        )
        shares, unable = shared_with(above, tied, able, hands, rivals)
        assert abs(shares - 2 * hands * part) <= Fraction(1, 2)
        assert abs(unable - hands * Fraction(hands - able, hands) ** rivals) <= Fraction(1, 2)


@pytest.mark.parametrize(("cards", "board"), [("9s 8s 7s 2d", ""), ("9s 8s 7s 2d", "6s"), ("9s 8s 7s 2d", "6s Kd")])
@pytest.mark.parametrize("rules", [{}, {"fold_forfeits_trips": "true"}])
def test_a_hand_among_four_is_advised_on_at_every_street(cards: str, board: str, rules: dict[str, str]) -> None:
    solver = solver_of(game_named("on-the-draw").choose(rules))
    asked = AskedHand(parse_cards(cards), parse_cards(board), "main=1,trips=1,cincy-pot=1,participants=4")
    alone = solver.advise(asked.cards, asked.board, "main=1,trips=1")
    told = solver.weigh(asked)
    assert told.keys() == alone.keys()
    for action, value in told.items():
        assert isinstance(value, EstimatedValue) and -1 <= value.estimate - alone[action] <= 3, action
