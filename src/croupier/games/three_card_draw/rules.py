"""Three Card Draw Poker, in the order of its rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from croupier.cards import Card
from croupier.chips import dollars
from croupier.games.three_card_draw.strategy import STRATEGY, choose
from croupier.hands import Hand, best_three_of_four, compared, three_card_hand
from croupier.odds import EVEN, PUSH, Pay, Prize
from croupier.table.decisions import Between, Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Question, Spot
from croupier.table.seat import DEALER_HAND, Seat
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

FLUSH_OR_BETTER = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush")
DRAW_CARD, X = "Draw Card", "X"


class ThreeCardDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Three Card Draw."""

    play_multiples: Annotated[
        tuple[int, ...],
        house_choice(
            "TCD-5", "the Play bets in Antes; any whole chips between the least and the most do too", distinct=True
        ),
    ] = (1, 2)
    rule_9a: Annotated[
        Literal[
            "ante-bonus-always",
            "ante-bonus-unless-beaten",
            "ante-pays-table",
            "play-pays-table",
            "play-pays-ante-multiples",
            "no-bonus",
        ],
        house_choice(
            "TCD-9", "how the sentence that the source cuts off goes on: what the Ante Bonus table is paid on"
        ),
    ] = "ante-bonus-always"
    ties: Annotated[Literal["win", "push", "lose"], house_choice("TCD-9", "what Ante and Play do on a tie")] = "win"


class ThreeCardDraw(Game[ThreeCardDrawSettings]):
    """Three cards and an unseen draw card against the dealer's best three of four; hands rank as TCD-1 says."""

    name = "three-card-draw"
    title = "Three Card Draw Poker"
    sentence = "Three cards against the dealer's best three of four, and one unseen card that you may draw."
    document = "TCD"
    felt = "#5e1f33"
    conditions = (  # TCD-12
        (
            "Shuffler",
            'ACE or i-Deal, in the mode "Three Card Draw Poker": packets of four; the green button dispenses '
            "the cards that are left.",
        ),
    )
    seats = 12
    own_cards = (3, 3)
    Settings = ThreeCardDrawSettings
    short_strategy = STRATEGY
    spots = (
        Spot("ante", "Ante"),
        Spot("bonus", "Bonus", wager="bonus", least=100),
        Spot("play", "Play", later=True),
    )
    pay_bets = (
        PayBet("bonus", "Bonus", FLUSH_OR_BETTER),
        PayBet("ante-bonus", "Ante Bonus", FLUSH_OR_BETTER, flat_prizes=False),
    )

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return max(self.settings.play_multiples) * bets.get("ante", 0)

    def about_bets(self) -> Mapping[str, str]:
        rule, ties = self.settings.rule_9a, {"win": "wins too", "push": "pushes", "lose": "loses"}[self.settings.ties]
        even = "wins 1 to 1"
        ante = "wins by the Ante Bonus table, or 1 to 1" if rule == "ante-pays-table" else even
        play = {
            "play-pays-table": "wins by the Ante Bonus table, or 1 to 1",
            "play-pays-ante-multiples": "wins as many Antes as the Ante Bonus table says, or 1 to 1",
        }.get(rule, even)
        return {
            "ante": "Buys your hand: your three cards against the dealer's best three of four. The better hand "
            f"{ante}; a tie {ties}; a worse hand loses. A fold gives it up.",
            "play": f"Bet to stay, after you have seen your three cards. If your hand is better it {play}; a tie "
            f"{ties}; a worse hand loses.",
            "bonus": "A bet of its own on your final three cards, with or without an Ante, whatever the dealer has. A "
            "fold gives it up.",
            "ante-bonus": _TAUGHT[rule],
        }

    def automatic(self, view: View) -> str:
        return choose(view.own(), view.legal)

    def question(self, view: View) -> Question:
        if not view.bet("ante"):
            return Question(view.own(), variant="bonus-alone", stake=view.bet("bonus"))
        return self.asked_with_bets(view)

    def round(self, table: Table) -> Procedure:
        """One round of Three Card Draw, in the order the dealer works."""
        table.step("TCD-2", "Take bets on Ante, on Bonus, or on both.")
        yield table.betting()

        table.step(
            "TCD-3",
            "Clockwise, lay a packet of four in front of each player and pull its top card, face down, onto Draw Card.",
        )
        for seat in table.clockwise():
            three, draw = table.shuffler.packet(3, 1)
            seat.deal(three)
            seat.box(DRAW_CARD).deal(draw, NOBODY)

        table.step("TCD-4", "Give yourself four cards, face down, and have the shuffler give out the rest.")
        dealer = table.place(DEALER_HAND)
        dealer.deal(table.shuffler.deal(4), NOBODY)

        least, most = min(self.settings.play_multiples), max(self.settings.play_multiples)
        antes = f"{least}x to {most}x" if least < most else f"{least}x"
        table.step(
            "TCD-5", f"Ask each player: fold, giving up Ante and Bonus; or stay with a Play bet of {antes} the Ante."
        )
        table.step(
            "TCD-6",
            "A player who stays lays the cards on Hold, and may lay one of them on X to be replaced by the Draw Card.",
        )
        for seat in table.clockwise():
            answer = yield seat.choose(
                *self.options(seat), between=self.amounts_between(table, seat), asks=self.asks(seat, antes)
            )
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                seat.take("bonus", "folded")
                seat.collect()
            elif answer.meaning is not None:
                seat.hand.move([answer.meaning], to=seat.box(X))

        table.step("TCD-7", "Turn up your four cards and make the best three-card hand.")
        dealer.turn_up()
        dealer_hand = best_three_of_four(dealer.cards)
        table.name("dealer's hand", str(dealer_hand))

        table.step("TCD-8", "Counter-clockwise, turn up each player's held cards and, after a discard, the Draw Card.")
        for seat in table.counter_clockwise():
            if not seat.folded:
                self.resolve(table, seat, dealer_hand)

    def options(self, seat: Seat) -> list[Option]:
        """Every play and every discard; a player with a Bonus bet alone only chooses what to discard (TCD-11)."""
        if "ante" not in seat.bets:
            return [Option(name, public=public, meaning=card) for name, public, card in _discards(seat.cards)]
        plays = [
            Option(f"play-{multiple}x {name}", "play", multiple * seat.bets["ante"], f"play-{multiple}x {public}", card)
            for multiple in self.settings.play_multiples
            for name, public, card in _discards(seat.cards)
        ]
        return [Option("fold"), *plays]

    def asks(self, seat: Seat, antes: str) -> str:
        """The question in the player's words."""
        cards = "keep your three cards, or swap one for the unseen Draw Card"
        if "ante" not in seat.bets:
            return f"{cards[0].upper()}{cards[1:]}."
        lost = "Ante and Bonus" if "bonus" in seat.bets else "Ante"
        all_of_it = dollars(sum(seat.bets.values()))
        return f"Bet {antes} the Ante on Play and {cards}; or fold and give up {lost} ({all_of_it})."

    def amounts_between(self, table: Table, seat: Seat) -> tuple[Between, ...]:
        """Play bets of whole chips between the least and the most."""
        ante, chip = seat.bets.get("ante", 0), table.placard.chip
        least, most = min(self.settings.play_multiples) * ante, max(self.settings.play_multiples) * ante
        if most - least <= chip:
            return ()
        return tuple(
            Between(f"play-AMOUNT {name}", least, most, chip, "play", f"play-AMOUNT {public}", card)
            for name, public, card in _discards(seat.cards)
        )

    def resolve(self, table: Table, seat: Seat, dealer_hand: Hand) -> None:
        """Show one player's hand, compare it with the dealer's and settle every bet on it."""
        seat.hand.turn_up()
        final = list(seat.cards)
        if seat.box(X).cards:
            seat.box(DRAW_CARD).turn_up()
            final += seat.box(DRAW_CARD).cards
        hand = three_card_hand(final)

        if "ante" in seat.bets:
            self.settle_against_dealer(table, seat, hand, dealer_hand)
        if "bonus" in seat.bets:
            from_a_flush = self.paytables["bonus"].paid == self.paytable("bonus", "printed").paid
            with_what = " with a flush or better; otherwise take it" if from_a_flush else ", or take it"
            table.step("TCD-10", f"Pay the Bonus by its paytable{with_what}.")
            seat.settle("bonus", self.paytables["bonus"][hand.row], str(hand))

    def settle_against_dealer(self, table: Table, seat: Seat, hand: Hand, dealer_hand: Hand) -> None:
        """Settle Ante and Play, and pay the Ante Bonus, as the house reads the sentence that is cut off (TCD-9)."""
        table.step("TCD-9", _sentence(self.settings))
        ante_stake = seat.bets["ante"]
        beaten = hand < dealer_hand
        why = compared(hand, dealer_hand)
        result: Pay = None if beaten else EVEN
        if hand == dealer_hand:
            result = {"win": EVEN, "push": PUSH, "lose": None}[self.settings.ties]

        listed = self.paytables["ante-bonus"][hand.row]
        ante, play = result, result
        bonus: Pay = None
        if listed is not None and listed != PUSH:
            match self.settings.rule_9a:
                case "ante-bonus-always":
                    bonus = listed
                case "ante-bonus-unless-beaten" if not beaten:
                    bonus = listed
                case "ante-pays-table" if result == EVEN:
                    ante = listed
                case "play-pays-table" if result == EVEN:
                    play = listed
                case "play-pays-ante-multiples" if result == EVEN:
                    play = Prize(table.cashier.payout(ante_stake, listed))
        seat.settle("ante", ante, why)
        seat.settle("play", play, why)
        if bonus is not None:
            seat.pay_bonus("ante-bonus", ante_stake, bonus, str(hand))


_WINS = {
    "ante-bonus-always": "pay Ante and Play even money",
    "ante-bonus-unless-beaten": "pay Ante and Play even money",
    "ante-pays-table": "pay the Ante by the Ante Bonus table, or even money where it has no row, and Play even money",
    "play-pays-table": "pay the Ante even money and Play by the Ante Bonus table, or even money where it has no row",
    "play-pays-ante-multiples": "pay the Ante even money; Play wins as many Antes as the Ante Bonus table says, or "
    "even money where it has no row",
    "no-bonus": "pay Ante and Play even money",
}
_TIES = {"win": "", "push": " Push both on a tie.", "lose": " A tie loses."}
_BONUS = {
    "ante-bonus-always": " Pay the Ante Bonus on the player's hand whoever won.",
    "ante-bonus-unless-beaten": " Pay the Ante Bonus on the player's hand unless it was beaten.",
}


_TAUGHT = {
    "ante-bonus-always": "Takes no bet: paid on the Ante with these hands, whether you beat the dealer or not.",
    "ante-bonus-unless-beaten": "Takes no bet: paid on the Ante with these hands, unless the dealer beats you.",
    "ante-pays-table": "What the Ante wins with these hands in place of 1 to 1.",
    "play-pays-table": "What Play wins with these hands in place of 1 to 1.",
    "play-pays-ante-multiples": "What Play wins with these hands, in Antes, in place of 1 to 1.",
    "no-bonus": "Not paid at this table.",
}


def _sentence(settings: ThreeCardDrawSettings) -> str:
    """What the dealer is told about Ante, Play and Ante Bonus, as the house reads rule 9 and decides ties."""
    beats = "beats or ties you" if settings.ties == "win" else "beats you"
    told = f"If the player {beats}, {_WINS[settings.rule_9a]}; otherwise take them."
    return told + _TIES[settings.ties] + _BONUS.get(settings.rule_9a, "")


def _discards(cards: list[Card]) -> list[tuple[str, str, Card | None]]:
    """Keeping, or discarding one card: what it is called, what the others are told, and the card."""
    return [("keep", "keep", None), *((f"discard {card}", "discard", card) for card in cards)]
