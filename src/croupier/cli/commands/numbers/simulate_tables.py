"""`croupier simulate`: whole tables dealt by the million, beside the exact figures."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.chips import BREAKAGE_RULES, parse_dollars
from croupier.cli import terms
from croupier.cli.printing.grids import print_json, with_digest
from croupier.cli.printing.simulation_figures import outcome_rows, show
from croupier.cli.progress import Address, Engine, SimulationRun, Workers
from croupier.cli.stages import progress
from croupier.contract import simulation_json
from croupier.english import listed
from croupier.errors import Refused
from croupier.exact.game_mathematics import SIMPLE
from croupier.games import game_named
from croupier.jurisdictions import UNREGULATED
from croupier.shown import result_files
from croupier.simulate.at_once import job_of
from croupier.simulate.by_engine import AUTOMATIC, SEARCHED, is_own
from croupier.simulate.numbers import read_rounds
from croupier.simulate.pot_runs.pot_kernel import check_pot
from croupier.simulate.round_files import check_file, write_rounds
from croupier.simulate.runs.engines import LOCAL
from croupier.simulate.runs.pace import whole_pace
from croupier.simulate.runs.pieces import (
    KEY,
    Piece,
    check_same,
    check_span,
    described,
    merged,
    read_piece,
    read_tally,
    set_up,
    write_piece,
    write_tally,
)
from croupier.simulate.runs.prepared import for_kernel, kernel_of, unread_spots
from croupier.simulate.runs.resumed import run_on
from croupier.simulate.runs.runner import Stretch, TableJob, run
from croupier.simulate.setup import OPTIMAL, Habits, Setup
from croupier.simulate.simulated_table import SHIFT
from croupier.simulate.tally import Tally, check_hour


def simulate(
    game: terms.GameName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1_000_000 or 1e6.")] = "",
    players: Annotated[int, typer.Option(metavar="K", help="How many players sit at the table.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar=f"{OPTIMAL}|{SIMPLE}|{AUTOMATIC}|{SEARCHED}|FILE.py:FUNCTION",
            help="How they play: a name, or names for each seat with commas.",
        ),
    ] = OPTIMAL,
    bet: Annotated[
        list[str], typer.Option("--bet", metavar="SPOT=DOLLARS", help="What each player bets. Repeatable.")
    ] = [],  # noqa: B006
    variant: Annotated[str, typer.Option(metavar="NAME", help="The game always called, where a table has two.")] = "",
    pot: Annotated[bool, typer.Option("--pot", help="Play for the Cincy Pot as well.")] = False,
    join: Annotated[float, typer.Option(metavar="P", help="The chance to come into the pot, each round.")] = 1.0,
    skip: Annotated[float, typer.Option(metavar="P", help="The chance to sit a round of the pot out.")] = 0.0,
    leave: Annotated[float, typer.Option(metavar="P", help="The chance to leave the table, each round.")] = 0.0,
    fresh_shoe: Annotated[bool, typer.Option("--fresh-shoe", help="A new shoe for every round.")] = False,
    error_rate: Annotated[float, typer.Option(metavar="P", help="The chance that a decision is any other.")] = 0.0,
    until_se: Annotated[
        float | None, typer.Option("--until-se", metavar="X", help="Stop once the standard error is this small.")
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="WORDS", help="The same words deal the same rounds.")] = None,
    rounds_per_hour: Annotated[
        int | None, typer.Option(metavar="R", help="The pace; by the number of players if not said.")
    ] = None,
    engine: Engine = LOCAL,
    address: Address = "",
    workers: Workers = 0,
    output: terms.Output = None,
    each_round: Annotated[
        Path | None,
        typer.Option("--each-round", metavar="FILE", help="Write every round and bet: .parquet, .arrow or .csv."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on where the run in this file was stopped.")
    ] = None,
    first: Annotated[str, typer.Option("--from", metavar="N", help="Deal from this round, a multiple of 4096.")] = "",
    last: Annotated[str, typer.Option("--to", metavar="N", help="Deal up to this round, for `croupier merge`.")] = "",
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    set_: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
    json: terms.Json = False,
) -> None:
    """Deal a table many times over: means with their errors, frequencies, streaks and hours."""
    chosen = terms.choose_game(game, set_, paytable, paytable_file)
    wanted = read_rounds(rounds) if rounds else None
    if wanted is None and until_se is None:
        raise Refused("say how many --rounds to simulate, as in --rounds 1e6, or to which precision with --until-se")
    if until_se is not None and not until_se > 0:
        raise Refused(f"--until-se {until_se} cannot be reached; write units of the bet above zero, as in 0.001")
    if output is not None:
        result_files.check(output)
    if strategy == OPTIMAL and kernel_of(chosen) is None:
        words = (
            f"{chosen.title} is of no family that has a kernel; its automatic seats are dealt by the engine, beside "
            f"exact figures of bets that no answer changes (--strategy {SEARCHED} plays what the search finds best)"
        )
        print(f"croupier: warning: {words}", file=sys.stderr)
        strategy = AUTOMATIC
    if not pot and (join, skip, leave) != (1.0, 0.0, 0.0):
        raise Refused("--join, --skip and --leave are chances of players of the pot; add --pot, or leave them out")
    staked = {spot: parse_dollars(dollars) for spot, dollars in terms.pairs("--bet", "SPOT=DOLLARS", bet).items()}
    setup = Setup(
        game=chosen,
        players=players,
        strategies=tuple(strategy.split(",")),
        bets=staked,
        placard=terms.choose_placard(chosen, limit, chip, breakage, "", jurisdiction, date, jurisdiction_file),
        variant=variant or None,
        error_rate=error_rate,
        pot=Habits(join, skip, leave) if pot else None,
        fresh_shoe=fresh_shoe,
    )
    setup = _paid_by_kernel(setup, bool(staked))
    check_pot(setup)
    an_hour = whole_pace(players) if rounds_per_hour is None else rounds_per_hour
    check_hour(an_hour)
    part = PartOfRun.of(wanted, first, last, resume, until_se)
    if (part.end or resume) and seed is None and not (resume and resume.exists()):
        raise Refused("pieces of a simulation are dealt from one seed; say it, as in --seed tuesday")
    if resume is not None and resume.exists() and seed is None:
        seed = read_piece(resume).simulation.get("seed")
    words = secrets.token_hex(8) if seed is None else seed
    running = SimulationRun(engine, address, workers, compiled=not any(map(is_own, setup.strategies)))
    simulation = described(setup, words, an_hour)
    before = part.before(simulation)
    if each_round is not None:
        if wanted is None or part.end is not None:
            raise Refused("--each-round writes the rounds of one whole run; say how many with --rounds alone")
        check_file(each_round, players, wanted)
    job = make_ready(setup, words, an_hour)
    if each_round is not None and wanted is not None:
        write_rounds(each_round, setup, job, wanted)
    piece: Piece | None = None
    if part.end is None:
        with running.watched(wanted) as tell:
            tally = run(job, running.runner, wanted, until_se, tell, running.stop)
    else:
        tally, piece = part.deal(job, running, simulation, before)
    if not tally.rounds:
        raise Refused("stopped before there were any rounds")
    found = job.results(tally)
    figures = simulation_json(setup, words, found)
    dealt = tally.rounds - (before.rounds if before else 0)
    said = figures | {"run": running.to_json(dealt)}
    if output is not None:
        whole = with_digest("simulate", said) | ({KEY: asdict(piece)} if piece else {})
        result_files.write(output, whole, outcome_rows(whole))
    if json:
        print_json("simulate", said)
        return
    earlier = f", after {before.rounds:,} that are in {resume}" if before else ""
    show(setup, words, found, running.words(dealt) + earlier)
    if piece is not None and running.stopped and resume is not None:
        print(f"{piece.rounds:,} rounds are in {resume}; the same command goes on from there")


def _paid_by_kernel(setup: Setup, by_name: bool) -> Setup:
    """The setup without bets that the game's kernel cannot pay; dealt by the engine if they were named."""
    if any(map(is_own, setup.strategies)) or not (unread := unread_spots(setup)):
        return setup
    names = listed(unread)
    if not by_name:
        words = f"the kernel of {setup.game.title} cannot pay {names}, which no family reads; it deals the other bets"
        print(
            f"croupier: warning: {words} (--bet names those to deal, and the table's engine pays all)", file=sys.stderr
        )
        return for_kernel(setup)
    if set(setup.strategies) != {OPTIMAL}:
        raise Refused(
            f"{names} is dealt by the table's engine, with --strategy {OPTIMAL}, {AUTOMATIC} or FILE.py:FUNCTION"
        )
    print(f"croupier: warning: {names} is dealt by the table's engine, which is slow", file=sys.stderr)
    return replace(setup, strategies=(SEARCHED,) * setup.players)


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Pieces of one simulation.")],
    output: terms.Output = None,
    json: terms.Json = False,
) -> None:
    """Add up pieces of one simulation: its figures, as if it had been dealt in one go."""
    if output is not None:
        result_files.check(output)
    pieces = [(str(path), read_piece(path)) for path in files]
    simulation = pieces[0][1].simulation
    for name, piece in pieces:
        check_same(name, piece, simulation)
    setup, seed, an_hour = set_up(simulation, game_named)
    job = make_ready(setup, seed, an_hour)
    tally, spans = merged(pieces, job)
    found = job.results(tally)
    figures = simulation_json(setup, seed, found)
    said = figures | {"spans": [list(span) for span in spans]}
    if output is not None:
        piece = Piece(simulation, write_tally(tally), spans)
        whole = with_digest("merge", said) | {KEY: asdict(piece)}
        result_files.write(output, whole, outcome_rows(whole))
    if json:
        print_json("merge", said)
        return
    told = " and ".join(f"{first:,} to {end:,}" for first, end in spans)
    show(setup, seed, found, f"rounds {told}, of {len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'}")


@dataclass(frozen=True)
class PartOfRun:
    """Which rounds of a run are dealt, and the file that they are written to as they are."""

    begin: int = 0
    end: int | None = None
    """None for a run that is dealt in one go and not written down."""
    resume: Path | None = None

    @classmethod
    def of(cls, rounds: int | None, first: str, last: str, resume: Path | None, until_se: float | None) -> PartOfRun:
        """The part that the options say."""
        if not (first or last or resume):
            return cls()
        if until_se is not None:
            raise Refused("--until-se looks at a whole run; leave it, or --resume, --from and --to")
        begin, end = _round_number(first, 0), _round_number(last, rounds)
        if end is None or (rounds is not None and end > rounds):
            raise Refused(f"the run ends with round {rounds}; --to says up to which of them this piece goes")
        check_span(begin or 0, end)
        if end % SHIFT and end != rounds:
            raise Refused(
                f"--to {end} is within a shift of {SHIFT:,} rounds; write {end // SHIFT * SHIFT}, or where the run ends"
            )
        return cls(begin or 0, end, resume)

    def before(self, simulation: dict[str, Any]) -> Piece | None:
        """What the file has of the run already, if it is of this one."""
        if self.resume is None or not self.resume.exists():
            return None
        before = read_piece(self.resume)
        check_same(str(self.resume), before, simulation)
        if len(before.spans) != 1 or before.spans[0][0] != self.begin:
            raise Refused(f"{self.resume} has rounds {before.spans}, which do not begin with {self.begin:,}")
        end = before.spans[0][1]
        assert self.end is not None
        if end > self.end or (end % SHIFT and end < self.end):
            why = "more than are asked for" if end > self.end else f"and ends within a shift of {SHIFT:,}"
            raise Refused(
                f"{self.resume} has all {end:,} rounds of its run, {why}; name another file, or --rounds {end}"
            )
        return before

    def deal(
        self, job: TableJob, running: SimulationRun, simulation: dict[str, Any], before: Piece | None
    ) -> tuple[Tally, Piece]:
        """Deal what is left of the part."""
        tally, at = job.nothing(), self.begin
        if before is not None:
            tally, at = read_tally(before.tally, job), before.spans[0][1]

        def piece(tally: Tally, end: int) -> Piece:
            return Piece(simulation, write_tally(tally), [(self.begin, end)] if end > self.begin else [])

        def save(tally: Tally, end: int) -> None:
            if self.resume is not None:
                write_piece(self.resume, piece(tally, end))

        assert self.end is not None
        with running.watched(max(self.end - at, 0)) as tell:
            tally, at = run_on(job, running.runner, tally, at, self.end, save, tell, running.stop)
        return tally, piece(tally, at)


def _round_number(words: str, otherwise: int | None) -> int | None:
    if words.strip() == "0":
        return 0
    return read_rounds(words) if words else otherwise


def make_ready(setup: Setup, seed: str, rounds_per_hour: int) -> TableJob:
    """The table made ready, and its kernel compiled."""
    if any(map(is_own, setup.groups)):
        return job_of(setup, seed, rounds_per_hour)
    with progress(f"looking up the strategies of {setup.game.title}"):
        job = job_of(setup, seed, rounds_per_hour)
        job.deal(Stretch(0, 1))
        return job
