"""What a dealer does, one act at a time, and the words for it: `deal 1 hand 4 down`, `pay 3 trips 15`."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final, Literal, get_args

import msgspec

from croupier.chips import dollars, parse_dollars, plain_dollars
from croupier.errors import Refused, one_of
from croupier.table.game import Game
from croupier.table.seat import HAND

Verb = Literal[
    "shuffle",
    "button",
    "bets",
    "ask",
    "deal",
    "burn",
    "turn",
    "clear",
    "roll",
    "call",
    "take",
    "push",
    "pay",
    "gather",
    "rake",
    "dealers-share",
    "award",
    "carry",
    "rule",
]
Face = Literal["", "up", "down"]

SETTLES: Final = ("take", "push", "pay")
POT: Final = ("gather", "rake", "dealers-share", "award", "carry")

USAGE: Final[dict[Verb, str]] = {
    "shuffle": "shuffle: make the cards ready",
    "button": "button SEAT: move the button there",
    "bets": "bets: take the bets of the round",
    "ask": "ask SEAT: ask a player to decide",
    "deal": "deal [SEAT] PLACE COUNT up|down: lay cards; without a seat, on the table",
    "burn": "burn COUNT: put cards away unseen",
    "turn": "turn [SEAT] PLACE: turn up what lies there",
    "clear": "clear [SEAT] PLACE: take up what lies there",
    "roll": "roll: shake the cup and uncover the dice",
    "call": "call [SEAT] WORDS: say what it is; without a seat, for the whole table",
    "take": "take SEAT SPOT [DOLLARS]: take a bet, or that part of it",
    "push": "push SEAT SPOT [DOLLARS]: leave a bet to its player, or that part of it",
    "pay": "pay SEAT SPOT DOLLARS: pay a bet so much besides itself",
    "gather": "gather DOLLARS: pull so much into the pot",
    "rake": "rake DOLLARS: put so much of the pot in the tray for the house",
    "dealers-share": "dealers-share DOLLARS: so much of the rake is the dealer's",
    "award": "award SEAT DOLLARS: give a player so much of the pot",
    "carry": "carry DOLLARS: leave the pot, which holds so much, for the next round",
    "rule": "rule [SEAT] WORDS: stop the game and rule on what went wrong; without a seat, for the whole table",
}


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a dealer does."""

    do: Verb
    seat: int | None = None
    place: str = ""
    """The place of cards, or the spot of a bet."""
    count: int = 0
    """Cards."""
    face: Face = ""
    cents: int | None = None
    words: str = ""
    """What is called, or ruled."""

    def __str__(self) -> str:
        """The act in the words that are typed.

        >>> str(Act("deal", 1, "hand", 4, "down")), str(Act("pay", 3, "trips", cents=750))
        ('deal 1 hand 4 down', 'pay 3 trips 7.50')
        """
        amount = None if self.cents is None else plain_dollars(self.cents)
        said = (self.do, self.seat, self.place, self.count or None, self.face, amount, self.words)
        return " ".join(str(word) for word in said if word not in (None, ""))


def read_act(words: str, game: type[Game[Any]] | Game[Any], places: Collection[str] = ()) -> Act:
    """The act that words say, in capitals or not; what is no act is refused, with how it is said.

    These are the places where cards may lie; a spot is known by its name and by its label.

    >>> from croupier.games import game_named
    >>> read_act("Deal 1 7TH STREET 1 down", game_named("on-the-draw"), ["7th Street"])
    Act(do='deal', seat=1, place='7th Street', count=1, face='down', cents=None, words='')
    """
    verb, *rest = words.split() or [""]
    if verb.lower() not in get_args(Verb):
        raise one_of("act of a dealer", verb, get_args(Verb))
    do: Verb = verb.lower()  # type: ignore[assignment]
    labels = {spot.name: spot.label for spot in game.spots} | {bet.name: bet.label for bet in game.pay_bets}
    spots = {label.casefold(): name for name, label in labels.items()} | {name.casefold(): name for name in labels}
    try:
        act = _read(do, rest, spots)
    except (ValueError, Refused):
        raise Refused(f"{words!r} cannot be read; {USAGE[do]}") from None
    known = spots if act.do in SETTLES else {place.casefold(): place for place in (HAND, *places)}
    if act.do in SETTLES and act.place.casefold() not in spots:
        raise one_of("spot", act.place, list(labels), game.name)
    return msgspec.structs.replace(act, place=known.get(act.place.casefold(), act.place))


def _read(do: Verb, rest: list[str], spots: Collection[str]) -> Act:
    """The act of a verb and the words after it; a ValueError where there are too many, too few or others."""
    seat = int(rest.pop(0)) if rest and rest[0].isascii() and rest[0].isdigit() and do not in (*POT, "burn") else None
    match do:
        case "shuffle" | "bets" | "roll":
            if rest or seat is not None:
                raise ValueError("too much is said")
            return Act(do)
        case "ask" | "button":
            if rest:
                raise ValueError("too much is said")
            return Act(do, _number(seat))
        case "deal":
            *place, count, face = rest
            if face.lower() not in ("up", "down"):
                raise ValueError(face)
            return Act(do, seat, _place(seat, place), int(count), face.lower())  # type: ignore[arg-type]
        case "burn":
            (count,) = rest
            return Act(do, count=int(count))
        case "turn" | "clear":
            return Act(do, seat, _place(seat, rest))
        case "call" | "rule":
            if not rest:
                raise ValueError("nothing is said")
            return Act(do, seat, words=" ".join(rest))
        case "take" | "push":
            if " ".join(rest).casefold() in spots or len(rest) == 1:
                return Act(do, _number(seat), " ".join(rest))
            *spot, part = rest
            return Act(do, _number(seat), " ".join(spot), cents=parse_dollars(part))
        case "pay":
            *spot, sum_paid = rest
            return Act(do, _number(seat), " ".join(spot), cents=parse_dollars(sum_paid))
        case "award":
            number, share = rest
            return Act(do, int(number), cents=parse_dollars(share))
        case _:
            (into_or_out,) = rest
            return Act(do, cents=parse_dollars(into_or_out))


def _number(seat: int | None) -> int:
    if seat is None:
        raise ValueError("a seat is missing")
    return seat


def _place(seat: int | None, words: list[str]) -> str:
    """A place by its name; before a seat, the hand where none is named."""
    if not words and seat is None:
        raise ValueError("a place is missing")
    return " ".join(words) or HAND


_SUITS: Final = str.maketrans("♣♦♥♠", "cdhs")
_SMALL: Final = {"a", "an", "the", "of", "and"}


def heard(words: str) -> str:
    """Words that are called, with what makes no difference left out.

    >>> heard("A score of 18"), heard("10♦, a roll"), heard("Two pair, kings and fours")
    ('score 18', 'Td roll', 'two pair kings fours')
    """
    plain = words.translate(_SUITS).replace(",", " ")
    plain = re.sub(r"(?<!\d)10(?=[cdhs]\b)", "T", plain)
    kept = (word if re.fullmatch(r"[2-9TJQKA][cdhs]", word) else word.lower() for word in plain.split())
    return " ".join(word for word in kept if word not in _SMALL)


def told(act: Act, game: type[Game[Any]] | Game[Any], players: dict[int, str]) -> str:
    """An act as it is told to a person: `Pay seat 3 (Cleo) $15 on Trips.`"""
    labels = {bet.name: bet.label for bet in game.pay_bets} | {spot.name: spot.label for spot in game.spots}
    who = f"seat {act.seat}" + (f" ({players[act.seat]})" if act.seat in players else "") if act.seat else ""
    what = labels.get(act.place, act.place)
    money = dollars(act.cents or 0)
    cards = f"{act.count} card" + ("s" if act.count != 1 else "")
    part = f"{money} of " if act.cents is not None else ""
    at = f"{who}, {act.place}" if act.seat and act.place != HAND else who or act.place
    sentences: dict[Verb, str] = {
        "shuffle": "Make the cards ready",
        "button": f"Move the button to {who}",
        "bets": "Take the bets",
        "ask": f"Ask {who}",
        "deal": f"Deal {cards} face {act.face} to {at}",
        "burn": f"Burn {cards}",
        "turn": f"Turn up the cards of {at}",
        "clear": f"Take up the cards of {at}",
        "roll": "Shake the cup and uncover the dice",
        "call": f"Call {who + ': ' if who else ''}{act.words}",
        "take": f"Take {part}{what} of {who}",
        "push": f"Push {part}{what} of {who}",
        "pay": f"Pay {who} {money} on {what}",
        "gather": f"Pull {money} into the pot",
        "rake": f"Put {money} of the pot in the tray",
        "dealers-share": f"Keep {money} of the rake as the dealer's",
        "award": f"Give {who} {money} of the pot",
        "carry": f"Leave the pot of {money} for the next round",
        "rule": f"Stop and rule{' for ' + who if who else ''}: {act.words}",
    }
    return sentences[act.do] + "."
