"""Every line of a small pack dealt by the real table, for the brute-force checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from croupier.cards import BACK, Card, parse_cards
from croupier.games import game_named
from croupier.table.events import Settled
from croupier.table.game import Game
from croupier.table.walk import Line, Sight, walk
from tests.contract.direct import Cards, Way
from tests.one_seat import one_seat

UNIT = 1000
"""The cents of one Ante or one bet here; every odds of the printed tables comes out even on it."""

PACKS: dict[str, Cards] = {
    name: tuple(sorted(parse_cards(cards)))
    for name, cards in {
        "on-the-draw": "As Ks 9s 8s 7s 8d 4d 6d 5c Ad",
        "cincinnati-stud": "As Ad Ah Kh Kc Qs Qd Js Jc Ts Td 8s 8d 5s",
        "three-card-draw": "As Ks Qs Ad Kd Qc 3d 3c 3h",
        "three-card-draw with a bonus": "As Ks Qs Ad Kd Qc 3d 3c",
        "five-card-draw": "As Ks Qs Js 6s 9d 8d 8h Kd Ac",
        "deuces-never-loses": "As Ks Qs Js Ts 9d 2d 2c Kd 7c",
        "draw-n-shoot-21": "As 3d 6c 8d Th",
    }.items()
}
"""Packs small enough to walk, in which the best play is now this and now that, and hands tie with the dealer's."""

SMALL_SETTINGS = {"big-draw": {"deal_style": "five-at-once"}, "draw-n-shoot-21": {"decks": "1"}}
"""As the games are dealt here: five cards at once are one branch, one at a time would be 120."""


def small_game(name: str, settings: Mapping[str, str] | None = None) -> Game[Any]:
    """The game as it is walked."""
    return game_named(name).choose(SMALL_SETTINGS.get(name, {}) | dict(settings or {}))


def lines(
    name: str,
    spots: tuple[str, ...],
    way: Way | None = None,
    pack: str | Cards = "",
    opening: tuple[str, ...] = (),
    settings: Mapping[str, str] | None = None,
) -> Iterator[Line]:
    """Every line of one unit on each of the spots, following a way to play or trying every answer."""
    game, cards = small_game(name, settings), PACKS[pack or name] if isinstance(pack, str) else pack

    bets = dict.fromkeys(spots, UNIT)
    return walk(partial(one_seat, game, cards), bets, opening, every_answer if way is None else following(way))


def every_answer(sight: Sight, legal: list[str]) -> list[str]:
    """Try them all."""
    return legal


def following(way: Way) -> Callable[[Sight, list[str]], list[str]]:
    """Try only what the way says, by the cards that can be seen."""
    return lambda sight, legal: [way(seen(sight), legal)]


def seen(sight: Sight) -> Cards:
    """The cards that a player can see, in the order of the deck."""
    return tuple(sorted(Card.parse(name) for cards in sight.places.values() for name in cards if name != BACK))


def nets(line: Line) -> Counter[str]:
    """What each spot won or lost on a line, in cents; a spot that broke even counts 0."""
    won: Counter[str] = Counter()
    for event in line.round.events:
        if isinstance(event, Settled):
            won[event.spot] += event.won - (event.stake if event.result == "lose" else 0)
    assert sum(won.values()) == line.net
    return won


def odds(game: Game[Any], bet: str) -> Mapping[str, Fraction]:
    """What the rows of a paytable pay on one unit."""
    return {row: pay.value for row, pay in game.paytables[bet].odds.items()}


def prizes(game: Game[Any], bet: str) -> Mapping[str, Fraction]:
    """The flat prizes of a paytable, in units."""
    return {row: Fraction(prize.cents, UNIT) for row, prize in game.paytables[bet].fixed.items()}
