"""Drills: payouts at odd bets, hands to be called, pots to be divided, and what is done when something goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec

from croupier.cards import BACK, parse_cards
from croupier.chips import BREAKAGE_RULES, Breakage, Cashier, dollars, parse_dollars
from croupier.english import counted, listed
from croupier.errors import InvariantError, Refused, one_of
from croupier.hands import poker_hand
from croupier.odds import Odds, hand_words
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.rules_of_play.irregularities import rulings
from croupier.school.dealer_acts import heard, told
from croupier.school.dealt_view import dice_shown, seen_so_far
from croupier.school.round_script import Due, Players, SchoolTable, deal_round, dues, kind_of_hand
from croupier.school.sitting import Marking
from croupier.table.chance import Seeded, derive, seed_from
from croupier.table.game import Game, PayBet
from croupier.table.placard import Placard
from croupier.table.pot import Pot
from croupier.table.rehearsal import PLAYERS
from croupier.table.view import View, table_view

Drill = Literal["payout", "call", "pot", "protection"]
DRILLS: Final = get_args(Drill)

CHOICES: Final = 4
MOST_CHIPS: Final = 120
ROUNDS_LOOKED_AT: Final = 6
WINNER: Final = poker_hand(parse_cards("As Ks Qs Js Ts"))
T = TypeVar("T")


class DrillQuestion(msgspec.Struct, frozen=True):
    """A question with its answer."""

    drill: Drill
    asks: str
    answer: str
    """An amount in dollars, or one of the choices."""
    because: str
    cards: dict[str, list[str]] = {}
    """Cards that lie open, by place."""
    choices: list[str] = []
    """What may be answered; without any, an amount."""
    also: list[str] = []
    """Other words that are right, as they are heard."""

    def right(self, answer: str) -> bool:
        """Whether an answer is right; what cannot be read is refused."""
        if not self.choices:
            return parse_dollars(answer) == parse_dollars(self.answer)
        if answer.isdigit() and 1 <= int(answer) <= len(self.choices):
            answer = self.choices[int(answer) - 1]
        return answer == self.answer or heard(answer) in self.also


class DrillDraws:
    """What a drill is drawn from: a seed."""

    def __init__(self, words: str) -> None:
        self.chance = Seeded(derive(seed_from(words), "drill"))
        self.below = self.chance.below

    def any_of(self, things: list[T]) -> T:
        return things[self.below(len(things))]

    def mixed(self, things: list[T]) -> list[T]:
        left, out = list(things), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out


def question(drill: str, game: Game[Any], placard: Placard, seed: str) -> DrillQuestion:
    """The question that a seed stands for; a game without what it is about is refused."""
    asked: dict[str, Callable[[Game[Any], Placard, DrillDraws], DrillQuestion]] = {
        "payout": payout_question,
        "call": call_question,
        "pot": pot_question,
        "protection": protection_question,
    }
    if drill not in asked:
        raise one_of("drill", drill, DRILLS)
    return asked[drill](game, placard, DrillDraws(f"{game.name} {drill} {seed}"))


class PayoutCase(msgspec.Struct, frozen=True):
    """A bet to be paid by a row of a paytable."""

    bet: str
    row: str
    stake: int
    breakage: Breakage


def payout_case(game: Game[Any], placard: Placard, draws: DrillDraws) -> PayoutCase:
    """A bet of an odd number of chips on a row of a paytable, under either breakage rule."""
    rows = [(bet.name, row) for bet in game.pay_bets for row in bet.rows if game.paytables[bet.name][row] is not None]
    if not rows:
        raise Refused(f"{game.title} has no paytable to pay by")
    uneven = [(bet, row) for bet, row in rows if _uneven(game.paytables[bet][row])]
    bet, row = draws.any_of(uneven if uneven and draws.below(3) == 0 else rows)
    least, most = _chips_taken(game, placard, bet)
    stake = (least + draws.below(min(MOST_CHIPS, most - least + 1))) * placard.chip
    return PayoutCase(bet, row, stake, draws.any_of(list(BREAKAGE_RULES)))


def _chips_taken(game: Game[Any], placard: Placard, bet: str) -> tuple[int, int]:
    """The least and the most whole chips that the table takes on the spot that a bet is paid on.

    A bet that has no spot of its own, or one that is made later, goes by the first spot of the round.
    """
    spots = {spot.name: spot for spot in game.spots if not (spot.later or spot.pot)}
    spot = spots.get(bet.rpartition("/")[2]) or next(iter(spots.values()))
    least = -(-placard.limit(game, spot.name).least // placard.chip)
    return least, max(least, placard.most(game, spot) // placard.chip)


def payout_question(game: Game[Any], placard: Placard, draws: DrillDraws) -> DrillQuestion:
    """What a row pays on an odd bet, and what is done with what does not come out even."""
    case = payout_case(game, placard, draws)
    pay = game.paytables[case.bet][case.row]
    if pay is None:
        raise InvariantError("a case of the drill is paid")
    won = Cashier(case.breakage, placard.chip).payout(case.stake, pay)
    to_what = "to the cent" if case.breakage == "exact" else f"down to the smallest chip, {dollars(placard.chip)}"
    on = f"{dollars(case.stake)} on {game.pay_bet(case.bet).label} with {hand_words(case.row)}"
    asks = f"{on}. What do you pay besides the bet, {to_what}?"
    return DrillQuestion("payout", asks, dollars(won), f"{hand_words(case.row)} pays {pay}: {dollars(won)}")


def _uneven(pay: object) -> bool:
    return isinstance(pay, Odds) and pay.value.denominator > 1


def call_question(game: Game[Any], placard: Placard, draws: DrillDraws) -> DrillQuestion:
    """A hand that is turned up, to be called; hands that come seldom are asked for as often as others."""
    table = _school_table(game, placard)
    found: dict[tuple[str, str], list[DrillQuestion]] = {}
    said: dict[str, list[str]] = {}
    for number in range(ROUNDS_LOOKED_AT):
        before, marking = _dealt_round(table, draws, number)
        for due in marking.script:
            if due.act.do == "call" and due.act.seat is not None:
                view = seen_so_far(before, marking)
                rules = _game_called(game, view)
                found.setdefault((rules, kind_of_hand(due.act.words)), []).append(_to_call(view, rules, marking, due))
                said.setdefault(rules, []).append(due.act.words)
            marking.do(due.act)
    kinds = [key for key in sorted(found) if len(set(said[key[0]])) > 1]
    if not kinds:
        raise Refused(f"nothing is called in {game.title}")
    rules, kind = draws.any_of(kinds)
    asked = draws.any_of(found[rules, kind])
    others = [words for words in dict.fromkeys(said[rules]) if heard(words) not in asked.also]
    rows = dict.fromkeys(hand_words(row) for bet in game.pay_bets if _printed_for(bet) == rules for row in bet.rows)
    printed = [row for row in rows if rules and kind_of_hand(row) not in {kind, *map(kind_of_hand, others)}]
    offered = [*draws.mixed(others), *draws.mixed(printed)][: CHOICES - 1]
    return msgspec.structs.replace(asked, choices=draws.mixed([asked.answer, *offered]))


def _printed_for(bet: PayBet) -> str:
    """The game that a paytable is printed for, where a table deals several."""
    return bet.name.rpartition("/")[0]


def _game_called(game: Game[Any], view: View) -> str:
    """Which of the games that the table's paytables are printed for has been called; empty where there is but one."""
    printed = {_printed_for(bet) for bet in game.pay_bets} - {""}
    return next((value for value in view.named.values() if value in printed), "")


def _to_call(view: View, rules: str, marking: Marking, due: Due) -> DrillQuestion:
    """A hand that lies open, as a question; a hand is read by the game that was called."""
    dice = dice_shown(marking)
    own = next(seat.places for seat in view.seats if seat.number == due.act.seat)
    cards = {place: names for place, names in (view.places | own).items() if BACK not in names}
    rolled = f" The dice show {dice[0]} and {dice[1]}." if dice else ""
    called = f" You deal {hand_words(rules)}." if rules else ""
    asks = f"Seat {due.act.seat} is turned up.{called}{rolled} What do you call?"
    return DrillQuestion("call", asks, due.act.words, due.detail, cards, also=sorted(due.says))


def pot_question(game: Game[Any], placard: Placard, draws: DrillDraws) -> DrillQuestion:
    """A pot that has run for some rounds: what somebody pays, what goes in, what is raked, what each winner gets."""
    pot = game.new_pot(placard)
    if pot is None:
        raise Refused(f"{game.title} has no pot at this table")
    names = list(PLAYERS[: min(game.seats, 3 + draws.below(3))])
    held = 1 + draws.below((pot.last_game or 7) - 1)
    entered = names[: max(2, len(names) - 1)]
    for _ in range(held):
        staying = [name for name in entered if draws.below(6)]
        _one_round(pot, staying or entered[:1])
    told = f"The pot holds {dollars(pot.balance)} after {counted(pot.rounds, 'round')}"
    about = pot.about()
    late = [name for name in names if name not in about["in"]]
    if late and draws.below(3) == 0 and _price(pot, late[0]) is not None:
        paid = "has not been in it" if late[0] not in entered else "was in it and missed rounds"
        asks = (
            f"{told}; a round costs {dollars(about['price'])}. {late[0]} {paid} and wants to play. What does it cost?"
        )
        price = pot.price(late[0])
        return DrillQuestion("pot", asks, dollars(price), _joined(pot.gather({late[0]: price}).sentences))
    if pot.last_game is not None and draws.below(3) == 0:
        return _divided(pot, list(about["in"]))
    return _shared(pot, draws, [name for name in names if _price(pot, name) is not None])


def _price(pot: Pot, name: str) -> int | None:
    try:
        return pot.price(name)
    except Refused:
        return None


def _one_round(pot: Pot, names: list[str]) -> None:
    """A round of the pot that nobody wins."""
    pot.gather({name: price for name in names if (price := _price(pot, name)) is not None})
    pot.award({})


def _divided(pot: Pot, inside: list[str]) -> DrillQuestion:
    """The last game of a pot that nobody has won."""
    if pot.last_game is None:
        raise InvariantError("the pot ends with some round")
    while pot.rounds < pot.last_game - 1:
        _one_round(pot, inside)
    pot.gather({name: pot.price(name) for name in inside})
    balance, awarded = pot.balance, pot.award({})
    share = next(iter(awarded.shares.values()))
    asks = (
        f"Game {pot.last_game} is over, nobody has won the pot of {dollars(balance)}. Still in it: {listed(inside)}. "
        "You divide it. What does a player get?"
    )
    return DrillQuestion("pot", asks, dollars(share), _joined(awarded.sentences))


def _shared(pot: Pot, draws: DrillDraws, names: list[str]) -> DrillQuestion:
    """A pot that one hand wins, or several that tie."""
    wagers = {name: pot.price(name) for name in names}
    paid = listed(f"{name} {dollars(cents)}" for name, cents in wagers.items())
    told = f"The pot holds {dollars(pot.balance)} after {counted(pot.rounds, 'round')}"
    gathered = pot.gather(wagers)
    into = sum(wagers.values()) + gathered.from_house
    winners = draws.mixed(names)[: 1 + draws.below(len(names))]
    balance, awarded = pot.balance, pot.award(dict.fromkeys(winners, WINNER))
    what = draws.below(3)
    if what == 0:
        dealer = " The dealer takes part." if gathered.from_house else ""
        asks = f"{told}. The wagers for this round: {paid}.{dealer} What do you pull in?"
        return DrillQuestion("pot", asks, dollars(into), _joined(gathered.sentences))
    won = f"The pot of {dollars(balance)} is won by {listed(winners)}{' together' if len(winners) > 1 else ''}."
    if what == 1 and awarded.to_house + awarded.to_dealer:
        rake = awarded.to_house + awarded.to_dealer
        return DrillQuestion("pot", f"{won} What is the rake?", dollars(rake), _joined(awarded.sentences))
    asks = f"{won} What does {'each of them get' if len(winners) > 1 else 'the winner get'}?"
    return DrillQuestion("pot", asks, dollars(awarded.shares[winners[0]]), _joined(awarded.sentences))


def _joined(sentences: tuple[str, ...]) -> str:
    return " ".join(sentences)


def protection_question(game: Game[Any], placard: Placard, draws: DrillDraws) -> DrillQuestion:
    """Something goes wrong before an act of a round: which ruling of the house applies."""
    found = rulings(Equipment(game, placard))
    ruling = draws.any_of(found)
    others = list(dict.fromkeys(other.remedy for other in draws.mixed(found) if other.remedy != ruling.remedy))
    choices = draws.mixed([ruling.remedy, *others[: CHOICES - 1]])
    before, marking = _dealt_round(_school_table(game, placard), draws, 0)
    moments = [number for number, due in enumerate(marking.script) if due.act.do == ruling.at]
    if not moments:
        return DrillQuestion("protection", ruling.what, ruling.remedy, ruling.remedy, choices=choices)
    moment = draws.any_of(moments)
    for due in marking.script[:moment]:
        marking.do(due.act)
    told_act = told(marking.due().act, game, marking.players)
    asks = f"You are about to do this: {told_act} {ruling.what}"
    lying = {place: names for place, names in seen_so_far(before, marking).places.items() if names}
    return DrillQuestion("protection", asks, ruling.remedy, ruling.remedy, lying, choices)


def _school_table(game: Game[Any], placard: Placard) -> SchoolTable:
    """A table with a few players."""
    table = SchoolTable(game, placard)
    for number in range(1, min(4, game.seats) + 1):
        table.sit(number, PLAYERS[number - 1], 10_000_000)
    return table


def _dealt_round(table: SchoolTable, draws: DrillDraws, number: int) -> tuple[View, Marking]:
    """The table before a round, and the round, of which no act is done yet."""
    before, seed = table_view(table, None), derive(draws.chance.seed, f"round {number}")
    return before, Marking(dues(deal_round(table, seed, Players(seed)), table), table)
