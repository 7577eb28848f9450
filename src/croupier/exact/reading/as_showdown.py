"""A procedure read as a showdown: one choice, with or without an exchange, and a hand against the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, partial
from hashlib import sha256
from typing import Any, Final, Literal

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.english import counted, in_words
from croupier.errors import InvariantError, Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.game_mathematics import AskedHand, CountedEnding, Mathematics
from croupier.exact.paid import POKER_ROWS, analyze_lines, shown
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.reading.chosen_rounds import Unread, Way
from croupier.exact.reading.classes import BetsRead, refuse_unread
from croupier.exact.reading.endings import (
    BetGroup,
    first_group,
    is_together,
    named_with,
    staked_together,
    table_of,
    takes,
)
from croupier.exact.reading.returns import showdown_lines
from croupier.exact.result import Line, Result
from croupier.exact.seen_cards.informed import Stripped
from croupier.exact.shared_money.pot_shares import Followed, GivenUp, weighed_with_share, with_share
from croupier.exact.shared_money.pot_stake import FEWEST, PotStake, PotUncounted, apart
from croupier.exact.shared_money.rival_hands import gained_by_class
from croupier.exact.showdown import KEEP, Choice, Net, Played, Showdown, play, showdown_stripped
from croupier.exact.showdown.poker_stripped import StrippedPoker
from croupier.exact.showdown.three_card_stripped import StrippedThreeCards
from croupier.exact.solved_game import Value
from croupier.exact.store import kept, version_of
from croupier.exact.valued_bet import Solved, ValuedBet
from croupier.hands import Hand
from croupier.table.game import Choose, Game, short_strategy_of

ALONE: Final = "alone"


class ShowdownReading:
    """Bets on some spots together, at certain stakes, as a showdown."""

    def __init__(self, reading: BetsRead, spots: frozenset[str], pot: PotStake | None = None) -> None:
        """A pot is decided as if the dealer's hand were the other participant's: each alone is as likely.

        So every mean comes out right, and the whole distribution where the dealer's hand does compete.
        """
        self.reading, self.spots, self.pot = reading, spots, pot
        self.ways = sorted(reading.ways, key=lambda way: (not way.folded, _wagered(way), _hold(way)))

    @cached_property
    def showdown(self) -> Showdown:
        """Who gets what."""
        live, form = self.reading.live, self.reading.form
        seen, draw = len(live.asked[0].seen), any(map(_hold, self.ways))
        ranking: Literal["poker", "three-card"] = "poker" if form.ranking == "poker" else "three-card"
        unseen = 1 if draw else len(live.final) - seen
        up_cards, qualifier = len(live.asked[0].upcards), form.qualifier
        if self.pot is not None:
            if ranking != "poker" or qualifier is not None or up_cards or len(live.dealer) != len(live.final):
                raise PotUncounted(f"the pot of {self.reading.game.title} is not counted beside its other bets")
            qualifier = Hand(self.pot.least)
        return Showdown(ranking, seen, len(live.dealer), unseen, draw, qualifier, up_cards)

    @cached_property
    def choices(self) -> list[Choice]:
        """Everything that may be done, folding first and then the least wager."""
        if self.pot is not None:
            self.pot.refuse_several()
        nets = {key: self._net(way) for key, way in self.alike.items()}
        choices = []
        for way in self.ways:
            wager = sum((units for spot, units in way.settlement.wagers.items() if spot in self.spots), Fraction(0))
            net = nets[way.names[0], _wagered(way)]
            if self.pot is not None:
                wager, net = wager + self.pot.units, self._with_pot(net, way.folded)
            choices.append(Choice(way.names[0], _plain(wager), net, _hold(way), way.folded))
        return choices

    def check(self) -> None:
        """Refuse ways that are told as one and are not paid alike, and exchanges of more than one card."""
        for way in self.ways:
            like = self.alike[way.names[0], _wagered(way)]
            differ = way is not like and any(
                self.reading.settled(way, ending).nets != self.reading.settled(like, ending).nets
                for ending in self.reading.form.dealt
            )
            if differ or (not way.folded and len(set(way.asked[0].seen) - set(way.final)) > 1):
                raise Unread(f"{way.options[0].name} is not one of the choices that a showdown knows")
        _ = self.showdown

    @cached_property
    def alike(self) -> dict[tuple[str, Fraction], Way]:
        """By what is said and wagered, one of the ways that differ only in the cards that are held."""
        return {(way.names[0], _wagered(way)): way for way in reversed(self.ways)}

    def __getstate__(self) -> dict[str, Any]:
        """All but the choices, whose nets are remembered functions that no other process can be sent."""
        return {name: value for name, value in vars(self).items() if name != "choices"}

    def _net(self, way: Way) -> Net:
        return cache(partial(self.net, way))

    def _with_pot(self, net: Net, folded: bool) -> Net:
        """What the pot adds: the dealer's hand stands for the other one's, and qualifies if it can win the pot."""
        pot = self.pot
        if pot is None:
            raise InvariantError("the table has no pot")
        least = POKER_ROWS.index(pot.least.row)

        def both(row: str, result: Result) -> Fraction:
            against = Result(result % 3)
            if POKER_ROWS.index(row) >= least and (pot.folded_wins or not folded):
                share = {Result.WIN: pot.won, Result.TIE: pot.tied}.get(against, -pot.units)
            else:
                share = -pot.units if result.qualified else Fraction(0)
            return net(row, against) + share

        return both

    def net(self, way: Way, row: str, result: Result) -> Fraction:
        """What the spots net on a way that ends so; nothing if none can."""
        there_is = (row, result) in self.reading.form.dealt
        return self.reading.net(way, (row, result), self.spots) if there_is else Fraction(0)

    def played(self, deck: Sequence[Card] | None = None) -> Played:
        """Every showdown counted, with the best choice of each hand."""
        counts = self.showdown.count(deck)
        endings = counts.endings
        if self.pot is not None:
            endings = endings[:, :3] | endings[:, 3:]
        refuse_unread(self.reading.form, counts.showdown.rows, endings)
        return play(counts, self.choices)

    def names(self, cards: Sequence[Card]) -> list[str]:
        """What the table calls each choice with these cards."""
        like = {(way.names[0], _wagered(way), _gone(way)): way for way in self.ways}
        ascending = sorted(range(len(cards)), key=lambda slot: cards[slot])
        named = []
        for way in self.ways:
            gone = ascending[_hold(way) - 1] if _hold(way) else None
            named.append(named_with(like[way.names[0], _wagered(way), gone].options[0], cards))
        return named


class ShowdownSolver(Mathematics):
    """The mathematics of a showdown."""

    texts = ("hand_counts.contests", "showdown")

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup]) -> None:
        super().__init__(game)
        self.groups, self.main = groups, groups[0]
        self.bets = {spot: 1 for group in groups for spot in group.opens}
        self.apart = [group for group in groups[1:] if takes(game, group.staked()) and _leaves_choices(game, group)]
        """Bets that may also be made without the main one, and then leave choices of their own."""

    def check(self) -> None:
        self.read(self.main.name).check()

    @property
    def variants(self) -> tuple[str, ...]:
        """The bets, or bets together, that leave a choice."""
        alone = [f"{group.name}-{ALONE}" for group in self.apart]
        return (self.main.name, *alone, *(f"{self.main.name}+{group.name}" for group in self.apart))

    def read(self, bet: str, stake: Fraction | int = 1) -> ShowdownReading:
        """A bet by its name: the main one, another alone, both together, or another along the main one."""
        if is_together(bet):
            words, pot = apart(bet, self.game)
            bets, staked = staked_together(words, self.groups, self.game)
            return ShowdownReading(BetsRead(self.game, bets, staked, stake=stake), staked, pot)
        by_name = {group.name: group for group in self.groups}
        alone = bet.removesuffix(f"-{ALONE}")
        if alone != bet:
            group = by_name[alone]
            return ShowdownReading(BetsRead(self.game, group.staked(), group.spots, stake=stake), group.spots)
        together = frozenset[str]().union(*(by_name[name].spots for name in bet.split("+")))
        spots = frozenset[str]().union(*(group.spots for group in self.groups))
        return ShowdownReading(BetsRead(self.game, self.bets, spots, stake=stake), together)

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet: the main one, the others along its best play, and those that may be made without it."""
        main_read = self.read(self.main.name, stake)
        main = main_read.played(deck)
        line = self._line(self.main, main_read)
        solved = {self.main.name: main.analysis(self.main.name, self.main.unit, line)}
        for group in self.groups[1:]:
            solved[group.name] = self._along(group, main, stake)
        for group in self.apart:
            alone, both = f"{group.name}-{ALONE}", f"{self.main.name}+{group.name}"
            read = self.read(alone, stake)
            solved[alone] = read.played(deck).analysis(alone, group.unit, self._row_line(group))
            solved[both] = self.read(both, stake).played(deck).analysis(both, self.main.unit, line)
        return solved

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        read = self.read(bet, stake)
        return play(read.showdown.count(), read.choices).nets

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        main = self.read(self.main.name, stake).played()
        return main.counted(main.best)

    def leaves_choice(self, bet: str) -> bool:
        return bet == self.main.name

    @property
    def along(self) -> list[str]:
        return [group.name for group in self.apart]

    def together(
        self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None
    ) -> Solved | EstimatedBet:
        read = self.read(words, stake)
        group, pot = first_group(words, self.groups), read.pot
        if pot is not None and pot.hands > FEWEST:
            played = self._of_the_house(words, stake, pot, deck)
            house, given_up = played.analysis(words, group.unit), self._given_up(read, played, pot)
            return with_share(house, words, group.unit, pot, self._contest(pot), given_up, played.counts.deck)
        solved = read.played(deck).analysis(words, group.unit, self._lines_of(read))
        if pot is None or pot.dealer:
            return solved if pot is None else replace(solved, assumptions=pot.assumptions)
        return ValuedBet(
            words, group.unit, solved.expected_value, solved.average_wager, solved.actions, pot.assumptions
        )

    def _along(self, group: BetGroup, main: Played, stake: Fraction | int) -> Analysis:
        """Another bet as the best main play leaves it: on every hand, where nothing else makes a difference to it."""
        read, table = self.read(group.name, stake), table_of(self.game, group)
        by_row: dict[str, set[Fraction]] = {}
        for row, result in read.reading.form.dealt:
            if result is None:
                raise InvariantError("the hand has no result")
            by_row.setdefault(row, set()).update(read.net(way, row, result) for way in read.alike.values())
        if read.showdown.ranking == "poker" and all(len(nets) == 1 for nets in by_row.values()):
            best_first = reversed(main.counts.complete.items())
            lines = [(shown(row, table), count, next(iter(by_row[row]))) for row, count in best_first]
            return analyze_lines(group.name, lines, table, group.unit)
        return play(main.counts, read.choices).analysis(group.name, group.unit, self._row_line(group), main.best)

    def _row_line(self, group: BetGroup) -> Callable[[Choice, str, Result], Line]:
        """Results of a bet on the player's hand alone."""
        table = table_of(self.game, group)
        return lambda choice, row, result: ("fold", None) if choice.folds else (row, table[row])

    def _line(self, group: BetGroup, read: ShowdownReading) -> Callable[[Choice, str, Result], Line]:
        line = showdown_lines(read.reading, group, read.spots)
        results = 3 if read.pot is not None else len(Result)
        return lambda choice, row, result: ("fold", None) if choice.folds else line(row, Result(result % results))

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """What each action is worth with the cards seen, per unit; the variant is the bet, if not the main one."""
        read = self._asked_of(hand)
        return dict(zip(read.names(hand.cards), read.played().values(hand.cards, hand.board), strict=True))

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        of_the_house, _ = self._apart(hand)
        read, cards = self._asked_of(of_the_house), hand.cards
        played, line = read.played(), self._lines_of(read)
        return {
            name: prospect((line(choice, row, result)[0], net, count) for row, result, net, count in ends if count)
            for name, choice, ends in zip(read.names(cards), read.choices, played.ends(cards, hand.board), strict=True)
        }

    def _lines_of(self, read: ShowdownReading) -> Callable[[Choice, str, Result], Line]:
        """The lines of the first of the bets that are read."""
        group = next(group for group in self.groups if group.spots & read.spots)
        return self._line(group, read) if group is self.main else self._row_line(group)

    def _asked_of(self, hand: AskedHand) -> ShowdownReading:
        """The bets that a question is about."""
        title, board, variant = self.game.title, hand.board, hand.variant
        bet = self.main.name if variant is None else variant
        up_cards = self.read(self.main.name).showdown.up_cards
        alone = len(self.variants) == 1 and variant is not None and not is_together(variant)
        if len(self.variants) == 1 and not up_cards and (board or alone):
            raise Refused(f"{title} has no board and no variants; give only the player's cards")
        if bet not in self.variants and not is_together(bet):
            raise one_of("variant", bet, self.variants, self.game.name)
        if board and not up_cards:
            raise Refused(f"{title} has no board; give only the player's cards")
        if len(board) != up_cards:
            raise Refused(f"{title} shows {counted(up_cards, 'card')} of the dealer's; give it as the board")
        read, cards = self.read(bet, hand.stake), hand.cards
        if len(cards) != read.showdown.seen:
            raise Refused(f"a player of {title} sees {in_words(read.showdown.seen)} cards; {len(cards)} were given")
        return read

    def weigh(self, hand: AskedHand) -> Mapping[str, Value]:
        of_the_house, pot = self._apart(hand)
        if pot is None or pot.hands == FEWEST:
            return self.advise(hand)
        values = self.advise(of_the_house)
        played = self._of_the_house(str(hand.variant), hand.stake, pot)
        options = {
            name: Followed(value, np.array(choice.folds))
            for (name, value), choice in zip(values.items(), played.choices, strict=True)
        }
        return weighed_with_share(options, pot, self._contest(pot), hand.cards, hand.board)

    def _of_the_house(
        self, words: str, stake: Fraction | int, pot: PotStake, deck: Sequence[Card] | None = None
    ) -> Played:
        """Bets that are named with a pot, played best without it."""
        played = self.read(apart(words, self.game)[0], stake).played(deck)
        showdown = played.counts.showdown
        if showdown.ranking != "poker" or showdown.up_cards or (deck is not None and pot.rake):
            raise PotUncounted(f"the pot of {self.game.title} is not counted beside its other bets")
        return played

    def _given_up(self, read: ShowdownReading, played: Played, pot: PotStake) -> GivenUp | None:
        """The play for both where the best without a pot gives up a share of it; none where it does not."""
        counts, least = played.counts, POKER_ROWS.index(pot.least.row)
        folds = np.array([choice.folds for choice in played.choices])
        able = counts.ways[:, KEEP, least:].sum(axis=(1, 2))
        if pot.folded_wins or not able[folds[played.best]].any():
            return None
        ways = read.showdown.count(counts.deck).ways[:, KEEP]
        chosen = played.best_with(gained_by_class(ways, least, pot.hands - 1, float(pot.prize), float(pot.units)))
        lost = np.where(folds[chosen], counts.weight, 0)
        weights = np.where(able > 0, lost, 0)
        places, often = np.flatnonzero(weights), int(weights.sum())

        def draw(random: np.random.Generator, count: int) -> tuple[Ints, Ints]:
            drawn, of = np.unique(random.choice(places, count, p=weights[places] / often), return_inverse=True)
            hands = np.array([counts.example(number) for number in drawn.tolist()], np.uint8)
            return hands[of], np.zeros((count, 0), np.uint8)

        could = Fraction(sum(map(int, (lost * able).tolist())), counts.hands * counts.cases)
        return GivenUp(played.expected_value(chosen), could, Fraction(often, counts.hands), draw)

    def policy_by_class(self, stake: Fraction | int = 1) -> Ints:
        """The best of folding, the least and the most Play bet for each class of poker cards, as `class_number` has it.

        What lies between the least and the most is never better than both, where every result is a multiple of the bet.
        """
        read = self.read(self.main.name, stake)
        ends = [read.choices[0], read.choices[1], read.choices[-1]]
        return play(read.showdown.count(), ends).every_class()

    def stripped(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
        """The bets that leave a choice, for one who knows that cards are gone."""
        ordinary = {bet: self.read(bet, stake).played(deck) for bet in self.variants}
        counts = ordinary[self.main.name].counts
        if counts.showdown.ranking == "three-card":
            return Stripped.by_stages(counts.deck, 8, StrippedThreeCards(ordinary))
        if counts.showdown.up_cards:
            return Stripped(counts.deck, lambda left: showdown_stripped.informed(ordinary, left), decks=6)
        return Stripped.by_stages(counts.deck, 6, StrippedPoker(ordinary))

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        """A bet as the short strategy plays it."""
        return self._chosen(variant or self.main.name, stake, self.strategy_choices)

    def policy_analysis(self, choose: Choose, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        def choices(read: ShowdownReading, played: Played) -> Ints:
            self._refuse_up_cards(read)
            return _choices_by(choose, read, played, np.arange(len(played.counts.weight)))

        return self._chosen(variant or self.main.name, stake, choices)

    def _chosen(self, bet: str, stake: Fraction | int, choices: Callable[[ShowdownReading, Played], Ints]) -> Analysis:
        """A bet with a choice for each class of hands."""
        if bet not in self.variants or "+" in bet:
            raise one_of(
                "bet", bet, [name for name in self.variants if "+" not in name], f"the strategy of {self.game.name}"
            )
        read, group = self.read(bet, stake), next(group for group in self.groups if bet.startswith(group.name))
        line = self._line(group, read) if group is self.main else self._row_line(group)
        played = read.played()
        return played.analysis(bet, group.unit, line, choices(read, played))

    def _refuse_up_cards(self, read: ShowdownReading) -> None:
        if read.showdown.up_cards:
            raise Refused(f"{self.game.title} shows a card of the dealer's; no short strategy is counted with it")

    def strategy_choices(self, read: ShowdownReading, played: Played) -> Ints:
        """What the short strategy chooses for each class of hands, by its place among the choices."""
        strategy, counts = short_strategy_of(self.game), played.counts
        self._refuse_up_cards(read)

        def ask() -> dict[str, Ints]:
            first, of_class = np.arange(len(counts.weight)), None
            if strategy.by_ranks and read.showdown.ranking == "poker":
                _, vector, suited = counts.ranks_and_suits()
                _, first, of_class = np.unique(vector * 8 + suited, return_index=True, return_inverse=True)
            chosen = _choices_by(strategy.choose, read, played, first)
            return {"choices": chosen if of_class is None else chosen[of_class]}

        names = [f"{choice.action}/{choice.hold}" for choice in read.choices]
        key = sha256(repr((names, read.showdown)).encode()).hexdigest()[:12]
        return kept(f"{self.game.name}-strategy-{key}", version_of(strategy.choose.__module__), ask)["choices"]


def _choices_by(choose: Choose, read: ShowdownReading, played: Played, classes: Ints) -> Ints:
    """What is chosen for each of some classes of hands, by its place among the choices."""
    chosen = np.empty(len(classes), np.int8)
    for at, number in enumerate(classes.tolist()):
        cards = played.counts.example(number)
        names = read.names(cards)
        chosen[at] = names.index(choose(cards, names, ""))
    return chosen


def _leaves_choices(game: Game[Any], group: BetGroup) -> bool:
    """Whether somebody with these bets alone is asked anything."""
    return any(way.asked for way in BetsRead(game, group.staked(), group.spots).ways)


def _wagered(way: Way) -> Fraction:
    return sum(way.settlement.wagers.values(), Fraction(0))


def _gone(way: Way) -> int | None:
    """The place in the deal of the card that is replaced; none if all are kept."""
    gone = [slot for slot in way.asked[0].seen if slot not in way.final]
    return None if way.folded or not gone else gone[0]


def _hold(way: Way) -> int:
    """Which of the cards seen, counted from the lowest, is replaced; ways are read with the highest card first."""
    gone = _gone(way)
    return KEEP if gone is None else len(way.asked[0].seen) - gone


def _plain(units: Fraction) -> Fraction | int:
    return int(units) if units.denominator == 1 else units
