"""Rounds dealt through the real table with chosen cards and answers: what is asked, what is seen, what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeVar

from croupier.cards import Card
from croupier.chips import Cashier, Range
from croupier.dice import Roll
from croupier.errors import InvariantError, Refused
from croupier.odds import Odds, PayTable, Prize
from croupier.table.chance import Chance
from croupier.table.decisions import Option
from croupier.table.events import Bet, Event, Settled, may_see
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.seat import DEALER_HAND, TAKEN_BACK, Place
from croupier.table.table import Table

V = TypeVar("V")

FINE: Final = 2**4 * 3**2 * 5**2 * 7 * 11 * 13
"""So many parts of a cent are enough for odds that a procedure names by itself; those of paytables are added."""
PLENTY: Final = 10**40
MOST_ASKED: Final = 12
"""A procedure that asks a player more often than this is not followed."""
MOST_WAYS: Final = 600


Note = tuple[str, str, str]
"""Something that was asked of a paytable: of which bet's, of its odds or its prizes, and for which row."""
ALL_ROWS: Final = "*"


class Unread(Refused):
    """The procedure is not of a kind that can be read; the message says why."""


class Chosen(Chance):
    """Cards and dice as they are chosen."""

    def __init__(self, cards: Sequence[Card], rolls: Sequence[Roll] = ()) -> None:
        self.cards = cards
        self.rolls = rolls
        self.taken = 0
        self.rolled = 0

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return list(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        first, self.taken = self.taken, self.taken + count
        if self.taken > len(self.cards):
            raise Unread(f"more than {len(self.cards)} cards are dealt to one player")
        return list(self.cards[first : self.taken])

    def burn(self, stock: list[Card], count: int) -> None:
        pass

    def pick(self, pack: Sequence[Card]) -> Card:
        (card,) = self.take([], 1)
        return card

    def roll(self) -> Roll:
        if self.rolled == len(self.rolls):
            raise Unread("dice are rolled")
        self.rolled += 1
        return self.rolls[self.rolled - 1]


class WholeCashier(Cashier):
    """Pays what comes out even and refuses the rest: nothing is rounded while a game is read."""

    def payout(self, stake: int, pay: Odds | Prize) -> int:
        if isinstance(pay, Prize):
            return pay.cents
        won = pay.value * stake
        if won.denominator != 1:
            raise Unread(f"odds of {pay} do not come out even in parts of 1/{stake}")
        return won.numerator


class Noted(Mapping[str, V]):
    """Rows of a paytable that note which of them were asked for, and whether it was asked which there are."""

    def __init__(self, rows: Mapping[str, V], notes: set[Note], bet: str, what: str) -> None:
        self._rows, self._notes, self._bet, self._what = rows, notes, bet, what

    def __getitem__(self, row: str) -> V:
        self._notes.add((self._bet, self._what, row))
        return self._rows[row]

    def get(self, row: str, default: Any = None) -> Any:
        self._notes.add((self._bet, self._what, row))
        return self._rows.get(row, default)

    def __iter__(self) -> Iterator[str]:
        self._notes.add((self._bet, self._what, ALL_ROWS))
        return iter(self._rows)

    def __len__(self) -> int:
        self._notes.add((self._bet, self._what, ALL_ROWS))
        return len(self._rows)


@dataclass(frozen=True)
class DecisionAsked:
    """A decision of the player's: the cards seen, by their place in the order of the deal, and what is asked."""

    seen: tuple[int, ...]
    own: tuple[int, ...]
    """Those of them that are the player's alone."""
    upcards: tuple[int, ...]
    """Those of the dealer's that the player sees."""
    options: tuple[Option, ...]
    staked: Mapping[str, Fraction]
    """What lies on each spot, in units."""


@dataclass(frozen=True)
class Settlement:
    """What came of a round, in units: by spot, what was won or lost, what was wagered, and what it was paid."""

    nets: Mapping[str, Fraction]
    wagers: Mapping[str, Fraction]
    pays: Mapping[str, str]
    _sums: dict[frozenset[str], Fraction] = field(default_factory=dict, compare=False)

    def net(self, spots: frozenset[str]) -> Fraction:
        """What some spots won or lost together."""
        known = self._sums.get(spots)
        if known is None:
            known = sum((net for spot, net in self.nets.items() if spot in spots), Fraction(0))
            self._sums[spots] = known
        return known


@dataclass(frozen=True)
class Way:
    """One way through the decisions of a round, and where the cards then lie, by their place in the deal."""

    answers: tuple[int, ...]
    """The place of each answer among its options."""
    asked: tuple[DecisionAsked, ...]
    final: tuple[int, ...]
    """The player's and the shared cards that lie face up at the end."""
    shared: tuple[int, ...]
    dealer: tuple[int, ...]
    folded: bool
    settlement: Settlement
    cards: int
    """How many were dealt."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers."""
        return tuple(asked.options[answer] for asked, answer in zip(self.asked, self.answers, strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The answers by their first word."""
        return tuple(word(option) for option in self.options)


def with_upcards(ways: Sequence[Way]) -> list[Way]:
    """Ways in which what lies on the table and comes to the dealer's hand is a card of the dealer's all along."""
    dealers = {slot for way in ways for slot in way.dealer}
    up = {slot for way in ways for asked in way.asked for slot in set(asked.seen) - set(asked.own)} & dealers
    if not up:
        return list(ways)

    def others(slots: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(slot for slot in slots if slot not in up)

    return [
        replace(
            way,
            asked=tuple(
                replace(
                    asked,
                    seen=others(asked.seen),
                    upcards=tuple(sorted({*asked.upcards, *up & set(asked.seen)})),
                )
                for asked in way.asked
            ),
            final=others(way.final),
            shared=others(way.shared),
        )
        for way in ways
    ]


def settled_cents(events: Iterable[Event], seat: int = 1) -> tuple[dict[str, int], dict[str, int]]:
    """What a seat won or lost on each spot, and what it wagered there, what was taken back not counted."""
    nets: dict[str, int] = {}
    wagers: dict[str, int] = {}
    for event in events:
        if isinstance(event, Bet) and event.seat == seat:
            wagers[event.spot] = wagers.get(event.spot, 0) + event.cents
        elif isinstance(event, Settled) and event.seat == seat:
            won = -event.stake if event.result == "lose" else event.won
            nets[event.spot] = nets.get(event.spot, 0) + won
            if event.why == TAKEN_BACK:
                wagers[event.spot] -= event.stake
    return nets, wagers


def word(option: Option) -> str:
    """The word that tells an answer from others whatever the cards are."""
    return option.name.split()[0]


def _whole(cents: Fraction, what: str) -> int:
    """So many cents, which must be whole ones."""
    if cents.denominator != 1:
        raise Refused(f"a {what} of {cents} cents is no whole number of them")
    return cents.numerator


class Scene:
    """One player with certain bets at a table of a game, ready to be dealt any round."""

    def __init__(
        self,
        game: Game[Any],
        bets: Mapping[str, Fraction | int],
        opening: str = "",
        stake: Fraction | int = 1,
        table: Table | None = None,
        times: int = 1,
    ) -> None:
        self.notes: set[Note] = set()
        """What the procedure looked up in paytables during the last round."""
        self.opening = opening
        odds = [odds for table in game.paytables.values() for odds in table.odds.values()]
        parts = FINE * lcm(
            *(pay.value.denominator for pay in odds), *(Fraction(units).denominator for units in bets.values())
        )
        self.cashier = game.cashier
        scale = times * parts * Fraction(stake).denominator if self.cashier is None else 1
        self.unit = _whole(Fraction(stake) * 100 * scale, "stake")
        tables = {bet: self._noted(table, scale) for bet, table in game.paytables.items()}
        self.game = type(game)(game.settings, tables)
        self.bets = {spot: _whole(Fraction(units) * self.unit, spot) for spot, units in bets.items()}
        self._known = {spot.name for spot in game.spots} | {bet.name for bet in game.pay_bets}
        self.table = table
        """A table between rounds, of this game or of one that differs in its paytables alone."""

    def _noted(self, table: PayTable, scale: int) -> PayTable:
        fixed = {row: Prize(prize.cents * scale) for row, prize in table.fixed.items()}
        odds = Noted(table.odds, self.notes, table.bet, "pays")
        return replace(table, odds=odds, fixed=Noted(fixed, self.notes, table.bet, "fixed"))

    def new_table(self, players: int = 1) -> Table:
        """A table at which nothing is rounded and nobody runs out of chips."""
        opens = [spot.name for spot in self.game.spots if not (spot.later or spot.pot)]
        table = Table(self.game, Placard(dict.fromkeys(opens, Range(1, PLENTY)), chip=1))
        table.cashier = WholeCashier() if self.cashier is None else self.cashier
        for number in range(1, players + 1):
            table.sit(number, f"reader {number}", PLENTY * PLENTY)
        return table

    def begin(self, cards: Sequence[Card], *answers: str, rolls: Sequence[Roll] = ()) -> Round:
        """A round begun, and answered as far as answers go."""
        table, self.table = self.table, None
        if table is None or table.in_round:  # a round at it fell over
            table = self.new_table()
        table.game = self.game
        self.notes.clear()
        round = Round(table, Chosen(cards, rolls))
        for answer in answers:
            round.act(1, answer)
        return round

    def open(self, cards: Sequence[Card], rolls: Sequence[Roll] = ()) -> Round:
        """A round up to the bets."""
        round = self.begin(cards, rolls=rolls)
        while round.decision is not None:
            if self.opening not in round.decision.legal:
                raise Unread(f"{round.decision.legal} is asked before the bets")
            round.act(1, self.opening)
        return round

    def deal(self, cards: Sequence[Card], answers: Sequence[int] = (), rolls: Sequence[Roll] = ()) -> Round:
        """A round with these cards, answered as far as answers go."""
        round = self.open(cards, rolls)
        round.bet(1, dict(self.bets))
        for answer in answers:
            if round.decision is None:
                raise Unread(f"with {' '.join(map(str, cards))} less is asked than with other cards")
            options = round.decision.options
            if answer >= len(options):
                raise Unread(f"with {' '.join(map(str, cards))} other answers are open than with other cards")
            try:
                round.act(1, options[answer].name)
            except AssertionError as wrong:
                raise Unread(f"the procedure does not come out: {wrong}") from None
        if round.finished:
            self.table = round.table
        return round

    def settle(self, cards: Sequence[Card], answers: Sequence[int], rolls: Sequence[Roll] = ()) -> Settlement:
        """What comes of a whole round."""
        round = self.deal(cards, answers, rolls)
        if not round.finished:
            raise Unread(f"with {' '.join(map(str, cards))} more is asked than with other cards")
        return self.settlement(round)

    def settlement(self, round: Round) -> Settlement:
        """What came of a round that is over."""
        nets, wagers = settled_cents(round.events)
        for name in nets.keys() - self._known:
            raise Unread(f"{name} is paid, which is no spot and has no paytable, so that no bet can count it")
        return Settlement(
            {spot: Fraction(cents, self.unit) for spot, cents in nets.items()},
            {spot: Fraction(cents, self.unit) for spot, cents in wagers.items()},
            {event.spot: event.pays for event in round.events if isinstance(event, Settled)},
        )

    def ways(self, cards: Sequence[Card]) -> list[Way]:
        """Every way through the decisions with these cards."""
        place = {card: at for at, card in enumerate(cards)}
        found: list[Way] = []

        def slots(places: Mapping[str, Place], eyes: int | None = None) -> tuple[int, ...]:
            lying = [
                lay for lay in places.values() if lay.eyes is None or (eyes is not None and may_see(eyes, lay.eyes))
            ]
            return tuple(sorted(place[card] for lay in lying for card in lay.cards))

        def go(answers: tuple[int, ...], asked: tuple[DecisionAsked, ...]) -> None:
            round = self.deal(cards, answers)
            table, seat, chance = round.table, round.table.seats[1], round.table.chance
            if not isinstance(chance, Chosen):
                raise InvariantError("chance that nobody chose")
            shared = {name: lay for name, lay in table.places.items() if name != DEALER_HAND}
            dealer = {name: lay for name, lay in table.places.items() if name == DEALER_HAND}
            if round.decision is not None:
                if len(asked) == MOST_ASKED or len(found) > MOST_WAYS:
                    raise Unread(f"the player has more than {MOST_ASKED} decisions or {MOST_WAYS} ways")
                own = {f"seat {name}": lay for name, lay in seat.boxes.items()}
                staked = {spot: Fraction(cents, self.unit) for spot, cents in seat.bets.items()}
                here = DecisionAsked(
                    slots(own | shared, 1), slots(own, 1), slots(dealer, 1), round.decision.options, staked
                )
                for answer in range(len(here.options)):
                    go((*answers, answer), (*asked, here))
                return
            own = {f"seat {name}": lay for name, lay in seat.boxes.items()}
            found.append(
                Way(
                    answers,
                    asked,
                    slots(own | shared),
                    slots(shared),
                    tuple(sorted(place[card] for lay in dealer.values() for card in lay.cards)),
                    seat.folded,
                    self.settlement(round),
                    chance.taken,
                )
            )

        go((), ())
        return with_upcards(found)
