"""The shared board family: stripped decks by plain enumeration, boards of a whole deck by brute force, and classics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.board import (
    BoardChoice,
    BoardGame,
    BoardOption,
    BoardPath,
    BoardSolution,
    Policy,
    mean,
    play_out,
    solve,
)
from croupier.exact.board.board_branches import read_choice
from croupier.exact.board.board_places import find_place, places
from croupier.exact.board.board_showdowns import count_dealers, rank_pairs, room_for
from croupier.exact.board.board_tree import hands_of
from croupier.exact.futures import by_poker_row, rows_by
from croupier.exact.hand_counts.evaluate import BIT, strengths
from croupier.exact.result import Line, Result
from croupier.exact.seen import Pack
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import Odds

WHOLE = Pack()
BLIND = {"royal-flush": 500, "straight-flush": 50, "four-of-a-kind": 10, "full-house": 3, "flush": 1.5, "straight": 1}
CASINO_ANTE = {"royal-flush": 100, "straight-flush": 20, "four-of-a-kind": 10, "full-house": 3, "flush": 2}
Cards = frozenset[Card]

FOLD = BoardOption("fold", folds=True)
CHECK = BoardOption("check")

HIGH = parse_cards("As Ks Qs Js Ts Ah Kh Ad Qd 2c")
MIXED = parse_cards("Ks Kd Qs Th 8c 7h 5c 3s 3d 2c")
LOW = parse_cards("2h 3h 4h 5h 6h Ah 2c 3c Ac 4d")


def raises(multiple: int) -> BoardOption:
    return BoardOption(f"raise-{multiple}x", multiple)


def one_raise(path: BoardPath, row: str, result: Result) -> Fraction:
    """Ultimate Texas Hold'em: the Ante pushes against no pair, the Blind is paid by table, and the raise is even."""
    raised = int(path[-1].removeprefix("raise-").removesuffix("x"))
    if result % 3 == Result.LOSE:
        return Fraction(-1 - raised - result.qualified)
    if result % 3 == Result.TIE:
        return Fraction(0)
    return Fraction(BLIND.get(row, 0)) + raised + result.qualified


def ultimate() -> BoardGame:
    return BoardGame(
        choices={
            (): BoardChoice(0, (raises(4), raises(3), CHECK)),
            ("check",): BoardChoice(3, (CHECK, raises(2))),
            ("check", "check"): BoardChoice(5, (raises(1), FOLD)),
        },
        rows=rows_by(by_poker_row),
        settle=one_raise,
        forfeit=lambda path: Fraction(-2),
        antes=2,
        qualifier=Hand(Poker.PAIR),
    )


def casino(path: BoardPath, row: str, result: Result) -> int:
    """Casino Hold'em: the Ante is paid by table, the call pushes against a dealer below a pair of fours."""
    if not result.qualified:
        return CASINO_ANTE.get(row, 1)
    return {Result.LOSE: -3, Result.TIE: 0, Result.WIN: CASINO_ANTE.get(row, 1) + 2}[result]


def casino_holdem() -> BoardGame:
    return BoardGame(
        choices={(): BoardChoice(3, (FOLD, BoardOption("call", 2)))},
        rows=rows_by(by_poker_row),
        settle=casino,
        forfeit=lambda path: -1,
        qualifier=Hand(Poker.PAIR, (4,)),
    )


def bonus(straight_pays: bool, path: BoardPath, row: str, result: Result) -> int:
    """Texas Hold'em Bonus: the Ante wins with a straight, or a flush, and pushes with less; the other bets are even."""
    bets = 2 + path.count("bet")
    if result == Result.LOSE:
        return -1 - bets
    if result == Result.TIE:
        return 0
    pushes = ["high-card", "pair", "jacks-or-better", "two-pair", "three-of-a-kind"] + ["straight"] * (
        not straight_pays
    )
    return bets + (row not in pushes)


def holdem_bonus(straight_pays: bool = True) -> BoardGame:
    later = (CHECK, BoardOption("bet", 1))
    return BoardGame(
        choices={
            (): BoardChoice(0, (FOLD, BoardOption("play", 2))),
            ("play",): BoardChoice(3, later),
            ("play", "check"): BoardChoice(4, later),
            ("play", "bet"): BoardChoice(4, later),
        },
        rows=rows_by(by_poker_row),
        settle=partial(bonus, straight_pays),
        forfeit=lambda path: -1,
    )


def pairs_apart(hand: Hand) -> str:
    return f"pair-{hand.ranks[0]}" if hand.category is Poker.PAIR else hand.row


def odd(path: BoardPath, row: str, result: Result) -> Fraction:
    """Payouts in which everything counts: the path, the rank of a pair and each of the six results."""
    size = 1 + len(path) + 2 * path.count("bet") + Fraction(path.count("more"), 3)
    high = {"pair-14": 5, "pair-2": -1, "flush": 3}.get(row, 0)
    return size * (-2, Fraction(1, 7), 1, -1, Fraction(1, 2), 2)[result] + high


def odd_game(board: int = 5) -> BoardGame:
    """Two or three choices as one goes, one of them with one option only, folds at each, four board cards in steps."""
    last = board - 1
    return BoardGame(
        choices={
            (): BoardChoice(1, (BoardOption("more", 1), BoardOption("bet", 2), FOLD, CHECK)),
            ("check",): BoardChoice(last, (CHECK, BoardOption("bet", 1), FOLD)),
            ("check", "bet"): BoardChoice(board, (BoardOption("stay"), BoardOption("leave", folds=True))),
            ("more",): BoardChoice(board, (FOLD, BoardOption("bet", 2), CHECK)),
            ("bet",): BoardChoice(last, (CHECK,)),
            ("bet", "check"): BoardChoice(board, (FOLD, BoardOption("more", Fraction(1, 3)))),
        },
        rows=rows_by(pairs_apart),
        settle=odd,
        forfeit=lambda path: Fraction(-3 - 2 * path.count("bet"), 2),
        qualifier=Hand(Poker.PAIR, (5,)),
        board=board,
    )


class Enumerated:
    """A game on a small deck by dealing every card, with the ranking of the rule book and nothing of the solver's."""

    def __init__(self, game: BoardGame, row_of: Callable[[Hand], str], deck: Sequence[Card]) -> None:
        self.game, self.deck = game, deck
        self.hand = {frozenset(cards): poker_hand(cards) for cards in combinations(deck, game.board + 2)}
        self.row = {cards: row_of(hand) for cards, hand in self.hand.items()}
        self.options = cache(self._options)
        self.showdown = cache(self._showdown)
        self.results = cache(self._results)

    def _results(self, own: Cards, board: Cards) -> Counter[Result]:
        counts: Counter[Result] = Counter()
        mine = self.hand[own | board]
        for cards in combinations(self.left(own, board), 2):
            dealer = self.hand[board | set(cards)]
            result = Result.WIN if mine > dealer else Result.TIE if mine == dealer else Result.LOSE
            misses = self.game.qualifier is not None and dealer < self.game.qualifier
            counts[Result(result + 3 * misses)] += 1
        return counts

    def left(self, *seen: Cards) -> list[Card]:
        return [card for card in self.deck if not any(card in cards for cards in seen)]

    def _showdown(self, own: Cards, board: Cards, path: BoardPath) -> Fraction:
        counts, row = self.results(own, board), self.row[own | board]
        nets = sum(Fraction(self.game.settle(path, row, result)) * count for result, count in counts.items())
        return Fraction(nets, counts.total())

    def _options(self, own: Cards, board: Cards, path: BoardPath) -> dict[str, Fraction]:
        """What every option of a choice is worth."""
        values = {}
        for option in self.game.choices[path].options:
            then = (*path, option.name)
            values[option.name] = Fraction(self.game.forfeit(then)) if option.folds else self.value(own, board, then)
        return values

    def value(self, own: Cards, board: Cards, path: BoardPath) -> Fraction:
        """What it is worth to go on to the choice after a path, or to the showdown."""
        choice = self.game.choices.get(path)
        more = (choice.seen if choice else self.game.board) - len(board)
        left = self.left(own, board)
        total = Fraction(0)
        for cards in combinations(left, more):
            then = board | set(cards)
            total += max(self.options(own, then, path).values()) if choice else self.showdown(own, then, path)
        return total / comb(len(left), more)

    def expected_value(self) -> Fraction:
        hands = [frozenset(own) for own in combinations(self.deck, 2)]
        return sum((self.value(own, frozenset(), ()) for own in hands), Fraction(0)) / len(hands)


GAMES: dict[str, tuple[Callable[[], BoardGame], Callable[..., Any], list[Card]]] = {
    "ultimate": (ultimate, by_poker_row, MIXED),
    "casino": (casino_holdem, by_poker_row, MIXED),
    "bonus": (holdem_bonus, by_poker_row, HIGH),
    "odd": (odd_game, pairs_apart, MIXED),
    "four-card board": (partial(odd_game, 4), pairs_apart, MIXED[:9]),
    "three-card board": (partial(odd_game, 3), pairs_apart, LOW[:9]),
}
LONG = ("ultimate", "casino", "four-card board")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.confirm] * (name in LONG)) for name in GAMES])
def test_a_stripped_deck_is_solved_as_by_dealing_every_card(name: str) -> None:
    made, row_of, deck = GAMES[name]
    game = made()
    solved, dealt = solve(game, Pack(tuple(deck))), Enumerated(game, row_of, deck)
    assert solved.analysis("main", "ante").expected_value == dealt.expected_value()
    results = {result for counts in solved.counts.ended.values() for result in game.results if counts[:, result].any()}
    assert results >= {Result.LOSE, Result.WIN} | ({Result.WIN_UNQUALIFIED} if game.qualifier else set())
    draw = Random(7)
    for path, choice in game.choices.items():
        for _ in range(5):
            cards = draw.sample(deck, 2 + choice.seen)
            own, board = cards[:2], cards[2:]
            assert solved.advise(own, board, path) == dealt.options(frozenset(own), frozenset(board), path)


def test_what_a_stripped_deck_ends_in_is_counted_as_by_dealing_every_card() -> None:
    game = ultimate()
    solved, dealt = solve(game, Pack(tuple(LOW))), Enumerated(game, by_poker_row, LOW)
    ended: Counter[tuple[BoardPath, str, Result]] = Counter()
    folded = 0

    def best(own: Cards, board: Sequence[Card], path: BoardPath) -> str:
        values = dealt.options(own, frozenset(board), path)
        return max(sorted(values), key=lambda name: values[name])

    for own in map(frozenset, combinations(LOW, 2)):
        for flop in combinations(dealt.left(own), 3):
            for rest in combinations(dealt.left(own, frozenset(flop)), 2):
                board = frozenset((*flop, *rest))
                path: BoardPath = ()
                while path in game.choices:
                    path = (*path, best(own, [*flop, *rest][: game.choices[path].seen], path))
                results = dealt.results(own, board)
                if path[-1] == "fold":
                    folded += results.total()
                for result, count in results.items() if path[-1] != "fold" else ():
                    ended[path, dealt.row[own | board], result] += count
    orders = 6 * 2
    assert solved.counts.folded == {("check", "check", "fold"): folded * orders}
    for path, counts in solved.counts.ended.items():
        for row, name in enumerate(game.rows.names):
            assert counts[row].tolist() == [ended[path, name, result] * orders for result in Result], (path, name)


@dataclass(frozen=True)
class NoSuitsAlike(Pack):
    """A whole deck in which every set of cards is listed by itself."""

    @property
    def whole(self) -> bool:
        return False


@pytest.mark.confirm
def test_boards_up_to_suits_give_what_all_boards_give() -> None:
    game = odd_game(3)
    by_class, one_by_one = solve(game, WHOLE), solve(game, NoSuitsAlike())
    assert np.array_equal(by_class.values, one_by_one.values)
    assert by_class.counts.cases == comb(52, 2) * 50 * 49 * 48 * comb(47, 2)
    assert by_class.counts.folded == one_by_one.counts.folded
    for path, counts in by_class.counts.ended.items():
        assert np.array_equal(counts, one_by_one.counts.ended[path])


def policy_takes(solved: BoardSolution, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> str:
    """What the policy says, found as a compiled simulation finds it."""
    plan, bits = solved.policy[path]
    number, pair = find_place(own[0].index, own[1].index, int(sum(BIT[card] for card in board)))
    return solved.game.options(path)[read_choice(plan[number], bits, pair)].name


@pytest.mark.confirm
def test_the_policy_takes_what_is_worth_most() -> None:
    game = odd_game(3)
    solved = solve(game, WHOLE)
    draw, taken = Random(3), set()
    for path, choice in game.choices.items():
        for _ in range(12):
            cards = draw.sample(DECK, 2 + choice.seen)
            values = solved.advise(cards[:2], cards[2:], path)
            name = policy_takes(solved, cards[:2], cards[2:], path)
            assert name == next(option for option, value in values.items() if value == max(values.values()))
            taken.add((path, name))
    assert len(taken) > 9


@pytest.mark.parametrize("qualifier", [None, Hand(Poker.PAIR, (4,)), Hand(Poker.STRAIGHT)], ids=str)
def test_dealer_pairs_on_a_board_are_counted_as_by_comparing_them_all(qualifier: Hand | None) -> None:
    game = replace(ultimate(), qualifier=qualifier)
    cards, hands, draw = places(WHOLE), hands_of(game), Random(11)
    ranked, scratch = room_for(cards)
    boards = [draw.sample(DECK, 5) for _ in range(6)]
    boards += [parse_cards(text) for text in ("9h Th Jh Qh Kh", "2c 2d 2h 2s 7c", "3d 5d 9d Kd Kc", "Ac Kc Qc 2d 2h")]
    for board in boards:
        pairs = rank_pairs(int(sum(BIT[card] for card in board)), cards, hands, ranked, scratch)
        assert count_dealers(pairs, cards, hands.least, ranked, scratch) == 0
        assert sorted(ranked.pair[:pairs].tolist()) == [
            pair for pair in range(1326) if not {cards.low[pair], cards.high[pair]} & {card.index for card in board}
        ]
        both = np.stack((cards.low[ranked.pair[:pairs]], cards.high[ranked.pair[:pairs]]), axis=1)
        strength = strengths(np.hstack((both, np.tile([card.index for card in board], (pairs, 1)))).astype(np.uint8))
        judged = {int(value): poker_hand([*board, *map(Card, both[at])]) for at, value in enumerate(strength.tolist())}
        misses = np.array([qualifier is not None and judged[int(value)] < qualifier for value in strength])
        for at in draw.sample(range(pairs), 40):
            apart = ~np.isin(both, both[at]).any(axis=1)
            assert ranked.below[at] == np.count_nonzero(apart & (strength < strength[at]))
            assert ranked.equal[at] == np.count_nonzero(apart & (strength == strength[at]))
            assert ranked.unqualified[at] == np.count_nonzero(apart & misses)


def test_a_plan_that_always_folds_or_raises_is_played_out() -> None:
    game, pack = ultimate(), Pack(tuple(LOW))
    solved = solve(game, pack)
    folds = {path: Policy(np.zeros_like(plan), bits) for path, (plan, bits) in solved.policy.items()}
    assert play_out(game, pack, folds).folded == {("check", "check", "fold"): solved.counts.cases}
    raises_at_once = {**folds, (): Policy(np.full_like(solved.policy[()].plan, 0b10101010), 2)}
    counts = play_out(game, pack, raises_at_once)
    assert int(counts.ended["raise-4x",].sum()) == counts.cases
    wins, losses = ([int(counts.ended["raise-4x",][:, at].sum()) for at in (kind, kind + 3)] for kind in (2, 0))
    assert sum(wins) == sum(losses) > 0
    assert mean(game, counts) < solved.expected_value == mean(game, play_out(game, pack, solved.policy))


def test_the_policy_of_one_paytable_is_played_out_with_another() -> None:
    game, pack = casino_holdem(), Pack(tuple(LOW))
    dear = replace(game, settle=lambda path, row, result: casino(path, row, result) - 1)
    best, careful = solve(game, pack), solve(dear, pack)
    played = play_out(game, pack, careful.policy)
    assert played.folded["fold",] > best.counts.folded["fold",]
    assert mean(game, played) == careful.expected_value + Fraction(int(played.ended["call",].sum()), played.cases)


def test_a_return_table_has_the_lines_it_is_given() -> None:
    def line(path: BoardPath, row: str | None, result: Result | None) -> Line:
        return ("fold", None) if result is None else (f"{result.name.lower()} {row}", Odds.parse("1:1"))

    main = solve(casino_holdem(), Pack(tuple(HIGH))).analysis("main", "ante", line, action=lambda path: "-".join(path))
    assert [row.row for row in main.rows][:2] == ["win royal-flush", "win full-house"]
    assert main.rows[-1].row == "fold" and main.rows[-1].probability == main.actions["fold"]
    assert main.average_wager == 1 + 2 * main.actions["call"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"own": 3}, "3 own cards against 2 on a board of 5 cannot be counted; two against two"),
        ({"board": 6}, "on a board of 6 cannot be counted"),
        ({"choices": {("check",): BoardChoice(3, (CHECK,))}}, "needs a first choice"),
        ({"choices": {(): BoardChoice(3, (FOLD,))}}, "every option folds"),
        ({"choices": {(): BoardChoice(3, (CHECK, CHECK))}}, "of different names"),
        ({"choices": {(): BoardChoice(0, (CHECK, FOLD)), ("fold",): BoardChoice(3, (CHECK,))}}, "no option that leads"),
        ({"choices": {(): BoardChoice(3, (CHECK,)), ("check",): BoardChoice(3, (CHECK,))}}, "it can have 4 to 5"),
        ({"choices": {(): BoardChoice(6, (CHECK,))}}, "has 6 board cards seen; it can have 0 to 5"),
    ],
)
def test_a_game_that_is_not_of_the_family_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        replace(ultimate(), **change)


def test_what_cannot_be_solved_or_advised_on_is_refused() -> None:
    with pytest.raises(Refused, match="a deck of 8 cards does not give a board of 5"):
        solve(ultimate(), Pack(tuple(LOW[:8])))
    with pytest.raises(Refused, match="more than can be counted"):
        solve(replace(ultimate(), forfeit=lambda path: -(10**15)), Pack(tuple(LOW)))
    solved = solve(ultimate(), Pack(tuple(LOW)))
    with pytest.raises(Refused, match="2 own cards and 1 of the board were given"):
        solved.advise(LOW[:2], LOW[2:3])
    with pytest.raises(Refused, match="there is no choice after"):
        solved.advise(LOW[:2], (), ("raise-4x",))
    with pytest.raises(Refused, match="not in this deck of 10 cards"):
        solved.advise(parse_cards("Kd Ks"))


@pytest.mark.confirm
def test_texas_holdem_bonus_has_its_known_edge() -> None:
    assert solve(holdem_bonus(), WHOLE).analysis("main", "ante").expected_value == Fraction(-578107733, 28381438800)
