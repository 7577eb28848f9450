"""Draw 'n Shoot 21, in the order of its rule book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from croupier.cards import Card
from croupier.dice import Roll
from croupier.errors import Refused
from croupier.games.draw_n_shoot_21.strategy import STRATEGY, choose
from croupier.table.decisions import Option
from croupier.table.game import Game, PayBet, Procedure, Question, Spot
from croupier.table.seat import Seat
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

ACE, HARD_STOP = 14, 19


class DrawNShootSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Draw 'n Shoot 21."""

    decks: Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 8, "infinite"], house_choice("DNS-1", "decks in the shoe")] = 6
    max_raise: Annotated[
        int, house_choice("DNS-3", "the most Antes that may be raised after the first card", most=100)
    ] = 2
    skill_game_only: Annotated[
        bool, house_choice("DNS-15", "whether the 21 Ante is required and QuickCraps only a side bet")
    ] = False


class DrawNShoot21(Game[DrawNShootSettings]):
    """Cards from a shoe and one roll of two dice, each bet against its own pay table (DNS-1)."""

    name = "draw-n-shoot-21"
    title = "Draw 'n Shoot 21"
    sentence = "Cards and one roll of the dice make 21; the first card and the same roll play QuickCraps."
    document = "DNS"
    felt = "#352757"
    seats = 7
    Settings = DrawNShootSettings
    short_strategy = STRATEGY
    spots = (
        Spot("ante", "Ante", wager="twenty-one"),
        Spot("raise", "Raise", later=True, wager="twenty-one"),
        Spot("craps", "Craps", wager="quickcraps", least=100),
    )
    pay_bets = (
        PayBet("twenty-one", "21", ("blackjack", "twenty-one", "eighteen-to-twenty", "seventeen"), flat_prizes=False),
        PayBet(
            "quickcraps",
            "QuickCraps",
            (
                "any-craps",
                "seven",
                "ten-ten",
                "match-5-9",
                "match-6-8",
                "match-7",
                "ace-eleven",
                "four-four",
                "four-hard-eight",
            ),
            ranked=False,
        ),
    )
    uses_dice = True

    def check_bets(self, bets: Mapping[str, int]) -> None:
        if self.settings.skill_game_only and "craps" in bets and "ante" not in bets:
            raise Refused("DNS-15: where a game of skill is required, Craps is a side bet; bet on ante too")

    def largest_later_bet(self, bets: Mapping[str, int]) -> int:
        return self.settings.max_raise * bets.get("ante", 0)

    def about_bets(self) -> Mapping[str, str]:
        alone = "It needs an Ante beside it." if self.settings.skill_game_only else "It may be bet without an Ante."
        most = self.settings.max_raise
        return {
            "ante": "Your cards and one roll of two dice together make your total. 17 pushes and 18 to 21 win, by the "
            "table; less, or more than 21, loses. An ace counts 11, or 1 where 11 would be too many; tens and pictures "
            "count 10. One card and the dice making 21 is a blackjack. You may hit until your hard total is "
            f"{HARD_STOP} or more.",
            "raise": f"Up to {most} more Antes after your first card. It wins, pushes and loses with the Ante."
            if most
            else "Not taken at this table.",
            "craps": "Your first card against the same dice. A roll of 2, 3 or 12 pays whatever the card, and a 7 is "
            "settled by the table; otherwise the card must match the roll: an ace 11, tens and pictures 10, a four "
            f"also a hard 8 (4 and 4). No match loses. {alone}",
        }

    def automatic(self, view: View) -> str:
        return choose(view.own(), view.legal)

    def so_far(self, view: View) -> str:
        """The total of the cards, hard or soft; the dice are still to come."""
        cards = view.own()
        low = low_total(cards)
        soft = any(card.rank == ACE for card in cards) and low + 10 <= 21
        return (f"{low} or {low + 10}, soft" if soft else f"{low}, hard") if cards else ""

    def question(self, view: View) -> Question:
        return Question(view.own())

    def round(self, table: Table) -> Procedure:
        """One round of Draw 'n Shoot 21, in the order the dealer works."""
        decks = self.settings.decks
        if decks != "infinite":
            table.step("DNS-11", "When the cut card has come out, shuffle the decks and cut off about a sixth.")
            table.ready_shoe(table.pack * decks, behind_cut_card=len(table.pack) * decks // 6)

        craps = "and any on Craps" if self.settings.skill_game_only else "on Craps, or on both"  # DNS-15
        table.step("DNS-2", f"Take bets on the Ante, {craps}.")
        table.step("DNS-16", "See that every bet is within the posted minimum and maximum.")
        yield table.betting()

        table.step(
            "DNS-12",
            "From left to right, deal each player one card face up; lay it sideways above the spot of a Craps player.",
        )
        for seat in table.clockwise():
            seat.deal([self.next_card(table)], face_up=True)

        for seat in table.clockwise():
            if "ante" in seat.bets:
                yield from self.raise_then_draw(table, seat)

        table.step(
            "DNS-13", "Shake the cup at least three times, set it down, uncover the dice and announce the total."
        )
        roll = table.roll()

        if roll.total not in (2, 3, 7, 12):
            table.step("DNS-14", f"Take the Craps bets of first cards that do not match {roll.total}.")
            for seat in table.clockwise():
                if self.craps_row(seat.cards[0], roll) is None:
                    seat.take("craps", f"{seat.cards[0].sign} does not match {roll.total}")

        table.step(
            "DNS-7",
            "From right to left, settle what is left: Craps by its table, then the 21 score by its table; put the "
            "cards in the discard tray. Then cover the shaker.",
        )
        for seat in table.counter_clockwise():
            self.settle(seat, roll)

    def next_card(self, table: Table) -> Card:
        """The next card of the shoe, or of one without end."""
        if self.settings.decks == "infinite":
            return table.chance.pick(table.pack)
        return table.from_shoe(table.pack * self.settings.decks)

    def raise_then_draw(self, table: Table, seat: Seat) -> Procedure:
        """One player's raise, and then hits until a stand or a hard total of 19."""
        table.step("DNS-3", self.raise_sentence())
        raises = (Option(f"raise-{n}", "raise", n * seat.bets["ante"]) for n in range(1, self.settings.max_raise + 1))
        yield seat.choose(Option("raise-0"), *raises)

        table.step(
            "DNS-4",
            "Ask the player to hit or stand, until a hard total of 19 or more; deal hits face up below the first card.",
        )
        while low_total(seat.cards) < HARD_STOP:  # DNS-5
            answer = yield seat.choose(Option("stand"), Option("hit"))
            if answer.name == "stand":
                break
            seat.deal([self.next_card(table)], face_up=True)

    def raise_sentence(self) -> str:
        """What the dealer is told about raises, which depends on how much may be raised."""
        most = self.settings.max_raise
        if most == 0:
            return "Take no raise."
        return f"Ask the player to raise by up to {most} {'Ante' if most == 1 else 'Antes'}, or not at all."

    def settle(self, seat: Seat, roll: Roll) -> None:
        """Pay or take what one player still has on the layout."""
        if "craps" in seat.bets:
            row = self.craps_row(seat.cards[0], roll)
            pay = None if row is None else self.paytables["quickcraps"][row]
            seat.settle("craps", pay, f"{seat.cards[0].sign} and a roll of {roll}")
        if "ante" in seat.bets:
            total = score(seat.cards, roll)
            row = self.score_row(total, len(seat.cards))
            pay = None if row is None else self.paytables["twenty-one"][row]
            why = "blackjack" if row == "blackjack" else f"a score of {total}"
            seat.settle("ante", pay, why)
            seat.settle("raise", pay, why)

    @staticmethod
    def score_row(total: int, cards: int) -> str | None:
        """The row of the 21 table that a score is paid by (DNS-7)."""
        if total == 21:
            return "blackjack" if cards == 1 else "twenty-one"
        if 18 <= total <= 20:
            return "eighteen-to-twenty"
        return "seventeen" if total == 17 else None

    @staticmethod
    def craps_row(card: Card, roll: Roll) -> str | None:
        """The row of the QuickCraps table that a first card and a roll are paid by (DNS-8, DNS-9)."""
        total, rank = roll.total, min(card.rank, 10) if card.rank != ACE else ACE
        if total in (2, 3, 12):
            return "any-craps"
        if total == 7:
            return "match-7" if rank == 7 else "seven"
        if rank == 4 and total == 8 and roll.hardway:
            return "four-hard-eight"
        if total == 11:
            return "ace-eleven" if rank == ACE else None
        if rank != total:
            return None
        return {4: "four-four", 5: "match-5-9", 9: "match-5-9", 6: "match-6-8", 8: "match-6-8", 10: "ten-ten"}[total]


def low_total(cards: Sequence[Card]) -> int:
    """The total with every ace counted as 1: once it is hard, the hard total."""
    return sum(1 if card.rank == ACE else min(card.rank, 10) for card in cards)


def score(cards: Sequence[Card], roll: Roll) -> int:
    """Cards and dice together, an ace counting 11 where that does not go above 21 (DNS-6).

    >>> from croupier.cards import DECK, parse_cards
    >>> score(parse_cards("As"), Roll(6, 4)), score(parse_cards("As 5d"), Roll(6, 4)), score(DECK[8:10], Roll(6, 6))
    (21, 16, 20)
    """
    total = low_total(cards) + roll.total
    has_ace = any(card.rank == ACE for card in cards)
    return total + 10 if has_ace and total + 10 <= 21 else total
