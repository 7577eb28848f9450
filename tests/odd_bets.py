"""A game as an inventor writes it, in a folder anywhere: a main bet of a family, and side bets on other things."""

from __future__ import annotations

from pathlib import Path

RULES = '''
from croupier.hands import compared, three_card_hand
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Procedure, Spot
from croupier.table.seat import DEALER_HAND
from croupier.table.table import Table


class OddStud(Game):
    """Three cards each, and bets on the dealer's card, on a sum and on dice."""

    name = "odd-stud"
    title = "Odd Stud"
    sentence = "Three cards each: play or fold."
    document = "OST"
    seats = 6
    own_cards = (3, 3)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("play", "Play", later=True),
        Spot("first", "First", wager="first", least=100),
        Spot("sum", "Sum", wager="sum", least=100),
        Spot("dice", "Dice", wager="dice", least=100),
    )
    pay_bets = (
        PayBet("first", "First", ("ace", "face")),
        PayBet("sum", "Sum", ("high", "low")),
        PayBet("dice", "Dice", ("seven", "eleven"), ranked=False),
    )

    def largest_later_bet(self, bets):
        return bets.get("ante", 0)

    def round(self, table: Table) -> Procedure:
        table.step("OST-1", "Take bets.")
        yield table.betting()
        table.step("OST-2", "Deal three cards to everybody.")
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(3))
        dealer = table.place(DEALER_HAND)
        first, others = table.shuffler.packet(1, 2)
        dealer.deal(first, NOBODY)
        dealer.deal(others, NOBODY)
        table.step("OST-3", "Ask everybody to fold or to play.")
        for seat in table.clockwise():
            answer = yield seat.choose(Option("fold"), Option("play", "play", seat.bets["ante"]))
            if answer.name == "fold":
                seat.folded = True
                seat.take("ante", "folded")
                if "sum" in seat.bets:
                    seat.take("sum", "folded")
        table.step("OST-4", "Settle.")
        dealer.turn_up()
        dealers = three_card_hand(dealer.cards)
        for seat in table.counter_clockwise():
            if not seat.folded:
                seat.hand.turn_up()
                hand = three_card_hand(seat.cards)
                result = EVEN if hand > dealers else PUSH if hand == dealers else None
                seat.settle("ante", result, compared(hand, dealers))
                seat.settle("play", result, compared(hand, dealers))
                if "sum" in seat.bets:
                    total = sum(card.rank for card in seat.cards)
                    seat.settle("sum", self.paytables["sum"].pays.get(high_or_low(total)), str(total))
            if "first" in seat.bets:
                rank = first[0].rank
                row = "ace" if rank == 14 else "face" if rank > 10 else ""
                seat.settle("first", self.paytables["first"][row], str(first[0]))
            if "dice" in seat.bets:
                total = table.roll().total
                row = {7: "seven", 11: "eleven"}.get(total, "")
                seat.settle("dice", self.paytables["dice"][row], str(total))


def high_or_low(total):
    return "high" if total >= 35 else "low" if total <= 12 else ""
'''
PAYTABLES = """
[[paytable]]
bet = "first"
name = "usual"
[paytable.pays]
ace = "5:1"
face = "1:1"

[[paytable]]
bet = "sum"
name = "usual"
[paytable.pays]
high = "8:1"
low = "8:1"

[[paytable]]
bet = "dice"
name = "usual"
[paytable.pays]
seven = "3:1"
eleven = "5:1"
"""


BETS = ("first", "sum", "dice")


def write_odd_stud(folder: Path, *bets: str, rules: str = RULES) -> Path:
    """The game written down in a folder, with all its side bets or some of them."""
    gone = [f'("{bet}"' for bet in BETS if bets and bet not in bets]
    tables = [table for table in PAYTABLES.split("\n\n") if not any(f'"{bet[2:]}' in table for bet in gone)]
    kept = [line for line in rules.splitlines() if not any(f"Spot{bet}" in line or f"Bet{bet}" in line for bet in gone)]
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text("\n".join(kept), "utf-8")
    (folder / "paytables.toml").write_text("\n".join(tables), "utf-8")
    return folder
