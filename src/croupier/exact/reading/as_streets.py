"""A procedure read as a game of streets: cards seen in steps, a choice at each, the final hand paid by its row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from croupier.arrays import Ints
from croupier.cards import DECK, Card, refuse_duplicates
from croupier.english import in_words
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.futures import Rows, final_hands, rows_by
from croupier.exact.game_mathematics import AskedHand, CountedEnding, ManyTables, Mathematics
from croupier.exact.hand_counts.contests import CARDS
from croupier.exact.hand_counts.evaluate import CATEGORY_SHIFT
from croupier.exact.paid import analyze_lines, shown
from croupier.exact.prospects import Prospect
from croupier.exact.reading.chosen_rounds import Unread, Way
from croupier.exact.reading.classes import BetsRead
from croupier.exact.reading.endings import BetGroup, first_group, is_together, staked_together, table_of
from croupier.exact.seen import Pack
from croupier.exact.seen_cards.informed import Stripped
from croupier.exact.shared_money.pot_shares import Followed, weighed_with_share, with_share
from croupier.exact.shared_money.pot_stake import FEWEST, PotStake, PotUncounted, apart
from croupier.exact.solved_game import Value
from croupier.exact.store import kept, version_of
from croupier.exact.streets import (
    FOLD,
    Plan,
    Solution,
    Street,
    StreetOption,
    Streets,
    Wager,
    analyze_tally,
    mean,
    plan_by,
    play_out,
    solve,
    street_tables,
)
from croupier.exact.streets.pot_gains import OWN, SHARED
from croupier.exact.streets.streets_stripped import StrippedStreets
from croupier.exact.streets.streets_with_pot import PotSolution
from croupier.exact.valued_bet import Solved
from croupier.table.game import Choose, Game, short_strategy_of


class StreetsReading:
    """Bets on some spots together, at certain stakes, as a game of streets."""

    def __init__(self, reading: BetsRead, spots: frozenset[str]) -> None:
        self.reading, self.ways, self.spots = reading, reading.ways, spots
        self.cards = len(reading.live.final)
        self.rows: Rows = rows_by(reading.form.row_of)
        self._nets: dict[tuple[tuple[int, ...], str], Fraction] = {}

    @cached_property
    def seen(self) -> list[int]:
        """How many cards are seen at each choice."""
        return sorted({len(asked.seen) for way in self.ways for asked in way.asked})

    @property
    def own(self) -> int:
        """How many cards of the player's own are seen at the first choice."""
        return len([slot for slot in self.ways[0].asked[0].seen if slot not in self.ways[0].shared])

    @cached_property
    def antes(self) -> Wager:
        """What is bet on the spots before the deal."""
        return _plain(
            sum((Fraction(units) for spot, units in self.reading.bets.items() if spot in self.spots), Fraction(0))
        )

    @cached_property
    def _exits(self) -> dict[tuple[bool, Wager], Way]:
        return {(way.folded, self._wagered(way)): way for way in reversed(self.ways)}

    def _wagered(self, way: Way) -> Wager:
        """What a way wagers on the spots besides what was bet before the deal."""
        return self.reading.endings.derived((self.spots, way.answers), lambda: self.wager(way.settlement.wagers))

    def wager(self, staked: Mapping[str, Fraction]) -> Wager:
        """What lies on the spots besides what was bet before the deal."""
        staked_in_all = sum((units for spot, units in staked.items() if spot in self.spots), Fraction(0))
        return _plain(staked_in_all - self.antes)

    @cached_property
    def game(self) -> Streets:
        """The game as its family takes it."""
        rows = self.rows.names
        for way in self.ways:
            if len({len(asked.seen) for asked in way.asked}) < len(way.asked):
                raise Unread("two questions are asked with the same cards seen")
            like = self._exits[way.folded, self._wagered(way)]
            if way is not like and any(self.net(way, row) != self.net(like, row) for row in rows):
                said = f"{' '.join(like.names)} and {' '.join(way.names)}"
                raise Unread(f"{said} wager as much, but are not paid alike; a game of streets counts wagers alone")
        folded = [way for way in self.ways if way.folded and len({self.net(way, row) for row in rows}) > 1]
        return Streets(
            cards=self.cards,
            streets=self.reading.endings.derived(("streets", self.spots), self._streets),
            rows=self.rows,
            settle=lambda wager, row: self.net(self.way(False, wager), row),
            forfeit=lambda wager: Fraction(0) if folded else self.net(self.way(True, wager), rows[0]),
            alive=(lambda wager, row: self.net(self.way(True, wager), row)) if folded else None,
            antes=self.antes,
        )

    def _streets(self) -> tuple[Street, ...]:
        """Every choice: what is asked of one who has wagered so much, and what that leads to."""
        asked: dict[int, dict[Wager, dict[str, Wager | None]]] = {seen: {} for seen in self.seen}
        for way in self.ways:
            later = [self.wager(here.staked) for here in way.asked[1:]]
            last = None if way.folded else self._wagered(way)
            for here, name, after in zip(way.asked, way.names, (*later, last), strict=True):
                options = asked[len(here.seen)].setdefault(self.wager(here.staked), {})
                if options.setdefault(name, after) != after:
                    raise Unread(f"{name} does not always cost the same with {len(here.seen)} cards seen")
        return tuple(
            Street(seen, asked={wager: _in_order(options) for wager, options in of_wager.items()})
            for seen, of_wager in asked.items()
        )

    def way(self, folded: bool, wager: Wager) -> Way:
        """The way that ends so."""
        way = self._exits.get((folded, wager)) or self._exits.get((False, wager))
        if way is None:
            raise Unread(f"no way through the round ends with {wager} wagered besides the first bets")
        return way

    def net(self, way: Way, row: str) -> Fraction:
        """What the spots net on a way with a final hand of that row."""
        key = way.answers, row
        known = self._nets.get(key)
        if known is None:
            known = self._nets[key] = self.reading.net(way, (row, None), self.spots)
        return known


class StreetsSolver(Mathematics):
    """The mathematics of a game of streets."""

    texts = ("hand_counts.contests", "futures", "streets", "hand_counts.suits")

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup]) -> None:
        super().__init__(game)
        self.groups, self.main = groups, groups[0]
        self.bets = {spot: 1 for group in groups for spot in group.opens}

    def check(self) -> None:
        _ = self.main_read().game

    def reading(self, stake: Fraction | int = 1, bets: Mapping[str, Fraction | int] | None = None) -> BetsRead:
        """A player with one unit on every spot, or with other bets."""
        spots = frozenset[str]().union(*(group.spots for group in self.groups))
        return BetsRead(self.game, self.bets if bets is None else bets, spots, stake=stake)

    def main_read(self, stake: Fraction | int = 1) -> StreetsReading:
        """The main bet."""
        return StreetsReading(self.reading(stake), self.main.spots)

    def solved(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Solution:
        """The main bet solved."""
        return solve(self.main_read(stake).game, _pack(deck))

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """The main bet under its best play, and the others along it."""
        main = self.main_read(stake)
        solution = solve(main.game, _pack(deck))
        solved = solution.analysis(self.main.name, self.main.unit, table_of(self.game, self.main))
        return {self.main.name: solved} | {group.name: self._along(group, main, solution) for group in self.groups[1:]}

    def _along(self, group: BetGroup, main: StreetsReading, solution: Solution) -> Analysis:
        """Another bet as the best main play leaves it: on every final hand, where no choice matters to it."""
        side, table = StreetsReading(main.reading, group.spots), table_of(self.game, group)
        rows = side.rows.names
        nets = {way.answers: [side.net(way, row) for row in rows] for way in side.ways}
        lines: list[tuple[str, int, Fraction]] = []
        if len({tuple(of_row) for of_row in nets.values()}) == 1:
            counts = final_hands(solution.pack, side.cards, side.rows)
            lines = [(shown(row, table), counts[row], side.net(side.ways[0], row)) for row in rows]
        else:
            lines = [(shown(row, table), 0, Fraction(0)) for row in rows]
            for folded, played in ((False, solution.tally.ended), (True, solution.tally.folded)):
                for left, counted in played.items():
                    of_row = nets[main.way(folded, left.wager).answers]
                    forfeited = folded and len(set(of_row)) == 1
                    for row, count, net in zip(rows, counted, of_row, strict=True):
                        lines.append((FOLD if forfeited else shown(row, table), count, net))
        return analyze_lines(group.name, lines, table, group.unit)

    def _side(self, bet: str, stake: Fraction | int) -> StreetsReading:
        group = next(group for group in self.groups if group.name == bet)
        return StreetsReading(self.reading(stake), group.spots)

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        main = self.main_read(stake)
        if bet == self.main.name:
            return {**main.game.endings()}
        side, rows = self._side(bet, stake), main.rows.names
        return {(way.answers, row): side.net(way, row) for way in side.ways for row in rows}

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        main = self.main_read(stake)
        tally, counted = solve(main.game, Pack()).tally, dict[CountedEnding, int]()
        for folded, played in ((False, tally.ended), (True, tally.folded)):
            for left, counts in played.items():
                way = main.way(folded, left.wager).answers
                for row, count in zip(main.rows.names, counts, strict=True):
                    key: CountedEnding = (folded, left.wager, row) if bet == self.main.name else (way, row)
                    counted[key] = counted.get(key, 0) + count
        return counted

    def leaves_choice(self, bet: str) -> bool:
        return bet == self.main.name

    def many(self, bet: str) -> ManyTables | None:
        return street_tables.StreetTables(self.main_read().game, Pack()) if bet == self.main.name else None

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """What each action is worth, net per unit, with these cards in hand and those on the board."""
        read, pot = self._asked_of(hand)
        if pot is not None:
            return self.solved_with_pot(str(hand.variant), hand.stake).advise(hand.cards, hand.board)
        wager = read.wager(dict(hand.staked)) if hand.staked else None
        return solve(read.game, Pack()).advise((*hand.cards, *hand.board), wager)

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        read, _ = self._asked_of(hand)
        return solve(read.game, Pack()).leads_to((*hand.cards, *hand.board), table_of(self.game, self.main))

    def _asked_of(self, hand: AskedHand) -> tuple[StreetsReading, PotStake | None]:
        """The bets that a question is about, and the pot if it is among them."""
        cards, board, variant, stake = hand.cards, hand.board, hand.variant, hand.stake
        title, read, pot = self.game.title, self.main_read(stake), None
        if variant is not None and is_together(variant):
            read, pot = self.joint(variant, stake)
        elif variant is not None:
            raise Refused(f"{title} is one game; there is no variant {variant!r}")
        if len(cards) != read.own:
            raise Refused(f"a player of {title} holds {in_words(read.own)} cards; {len(cards)} were given")
        most = read.seen[-1] - read.own
        if len(board) > most:
            raise Refused(f"at most {in_words(most)} cards are on the board at a choice; {len(board)} cards were given")
        refuse_duplicates((*cards, *board))
        return read, pot

    @property
    def along(self) -> list[str]:
        reading = self.reading()
        read = [(group.name, StreetsReading(reading, group.spots)) for group in self.groups[1:]]
        return [
            name
            for name, side in read
            if len({tuple(side.net(way, row) for row in side.rows.names) for way in side.ways}) > 1
        ]

    def joint(self, words: str, stake: Fraction | int = 1) -> tuple[StreetsReading, PotStake | None]:
        """Bets that are named with their stakes, and the pot if it is among them."""
        of_the_house, pot = apart(words, self.game)
        bets, spots = staked_together(of_the_house, self.groups, self.game)
        return StreetsReading(BetsRead(self.game, bets, spots, stake=stake), spots), pot

    def solved_with_pot(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> PotSolution:
        """Bets with a pot, where all but the last card of one's own come first, and the shared ones after them."""
        read, pot = self.joint(words, stake)
        live = read.reading.live
        if (
            pot is None
            or read.own != OWN
            or len(live.shared) != SHARED
            or any(slot in live.shared for slot in live.asked[0].seen)
        ):
            raise PotUncounted(f"the pot of {self.game.title} is not counted beside its other bets")
        return PotSolution(read.game, _pack(deck), pot)

    def weigh(self, hand: AskedHand) -> Mapping[str, Value]:
        of_the_house, pot = self._apart(hand)
        if pot is None or pot.hands == FEWEST:
            return self.advise(hand)
        words, cards, board = str(hand.variant), hand.cards, hand.board
        solution = self._of_the_house(words, hand.stake, pot)
        values = self.advise(of_the_house)
        if self._gives_up(solution, pot):
            options = self.solved_with_pot(words, hand.stake).followed(cards, board)
        else:
            street = [here.seen for here in solution.game.streets].index(len(cards) + len(board))
            folds = {option.name: option.wager is None for option in solution.choices[street, 0].options}
            options = {action: Followed(value, np.array(folds[action])) for action, value in values.items()}
        return weighed_with_share(options, pot, self._contest(pot), cards, board)

    def _of_the_house(
        self, words: str, stake: Fraction | int, pot: PotStake, deck: Sequence[Card] | None = None
    ) -> Solution:
        """Bets that are named with a pot, played best without it."""
        read, _ = self.joint(words, stake)
        if read.cards != CARDS or (deck is not None and pot.rake):
            raise PotUncounted(f"the pot of {self.game.title} is not counted beside its other bets")
        return solve(read.game, _pack(deck))

    def _gives_up(self, solution: Solution, pot: PotStake) -> bool:
        """Whether the best play without a pot gives up a share of it, whatever was done before."""
        able = np.unique(solution.game.rows.of_strength[pot.least << CATEGORY_SHIFT :])
        return not pot.folded_wins and any(
            option.wager is None
            and solution.futures[solution.game.streets[street].seen].endings[choice.taken == place][:, able].any()
            for (street, _), choice in solution.choices.items()
            for place, option in enumerate(choice.options)
        )

    def together(
        self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None
    ) -> Solved | EstimatedBet:
        read, pot = self.joint(words, stake)
        unit, table = first_group(words, self.groups).unit, table_of(self.game, self.main)
        if pot is not None and pot.hands > FEWEST:
            solution = self._of_the_house(words, stake, pot, deck)
            gives_up = self._gives_up(solution, pot)
            given_up = self.solved_with_pot(words, stake, deck).given_up() if gives_up else None
            house = solution.analysis(words, unit, table)
            return with_share(house, words, unit, pot, self._contest(pot), given_up, solution.pack.deck)
        if pot is not None:
            return self.solved_with_pot(words, stake, deck).analysis(words, unit, table)
        return solve(read.game, _pack(deck)).analysis(words, unit, table)

    def policy_by_class(self, stake: Fraction | int = 1) -> dict[int, Ints]:
        """For each number of cards seen, the place of the best option of each class of cards, nothing wagered."""
        solution = self.solved(stake)
        return {
            here.seen: solution.choices[street, 0].taken[solution.futures[here.seen].of]
            for street, here in enumerate(solution.game.streets)
        }

    def stripped(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
        """The main bet for one who knows that cards are gone; the others leave no choice."""
        by_hand = StrippedStreets(self.main.name, self.solved(stake, deck))
        return Stripped.by_stages(by_hand.ordinary.pack.deck, 24, by_hand)

    @property
    def shared_cards(self) -> int:
        return len(self.reading().live.shared)

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        """The main bet as the short strategy plays it, which is the same whatever the bets pay."""
        as_streets, strategy = self.main_read(stake).game, short_strategy_of(self.game)
        asked = [
            (street.seen, wager, len(options)) for street in as_streets.streets for wager, options in _asked(street)
        ]

        def by_the_rules() -> Plan:
            return plan_by(as_streets, Pack(), lambda seen, wager, legal: strategy.choose(seen, legal, variant))

        name = f"{self.game.name}-strategy-{sha256(repr(asked).encode()).hexdigest()[:12]}"
        return self._planned(as_streets, kept(name, version_of(strategy.choose.__module__), by_the_rules))

    def policy_analysis(self, choose: Choose, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        as_streets = self.main_read(stake).game
        plan = plan_by(as_streets, Pack(), lambda seen, wager, legal: choose(seen, legal, variant))
        return self._planned(as_streets, plan)

    def _planned(self, as_streets: Streets, plan: Plan) -> Analysis:
        """The main bet of one who keeps to a plan."""
        tally = play_out(as_streets, Pack(), plan)
        table = table_of(self.game, self.main)
        return analyze_tally(as_streets, tally, mean(as_streets, tally), self.main.name, self.main.unit, table)


def _asked(street: Street) -> list[tuple[Wager, tuple[StreetOption, ...]]]:
    return list((street.asked or {}).items())


def _in_order(options: Mapping[str, Wager | None]) -> tuple[StreetOption, ...]:
    """Folding first, then the smallest wager."""
    ordered = sorted(options.items(), key=lambda option: (option[1] is not None, option[1] or 0))
    return tuple(StreetOption(name, wager) for name, wager in ordered)


def _plain(units: Fraction) -> Wager:
    return int(units) if units.denominator == 1 else units


def _pack(deck: Sequence[Card] | None) -> Pack:
    return Pack(DECK if deck is None else tuple(deck))
