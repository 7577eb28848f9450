"""A game with its paytables and settings chosen, and all that can be asked of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from croupier.cards import Card
from croupier.contract import simulation_json
from croupier.errors import Refused, one_of
from croupier.exact.reading.endings import bet_groups
from croupier.exact.solver import AskedHand, Solver, solver_of
from croupier.exact.tuning import parse_range, parse_target, tune, unknown_pay, usual_ranges
from croupier.games import game_in, game_named
from croupier.interactive import arguments
from croupier.interactive.notebook_results import (
    ChoiceValues,
    ExposedBets,
    SessionResults,
    SimulatedRounds,
    SolvedBets,
    TunedPays,
)
from croupier.interactive.practice_table import PracticeTable
from croupier.json_figures import digest
from croupier.money_words import cents_by_spot, cents_of
from croupier.odds import PayTable, hand_words
from croupier.shown.html_parts import html_table, page, text
from croupier.simulate.by_engine import AUTOMATIC, is_own
from croupier.simulate.runs.engines import LOCAL, runner_named
from croupier.simulate.sessions import SessionPlan, check_number, session_curves
from croupier.simulate.setup import OPTIMAL, Setup, whole_pace
from croupier.simulate.table_runs import job_of, playable, run
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.settings import as_words, settings_of, write
from croupier.table.view import View

Dollars = int | float | str
Cards = str | Sequence[Card | str]


def game(
    name: str,
    paytables: Mapping[str, str | PayTable] | None = None,
    *,
    folder: str = "",
    **settings: object,
) -> ChosenGame:
    """A game by its name, with the printed paytables unless others are named, and settings by keyword.

    A paytable is the name of a printed one or a `PayTable` of one's own; `folder` is where a game of one's own lies.

    >>> game("on-the-draw", {"play": "OTD-05"}, fold_forfeits_trips=True)
    <On the Draw, play OTD-05, blind printed, trips trips-1, fold_forfeits_trips true>
    """
    if not isinstance(name, str):
        said = f"{name.__name__} is the class of a game" if inspect.isclass(name) else f"{name!r} is no name"
        raise Refused(f"{said}; write the game's name, as in croupier.game('on-the-draw')")
    kind = game_in(folder) if folder else game_named(name)
    if kind.name != name:
        raise Refused(f"the game in {folder} is called {kind.name!r}, and {name!r} was asked for")
    given = {} if paytables is None else paytables
    if not isinstance(given, Mapping):
        raise Refused(
            f"paytables are given by bet, as in {{'play': 'OTD-05'}}, not as {given!r}; a folder is folder={given!r}"
        )
    printed = {bet: table for bet, table in given.items() if isinstance(table, str)}
    custom = tuple(table for table in given.values() if isinstance(table, PayTable))
    for bet, table in given.items():
        if not isinstance(table, (str, PayTable)):
            raise Refused(f"the paytable of {bet} is given as {table!r}; write a printed one's name, or a PayTable")
        if isinstance(table, PayTable) and table.bet != bet:
            raise Refused(f"the paytable {table.name!r} is for {table.bet}, and is given for {bet}")
    words = {key: value if isinstance(value, str) else write(_setting(key, value)) for key, value in settings.items()}
    return ChosenGame(kind.choose(words, printed, custom))


class ChosenGame:
    """A game to ask: `analyze`, `advise`, `simulate`, `sessions`, `tune`, `exposure`, and `table` to play at."""

    def __init__(self, game: Game[Any]) -> None:
        if not isinstance(game, Game):
            raise Refused(f"{game!r} is no game; write croupier.game('on-the-draw')")
        self.game = game

    @property
    def name(self) -> str:
        """The name that commands take."""
        return self.game.name

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.game.title

    @property
    def bets(self) -> list[str]:
        """The spots that are bet on before the deal."""
        return [spot.name for spot in self.game.spots if not spot.later]

    @property
    def paytables(self) -> dict[str, PayTable]:
        """The paytable of each bet that has one."""
        return dict(self.game.paytables)

    @property
    def printed(self) -> dict[str, list[str]]:
        """The names of the printed paytables, by bet."""
        return {bet: list(tables) for bet, tables in self.game.printed().items()}

    @property
    def settings(self) -> dict[str, str]:
        """The settings in words."""
        return as_words(self.game.settings)

    def with_table(self, table: PayTable) -> ChosenGame:
        """The same game with another paytable."""
        if not isinstance(table, PayTable):
            raise Refused(f"{table!r} is no PayTable; a printed one is chosen as in game(name, {{'play': 'OTD-05'}})")
        game = self.game
        return ChosenGame(type(game)(game.settings, {**game.paytables, table.bet: table}))

    def with_pays(self, bet: str, name: str = "mine", **pays: str) -> ChosenGame:
        """The same game with some rows of a bet's paytable changed: `with_pays("play", flush="4:1")`."""
        base = self.game.paytables[self.game.pay_bet(bet).name]
        changed = {row.replace("_", "-"): odds for row, odds in pays.items()}
        for row in changed:
            if row not in self.game.pay_bet(bet).rows:
                raise one_of("row", row, list(self.game.pay_bet(bet).rows), f"the {bet} paytable of {self.name}")
        words = {row: str(odds) for row, odds in base.odds.items()} | changed
        fixed = {row: prize.cents / 100 for row, prize in base.fixed.items() if row not in changed}
        return self.with_table(PayTable.build(bet, name, words, fixed))

    def analyze(self, stake: Dollars = 1, together: str = "") -> SolvedBets:
        """Every bet solved: the edge, the distribution and the best play, exactly where that can be.

        A stake in dollars matters where prizes are flat; `together="main=1,trips=1/5"` adds these bets as they are
        best played together.
        """
        dollars, solver = _stake(stake), self.solver
        together = arguments.words(together, "together", "main=1,trips=1/5")
        more = {together: solver.together(together, dollars)} if together else {}
        return SolvedBets.of(self.title, solver.solve(dollars), more)

    def advise(self, cards: Cards, board: Cards = "", variant: str | None = None, stake: Dollars = 1) -> ChoiceValues:
        """What every choice is worth with these cards: `advise("As Kd 7c 2h", "9h")`."""
        held = self.solver.read_cards(cards) if isinstance(cards, str) else arguments.cards(cards, "cards")
        lying = arguments.cards(board, "board")
        called = arguments.words(variant or "", "variant", "main") or None
        values = self.solver.weigh(AskedHand(held, lying, called, _stake(stake)))
        names = tuple(str(card) for card in held), tuple(str(card) for card in lying)
        return ChoiceValues(*names, dict(values), tuple(self.solver.best(values)))

    def simulate(
        self,
        rounds: int | float | str = 1_000_000,
        *,
        players: int = 1,
        strategy: str | Sequence[str] | Callable[[View], str] = OPTIMAL,
        bets: Mapping[str, Dollars] | None = None,
        seed: str | int = "croupier",
        variant: str | None = None,
        error_rate: float = 0.0,
        fresh_shoe: bool = False,
        workers: int = 0,
        engine: str = LOCAL,
    ) -> SimulatedRounds:
        """Deal a whole table many times over; the same seed gives the same figures on any machine and engine.

        A strategy is a name, names for each seat, or a function that is given a seat's `View` and returns one of
        `view.legal`; bets are dollars by spot, the least on every spot that the kernel can pay if none are given.
        """
        number, players = arguments.whole(rounds, "rounds", example="1_000_000"), arguments.whole(players, "players")
        workers, seed = arguments.whole(workers, "workers", least=0), arguments.seed_words(seed)
        if isinstance(error_rate, bool) or not isinstance(error_rate, Real):
            raise Refused(f"error_rate is given as {error_rate!r}; write a share from 0 to 1, as in 0.05")
        choose: Callable[[View], str] | None = None
        if isinstance(strategy, str):
            names: tuple[str, ...] = (strategy,)
        elif isinstance(strategy, Sequence):
            names = tuple(strategy)
        elif callable(strategy):
            choose, names = strategy, (AUTOMATIC,)
        else:
            raise Refused(f"strategy is given as {strategy!r}; write a name, a name for each seat, or a function")
        staked = cents_by_spot(arguments.bets(bets))
        setup = Setup(self.game, players, names, staked, variant=variant, error_rate=error_rate, fresh_shoe=fresh_shoe)
        setup = playable(setup, bool(bets))
        job = job_of(setup, seed, whole_pace(players), choose)
        compiled = choose is not None or not any(map(is_own, setup.strategies))
        runner = runner_named(engine, workers=1 if choose else workers, compiled=compiled)
        found = job.results(run(job, runner, number))
        return SimulatedRounds(self.title, seed, found, digest(simulation_json(setup, seed, found)))

    def sessions(
        self,
        buy_in: Dollars,
        *,
        bet: str = "",
        stake: Dollars = 5,
        rounds: int = 200,
        goal: Dollars | None = None,
        sessions: int = 20_000,
        seed: str | int = "croupier",
        engine: str = LOCAL,
    ) -> SessionResults:
        """How sessions of one bet go that begin with so many dollars: spread, hold and ruin."""
        rounds, sessions = arguments.whole(rounds, "rounds"), arguments.whole(sessions, "sessions", 2, "20_000")
        check_number(sessions)
        seed = arguments.seed_words(seed)
        played = self.solver.outcomes_of(bet, _stake(stake))
        ahead = None if goal is None else cents_of(goal, "the goal")
        plan = SessionPlan(cents_of(buy_in, "the buy-in"), cents_of(stake, "the stake"), rounds, ahead)
        words = f"{self.title}, {played.bet}: {sessions:,} sessions of {rounds:,} rounds"
        return SessionResults(words, session_curves(played, plan, sessions, seed, runner_named(engine)))

    def tune(
        self,
        bet: str,
        target_edge: str | float,
        *,
        rows: Mapping[str, str] | Iterable[str] | str = (),
        within: str | float = "0.05%",
        hit_frequency: str = "",
        standard_deviation: str = "",
        keep_order: bool = False,
        limit: int | None = 20,
        stake: Dollars = 1,
    ) -> TunedPays:
        """Paytables of a bet whose edge meets a target exactly, the nearest first.

        Rows are ranges, `["flush=2:1..5:1", "straight=1:1..3:1/1:2"]` or `{"flush": "2:1..5:1"}`; one row alone,
        `"flush"`, asks what it must pay; none tries every row a step less or more.
        """
        if isinstance(rows, Mapping):
            rows = [f"{row.replace('_', '-')}={pays}" for row, pays in rows.items()]
        if not isinstance(rows, Iterable) or not all(isinstance(row, str) for row in rows):
            raise Refused(f"rows are given as {rows!r}; write ranges, as in ['flush=2:1..5:1'], or one row, 'flush'")
        ranges = [rows] if isinstance(rows, str) else list(rows)
        target = parse_target(
            arguments.share(target_edge, "target_edge", "2.5%"),
            arguments.share(within, "within", "0.05%"),
            arguments.words(hit_frequency, "hit_frequency", "20%..30%"),
            arguments.words(standard_deviation, "standard_deviation", "4..5.5"),
            keep_order,
        )
        most = None if limit is None else arguments.whole(limit, "limit", example="20")
        if len(ranges) == 1 and "=" not in ranges[0]:
            pay = unknown_pay(self.game, bet, ranges[0].strip(), target.edge, _stake(stake))
            said = (
                f"{float(pay.least):.6f}"
                if pay.least == pay.most
                else f"{float(pay.least):.6f} to {float(pay.most):.6f}"
            )
            words = f"For an edge of {float(pay.edge):.4%} on {pay.wager}, {hand_words(pay.row)} must pay {said} to 1."
            return TunedPays(self, bet, pay.wager, len(pay.found), pay.found, words)
        searched = [parse_range(words, self.game, bet) for words in ranges]
        searched = searched or usual_ranges(
            self.game.paytables[self.game.pay_bet(bet).name], self.game.pay_bet(bet).rows
        )
        found = tune(self.game, bet, target, searched, _stake(stake), most)
        return TunedPays(self, bet, found.wager, found.searched, found.found)

    def exposure(
        self,
        hands: int | Sequence[int] | None = None,
        *,
        decks: int | None = None,
        stake: Dollars = 1,
    ) -> ExposedBets:
        """What players gain who show each other their cards, and what is left of the edge.

        `hands` is how many other hands are known, or several such numbers; one, half the table's and all if not said.
        """
        several = hands if isinstance(hands, Sequence) and not isinstance(hands, str) else [hands]
        known = None if hands is None else [arguments.whole(each, "hands", example="3") for each in several]
        decks = None if decks is None else arguments.whole(decks, "decks", 2, "16")
        lines = self.solver.exposure(known, _stake(stake), decks)
        return ExposedBets(self.title, tuple(lines))

    def table(self, players: int = 1, *, stack: Dollars = 1_000, seed: str | int = "croupier") -> PracticeTable:
        """A table to play at: you have seat 1, other players follow the game's short strategy."""
        seats = arguments.whole(players, "players")
        return PracticeTable(self, seats, cents_of(stack, "the stack"), arguments.seed_words(seed))

    def regret(
        self, policy: Callable[[Sequence[Card], Sequence[str]], str], *, variant: str = "", stake: Dollars = 1
    ) -> Fraction:
        """What a policy gives away against the best play of the main bet, exactly, per unit.

        It is given the cards that a seat sees and the answers, and returns one of them.
        """
        return self.solver.regret(policy, variant, _stake(stake))

    @property
    def solver(self) -> Solver:
        """The game's mathematics, for those who want more."""
        return solver_of(self.game)

    def least_bets(self) -> dict[str, int]:
        """The least on the spots of the main bet, in cents."""
        placard, main = Placard(), bet_groups(self.game)[0]
        return {spot: placard.limit(self.game, self.game.spot(spot).equals or spot).least for spot in main.opens}

    def __repr__(self) -> str:
        tables = [f"{bet} {table.name}" for bet, table in self.game.paytables.items()]
        usual = {each.name: each.default for each in settings_of(type(self.game.settings))}
        changed = [f"{key} {value}" for key, value in self.settings.items() if usual.get(key) != value]
        return f"<{', '.join([self.title, *tables, *changed])}>"

    def _repr_html_(self) -> str:
        tables = []
        for bet, table in self.game.paytables.items():
            rows = [row for row in self.game.pay_bet(bet).rows if table[row] is not None]
            lines = [[text(hand_words(row)), text(table[row])] for row in rows]
            tables.append(html_table(f"{self.game.pay_bet(bet).label}, {table.name}", ("hand", "pays"), lines))
        described = {each.name: each.meaning for each in settings_of(type(self.game.settings))}
        lines = [[text(key), text(value), text(described[key])] for key, value in self.settings.items()]
        settings = html_table("Settings", ("setting", "value", "what it decides"), lines, numbers=3)
        side = "".join(
            f'<div style="display:inline-block;margin-right:2em;vertical-align:top">{t}</div>' for t in tables
        )
        heading = f"<h3>{text(self.title)}</h3><p>{text(self.game.sentence)}</p>"
        return page(heading, side, f"<details><summary>Settings</summary>{settings}</details>")


def _stake(dollars: object) -> Fraction:
    cents = cents_of(dollars, "the stake")
    if cents <= 0:
        raise Refused(f"a stake of {dollars} bets nothing; write dollars above zero, as in 5 or 7.50")
    return Fraction(cents, 100)


def _setting(key: str, value: object) -> Any:
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, Sequence) and all(isinstance(each, int) for each in value):
        return tuple(value)
    raise Refused(
        f"setting {key} is given as {value!r}, a {type(value).__name__}; write words, a number, True or False"
    )
