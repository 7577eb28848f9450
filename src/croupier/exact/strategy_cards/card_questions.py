"""What a strategy card has to answer: the hands at each decision, the answers, and what each of them gives away."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import Card
from croupier.english import in_words
from croupier.exact.analysis import Analysis
from croupier.exact.strategy_cards.hand_words import HandWord, SeenCards, vocabulary

IMPOSSIBLE = -1


@dataclass(frozen=True)
class CardAnswer:
    """Something that a line of a card may say to do."""

    words: tuple[str, ...]
    """At each decision."""
    place: Callable[[int, SeenCards], Ints]
    """With each hand at a decision, the place of the option that it means; -1 where it means none."""

    two_words: bool = True
    """Whether its sentence may say two words of the hand; not if it says itself what the hand must have."""

    def said_at(self, stages: Sequence[int], moments: Sequence[str]) -> str:
        """What to do at these decisions: `check, and with six cards fold`."""
        groups: dict[str, list[str]] = {}
        for stage in stages:
            groups.setdefault(self.words[stage], []).append(moments[stage])
        first, *others = groups
        return first + "".join(f", and with {_either(groups[words])} {words}" for words in others)

    def said_of(self, stages: Sequence[int]) -> str:
        """What to do with certain hands at these decisions, of which each has one of the words: `check or fold`."""
        return " or ".join(dict.fromkeys(self.words[stage] for stage in stages))


def _either(moments: Sequence[str]) -> str:
    """Several moments in one: `five or six cards`."""
    *first, last = moments
    unit = last.partition(" ")[2]
    return " or ".join([*(moment.removesuffix(f" {unit}") for moment in first), last])


def always(names: Sequence[str], places: Sequence[int]) -> CardAnswer:
    """The option of a certain place, whatever the hand; -1 at a decision that does not have it."""
    return CardAnswer(tuple(names), lambda stage, hands: np.full(len(hands.bits), places[stage], np.int64))


def option_words(names: Sequence[str]) -> list[str]:
    """The options of a decision as sentences say them; where one kind of bet has one size, it need not be said.

    >>> option_words(["check", "play-3x"]), option_words(["fold", "play-1x", "play-2x"]), option_words(["let-it-ride"])
    (['check', 'play'], ['fold', 'play 1x', 'play 2x'], ['let it ride'])
    """
    kinds = [name.rpartition("-")[0] if name[-2:-1].isdecimal() or name[-1:].isdecimal() else name for name in names]
    said = [kind if kinds.count(kind) == 1 else name for kind, name in zip(kinds, names, strict=True)]
    return [words.replace("-", " ") for words in said]


def _most(names: Sequence[str]) -> list[str]:
    """The last options of all decisions: where they differ only in the size of a bet, as one.

    >>> _most(["raise 4x", "raise", "raise"]), _most(["play", "play"]), _most(["play", "raise"])
    (['raise the most', 'raise the most', 'raise the most'], ['play', 'play'], ['play', 'raise'])
    """
    verbs = {name.split()[0] for name in names}
    return [f"{verbs.pop()} the most"] * len(names) if len(verbs) == 1 < len(set(names)) else list(names)


def options_of_all(names: Sequence[Sequence[str]]) -> list[CardAnswer]:
    """The options of all decisions: by their place if there are as many at each, else the ends, and others by name."""
    most = max(map(len, names))
    if all(len(here) == most for here in names):
        return [always([here[place] for here in names], [place] * len(names)) for place in range(most)]
    ends = [always([here[0] for here in names], [0] * len(names))]
    ends.append(always(_most([here[-1] for here in names]), [len(here) - 1 for here in names]))
    between = dict.fromkeys(name for here in names for name in here[1:-1])
    return ends + [
        always([name] * len(names), [here.index(name) if name in here else IMPOSSIBLE for here in names])
        for name in between
    ]


class CardQuestions(ABC):
    """The decisions of one bet, those with the fewest cards seen first."""

    bet: str
    stages: tuple[SeenCards, ...]
    """The hands at each decision."""
    answers: tuple[CardAnswer, ...]
    most_sentences: int = 12
    """How long a card that is looked for may be."""
    fine_words: bool = True
    """Whether sentences may use words that name several ranks; not where answers already say much of a hand."""

    def words(self) -> list[HandWord]:
        """What sentences may say of hands, first what is said of any hand."""
        return vocabulary(self.stages[0].straight, min(self.seen), max(self.seen))

    @property
    def seen(self) -> tuple[int, ...]:
        """How many cards are seen at each decision."""
        return tuple(hands.seen for hands in self.stages)

    def hand(self, cards: Sequence[Card]) -> SeenCards:
        """One hand, as its words are tested."""
        return self.stages[0].like(cards)

    @property
    def moments(self) -> tuple[str, ...]:
        """What is seen at each decision, as sentences say it after `with`."""
        return tuple(f"{in_words(seen)} cards" for seen in self.seen)

    @abstractmethod
    def losses(self, taken: Sequence[Ints] | None) -> list[Floats]:
        """At each decision, by option and hand, what it gives away against the best play from there on.

        A hand counts as often as it comes up for one who takes these options, or the best ones. So the sum over what
        is taken is all that such play gives away.
        """

    @abstractmethod
    def analysis(self, taken: Sequence[Ints]) -> Analysis:
        """The bet with these options taken, counted by the family."""

    @abstractmethod
    def named(self, cards: Sequence[Card], stage: int, place: int) -> str:
        """What the table calls an option with these cards."""
