"""A procedure read as a draw: five cards, any of them replaced once, and bets on the final or on the first five."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from croupier.arrays import Ints
from croupier.cards import Card, refuse_duplicates
from croupier.chips import dollars
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.draw import analyze_both, analyze_deal, analyze_draw, draw_game, hold_values
from croupier.exact.draw.draw_stripped import StrippedDraw
from croupier.exact.draw.rankings import DEUCES, POKER, Ranking
from croupier.exact.game_mathematics import AskedHand, CountedEnding, Mathematics
from croupier.exact.paid import shown
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.reading.chosen_rounds import Unread
from croupier.exact.reading.classes import FINAL, FIRST, BetsRead
from croupier.exact.reading.endings import BetGroup, is_together, named_with, staked_together, variant_of_bets
from croupier.exact.seen_cards.informed import Stripped
from croupier.exact.store import kept, version_of
from croupier.odds import PayTable
from croupier.table.game import Choose, Game, short_strategy_of

RANKINGS: Final = {"poker": POKER, "deuces": DEUCES}
HAND: Final = 5


class DrawReading:
    """One bet in one variant of a game of draw."""

    def __init__(self, read: BetsRead, group: BetGroup, name: str) -> None:
        self.read, self.group, self.name = read, group, name
        self.ranking: Ranking = RANKINGS[read.form.ranking]
        self.table: PayTable = read.game.paytables[name if name in read.game.paytables else group.table]
        if read.paid_on == FINAL:
            self._check()

    def _check(self) -> None:
        """Refuse what is not any of 32 holds for one price, or is paid by more than the final hand's row."""
        read, rows = self.read, self.ranking.rows
        holds = {tuple(slot for slot in way.asked[0].seen if slot in way.final) for way in read.ways}
        prices = {sum(way.settlement.wagers.values()) for way in read.ways}
        if len(holds) != 1 << HAND or len(read.ways) != len(holds) or len(prices) > 1 or {*read.form.rows} != {*rows}:
            raise Unread("a draw lets any cards be held for the same price, and is paid by the usual rows")
        for at, way in enumerate(read.ways):
            ending = rows[at % len(rows)], None
            if read.settled(way, ending).net(self.group.spots) != read.settled(read.live, ending).net(self.group.spots):
                raise Unread(f"a final hand of {ending[0]} is not paid alike however many cards were drawn")

    @property
    def nets(self) -> list[Fraction]:
        """What each row nets, the lowest first."""
        return [self.read.net(self.read.live, (row, None), self.group.spots) for row in self.ranking.rows]

    @property
    def draws(self) -> bool:
        """Whether the bet is on the final hand."""
        return self.read.paid_on == FINAL

    def analysis(self, deck: Sequence[Card] | None = None, holds: Ints | None = None) -> Analysis:
        """The bet with the best holds, or with those given."""
        dealt = draw_game(self.ranking, deck)
        if self.draws:
            return analyze_draw(dealt, self.table, holds=holds, nets=self.nets)
        return analyze_deal(dealt, self.table, nets=self.nets)

    def names(self, cards: Sequence[Card]) -> dict[tuple[Card, ...], str]:
        """What the table calls holding each part of these cards."""
        return {
            tuple(cards[slot] for slot in way.asked[0].seen if slot in way.final): named_with(way.options[0], cards)
            for way in self.read.ways
        }


class DrawSolver(Mathematics):
    """The mathematics of a game of draw, of each variant that can be called."""

    texts = ("draw",)

    def __init__(self, game: Game[Any], groups: Sequence[BetGroup], variants: Sequence[str]) -> None:
        super().__init__(game)
        self.groups, self.main, self.variants = groups, groups[0], tuple(variants)

    def bet(
        self,
        variant: str,
        group: BetGroup,
        stake: Fraction | int = 1,
        staked: Mapping[str, Fraction | int] | None = None,
    ) -> DrawReading:
        """A bet in a variant; it is paid on the first hand if it cannot be on the final one."""
        bets = {spot: 1 for each in self.groups for spot in each.opens} if staked is None else staked
        name = f"{variant}/{group.name}" if variant else group.name
        try:
            read = BetsRead(self.game, bets, group.spots, variant, stake)
            _ = read.form
        except Unread:
            read = BetsRead(self.game, bets, group.spots, variant, stake, FIRST)
        return DrawReading(read, group, name)

    def check(self) -> None:
        for variant in self.variants:
            for group in self.groups:
                _ = self.bet(variant, group)

    def called(self, variant: str | None) -> str:
        """A variant by its name; the first if none is named."""
        if variant is None:
            return self.variants[0]
        if variant not in self.variants:
            raise one_of("variant", variant, list(self.variants), self.game.name)
        return variant

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet of every variant, per unit of a stake in dollars, which flat prizes depend on."""
        self._refuse_small({group.opens[0]: Fraction(stake) for group in self.groups[1:]})
        bets = [self.bet(variant, group, stake) for variant in self.variants for group in self.groups]
        return {bet.name: bet.analysis(deck) for bet in bets}

    def _refuse_small(self, staked: Mapping[str, Fraction]) -> None:
        """Refuse dollars on a spot that are fewer than it takes."""
        for name, units in staked.items():
            spot = self.game.spot(name)
            if units * 100 < spot.least:
                least = dollars(spot.least)
                raise Refused(f"{spot.label} takes bets of {least} or more; a stake of {units} was given")

    def joint(self, words: str, stake: Fraction | int = 1) -> tuple[str, dict[str, Fraction], list[DrawReading]]:
        """Bets of one variant that are named with their stakes; what is on each spot; and the bets, read.

        A name without a variant, `big-draw=1`, is of the first one.
        """
        names = [variant_of_bets(pair) for pair in words.split(",")]
        if len(set(names)) > 1:
            raise Refused(f"{words!r} names bets of more than one game; a round is of one")
        called = self.called(names[0] or None)
        plain = ",".join(pair.strip().removeprefix(f"{called}/") for pair in words.split(","))
        bets, spots = staked_together(plain, self.groups, self.game, called)
        self._refuse_small({spot: units * stake for spot, units in bets.items() if spot not in self.main.spots})
        read = self.main.staked() | bets
        return called, bets, [self.bet(called, group, stake, read) for group in self.groups if group.spots <= spots]

    def together(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Analysis:
        _, bets, read = self.joint(words, stake)
        dealt, nothing = draw_game(read[0].ranking, deck), [Fraction(0)] * len(read[0].ranking.rows)
        firsts, finals = ([bet.nets for bet in read if bet.draws == drawn] for drawn in (False, True))
        if finals:
            solved = analyze_both(dealt, read[0].table, _summed([nothing, *firsts]), _summed(finals))
        else:
            solved = analyze_deal(dealt, read[0].table, nets=_summed(firsts))
        return replace(solved, bet=words, average_wager=sum(bets.values(), Fraction(0)))

    def named(self, name: str, stake: Fraction | int = 1) -> DrawReading:
        """A bet by the name that it is analysed under."""
        return next(
            bet
            for variant in self.variants
            for group in self.groups
            if name.removeprefix(f"{variant}/") == group.name and (bet := self.bet(variant, group, stake)).name == name
        )

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        read = self.named(bet, stake)
        return dict(zip(read.ranking.rows, read.nets, strict=True))

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        read = self.named(bet, stake)
        dealt = draw_game(read.ranking)
        finals = dealt.play(dealt.best_holds(read.nets)[0])[0] if read.draws else dealt.dealt()
        return dict(zip(read.ranking.rows, finals, strict=True))

    def leaves_choice(self, bet: str) -> bool:
        return self.named(bet).draws

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """The value of each of the 32 holds of a hand for the main bet, per unit of a stake in dollars."""
        read, cards = self._asked_of(hand), hand.cards
        names, values = read[0].names(cards), dict.fromkeys(read[0].names(cards).values(), Fraction(0))
        for bet in read:
            worths = hold_values(draw_game(bet.ranking), bet.nets, cards)
            for held, worth in worths.items():
                values[names[held]] += worth if bet.draws else worths[tuple(cards)]
        return values

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        read, cards = self._asked_of(hand), hand.cards
        names, table, rows = read[0].names(cards), read[0].table, read[0].ranking.rows
        ends = draw_game(read[0].ranking).hold_ends(cards)
        first = ends[tuple(cards)].index(1)
        before = sum((bet.nets[first] for bet in read if not bet.draws), Fraction(0))
        nets = [before + net for net in _summed([bet.nets for bet in read if bet.draws])]
        return {
            names[held]: prospect(zip((shown(row, table) for row in rows), nets, counts, strict=True))
            for held, counts in ends.items()
        }

    def _asked_of(self, hand: AskedHand) -> list[DrawReading]:
        """The bets that a question is about."""
        title = self.game.title
        if hand.board:
            raise Refused(f"{title} has no board; {len(hand.board)} cards were given for it")
        if len(hand.cards) != HAND:
            raise Refused(f"a hand of {title} is five cards; {len(hand.cards)} were given")
        refuse_duplicates(hand.cards)
        return self.asked_about(hand.variant, hand.stake)

    def asked_about(self, variant: str | None, stake: Fraction | int) -> list[DrawReading]:
        """The bets of a variant, or of several together by their stakes, that which leaves the choice first."""
        if variant is None or not is_together(variant):
            return [self.bet(self.called(variant), self.main, stake)]
        _, _, read = self.joint(variant, stake)
        if not read[0].draws:
            title = self.game.title
            raise Refused(f"{read[0].group.name} leaves no choice at {title}; name {self.main.name} too")
        return read

    def policy(self, variant: str, stake: Fraction | int = 1) -> Ints:
        """The best hold of every five cards, by the number of the hand: bit i is set if its i-th lowest is held."""
        bet = self.bet(self.called(variant), self.main, stake)
        dealt = draw_game(bet.ranking)
        return dealt.everywhere(dealt.best_holds(bet.nets)[0])

    def stripped(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Stripped:
        """The main bets for one who knows that cards are gone; bets on the first hand leave no choice."""
        bets = [self.bet(variant, self.main, stake) for variant in self.variants]
        by_bet = [StrippedDraw(bet.name, draw_game(bet.ranking, deck), bet.nets) for bet in bets]
        return Stripped.by_stages(by_bet[0].ordinary.deck, 12, *by_bet)

    def strategy_analysis(self, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        """The main bet as the game's short strategy plays it, which holds the same cards whatever the bet pays."""
        called = self.called(variant or None)
        return self.bet(called, self.main, stake).analysis(holds=self._by_the_rules(called))

    def policy_analysis(self, choose: Choose, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        called = self.called(variant or None)
        bet = self.bet(called, self.main, stake)
        return bet.analysis(holds=draw_game(bet.ranking).holds_by(self._held_by(choose, called, told=True)))

    def strategy_policy(self, variant: str) -> Ints:
        """The hold of every five cards by the short strategy, as `policy` has it."""
        return draw_game(self.bet(variant, self.main).ranking).everywhere(self._by_the_rules(variant))

    def _by_the_rules(self, variant: str) -> Ints:
        """The hold of each class of hands."""
        strategy, bet = short_strategy_of(self.game), self.bet(variant, self.main)

        def ask() -> dict[str, Ints]:
            return {"holds": draw_game(bet.ranking).holds_by(self._held_by(strategy.choose, variant))}

        return kept(f"{self.game.name}-strategy-{variant}", version_of(strategy.choose.__module__), ask)["holds"]

    def _held_by(self, choose: Choose, variant: str, told: bool = False) -> Callable[[Sequence[Card]], Sequence[Card]]:
        """The cards that an answer holds, whether it names those or the ones that go, of all answers if asked."""
        ways = self.bet(variant, self.main).read.ways
        standing_pat = next(way for way in ways if way.final == way.asked[0].seen)
        names_held = len(standing_pat.options[0].name.split()) > HAND
        options = [way.options[0] for way in ways] if told else []

        def held(cards: Sequence[Card]) -> Sequence[Card]:
            named = choose(cards, [named_with(option, cards) for option in options], variant).split()
            return [card for card in cards if (card.name in named) == names_held]

        return held


def _summed(nets: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    """What bets net together, row by row."""
    return [sum(of_row, Fraction(0)) for of_row in zip(*nets, strict=True)]
