"""The dealer's work step by step, as the game's own procedure says it in rounds dealt aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, pairwise, product
from operator import itemgetter
from typing import Any, Final

from croupier.cards import DECK
from croupier.contract import Json
from croupier.table.events import Step
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import EVERY_WAY, HIGH_CARDS, Way, kind_of, rehearse, steps
from croupier.table.round import Round

StepKind = tuple[str, str]

ROUNDS_HEARD: Final = 75
ALONE: Final[tuple[tuple[Way, ...], ...]] = (("careful",), ("timid",), ("bold",))
"""With one player a round has no turns, so that its steps come in the order of the procedure."""


def procedure(game: Game[Any], placard: Placard) -> list[Json]:
    """The steps of a round in the order in which a dealer comes to them, without those of the pot."""
    return in_order(
        [step for step in steps(round) if not is_of_the_pot(step.rule)] for round in _rehearsed(game, placard)
    )


def _rehearsed(game: Game[Any], placard: Placard) -> Iterator[Round]:
    """Yield rounds of every kind of player, from the deck and from its higher cards."""
    for ways, pack in product((*ALONE, EVERY_WAY), (DECK, HIGH_CARDS)):
        for number in range(ROUNDS_HEARD // len(ways)):
            yield rehearse(game, placard, number, ways, pack)


def by_rule(said: Iterable[Json]) -> list[Json]:
    """Steps in the order of their rules."""
    return sorted(said, key=lambda step: [int(n) if n.isdigit() else n for n in re.split(r"(\d+)", step["rule"])])


def is_of_the_pot(rule: str) -> bool:
    """Return True for a rule of the pot, whose id has a P before the number."""
    return re.search(r"-P\d", rule) is not None


def in_order(rounds: Iterable[Sequence[Step]]) -> list[Json]:
    """Each step once, where it was first heard, with the words that change from round to round marked."""
    order: list[StepKind] = []
    said: dict[StepKind, list[str]] = {}
    for heard in rounds:
        kinds = [kind_of(step) for step in heard]
        for place, (kind, step) in enumerate(zip(kinds, heard, strict=True)):
            if kind not in said:
                order.insert(_where(order, kinds, place), kind)
            sentences = said.setdefault(kind, [])
            if step.sentence not in sentences:
                sentences.append(step.sentence)
    return [{"rule": kind[0], "parts": marked(said[kind])} for kind in order]


def _where(order: Sequence[StepKind], kinds: Sequence[StepKind], place: int) -> int:
    """Where a new step belongs: after the step that was heard before it."""
    before = [order.index(kind) for kind in kinds[:place]][-1:]
    return before[0] + 1 if before else 0


def marked(sentences: Sequence[str]) -> list[Json]:
    """The first sentence in pieces, those marked that the others say differently.

    >>> marked(["Pay $10 to Ann.", "Pay $35 to Ann.", "Pay $10 to Ben."])
    [{'text': 'Pay ', 'varies': False}, {'text': '$10', 'varies': True}, {'text': ' to ', 'varies': False},
     {'text': 'Ann.', 'varies': True}]
    """
    words = sentences[0].split(" ")
    varies = [False] * len(words)
    for other in sentences[1:]:
        matcher = SequenceMatcher(None, words, other.split(" "), autojunk=False)
        for what, start, end, _, _ in matcher.get_opcodes():
            if what != "equal":
                varies[start:end] = [True] * (end - start)
    grouped = groupby(zip(words, varies, strict=True), itemgetter(1))
    runs = [(changing, [word for word, _ in run]) for changing, run in grouped]
    for (changing, run), (_, following) in pairwise(runs):
        # The space between two pieces belongs to the one that stays the same.
        if changing:
            following.insert(0, "")
        else:
            run.append("")
    return [{"text": " ".join(run), "varies": changing} for changing, run in runs]
