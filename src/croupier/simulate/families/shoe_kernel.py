"""Games of a shoe and dice dealt by a kernel: a whole table from a shoe with a cut card, every decision looked up.

A player's hand is a place in a list of hands: each has the hand that one more card makes of it, whether to draw, how
much to raise, and the row of its score for every roll. Hands are multisets of kinds of cards: nothing else matters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product as every
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.dice import ROLLS, Roll
from croupier.exact.analysis import Analysis
from croupier.exact.game_mathematics import Mathematics
from croupier.exact.reading.chosen_rounds import Chosen
from croupier.exact.reading.endings import BACKWARDS, bet_groups
from croupier.exact.shoe import Hand, Play, ShoeGame
from croupier.exact.store import inner_kernel, kernel
from croupier.simulate.families.family import FamilyKernel
from croupier.simulate.families.read_outcomes import STACK, LonePlayer, read_outcomes
from croupier.simulate.kernel.outcomes import Outcome
from croupier.simulate.kernel.stream import (
    CARDS_OF_A_WORD,
    DICE,
    Key,
    another,
    errs,
    product,
    shuffle_shoe,
    word,
)
from croupier.simulate.kernel.stream import DECK as PICK
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.simulate.simulated_table import SHIFT, Sheet, Simulation, fixed
from croupier.table.round import Round
from croupier.table.table import Table

DECISIONS: Final = 32
"""Numbers for the errors of a seat: the raise, which other raise it is, and every hit."""
CARDS: Final = len(DECK)
PLACE, END, SHOES = range(3)
SHOE_NOTES: Final = 3
"""What is noted of the shoe; then follow how many of each card are on the table, and the hand of each seat."""
TOTALS: Final = range(2, 13)
NOTE: Final = (
    "exact figures are those of a new shoe; rounds played on to a cut card differ a little, so that z grows with the "
    "number of rounds and proves nothing; --fresh-shoe deals what is exact"
)


@dataclass(frozen=True)
class ShoeForm:
    """What the rules of a game say in functions of their own; the tests hold it against the procedure."""

    hands: ShoeGame
    """Which hands may draw, and how much a first card may raise; kinds of cards begin with 1."""
    kind: Callable[[Card], int]
    scores: tuple[str, ...]
    score: Callable[[Hand, int], str]
    """The row of a hand with a total of the dice."""
    shots: tuple[str, ...]
    shot: Callable[[int, Roll], str]
    """The row of a side bet with a first card of that kind and a roll."""

    @property
    def kinds(self) -> int:
        """How many kinds of cards there are."""
        return max(map(self.kind, DECK))

    @property
    def longest(self) -> int:
        """The most cards that a hand can have: the lowest again and again."""
        cards = 1
        while self.hands.may_draw((1,) * cards):
            cards += 1
        return cards

    @property
    def most_raised(self) -> int:
        """The most that may be raised with the first card."""
        return self.hands.may_raise((1,))

    def examples(self) -> dict[tuple[str, str], tuple[Hand, Roll]]:
        """A hand, as it is drawn, and a roll for each score with each shot that goes with it."""
        found: dict[tuple[str, str], tuple[Hand, Roll]] = {}
        kinds = range(1, self.kinds + 1)
        for hand in (hand for cards in (1, 2, 3) for hand in every(kinds, repeat=cards)):
            if all(self.hands.may_draw(hand[:cards]) for cards in range(1, len(hand))):
                for roll in ROLLS:
                    found.setdefault((self.score(hand, roll.total), self.shot(hand[0], roll)), (hand, roll))
        return found


class ShoeTerms(NamedTuple):
    """What is said at a table and how its shoe is kept, as the procedure has it."""

    raises: list[str]
    stand: str
    hit: str
    decks: int
    """None in a shoe without end."""
    behind_cut_card: int


class _ShoeSeen(Table):
    """A table that knows how its shoe is kept."""

    decks = behind_cut_card = 0

    def ready_shoe(self, pack: Sequence[Card], behind_cut_card: int) -> None:
        self.decks, self.behind_cut_card = len(pack) // len(DECK), behind_cut_card
        super().ready_shoe(pack, behind_cut_card)


class ShoeKernel(FamilyKernel):
    """A game of a shoe and dice."""

    def __init__(self, mathematics: Mathematics, form: ShoeForm, plays: Mapping[str, Callable[[], Play]]) -> None:
        super().__init__(mathematics.game, bet_groups(mathematics.game))
        self.mathematics, self.form, self.plays = mathematics, form, plays
        self.strategies = tuple(plays)

    def action(self, said: Sequence[str]) -> str:
        return said[0]

    def simulation(self, setup: Setup) -> Simulation:
        return ShoeTable(self, setup)

    def terms(self, setup: Setup) -> ShoeTerms:
        """What is said at the table, and how its shoe is kept: one card is drawn to see by which word."""
        table = _ShoeSeen(setup.game, setup.placard)
        table.sit(1, "reader", STACK)
        low = sorted(BACKWARDS, key=self.form.kind)
        round = Round(table, Chosen(low, ROLLS))
        round.bet(1, dict(setup.bets))
        raises, stand, hit = list[str](), "", ""
        if round.decision is not None:
            raises = round.decision.legal
            round.act(1, raises[0])
            stand, hit = round.decision.legal
            round.act(1, hit)
            stand, hit = (stand, hit) if len(table.seats[1].cards) == 2 else (hit, stand)
        return ShoeTerms(raises, stand, hit, table.decks, table.behind_cut_card)


class _Hands(NamedTuple):
    """All hands of a strategy, the empty one first."""

    following: Ints
    """By hand and kind of card, the hand that it makes."""
    draws: Ints
    may_draw: Ints
    raises: Ints
    rows: Ints
    """By hand and total of the roll less two, the place of its score."""
    cards: Ints


class ShoeTable(Simulation):
    """A table of a game of a shoe with every hand of its strategies listed."""

    words_a_round = 1
    words_purpose = DICE

    def __init__(self, game: ShoeKernel, setup: Setup) -> None:
        super().__init__(setup)
        self.kernel, self.form, self.terms = game, game.form, game.terms(setup)
        self.plays = game.groups[0].opens[0] in setup.bets
        self.cards_a_round = self.form.longest * setup.players + 2
        self.notes_a_shift = SHOE_NOTES + CARDS + setup.players
        self.stock_cards = max(self.terms.decks, 1) * CARDS
        read = read_outcomes(setup, game.bets(setup), self._outcomes)
        self.outcomes, self.rounded = read.outcomes, read.rounded
        if self.terms.decks and not setup.fresh_shoe:
            self.note = NOTE
        form, decks = self.form, self.terms.decks
        roots, self.hands = self._list_hands()
        shots = [[form.shots.index(form.shot(kind, roll)) for roll in ROLLS] for kind in range(1, form.kinds + 1)]
        kinds = [form.kind(card) - 1 for card in DECK]
        self.tables = roots, fixed(np.array(shots, np.int64)), fixed(np.array(kinds, np.int64))
        shoe = decks, setup.fresh_shoe and decks > 0, self.terms.behind_cut_card
        self.ruled = shoe, self.plays, form.most_raised, (len(form.scores), len(form.shots), form.longest)

    @property
    def dealer(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return _deal, (self.ruled, self.hands, self.tables)

    def cards(self, sheet: Sheet, round: int) -> list[Card]:
        row = sheet.cards[round]
        return [DECK[card] for card in row[: row[-2]]]

    def rolls(self, sheet: Sheet, round: int) -> list[Roll]:
        return [ROLLS[sheet.cards[round, -1]]]

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        if not self.plays:
            return []
        cards, said = self.cards(sheet, round), []
        drawn, terms = self.setup.players, self.terms
        for seat, outcome in enumerate(sheet.outcomes[round].tolist()):
            numbers, hits = divmod(outcome, self.form.longest)
            hand = [cards[seat], *cards[drawn : drawn + hits]]
            drawn += hits
            said += [terms.raises[numbers // (len(self.form.scores) * len(self.form.shots))], *[terms.hit] * hits]
            if self.form.hands.may_draw(tuple(map(self.form.kind, hand))):
                said.append(terms.stand)
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        game, setup, solved = self.kernel, self.setup, dict[str, Analysis]()
        main, *others = game.groups
        for group in others:
            if group.opens[0] in setup.bets:
                solved[group.name] = game.mathematics.analyze(game.stake(setup, group))[group.name]
        known = {each.name: each.analysis for each in game.mathematics.strategies(game.stake(setup, main))}
        if strategy == OPTIMAL:
            solved[main.name] = game.mathematics.analyze(game.stake(setup, main))[main.name]
        elif strategy in known:
            solved[main.name] = known[strategy]
        return solved

    def _outcomes(self, player: LonePlayer) -> list[Outcome | None]:
        """What comes of a raise, a score and a shot; without a bet on the hand, of the shot."""
        form, numbered = self.form, list[Outcome | None]()
        examples = form.examples()
        of_shot = {shot: example for (_, shot), example in examples.items()}
        of_kind = {form.kind(card): card for card in reversed(DECK)}
        for raised, score, shot in every(range(form.most_raised + 1), form.scores, form.shots):
            found = examples.get((score, shot)) if self.plays else of_shot.get(shot)
            if found is None or (not self.plays and (raised or score != form.scores[0])):
                numbered += [None] * form.longest
                continue
            hand, roll = found
            hand = hand if self.plays else hand[:1]
            said = [self.terms.raises[raised], *[self.terms.hit] * (len(hand) - 1)] if self.plays else []
            said += [self.terms.stand] if self.plays and form.hands.may_draw(hand) else []
            outcome = player.outcome([of_kind[kind] for kind in hand], said, said[0] if said else "", [roll])
            numbered += [outcome] * form.longest
        return numbered

    def _list_hands(self) -> tuple[Ints, _Hands]:
        """The hands of all strategies played at the table in one list, and where each strategy's begin."""
        lists = [self._hands_of(self.kernel.plays[strategy]()) for strategy in self.setup.groups]
        roots = np.cumsum([0, *(len(hands.cards) for hands in lists[:-1])])
        following = [hands.following + root for hands, root in zip(lists, roots.tolist(), strict=True)]
        rest = (fixed(np.concatenate(column)) for column in list(zip(*lists, strict=True))[1:])
        return fixed(roots), _Hands(fixed(np.concatenate(following)), *rest)

    def _hands_of(self, play: Play) -> _Hands:
        """The hands that a strategy comes to with the cards of the shoe; with errors, all that the rules allow."""
        errs, form = bool(self.setup.error_rate), self.form
        may_draw, shoe = form.hands.may_draw, form.hands.shoe
        numbers: dict[Hand, int] = {(): 0}
        waiting: deque[Hand] = deque([()])
        following: dict[Hand, list[int]] = {}
        while waiting:
            hand = waiting.popleft()
            goes_on = not hand or (may_draw(hand) and (errs or play.draws(hand)))
            longer = {kind: tuple(sorted((*hand, kind))) for kind, _ in shoe.left(hand)} if goes_on else {}
            for drawn in longer.values():
                if drawn not in numbers:
                    numbers[drawn] = len(numbers)
                    waiting.append(drawn)
            following[hand] = [numbers[longer[kind]] if kind in longer else 0 for kind in range(1, form.kinds + 1)]
        hands = list(numbers)
        rows = [[form.scores.index(form.score(hand, total)) for total in TOTALS] for hand in hands]
        return _Hands(
            np.array([following[hand] for hand in hands], np.int64),
            _column(hands, lambda hand: hand == () or (may_draw(hand) and play.draws(hand))),
            _column(hands, may_draw),
            _column(hands, lambda hand: play.raises(hand) if len(hand) == 1 else 0),
            np.array(rows, np.int64),
            _column(hands, len),
        )


def _column(hands: Sequence[Hand], of: Callable[[Hand], int]) -> Ints:
    return np.array([of(hand) for hand in hands], np.int64)


@kernel
def _refill(key: Key, shift: int, decks: int, shoe: Ints, stock: Ints, dealt: Ints, count: int, needed: int) -> None:
    """Shuffle the decks, without the cards that have been dealt in this round, into a new shoe."""
    on_the_table = shoe[SHOE_NOTES:]
    for card in range(CARDS):
        on_the_table[card] = 0
    for place in range(count):
        on_the_table[dealt[place]] += 1
    cards = 0
    for _ in range(decks):
        for card in range(CARDS):
            if on_the_table[card]:
                on_the_table[card] -= 1
            else:
                stock[cards] = card
                cards += 1
    shuffle_shoe(key, shift, shoe[SHOES], cards, min(cards, needed), stock)
    shoe[PLACE] = 0
    shoe[END] = cards
    shoe[SHOES] += 1


@inner_kernel
def _next_card(
    key: Key, number: int, decks: int, shoe: Ints, stock: Ints, fraction: np.uint64, dealt: Ints, count: int
) -> Any:
    """The next card of the shoe, or of one without end; and what is left of the word that such cards are taken from."""
    if decks == 0:
        if count % CARDS_OF_A_WORD == 0:
            fraction = word(key, number, count // CARDS_OF_A_WORD, PICK)
        ahead, fraction = product(fraction, np.uint64(CARDS))
        dealt[count] = ahead
        return np.int64(ahead), fraction
    if shoe[PLACE] == shoe[END]:
        _refill(key, number // SHIFT, decks, shoe, stock, dealt, count, len(stock))
    card = np.int64(stock[shoe[PLACE]])
    shoe[PLACE] += 1
    dealt[count] = card
    return card, fraction


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    tables: tuple[Any, _Hands, tuple[Ints, Ints, Ints]],
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds of a shift; a shift begins with a new shoe."""
    terms, hands, (roots, shots, kind) = tables
    (decks, fresh, behind_cut_card), plays, most_raised, (scores, shot_count, longest) = terms
    players = len(groups)
    stock, shoe, held = sheet.stock, sheet.notes, sheet.notes[SHOE_NOTES + CARDS :]
    for note in range(SHOE_NOTES):
        shoe[note] = 0
    fraction = np.uint64(0)
    for at in range(rounds):
        number = first + at
        dealt = sheet.cards[at if len(sheet.cards) > 1 else 0]
        if fresh or (decks and shoe[END] - shoe[PLACE] <= behind_cut_card):
            _refill(key, number // SHIFT, decks, shoe, stock, dealt, 0, longest * players if fresh else len(stock))
        for seat in range(players):
            card, fraction = _next_card(key, number, decks, shoe, stock, fraction, dealt, seat)
            held[seat] = hands.following[roots[groups[seat]], kind[card]]
        count = players
        roll, _ = product(sheet.words[at, 0], np.uint64(36))
        total = roll // np.uint64(6) + roll % np.uint64(6)
        for seat in range(players):
            hand, raised, scored = held[seat], 0, 0
            if plays:
                raised = hands.raises[hand]
                if errors and most_raised and errs(key, number, DECISIONS * seat, errors):
                    raised = another(key, number, DECISIONS * seat + 1, raised, most_raised + 1)
                while hands.may_draw[hand]:
                    hits = hands.draws[hand]
                    if errors:
                        hits ^= errs(key, number, DECISIONS * seat + 1 + hands.cards[hand], errors)
                    if not hits:
                        break
                    card, fraction = _next_card(key, number, decks, shoe, stock, fraction, dealt, count)
                    hand = hands.following[hand, kind[card]]
                    count += 1
                scored = hands.rows[hand, total]
            shot = shots[kind[dealt[seat]], roll]
            sheet.outcomes[at, seat] = (
                ((raised * scores + scored) * shot_count + shot) * longest + hands.cards[hand] - 1
            )
        dealt[-2] = count
        dealt[-1] = roll
