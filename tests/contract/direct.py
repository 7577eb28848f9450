"""The games counted on paper: every deal of a small pack, by loops of their own, with nothing of table or solvers.

One Ante, or one bet, is 1. A way to play says what to do with the cards seen; without one, the best is done. What a
player cannot see is equally likely to be any of the unseen cards, in whatever order they were dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from croupier.cards import Card
from croupier.dice import ROLLS, Roll
from croupier.hands import Hand, Poker, ThreeCard, deuces_hand, three_card_hand
from croupier.hands import poker_hand as judged

Cards = tuple[Card, ...]
Pays = Mapping[str, Fraction]
"""What one unit wins by the row of a paytable."""
Way = Callable[[Cards, list[str]], str]
"""What to answer with these cards seen, of the answers that are legal."""


def mean(values: Iterable[Fraction]) -> Fraction:
    """The average of equally likely values."""
    counted = Counter(values)
    return sum((value * times for value, times in counted.items()), Fraction(0)) / counted.total()


def poker_hand(cards: Cards) -> Hand:
    """The best five of the cards; each set of cards is judged once."""
    return _judged(frozenset(cards))


@cache
def _judged(cards: frozenset[Card]) -> Hand:
    return judged(tuple(cards))


def without(pack: Sequence[Card], *gone: Sequence[Card]) -> Cards:
    """The cards of the pack that are not gone."""
    dealt = {card for cards in gone for card in cards}
    return tuple(card for card in pack if card not in dealt)


def follow(way: Way | None, seen: Cards, values: Mapping[str, Fraction]) -> Fraction:
    """What the answer that the way gives is worth, or the best."""
    if isinstance(way, Learned):
        return way.follow(seen, values)
    return max(values.values()) if way is None else values[way(seen, list(values))]


class Learned:
    """The best way with the first pack that it counts, which it then follows with any other.

    Of answers that are equally good it takes the one it prefers, or else the first.
    """

    def __init__(self, prefer: Callable[[Cards, str], Any] = lambda seen, answer: 0) -> None:
        self.prefer = prefer
        self.answers: dict[tuple[Cards, frozenset[str]], str] = {}

    def __call__(self, seen: Cards, legal: Sequence[str]) -> str:
        return self.answers[tuple(sorted(seen)), frozenset(legal)]

    def follow(self, seen: Cards, values: Mapping[str, Fraction]) -> Fraction:
        """What the answer is worth that was best when these cards were first seen."""
        best = max(values, key=lambda answer: (values[answer], self.prefer(seen, answer)))
        return values[self.answers.setdefault((tuple(sorted(seen)), frozenset(values)), best)]


def on_the_draw(
    pack: Cards,
    way: Way | None,
    settle: Callable[[int, Cards], Fraction],
    multiples: tuple[int, int, int] = (3, 2, 1),
) -> Fraction:
    """Four cards, two streets and an unseen seventh; `settle` is for a Play bet of so many Antes, 0 being a fold."""

    def street(hole: Cards, board: Cards) -> Fraction:
        unseen = without(pack, hole, board)
        multiple = multiples[len(board)]
        bet = mean(settle(multiple, hole + board + rest) for rest in combinations(unseen, 3 - len(board)))
        if len(board) < 2:
            values = {"check": mean(street(hole, (*board, card)) for card in unseen), f"play-{multiple}x": bet}
        else:
            values = {"fold": mean(settle(0, (*hole, *board, card)) for card in unseen), f"play-{multiple}x": bet}
        return follow(way, hole + board, values)

    return mean(street(hole, ()) for hole in combinations(pack, 4))


def on_the_draw_spots(
    play: Mapping[str, Fraction], trips: Mapping[str, Fraction]
) -> dict[str, Callable[..., Fraction]]:
    """What each spot wins or loses, by a Play bet of so many Antes and the seven cards (OTD-13 to OTD-16, OTD-19)."""

    def ante(multiple: int, seven: Cards) -> Fraction:
        return Fraction(1 if multiple and poker_hand(seven).category >= Poker.TWO_PAIR else -1)

    def blind(multiple: int, seven: Cards) -> Fraction:
        category = poker_hand(seven).category
        if multiple == 0 or category < Poker.TWO_PAIR:
            return Fraction(-1)
        return Fraction(0 if category == Poker.TWO_PAIR else 1)

    def play_bet(multiple: int, seven: Cards) -> Fraction:
        hand = poker_hand(seven)
        return multiple * (play[hand.row] if hand.category >= Poker.TWO_PAIR else Fraction(-1))

    def trips_bet(multiple: int, seven: Cards) -> Fraction:
        return trips.get(poker_hand(seven).row, Fraction(-1))

    return {"ante": ante, "blind": blind, "play": play_bet, "trips": trips_bet}


def cincinnati_stud(pack: Cards, way: Way | None, settle: Callable[[int, Cards, Cards], Fraction]) -> Fraction:
    """Six cards and an unseen seventh against seven of the dealer's."""

    def decide(six: Cards) -> Fraction:
        unseen = without(pack, six)
        hidden = [((*six, card), dealer) for card in unseen for dealer in combinations(without(unseen, (card,)), 7)]
        values = {
            answer: mean(settle(multiple, seven, dealer) for seven, dealer in hidden)
            for answer, multiple in (("fold", 0), ("play-1x", 1), ("play-2x", 2))
        }
        return follow(way, six, values)

    return mean(decide(six) for six in combinations(pack, 6))


def cincinnati_stud_spots(blind: Pays, trips: Pays) -> dict[str, Callable[..., Fraction]]:
    """What each spot wins or loses, by a Play bet of so many Antes, the player's seven, the dealer's (CS-7, CS-8)."""

    def even(multiple: int, seven: Cards, dealer: Cards) -> Fraction:
        own, against = poker_hand(seven), poker_hand(dealer)
        return Fraction(-1 if multiple == 0 else (own > against) - (own < against))

    def blind_bet(multiple: int, seven: Cards, dealer: Cards) -> Fraction:
        won = even(multiple, seven, dealer)
        return blind.get(poker_hand(seven).row, Fraction(0)) if won > 0 else won

    def play(multiple: int, seven: Cards, dealer: Cards) -> Fraction:
        return multiple * even(multiple, seven, dealer)

    def trips_bet(multiple: int, seven: Cards, dealer: Cards) -> Fraction:
        return trips.get(poker_hand(seven).row, Fraction(-1))

    return {"ante": even, "blind": blind_bet, "play": play, "trips": trips_bet}


def three_card_draw(pack: Cards, way: Way | None, settle: Callable[[int, Cards, Cards], Fraction]) -> Fraction:
    """Three cards, one of which may be given for an unseen one, against the best three of the dealer's four."""

    def decide(three: Cards) -> Fraction:
        unseen = without(pack, three)
        hidden = [(card, dealer) for card in unseen for dealer in combinations(without(unseen, (card,)), 4)]
        values = {"fold": mean(settle(0, three, dealer) for _, dealer in hidden)}
        for multiple in (1, 2):
            values[f"play-{multiple}x keep"] = mean(settle(multiple, three, dealer) for _, dealer in hidden)
            for given in three:
                held = without(three, (given,))
                values[f"play-{multiple}x discard {given}"] = mean(
                    settle(multiple, (*held, card), dealer) for card, dealer in hidden
                )
        return follow(way, three, values)

    return mean(decide(three) for three in combinations(pack, 3))


def three_card_draw_spots(bonus: Pays, ante_bonus: Pays) -> dict[str, Callable[..., Fraction]]:
    """What each spot wins or loses, by a Play bet of so many Antes, the final three, the dealer's four (TCD-9, 10)."""

    def wins(three: Cards, dealer: Cards) -> bool:
        return three_card_hand(three) >= max(map(three_card_hand, combinations(dealer, 3)))

    def ante(multiple: int, three: Cards, dealer: Cards) -> Fraction:
        return Fraction(1 if multiple and wins(three, dealer) else -1)

    def play(multiple: int, three: Cards, dealer: Cards) -> Fraction:
        return multiple * ante(multiple, three, dealer)

    def paid_besides(multiple: int, three: Cards, dealer: Cards) -> Fraction:
        return ante_bonus.get(three_card_hand(three).row, Fraction(0)) if multiple else Fraction(0)

    def bonus_bet(multiple: int, three: Cards, dealer: Cards) -> Fraction:
        lost = multiple == 0 or three_card_hand(three).category < ThreeCard.FLUSH
        return Fraction(-1) if lost else bonus[three_card_hand(three).row]

    return {"ante": ante, "play": play, "ante-bonus": paid_besides, "bonus": bonus_bet}


def big_draw(pack: Cards, way: Way | None, settle: Callable[[Cards], Fraction]) -> Fraction:
    """Five cards, of which any may be drawn anew."""

    def decide(five: Cards) -> Fraction:
        unseen = without(pack, five)
        values = {
            " ".join(["hold", *map(str, held)]): mean(settle(held + drawn) for drawn in combinations(unseen, 5 - count))
            for count in range(6)
            for held in combinations(five, count)
        }
        return follow(way, five, values)

    return mean(decide(five) for five in combinations(pack, 5))


def first_five(pack: Cards, settle: Callable[[Cards], Fraction]) -> Fraction:
    """The first five cards as they lie."""
    return mean(settle(five) for five in combinations(pack, 5))


def five_card_pays(variant: str, pays: Pays, fixed: Pays) -> Callable[[Cards], Fraction]:
    """What one dollar on five cards wins or loses, flat prizes in dollars (BD-12, BD-13)."""

    def settle(five: Cards) -> Fraction:
        row = (poker_hand(five) if variant == "five-card-draw" else deuces_hand(five)).row
        return fixed.get(row, pays.get(row, Fraction(-1)))

    return settle


def draw_n_shoot_21(shoe: Cards, way: Way | None, pays: Pays) -> Fraction:
    """One card, a raise of none to two Antes, hits until a hard 19, and two dice (DNS-2 to DNS-7)."""

    def standing(cards: Cards) -> Fraction:
        return mean(twenty_one(cards, roll, pays) for roll in ROLLS)

    def draw(cards: Cards) -> Fraction:
        if hard(cards) >= 19:
            return standing(cards)
        hit = mean(draw((*cards, card)) for card in without(shoe, cards))
        return follow(way, cards, {"stand": standing(cards), "hit": hit})

    def decide(card: Card) -> Fraction:
        value = draw((card,))
        return follow(way, (card,), {f"raise-{antes}": (1 + antes) * value for antes in range(3)})

    return mean(decide(card) for card in shoe)


def hard(cards: Cards) -> int:
    """The total with aces counting 1."""
    return sum(1 if card.rank == 14 else min(card.rank, 10) for card in cards)


def twenty_one(cards: Cards, roll: Roll, pays: Pays) -> Fraction:
    """What one Ante wins or loses with these cards and dice, an ace counting 11 if that is the better score."""
    totals = {hard(cards) + sum(roll)} | {hard(cards) + sum(roll) + 10 for card in cards if card.rank == 14}
    best = max((total for total in totals if total <= 21), default=0)
    if best == 21:
        return pays["blackjack" if len(cards) == 1 else "twenty-one"]
    return pays["eighteen-to-twenty"] if best >= 18 else pays["seventeen"] if best == 17 else Fraction(-1)


def quickcraps(shoe: Cards, pays: Pays) -> Fraction:
    """The first card and the dice (DNS-8, DNS-9)."""

    def settle(card: Card, roll: Roll) -> Fraction:
        total, point = sum(roll), 11 if card.rank == 14 else min(card.rank, 10)
        if total in (2, 3, 12):
            return pays["any-craps"]
        if (point, roll) == (4, (4, 4)):
            return pays["four-hard-eight"]
        if point != total:
            return pays["seven"] if total == 7 else Fraction(-1)
        rows = {4: "four-four", 5: "match-5-9", 6: "match-6-8", 7: "match-7", 8: "match-6-8", 9: "match-5-9"}
        return pays[(rows | {10: "ten-ten", 11: "ace-eleven"})[total]]

    return mean(settle(card, roll) for card in shoe for roll in ROLLS)
