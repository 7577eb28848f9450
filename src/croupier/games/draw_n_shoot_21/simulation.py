"""Draw 'n Shoot 21 dealt by a kernel: a whole table from a shoe with a cut card, every decision looked up.

A player's hand is a place in a list of hands: each has the hand that one more card makes of it, whether to draw, how
much to raise, and the row of its score for every roll. Hands are multisets of points, so nothing else matters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card
from croupier.dice import ROLLS, Roll
from croupier.exact.analysis import Analysis
from croupier.exact.shoe import LOSES, Hand, Play
from croupier.exact.solver import SIMPLE
from croupier.exact.store import inner_kernel, kernel
from croupier.games.draw_n_shoot_21 import exact
from croupier.games.draw_n_shoot_21.exact import points
from croupier.games.draw_n_shoot_21.rules import HARD_STOP, DrawNShoot21, score
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
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
from croupier.simulate.prepared import SHIFT, Sheet, Simulation, fixed, looked_up
from croupier.simulate.setup import OPTIMAL, Setup

SCORES: Final = (LOSES, "seventeen", "eighteen-to-twenty", "twenty-one", "blackjack")
SHOTS: Final = (LOSES, *DrawNShoot21.pay_bet("quickcraps").rows)
KINDS: Final = 10
"""Cards are told apart by their points, 1 to 10."""
LONGEST: Final = 19
"""Nineteen aces are the longest hand: eighteen points may draw."""
MOST_DECKS: Final = 8
DECISIONS: Final = 32
"""Numbers for the errors of a seat: the raise, which other raise it is, and every hit."""
PLACE, END, SHOES = range(3)
NOTE: Final = (
    "exact figures are those of a new shoe; rounds played on to a cut card differ a little, so that z grows with the "
    "number of rounds and proves nothing; --fresh-shoe deals what is exact"
)

_KIND: Final = np.array([points(card) - 1 for card in DECK], np.int64)
_OF_KIND: Final = [next(card for card in DECK if points(card) == kind) for kind in range(1, KINDS + 1)]


def strategies(game: DrawNShoot21) -> tuple[str, ...]:
    """The best play, the short strategy, the document's, two ways to raise, and a blackjack dealer's way to draw."""
    return OPTIMAL, SIMPLE, "document", "always-raise", "never-raise", "mimic-dealer"


def simulation(setup: Setup) -> Simulation:
    """A table of Draw 'n Shoot 21."""
    return DrawNShootTable(setup)


def bets(setup: Setup) -> tuple[OutcomeBet, ...]:
    """Ante and raise together, and QuickCraps, as they are bet."""
    staked = setup.bets
    twenty_one = OutcomeBet("twenty-one", ("ante", "raise"), staked.get("ante", 1), "ante", acts=True)
    quickcraps = OutcomeBet("quickcraps", ("craps",), staked.get("craps", 1))
    return tuple(bet for bet, spot in ((twenty_one, "ante"), (quickcraps, "craps")) if spot in staked)


def action(said: Sequence[str]) -> str:
    """What a player came to who said this: the raise."""
    return said[0]


class _Hands(NamedTuple):
    """All hands of a strategy, the empty one first."""

    following: Ints
    """By hand and kind of card, the hand that it makes."""
    draws: Ints
    may_draw: Ints
    raises: Ints
    rows: Ints
    """By hand and total of the roll less two, the place of its score in `SCORES`."""
    cards: Ints


class DrawNShootTable(Simulation):
    """A table of Draw 'n Shoot 21 with every hand of its strategies listed."""

    words_a_round = 1
    words_purpose = DICE

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        assert isinstance(setup.game, DrawNShoot21)
        self.game = setup.game
        self.cards_a_round = LONGEST * setup.players + 2
        most = self.game.settings.max_raise
        numbers = (most + 1) * len(SCORES) * len(SHOTS) * LONGEST
        self.outcomes = Outcomes.number(numbers, self._outcome, bets(setup))
        if self.game.settings.decks != "infinite" and not setup.fresh_shoe:
            self.note = NOTE
        self._known_scores: dict[tuple[int, bool, bool], list[int]] = {}
        self._roots, self._hands = self._list_hands()
        self._shots = fixed(np.array([[self._shot(card, roll) for roll in ROLLS] for card in _OF_KIND], np.int64))

    def deal_words(self, key: Key, first: int, rounds: int, sheet: Sheet) -> None:
        decks = self.game.settings.decks
        shoe = (0, False) if decks == "infinite" else (int(decks), self.setup.fresh_shoe)
        terms = *shoe, "ante" in self.setup.bets, self.game.settings.max_raise
        _deal(key, first, rounds, terms, self._hands, self._roots, self._shots, self.groups, self.errors, sheet)

    def cards(self, sheet: Sheet, round: int) -> list[Card]:
        row = sheet.cards[round]
        return [DECK[card] for card in row[: row[-2]]]

    def rolls(self, sheet: Sheet, round: int) -> list[Roll]:
        return [ROLLS[sheet.cards[round, -1]]]

    def answers(self, sheet: Sheet, round: int) -> list[str]:
        if "ante" not in self.setup.bets:
            return []
        cards, said = self.cards(sheet, round), []
        drawn = self.setup.players
        for seat, outcome in enumerate(sheet.outcomes[round].tolist()):
            raised, hits = self._raised(outcome), outcome % LONGEST
            hand = [cards[seat], *cards[drawn : drawn + hits]]
            drawn += hits
            said += [f"raise-{raised}", *["hit"] * hits]
            if sum(map(points, hand)) < HARD_STOP:
                said.append("stand")
        return said

    def solved(self, strategy: str) -> Mapping[str, Analysis]:
        solved = {}
        if "craps" in self.setup.bets:
            solved["quickcraps"] = exact.mathematics(self.game).analyze(self.dollars("craps"))["quickcraps"]
        if strategy == OPTIMAL:
            solved["twenty-one"] = exact.mathematics(self.game).analyze()["twenty-one"]
        elif strategy in exact.STRATEGIES:
            solved["twenty-one"] = exact.mathematics(self.game).strategy_analysis(strategy)
        return solved

    def _raised(self, outcome: int) -> int:
        return outcome // (LONGEST * len(SHOTS) * len(SCORES))

    def _outcome(self, number: int) -> Outcome:
        """What comes of a raise, a score and a shot."""
        shot, scored = number // LONGEST % len(SHOTS), number // LONGEST // len(SHOTS) % len(SCORES)
        raised = self._raised(number)
        staked = dict(self.setup.bets)
        nets: dict[str, int] = {}
        if "ante" in staked:
            if raised:
                staked["raise"] = raised * staked["ante"]
            pay = self.game.paytables["twenty-one"][SCORES[scored]]  # DNS-7
            nets = {spot: self.till.net(staked[spot], pay) for spot in ("ante", "raise") if spot in staked}
        if "craps" in staked:
            nets["craps"] = self.till.net(staked["craps"], self.game.paytables["quickcraps"][SHOTS[shot]])  # DNS-8
        return Outcome(nets, staked, f"raise-{raised}" if "ante" in staked else "")

    def _shot(self, card: Card, roll: Roll) -> int:
        return SHOTS.index(self.game.craps_row(card, roll) or LOSES)

    def _list_hands(self) -> tuple[Ints, _Hands]:
        """The hands of all strategies played at the table in one list, and where each strategy's begin."""
        lists = [self._hands_of(self._play(strategy)) for strategy in self.setup.groups]
        roots = np.cumsum([0, *(len(hands.cards) for hands in lists[:-1])])
        following = [hands.following + root for hands, root in zip(lists, roots.tolist(), strict=True)]
        rest = (fixed(np.concatenate(column)) for column in list(zip(*lists, strict=True))[1:])
        return fixed(roots), _Hands(fixed(np.concatenate(following)), *rest)

    def _play(self, strategy: str) -> Play:
        if strategy in exact.STRATEGIES:
            return exact.STRATEGIES[strategy](self.game)
        best = looked_up(self.game, OPTIMAL, lambda: exact.mathematics(self.game).policy())
        most = self.game.settings.max_raise
        if strategy == "mimic-dealer":
            return Play(_below_seventeen)
        if strategy == OPTIMAL:
            return best
        return replace(best, raises=lambda hand: most if strategy == "always-raise" else 0)

    def _hands_of(self, play: Play) -> _Hands:
        """The hands that a strategy comes to with the cards of the shoe; with errors, all that the rules allow."""
        errs, shoe = bool(self.setup.error_rate), exact.twenty_one_game(self.game).shoe
        numbers: dict[Hand, int] = {(): 0}
        waiting: deque[Hand] = deque([()])
        following: dict[Hand, list[int]] = {}
        while waiting:
            hand = waiting.popleft()
            goes_on = not hand or (sum(hand) < HARD_STOP and (errs or play.draws(hand)))
            longer = {kind: tuple(sorted((*hand, kind))) for kind, _ in shoe.left(hand)} if goes_on else {}
            for drawn in longer.values():
                if drawn not in numbers:
                    numbers[drawn] = len(numbers)
                    waiting.append(drawn)
            following[hand] = [numbers[longer[kind]] if kind in longer else 0 for kind in range(1, KINDS + 1)]
        hands = list(numbers)
        return _Hands(
            np.array([following[hand] for hand in hands], np.int64),
            _column(hands, lambda hand: hand == () or (sum(hand) < HARD_STOP and play.draws(hand))),
            _column(hands, lambda hand: sum(hand) < HARD_STOP),
            _column(hands, lambda hand: play.raises(hand) if len(hand) == 1 else 0),
            np.array([self._scores(hand) for hand in hands], np.int64),
            _column(hands, len),
        )

    def _scores(self, hand: Hand) -> list[int]:
        """For every total of the roll, the place of the score in `SCORES`; hands alike in these three score alike."""
        alike = sum(hand), 1 in hand, len(hand) == 1
        if alike not in self._known_scores:
            cards = [_OF_KIND[kind - 1] for kind in hand]
            rolls = [Roll(total // 2, total - total // 2) for total in range(2, 13)]
            rows = [self.game.score_row(score(cards, roll), len(hand)) or LOSES for roll in rolls]
            self._known_scores[alike] = [SCORES.index(row) for row in rows]
        return self._known_scores[alike]


def _column(hands: Sequence[Hand], of: Callable[[Hand], int]) -> Ints:
    return np.array([of(hand) for hand in hands], np.int64)


def _below_seventeen(hand: Hand) -> bool:
    """A blackjack dealer's way to draw."""
    soft = 1 in hand and sum(hand) <= 11
    return sum(hand) + (10 if soft else 0) < 17


@kernel
def _refill(key: Key, shift: int, decks: int, shoe: Ints, stock: Ints, dealt: Ints, count: int, needed: int) -> None:
    """Shuffle the decks, without the cards that have been dealt in this round, into a new shoe."""
    on_the_table = np.zeros(len(_KIND), np.int64)
    for place in range(count):
        on_the_table[dealt[place]] += 1
    cards = 0
    for _ in range(decks):
        for card in range(len(_KIND)):
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
    key: Key, number: int, decks: int, shoe: Ints, stock: Ints, fraction: Ints, dealt: Ints, count: int
) -> Any:
    """The next card of the shoe, or of one without end."""
    if decks == 0:
        if count % CARDS_OF_A_WORD == 0:
            fraction[0] = word(key, number, count // CARDS_OF_A_WORD, PICK)
        ahead, fraction[0] = product(fraction[0], np.uint64(len(_KIND)))
        dealt[count] = ahead
        return np.int64(ahead)
    if shoe[PLACE] == shoe[END]:
        _refill(key, number // SHIFT, decks, shoe, stock, dealt, count, len(stock))
    card = np.int64(stock[shoe[PLACE]])
    shoe[PLACE] += 1
    dealt[count] = card
    return card


@kernel
def _deal(
    key: Key,
    first: int,
    rounds: int,
    terms: tuple[int, bool, bool, int],
    hands: _Hands,
    roots: Ints,
    shots: Ints,
    groups: Ints,
    errors: np.uint64,
    sheet: Sheet,
) -> None:
    """Deal rounds of a shift in the order of the rule book; a shift begins with a new shoe."""
    decks, fresh, plays, most_raised = terms
    players = len(groups)
    behind_cut_card = decks * len(_KIND) // 6
    stock = np.empty(MOST_DECKS * len(_KIND), np.uint8)
    shoe = np.zeros(3, np.int64)
    fraction = np.zeros(1, np.uint64)
    held = np.empty(players, np.int64)
    for at in range(rounds):
        number = first + at
        dealt = sheet.cards[at if len(sheet.cards) > 1 else 0]
        if fresh or (decks and shoe[END] - shoe[PLACE] <= behind_cut_card):  # DNS-11
            _refill(key, number // SHIFT, decks, shoe, stock, dealt, 0, LONGEST * players if fresh else len(stock))
        for seat in range(players):  # DNS-12
            card = _next_card(key, number, decks, shoe, stock, fraction, dealt, seat)
            held[seat] = hands.following[roots[groups[seat]], _KIND[card]]
        count = players
        roll, _ = product(sheet.words[at, 0], np.uint64(36))
        total = roll // np.uint64(6) + roll % np.uint64(6)
        for seat in range(players):
            hand, raised, scored = held[seat], 0, 0
            if plays:
                raised = hands.raises[hand]  # DNS-3
                if errors and most_raised and errs(key, number, DECISIONS * seat, errors):
                    raised = another(key, number, DECISIONS * seat + 1, raised, most_raised + 1)
                while hands.may_draw[hand]:  # DNS-5
                    hits = hands.draws[hand]  # DNS-4
                    if errors:
                        hits ^= errs(key, number, DECISIONS * seat + 1 + hands.cards[hand], errors)
                    if not hits:
                        break
                    card = _next_card(key, number, decks, shoe, stock, fraction, dealt, count)
                    hand = hands.following[hand, _KIND[card]]
                    count += 1
                scored = hands.rows[hand, total]  # DNS-6
            shot = shots[_KIND[dealt[seat]], roll]
            rows = (raised * len(SCORES) + scored) * len(SHOTS) + shot
            sheet.outcomes[at, seat] = rows * LONGEST + hands.cards[hand] - 1
        dealt[-2] = count
        dealt[-1] = roll
