"""A game's mathematics, for all who ask: found in its folder, read off its procedure, or searched for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from croupier.cards import Card
from croupier.english import listed
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.counting.counted_bets import USUAL, Counting, CountingTerms, counting
from croupier.exact.game_mathematics import SIMPLE, AskedHand, Mathematics, Strategy
from croupier.exact.hand_counts.contests import PotOdds, pot_odds
from croupier.exact.prospects import Prospect
from croupier.exact.reading import fitted, read, what_was_read
from croupier.exact.reading.endings import bet_groups, is_together, takes
from croupier.exact.seen_cards.exposure import FEWEST_DECKS, Exposure, cards_to_show, exposure
from croupier.exact.solved_game import Bet, SolvedGame, Value, Watcher
from croupier.exact.valued_bet import ValuedBet
from croupier.table.game import Game

if TYPE_CHECKING:
    from croupier.exact.by_walk.side_bets import SideBet

SIDE_SECONDS: Final = 60.0
"""The budget of all bets that are solved by themselves, at the pace by which seconds are counted in rounds."""

BY_ITSELF_SECONDS: Final = 10.0
"""The same for each bet of a game of no family, which is searched for otherwise."""

__all__ = ["SIMPLE", "AskedHand", "Solver", "Strategy", "beside", "has_beside", "is_solved", "solver_of"]


@dataclass(frozen=True)
class Solver:
    """The mathematics of one game with its paytables and settings."""

    game: Game[Any]

    @cached_property
    def mathematics(self) -> Mathematics:
        """What the game's own exact.py gives, or what is read off its procedure, or else the search through it."""
        if has_beside(self.game, "exact"):
            own: Mathematics = beside(self.game, "exact").mathematics(self.game)
            return own
        try:
            return read(self.game)
        except Refused as reason:
            from croupier.exact.by_walk.walk_mathematics import WalkMathematics

            return WalkMathematics(self.game, str(reason))

    def reading(self) -> list[str]:
        """What was read off the procedure, in sentences; nothing where no family fits."""
        if not is_solved(self.game):
            return []
        if has_beside(self.game, "exact"):
            return ["It is solved by its own exact.py."]
        return what_was_read(self.game)

    def solve(self, stake: Fraction | int = 1, seconds: float = 60, watcher: Watcher | None = None) -> SolvedGame:
        """Every bet, exact or, where so many seconds are not enough for that, estimated.

        What the game's family does not take is solved by itself, and so is what a search only estimates.
        """
        without = self._counted_sides(stake)
        found = self.mathematics.solve(stake, seconds, watcher, without)
        bets, statement = dict(found.bets), list(found.statement)
        for side in self.side_bets.values():
            bets[side.name], words = side.solved(stake, watcher)
            statement.append(words)
        alone = self.by_itself if len(found.exact) < len(found.bets) else without
        for name, side in self.by_itself.items():
            if name in alone and name not in found.exact:
                with suppress(Refused):
                    exact, words = side.analyze(stake)[name], side.counting().words
                    bets[name] = exact
                    others = [said for said in statement if not said.startswith((f"{name}: ", f"{name} ("))]
                    statement = [*others, f"{name}: {words}."]
        if without:
            bets = {name: bets[name] for name in dict.fromkeys((*self.bet_names(stake), *bets)) if name in bets}
        return replace(found, bets=bets, statement=tuple(statement))

    @cached_property
    def side_bets(self) -> dict[str, SideBet]:
        """The bets that the game's family does not take, by the name that they are analysed under."""
        mathematics = self.mathematics
        if not mathematics.unread:
            return {}
        from croupier.exact.by_walk.side_bets import SideBet

        fit, found = fitted(self.game), dict[str, SideBet]()
        seconds = SIDE_SECONDS / (len(fit.unread) * len(fit.called))
        for group in fit.unread:
            for variant in fit.called:
                beside = () if takes(self.game, group.staked(), variant) else fit.groups[0].opens
                side = SideBet(self.game, group, beside, mathematics, variant, seconds)
                found[side.name] = side
        return found

    def wager(self, bet: str, stake: Fraction | int = 1, watcher: Watcher | None = None) -> Bet:
        """The wager that a bet with a paytable is part of, exact or estimated: `main` for `play`.

        One that is counted by itself waits for no other.
        """
        side = self._counted_with(bet)
        if side is not None:
            return side.solved(stake, watcher)[0]
        solved = self.solve(stake, watcher=watcher).bets
        return solved[self._wager_named(bet, list(solved))]

    def _wager_named(self, bet: str, names: Sequence[str]) -> str:
        """Which of some wagers a bet with a paytable is part of; the first where none is of its name."""
        spots = {spot.name: spot.wager for spot in self.game.spots}
        return next((name for name in (bet, spots.get(bet, "")) if name in names), names[0])

    def exact_wager(self, bet: str, stake: Fraction | int = 1, watcher: Watcher | None = None) -> Analysis | str:
        """The wager that a bet with a paytable is part of, or its name where it can only be estimated.

        The estimate is not waited for.
        """
        side = self._counted_with(bet)
        name = side.name if side else self._wager_named(bet, self.bet_names(stake))
        return self.exactly(name, stake, 60, watcher) or name

    def _counted_with(self, bet: str) -> SideBet | None:
        """The bet of a game of no family, counted by itself, that a bet with a paytable is part of."""
        return next((each for name, each in self.by_itself.items() if bet == name or bet in each.group.spots), None)

    def exactly(
        self, name: str, stake: Fraction | int = 1, seconds: float = 60, watcher: Watcher | None = None
    ) -> Analysis | None:
        """A bet by the name that it is solved under; none where it can only be estimated, which is not waited for."""
        if name in self.by_itself:
            return self.by_itself[name].analyze(stake)[name]
        if self.mathematics.searched:
            from croupier.exact.by_walk.solving import OnlyEstimated, solve_by_walk

            try:
                return solve_by_walk(
                    self.game, Fraction(stake), seconds, watcher, exactly=name, without=self._counted_sides(stake)
                ).exact[name]
            except OnlyEstimated:
                return None
        return self.solve(stake, seconds, watcher).exact.get(name)

    def bet_names(self, stake: Fraction | int = 1) -> list[str]:
        """The bets as they are solved, by name; those of a game of no family are named without the search."""
        if not self.mathematics.searched:
            return list(self.solve(stake).bets)
        from croupier.exact.by_walk.solving import at_even_stake
        from croupier.exact.by_walk.wagerings import stakes

        named = at_even_stake(Fraction(stake), lambda unit, flat: stakes(self.game, unit))
        return [name for each in named for name in each.tells]

    def exact_names(self) -> list[str]:
        """The bets that are exact, by name; none is waited for that can only be estimated."""
        return [name for name in self.bet_names() if self.exactly(name) is not None]

    def exact_bets(self, names: Sequence[str], stake: Fraction | int = 1) -> dict[str, Analysis]:
        """Bets of these names that are exact at a stake."""
        if not self.mathematics.searched:
            return {name: bet for name, bet in self.analyze(stake).items() if name in names}
        return {name: bet for name in names if (bet := self.exactly(name, stake)) is not None}

    def outcomes_of(self, bet: str = "", stake: Fraction | int = 1, seconds: float = 60) -> Analysis:
        """A bet, the first if none is named, whose outcomes are known exactly: sessions are drawn from them."""
        names = self.bet_names(stake)
        name = bet or names[0]
        if name not in names and name not in self.by_itself:
            raise one_of("bet", name, names, self.game.name)
        found = self.exactly(name, stake, seconds)
        if found is None:
            others = f"; they can be of {listed(self.by_itself)}" if self.by_itself else ""
            raise Refused(
                f"{name} of {self.game.name} can only be estimated, so sessions cannot be drawn from its exact outcomes"
                f"{others}, and `croupier simulate` tells how hours go"
            )
        return found

    def mathematics_of(self, bet: str) -> Mathematics:
        """The mathematics of one bet: its family's, or its own if it is counted by itself."""
        return self.side_bets.get(bet) or self.by_itself.get(bet) or self.mathematics

    @cached_property
    def by_itself(self) -> dict[str, SideBet]:
        """The bets of a game of no family that can be counted by themselves, whatever is answered."""
        if not self.mathematics.searched:
            return {}
        from croupier.exact.by_walk.side_bets import SideBet

        groups, found = bet_groups(self.game), dict[str, SideBet]()
        for group in groups:
            try:
                beside = () if takes(self.game, group.staked()) else groups[0].opens
                side = SideBet(self.game, group, beside, seconds=BY_ITSELF_SECONDS)
                side.counting()
            except Refused:
                continue
            found[group.name] = side
        return found

    def _counted_sides(self, stake: Fraction | int) -> tuple[str, ...]:
        """The side bets of a game of no family that are counted by themselves, so that no search is needed."""
        found = []
        for name, side in self.by_itself.items():
            if side.group.table and name != bet_groups(self.game)[0].name:
                with suppress(Refused):
                    side.analyze(stake)
                    found.append(name)
        return tuple(found)

    def _read_bets(self, variant: str | None) -> str | None:
        """Bets with their stakes without those that the family does not take, which are not advised on."""
        if variant is None or not is_together(variant) or not self.mathematics.unread:
            return variant
        unread = {group.name for group in self.mathematics.unread}
        kept = [pair for pair in variant.split(",") if pair.partition("=")[0].strip().rpartition("/")[2] not in unread]
        return ",".join(kept) or None

    def _of_read_bets(self, hand: AskedHand) -> AskedHand:
        return replace(hand, variant=self._read_bets(hand.variant))

    def weigh(self, hand: AskedHand) -> Mapping[str, Value]:
        """What every choice is worth with these cards, exactly or, where the seconds are not enough, estimated."""
        return self.mathematics.weigh(self._of_read_bets(hand))

    def leads_to(self, hand: AskedHand) -> Mapping[str, Prospect]:
        """Every ending of each choice with these cards, its net result and its chance, a pot left out."""
        return self.mathematics.leads_to(self._of_read_bets(hand))

    def analyze(self, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> dict[str, Analysis]:
        """Every bet solved exactly, but for those that are solved by themselves and only estimated.

        A stake in dollars matters where prizes are flat.
        """
        exactly = deck is None and self.mathematics.searched
        found = self._exactly(stake) if exactly else self.mathematics.analyze(stake, deck)
        if deck is None:
            sides = {name: side.solved(stake)[0] for name, side in self.side_bets.items()}
            found = found | {name: bet for name, bet in sides.items() if isinstance(bet, Analysis)}
        return found

    def _exactly(self, stake: Fraction | int) -> dict[str, Analysis]:
        """Every bet of a game of no family; refused if one is only estimated."""
        found = self.solve(stake)
        estimated = [bet for bet in found.bets if bet not in found.exact]
        if estimated:
            others = f"; exact is {listed(found.exact)}" if found.exact else ""
            raise Refused(
                f"{self.game.name} is of no family, and only an estimate is known of {listed(estimated)}{others}"
            )
        return found.exact

    def together(self, words: str, stake: Fraction | int = 1, deck: Sequence[Card] | None = None) -> Bet | ValuedBet:
        """Bets at certain stakes, `main=1,trips=1/5`, under the play that is best for all of them together."""
        read = self._read_bets(words)
        if read != words:
            names = listed(group.name for group in self.mathematics.unread)
            raise Refused(f"{names} of {self.game.name} is solved by itself, and not together with other bets")
        return self.mathematics.together(words, stake, deck)

    def advise(
        self,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        variant: str | None = None,
        stake: Fraction | int = 1,
    ) -> dict[str, Fraction]:
        """What every choice is worth with these cards; a stake in dollars matters where prizes are flat."""
        return self.mathematics.advise(AskedHand(cards, board, self._read_bets(variant), stake))

    def best(self, values: Mapping[str, Value]) -> list[str]:
        """The choices that are worth most; a game with several decisions at once names the best of each."""
        return self.mathematics.best(values)

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """A player's cards as written; a game that can do with ranks alone reads those."""
        return self.mathematics.read_cards(text)

    def pot(self, most: int = 6) -> list[PotOdds]:
        """How often a round's pot is won, for one participant up to so many; nothing for a game that has no pot."""
        contest = self.mathematics.contest()
        if contest is None:
            return []
        return [pot_odds(contest, participants) for participants in range(1, min(most, self.game.seats) + 1)]

    def exposure(
        self,
        hands: Sequence[int] | None = None,
        stake: Fraction | int = 1,
        decks: int | None = None,
        watcher: Watcher | None = None,
    ) -> list[Exposure]:
        """What each bet comes to for one who knows the hands of so many others: of one, of half the table, of all.

        Bets that it makes no difference to are left out. As many `decks` are solved as a few seconds allow, if their
        number is not given.
        """
        others = self.game.seats - 1
        known = sorted({1, self.game.seats // 2, others} & set(range(1, self.game.seats))) if hands is None else hands
        for count in known:
            if not 1 <= count <= others:
                raise Refused(f"{count} other hands cannot be known at {self.game.name}; 1 to {others} can")
        if decks is not None and decks < FEWEST_DECKS:
            raise Refused(f"with {decks} stripped decks there is no standard error; solve {FEWEST_DECKS} or more")
        cards, _ = cards_to_show(self.game)
        stripped = self.mathematics.stripped(stake)
        if stripped is None or not cards:
            return []
        solved = self.analyze(stake)
        found = [exposure(stripped, solved, count, count * cards, decks, watcher) for count in known]
        return [by_bet[bet] for bet in solved for by_bet in found if bet in by_bet]

    def regret(
        self, policy: Callable[[Sequence[Card], Sequence[str]], str], variant: str = "", stake: Fraction | int = 1
    ) -> Fraction:
        """What a policy gives away against the best play of the main bet, exactly, per unit.

        It is given the cards that a seat sees and the answers, and returns one of them.
        """
        if not callable(policy):
            raise Refused(
                f"{policy!r} is no policy; write a function of the cards and the answers that returns an answer"
            )

        def chosen(cards: Sequence[Card], legal: Sequence[str], variant: str) -> str:
            answer = policy(cards, legal)
            if answer not in legal:
                held = " ".join(card.name for card in cards)
                raise Refused(f"with {held} the policy answers {answer!r}; there is {listed(legal, 'or')}")
            return answer

        played = self.mathematics.policy_analysis(chosen, variant, stake)
        return self.analyze(stake)[played.bet].expected_value - played.expected_value

    @property
    def knows_exposure(self) -> bool:
        """Whether it is known what seen cards are worth; a family that says nothing of them does not say no."""
        return type(self.mathematics).stripped is not Mathematics.stripped

    def seen_cards(self, cards: int, stake: Fraction | int = 1, decks: int | None = None) -> list[Exposure]:
        """What each bet comes to for one who has seen cards that are in nobody's hand: burned, or at the bottom."""
        stripped = self.mathematics.stripped(stake)
        if decks is not None and decks < FEWEST_DECKS:
            raise Refused(f"with {decks} stripped decks there is no standard error; solve {FEWEST_DECKS} or more")
        if stripped is None:
            return []
        most = len(stripped.pack) // 2
        if not 1 <= cards <= most:
            raise Refused(f"{cards} cards cannot be seen beside the hands of {self.game.name}; 1 to {most} can")
        solved = self.analyze(stake)
        return list(exposure(stripped, solved, 0, cards, decks).values())

    def counting(self, stake: Fraction | int = 1, terms: CountingTerms = USUAL) -> list[Counting]:
        """What each bet comes to for one who has counted the cards gone from the shoe; nothing where none is kept."""
        return counting(self.game, self.mathematics, Fraction(stake), terms)

    def strategies(self, stake: Fraction | int = 1) -> list[Strategy]:
        """The strategies a person can remember: one for each variant of the game, or one for each name it gives."""
        return self.mathematics.strategies(stake)


def solver_of(game: Game[Any]) -> Solver:
    """The solver of a game."""
    if not isinstance(game, Game):
        raise Refused(_no_game(game))
    return Solver(game)


def _no_game(given: object) -> str:
    """What to write in place of something that is no game."""
    if isinstance(given, type) and issubclass(given, Game):
        return f"{given.__name__} is the class of a game; write {given.__name__}() for the game with its printed tables"
    return f"{given!r} is no game; write game_named('on-the-draw')() or croupier.game('on-the-draw').game"


def is_solved(game: Game[Any]) -> bool:
    """Whether the game's mathematics is known, by its own exact.py or by a family, and need not be searched for."""
    try:
        return has_beside(game, "exact") or read(game) is not None
    except Refused:
        return False


def beside(game: Game[Any], name: str) -> ModuleType:
    """A module of the game's folder."""
    module = f"{_folder(game)}.{name}"
    if find_spec(module) is None:
        raise Refused(f"{game.name} has no {name}.py beside its rules, so this cannot be computed")
    return import_module(module)


def has_beside(game: Game[Any], name: str) -> bool:
    """Whether the game's folder has a module of that name."""
    places = sys.modules[_folder(game)].__path__ if _folder(game) in sys.modules else ()
    return any(Path(place, f"{name}.py").is_file() for place in places)


def _folder(game: Game[Any]) -> str:
    return type(game).__module__.rpartition(".")[0]
