"""The alarm on bets that move with a shoe, tried out on nights of shuffled shoes: honest players, and one who counts.

Shoes are shuffled and dealt through as rounds take cards at the game's own table. Honest players keep to a stake and
change it now and then, stake at random, or double it after a lost round; the one who counts bets a spread of the least
whenever the cards left are better for the bet than those of a new shoe.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.exact.by_walk.replays import STACK
from croupier.exact.counting.read_rounds import CutTable
from croupier.floor.pit.counted_shoes import FEWEST_SHOES, chance_above, shoe_worth
from croupier.floor.pit.figures import PERSON_RATE
from croupier.floor.storage.schema import RANKS
from croupier.table.automatic import play_automatic_seat
from croupier.table.chance import seed_from
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round

SPREAD: Final = 8
"""Least bets of the one who counts, in good rounds."""
MEASURED: Final = 40
"""Rounds in which it is counted how many cards one takes."""


def try_shoe_alarm(
    game: Game[Any], players: int, nights: int, rounds: int, seed: str = "nights", spread: int = SPREAD
) -> Counter[str] | None:
    """Nights on which the alarm went off, `honest` and `cheat`; none of a game whose shoe is not counted."""
    known = shoe_worth(game)
    if known is None:
        return None
    table, taken = _measured(game, players)
    assert table.kept is not None
    ranks = np.array([RANKS.index(card.name[0]) for card in table.kept.pack])
    worth = np.array(list(known.worth.values()))
    counted = int(np.argmax((worth**2).sum(axis=1)))
    generator = np.random.default_rng(list(seed.encode()))
    found = Counter[str](honest=0, cheat=0)
    for night in range(nights):
        values, shoe = _night(ranks, worth, table.kept.behind, taken, rounds, generator)
        number = int(shoe[-1]) + 1
        honest = _honest_stakes(night % 3, rounds, generator)
        chances = [_chance(each, honest, shoe, number) for each in values]
        found["honest"] += min(chances) * len(chances) < PERSON_RATE
        by_count = np.where(values[counted] > 0, float(spread), 1.0)
        found["cheat"] += _chance(values[counted], by_count, shoe, number) * len(chances) < PERSON_RATE
    return found


def _measured(game: Game[Any], players: int) -> tuple[CutTable, Ints]:
    """A table that says what shoe it keeps, and how many cards rounds took there."""
    table = CutTable(game, Placard())
    for number in range(1, players + 1):
        table.sit(number, f"player {number}", STACK)
    taken = []
    for number in range(MEASURED):
        round = Round.seeded(table, seed_from(f"cards of a round {number}"))
        while round.waiting:
            play_automatic_seat(round, next(iter(round.waiting)))
        taken.append(len(table.shoe_dealt))
    return table, np.array(taken)


def _night(
    ranks: Ints, worth: Floats, behind: int, taken: Ints, rounds: int, generator: np.random.Generator
) -> tuple[Floats, Ints]:
    """What the cards left were worth before each round, by wager; and which shoe that was."""
    values, shoes, dealt, cards = [], [], 0, len(ranks)
    while dealt < rounds:
        gone = np.cumsum(np.append(0, generator.choice(taken, cards)))
        gone = gone[gone < cards - behind][: rounds - dealt]
        of_cards = np.concatenate(
            [np.zeros((len(worth), 1)), worth[:, generator.permutation(ranks)].cumsum(axis=1)], axis=1
        )
        whole = of_cards[:, -1:]
        values.append((whole - of_cards[:, gone]) / (cards - gone) - whole / cards)
        shoes += [len(values) - 1] * len(gone)
        dealt += len(gone)
    return np.concatenate(values, axis=1), np.array(shoes)


def _honest_stakes(kind: int, rounds: int, generator: np.random.Generator) -> Floats:
    if kind == 0:
        return generator.choice((1.0, 2.0, 3.0, 5.0), rounds // 10 + 1).repeat(10)[:rounds]
    if kind == 1:
        return generator.choice((1.0, 2.0, 3.0, 5.0, 8.0), rounds)
    stakes, lost = np.ones(rounds), generator.random(rounds) < 0.5
    for at in range(1, rounds):
        stakes[at] = min(2 * stakes[at - 1], 16.0) if lost[at - 1] else 1.0
    return stakes


def _chance(values: Floats, stakes: Floats, shoe: Ints, shoes: int) -> float:
    """The chance as the pit works it out of sums by shoe."""
    if shoes < FEWEST_SHOES:
        return 1.0
    sums = np.asarray(np.bincount(shoe, (stakes - stakes.mean()) * values, shoes), np.float64)
    found = chance_above(sums)
    return 1.0 if found is None else found
