"""The alarm on choices by neighbours' cards, tried out on nights of dealt hands: honest players, and one who is shown.

Decisions are dealt at the game's own table, and for each it is found what every card is worth to its choices; for every
round of a night one of them is drawn, and the neighbours' hands from the cards that it leaves unseen. Honest players
take any choice now and then, the second best wherever that costs little, or the second best always; one who is shown
all the neighbours' hands takes what is best by his own cards and the effects of theirs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK, parse_cards
from croupier.exact.game_mathematics import GoneValues
from croupier.exact.seen_cards.exposure import cards_to_show
from croupier.exact.solver import solver_of
from croupier.floor.pit.figures import PERSON_RATE
from croupier.floor.pit.shown_hands import is_watched
from croupier.floor.pit.shown_scores import PARTS, chance_of_score
from croupier.table.chance import seed_from
from croupier.table.dealt_decisions import dealt_decisions
from croupier.table.game import Game

HANDS: Final = 400
"""Decisions that nights are made of."""
CHOICES: Final = 4
"""Choices of each that somebody may take: those that are best by one's own cards."""
ERRS: Final = 0.1
"""How often one errs who takes any choice now and then."""
LITTLE: Final = 0.1
"""Units that a second best choice costs at most where it is always taken."""


@dataclass(frozen=True)
class _Decisions:
    """Decisions by number: choices from the best on, and what each unseen card adds to each if it is gone."""

    values: Floats
    effects: Floats
    unseen: Ints
    """How many cards are; effects after these are nothing."""

    def spread(self, shown: int) -> Floats:
        """The deviation of the sum of effects of so many cards, of each choice beside the best."""
        beside = self.effects - self.effects[:, :1]
        squares = (beside**2).sum(axis=2) / self.unseen[:, None]
        found: Floats = np.sqrt(squares * (shown * (self.unseen - shown) / (self.unseen - 1))[:, None])
        return found


def try_shown_alarm(
    game: Game[Any], players: int, nights: int, rounds: int, seed: str = "nights", hands: int = HANDS
) -> Counter[str] | None:
    """Nights on which the alarm went off, `honest` and `cheat`; none where neighbours' cards are open or unknown."""
    if players < 2 or not is_watched(game):
        return None
    decisions = _dealt(game, hands, seed)
    shown = (players - 1) * cards_to_show(game).cards
    spread, generator = decisions.spread(shown), np.random.default_rng(list(seed.encode()))
    found = Counter[str](honest=0, cheat=0)
    for night in range(nights):
        drawn = generator.integers(0, len(decisions.values), rounds)
        order = generator.random((rounds, decisions.effects.shape[2]))
        order[np.arange(order.shape[1]) >= decisions.unseen[drawn][:, None]] = 2
        cards = np.argpartition(order, shown, axis=1)[:, None, :shown]
        sums = np.take_along_axis(decisions.effects[drawn], cards, axis=2).sum(axis=2)
        values = decisions.values[drawn]
        for who, chosen in (
            ("honest", _honest(night % 3, values, generator)),
            ("cheat", np.argmax(values + sums, axis=1)),
        ):
            found[who] += _goes_off(chosen, sums, spread[drawn])
    return found


def _goes_off(chosen: Ints, sums: Floats, spread: Floats) -> bool:
    """Whether the alarm does, as the pit counts it."""
    lines = np.arange(len(chosen))
    wide = spread[lines, chosen]
    against = (chosen > 0) & (wide > 1e-9)
    spoke = (sums[lines, chosen] - sums[:, 0])[against] / wide[against]
    chance = chance_of_score(len(spoke), PARTS * float(spoke.sum()))
    return chance is not None and chance < PERSON_RATE


def _honest(kind: int, values: Floats, generator: np.random.Generator) -> Ints:
    able = (values > -np.inf).sum(axis=1)
    if kind == 0:
        errs = generator.random(len(values)) < ERRS
        return np.where(errs, generator.integers(0, able), 0)
    if kind == 1:
        return np.where(values[:, 1] >= values[:, 0] - LITTLE, 1, 0)
    return np.asarray(np.minimum(1, able - 1))


def _dealt(game: Game[Any], hands: int, seed: str) -> _Decisions:
    """So many decisions, with what cards are worth to them."""
    by_variant: defaultdict[str | None, list[tuple[Any, ...]]] = defaultdict(list)
    for each in islice(dealt_decisions(game, seed_from(seed), hands), hands):
        variant = None if each.variant is None or "=" in each.variant else each.variant
        by_variant[variant].append((*parse_cards(each.cards), *parse_cards(each.board)))
    mathematics = solver_of(game).mathematics
    lines = [
        _line(seen, values)
        for variant, asked in by_variant.items()
        for seen, values in zip(asked, mathematics.with_one_gone(asked, variant) or [], strict=True)
    ]
    return _Decisions(*(np.array(each) for each in zip(*lines, strict=True)))


def _line(seen: tuple[Any, ...], known: GoneValues) -> tuple[Floats, Floats, int]:
    unseen = [card.index for card in DECK if card not in seen]
    every = np.array([each[unseen] for each in known.values()])
    best = every[np.argsort(-every.mean(axis=1), kind="stable")[:CHOICES]]
    values, effects = np.full(CHOICES, -np.inf), np.zeros((CHOICES, len(DECK)))
    values[: len(best)] = best.mean(axis=1)
    effects[: len(best), : len(unseen)] = best - best.mean(axis=1, keepdims=True)
    return values, effects, len(unseen)
