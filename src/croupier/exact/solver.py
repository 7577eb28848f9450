"""A game's own solver, strategy and figures, found in its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.contests import Contest, PotOdds, pot_odds
from croupier.exact.exposure import FEWEST_DECKS, Exposure, cards_to_show, exposure
from croupier.exact.informed import Stripped
from croupier.table.game import Game
from croupier.table.strategy import Rule

SIMPLE: Final = "simple"
"""The name of the strategy that a game's strategy.py writes down."""


@dataclass(frozen=True)
class Strategy:
    """A way to play that a person can remember, and what comes of it."""

    name: str
    analysis: Analysis
    rules: tuple[Rule, ...] = ()

    def cost(self, optimal: Analysis) -> Fraction:
        """What it gives away against optimal play, per unit."""
        return optimal.expected_value - self.analysis.expected_value


@dataclass(frozen=True)
class Solver:
    """The mathematics of one game with its paytables and settings: what its folder's exact.py answers."""

    game: Game[Any]
    module: ModuleType

    def analyze(self, stake: Fraction | int = 1) -> dict[str, Analysis]:
        """Every bet solved; a stake in dollars matters where prizes are flat."""
        solved: dict[str, Analysis] = self.module.analyze(self.game, stake)
        return solved

    def advise(
        self,
        cards: Sequence[Card],
        board: Sequence[Card] = (),
        variant: str | None = None,
        stake: Fraction | int = 1,
    ) -> dict[str, Fraction]:
        """What every choice is worth with these cards; a stake in dollars matters where prizes are flat."""
        values: dict[str, Fraction] = self.module.advise(self.game, cards, board, variant, stake)
        return values

    def best(self, values: Mapping[str, Fraction]) -> list[str]:
        """The choices that are worth most; a game with several decisions at once names the best of each."""
        if hasattr(self.module, "best"):
            named: list[str] = self.module.best(values)
            return named
        most = max(values.values())
        return [action for action, value in values.items() if value == most]

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """A player's cards as written; a game that can do with ranks alone reads those."""
        if hasattr(self.module, "read_cards"):
            cards: tuple[Card, ...] = self.module.read_cards(self.game, text)
            return cards
        return parse_cards(text)

    def pot(self, most: int = 6) -> list[PotOdds]:
        """How often a round's pot is won, for one participant up to so many; nothing for a game that has no pot."""
        if not hasattr(self.module, "contest"):
            return []
        contest: Contest = self.module.contest(self.game)
        return [pot_odds(contest, participants) for participants in range(1, min(most, self.game.seats) + 1)]

    @property
    def knows_stripped_decks(self) -> bool:
        """Whether the game's exact.py can tell what it is worth to know that cards are gone."""
        return hasattr(self.module, "stripped")

    def exposure(
        self, hands: Sequence[int] | None = None, stake: Fraction | int = 1, decks: int | None = None
    ) -> list[Exposure]:
        """What each bet comes to for one who knows the hands of so many others: of one, of half the table, of all.

        Bets that it makes no difference to are left out. As many `decks` are solved as a few seconds allow, if their
        number is not given.
        """
        if not self.knows_stripped_decks:
            raise Refused(f"the exact.py of {self.game.name} has no `stripped`, so its exposure cannot be computed")
        others = self.game.seats - 1
        known = sorted({1, self.game.seats // 2, others} & set(range(1, self.game.seats))) if hands is None else hands
        for count in known:
            if not 1 <= count <= others:
                raise Refused(f"{count} other hands cannot be known at {self.game.name}; 1 to {others} can")
        if decks is not None and decks < FEWEST_DECKS:
            raise Refused(f"with {decks} stripped decks there is no standard error; solve {FEWEST_DECKS} or more")
        cards, _ = cards_to_show(self.game)
        stripped: Stripped | None = self.module.stripped(self.game, stake)
        if stripped is None or not cards:
            return []
        solved = self.analyze(stake)
        found = [exposure(stripped, solved, count, count * cards, decks) for count in known]
        return [by_bet[bet] for bet in solved for by_bet in found if bet in by_bet]

    def strategies(self, stake: Fraction | int = 1) -> list[Strategy]:
        """The strategies a person can remember: one for each variant of the game, or one for each name it gives."""
        solve: Callable[..., Analysis] = self.module.strategy_analysis
        rules = beside(self.game, "strategy").RULES
        if isinstance(rules, Mapping):
            by_variant = {variant: solve(self.game, variant, stake=stake) for variant in rules}
            return [Strategy(SIMPLE, by_variant[variant], of_variant) for variant, of_variant in rules.items()]
        others = [name for name in getattr(self.module, "STRATEGIES", ()) if name != SIMPLE]
        return [
            Strategy(SIMPLE, solve(self.game, stake=stake), rules),
            *(Strategy(name, solve(self.game, name, stake=stake)) for name in others),
        ]


def solver_of(game: Game[Any]) -> Solver:
    """The solver of a game, which is the exact.py of its folder."""
    return Solver(game, beside(game, "exact"))


def beside(game: Game[Any], name: str) -> ModuleType:
    """A module of the game's folder."""
    module = f"{_folder(game)}.{name}"
    if find_spec(module) is None:
        raise Refused(f"{game.name} has no {name}.py beside its rules, so this cannot be computed")
    return import_module(module)


def has_beside(game: Game[Any], name: str) -> bool:
    """Whether the game's folder has a module of that name."""
    return find_spec(f"{_folder(game)}.{name}") is not None


def _folder(game: Game[Any]) -> str:
    return type(game).__module__.rpartition(".")[0]
