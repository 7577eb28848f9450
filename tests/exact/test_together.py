"""Bets of one seat together: their joint value and spread, against deals through the table and counts on paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.contract import direct
from tests.contract.walks import PACKS, UNIT, lines, odds, prizes, small_game

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet, EstimatedValue
from croupier.exact.hand_counts.contests import Contest, pot_odds
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT, strengths
from croupier.exact.reading.as_showdown import ShowdownSolver
from croupier.exact.reading.as_streets import StreetsSolver
from croupier.exact.shared_money.pot_shares import Followed, pot_nets, weighed_with_share, with_share
from croupier.exact.shared_money.pot_stake import PotStake, apart
from croupier.exact.shoe import solve
from croupier.exact.solver import AskedHand, solver_of
from croupier.exact.streets.pot_gains import NONE
from croupier.exact.valued_bet import ValuedBet
from croupier.games import game_named
from croupier.games.draw_n_shoot_21.exact import points, twenty_one_game, twenty_one_pays
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21
from croupier.hands import Hand, Poker, poker_hand
from croupier.table.chance import Stacked
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import view

TWO_GAMES = ("five-card-draw", "deuces-never-loses")


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("variant", TWO_GAMES)
def test_big_draw_and_first_5_spread_as_the_same_hands_pay_both(variant: str) -> None:
    game, pack = small_game("big-draw"), PACKS[variant]
    pays = {
        bet: direct.five_card_pays(
            variant,
            odds(game, f"{variant}/{bet}"),
            {row: net / 2 for row, net in prizes(game, f"{variant}/{bet}").items()},
        )
        for bet in ("big-draw", "first-5")
    }
    firsts, bests = [], []
    for hand in combinations(pack, 5):
        others = [card for card in pack if card not in hand]
        held = [kept for size in range(6) for kept in combinations(hand, size)]
        draws = [
            mean([pays["big-draw"]((*kept, *more)) for more in combinations(others, 5 - len(kept))]) for kept in held
        ]
        bests.append(max(draws))
        firsts.append(2 * pays["first-5"](hand))
    solver, words = solver_of(game), f"{variant}/big-draw=1,{variant}/first-5=2"
    both = solver.together(words, Fraction(UNIT, 100), pack)
    alone = [solver.together(f"{variant}/{bet}=1", Fraction(UNIT, 100), pack) for bet in pays]
    first = solver.analyze(Fraction(2 * UNIT, 100), pack)[f"{variant}/first-5"]
    assert both.expected_value == mean(firsts) + mean(bests)
    covariance = mean([one * best for one, best in zip(firsts, bests, strict=True)]) - mean(firsts) * mean(bests)
    assert covariance
    assert both.variance == alone[0].variance + 4 * first.variance + 2 * covariance
    assert (both.bet, both.average_wager) == (words, 3)


def test_big_draw_advises_on_holds_with_what_first_5_has_won() -> None:
    solver, cards = solver_of(small_game("big-draw")), parse_cards("Js Jd 8c 8h 8s")
    alone = solver.advise(cards, stake=5)
    first = solver.together("first-5=1", 5)
    full_house = next(row for row in first.rows if row.row == "full-house")
    both = solver.advise(cards, variant="big-draw=1,first-5=1", stake=5)
    assert {hold: value - alone[hold] for hold, value in both.items()} == dict.fromkeys(
        alone, full_house.returns / full_house.probability
    )


def test_bets_of_two_games_of_big_draw_are_not_taken_together() -> None:
    with pytest.raises(Refused, match="more than one game"):
        solver_of(small_game("big-draw")).together("five-card-draw/big-draw=1,deuces-never-loses/first-5=1")


def test_21_and_quickcraps_spread_as_one_card_and_one_roll_pay_both() -> None:
    game, shoe = small_game("draw-n-shoot-21"), PACKS["draw-n-shoot-21"]
    assert isinstance(game, DrawNShoot21)
    play = solve(twenty_one_game(game, shoe), twenty_one_pays(game)).play

    def best(cards: tuple[Card, ...], legal: list[str]) -> str:
        hand = tuple(map(points, cards))
        if legal[0].startswith("raise"):
            return f"raise-{play.raises(hand)}"
        return "hit" if play.draws(hand) else "stand"

    dealt = list(lines("draw-n-shoot-21", ("ante", "craps"), best))
    both = solver_of(game).together("twenty-one=1,quickcraps=1", deck=shoe)
    outcomes: dict[Fraction, Fraction] = {}
    for line in dealt:
        net = Fraction(line.net, UNIT)
        outcomes[net] = outcomes.get(net, Fraction(0)) + line.probability
    assert both.outcomes == outcomes
    apart = solver_of(game).analyze(deck=shoe)
    assert both.variance != apart["twenty-one"].variance + apart["quickcraps"].variance


def test_quickcraps_leaves_the_choices_of_21_as_far_apart_as_they_are() -> None:
    solver = solver_of(DrawNShoot21())
    cards = solver.read_cards("4 3")
    alone, both = solver.advise(cards), solver.advise(cards, variant="twenty-one=1,quickcraps=1/2")
    assert both["hit"] - both["stand"] == alone["hit"] - alone["stand"]
    assert both["hit"] - alone["hit"] == Fraction(1, 2) * Fraction(3 * 10 + 40 + 4 - 22, 36)


POT_PACK = parse_cards("As Ks 9s 8s 6s Ad 9d 5h 7c 2c Jd Th")
"""Flushes of one suit only, and full houses are rare."""


def of_seven(cards: frozenset[Card], known: dict[frozenset[Card], Hand]) -> Hand:
    if cards not in known:
        known[cards] = poker_hand(tuple(cards))
    return known[cards]


def pot_net(mine: Hand | None, other: Hand, units: Fraction, prize: Fraction, least: Poker) -> Fraction:
    """The pot by its rules: the best hand of those that are good enough takes it, two that are equal divide it."""
    able = [hand for hand in (mine, other) if hand is not None and hand.category >= least]
    if not able:
        return Fraction(0)
    won = mine is not None and mine == max(able)
    return prize / able.count(max(able)) - units if won else -units


def on_the_draw_net(multiple: int, hand: Hand, pays: Mapping[str, Fraction]) -> Fraction:
    """Ante, Blind and Play, or with no multiple a fold."""
    if multiple == 0:
        return Fraction(-2)
    if hand.category < Poker.TWO_PAIR:
        return Fraction(-2 - multiple)
    return multiple * pays[hand.row] + 1 + (hand.category > Poker.TWO_PAIR)


def on_the_draw_on_paper(
    pack: tuple[Card, ...], multiples: tuple[int, int, int], units: Fraction, rake: Fraction
) -> dict[Fraction, Fraction]:
    """The distribution of the main bet and the pot played best together, by trying every choice of every deal."""
    pays, prize, known = odds(game_named("on-the-draw")(), "play"), 2 * units - rake, dict[frozenset[Card], Hand]()
    net = cache(
        lambda multiple, mine, other: (
            on_the_draw_net(multiple, mine, pays)
            + pot_net(mine if multiple else None, other, units, prize, Poker.FLUSH)
        )
    )

    def ended(own: frozenset[Card], board: frozenset[Card]) -> list[Counter[Fraction]]:
        """What a fold, and a Play bet of each street from the last, net with this board."""
        deals = Counter(
            (of_seven(own | board | {last}, known), of_seven(board.union(theirs), known))
            for last in set(pack) - own - board
            for theirs in combinations(set(pack) - own - board - {last}, 5)
        )
        ends = []
        for multiple in (0, *multiples[::-1]):
            ends.append(Counter[Fraction]())
            for (mine, other), count in deals.items():
                ends[-1][net(multiple, mine, other)] += count
        return ends

    def value(nets: Counter[Fraction]) -> Fraction:
        return sum((net * count for net, count in nets.items()), Fraction(0))

    def best(choices: list[Counter[Fraction]]) -> Counter[Fraction]:
        return max(choices, key=value)

    total: Counter[Fraction] = Counter()
    for own in map(frozenset, combinations(pack, 4)):
        rest = set(pack) - own
        sixth = {board: ended(own, board) for board in map(frozenset, combinations(rest, 2))}
        fifth: dict[Card, list[Counter[Fraction]]] = {}
        for first in rest:
            boards = [ends for board, ends in sixth.items() if first in board]
            summed = [best(ends[:2]) for ends in boards], [ends[2] for ends in boards], [ends[3] for ends in boards]
            fifth[first] = [sum(part, Counter()) for part in summed]
        total += best(
            [
                sum((best(ends[:2]) for ends in fifth.values()), Counter()),
                sum((ends[2] for ends in fifth.values()), Counter()),
            ]
        )
    cases = sum(total.values())
    return {net: Fraction(count, cases) for net, count in total.items()}


@pytest.mark.confirm
@pytest.mark.rule("OTD-P2", "OTD-P3", "OTD-P12")
def test_on_the_draw_with_a_pot_is_played_as_every_deal_on_paper_says() -> None:
    solver = solver_of(game_named("on-the-draw").choose({"play_multiples": "1,1,9"}))
    solved = solver.together("main=2,cincy-pot=24,rake=4", deck=POT_PACK)
    assert isinstance(solved, Analysis)
    assert solved.outcomes == on_the_draw_on_paper(POT_PACK, (1, 1, 9), Fraction(12), Fraction(2))
    assert solved.actions != solver.analyze(deck=POT_PACK)["main"].actions


@pytest.mark.confirm
@pytest.mark.rule("OTD-P12", "CS-P10")
def test_a_pot_that_a_fold_leaves_alive_changes_no_play_and_is_worth_nothing_to_two_alike() -> None:
    for name, pack in (("on-the-draw", POT_PACK), ("cincinnati-stud", PACKS["cincinnati-stud"])):
        solver = solver_of(game_named(name).choose({"fold_forfeits_pot_round": "false"}))
        both = solver.together("main=1,cincy-pot=12,rake=0", deck=pack)
        main = solver.analyze(deck=pack)["main"]
        assert (both.expected_value, both.actions) == (main.expected_value, main.actions)


def pot_round(
    game: Game[Any], pack: Sequence[Card], stacked: Sequence[Card], ante: int, pot: int, answers: list[str]
) -> int:
    """What Ann wins, in cents, where Bob always bets the most; her part of a pot that stays is still hers."""
    table = Table(game, pack=tuple(pack))
    table.sit(1, "Ann", 100_000)
    table.sit(2, "Bob", 100_000)
    round = Round(table, Stacked(stacked))
    for seat in (1, 2):
        round.bet(seat, {"ante": ante, "blind": ante, "cincy-pot": pot})
    question = game.question(view(round, 1))
    assert question is not None and question.variant is None
    assert question.with_pot == "main=1,cincy-pot=1/2,participants=2,rake=1/5"
    while round.waiting:
        seat = next(iter(round.waiting))
        decision = round.waiting[seat]
        assert decision is not None
        round.act(seat, answers.pop(0) if seat == 1 else decision.legal[-1])
    assert table.pot is not None
    return table.seats[1].stack - 100_000 + (pot if table.pot.balance else 0)


@pytest.mark.rule("OTD-P2", "OTD-P3", "OTD-P6", "OTD-P12")
def test_on_the_draw_with_a_pot_is_advised_on_as_a_table_of_two_deals_it() -> None:
    pack = (*POT_PACK, *parse_cards("7s 4s 8h"))
    own, board = parse_cards("As 7s 4s 8h"), parse_cards("9s 2c")
    game = game_named("on-the-draw").choose({"pot_rake": "2"})
    dealt: dict[str, list[int]] = {"fold": [], "play-1x": []}
    rest = [card for card in pack if card not in own + board]
    for last in rest:
        for others in combinations([card for card in rest if card != last], 5):
            for answer, nets in dealt.items():
                stacked = (*own, last, *others, *board)
                nets.append(pot_round(game, pack, stacked, 1000, 500, ["check", "check", answer]))
    mathematics = solver_of(game).mathematics
    assert isinstance(mathematics, StreetsSolver)
    advised = mathematics.solved_with_pot("main=1,cincy-pot=1/2,participants=2,rake=1/5", deck=pack).advise(own, board)
    assert advised == {answer: mean([Fraction(net, 1000) for net in nets]) for answer, nets in dealt.items()}


@pytest.mark.confirm
@pytest.mark.rule("OTD-P2", "OTD-P13")
def test_a_pot_among_two_who_fold_nothing_that_could_win_it_is_worth_nothing_to_either() -> None:
    mathematics = solver_of(game_named("on-the-draw")()).mathematics
    assert isinstance(mathematics, StreetsSolver)
    solution = mathematics.solved_with_pot("main=1,cincy-pot=5,rake=0")
    both = solution.analysis("both", "ante", mathematics.game.paytables["play"])
    assert both.expected_value == mathematics.analyze()["main"].expected_value
    ends = solution.endings()
    odds_of_two = pot_odds(Contest(Poker.FLUSH, shared=2), 2)
    assert 1 - odds_of_two.won == Fraction(int(ends[:, :, NONE].sum()), int(ends.sum()))


@pytest.mark.confirm
def test_a_four_flush_beats_and_ties_as_many_hands_as_are_listed() -> None:
    own, board = parse_cards("As Ks 7d 2h"), parse_cards("9s 3s")
    mathematics = solver_of(game_named("on-the-draw")()).mathematics
    gain = Fraction(0)
    rest = [card for card in DECK if card not in own + board]
    places = np.array(list(combinations(range(45), 5)))
    for last in rest:
        mine = int(strengths(np.array([[int(card) for card in (*own, *board, last)]], np.uint8))[0])
        if mine >= Poker.FLUSH << CATEGORY_SHIFT:
            others = np.array([int(card) for card in rest if card != last], np.uint8)[places]
            theirs = strengths(np.hstack([np.full((len(others), 2), [int(card) for card in board], np.uint8), others]))
            able = int((theirs >= Poker.FLUSH << CATEGORY_SHIFT).sum())
            won, tied = int((theirs < mine).sum()), int((theirs == mine).sum())
            gain += Fraction(2 * won + tied - (len(theirs) - able), 46 * len(theirs))
    alone = mathematics.advise(AskedHand(own, board))
    both = mathematics.advise(AskedHand(own, board, "main=1,cincy-pot=1,rake=0"))
    assert (both["play-1x"] - both["fold"]) - (alone["play-1x"] - alone["fold"]) == gain


@pytest.mark.rule("CS-P4", "CS-P7", "CS-P10")
def test_cincinnati_stud_with_a_pot_is_valued_as_three_hands_on_paper_say() -> None:
    pack = parse_cards("As Ad Ah Kh Kc Qs Qd Js Jc Ts Td 9h 9c 8s 8d 5s 5h 3c 3d 2s 2h")
    six, known = parse_cards("As Qs Ts 8s 5h 2h"), dict[frozenset[Card], Hand]()
    game = game_named("cincinnati-stud")()
    blinds, rest = odds(game, "blind"), [card for card in pack if card not in six]
    ways: Counter[tuple[Hand, Hand, int]] = Counter()
    for last in rest:
        mine = of_seven(frozenset((*six, last)), known)
        others = frozenset(rest) - {last}
        for theirs in map(frozenset, combinations(others, 7)):
            dealer = of_seven(others - theirs, known)
            ways[mine, of_seven(theirs, known), (mine > dealer) - (mine < dealer)] += 1
    values = dict.fromkeys(("fold", "play-1x", "play-2x"), Fraction(0))
    for (mine, other, won), count in ways.items():
        blind = blinds.get(mine.row, Fraction(0)) if won > 0 else won
        pot = pot_net(mine, other, Fraction(3), Fraction(6), Poker.TWO_PAIR)
        values["fold"] += count * (pot_net(None, other, Fraction(3), Fraction(6), Poker.TWO_PAIR) - 2)
        for multiple in (1, 2):
            values[f"play-{multiple}x"] += count * ((1 + multiple) * won + blind + pot)
    mathematics = solver_of(game).mathematics
    assert isinstance(mathematics, ShowdownSolver)
    read = mathematics.read("main=1,cincy-pot=3")
    valued = dict(zip(read.names(six), read.played(pack).values(six), strict=True))
    assert valued == {action: total / sum(ways.values()) for action, total in values.items()}


def test_a_pot_is_refused_in_one_line_where_it_cannot_be_counted() -> None:
    for name, words, said in (
        ("on-the-draw", "main=1,cincy-pot=1,participants=1", "2 to 9 participants"),
        ("on-the-draw", "main=1,cincy-pot=1,participants=20", "2 to 9 participants"),
        ("on-the-draw", "cincy-pot=1", "name that first"),
        ("on-the-draw", "main=1,participants=2", "name cincy-pot"),
        ("on-the-draw", "main=1,cincy-pot=0", "no pot"),
        ("on-the-draw", "main=1,cincy-pot=1,rake=3", "rake that it can pay"),
        ("on-the-draw", "main=1,cincy-pot=1,cincy-pot=1", "said once"),
        ("three-card-draw", "main=1,cincy-pot=1", "cincy-pot"),
    ):
        with pytest.raises(Refused, match=said):
            solver_of(game_named(name)()).together(words)


@pytest.mark.rule("CS-P1", "CS-P3")
def test_a_pot_against_the_dealer_alone_has_its_whole_distribution() -> None:
    game = game_named("cincinnati-stud").choose({"dealer_participates": "true"})
    pack = parse_cards("As Ad Ah Kh Kc Qs Qd Js Jc Ts Td 8s 8d 5s")
    solved = solver_of(game).together("main=1,cincy-pot=1,participants=1", deck=pack)
    assert isinstance(solved, Analysis)
    assert solved.assumptions


@pytest.mark.rule("OTD-P12", "CS-P10")
@pytest.mark.confirm
@pytest.mark.parametrize("name", ["on-the-draw", "cincinnati-stud"])
def test_pots_of_more_hands_are_valued_as_those_of_two_are_counted(name: str) -> None:
    mathematics, words = solver_of(game_named(name)()).mathematics, "main=1,trips=1/5,cincy-pot=2,rake=1/2"
    pot, house = apart(words, mathematics.game)[1], mathematics.together("main=1,trips=1/5")
    assert pot is not None and isinstance(house, Analysis)
    shared = with_share(house, words, "ante", pot, Contest(pot.least, shared=mathematics.shared_cards))
    counted = mathematics.together(words)
    assert isinstance(shared, ValuedBet) and isinstance(counted, Analysis | ValuedBet)
    assert (shared.expected_value, shared.average_wager) == (counted.expected_value, counted.average_wager)
    assert {action: share for action, share in counted.actions.items() if share} == shared.actions


def test_a_rake_that_nobody_can_count_is_estimated_between_exact_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.exact.hand_counts.contests.ROUNDS", 100_000)
    solver = solver_of(game_named("on-the-draw")())
    main = solver.analyze()["main"].expected_value
    free, raked = (solver.together(f"main=1,cincy-pot=1,participants=3,rake={rake}") for rake in (0, 1))
    assert isinstance(free, ValuedBet) and free.expected_value == main
    assert isinstance(raked, EstimatedBet) and raked.told().exact is False
    least, most = (Fraction(word.strip(".")) for word in raked.assumptions[-1].split() if "/" in word)
    assert float(least) <= raked.estimate <= float(most) < main
    one, two = (pot_odds(Contest(Poker.FLUSH, shared=2), hands).won for hands in (1, 2))
    assert isinstance(two, Fraction)
    assert main - Fraction(3 * one) / 3 < least and most < main - two / 3


@pytest.mark.confirm
def test_choices_with_a_pot_are_sampled_as_they_are_counted_against_one_hand() -> None:
    cards, board = parse_cards("As Ks 7d 2h"), parse_cards("9s 3s")
    mathematics = solver_of(game_named("cincinnati-stud")()).mathematics
    assert isinstance(mathematics, ShowdownSolver)
    six = (*cards, *board)
    words = "main=1,cincy-pot=4,rake=1"
    pot = apart(words, mathematics.game)[1]
    assert pot is not None
    alone = mathematics.advise(AskedHand(six))
    options = {action: Followed(value, np.array(action == "fold")) for action, value in alone.items()}
    values = weighed_with_share(options, pot, Contest(pot.least), six)
    for action, exact in mathematics.advise(AskedHand(six, variant=words)).items():
        assert abs(values[action].estimate - exact) < 4 * values[action].standard_error
    three = mathematics.weigh(AskedHand(six, variant=f"{words},participants=3"))
    assert all(isinstance(value, EstimatedValue) for value in three.values())


def test_what_a_pot_nets_is_as_it_is_said_on_paper() -> None:
    pot = PotStake("pot", Fraction(3), 3, True, Fraction(2), Poker.FLUSH, False)
    ranked = np.random.default_rng(5).integers(0, 9, (4, 400))
    stayed, folded = pot_nets(ranked, 6, pot)
    for mine, *others, stays, folds in zip(*ranked.tolist(), stayed, folded, strict=True):
        winners = [hand for hand in (mine, *others) if hand == max(mine, *others) and hand >= 6]
        won = Fraction(4 * 3 - 2, len(winners)) if mine in winners else 0
        assert stays == pytest.approx(float(won - 3 if winners else 0))
        assert folds == (-3 if max(others) >= 6 else 0)
