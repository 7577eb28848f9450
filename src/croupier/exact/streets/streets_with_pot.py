"""A game of streets with a pot, to which it matters whose each card is; docs/math/pots.md says how it counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.hand_counts.futures import futures
from croupier.exact.hand_counts.suits import ORDERS
from croupier.exact.paid import shown
from croupier.exact.seen_cards.seen import Pack
from croupier.exact.shared_money.pot_stake import PotStake, PotUncounted
from croupier.exact.store import kept, version_of
from croupier.exact.streets import FOLD, LARGEST, Exit, StreetOption, Streets, Wager
from croupier.exact.streets.pot_endings import count_endings
from croupier.exact.streets.pot_gains import HAND, LOST, NONE, OWN, SHARED, TIED, WON, Gains, able_hands, gains
from croupier.exact.streets.pot_sweeps import NO_OPTION, sweep
from croupier.odds import PayTable

NOTHING: Final = np.zeros((0, 0), np.int64)
SEEN: Final = tuple(range(OWN, OWN + SHARED + 1))


class Leaf(NamedTuple):
    """A way to leave the streets: by which option, having wagered what."""

    folded: bool
    left: Exit


class Plans(NamedTuple):
    """The choices as tables: a node for every street and wager that can be come to with something to choose."""

    nodes: list[tuple[int, Wager]]
    leaves: list[Leaf]
    options: list[tuple[StreetOption, ...]]
    to: Ints
    """By node and option: the node that it leads to, or below 0 the leaf, -1 being the first; the last is no option."""
    worth: list[list[Ints]]
    """By street and leaf, what the other bets are worth by future; empty where it cannot be left so."""


@dataclass(frozen=True)
class PotSolution:
    """A game of streets and a pot, solved together."""

    game: Streets
    pack: Pack
    pot: PotStake

    def __post_init__(self) -> None:
        self.pot.refuse_several()
        seen = tuple(street.seen for street in self.game.streets)
        if self.game.cards != HAND or seen != SEEN:
            raise PotUncounted(
                f"a pot is counted beside choices with {', '.join(map(str, SEEN))} cards seen of {HAND}; "
                f"here they are with {', '.join(map(str, seen))} of {self.game.cards}"
            )

    @property
    def others(self) -> int:
        """How many fives the other participant may have."""
        return comb(len(self.pack.deck) - HAND, HAND - SHARED)

    @cached_property
    def gains(self) -> Gains:
        """What staying wins of the pot, before stakes."""
        return gains(self.pack, self.pot.least)

    @cached_property
    def unit(self) -> int:
        """The whole number that one unit is, before it is multiplied by the cases that a value is summed over."""
        _, _, scale = self.game.whole_nets()
        return lcm(scale, (self.pot.prize / 2).denominator, self.pot.units.denominator)

    @cached_property
    def plans(self) -> Plans:
        """The game's choices and what they are worth without the pot."""
        game, levels = self.game, futures(self.pack, self.game.cards, self.game.rows)
        nets, folds, scale = game.whole_nets()
        nodes: list[tuple[int, Wager]] = [(0, 0)]
        leaves: list[Leaf] = []
        led: list[list[int]] = []
        worth: list[list[Ints]] = [[] for _ in SEEN]
        options: list[tuple[StreetOption, ...]] = []
        for street, wager in nodes:
            options.append(game.options(street, wager))
            led.append([])
            for option in options[-1]:
                folded = option.wager is None
                if option.wager is None or game.no_choice_after(street, option.wager):
                    leaf = Leaf(folded, game.leave(street, wager, option))
                    if leaf not in leaves:
                        leaves.append(leaf)
                        for values in worth:
                            values.append(np.zeros(0, np.int64))
                    whole = folds[wager] if option.wager is None else nets[option.wager]
                    factor = self.unit // scale * self.others
                    most = max(map(abs, whole)) * factor + int(self.pot.prize * self.unit) * self.others
                    if most * self.pack.orders(OWN, HAND - OWN) >= LARGEST:
                        raise PotUncounted(f"results in parts of 1/{self.unit} of a unit are more than can be counted")
                    at = leaves.index(leaf)
                    worth[street][at] = levels[SEEN[street]].endings @ np.array(whole) * factor
                    led[-1].append(-1 - at)
                else:
                    after = street + 1, option.wager
                    if after not in nodes:
                        nodes.append(after)
                    led[-1].append(nodes.index(after))
        width = max(map(len, led))
        to = np.array([row + [NO_OPTION] * (width - len(row)) for row in led])
        return Plans(nodes, leaves, options, to, worth)

    @cached_property
    def keeps(self) -> Ints:
        """By which leaves one may still win the pot."""
        return np.array([not leaf.folded or self.pot.folded_wins for leaf in self.plans.leaves])

    def _swept(
        self, sets: Ints, shares: Ints, unable: Ints, values: Ints = NOTHING
    ) -> tuple[Ints, tuple[Ints, Ints, Ints]]:
        """What own cards are worth, and the option taken at each node with each board; see `sweep`."""
        plans, levels = self.plans, futures(self.pack, self.game.cards, self.game.rows)
        streets = np.array([street for street, _ in plans.nodes])
        watched = np.array(
            [next((at for at, node in enumerate(plans.nodes) if node == (of, 0)), -1) for of in range(3)]
        )
        deck = np.array([int(card) for card in self.pack.deck])
        first, length = np.zeros((len(SEEN), len(plans.leaves)), np.int64), 0
        for street, of_street in enumerate(plans.worth):
            for leaf, worth in enumerate(of_street):
                first[street, leaf], length = length, length + len(worth)
        worths = np.concatenate([worth for of_street in plans.worth for worth in of_street])
        cards = len(deck) - OWN
        taken = (
            np.zeros((len(plans.nodes), len(sets)), np.uint8),
            np.zeros((len(plans.nodes), len(sets), cards), np.uint8),
            np.zeros((len(plans.nodes), len(sets), comb(cards, 2)), np.uint8),
        )
        share, kept_back = int(self.pot.prize / 2 * self.unit), int(self.pot.units * self.unit)
        of = levels[OWN].of, levels[OWN + 1].of, levels[OWN + 2].of
        value = np.empty(len(sets), np.int64)
        sweep(
            sets, deck, self.pack.whole, of, worths, first, plans.to, streets, self.keeps, shares, unable,
            share, kept_back, value, taken, watched, values,
        )  # fmt: skip
        return value, taken

    @cached_property
    def solved(self) -> tuple[Fraction, tuple[Ints, Ints, Ints]]:
        """The joint value per unit, and the choices."""
        pack, found = self.pack, self.gains
        value, taken = self._swept(pack.bits(OWN), found.shares, found.unable)
        ways = pack.ways(OWN).astype(np.int64)
        total = (int(ways @ (value >> 32)) << 32) + int(ways @ (value & 0xFFFF_FFFF))
        cases = comb(len(pack.deck), OWN) * pack.orders(OWN, HAND - OWN) * self.others
        deals = comb(len(pack.deck), SHARED) * comb(len(pack.deck) - SHARED, HAND - SHARED)
        return Fraction(total, cases * self.unit) - self.pot.units * Fraction(found.able, deals), taken

    def advise(self, own: Sequence[Card], board: Sequence[Card] = ()) -> dict[str, Fraction]:
        """What each option is worth, net and per unit, with these cards of one's own and those shared, none wagered."""
        pack, plans = self.pack, self.plans
        at, street = pack.number(own), len(board)
        bits = int(pack.bits(OWN)[at])
        orders = ORDERS.tolist() if pack.whole else [[0, 1, 2, 3]]
        names = next(order for order in orders if sum(int(BIT[_renamed(card, order)]) for card in own) == bits)
        rest = [int(card) for card in pack.deck if not bits & int(BIT[card])]
        places = sorted(rest.index(_renamed(card, names)) for card in board)
        node = next((node for node, (of, wager) in enumerate(plans.nodes) if (of, wager) == (street, 0)), None)
        if node is None:
            raise Refused(f"there is no choice with {len(own) + street} cards seen and nothing bet")
        values = np.zeros((comb(len(rest), 2) + len(rest) + 1, plans.to.shape[1]), np.int64)
        row = slice(at, at + 1)
        self._swept(pack.bits(OWN)[row], self.gains.shares[row], self.gains.unable[row], values)
        line = (0, 1 + (places or [0])[0], 1 + len(rest) + (comb(places[-1], 2) + places[0] if street else 0))[street]
        others = [int(card) for card in pack.deck if card not in (*own, *board)]
        able = able_hands([int(card) for card in board], others, self.pot.least)
        lost = self.pot.units * Fraction(able, comb(len(others), HAND - street))
        scale = self.unit * pack.orders(OWN + street, HAND - OWN - street) * self.others
        return {
            option.name: Fraction(int(value), scale) - lost
            for option, value in zip(plans.options[node], values[line], strict=False)
        }

    def analysis(self, bet: str, unit: str, table: PayTable) -> Analysis:
        """The game and the pot as one bet, played best."""
        game, plans, expected_value = self.game, self.plans, self.solved[0]
        cases = comb(len(self.pack.deck), OWN) * self.pack.orders(OWN, HAND - OWN) * self.others
        ends = self.endings()
        if int(ends.sum()) != cases:
            raise ArithmeticError(f"play ends in {ends.sum()} of {cases} cases")
        pot_nets = {NONE: Fraction(0), LOST: -self.pot.units, TIED: self.pot.tied, WON: self.pot.won}
        outcomes: dict[Fraction, int] = defaultdict(int)
        counted: dict[str, int] = defaultdict(int)
        returned: dict[str, Fraction] = defaultdict(Fraction)
        actions: dict[str, int] = defaultdict(int)
        wagered = Fraction(0)
        order = sorted(
            range(len(plans.leaves)), key=lambda at: (not plans.leaves[at].folded, plans.leaves[at].left.wager)
        )
        for leaf, by_row in ((plans.leaves[at], ends[at].tolist()) for at in order):
            wager = leaf.left.wager
            for row, of_row in zip(game.rows.names, by_row, strict=True):
                main = game.folding(wager, row) if leaf.folded else game.settle(wager, row)
                line = FOLD if leaf.folded else shown(row, table)
                for how, count in enumerate(of_row):
                    net = main + pot_nets[how]
                    counted[line] += count
                    returned[line] += net * count
                    actions[leaf.left.action] += count
                    wagered += wager * count
                    if count:
                        outcomes[net] += count
        lines = dict.fromkeys((*(shown(row, table) for row in game.rows.names), *counted))
        return Analysis(
            bet=bet,
            unit=unit,
            outcomes={net: Fraction(count, cases) for net, count in sorted(outcomes.items())},
            average_wager=game.antes + self.pot.units + wagered / cases,
            expected_value=expected_value,
            actions={action: Fraction(count, cases) for action, count in actions.items()},
            rows=tuple(
                ReturnRow(row, counted[row], Fraction(counted[row], cases), table[row], returned[row] / cases)
                for row in lines
            ),
            cases=cases,
            assumptions=self.pot.assumptions,
        )

    def endings(self) -> Ints:
        """In how many cases play ends by each leaf, row and end of the pot; kept, for other stakes may lead there."""
        pack, rows, least, taken = self.pack, self.game.rows, self.pot.least, self.solved[1]

        def count() -> dict[str, Ints]:
            return {"ends": count_endings(pack, rows, least, self.plans.to, taken, self.keeps)}

        if not pack.whole:
            return count()["ends"]
        told_by = sha256(least.row.encode())
        for array in (rows.of_strength, self.plans.to, self.keeps, *taken):
            told_by.update(array.tobytes())
        return kept(f"pot-endings-{told_by.hexdigest()[:12]}", version_of(__name__), count)["ends"]


def _renamed(card: Card, suits: Sequence[int]) -> int:
    """A card whose suit is called otherwise."""
    return int(card) - int(card) % 4 + suits[int(card) % 4]
