"""On the Draw, in the order of its rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from croupier.chips import parse_dollars
from croupier.errors import Refused
from croupier.games.on_the_draw.strategy import STRATEGY, choose
from croupier.games.poker_rows import JACKS_OR_BETTER, TWO_PAIR_OR_BETTER
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import EVEN
from croupier.pots.raked import RakedPot
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Question, Spot
from croupier.table.placard import Placard
from croupier.table.seat import Seat
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

FIFTH, SIXTH, SEVENTH = "5th Street", "6th Street", "7th Street"


class OnTheDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about On the Draw."""

    play_multiples: Annotated[
        tuple[int, ...], house_choice("OTD-5", "the Play bet in Antes, one for each of the three streets")
    ] = (3, 2, 1)
    fold_forfeits_trips: Annotated[bool, house_choice("OTD-10", "whether a fold also gives up the Trips bet")] = False
    fold_forfeits_pot_round: Annotated[
        bool, house_choice("OTD-P12", "whether a player who folds cannot win the pot of that round")
    ] = True
    pot_unit: Annotated[str, house_choice("OTD-P1", "the pot wager of a round, in dollars")] = "5"
    pot_rake: Annotated[
        str, house_choice("OTD-P3", "what the house takes of a pot that is won, in dollars", word="one-bet")
    ] = "one-bet"
    rake_dealer_percent: Annotated[
        int, house_choice("OTD-P3", "the dealer's share of the rake, in per cent", most=100)
    ] = 0
    pot_least_participants: Annotated[
        int, house_choice("OTD-P13", "how many must bet for an empty pot to open", least=1, most=9)
    ] = 2

    def check(self) -> None:
        if len(self.play_multiples) != 3:
            raise Refused("play_multiples needs one Play bet for each of the three streets, as in 3,2,1")


class OnTheDraw(Game[OnTheDrawSettings]):
    """Seven cards, best five, two pair or better wins (OTD-1)."""

    name = "on-the-draw"
    title = "On the Draw"
    sentence = (
        "Seven cards against a pay schedule: two pair or better wins, and the sooner you bet, the more you may bet."
    )
    document = "OTD"
    felt = "#0f4a34"
    conditions = (  # OTD-20
        (
            "Shuffler",
            'ACE or i-Deal, in the mode "On the Draw" or "Caribbean Stud Poker": packets of five from one deck.',
        ),
    )
    behaviour = 2
    seats = 9
    own_cards = (4, 4)
    Settings = OnTheDrawSettings
    short_strategy = STRATEGY
    pot_kind = RakedPot
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips", least=100),
        Spot("cincy-pot", "Cincy Pot", pot=True, wager="pot"),
    )
    pay_bets = (
        PayBet("play", "Play", TWO_PAIR_OR_BETTER),
        PayBet("blind", "Blind", TWO_PAIR_OR_BETTER),
        PayBet("trips", "Trips", JACKS_OR_BETTER),
    )

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return max(self.settings.play_multiples) * bets.get("ante", 0)

    def about_bets(self) -> Mapping[str, str]:
        first, second, third = self.settings.play_multiples
        folding = "is given up by a fold" if self.settings.fold_forfeits_trips else "stays in play after a fold"
        return {
            "ante": "Buys your hand: the best five of seven cards. Two pair or better wins 1 to 1; less loses.",
            "blind": "Always equal to the Ante. With two pair or better it is settled by its own table; less loses.",
            "play": f"Bet once: {first}x the Ante before you see 5th Street, {second}x before 6th Street, or {third}x "
            "after it. Two pair or better is paid by its table; less loses.",
            "trips": f"An extra bet on the same seven cards, by a table of its own. It {folding}.",
        }

    def folded_wins_pot(self) -> bool:
        return not self.settings.fold_forfeits_pot_round

    def new_pot(self, placard: Placard) -> RakedPot | None:
        unit = parse_dollars(self.settings.pot_unit)
        rake = unit if self.settings.pot_rake == "one-bet" else parse_dollars(self.settings.pot_rake)
        percent, participants = self.settings.rake_dealer_percent, self.settings.pot_least_participants
        pot = RakedPot(unit, rake, percent, placard.chip, least_participants=participants)
        return pot if placard.allows(pot) else None

    def automatic(self, view: View) -> str:
        return choose(view.own(), view.common(FIFTH, SIXTH), view.legal)

    def question(self, view: View) -> Question:
        return self.asked_with_bets(view, view.common(FIFTH, SIXTH))

    def round(self, table: Table) -> Procedure:
        """One round of On the Draw, in the order the dealer works."""
        table.step("OTD-2", "Take equal bets on Ante and Blind, and any bets on Trips and the Cincy Pot.")
        yield table.betting()
        table.gather_pot()

        table.step(
            "OTD-3",
            "Clockwise from your left, give each player four cards of a packet of five, and pull the packet's top "
            "card, face down, into the 7th Street box.",
        )
        for seat in table.clockwise():
            hole, seventh = table.shuffler.packet(4, 1)
            seat.deal(hole)
            seat.box(SEVENTH).deal(seventh, NOBODY)

        table.step(
            "OTD-4", "Lay the next packet on the streets: one card on 5th, one on 6th, face down; burn the rest."
        )
        fifth, sixth = table.shuffler.packet(1, 1)
        table.place(FIFTH).deal(fifth, NOBODY)
        table.place(SIXTH).deal(sixth, NOBODY)
        table.shuffler.burn(3)

        first, second, third = self.settings.play_multiples
        table.step(
            "OTD-5",
            f"Ask each player in turn: check, or a Play bet of {first}x the Ante. They may hold on to their cards.",
        )
        yield from self.ask(table, "check", first)

        table.step("OTD-6", "Turn up 5th Street.")
        table.place(FIFTH).turn_up()

        table.step("OTD-7", f"Ask each player without a Play bet: check, or a Play bet of {second}x the Ante.")
        yield from self.ask(table, "check", second)

        table.step("OTD-8", "Turn up 6th Street.")
        table.place(SIXTH).turn_up()

        table.step(
            "OTD-9",
            f"Ask each player without a Play bet: fold, or a Play bet of {third}x the Ante. "
            "Players with a Play bet lay their cards face down.",
        )
        yield from self.ask(table, "fold", third)

        table.step("OTD-11", "From your right to your left, resolve the hands that are left.")
        hands = {}
        for seat in table.counter_clockwise():
            if seat.cards:
                hands[seat] = self.resolve(table, seat)
        table.award_pot({seat.player: hand for seat, hand in hands.items() if self.can_win_pot(seat)})

    def ask(self, table: Table, decline: str, multiple: int) -> Procedure:
        """Put the question of a street to every player who has no Play bet."""
        for seat in table.clockwise():
            if "play" not in seat.bets:
                play = Option(f"play-{multiple}x", "play", multiple * seat.bets["ante"])
                answer = yield seat.choose(Option(decline), play)
                if answer.name == "fold":
                    self.fold(table, seat)

    def fold(self, table: Table, seat: Seat) -> None:
        """A player gives up; the cards stay on the table only for a bet that still has action."""
        table.step("OTD-10", self.fold_sentence())
        seat.folded = True
        seat.take("ante", "folded")
        seat.take("blind", "folded")
        if self.settings.fold_forfeits_trips:
            seat.take("trips", "folded")
        if "trips" not in seat.bets and not self.can_win_pot(seat):
            seat.collect()

    def fold_sentence(self) -> str:
        """What the dealer is told about a fold, which depends on the bets that keep their action."""
        taken = "Ante, Blind and Trips" if self.settings.fold_forfeits_trips else "Ante and Blind"
        alive = [] if self.settings.fold_forfeits_trips else ["Trips"]
        alive += [] if self.settings.fold_forfeits_pot_round else ["the Cincy Pot"]
        unless = f" unless {' or '.join(alive)} has action" if alive else ""
        return f"Collect the {taken} of the player who folds, and the cards{unless}."

    def blind_sentence(self) -> str:
        """What the dealer is told about the Blind, which depends on its paytable."""
        if self.paytables["blind"].pays == self.paytable("blind", "printed").pays:
            return "Pay the Blind 1 to 1 with three of a kind or better; push it with two pair."
        return "Settle the Blind by its paytable."

    def can_win_pot(self, seat: Seat) -> bool:
        """Whether this seat's hand counts for the pot (OTD-P12)."""
        return seat.in_pot and (self.folded_wins_pot() or not seat.folded)

    def resolve(self, table: Table, seat: Seat) -> Hand:
        """Show one player's hand and settle every bet on it."""
        table.step("OTD-12", "Turn up the four starting cards, then 7th Street.")
        seat.hand.turn_up()
        seat.box(SEVENTH).turn_up()
        streets = table.place(FIFTH).cards + table.place(SIXTH).cards
        hand = poker_hand(seat.cards + streets + seat.box(SEVENTH).cards)

        if not seat.folded:
            self.settle_by_schedule(table, seat, hand)
        if "trips" in seat.bets:
            table.step("OTD-19", "Pay or take Trips by its own paytable.")
            seat.settle("trips", self.paytables["trips"][hand.row], str(hand))
        return hand

    def settle_by_schedule(self, table: Table, seat: Seat, hand: Hand) -> None:
        """Settle Play, Ante and Blind; with two pair it is the Blind that pushes, and Play wins (OTD-17)."""
        why = str(hand)
        if hand.category < Poker.TWO_PAIR:
            table.step("OTD-13", "Below two pair: take Play, Ante and Blind.")
            seat.take("play", why)
            seat.take("ante", why)
            seat.take("blind", why)
        else:
            table.step("OTD-14", "Two pair or better: pay Play by the paytable.")
            seat.settle("play", self.paytables["play"][hand.row], why)
            table.step("OTD-15", "Pay the Ante 1 to 1.")
            seat.settle("ante", EVEN, why)
            table.step("OTD-16", self.blind_sentence())
            seat.settle("blind", self.paytables["blind"][hand.row], why)
