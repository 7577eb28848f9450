"""The shared board family: stripped decks by plain enumeration, boards of a whole deck by brute force, and classics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb
from random import Random

import pytest

from croupier.cards import Card, parse_cards
from croupier.exact.board import BoardChoice, BoardGame, BoardOption, BoardPath, solve
from croupier.exact.futures import by_poker_row, rows_by
from croupier.exact.result import Result
from croupier.exact.seen import Pack
from croupier.hands import Hand, Poker, poker_hand

BLIND = {"royal-flush": 500, "straight-flush": 50, "four-of-a-kind": 10, "full-house": 3, "flush": 1.5, "straight": 1}
CASINO_ANTE = {"royal-flush": 100, "straight-flush": 20, "four-of-a-kind": 10, "full-house": 3, "flush": 2}
Cards = frozenset[Card]

FOLD = BoardOption("fold", folds=True)
CHECK = BoardOption("check")

HIGH = parse_cards("As Ks Qs Js Ts Ah Kh Ad Qd 2c")
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


GAMES = {
    "ultimate": (ultimate(), by_poker_row),
    "casino": (casino_holdem(), by_poker_row),
    "bonus": (holdem_bonus(), by_poker_row),
    "odd": (odd_game(), pairs_apart),
    "four-card board": (odd_game(4), pairs_apart),
    "three-card board": (odd_game(3), pairs_apart),
}


@pytest.mark.parametrize("deck", [HIGH, LOW], ids=["high", "low"])
@pytest.mark.parametrize("name", GAMES)
def test_a_stripped_deck_is_solved_as_by_dealing_every_card(name: str, deck: Sequence[Card]) -> None:
    game, row_of = GAMES[name]
    solved, dealt = solve(game, Pack(tuple(deck))), Enumerated(game, row_of, deck)
    assert solved.expected_value == dealt.expected_value()
    draw = Random(7)
    for path, choice in game.choices.items():
        for _ in range(5):
            cards = draw.sample(deck, 2 + choice.seen)
            own, board = cards[:2], cards[2:]
            assert solved.advise(own, board, path) == dealt.options(frozenset(own), frozenset(board), path)


def test_what_a_stripped_deck_ends_in_is_counted_as_by_dealing_every_card() -> None:
    game, row_of = GAMES["ultimate"]
    solved, dealt = solve(game, Pack(tuple(LOW))), Enumerated(game, row_of, LOW)
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
