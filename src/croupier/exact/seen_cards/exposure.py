"""What players gain who show each other their cards; exposure.md says how it is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from os import cpu_count
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from croupier.cards import BACK, Card
from croupier.english import counted
from croupier.exact.analysis import Analysis
from croupier.exact.seen_cards.informed import Informed, Stripped
from croupier.exact.solved_game import Unwatched, Watcher
from croupier.json_shapes import BetExposed
from croupier.shown.html_parts import decimal, html_table, page, percent, text
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.view import View, view

FEWEST_DECKS: Final = 2
"""One deck alone has no standard error."""
CERTAIN: Final = 3
"""The standard errors by which an edge must differ from nothing before that is said of it."""
SEED: Final = 20_070_815
"""What decks are drawn from, so that the same question has the same answer."""
REHEARSALS: Final = 64
"""Rounds that are dealt to find one with a decision: in some games only a tie leaves any."""

_Looked = TypeVar("_Looked")


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a bet comes to for one who knows the hands of some other players."""

    analysis: Analysis
    """The bet as it is for one who knows none."""
    hands: int
    cards: int
    """In these hands together, at the first decision."""
    decks: int
    """How many stripped decks were solved."""
    gain: float
    """What the knowledge is worth, per unit."""
    standard_error: float

    @property
    def house_edge(self) -> float:
        """What the house keeps of each unit: the exact edge less the gain, and with its standard error."""
        return float(self.analysis.house_edge) - self.gain

    @property
    def winner(self) -> str:
        """Who has the edge, if the standard error lets it be said."""
        return leader(self.house_edge, self.standard_error)

    def _repr_html_(self) -> str:
        """How a notebook shows it."""
        lines = [
            ["hands known", str(self.hands)],
            ["cards known", str(self.cards)],
            ["gain", decimal(self.gain, sign=True)],
            ["standard error", decimal(self.standard_error)],
            ["house edge", percent(self.house_edge)],
            ["who has it", text(self.winner)],
        ]
        return page(html_table(self.analysis.bet, ("figure", "value"), lines))

    def told(self) -> BetExposed:
        """The line as the `--json` contract has it; all but the exact edge is sampled."""
        return BetExposed(
            self.analysis.unit,
            self.hands,
            self.cards,
            self.gain,
            self.standard_error,
            self.house_edge,
            str(self.analysis.house_edge),
            self.decks,
            self.winner,
        )


def leader(house_edge: float, standard_error: float) -> str:
    """Who has the edge, if the standard error lets it be said."""
    if abs(house_edge) <= CERTAIN * standard_error:
        return "nobody"
    return "house" if house_edge > 0 else "player"


def exposure(
    stripped: Stripped,
    solved: Mapping[str, Analysis],
    hands: int,
    cards: int,
    decks: int | None = None,
    watcher: Watcher | None = None,
    seed: int = SEED,
) -> dict[str, Exposure]:
    """What each bet with a choice comes to for one who knows so many cards of so many other hands."""
    decks = stripped.decks * max(hands, 1) if decks is None else decks
    random = np.random.default_rng([seed, cards])
    left = [random.permutation(len(stripped.pack))[cards:] for _ in range(decks)]
    packs = [tuple(stripped.pack[place] for place in sorted(places)) for places in left]
    samples = list(_watched(_on_cores(stripped, packs), hands, decks, watcher or Unwatched()))
    return {bet: _mean(solved[bet], hands, cards, [sample[bet].gain for sample in samples]) for bet in samples[0]}


def _on_cores(stripped: Stripped, packs: Sequence[tuple[Card, ...]]) -> Iterator[Mapping[str, Informed]]:
    with ThreadPoolExecutor(cpu_count()) as cores:
        yield from cores.map(stripped.solve, packs)


def _watched(
    solving: Iterable[Mapping[str, Informed]], hands: int, decks: int, watcher: Watcher
) -> Iterator[Mapping[str, Informed]]:
    """Samples as they come; the first tells how long the others will take."""
    words, start = f"solving {decks:,} decks without the cards of {counted(hands, 'hand')}", perf_counter()
    watcher.stage(words, 0)
    for number, sample in enumerate(solving):
        if not number:
            watcher.stage(words, (perf_counter() - start) * (decks - 1) / (cpu_count() or 1))
        watcher.advance(1 / decks)
        yield sample


def _mean(analysis: Analysis, hands: int, cards: int, gains: Sequence[Fraction]) -> Exposure:
    mean = sum(gains, Fraction(0)) / len(gains)
    squares = sum(((gain - mean) ** 2 for gain in gains), Fraction(0))
    error = sqrt(squares / (len(gains) * (len(gains) - 1)))
    return Exposure(analysis, hands, cards, len(gains), float(mean), error)


def gone_unknown(game: Game[Any]) -> str:
    """Say why it is not known what cards are worth that are known to be gone."""
    return f"no count of seen cards is known for games of the kind of {game.title}"


def break_even_hands(lines: Sequence[Exposure]) -> int | None:
    """The fewest known hands with which a bet's lines say that the player has the edge; none if none do."""
    return min((line.hands for line in lines if line.winner == "player"), default=None)


class Shown(NamedTuple):
    """What there is to know of another player's hand when the first decision is to be made."""

    cards: int
    """Those that the other player can see, and so can show."""
    openly: bool
    """Whether they lie face up, so that whoever decides sees them anyway."""


def cards_to_show(game: Game[Any]) -> Shown:
    """How many cards another player can show at the first decision, as the table deals them."""

    def look(round: Round, deciding: int) -> Shown:
        other = next(seat.number for seat in view(round).seats if seat.number != deciding)
        own, openly = (_seen(view(round, eyes), other) for eyes in (other, deciding))
        return Shown(own, own == openly)

    found = _at_first_decision(game, 2, look) if game.seats > 1 else None
    return found or Shown(0, True)


def leaves_choice(game: Game[Any]) -> bool:
    """Whether a player is asked for anything once the bets are down."""
    return _at_first_decision(game, 1, lambda round, deciding: True) is not None


def _at_first_decision(game: Game[Any], players: int, look: Callable[[Round, int], _Looked]) -> _Looked | None:
    """What is seen at the first decision of the first round that has one; nothing where none has."""
    for number in range(REHEARSALS):
        found: list[_Looked] = []

        def watch(round: Round, deciding: int, found: list[_Looked] = found) -> None:
            if not found:
                found.append(look(round, deciding))

        rehearse(game, Placard(), number, ["bold"] * players, watch=watch)
        if found:
            return found[0]
    return None


def _seen(view: View, number: int) -> int:
    """How many of a seat's cards somebody sees."""
    (seat,) = (seat for seat in view.seats if seat.number == number)
    return sum(card != BACK for cards in seat.places.values() for card in cards)
