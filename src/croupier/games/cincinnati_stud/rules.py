"""Cincinnati Stud, in the order of its rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from croupier.games.cincinnati_stud.strategy import STRATEGY, choose
from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Hand, Poker, compared, poker_hand
from croupier.odds import EVEN, PUSH, Pay
from croupier.pots.carryover import CarryoverPot
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Question, Spot
from croupier.table.placard import Placard
from croupier.table.pot import DEALER
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

SEVENTH = "7th Street"


class CincinnatiStudSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Cincinnati Stud."""

    play_multiples: Annotated[
        tuple[int, ...], house_choice("CS-5", "the Play bets a player may choose from, in Antes", distinct=True)
    ] = (1, 2)
    blind_below_straight: Annotated[
        Literal["push", "lose", "pay"],
        house_choice(
            "CS-7", "what the Blind does on a win with less than a straight, where no row says; pay is 1 to 1"
        ),
    ] = "push"
    side_bets_alone: Annotated[
        bool, house_choice("CS-2", "whether Trips and the Cincy Pot may be bet on without Ante and Blind")
    ] = False
    dealer_participates: Annotated[bool, house_choice("CS-P1", "whether the dealer competes for the Cincy Pot")] = False
    tenth_game_split: Annotated[
        Literal["players-and-house", "players"],
        house_choice("CS-P5", "who divides a pot that nobody has won by the tenth game"),
    ] = "players-and-house"
    fold_forfeits_pot_round: Annotated[
        bool, house_choice("CS-P10", "whether a player who folds cannot win the pot of that round")
    ] = True


class CincinnatiStud(Game[CincinnatiStudSettings]):
    """Seven cards each against the dealer, best five (CS-1)."""

    name = "cincinnati-stud"
    title = "Cincinnati Stud"
    sentence = "Seven cards each against the dealer: you see six, then fold or play for one or two Antes."
    document = "CS"
    felt = "#1d4468"
    conditions = (  # CS-12
        (
            "Shuffler",
            'i-Deal, in the mode "Cincinnati Stud": packets of seven; the green button ejects the discards and '
            "begins the next deck.",
        ),
    )
    behaviour = 2
    seats = 6
    """Seven packets of seven are 49 cards (CS-9)."""
    own_cards = (6, 6)
    Settings = CincinnatiStudSettings
    short_strategy = STRATEGY
    pot_kind = CarryoverPot
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("blind", "Blind", required=True, equals="ante"),
        Spot("play", "Play", later=True),
        Spot("trips", "Trips", wager="trips", least=100),
        Spot("cincy-pot", "Cincy Pot", pot=True, wager="pot"),
    )
    pay_bets = (PayBet("blind", "Blind", JACKS_OR_BETTER), PayBet("trips", "Trips", JACKS_OR_BETTER))

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        """The largest Play bet, which a limit on single wagers may bind (CS-10)."""
        return max(self.settings.play_multiples) * bets.get("ante", 0)

    def about_bets(self) -> Mapping[str, str]:
        low = {"push": "pushes", "lose": "loses", "pay": "pays 1 to 1"}[self.settings.blind_below_straight]
        multiples = " or ".join(f"{multiple}x" for multiple in self.settings.play_multiples)
        return {
            "ante": "Buys your hand: the best five of seven cards against the dealer's best five of seven. The better "
            "hand wins 1 to 1, a tie pushes, a worse hand loses.",
            "blind": "Always equal to the Ante. If you beat the dealer it is paid by its own table, and with less "
            f"than a straight it {low}. A tie pushes it; if the dealer wins, it loses.",
            "play": f"{multiples} the Ante, bet after you have seen six cards. It wins 1 to 1, pushes or loses with "
            "the Ante.",
            "trips": "An extra bet on your own seven cards, by a table of its own, whoever wins. It stays in play "
            "after a fold.",
        }

    def folded_wins_pot(self) -> bool:
        return not self.settings.fold_forfeits_pot_round

    def new_pot(self, placard: Placard) -> CarryoverPot | None:
        minimum, split = placard.limit(self, "ante").least, self.settings.tenth_game_split
        minimum += -minimum % placard.chip
        pot = CarryoverPot(minimum, self.settings.dealer_participates, split, placard.chip)
        return pot if placard.allows(pot) else None

    def requires(self, spot: Spot, bets: Mapping[str, int]) -> bool:
        """Whether a spot must be bet on: Ante and Blind, unless the house lets the other bets stand alone (CS-2)."""
        main = "ante" in bets or "blind" in bets
        return spot.required and (main or not self.settings.side_bets_alone)

    def automatic(self, view: View) -> str:
        return choose(view.own(), view.legal)

    def question(self, view: View) -> Question:
        return self.asked_with_bets(view)

    def round(self, table: Table) -> Procedure:
        """One round of Cincinnati Stud, in the order the dealer works."""
        table.step("CS-2", "Take equal bets on Ante and Blind, and any bets on Trips and the Cincy Pot.")
        yield table.betting()
        table.gather_pot()

        table.step(
            "CS-3",
            "Clockwise from your left, give each player a packet of seven and pull the top card back, face down: "
            "it is the player's 7th Street.",
        )
        for seat in table.clockwise():
            six, seventh = table.shuffler.packet(6, 1)
            seat.deal(six)
            seat.box(SEVENTH).deal(seventh, NOBODY)

        table.step("CS-4", "Give yourself a packet of seven, face down, and have the shuffler begin the next deck.")
        dealer = table.place(DEALER_HAND)
        dealer.deal(table.shuffler.deal(7), NOBODY)

        multiples = " or ".join(f"{multiple}x" for multiple in self.settings.play_multiples)
        table.step("CS-5", f"Ask each player in turn: fold, or a Play bet of {multiples} the Ante.")
        for seat in table.clockwise():
            if "ante" not in seat.bets:
                continue
            plays = (Option(f"play-{m}x", "play", m * seat.bets["ante"]) for m in self.settings.play_multiples)
            answer = yield seat.choose(Option("fold"), *plays)
            if answer.name == "fold":
                self.fold(table, seat)

        table.step("CS-6", "Turn up your cards and announce your hand.")
        dealer.turn_up()
        dealer_hand = poker_hand(dealer.cards)
        table.name("dealer's hand", str(dealer_hand))

        table.step("CS-7", "Compare your hand with each player's, from your right to your left.")
        hands = {}
        for seat in table.counter_clockwise():
            if seat.cards:
                hands[seat] = self.resolve(table, seat, dealer_hand)
        competing = {seat.player: hand for seat, hand in hands.items() if self.can_win_pot(seat)}
        if self.settings.dealer_participates and any(seat.in_pot for seat in table.seats.values()):  # CS-P3
            competing[DEALER] = dealer_hand
        table.award_pot(competing)

    def fold(self, table: Table, seat: Seat) -> None:
        """A player gives up; the cards stay on the table only for a bet that still has action."""
        table.step("CS-8", "Take the Ante and Blind of the player who folds; a Trips bet keeps its action.")
        seat.folded = True
        seat.take("ante", "folded")
        seat.take("blind", "folded")
        if "trips" not in seat.bets and not self.can_win_pot(seat):
            seat.collect()

    def can_win_pot(self, seat: Seat) -> bool:
        """Whether this seat's hand counts for the pot (CS-P10)."""
        return seat.in_pot and (self.folded_wins_pot() or not seat.folded)

    def resolve(self, table: Table, seat: Seat, dealer_hand: Hand) -> Hand:
        """Show one player's hand, compare it with the dealer's and settle every bet on it."""
        seat.hand.turn_up()
        seat.box(SEVENTH).turn_up()
        hand = poker_hand(seat.cards + seat.box(SEVENTH).cards)

        if "ante" in seat.bets:
            why = compared(hand, dealer_hand)
            if hand < dealer_hand:
                table.step("CS-7a", "The dealer wins: take Ante, Play and Blind.")
                main, blind = None, None
            elif hand > dealer_hand:
                table.step("CS-7b", "The player wins: pay Ante and Play 1 to 1, and the Blind by its paytable.")
                main, blind = EVEN, self.blind_pays(hand)
            else:
                table.step("CS-7", "A tie: push Ante, Play and Blind.")
                main, blind = PUSH, PUSH
            seat.settle("ante", main, why)
            seat.settle("play", main, why)
            seat.settle("blind", blind, why)

        if "trips" in seat.bets:
            from_trips = self.paytables["trips"].paid == self.paytable("trips", "trips-1").paid
            by_what = "with three of a kind or better" if from_trips else "by its paytable"
            table.step("CS-8", f"Pay Trips {by_what}, whoever won; otherwise take it.")
            seat.settle("trips", self.paytables["trips"][hand.row], str(hand))
        return hand

    def blind_pays(self, hand: Hand) -> Pay:
        """What the Blind pays on a win: its row, or below a straight what the house has decided."""
        pay = self.paytables["blind"][hand.row]
        if pay is None and hand.category < Poker.STRAIGHT:
            return {"push": PUSH, "lose": None, "pay": EVEN}[self.settings.blind_below_straight]
        return pay
