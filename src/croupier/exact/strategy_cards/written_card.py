"""Strategy cards written from a solved game: short lists of sentences, each with its exact cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.store import kept, kept_file, version_of
from croupier.exact.strategy_cards.card_questions import IMPOSSIBLE, CardQuestions
from croupier.exact.strategy_cards.first_that_fits import (
    WORSE,
    Cells,
    FoundList,
    Lists,
    best_of_each,
    grow,
    improve,
    in_fewest_words,
    loss_of,
)
from croupier.exact.strategy_cards.hand_words import HandWord, SeenCards
from croupier.table.game import Rule, ShortStrategy

SHIPPED: Final = Path(__file__).with_name("printed_cards.json")
NEGLECTED: Final = 2e-5
"""What all the hands together can lose that a search leaves out; exact costs leave out nothing."""

WORTH_A_WEIGHING: Final = 0.98
"""Hands are weighed once more if that last made the best list lose so much less."""


class CardLine(msgspec.Struct, frozen=True):
    """A line of a card, by what it says."""

    words: tuple[str, ...]
    """Of the hand."""
    answer: int
    """The place of the answer."""
    stages: tuple[int, ...]
    """The decisions that it is for."""


@dataclass(frozen=True)
class WrittenCard:
    """Lines of which the first that fits decides; the last fits every hand."""

    questions: CardQuestions
    lines: tuple[CardLine, ...]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The card in sentences."""
        *first, last = self.lines
        answer = self.questions.answers[last.answer].said_at(last.stages, self.questions.moments)
        return (*map(self._rule, first), Rule(f"Otherwise {answer}.", answer))

    def _rule(self, line: CardLine) -> Rule:
        answer, moments = self.questions.answers[line.answer], self.questions.moments
        hand = " and ".join(line.words)
        said = answer.said_of(line.stages) if hand else answer.said_at(line.stages, moments)
        when = "" if len(line.stages) == len(moments) else f"{_when(line.stages, moments)}, "
        sentence = f"{when}{said} with {hand}." if hand else f"{when}{said}."
        return Rule(sentence[:1].upper() + sentence[1:], said)

    @cached_property
    def taken(self) -> list[Ints]:
        """The option taken with every hand of every decision."""
        return [self.places(stage, hands) for stage, hands in enumerate(self.questions.stages)]

    @cached_property
    def analysis(self) -> Analysis:
        """What comes of playing so, counted by the family."""
        return self.questions.analysis(self.taken)

    def places(self, stage: int, hands: SeenCards) -> Ints:
        """The places of the options that hands of a decision are played by."""
        words = _by_words(self.questions)
        places = np.full(len(hands.bits), IMPOSSIBLE, np.int64)
        for line in self.lines:
            if stage in line.stages:
                answer = self.questions.answers[line.answer].place(stage, hands)
                open_to = (places == IMPOSSIBLE) & (answer != IMPOSSIBLE)
                for word in line.words:
                    open_to &= words[word].fits(hands)
                places[open_to] = answer[open_to]
        return places

    def choose(self, cards: Sequence[Card], legal: Sequence[str], variant: str = "") -> str:
        """The answer to one hand, as the table calls it."""
        if len(cards) not in self.questions.seen:
            raise Refused(f"the card is for {' or '.join(map(str, self.questions.seen))} cards; {len(cards)} are seen")
        stage = self.questions.seen.index(len(cards))
        hand = self.questions.hand(cards)
        said = self.questions.named(cards, stage, int(self.places(stage, hand)[0]))
        return said if said in legal or not legal else legal[0]

    def fitting(self, cards: Sequence[Card], legal: Sequence[str] = (), variant: str = "") -> tuple[Rule, ...]:
        """The rule of the first line that fits a hand; nothing if the card is for hands of other sizes."""
        if len(cards) not in self.questions.seen:
            return ()
        stage, hand = self.questions.seen.index(len(cards)), self.questions.hand(cards)
        for line, rule in zip(self.lines, self.rules, strict=True):
            if WrittenCard(self.questions, (line,)).places(stage, hand)[0] != IMPOSSIBLE:
                return (rule,)
        return ()

    @property
    def strategy(self) -> ShortStrategy:
        """The card as automatic seats and simulations follow it."""
        return ShortStrategy({"": self.rules}, self.choose, fitting=self.fitting)


def _when(stages: Sequence[int], moments: Sequence[str]) -> str:
    """At which decisions, by the cards that are seen."""
    if len(stages) == 1:
        return f"with {moments[stages[0]]}"
    return f"with {moments[stages[-1]]} or fewer" if stages[0] == 0 else f"with {moments[stages[0]]} or more"


def _by_words(questions: CardQuestions) -> dict[str, HandWord]:
    return {word.words: word for word in questions.words()}


def shipped_cards(questions: CardQuestions, key: str) -> list[WrittenCard]:
    """Cards that ship with the program, for they take long to find; none if there are none, or of other words.

    Only the search is spared: what a card costs is counted with the game as it is.
    """
    lists = _shipped().get(key, [])
    known = _by_words(questions)
    if any(word not in known for lines in lists for line in lines for word in line.words):
        return []
    return [WrittenCard(questions, lines) for lines in lists]


def is_known(key: str) -> bool:
    """Whether cards ship under this key, or a search for them was kept; they may still be of an older version."""
    return key in _shipped() or kept_file(_name(key)).exists()


def _name(key: str) -> str:
    return f"strategy-cards-{key}"


@cache
def _shipped() -> dict[str, list[tuple[CardLine, ...]]]:
    return msgspec.json.decode(SHIPPED.read_bytes(), type=dict[str, list[tuple[CardLine, ...]]])


def written_cards(questions: CardQuestions, key: str, rules: str, searching: bool = True) -> list[WrittenCard]:
    """The best cards found of one sentence, of two and so on, each costing less than the one before.

    They are kept on disk, under a key that names the game's terms, as long as its rules and our source are the same.
    Where none are kept they are searched for, or that is refused.
    """

    def search() -> dict[str, Ints]:
        if not searching:
            raise Refused("no card is kept; `croupier strategy` searches for one")
        cards = [card.lines for card in _Search(questions).cards(questions.most_sentences)]
        return {"cards": np.frombuffer(msgspec.json.encode(cards), np.uint8)}

    version = version_of(type(questions).__module__) ^ version_of(__name__) ^ version_of(rules)
    arrays = kept(_name(key), version, search)
    found = msgspec.json.decode(arrays["cards"].tobytes(), type=list[tuple[CardLine, ...]])
    return [WrittenCard(questions, lines) for lines in found]


def ship(cards: Mapping[str, Sequence[WrittenCard]]) -> None:
    """Write the file of cards that ship, by their keys."""
    lists = {key: [card.lines for card in found] for key, found in cards.items()}
    SHIPPED.write_bytes(msgspec.json.format(msgspec.json.encode(lists), indent=1) + b"\n")


class _Search:
    """The cells of a game's decisions, and the lists that are found for them."""

    def __init__(self, questions: CardQuestions) -> None:
        self.questions, stages = questions, range(len(questions.stages))
        words = [word for word in _by_words(questions).values() if word.joins or questions.fine_words]
        groups = {(stage,) for stage in stages} | {tuple(stages)[:end] for end in stages if end}
        self.groups = sorted(groups | {tuple(stages)[start:] for start in stages}, key=lambda of: (-len(of), of))
        self.places = [[answer.place(at, questions.stages[at]) for answer in questions.answers] for at in stages]
        fits = [np.array([word.fits(questions.stages[at]) for word in words]) for at in stages]
        keys = [
            _signature(np.vstack((of, np.array(self.places[at]) != IMPOSSIBLE))) >> np.uint64(4) | np.uint64(at << 60)
            for at, of in enumerate(fits)
        ]
        _, first, cell = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
        self.cell = np.split(cell, np.cumsum([len(key) for key in keys])[:-1])
        self.stage = np.concatenate([np.full(len(key), at) for at, key in enumerate(keys)])[first]
        self.fits = np.hstack(fits)[:, first]
        always = np.array([(np.array(places) != IMPOSSIBLE).all(axis=1) for places in self.places]).all(axis=0)
        self.last = np.flatnonzero(always).tolist()
        """The answers that can be given with every hand, to be the last line."""
        self.used = [at for at, row in enumerate(self.fits) if at == 0 or row.any()]
        self.words = [words[at] for at in self.used]
        self.fits = self.fits[self.used]

    def cells(self, taken: Sequence[Ints] | None) -> Cells:
        """The cells, each counted as often as it comes up with these options taken."""
        count, answers = self.fits.shape[1], self.questions.answers
        loss = np.zeros((len(answers), count))
        possible = np.zeros((len(answers), count), np.bool_)
        for at, of_option in enumerate(self.questions.losses(taken)):
            for answer, place in enumerate(self.places[at]):
                there = place != IMPOSSIBLE
                lost = np.where(there, of_option[place, np.arange(len(place))], 0)
                loss[answer] += np.bincount(self.cell[at], lost, count)
                possible[answer, self.cell[at][there]] = True
        most = np.where(possible, loss, 0).max(axis=0)
        order = np.argsort(most, kind="stable")
        matters = np.ones(count, np.bool_)
        matters[order[np.cumsum(most[order]) < NEGLECTED]] = False
        scale = 2.0 ** (46 - np.ceil(np.log2(max(most.sum(), 1))))
        joins = np.array([word.joins and at > 0 for at, word in enumerate(self.words)])
        return Cells(
            self.fits[:, matters],
            joins,
            possible[:, matters],
            np.rint(loss[:, matters] * scale),
            np.array([answer.two_words for answer in answers]),
            self.stage[matters],
            self.groups,
        )

    def card(self, found: FoundList) -> WrittenCard:
        """A list in words."""
        lines = [self._line(rule.words, rule.answer) for rule in found.rules]
        return WrittenCard(self.questions, (*lines, self._line((), found.otherwise)))

    def _line(self, words: Sequence[int], answer: int) -> CardLine:
        group, of_group = divmod(answer, len(self.questions.answers))
        return CardLine(tuple(self.words[word].words for word in words if word), of_group, self.groups[group])

    def _improved(self, cells: Cells, grown: dict[int, Lists]) -> list[FoundList]:
        """Of each length the best list after exchanges; those with a much worse last line are left as they are."""
        least = min(lists.found[-1].loss for lists in grown.values())
        for lists in grown.values():
            if lists.found[-1].loss <= WORSE * least:
                lists.found[:] = improve(cells, lists)
        return [in_fewest_words(cells, found) for found in best_of_each([lists.found for lists in grown.values()])]

    def cards(self, sentences: int) -> list[WrittenCard]:
        """The cards that no shorter one is as good as, by what they exactly cost.

        Exactly counted are the best of each length, when hands are weighed as they come up with the best card; and the
        last lines alone, whose hands come up otherwise than with any longer card.
        """
        cells = self.cells(None)
        grown = grow(cells, self.last, sentences - 1)
        found = self._improved(cells, grown)
        for _ in self.questions.stages[1:]:
            cells = self.cells(self.card(min(found, key=loss_of)).taken)
            before = best_of_each([[cells.weigh(*of[:2]) for of in found]])
            grown = {
                last: Lists([cells.weigh(found.rules, last) for found in lists.found], lists.known)
                for last, lists in grown.items()
            }
            after = self._improved(cells, grown)
            found = best_of_each([before, after])
            if loss_of(after[-1]) > WORTH_A_WEIGHING * loss_of(before[-1]):
                break
        alone = [cells.weigh((), last) for last in self.last]
        counted = [self.card(of) for of in dict.fromkeys([*alone, *found])]
        frontier: list[WrittenCard] = []
        for card in sorted(counted, key=lambda card: (len(card.lines), -card.analysis.expected_value)):
            if not frontier or card.analysis.expected_value > frontier[-1].analysis.expected_value:
                frontier.append(card)
        return frontier


def _signature(rows: Ints) -> Ints:
    """A number for each column of zeros and ones, almost surely another one for another column."""
    packed = np.packbits(rows, axis=0).astype(np.uint64)
    random = np.random.default_rng(1).integers(1, 2**63, len(packed), np.uint64) * np.uint64(2) + np.uint64(1)
    mixed: Ints = (packed * random[:, None]).sum(axis=0, dtype=np.uint64)
    return mixed
