"""A game of streets with a pot, to which it matters whose each card is; docs/math/pots.md says how it counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from itertools import permutations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.errors import Refused
from croupier.exact.analysis import Analysis, ReturnRow
from croupier.exact.futures import futures
from croupier.exact.hand_counts.evaluate import BIT, CATEGORY_SHIFT
from croupier.exact.hand_counts.suits import ORDERS, hands_from
from croupier.exact.paid import shown
from croupier.exact.seen import Pack
from croupier.exact.shared_money.pot_shares import Followed, GivenUp
from croupier.exact.shared_money.pot_stake import PotStake, PotUncounted
from croupier.exact.store import kept, version_of
from croupier.exact.streets import FOLD, LARGEST, Exit, StreetOption, Streets, Wager
from croupier.exact.streets.pot_endings import count_endings
from croupier.exact.streets.pot_gains import HAND, LOST, MOST, NONE, OWN, SHARED, TIED, WON, Gains, able_hands, gains
from croupier.exact.streets.pot_sweeps import NO_OPTION, give_up, sweep
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


class OwnCards(NamedTuple):
    """The choices with some own cards."""

    node: int
    """The one that is asked for."""
    places: dict[Card, int]
    """Of every other card, as the boards are numbered."""
    values: Ints
    """What each option is worth, by board."""
    taken: tuple[Ints, Ints, Ints]
    """The options taken, by street, node and board."""


@dataclass(frozen=True)
class PotSolution:
    """A game of streets and a pot, solved together; against several other hands the choices alone, see `gains`."""

    game: Streets
    pack: Pack
    pot: PotStake

    def __post_init__(self) -> None:
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
        return gains(self.pack, self.pot.least, self.pot.hands - 1)

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
        """The joint value per unit, and the choices; of several other hands the value is not told, see `gains`."""
        pack, found = self.pack, self.gains
        value, taken = self._swept(pack.bits(OWN), found.shares, found.unable)
        ways = pack.ways(OWN).astype(np.int64)
        total = (int(ways @ (value >> 32)) << 32) + int(ways @ (value & 0xFFFF_FFFF))
        cases = comb(len(pack.deck), OWN) * pack.orders(OWN, HAND - OWN) * self.others
        deals = comb(len(pack.deck), SHARED) * comb(len(pack.deck) - SHARED, HAND - SHARED)
        return Fraction(total, cases * self.unit) - self.pot.units * Fraction(found.able, deals), taken

    def _choices_of(self, own: Sequence[Card], board: Sequence[Card]) -> OwnCards:
        """What is chosen with own cards and any board, and the choice that is asked for, with nothing wagered."""
        pack, plans, street = self.pack, self.plans, len(board)
        at = pack.number(own)
        bits = int(pack.bits(OWN)[at])
        orders = ORDERS.tolist() if pack.whole else [[0, 1, 2, 3]]
        names = next(order for order in orders if sum(int(BIT[_renamed(card, order)]) for card in own) == bits)
        rest = [int(card) for card in pack.deck if not bits & int(BIT[card])]
        places = {card: rest.index(_renamed(card, names)) for card in pack.deck if card not in own}
        node = next((node for node, (of, wager) in enumerate(plans.nodes) if (of, wager) == (street, 0)), None)
        if node is None:
            raise Refused(f"there is no choice with {len(own) + street} cards seen and nothing bet")
        values = np.zeros((comb(len(rest), 2) + len(rest) + 1, plans.to.shape[1]), np.int64)
        row = slice(at, at + 1)
        _, taken = self._swept(pack.bits(OWN)[row], self.gains.shares[row], self.gains.unable[row], values)
        return OwnCards(node, places, values, taken)

    def advise(self, own: Sequence[Card], board: Sequence[Card] = ()) -> dict[str, Fraction]:
        """What each option is worth, net and per unit, with these cards of one's own and those shared, none wagered."""
        self.pot.refuse_several()
        pack, plans, street = self.pack, self.plans, len(board)
        here = self._choices_of(own, board)
        places = sorted(here.places[card] for card in board)
        of_pair = comb(places[-1], 2) + places[0] if street else 0
        line = (0, 1 + (places or [0])[0], 1 + len(here.places) + of_pair)[street]
        others = [int(card) for card in pack.deck if card not in (*own, *board)]
        able = able_hands([int(card) for card in board], others, self.pot.least)
        lost = self.pot.units * Fraction(able, comb(len(others), HAND - street))
        scale = self.unit * pack.orders(OWN + street, HAND - OWN - street) * self.others
        return {
            option.name: Fraction(int(value), scale) - lost
            for option, value in zip(plans.options[here.node], here.values[line], strict=False)
        }

    def followed(self, own: Sequence[Card], board: Sequence[Card] = ()) -> dict[str, Followed]:
        """What each option leads to if these choices are kept to afterwards, nothing wagered yet."""
        plans, levels = self.plans, futures(self.pack, self.game.cards, self.game.rows)
        here = self._choices_of(own, board)
        coming = list(permutations([card for card in here.places if card not in board], SHARED - len(board)))

        @cache
        def worth(leaf: int, seen: frozenset[Card]) -> Fraction:
            """What the house's bets are worth to one who leaves the streets so, whatever comes."""
            future = levels[len(seen)].of[self.pack.number(tuple(seen))]
            scale = self.unit * self.others * self.pack.orders(len(seen), HAND - len(seen))
            return Fraction(int(plans.worth[len(seen) - OWN][leaf][future]), scale)

        found = {}
        for option, led_to in zip(plans.options[here.node], plans.to[here.node].tolist(), strict=False):
            given_up, house = np.zeros((MOST,) * (SHARED - len(board)), bool), Fraction(0)
            for more in coming:
                led, street, turned = led_to, len(board), (*board, *more)
                while led >= 0:
                    street += 1
                    low, *high = sorted(here.places[card] for card in turned[:street])
                    options = here.taken[2 if high else 1]
                    led = int(plans.to[led, options[led, 0, comb(high[0], 2) + low if high else low]])
                house += worth(-1 - led, frozenset((*own, *turned[:street])))
                given_up[more] = not self.keeps[-1 - led]
            found[option.name] = Followed(house / len(coming), given_up)
        return found

    def given_up(self) -> GivenUp:
        """What these choices are worth without the pot, and the states in which they give up a share of it."""
        game, pack, ends = self.game, self.pack, self.endings().sum(axis=2)
        cases, house = int(ends.sum()), Fraction(0)
        for leaf, by_row in zip(self.plans.leaves, ends.tolist(), strict=True):
            for row, count in zip(game.rows.names, by_row, strict=True):
                net = game.folding if leaf.folded else game.settle
                house += net(leaf.left.wager, row) * count
        able = np.unique(game.rows.of_strength[self.pot.least << CATEGORY_SHIFT :])
        states: Ints = np.zeros(self.gains.shares.shape, np.int64)
        give_up(self.plans.to, self.solved[1], self.keeps, self.gains.shares, states)
        states *= pack.ways(OWN)[:, None]
        places, deck = np.flatnonzero(states), np.array([int(card) for card in pack.deck], np.uint8)
        weights = states.reshape(-1)[places] / max(1, int(states.sum()))
        highs, lows = np.tril_indices(len(deck) - OWN, -1)

        def draw(random: np.random.Generator, count: int) -> tuple[Ints, Ints]:
            own, pair = np.divmod(random.choice(places, count, p=weights), states.shape[1])
            hands = hands_from(pack.bits(OWN)[own], OWN)
            rest = deck[np.argsort((deck[:, None] == hands[:, None]).any(axis=2), axis=1, kind="stable")]
            at = np.arange(count)
            return hands, np.stack([rest[at, lows[pair]], rest[at, highs[pair]]], axis=1)

        seen = comb(len(deck), OWN) * pack.orders(OWN, SHARED)
        lost = Fraction(int(ends[~self.keeps][:, able].sum()), cases)
        return GivenUp(house / cases, lost, Fraction(int(states.sum()), seen), draw)

    def analysis(self, bet: str, unit: str, table: PayTable) -> Analysis:
        """The game and the pot as one bet, played best."""
        self.pot.refuse_several()
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
