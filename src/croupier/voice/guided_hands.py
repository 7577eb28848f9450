"""Hands to learn a game by, dealt through the real table: one for every kind of ending or result of a bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

import msgspec

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.table.chance import Stacked, seed_from
from croupier.table.events import DEALER_HAND, AnyEvent, Dealt, Event, PotAwarded, PotGathered, Settled
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.record import Recorder, SeatState
from croupier.table.rehearsal import Way, everything, without_pot
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import automatic_answer, automatic_bets
from croupier.voice.bet_endings import BetEnding, bet_endings
from croupier.voice.event_words import narrated, outcome
from croupier.voice.hand_story import hand_story
from croupier.voice.player_told import PlayerTold, net, player_told

Bets = Literal["main", "all", "pot"]
"""What is bet in a hand: the least that is played, every spot, or the least and the pot, against somebody else."""

YOU: Final = 1
CHIPS: Final = 10_000
TRIES: Final[Mapping[Way, int]] = {"careful": 300, "bold": 120, "timid": 40}
"""How many rounds are dealt of each way to play until no more kinds of endings are looked for."""
MIRRORED: Final = 30
"""How many rounds are dealt in which the dealer has the player's ranks, to find a tie."""
ROUNDS_DEALT: Final = 2 * sum(TRIES.values()) + MIRRORED
"""How many rounds examples are looked for in."""
MOST_HANDS: Final = 14
FEW_ROWS: Final = 4
"""Up to so many rows of a paytable, each counts as an ending of its own."""


class GuidedStep(msgspec.Struct, frozen=True):
    """What happens up to the next question, and the answer that this hand gives to it."""

    events: list[AnyEvent]
    says: list[str]
    asks: str = ""
    choices: dict[str, str] = {}
    answer: str = ""


class GuidedHand(msgspec.Struct, frozen=True):
    """A hand dealt to be watched, from the bets to what became of them."""

    title: str
    bets: Bets
    """What is bet in it: the least, every spot, or the least and the pot."""
    seats: list[SeatState]
    """Who sits at the table before it, yourself first."""
    steps: list[GuidedStep]
    lines: list[str]
    """What made the hand, and the like, as a player is told after a round."""
    endings: list[BetEnding]
    """What became of each bet, and what of the rules made it so."""
    pot: str
    """What became of the pot and why, if the hand was in it."""
    counts: list[str]
    """The cards that count."""
    net_cents: int
    folded: bool


class Example(NamedTuple):
    """A hand in which a bet came out one way."""

    settled: Settled
    hand: GuidedHand


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a hand is dealt: from which seed, with which bets, in which way."""

    number: int
    bets: Bets
    way: Way
    mirrored: bool = False
    """Whether the dealer is given the ranks of the player's own cards."""


def guided_hands(game: Game[Any], placard: Placard) -> list[GuidedHand]:
    """A hand for each kind of ending that turns up, those of a sensible player first."""
    found: dict[tuple[object, ...], Dealing] = {}
    modes: tuple[Bets, ...] = ("main", "all", "pot") if Table(game, placard).pot else ("main", "all")
    for dealing, round in _deals(game, placard, modes):
        found.setdefault(_kind(round, dealing.bets), dealing)
    hands = [_guided(game, placard, dealing) for dealing in list(found.values())[:MOST_HANDS]]
    return sorted(hands, key=lambda hand: (modes.index(hand.bets), _order(hand)))


def examples(game: Game[Any], placard: Placard) -> dict[tuple[str, str, str], Example]:
    """Return a hand for each result of each bet, by what was called for the table, the bet and the result.

    It is the first that was played out to the result, or else the first that came to it.
    """
    found: dict[tuple[str, str, str], tuple[bool, Settled, Dealing]] = {}
    pots = {spot.name for spot in game.spots if spot.pot}
    for dealing, round in _deals(game, placard, ("main", "all")):
        folded = round.table.seats[YOU].folded
        for event in round.events:
            if isinstance(event, Settled) and event.spot not in pots:
                key = " ".join(_called(round)), event.spot, event.result
                if key not in found or (found[key][0] and not folded):
                    found[key] = folded, event, dealing
    hands = {dealing: _guided(game, placard, dealing) for _, _, dealing in found.values()}
    return {key: Example(settled, hands[dealing]) for key, (_, settled, dealing) in found.items()}


def _deals(game: Game[Any], placard: Placard, modes: Sequence[Bets]) -> Iterator[tuple[Dealing, Round]]:
    """Deal the rounds that hands are chosen from, but for those that the table does not take."""
    for bets in modes:
        for dealing in _tries(bets):
            with suppress(Refused):
                yield dealing, _dealt(game, placard, dealing)[0]


def _called(round: Round) -> list[str]:
    """Return what was called for the whole table, such as which game is played."""
    return [value for what, value in round.table.named.items() if what != "dealer's hand"]


def _tries(bets: Bets) -> Iterator[Dealing]:
    for way, tries in TRIES.items():
        for number in range(tries):
            yield Dealing(number, bets, way)
    for number in range(MIRRORED if bets == "main" else 0):
        yield Dealing(number, bets, "bold", mirrored=True)


def _order(hand: GuidedHand) -> int:
    """Wins first, then what comes out even, then losses; a fold is for those who have seen what it saves."""
    return 3 if hand.folded else 0 if hand.net_cents > 0 else 1 if not hand.net_cents else 2


def _kind(round: Round, bets: Bets) -> tuple[object, ...]:
    """What makes the endings of two rounds of one kind."""
    game, seat = round.table.game, round.table.seats[YOU]
    settled = [event for event in round.events if isinstance(event, Settled) and event.seat == YOU]
    called = tuple(_called(round))
    if bets == "pot":
        gathered = any(isinstance(event, PotGathered) for event in round.events)
        shares = [event.shares for event in round.events if isinstance(event, PotAwarded)]
        return bets, gathered, seat.folded, tuple(sorted(shares[-1])) if shares else ()
    opening = [spot for spot in game.spots if not spot.later and not spot.pot]
    if bets == "main":
        tied = any(event.why.endswith(" ties") for event in settled)
        said = {event.spot: (event.result, _row(game, event)) for event in settled}
        return bets, called, seat.folded, tied, tuple(said.get(spot.name) for spot in opening)
    least = round.table.placard.least_bets(game)
    side = [spot.name for spot in opening if spot.name not in least]
    results = tuple((event.spot, event.result) for event in settled if event.spot in side or event.stake == 0)
    return bets, called, seat.folded and bool(side), results


def _row(game: Game[Any], event: Settled) -> str:
    """The pay of a bet, where its table has few rows."""
    if not event.stake:
        return ""
    tables = [bet for bet in game.pay_bets if bet.name in (event.spot, game.spot(event.spot).wager)]
    return event.pays if tables and len(tables[0].rows) <= FEW_ROWS else ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question to you: how many events there were before it, what you were told, and the answer."""

    events: int
    told: PlayerTold
    answer: str


def _dealt(
    game: Game[Any], placard: Placard, dealing: Dealing, listen: bool = False
) -> tuple[Round, list[_Asked], Recorder | None]:
    """The round of a dealing and, if somebody listens, what you were asked in it, and who can write it down."""
    table = Table(game, placard)
    table.sit(YOU, "You", CHIPS)
    if dealing.bets == "pot":
        table.sit(2, "Ann", CHIPS)
    seed = seed_from(f"guided {dealing.bets} {dealing.number}")
    recorder = None
    if dealing.mirrored:
        round = Round(table, Stacked(_mirrored(game, placard, dealing)))
    elif listen:
        recorder = Recorder(table, seed)
        round = recorder.round
    else:
        round = Round.seeded(table, seed)
    return round, _played(round, dealing, listen), recorder


def _mirrored(game: Game[Any], placard: Placard, dealing: Dealing) -> list[Card]:
    """The cards of a dealing in their order, those of the dealer changed into the player's in other suits."""
    round, _, _ = _dealt(game, placard, replace(dealing, mirrored=False))
    laid = [event for event in round.events if isinstance(event, Dealt)]
    own = [Card.parse(name) for event in laid if event.seat == YOU for name in event.cards]
    order: list[Card] = []
    for event in laid:
        cards = [Card.parse(name) for name in event.cards]
        if event.seat is None and event.place == DEALER_HAND:
            cards = [DECK[4 * (card.rank - 2) + (card.suit + 1) % 4] for card in own[: len(cards)]]
        order += cards
    return order


def _played(round: Round, dealing: Dealing, listen: bool) -> list[_Asked]:
    """Play a round to its end in the dealing's way."""
    table, asked = round.table, list[_Asked]()
    while not round.finished:
        seat = next(iter(round.waiting))
        decision = round.waiting[seat]
        if decision is None:
            bets = everything(round, seat) if dealing.bets == "all" else automatic_bets(round, seat)
            round.bet(seat, bets if dealing.bets == "pot" else without_pot(table, bets))
            continue
        if not table.clockwise():
            answer = decision.legal[1 + dealing.number % (len(decision.legal) - 1)]
        elif seat != YOU or dealing.way == "careful":
            answer = automatic_answer(round, seat)
        else:
            answer = decision.legal[0 if dealing.way == "timid" else -1]
        if seat == YOU and listen:
            asked.append(_Asked(len(round.events), player_told(round, YOU), answer))
        round.act(seat, answer)
    return asked


def _guided(game: Game[Any], placard: Placard, dealing: Dealing) -> GuidedHand:
    round, asked, recorder = _dealt(game, placard, dealing, listen=True)
    kind = type(game)
    steps: list[GuidedStep] = []
    told = 0
    for one in asked:
        steps.append(_step(kind, round.events[told : one.events], one))
        told = one.events
    steps.append(_step(kind, round.events[told:]))
    ending = player_told(round, YOU, recorder.record() if recorder else None)
    settled = [event for event in round.events if isinstance(event, Settled) and event.seat == YOU]
    seen = [event.as_seen(YOU) for event in round.events]
    story = hand_story(seen, YOU)
    folded = round.table.seats[YOU].folded
    what = "you fold" if folded else story.hand.partition(",")[0] if story else settled[0].why if settled else ""
    what = "a tie" if what and any(event.why.endswith(" ties") for event in settled) else what
    called = [value.replace("-", " ") for value in _called(round)]
    titles = [*called, what, outcome(kind, settled, money=False) + _of_pot(round)]
    title = ": ".join(filter(None, titles))
    title = title[:1].upper() + title[1:]
    seats = [SeatState(seat.number, seat.player, CHIPS) for seat in round.table.seats.values()]
    won = net(seen, YOU, "You")
    lines = [line for line in ending.lines if line not in steps[-1].says]
    endings = bet_endings(round, YOU)
    return GuidedHand(title, dealing.bets, seats, steps, lines, endings, ending.pot, ending.counts, won, folded)


def _of_pot(round: Round) -> str:
    awarded = [event for event in round.events if isinstance(event, PotAwarded)]
    if not awarded:
        return ""
    if not awarded[-1].won:
        return "; the pot rolls over"
    return "; you win the pot" if "You" in awarded[-1].shares else "; the pot goes to Ann"


def _step(kind: type[Game[Any]], events: list[Event], asked: _Asked | None = None) -> GuidedStep:
    seen: list[Any] = [event.as_seen(YOU) for event in events]
    if asked is None:  # The last of it, whose bets are told with their reasons.
        return GuidedStep(seen, narrated(kind, [event for event in events if not isinstance(event, Settled)], YOU))
    return GuidedStep(seen, narrated(kind, events, YOU), asked.told.asks, asked.told.choices, asked.answer)
