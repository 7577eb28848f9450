"""The exact mathematics of bets at tables, by what their tables were opened with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from croupier.chips import plain_dollars
from croupier.contract import analyzed
from croupier.floor.entries import Opened, read_entry, write_entry
from croupier.floor.pit.bands import BetTheory
from croupier.floor.pit.figures import Theories
from croupier.games import game_named
from croupier.json_shapes import SharedLuck
from croupier.table.game import Game, Release

ANALYSIS_SECONDS: Final = 30
"""About how long a game of no family is searched; bets that are only estimated have no band."""

Terms = bytes
"""The JSON of all that decides the mathematics of a table."""


def theories_of(
    opened: Mapping[int, Opened],
    wagers: Iterable[tuple[int, str, int]],
    solved: Callable[[Terms, str], dict[str, BetTheory]],
    shared: Callable[[Terms], SharedLuck | None],
) -> Theories:
    """Return the mathematics of bets by table, name and stake, from that of terms at a stake."""
    bets: dict[tuple[int, str, int], BetTheory] = {}
    terms = {number: terms_of_table(entry) for number, entry in opened.items()}
    asked: dict[Terms, dict[tuple[str, int], BetTheory | None]] = {of: {} for of in terms.values()}
    for number, wager, stake in wagers:
        of_table = asked[terms[number]]
        if (wager, stake) not in of_table:
            at = plain_dollars(stake) if wager in _flat_wagers(terms[number]) else "1"
            of_table[wager, stake] = solved(terms[number], at).get(wager)
        if (found := of_table[wager, stake]) is not None:
            bets[number, wager, stake] = found
    luck = {of: shared(of) for of in asked}
    return Theories(
        bets,
        {number: known for number, of in terms.items() if (known := luck[of]) is not None},
    )


def terms_of_table(opened: Opened) -> Terms:
    """Return what decides the mathematics of a table, without the rest of its opening."""
    release = Release("", opened.release.behaviour)
    alike = {"name": "", "placard": {}, "clock_seconds": 0, "automatic": [], "chips_from": "mint"}
    return write_entry(msgspec.structs.replace(opened, **alike, release=release))


@lru_cache(maxsize=256)
def game_of(terms: Terms) -> Game[Any]:
    """The game of a table."""
    opened = read_entry(terms)
    paytables = tuple(words.paytable() for words in opened.paytables)
    return game_named(opened.game).choose(opened.settings, custom=paytables)


@lru_cache(maxsize=256)
def _flat_wagers(terms: Terms) -> frozenset[str]:
    """The wagers with flat prizes, whose figures depend on the stake."""
    return frozenset(bet for bet, table in game_of(terms).paytables.items() if table.fixed)


class _Outcome(msgspec.Struct):
    net: str
    probability: str


class _Bet(msgspec.Struct):
    """The part of a bet's analysis that is needed; one that is estimated or only valued has no outcomes."""

    average_wager: str = "1"
    outcomes: list[_Outcome] = []


class _Solved(msgspec.Struct):
    bets: dict[str, _Bet]


def read_analysis(answer: bytes) -> dict[str, BetTheory]:
    """Bets from the JSON of an analysis; those that are estimated are left out."""
    bets = msgspec.json.decode(answer, type=_Solved).bets
    return {name: _theory(bet) for name, bet in bets.items() if bet.outcomes}


def _theory(bet: _Bet) -> BetTheory:
    outcomes = [(float(Fraction(each.net)), float(Fraction(each.probability))) for each in bet.outcomes]
    return BetTheory.of([each for each in outcomes if each[1]], float(Fraction(bet.average_wager)))


def analysis_of(terms: Terms, stake: str) -> bytes:
    """The JSON of the analysis of a table's game."""
    return msgspec.json.encode(analyzed(game_of(terms), stake, seconds=ANALYSIS_SECONDS))


def luck_of(terms: Terms, stake: str = "") -> bytes:
    """The JSON of what its bets have in common."""
    return msgspec.json.encode(measured_luck(terms))


@lru_cache(maxsize=256)
def measured_luck(terms: Terms) -> SharedLuck:
    """Measure what bets of one round have in common, by simulation."""
    from croupier.simulate.shared_luck import shared_luck

    return shared_luck(game_of(terms))


@lru_cache(maxsize=256)
def solved_bets(terms: Terms, stake: str) -> dict[str, BetTheory]:
    """The bets of a table's game, worked out now."""
    return read_analysis(analysis_of(terms, stake))
