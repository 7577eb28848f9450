"""One seat's rounds, each dealt from the start with chosen cards, dice and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

from croupier.cards import DECK, Card
from croupier.chips import Cashier, Range
from croupier.dice import Roll
from croupier.errors import Refused
from croupier.odds import Odds, Prize
from croupier.table.chance import Chance, Shoe
from croupier.table.events import Bet, Settled
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table

SEAT: Final = 1
ANSWERS_KEPT: Final = 1 << 16
STACK: Final = 10**15
"""More cents than a round can cost."""

Drawn = tuple[Card, ...] | Roll
"""What chance gave at once: a set of cards, or a roll."""

BY_NAME: Final = {card.name: card for card in DECK}


class Chooser(Protocol):
    """Who decides what chance gives, once what was given beforehand has come."""

    def cards(self, chance: ChosenChance, stock: Sequence[Card], count: int, puts_back: bool) -> tuple[Card, ...]:
        """So many cards of a stock, which are put back if it is a shoe without end."""

    def dice(self, chance: ChosenChance) -> Roll:
        """A roll."""


class ChosenChance(Chance):
    """Chance that gives what it is told to, and then asks somebody.

    Draws that are `together` are chosen at once, with the first of them: single cards of one place whose order does
    not matter. What is `known` of later draws comes nowhere else. Burned cards stay in the stock, for they are as good
    as any that are left.
    """

    def __init__(
        self,
        given: Sequence[Drawn],
        choose: Chooser,
        together: Mapping[int, tuple[int, ...]] | None = None,
        known: Mapping[int, tuple[Card, ...]] | None = None,
    ) -> None:
        self.given = given
        self.choose = choose
        self.together = together or {}
        self.drawn: list[Drawn] = []
        self.marks: list[tuple[Card, ...]] = list((known or {}).values())
        """Sets of cards that have been told apart so far: those drawn at once, those named in an answer."""
        self.reserved: dict[int, tuple[Card, ...]] = dict(known or {})
        self.burned = 0

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        self.burned = 0
        return list(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        if count > len(stock) - self.burned:
            raise Refused(f"{count} cards are needed and {len(stock) - self.burned} are left")
        if not count:
            return []
        at = len(self.drawn)
        rest = self.together.get(at, ()) if count == 1 else ()
        if at < len(self.given):
            cards = self._given_cards(at, rest)
        elif at in self.reserved:
            cards = self.reserved.pop(at)
        else:
            chosen = self.choose.cards(self, self._free(stock), count + len(rest), False)
            self.reserved |= {later: (card,) for later, card in zip(rest, chosen[count:], strict=True)}
            self.marks.append(chosen)
            cards = chosen[:count]
        for card in cards:
            try:
                stock.remove(card)
            except ValueError:
                raise Refused(f"the pack has no {card} left") from None
        self.drawn.append(cards)
        return list(cards)

    def burn(self, stock: list[Card], count: int) -> None:
        if count > len(stock) - self.burned:
            raise Refused(f"{count} cards are to be burned and {len(stock) - self.burned} are left")
        self.burned += count

    def pick(self, pack: Sequence[Card]) -> Card:
        at = len(self.drawn)
        if at < len(self.given):
            cards = self._given_cards(at, ())
        elif at in self.reserved:
            cards = self.reserved.pop(at)
        else:
            cards = self.choose.cards(self, pack, 1, True)
            self.marks.append(cards)
        self.drawn.append(cards)
        return cards[0]

    def roll(self) -> Roll:
        at = len(self.drawn)
        roll = self.given[at] if at < len(self.given) else self.choose.dice(self)
        if not isinstance(roll, Roll):
            raise Refused(f"the dice are rolled where {roll} was to be dealt")
        self.drawn.append(roll)
        return roll

    def _given_cards(self, at: int, rest: tuple[int, ...]) -> tuple[Card, ...]:
        cards = self.given[at]
        if isinstance(cards, Roll):
            raise Refused(f"cards are dealt where {cards} was to be rolled")
        if rest:
            others = [card for index in rest if index < len(self.given) for card in self.given[index]]
            self.marks.append((*cards, *(card for card in others if isinstance(card, Card))))
        elif not any(at in later for later in self.together.values()):
            self.marks.append(cards)
        return cards

    def _free(self, stock: list[Card]) -> list[Card]:
        """What may still be drawn: cards that are promised to a later draw may not."""
        if not self.reserved:
            return stock
        free = list(stock)
        for cards in self.reserved.values():
            for card in cards:
                if card in free:
                    free.remove(card)
        return free


class UnevenPayout(Exception):
    """A payout is no whole number of cents at this stake."""

    def __init__(self, parts: int) -> None:
        super().__init__(f"the stake must be a multiple of {parts} cents")
        self.parts = parts


@dataclass(frozen=True, slots=True)
class EvenCashier(Cashier):
    """Pays to the last fraction of a cent, or says which stake would come out even."""

    flat: int = 1
    """How many times a flat prize is paid, where the stake is as many times that of the question."""

    def payout(self, stake: int, pay: Odds | Prize) -> int:
        if isinstance(pay, Prize):
            return pay.cents * self.flat
        if stake * pay.value.numerator % pay.value.denominator:
            raise UnevenPayout(pay.value.denominator)
        return stake * pay.value.numerator // pay.value.denominator


@dataclass(frozen=True)
class Wagering:
    """What a seat bets, and the bets that are told of it: each a set of spots."""

    opening: tuple[str, ...]
    """The answers before the bets."""
    bets: tuple[str, ...]
    """The spots that one unit is bet on."""
    told: Mapping[str, frozenset[str]]
    """The spots of each bet; the seat plays for the first, to which all belongs that is paid on no spot."""
    units: Mapping[str, Fraction] = field(default_factory=dict)
    """How many units are bet on a spot, where it is not one."""
    loose: bool = True
    """Whether what is paid on no spot belongs to the first bet; else to none."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bets by name."""
        return tuple(self.told)

    def cents(self, spot: str, unit: int) -> int:
        """What is bet on a spot."""
        cents = self.units.get(spot, Fraction(1)) * unit
        if cents.denominator > 1:
            raise UnevenPayout(cents.denominator)
        return cents.numerator


class Ending(NamedTuple):
    """What a round came to, for each bet in turn."""

    nets: tuple[int, ...]
    wagers: tuple[int, ...]


class OneSeatTable:
    """A table for one seat at which every round begins anew."""

    def __init__(
        self, game: Game[Any], pack: tuple[Card, ...], wagering: Wagering, unit: int = 100, flat: int = 1
    ) -> None:
        self.game = game
        self.pack = pack
        self.wagering = wagering
        self.unit = unit
        self.flat = flat
        self.rounds = 0
        """How many rounds have been dealt."""
        self.bets = {spot: wagering.cents(spot, unit) for spot in wagering.bets}
        self._table = seated(game, pack, unit, flat, self.bets)
        of = {spot: place for place, spots in enumerate(wagering.told.values()) for spot in spots}
        self._bet_of = {spot.name: of.get(spot.name, -1) for spot in game.spots}
        self._loose = 0 if wagering.loose else -1

    def begin(self, chance: Chance) -> Round:
        """A round after its bets, up to the first decision or its end."""
        self.rounds += 1
        table = self._table
        (seat,) = table.seats.values()
        table.in_round = False
        seat.stack, seat.bets = STACK, {}
        table.house = table.dealer = table.button = table.rounds = 0
        table.shoe = Shoe([], 0)
        round = Round(table, chance)
        for answer in self.wagering.opening:
            round.act(SEAT, answer)
        round.bet(SEAT, self.bets)
        return round

    def ending(self, round: Round) -> Ending:
        """What a finished round came to."""
        nets, wagers = [0] * len(self.wagering.told), [0] * len(self.wagering.told)
        everything = 0
        for event in round.events:
            if isinstance(event, Settled):
                won = event.won - (event.stake if event.result == "lose" else 0)
                everything += won
                bet = self._bet_of.get(event.spot, self._loose)
                if bet >= 0:
                    nets[bet] += won
            elif isinstance(event, Bet):
                bet = self._bet_of.get(event.spot, self._loose)
                if bet >= 0:
                    wagers[bet] += event.cents
        if round.finished and everything != round.table.seats[SEAT].stack - STACK:
            raise Refused(f"{self.game.name} moves chips otherwise than by settling bets, so it cannot be solved")
        return Ending(tuple(nets), tuple(wagers))


def seated(
    game: Game[Any], pack: tuple[Card, ...], unit: int, flat: int = 1, bets: Mapping[str, int] | None = None
) -> Table:
    """A table without a pot, at which one seat may bet just one unit on every spot, or what is said of it."""
    bet_on = {spot.name: unit for spot in game.spots if not spot.later and not spot.pot} | dict(bets or {})
    table = Table(game, Placard(limits={spot: Range(cents, cents) for spot, cents in bet_on.items()}, chip=1), pack)
    has_prizes = any(paytable.fixed for paytable in game.paytables.values())
    table.cashier = EvenCashier(chip=1, flat=flat if has_prizes else 1)
    if game.cashier is not None:
        table.cashier = game.cashier
    table.pot = None
    table.sit(SEAT, "player", STACK)
    return table


@lru_cache(ANSWERS_KEPT)
def cards_in(answer: str) -> tuple[Card, ...]:
    """The cards that an answer names."""
    return tuple([BY_NAME[word] for word in answer.split() if word in BY_NAME])


@lru_cache(ANSWERS_KEPT)
def words_of(answer: str) -> str:
    """An answer without the cards that it names."""
    return " ".join("?" if word in BY_NAME else word for word in answer.split())
