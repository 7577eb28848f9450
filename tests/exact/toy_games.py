"""Small games of no family, and what they are worth by counts that deal no round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from croupier.cards import Card
from croupier.odds import EVEN, PUSH, Odds
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY, NOBODY
from croupier.table.game import Game, Procedure, Spot
from croupier.table.settings import Settings
from croupier.table.table import Table
from croupier.table.view import View


class Toy(Game[Settings]):
    """A game without paytables; an automatic seat takes the first answer."""

    document, seats = "TOY", 1
    sentence = "A game for tests."
    pay_bets = ()
    Settings = Settings

    @classmethod
    def printed(cls) -> dict[str, dict[str, Any]]:
        return {}

    def automatic(self, view: View) -> str:
        return view.legal[0]


class Duel(Toy):
    """One card each; the higher wins, and a tie loses half the bet."""

    name, title = "duel", "Duel"
    spots = (Spot("bet", "Bet", required=True), Spot("same", "Same", wager="same"))

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(1))
        house = table.place("house")
        house.deal(table.shuffler.deal(1), EVERYBODY)
        (own,), (other,) = seat.cards, house.cards
        pay = EVEN if own.rank > other.rank else Odds.parse("1:3") if own.rank == other.rank else None
        seat.settle("bet", pay, "shown")
        seat.settle("same", Odds.parse("11:1") if own.rank == other.rank else None, "shown")


class HeldBack(Toy):
    """Two cards of one draw: the first is seen, and a raise wins if the second is higher."""

    name, title = "held-back", "Held Back"
    spots = (Spot("ante", "Ante", required=True), Spot("raise", "Raise", later=True))

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        first, second = table.shuffler.deal(2)
        seat.deal([first])
        back = table.place("back")
        back.deal([second], NOBODY)
        answer = yield seat.choose(Option("fold"), Option("raise", "raise", seat.bets["ante"]))
        if answer.name == "fold":
            seat.folded = True
            seat.take("ante", "folded")
        else:
            back.turn_up()
            for spot in ("ante", "raise"):
                seat.settle(spot, EVEN if second.rank > first.rank else None, "shown")


class UpCard(Toy):
    """Two cards against two of the house, of which one is seen; the higher sum of points wins, a raise doubles."""

    name, title = "up-card", "Up Card"
    spots = (Spot("ante", "Ante", required=True), Spot("raise", "Raise", later=True))

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(2))
        up, hole = table.place("up"), table.place("hole")
        up.deal(table.shuffler.deal(1), EVERYBODY)
        hole.deal(table.shuffler.deal(1), NOBODY)
        answer = yield seat.choose(Option("fold"), Option("raise", "raise", seat.bets["ante"]))
        if answer.name == "fold":
            seat.take("ante", "folded")
            return
        hole.turn_up()
        own, other = (sum(card.rank for card in cards) for cards in (seat.cards, up.cards + hole.cards))
        pay = EVEN if own > other else PUSH if own == other else None
        seat.settle("ante", pay, "shown")
        seat.settle("raise", pay, "shown")


def up_card_value(pack: tuple[Card, ...]) -> Fraction:
    """What Up Card is worth with the best play, counted by ranks."""
    ranks = [card.rank for card in pack]
    there = {rank: ranks.count(rank) for rank in ranks}
    total = Fraction(0)
    for first, second, up in product(there, repeat=3):
        left, ways = dict(there), 1
        for rank in (first, second, up):
            ways *= left[rank]
            left[rank] -= 1
        raised = sum(
            count * 2 * ((first + second > up + hole) - (first + second < up + hole)) for hole, count in left.items()
        )
        total += ways * max(Fraction(-1), Fraction(raised, len(ranks) - 3))
    return total / (len(ranks) * (len(ranks) - 1) * (len(ranks) - 2))


class Spades(Toy):
    """Two cards: the ace and king of spades win more than those of another suit, which win more than nothing."""

    name, title = "spades", "Spades"
    spots = (Spot("bet", "Bet", required=True),)

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(2))
        low, high = sorted(seat.cards)
        pay = None
        if (low.rank, high.rank, low.suit) == (13, 14, high.suit):
            pay = Odds.parse("100:1") if low.suit == 3 else Odds.parse("50:1")
        seat.settle("bet", pay, "shown")


class Match(Toy):
    """Two cards, of which one is kept; it wins if a hidden card, dealt before, is of its suit."""

    name, title = "match", "Match"
    spots = (Spot("bet", "Bet", required=True),)

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        hole = table.place("hole")
        hole.deal(table.shuffler.deal(1), NOBODY)
        seat.deal(table.shuffler.deal(2))
        answer = yield seat.choose(*(Option(f"keep {card}", meaning=card) for card in seat.cards))
        hole.turn_up()
        won = hole.cards[0].suit == answer.meaning.suit and hole.cards[0].rank >= answer.meaning.rank
        seat.settle("bet", Odds.parse("5:1") if won else None, "shown")


class Colour(Toy):
    """Three cards seen and one hidden, whose colour is to be guessed."""

    name, title = "colour", "Colour"
    spots = (Spot("bet", "Bet", required=True),)

    def round(self, table: Table) -> Procedure:
        yield table.betting()
        (seat,) = table.clockwise()
        seat.deal(table.shuffler.deal(3))
        hole = table.place("hole")
        hole.deal(table.shuffler.deal(1), NOBODY)
        answer = yield seat.choose(Option("black"), Option("red"))
        hole.turn_up()
        red = hole.cards[0].suit in (1, 2)
        seat.settle("bet", EVEN if red == (answer.name == "red") else None, "shown")


def points(cards: list[Card]) -> int:
    """Aces one, tens and faces nothing, tens of the sum dropped."""
    return sum({14: 1}.get(card.rank, card.rank if card.rank < 10 else 0) for card in cards) % 10


def banker_draws(total: int, third: int | None) -> bool:
    """Whether Banker takes a third card, by Player's third."""
    if third is None:
        return total <= 5
    first, last = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(total, (0, 9))
    return total <= 2 or (total <= 6 and first <= third <= last and (total, third) != (3, 8))


def baccarat_values(shoe: list[Card]) -> dict[str, Fraction]:
    """What the three bets of Baccarat win on average, counted over the points of six cards in a row."""
    worth = [points([card]) for card in shoe]
    there = {point: worth.count(point) for point in set(worth)}
    won: dict[str, Fraction] = dict.fromkeys(("player", "banker", "tie"), Fraction(0))
    for row, likely in _rows(there, 6):
        own, bank = row[0] + row[2], row[1] + row[3]
        third, rest = None, list(row[4:])
        if max(own % 10, bank % 10) < 8:
            if own % 10 <= 5:
                third = rest.pop(0)
                own += third
            if banker_draws(bank % 10, third):
                bank += rest.pop(0)
        ahead = own % 10 - bank % 10
        won["player"] += likely * (1 if ahead > 0 else -1 if ahead else 0)
        won["banker"] += likely * (Fraction(19, 20) if ahead < 0 else -1 if ahead else 0)
        won["tie"] += likely * (-1 if ahead else 8)
    return won


def _rows(there: dict[int, int], length: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every row of so many points from what is there, with its probability."""
    if not length:
        yield (), Fraction(1)
        return
    total = sum(there.values())
    for point, count in there.items():
        if count:
            for row, likely in _rows(there | {point: count - 1}, length - 1):
                yield (point, *row), likely * Fraction(count, total)
