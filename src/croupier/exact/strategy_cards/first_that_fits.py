"""The search for short lists of rules of which the first that fits decides.

Nothing depends on the clock or on the order of a sum, so the same lists are found everywhere.

Hands of which all words say the same are one cell. With D what a rule would change in each cell that it catches, a
sum over cells for every rule at once is a product of matrices, and for every two words together F diag(D) F^T. Two
words together gain no more than the cells of either that gain at all, so words of which these are too few are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Floats, Ints

HARVEST: Final = 25
"""How many of the best rules with one word, and with two, are kept for the exchanges each time."""
WORTH_A_WORD: Final = 1.02
"""A second word in a sentence has to gain so much more than one alone."""
LEAST_GAIN: Final = 2.0**16
"""What a change has to gain, as `Cells` counts losses."""
CARES: Final = (30, 3, 0)
"""How many times more what a rule itself loses counts while lists grow."""
WORSE: Final = 3
PLAIN: Final = 5
"""So many words are taken in place of later ones that come to the same: any hand, and hands above a pair."""
SWEEPS: Final = 2
MOST_IN_POOL: Final = 400


class ListRule(NamedTuple):
    """A rule of a list: the words of a hand, as their places, and the answer."""

    words: tuple[int, ...]
    answer: int


class FoundList(NamedTuple):
    """Rules in order, the answer to all other hands, and what it comes to."""

    rules: tuple[ListRule, ...]
    otherwise: int
    loss: float


@dataclass
class Cells:
    """Hands of which all words say the same, and what each answer loses with them."""

    fits: Ints
    """By word and cell; the first word fits every hand."""
    joins: Ints
    """Whether each word may be said together with another."""
    possible: Ints
    """By answer and cell: whether it can be given."""
    loss: Floats
    """By answer and cell, in whole numbers that come to less than 2^47 in all, so that no sum depends on its order."""
    two_words: Ints
    """Whether a sentence with each answer may say two words of the hand."""
    stage: Ints
    """The decision that each cell belongs to, in ascending order."""
    groups: Sequence[tuple[int, ...]]
    """The decisions that a rule may be for, first all of them; a rule's answer is counted through by group."""
    _rows: dict[ListRule, Ints] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._fits = self.fits.astype(np.float64)
        self._stages = [slice(*np.searchsorted(self.stage, (at, at + 1))) for at in range(max(self.groups[0]) + 1)]
        self._said = [np.flatnonzero(self.joins & self.fits[:, cells].any(axis=1)) for cells in self._stages]
        self._in_group = np.array([[at in group for at in self.groups[0]] for group in self.groups])
        self.answers = len(self.loss)
        self.possible = np.vstack([self.possible & np.isin(self.stage, group) for group in self.groups])
        self.loss = np.vstack([self.loss] * len(self.groups))
        self._last = [place for place in range(self.answers) if self.possible[place].all()]

    def caught(self, rule: ListRule) -> Ints:
        """The cells that a rule fits."""
        row = self._rows.get(rule)
        if row is None:
            row = self._rows[rule] = self.fits[list(rule.words)].all(axis=0) & self.possible[rule.answer]
        return row

    def weigh(self, rules: Sequence[ListRule], otherwise: int) -> FoundList:
        """A list with what it loses."""
        undecided, lost = np.ones(self.loss.shape[1], np.bool_), 0.0
        for rule in rules:
            here = undecided & self.caught(rule)
            lost += float(self.loss[rule.answer] @ here)
            undecided &= ~here
        return FoundList(tuple(rules), otherwise, lost + float(self.loss[otherwise] @ undecided))

    def _openings(self, found: FoundList) -> list[tuple[Ints, Floats]]:
        """For each place that a rule could be put in: the cells that come to it, and what they lose from there on."""
        after = self.loss[found.otherwise].copy()
        afters = [after]
        for rule in reversed(found.rules):
            after = np.where(self.caught(rule), self.loss[rule.answer], after)
            afters.append(after)
        undecided = np.ones(self.loss.shape[1], np.bool_)
        openings = []
        for place, after in enumerate(reversed(afters)):
            openings.append((undecided.copy(), after))
            for rule in found.rules[place : place + 1]:
                undecided &= ~self.caught(rule)
        return openings

    def harvest(self, found: FoundList, care: float = 0) -> list[ListRule]:
        """The rules, of one word or two, that gain most when they are put somewhere into a list.

        With care, what a rule itself loses counts so many times more, for no later rule can make it good.
        """
        best: dict[ListRule, float] = {}
        answers = [rule.answer for rule in found.rules]
        openings = self._openings(found)
        # Between two rules with one answer a third with that answer does what it does after both.
        wanted = [at for at in range(len(openings)) if not 0 < at < len(answers) or answers[at - 1] != answers[at]]
        changes = []
        for undecided, after in (openings[at] for at in wanted):
            change = ((1 + care) * self.loss[: self.answers] - after) * (self.possible[: self.answers] & undecided)
            changes.append((change, self._note_single(best, change)))
        for change, single in changes:
            self._note_double(best, change, single)
        gaining = [rule for rule, change in best.items() if change < -LEAST_GAIN]
        return sorted(gaining, key=lambda rule: (best[rule], rule))[: 3 * HARVEST]

    def _note_single(self, best: dict[ListRule, float], changes: Floats) -> Floats:
        """Note the rules of one word that change most for the better; what each answer changes in a cell is given.

        Returns what every such rule changes, by group, word and answer.
        """
        by_stage = np.array([self._fits[:, cells] @ changes[:, cells].T for cells in self._stages])
        single: Floats = np.tensordot(self._in_group, by_stage, 1)
        single[0, 0, self._last] = 0  # A rule that fits every hand would be another last line.
        for (group, word, answer), change in _least(single):
            _keep(best, ListRule((word,), group * self.answers + answer), change)
        return single

    def _note_double(self, best: dict[ListRule, float], changes: Floats, single: Floats) -> None:
        """Note the rules of two words that change most for the better, and more than others that are noted."""
        for answer in np.flatnonzero(self.two_words & (changes < 0).any(axis=1)).tolist():
            noted = sorted(best.values())[: 3 * HARVEST]
            enough = noted[-1] if len(noted) == 3 * HARVEST else -LEAST_GAIN
            here = [np.flatnonzero(changes[answer, cells]) + cells.start for cells in self._stages]
            fits = [self._fits[np.ix_(words, cells)] for words, cells in zip(self._said, here, strict=True)]
            gained, two = (np.zeros((len(here), *[len(self.joins)] * words)) for words in (1, 2))
            for at, cells in enumerate(here):
                gained[at, self._said[at]] = fits[at] @ np.minimum(changes[answer, cells], 0)
            can = np.tensordot(self._in_group, gained, 1).min(axis=0) <= enough
            for at, cells in enumerate(here):
                words, of_words = self._said[at][can[self._said[at]]], fits[at][can[self._said[at]]]
                two[at][np.ix_(words, words)] = (of_words * changes[answer, cells]) @ of_words.T
            alone = single[:, :, answer]
            least = np.minimum(alone[:, :, None], alone[:, None, :])
            double = np.tensordot(self._in_group, np.triu(two, 1), 1)
            double[double >= WORTH_A_WORD * np.minimum(least, 0)] = 0
            for (group, *words), change in _least(double):
                _keep(best, ListRule(tuple(words), group * self.answers + answer), change)

    def put_in(self, found: FoundList, pool: Pool, care: float = 0) -> FoundList:
        """The list with one more rule of a pool, where it gains most."""
        openings = self._openings(found)
        undecided = np.array([cells for cells, _ in openings])
        after = np.array([lost for _, lost in openings])
        changes = np.empty((len(pool.rules), len(openings)))
        for answer, rules in enumerate(pool.by_answer):
            felt = np.where(undecided, (1 + care) * self.loss[answer] - after, 0)
            changes[rules] = pool.caught[rules] @ felt.T
        if changes.min() > -LEAST_GAIN:
            return found
        rule, place = divmod(int(changes.argmin()), changes.shape[1])
        return self.weigh((*found.rules[:place], pool.rules[rule], *found.rules[place:]), found.otherwise)


def _least(changes: Floats) -> list[tuple[tuple[int, ...], float]]:
    """Where the least of some changes for the better are, the first of equal ones first, and what they are."""
    flat = changes.ravel()
    better = np.flatnonzero(flat < -LEAST_GAIN)
    least = better[np.argsort(flat[better], kind="stable")][:HARVEST]
    places = np.stack(np.unravel_index(least, changes.shape), axis=1).tolist()
    return [(tuple(place), float(change)) for place, change in zip(places, flat[least], strict=True)]


def _keep(best: dict[ListRule, float], rule: ListRule, change: float) -> None:
    best[rule] = min(change, best.get(rule, 0.0))


class Pool:
    """Rules that are tried in every place."""

    def __init__(self, cells: Cells, rules: Sequence[ListRule]) -> None:
        self.rules = sorted(list(dict.fromkeys(rules))[:MOST_IN_POOL], key=lambda rule: (len(rule.words), rule))
        self.caught = np.array([cells.caught(rule) for rule in self.rules], np.float64)
        answers = np.array([rule.answer for rule in self.rules]) % cells.answers
        self.by_answer = [np.flatnonzero(answers == answer) for answer in range(cells.answers)]
        """The places of the rules with each answer."""


class Lists(NamedTuple):
    """The best lists found with one last line and no other rule, one, two, and so on; and rules worth a try."""

    found: list[FoundList]
    known: list[ListRule]


def grow(cells: Cells, lasts: Sequence[int], rules: int) -> dict[int, Lists]:
    """For each last line, lists that are each the one before it with the rule put in that gains most.

    They are grown with most care first; last lines that come out much worse than another are not tried further.
    """
    careful, *others = CARES
    known: dict[int, list[ListRule]] = {last: [] for last in lasts}
    grown = {last: [_grown(cells, last, rules, careful, known[last])] for last in lasts}
    least = min(of_last[0][-1].loss for of_last in grown.values())
    for last, of_last in grown.items():
        if of_last[0][-1].loss <= WORSE * least:
            of_last += [_grown(cells, last, rules, care, known[last]) for care in others]
    return {last: Lists(best_of_each(of_last), known[last]) for last, of_last in grown.items()}


def best_of_each(grown: Sequence[Sequence[FoundList]]) -> list[FoundList]:
    """Of lists with the same number of rules, the best."""
    longest = max(map(len, grown))
    return [min((found[count] for found in grown if len(found) > count), key=loss_of) for count in range(longest)]


def improve(cells: Cells, grown: Lists) -> list[FoundList]:
    """The lists after exchanges of rules, and with a look at lists of a rule less or more, as long as that gains."""
    lists, known = grown
    for sweep in range(SWEEPS):
        before = list(lists)
        for count in range(1, len(lists)):
            if sweep:
                known[:0] = [rule for at in range(count) for rule in cells.harvest(_without(cells, lists[count], at))]
            pool = Pool(cells, known)
            shorter = [_without(cells, found, at) for found in lists[count + 1 : count + 2] for at in range(count + 1)]
            found = min((lists[count], cells.put_in(lists[count - 1], pool), *shorter), key=loss_of)
            lists[count] = _exchange(cells, found, pool)
        if sweep and lists == before:
            break
    return lists


def _grown(cells: Cells, otherwise: int, rules: int, care: float, known: list[ListRule]) -> list[FoundList]:
    """Lists of no rule, one, two and so on, each the one before it with a rule more; what may be put in is noted."""
    lists = [cells.weigh((), otherwise)]
    for _ in range(rules):
        known[:0] = cells.harvest(lists[-1], care)
        found = cells.put_in(lists[-1], Pool(cells, known), care) if known else lists[-1]
        if found is lists[-1]:
            break
        lists.append(found)
    return lists


def in_fewest_words(cells: Cells, found: FoundList) -> FoundList:
    """The list without the words that make no difference, and with plain ones in place of others that say as much."""
    for place, rule in enumerate(found.rules):
        for word, plain in product(rule.words, range(min(PLAIN, *rule.words))):
            others = [other for other in rule.words if other != word]
            fewer = ListRule(tuple(sorted({*others, plain} - {0})) or (0,), rule.answer)
            said = cells.weigh((*found.rules[:place], fewer, *found.rules[place + 1 :]), found.otherwise)
            if said.loss <= found.loss:
                return in_fewest_words(cells, said)
    return found


def loss_of(found: FoundList) -> float:
    """What a list loses, by which lists are compared."""
    return found.loss


def _without(cells: Cells, found: FoundList, place: int) -> FoundList:
    return cells.weigh((*found.rules[:place], *found.rules[place + 1 :]), found.otherwise)


def _exchange(cells: Cells, found: FoundList, pool: Pool) -> FoundList:
    """Take out one rule after the other and put in the best."""
    for place in range(len(found.rules)):
        other = cells.put_in(_without(cells, found, place), pool)
        if other.loss < found.loss - LEAST_GAIN:
            found = other
    return found
