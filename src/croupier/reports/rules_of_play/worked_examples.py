"""Worked examples that the engine dealt: a win, a loss and a push of every bet, as far as rounds bring them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from croupier.cards import DECK, Card
from croupier.chips import dollars
from croupier.contract import Json
from croupier.exact.strategy_cards import card_answer, has_known_card
from croupier.reports.paper_words import action_words
from croupier.table.events import Dealt, Decided, Event, Named, Rolled, Settled, TurnedUp, may_see
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import HIGH_CARDS, rehearse
from croupier.table.round import Round
from croupier.table.seat import HAND

ROUNDS_SEARCHED: Final = 500
"""Rounds that are looked through for each pack."""
PACKS: Final = (DECK, HIGH_CARDS)
"""The deck, and its higher cards, from which hands that are alike, which are rare, come up more often."""
RESULTS: Final = ("win", "push", "lose")
PLAYER: Final = 1


@dataclass(frozen=True)
class Found:
    """A round in which a bet came out one way."""

    named: str
    """What was named for the whole table before cards were dealt, such as which game is played."""
    settled: Settled
    round: Round
    number: int

    @property
    def folded(self) -> bool:
        """Whether the player gave the hand up: such a round shows less than one that was played out."""
        return self.round.table.seats[PLAYER].folded


def find_examples(game: Game[Any], placard: Placard) -> list[Found]:
    """For each bet and each result the first round that was played out to it, or else the first that came to it."""
    found: dict[tuple[str, str, str], Found] = {}
    pots = {spot.name for spot in game.spots if spot.pot}
    for number in range(ROUNDS_SEARCHED * len(PACKS)):
        round = rehearse(game, placard, number, ("careful",), pack_of(number), careful=card_answer)
        named = named_first(round)
        for event in round.events:
            if isinstance(event, Settled) and event.spot not in pots:
                key, new = (named, event.spot, event.result), Found(named, event, round, number)
                if key not in found or (found[key].folded and not new.folded):
                    found[key] = new
        if number % 100 == 99 and _complete(game, found):
            break
    return list(found.values())


def played_by(game: Game[Any]) -> str:
    """How the player of the examples plays."""
    if game.short_strategy is not None:
        return "plays by the short strategy that is written with the game"
    if has_known_card(game):
        return "plays by the strategy card"
    return "takes the first answer that does not fold"


def pack_of(number: int) -> tuple[Card, ...]:
    """The cards that the round of a number is dealt from."""
    return PACKS[number // ROUNDS_SEARCHED]


def named_first(round: Round) -> str:
    """What was named for the whole table before cards were dealt, such as which game is played."""
    for event in round.events:
        if isinstance(event, Named):
            return event.value
        if isinstance(event, Dealt):
            break
    return ""


def _complete(game: Game[Any], found: dict[tuple[str, str, str], Found]) -> bool:
    named = {key[0] for key in found}
    spots = [spot.name for spot in game.spots if not spot.pot]
    return all((name, spot, result) in found for name in named for spot in spots for result in RESULTS)


def worked_examples(game: Game[Any], found: Sequence[Found]) -> list[Json]:
    """For each bet its examples, win first; a result that no round brought is said to be missing."""
    told, labels = [], _labels(game)
    for named in sorted({each.named for each in found}):
        mine = {(each.settled.spot, each.settled.result): each for each in found if each.named == named}
        for spot, label in labels.items():
            of_spot = {result: mine[spot, result] for result in RESULTS if (spot, result) in mine}
            if of_spot:
                told.append(
                    {
                        "bet": label,
                        "title": labels.get(f"{named}/{spot}", f"{label} {named.replace('-', ' ')}".rstrip()),
                        "examples": [_told(each) for each in of_spot.values()],
                        "missing": [result for result in RESULTS if result not in of_spot],
                        "searched": f"{ROUNDS_SEARCHED * len(PACKS):,}",
                    }
                )
    return told


def _labels(game: Game[Any]) -> dict[str, str]:
    """The spots by name, and after them what is paid besides the bets, under its paytable's label."""
    spots = {spot.name: spot.label for spot in game.spots}
    return spots | {bet.name: bet.label for bet in game.pay_bets if bet.name not in spots}


def _told(found: Found) -> Json:
    return {
        "result": "loss" if found.settled.result == "lose" else found.settled.result,
        "number": found.number,
        "cards": len(pack_of(found.number)),
        "story": list(_story(found.round, found.settled)),
        "settled": settlement(found.settled),
    }


def settlement(settled: Settled) -> str:
    """How a bet was settled, in a sentence.

    >>> settlement(Settled(1, "play", "win", 1500, 2250, "3 to 2", "three of a kind, sevens"))
    'Three of a kind, sevens: the bet of $15 wins $22.50 at 3 to 2.'
    >>> settlement(Settled(1, "blind", "push", 500, 0, "push", "two pair, kings and twos"))
    'Two pair, kings and twos: the bet of $5 is returned.'
    >>> settlement(Settled(1, "ante-bonus", "lose", 0, 0, "", "a pair of sixes"))
    'A pair of sixes: nothing is paid.'
    """
    why = settled.why[:1].upper() + settled.why[1:]
    bet = f"the bet of {dollars(settled.stake)}" if settled.stake else "the hand"
    match settled.result:
        case "lose" if not settled.stake:
            return f"{why}: nothing is paid."
        case "lose":
            return f"{why}: {bet} loses."
        case "push":
            return f"{why}: {bet} is returned."
        case _:
            at = f" at {settled.pays}" if " to " in settled.pays else ""
            return f"{why}: {bet} wins {dollars(settled.won)}{at}."


def _story(round: Round, end: Settled) -> Iterator[str]:
    """What the player saw and did, one thing after the other, until the bet was settled."""
    seen: set[tuple[int | None, str, str]] = set()
    for together in _together(round.events[: round.events.index(end)]):
        match together[0]:
            case (Dealt(seat, place) | TurnedUp(seat, place)) as first:
                cards = [card for event in together for card in event.cards if (seat, place, card) not in seen]  # type: ignore[attr-defined]
                if may_see(PLAYER, first.eyes) and cards:
                    drawn = bool(seen) and place == HAND
                    seen |= {(seat, place, card) for card in cards}
                    yield f"{_where(place, drawn)} {' '.join(Card.parse(card).sign for card in cards)}"
            case Decided(_, action) if seen:
                yield does(action)
            case Rolled(first_die, second_die):
                yield f"the dice show {first_die} and {second_die}"
            case Named(what, value) if seen:
                yield f"{what}: {value}"


def does(action: str) -> str:
    """What a player does, told of the player.

    >>> does("play-3x"), does("hold Ts Ks"), does("raise-0")
    ('plays 3x', 'holds 10♠ K♠', 'does not raise')
    """
    verb, *rest = action_words(action).split(" ")
    return f"does not {verb}" if rest == ["0"] else " ".join([f"{verb}s", *rest])


def _together(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events one by one, cards dealt to one place without anything between them as one."""
    for _, run in groupby(events, key=lambda e: (e.seat, e.place) if isinstance(e, Dealt) else id(e)):
        yield list(run)


def _where(place: str, drawn: bool) -> str:
    if place == HAND:
        return "draws" if drawn else "is dealt"
    return place
