"""Big Draw Poker, in the order of its rule book."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import combinations
from typing import Annotated, Literal

from croupier.cards import Card
from croupier.chips import dollars
from croupier.errors import Refused
from croupier.games.big_draw.strategy import STRATEGY, hold
from croupier.games.poker_rows import JACKS_OR_BETTER
from croupier.hands import Hand, deuces_hand, poker_hand
from croupier.odds import Pay, Prize
from croupier.table.decisions import Decision, Option
from croupier.table.events import EVERYBODY, NOBODY
from croupier.table.game import Game, PayBet, Procedure, Question, Spot
from croupier.table.seat import Seat
from croupier.table.settings import Settings, house_choice
from croupier.table.table import Table
from croupier.table.view import View

DEUCES_ROWS = (
    "natural-royal",
    "four-deuces",
    "wild-royal",
    "five-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
)
FIVE_CARD_DRAW, DEUCES_NEVER_LOSES = "five-card-draw", "deuces-never-loses"
DISCARDS = "discards"
CALL_THE_GAME = "Call the game for everybody: 5 Card Draw, or Deuces Never Loses, in which twos are wild; or pass."
FIRST_5_LEAST = 100
"""The least First 5 bet, in cents: its flat prizes are for a dollar (BD-4, BD-13)."""


class BigDrawSettings(Settings, frozen=True, kw_only=True):
    """What a house may decide about Big Draw Poker."""

    deal_style: Annotated[
        Literal["one-at-a-time", "five-at-once"], house_choice("BD-6", "how the first five cards are dealt")
    ] = "one-at-a-time"
    draw_style: Annotated[
        Literal["option-1", "option-2"],
        house_choice("BD-9", "whether all draws are dealt before hands are settled (1) or each is settled at once (2)"),
    ] = "option-1"
    require_big_draw: Annotated[
        bool, house_choice("BD-5", "whether First 5 may only be bet together with Big Draw")
    ] = False
    first5_alone_minimum: Annotated[
        int, house_choice("BD-4", "the least First 5 bet without Big Draw, in dollars", least=1)
    ] = 1
    first5_alone_blind: Annotated[
        bool, house_choice("BD-4", "whether a player with First 5 alone may not look until all draws are complete")
    ] = True


class BigDraw(Game[BigDrawSettings]):
    """Five-card draw, or draw with deuces wild, against a pay table (BD-1)."""

    name = "big-draw"
    title = "Big Draw Poker"
    sentence = "Five cards and one draw against a pay table; the player with the button calls the game."
    document = "BD"
    felt = "#0d4a52"
    conditions = (  # BD-18
        (
            "Approval",
            "Played under the rules that the Commission's letter approves: in a commercial card room once its internal "
            "controls are approved, in a tribal casino under the letter's conditions. A change may need approval.",
        ),
        ("Shuffle", "By hand, as the procedure says; plastic cards are recommended, paper ones are changed often."),
    )
    behaviour = 2
    seats = 5
    own_cards = (5, 5)
    Settings = BigDrawSettings
    short_strategy = STRATEGY
    spots = (  # two wagers of their own for limits (BD-5, BD-16)
        Spot("big-draw", "Big Draw", wager="big-draw"),
        Spot("first-5", "First 5", wager="first-5", least=100),
    )
    pay_bets = (
        PayBet("five-card-draw/big-draw", "5 Card Draw, Big Draw", JACKS_OR_BETTER),
        PayBet("five-card-draw/first-5", "5 Card Draw, First 5", JACKS_OR_BETTER),
        PayBet("deuces-never-loses/big-draw", "Deuces Never Loses, Big Draw", DEUCES_ROWS),
        PayBet("deuces-never-loses/first-5", "Deuces Never Loses, First 5", DEUCES_ROWS),
    )

    def check_bets(self, bets: Mapping[str, int]) -> None:
        if 0 < bets.get("first-5", 0) < FIRST_5_LEAST:
            least, bet = dollars(FIRST_5_LEAST), dollars(bets["first-5"])
            raise Refused(f"BD-4: First 5 takes at least {least}, whatever is posted, not {bet}")
        if "first-5" in bets and "big-draw" not in bets:
            if self.settings.require_big_draw:
                raise Refused("BD-5: First 5 is bet only together with big-draw at this table")
            if bets["first-5"] < self.settings.first5_alone_minimum * 100:
                minimum = dollars(self.settings.first5_alone_minimum * 100)
                raise Refused(
                    f"BD-4: First 5 without big-draw takes at least {minimum}, not {dollars(bets['first-5'])}"
                )

    def about_bets(self) -> Mapping[str, str]:
        settings = self.settings
        unseen = (
            " you may not look at your cards until all draws are complete, and" if settings.first5_alone_blind else ""
        )
        alone = (
            "It is taken only together with Big Draw."
            if settings.require_big_draw
            else f"Bet without Big Draw,{unseen} you draw nothing."
        )
        return {
            "big-draw": "Your five cards after one draw, by the table of the game that was called. There is no "
            "dealer's hand to beat.",
            "first-5": "Your first five cards, before the draw, by a table of its own: settled before anybody draws. "
            f"{alone}",
        }

    def automatic(self, view: View) -> str:
        if FIVE_CARD_DRAW in view.legal:
            return FIVE_CARD_DRAW
        return hold(view.own(), view.named["game"])

    def question(self, view: View) -> Question | None:
        if not view.own():
            return None
        return Question(view.own(), variant=view.named["game"], stake=view.bet("big-draw"))

    def round(self, table: Table) -> Procedure:
        """One round of Big Draw Poker, in the order the dealer works."""
        variant = yield from self.choose_game(table)

        table.step("BD-3", "Take bets on Big Draw and First 5.")
        yield table.betting()
        self.deal(table)

        table.step("BD-10", "Let no player show a hand, discuss it, or bet on another's.")
        table.step("BD-7", "From the button, each player lays zero to five discards face down.")
        for seat in table.clockwise(table.button):
            if "big-draw" in seat.bets:
                answer = yield seat.choose(*_holds(seat.cards))
                discards = [card for card in seat.cards if card.name not in answer.meaning]
                seat.hand.move(discards, to=seat.box(DISCARDS))

        self.settle_first_5(table, variant)
        if self.settings.draw_style == "option-1":
            self.draw_then_settle(table, variant)
        else:
            self.draw_and_settle_in_turn(table, variant)
        self.settle_blind_hands(table, variant)

    def choose_game(self, table: Table) -> Generator[Decision, Option, str]:
        """Move the button and ask for the game; whoever chooses has the button in front of them (BD-2)."""
        table.step(
            "BD-2",
            "Move the button one player on, ask the player who has it which game to play, and lay that side face up.",
        )
        after = [number for number in table.seats if number > table.button]
        before = [number for number in table.seats if number <= table.button]
        table.button, *others = after + before
        for number in (table.button, *others):
            answer = yield table.seats[number].choose(
                Option("pass"), Option(FIVE_CARD_DRAW), Option(DEUCES_NEVER_LOSES), asks=CALL_THE_GAME
            )
            if answer.name != "pass":
                table.button = number
                table.name("game", answer.name, number)
                return answer.name
        table.name("game", FIVE_CARD_DRAW, table.button)
        return FIVE_CARD_DRAW

    def deal(self, table: Table) -> None:
        """Five cards each from the button, one at a time or all at once; the house gets none (BD-6)."""
        one_at_a_time = self.settings.deal_style == "one-at-a-time"
        table.step(
            "BD-15",
            "By hand: shuffle, shuffle, strip, shuffle, shuffle, strip, shuffle, shuffle, and cut onto the cut card "
            "near the middle. Change a paper deck every one and a half to two hours.",
        )
        how = "one card at a time until each player has five" if one_at_a_time else "five cards to each player"
        table.step("BD-6", f"Deal {how}, beginning with the button; the house takes none.")
        for count in (1, 1, 1, 1, 1) if one_at_a_time else (5,):
            for seat in table.clockwise(table.button):
                seat.hand.deal(table.shuffler.deal(count), NOBODY if self.plays_blind(seat) else (seat.number,))

    def plays_blind(self, seat: Seat) -> bool:
        """Whether this player may not look before all draws are complete (BD-4)."""
        return "big-draw" not in seat.bets and self.settings.first5_alone_blind

    def settle_first_5(self, table: Table, variant: str) -> None:
        """Losing First 5 bets are taken, then winning hands shown and paid, all before a card is drawn (BD-8)."""
        table.step(
            "BD-8",
            "Before drawing, take the losing First 5 bets; then turn up the winning hands, which their players have "
            "tucked and declared, pay them and leave them face up.",
        )
        paytable = self.paytables[f"{variant}/first-5"]
        open_bets = [
            (seat, _hand(variant, seat.cards + seat.box(DISCARDS).cards))
            for seat in table.clockwise(table.button)
            if "first-5" in seat.bets and not self.plays_blind(seat)
        ]
        for seat, hand in open_bets:
            if paytable[hand.row] is None:
                seat.take("first-5", "not a winning hand")  # BD-10: what it is stays hidden
        for seat, hand in open_bets:
            if paytable[hand.row] is not None:
                seat.hand.turn_up()
                seat.box(DISCARDS).turn_up()
                _pay_first_5(seat, paytable[hand.row], hand)

    def draw_then_settle(self, table: Table, variant: str) -> None:
        """Option 1: every player's draw is dealt, then hands are settled (BD-9)."""
        table.step("BD-9", "From the button, lay each player's draw on the kept cards and take the discards.")
        for seat in table.clockwise(table.button):
            if "big-draw" in seat.bets:
                seat.hand.deal(table.shuffler.deal(5 - len(seat.cards)), seat.hand.eyes)
                seat.box(DISCARDS).clear()
        table.step("BD-14", "From the button, turn up each hand and settle Big Draw; a push returns the bet.")
        for seat in table.clockwise(table.button):
            if "big-draw" in seat.bets:
                seat.hand.turn_up()
                self.settle_big_draw(seat, variant)

    def draw_and_settle_in_turn(self, table: Table, variant: str) -> None:
        """Option 2: discards are taken, then each hand is turned up, drawn to face up and settled at once (BD-9)."""
        table.step(
            "BD-9", "Take all discards; then, from the button, turn up a hand, draw to it face up and settle it."
        )
        drawing = [seat for seat in table.clockwise(table.button) if "big-draw" in seat.bets]
        for seat in drawing:
            seat.box(DISCARDS).clear()
        for seat in drawing:
            seat.hand.turn_up()
            seat.hand.deal(table.shuffler.deal(5 - len(seat.cards)), EVERYBODY)
            self.settle_big_draw(seat, variant)

    def settle_big_draw(self, seat: Seat, variant: str) -> None:
        """Take, push or pay Big Draw on the final five cards."""
        hand = _hand(variant, seat.cards)
        seat.settle("big-draw", self.paytables[f"{variant}/big-draw"][hand.row], str(hand))

    def settle_blind_hands(self, table: Table, variant: str) -> None:
        """First 5 hands that nobody was allowed to look at are opened now that all draws are complete (BD-4)."""
        blind = [seat for seat in table.clockwise(table.button) if "first-5" in seat.bets]
        if blind:
            table.step("BD-4", "Turn up the First 5 hands that were played without looking, and settle them.")
        for seat in blind:
            seat.hand.turn_up()
            hand = _hand(variant, seat.cards)
            _pay_first_5(seat, self.paytables[f"{variant}/first-5"][hand.row], hand)


def _hand(variant: str, cards: list[Card]) -> Hand:
    return poker_hand(cards) if variant == FIVE_CARD_DRAW else deuces_hand(cards)


def _pay_first_5(seat: Seat, pay: Pay, hand: Hand) -> None:
    """Settle First 5; its fixed prizes do not count towards an aggregate limit (BD-11, BD-13)."""
    seat.settle("first-5", pay, str(hand), counts=not isinstance(pay, Prize))


def _holds(cards: list[Card]) -> list[Option]:
    """Every way to hold some of the cards, standing pat first; what it means is the names of those held."""
    names = [card.name for card in cards]
    return [
        Option(" ".join(("hold", *held)), public=f"discard {5 - count}", meaning=held)
        for count in range(5, -1, -1)
        for held in combinations(names, count)
    ]
