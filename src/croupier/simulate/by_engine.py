"""A strategy of the user's own, a Python function, played through the table's engine on the kernels' cards.

The function is given what a seat sees, a `croupier.table.view.View`, and returns one of `view.legal`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import permutations
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from croupier.cards import Card, is_card
from croupier.errors import InvariantError, Refused
from croupier.exact.analysis import Analysis
from croupier.exact.reading.chosen_rounds import settled_cents
from croupier.exact.reading.endings import bet_groups, is_together
from croupier.exact.solver import AskedHand, solver_of
from croupier.exact.strategy_cards import FOUND, cards_of, variants_of
from croupier.simulate.kernel.kernel_chance import RoundChance, ShoeChance
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.results import Results, results
from croupier.simulate.runs.prepared import kernel_of, unread_spots
from croupier.simulate.runs.runner import Stop, Stretch, cut, never
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.tally import Counter, Tally, bin_cents
from croupier.table.chance import Shoe
from croupier.table.game import Game
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, view

Choose = Callable[[View], str]

STACK: Final = 10**15
"""More cents than any run can lose."""
WHATEVER: Final = (Exception, SystemExit)
"""What code that is not ours may come to, but for an interrupt, which is the user's."""
KERNEL_ROUNDS: Final = 10_000
"""About how many rounds a kernel deals while the engine deals one."""


AUTOMATIC: Final = "automatic"
"""The strategy of the game's automatic seats, which any game has."""


RUNNING_SHOE: Final = (
    "exact figures are those of a full shoe, and rounds were dealt from what earlier ones had left of it; "
    "with --fresh-shoe they stand side by side"
)


SEARCHED: Final = "searched"
"""The strategy that the search through the procedure finds best, for a game that it solves exactly."""


def is_own(strategy: str) -> bool:
    """Whether a strategy is played by the engine: `module:function`, `file.py:function`, or one that any game has."""
    return ":" in strategy or strategy in (AUTOMATIC, SEARCHED, FOUND)


def chooser(game: Game[Any], strategy: str) -> Choose:
    """What answers for every seat."""
    if strategy == AUTOMATIC:
        return game.automatic
    if strategy == FOUND:
        return by_found_card(game)
    return partial(_found_best, game) if strategy == SEARCHED else function(strategy)


def _found_best(game: Game[Any], view: View) -> str:
    """The answer that is worth most to the main bet; of equally good ones the first."""
    asked = game.question(view)
    if asked is None:
        raise Refused(f"{game.name} does not say what it asks of a seat without cards")
    variant = None if is_together(asked.variant) else asked.variant
    names_cards = any(is_card(word) for answer in view.legal for word in answer.split())
    cards, board = asked.cards, asked.board
    if not names_cards:
        cards, board = _in_other_suits(asked.cards, asked.board)
    return _best(game, tuple(sorted(cards)), tuple(sorted(board)), variant, asked.stake)


def _in_other_suits(cards: Sequence[Card], board: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The same cards in the suits that stand for all: whatever suits are called, the best answer is the same."""

    def renamed(suits: Sequence[int]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        to = [
            tuple(sorted(Card(card.index - card.suit + suits[card.suit]) for card in some)) for some in (cards, board)
        ]
        return to[0], to[1]

    return min(map(renamed, permutations(range(4))))


@lru_cache(maxsize=1 << 16)
def _best(game: Game[Any], cards: tuple[Card, ...], board: tuple[Card, ...], variant: str | None, stake: int) -> str:
    values = solver_of(game).weigh(AskedHand(cards, board, variant, Fraction(stake, 100)))
    if not all(isinstance(value, Fraction) for value in values.values()):
        raise Refused(f"the choices of {game.name} are only estimated; --strategy {AUTOMATIC} plays as its seats do")
    return solver_of(game).best(values)[0]


@cache
def function(strategy: str) -> Choose:
    """The function that a strategy names."""
    place, _, name = strategy.rpartition(":")
    if not (place and name):
        raise Refused(f"the strategy {strategy!r} names no function; write FILE.py:FUNCTION or MODULE:FUNCTION")
    module = _from_file(Path(place)) if place.endswith(".py") else _from_path(place)
    chosen = getattr(module, name, None)
    if not callable(chosen):
        raise Refused(f"{place} has no function {name!r} to be a strategy")
    return chosen  # type: ignore[no-any-return]


def _from_path(name: str) -> Any:
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return import_module(name)
    except WHATEVER as error:
        raise Refused(f"the strategy module {name} cannot be imported: {_told(error)}") from None


def _from_file(path: Path) -> Any:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise Refused(f"there is no strategy file {path}")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except WHATEVER as error:
        raise Refused(f"the strategy file {path} cannot be run: {_told(error)}") from None
    return module


def _told(error: BaseException) -> str:
    """What went wrong in somebody else's code; what a table refuses says it all by itself."""
    return str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"


def by_found_card(game: Game[Any]) -> Choose:
    """The cheapest strategy card that is found for a game's main bet, as a function."""
    cards = {variant: cards_of(game, variant=variant)[-1] for variant in variants_of(game)}

    def choose(seen: View) -> str:
        asked = game.question(seen)
        if asked is None:
            return seen.legal[0]
        card = cards[asked.variant if asked.variant in cards else ""]
        return card.choose((*asked.cards, *asked.board), seen.legal)

    return choose


Row = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...], str, tuple[str, ...]]
"""An outcome as something to be looked up."""


@dataclass
class EngineTally(Tally):
    """A tally whose outcomes are numbered as they come."""

    numbers: dict[Row, int] = field(default_factory=dict)

    def number(self, row: Row) -> int:
        """The number of an outcome; a new one gets the next."""
        if row not in self.numbers:
            self.numbers[row] = len(self.numbers)
            if len(self.numbers) > self.counts.shape[1]:
                self.counts = np.hstack((self.counts, np.zeros_like(self.counts)))
        return self.numbers[row]

    def add(self, other: Tally) -> None:
        """Count what another tally has counted, its outcomes under our numbers."""
        if not isinstance(other, EngineTally):
            raise InvariantError("tallies of two engines")
        ours = [self.number(row) for row in other.numbers]
        counts, other_counts = self.counts, other.counts
        self.counts, other.counts = np.zeros((1, 0), np.int64), np.zeros((1, 0), np.int64)
        super().add(other)
        counts[:, ours] += other_counts[:, : len(ours)]
        self.counts, other.counts = counts, other_counts


@dataclass(frozen=True)
class EngineJob:
    """A table whose players all follow one function."""

    setup: Setup
    strategy: str
    seed: str
    rounds_per_hour: int
    choose: Choose | None = None
    """The function itself, where it is of this process and no other."""
    shift: ClassVar[int] = SHIFT

    @property
    def weight(self) -> int:
        """Every seat is dealt to, and asked."""
        return KERNEL_ROUNDS * self.setup.players

    def nothing(self) -> EngineTally:
        """A tally of no rounds."""
        empty = Counter(self.setup, Outcomes([None], self.bets, unit=1), self.rounds_per_hour).nothing()
        return EngineTally(**vars(empty))

    @property
    def bets(self) -> tuple[OutcomeBet, ...]:
        """The bets as the game's kernel tells them; of a game without one, as they are solved."""
        game, bets, kernel = self.setup.game, self.setup.bets, kernel_of(self.setup.game)
        if kernel is not None and not unread_spots(self.setup):
            return kernel.bets(self.setup)
        return tuple(
            OutcomeBet(group.name, tuple(sorted(group.spots)), bets[opened[0]], group.unit, acts=number == 0)
            for number, group in enumerate(bet_groups(game))
            if (opened := [spot for spot in group.opens if spot in bets])
        )

    def deal(self, stretch: Stretch, stop: Stop = never) -> Tally:
        """Deal a stretch and count it; told to stop, it leaves off after a round."""
        tally = self.nothing()
        for shift in cut(stretch, SHIFT):
            sheet = self.play(shift, tally, stop)
            outcomes = Outcomes([outcome_of(row) for row in tally.numbers], self.bets, unit=1)
            Counter(self.setup, outcomes, self.rounds_per_hour).count(sheet, tally)
        return tally

    def play(self, shift: Stretch, tally: EngineTally, stop: Stop) -> Any:
        """The numbers of the outcomes of a shift."""
        table, key = Table(self.setup.game, self.setup.placard), key_of(self.seed)
        for seat in range(1, self.setup.players + 1):
            table.sit(seat, f"player {seat}", STACK)
        shoes = ShoeChance(key, shift.first // SHIFT)
        sheet = np.zeros((shift.rounds, self.setup.players), np.int32)
        for at in range(shift.rounds):
            if stop():
                return sheet[:at]
            if self.setup.fresh_shoe:
                table.shoe = Shoe([], 0)
            chance = RoundChance(key, shift.first + at)
            round = Round(table, chance, shoes)
            said = self._play_round(round, chance)
            for seat, answers in said.items():
                sheet[at, seat - 1] = tally.number(self._row(round, seat, answers))
        return sheet

    def _play_round(self, round: Round, chance: RoundChance) -> dict[int, list[str]]:
        """Play a round to its end; what each seat has said, the calls of the game before the bets not counted."""
        choose = self._choose
        said: dict[int, list[str]] = {seat: [] for seat in round.table.seats}
        calls, has_bet = 0, False
        while round.waiting:
            seat, decision = next(iter(round.waiting.items()))
            if decision is None:
                round.bet(seat, dict(self.setup.bets))
                has_bet = True
            elif not has_bet:
                round.act(seat, self.setup.variant or chance.call(decision.legal, calls))
                calls += 1
            else:
                try:
                    answer = choose(view(round, seat))
                    if not isinstance(answer, str):
                        raise Refused(f"it answers {answer!r}; return one of {', '.join(decision.legal)}")
                    round.act(seat, answer)
                except WHATEVER as error:
                    raise Refused(f"the strategy {self._name}: {_told(error)}") from None
                said[seat].append(answer)
        return said

    @property
    def _name(self) -> str:
        return self.strategy if self.choose is None else getattr(self.choose, "__name__", repr(self.choose))

    @cached_property
    def _choose(self) -> Choose:
        return self.choose or chooser(self.setup.game, self.strategy)

    def _row(self, round: Round, seat: int, answers: Sequence[str]) -> Row:
        nets, wagers = settled_cents(round.events, seat)
        called = round.table.named.get("game")
        of = tuple(bet.name for bet in self.bets if "/" not in bet.name or bet.name.startswith(f"{called}/"))
        return tuple(sorted(nets.items())), tuple(sorted(wagers.items())), self._action(answers), of

    def _action(self, answers: Sequence[str]) -> str:
        """What a player did, in the game's words or, without a kernel, in the player's last."""
        if not answers:
            return ""
        kernel = kernel_of(self.setup.game)
        if kernel is not None:
            return kernel.action(answers)
        return answers[-1].split()[0]

    def results(self, tally: Tally, beside_exact: bool = True) -> Results:
        """What has been counted, beside the exact figures of bets that no answer changes or that are played best."""
        if not isinstance(tally, EngineTally):
            raise InvariantError("a tally of another engine")
        asked = any(action for _, _, action, _ in tally.numbers)
        best = self.strategy == SEARCHED or not asked
        known = beside_exact and (best or bool(solver_of(self.setup.game).by_itself))
        running = known and self._from_running_shoe
        exact = {self.strategy: self._solved(best)} if known and not running else {}
        outcomes = Outcomes([outcome_of(row) for row in tally.numbers], self.bets, unit=1)
        width = bin_cents(self.setup, self.rounds_per_hour)
        found = results(tally, outcomes, self.setup.groups, exact, self.rounds_per_hour, width)
        return replace(found, note=RUNNING_SHOE) if running else found

    @property
    def _from_running_shoe(self) -> bool:
        """Whether rounds are dealt from what earlier ones have left of a shoe."""
        rehearsed = rehearse(self.setup.game, self.setup.placard, 0, ("careful",))
        return bool(rehearsed.table.shoe_dealt) and not self.setup.fresh_shoe

    def _solved(self, best: bool) -> dict[str, Analysis]:
        """The bets that are solved exactly, if every round is paid in full.

        Where rounds are not played best, only those that are the same whatever is answered.
        """
        game, placard = self.setup.game, self.setup.placard
        if placard.breakage != "exact":
            return {}
        solver, found = solver_of(game), dict[str, Analysis]()
        for bet in self.bets:
            stake = Fraction(bet.stake, 100)
            side = solver.by_itself.get(bet.name)
            solved = side.solved(stake)[0] if side else solver.solve(stake).bets.get(bet.name) if best else None
            if isinstance(solved, Analysis):
                found[bet.name] = solved
        return found


def outcome_of(row: Row) -> Outcome:
    """What a row stands for."""
    nets, wagers, action, of = row
    return Outcome(dict(nets), dict(wagers), action, of)
