"""The table: seats, places, chips and equipment, and the verbs a procedure is written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from croupier.cards import DECK, Card
from croupier.chips import Cashier, dollars
from croupier.dice import Roll
from croupier.errors import InvariantError, Refused
from croupier.hands import Hand
from croupier.odds import PUSH
from croupier.table.chance import Chance, Shoe, Shuffler, Shuffling
from croupier.table.decisions import Betting
from croupier.table.events import Event, Named, PotAwarded, PotGathered, Rolled, Shuffled, Step
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.pot import Pot, is_name
from croupier.table.seat import Place, Seat

USUAL_TERMS: Final = Placard()


class Table:
    """A table of one game. It stands between rounds and holds the chips; a `Round` happens on it."""

    emit: Callable[[Event], None]

    def __init__(self, game: Game[Any], placard: Placard | None = None, pack: tuple[Card, ...] = DECK) -> None:
        self.game = game
        self.placard = placard or USUAL_TERMS
        self.placard.check(game)
        self.cashier: Cashier = self.placard.cashier
        self.pack = pack
        self.seats: dict[int, Seat] = {}
        self.house = 0
        """What the house has won, in cents; it may be below zero."""
        self.dealer = 0
        """What the dealer has in person: a share of rakes."""
        self.bought = 0
        """What players have bought in for, less what they took away: all chips on the table add up to it."""
        self.pot: Pot | None = game.new_pot(self.placard)
        self.button = 0
        self.shoe = Shoe([], 0)
        self.rounds = 0
        self.in_round = False
        self.places: dict[str, Place] = {}
        self.named: dict[str, str] = {}

    def sit(self, number: int, player: str, stack: int) -> Seat:
        """Give a player a seat and chips."""
        self._between_rounds("sit down")
        if not 1 <= number <= self.game.seats:
            raise Refused(f"there is no seat {number} at {self.game.title}; seats are 1 to {self.game.seats}")
        if number in self.seats:
            raise Refused(f"seat {number} is taken by {self.seats[number].player}; free: {self._free() or 'none'}")
        if not is_name(player) or any(seat.player == player for seat in self.seats.values()):
            raise Refused(f"{player!r} cannot sit down: a player needs a name of their own")
        if stack < 0:
            raise Refused(f"a player cannot buy in for {dollars(stack)}")
        seat = self.seats[number] = Seat(self, number, player, stack)
        self.seats = dict(sorted(self.seats.items()))
        self.bought += stack
        return seat

    def may_be_called(self, number: int, player: str) -> bool:
        """Whether a seated player can have that name, which nobody else at the table or in its pot has."""
        taken = {seat.player for seat in self.seats.values() if seat.number != number}
        in_pot = self.pot is not None and self.pot.knows(player)
        return number in self.seats and is_name(player) and player not in taken and not in_pot

    def rename(self, number: int, player: str) -> None:
        """Call a seated player by another name, in the pot too."""
        self._between_rounds("change a name")
        if not self.may_be_called(number, player):
            raise Refused(f"{player!r} cannot be the name of seat {number}: a player needs a name of their own")
        seat = self.seat(number)
        if self.pot:
            self.pot.rename(seat.player, player)
        seat.player = player

    def buy(self, number: int, cents: int, asked: bool = False) -> None:
        """Sell a seated player more chips: between rounds, or while the player is asked for bets or a decision."""
        if not asked:
            self._between_rounds("buy chips")
        if cents <= 0:
            raise Refused(f"a player cannot buy in for {dollars(cents)}")
        self.seat(number).stack += cents
        self.bought += cents

    def leave(self, number: int) -> int:
        """Let a player go, with the chips that are theirs."""
        self._between_rounds("leave")
        seat = self.seat(number)
        del self.seats[number]
        self.bought -= seat.stack
        return seat.stack

    def seat(self, number: int) -> Seat:
        """The seat of that number, with its player."""
        if number not in self.seats:
            taken = ", ".join(map(str, self.seats)) or "none"
            raise Refused(f"nobody sits at seat {number}; taken: {taken}")
        return self.seats[number]

    def chips(self) -> int:
        """All chips on the table, which always equal what was bought."""
        in_front = sum(seat.stack + sum(seat.bets.values()) for seat in self.seats.values())
        return in_front + self.house + self.dealer + (self.pot.balance if self.pot else 0)

    def _between_rounds(self, what: str) -> None:
        if self.in_round:
            raise Refused(f"nobody can {what} in the middle of a round; wait until it is settled")

    def _free(self) -> str:
        return ", ".join(str(number) for number in range(1, self.game.seats + 1) if number not in self.seats)

    def begin(self, chance: Chance, shoe_chance: Shuffling, events: list[Event]) -> None:
        """Make ready for a round."""
        self._between_rounds("deal")
        self.in_round = True
        self.emit = events.append
        self.chance = chance
        self.shoe_chance = shoe_chance
        self.places = {}
        self.named = {}
        self.paid_out = 0
        self.shoe_dealt: list[Card] = []
        self._shuffler: Shuffler | None = None
        for seat in self.seats.values():
            seat.tidy()

    def finish(self) -> None:
        """Close a round; the cards lie where they are until the next."""
        for seat in self.seats.values():
            if seat.bets:
                raise InvariantError(f"seat {seat.number} still has bets on {', '.join(seat.bets)}")
        if self.chips() != self.bought:
            raise InvariantError("chips were made or lost")
        self.rounds += 1
        self.in_round = False

    def step(self, rule: str, sentence: str) -> None:
        """Tell the dealer what to do, with the rule that says so."""
        self.emit(Step(rule, sentence))

    def betting(self) -> Betting:
        """Ask every seat for its bets."""
        return Betting(tuple(self.seats))

    def clockwise(self, start: int = 1) -> list[Seat]:
        """The seats that have a bet or a part in this round, from the dealer's left, or from a seat and round to it."""
        playing = [seat for seat in self.seats.values() if seat.bets or seat.boxes or seat.in_pot]
        if start > 1:
            playing.sort(key=lambda seat: (seat.number < start, seat.number))
        return playing

    def counter_clockwise(self) -> list[Seat]:
        """The same seats from the dealer's right."""
        return self.clockwise()[::-1]

    def place(self, name: str) -> Place:
        """The place of that name on the table."""
        place = self.places.get(name)
        if place is None:
            place = self.places[name] = Place(self, name)
        return place

    @property
    def shuffler(self) -> Shuffler:
        """The deck of this round."""
        if self._shuffler is None:
            self._shuffler = Shuffler(self, self.chance)
        return self._shuffler

    def ready_shoe(self, pack: Sequence[Card], behind_cut_card: int) -> None:
        """Shuffle a new shoe if the cut card has come out of the last one."""
        if self.shoe.past_cut_card(behind_cut_card):
            self.shoe.shuffle(pack, self.shoe_chance)
            self.emit(Shuffled(len(pack)))

    def from_shoe(self, pack: Sequence[Card]) -> Card:
        """The next card of the shoe; if it is empty, what is not on the table is shuffled back into it."""
        if self.shoe.left == 0:
            discards = list(pack)
            for seat in self.seats.values():
                for place in seat.boxes.values():
                    for card in place.cards:
                        discards.remove(card)
            self.shoe.shuffle(discards, self.shoe_chance)
            self.emit(Shuffled(len(discards)))
        card = self.shoe.deal(self.shoe_chance)
        self.shoe_dealt.append(card)
        return card

    def roll(self) -> Roll:
        """Uncover the dice."""
        roll = self.chance.roll()
        self.emit(Rolled(*roll))
        return roll

    def name(self, what: str, value: str, seat: int | None = None) -> None:
        """Say something that holds for the whole table."""
        self.named[what] = value
        self.emit(Named(what, value, seat))

    def pay_out(self, cents: int, counts: bool) -> int:
        """Pay from the house; where payouts of a round are limited together, no more than is left of the limit."""
        limit = self.placard.aggregate_payout
        if limit is not None and counts:
            cents = min(cents, limit - self.paid_out)
            self.paid_out += cents
        self.house -= cents
        return cents

    def gather_pot(self) -> None:
        """Pull the pot wagers in."""
        if self.pot is None:
            return
        spot = self._pot_spot()
        entrants = [seat for seat in self.seats.values() if spot in seat.bets]
        if entrants and (not_opened := self.pot.not_opened_by(len(entrants))):
            self.step(*not_opened.split(" ", 1))
            for seat in entrants:
                seat.settle(spot, PUSH, "the pot is not opened")
            entrants = []
        wagers = {seat.player: seat.bets.pop(spot) for seat in entrants}
        for seat in entrants:
            seat.in_pot = True
        before = self.pot.balance
        gathered = self.pot.gather(wagers)
        self.house += gathered.to_house - gathered.from_house
        for sentence in gathered.sentences:
            self.step(*sentence.split(" ", 1))
        if wagers or before != self.pot.balance:
            self.emit(PotGathered(wagers, gathered.from_house, gathered.to_house, self.pot.balance))

    def award_pot(self, hands: Mapping[str, Hand]) -> None:
        """Settle the pot among the hands, by player, that can still win it."""
        if self.pot is None:
            return
        awarded = self.pot.award(hands)
        self.house += awarded.to_house
        self.dealer += awarded.to_dealer
        for seat in self.seats.values():
            seat.stack += awarded.shares.get(seat.player, 0)
        for sentence in awarded.sentences:
            self.step(*sentence.split(" ", 1))
        if awarded.sentences:
            self.emit(
                PotAwarded(awarded.won, dict(awarded.shares), awarded.to_house, awarded.to_dealer, self.pot.balance)
            )

    def collect_pot(self) -> int:
        """Put a pot that everybody who was in it has left in the chip tray; how much it was, in cents."""
        self._between_rounds("collect the pot")
        cents = self.pot.collect([seat.player for seat in self.seats.values()]) if self.pot else 0
        self.house += cents
        return cents

    def _pot_spot(self) -> str:
        (spot,) = (spot.name for spot in self.game.spots if spot.pot)
        return spot
