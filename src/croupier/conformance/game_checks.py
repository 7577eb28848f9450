"""Everything that is asked of a game, one check after the other, each with what to do where it fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from string import ascii_lowercase
from typing import Final

import msgspec

from croupier.checks import Check
from croupier.conformance.card_sight import CardAuditor, WatchedTable
from croupier.conformance.random_players import answer_once, come_and_go, play_out
from croupier.conformance.round_cases import Case, Kind, cases
from croupier.conformance.whole_state import everything, log, views
from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.games import check_declared
from croupier.odds import PayTable
from croupier.reports.felt_layout import layout
from croupier.simulate.runs.prepared import kernel_of, simulation_of, unread_spots
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.setup import Setup
from croupier.table.events import Bet, Event, Settled, to_json
from croupier.table.game import bet_groups
from croupier.table.placard import Placard
from croupier.table.record import Recorder, deal_again
from croupier.table.rehearsal import sentences
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat, view

ROUNDS: Final = 3
"""Rounds for each number of seats and each value of a setting."""
FLAT_ROUNDS: Final = 60
SIMULATED: Final = 200_000
FURTHEST: Final = 5.0
"""Standard errors that a simulation may be away from the exact value; chance goes so far once in millions of times."""
SECONDS: Final = 30.0
"""About how long an exact search may take."""
NONSENSE: Final = ("", "?", "bet", "pass the salt", "FOLD", "fold fold", "play-0x", "hold Zz", "[]", "a" * 500)


class Broken(AssertionError):
    """What a game does that it may not."""


def check_game(kind: Kind) -> Iterator[Check]:
    """Every check, as it is done; once a game cannot even be dealt, the rest is not tried."""
    for name, find, advice in CHECKS:
        try:
            found = find(kind)
        except Exception as error:
            yield Check(name, "fails", f"{_told(error)} {advice}".rstrip())
            if find in (_declared, _dealt):
                return
        else:
            yield Check(name, "holds", found)


def check_named_answers(round: Round, seat: int) -> None:
    """Refuse nonsense in one line that names what is legal, with nothing changed."""
    before = everything(round)
    decision = round.waiting[seat]
    for words in NONSENSE:
        try:
            round.act(seat, words)
        except Refused as refusal:
            if decision is not None and any(legal not in str(refusal) for legal in decision.legal):
                raise Broken(f"the refusal of {words!r} does not name what is legal: {refusal}") from None
        else:
            raise Broken(f"the answer {words!r} was taken, which is not legal")
        if everything(round) != before:
            raise Broken(f"something changed although {words!r} was refused")


def watched(case: Case, watch: Callable[[WatchedTable, Event], None]) -> WatchedTable:
    """A table of a case with somebody who looks after every event."""
    table = WatchedTable(case.game)
    case.seat_players(table)
    table.watch = lambda event: watch(table, event)
    return table


def check_chips(table: WatchedTable, event: Event) -> None:
    """Fail if a chip was made or lost by an event."""
    if table.chips() != table.bought:
        raise Broken(f"after {event} there are {table.chips()} cents of chips, and {table.bought} were bought")


def _declared(kind: Kind) -> str:
    check_declared(kind)
    return f"{kind.title}: {kind.sentence}"


def _wagers(kind: Kind) -> str:
    """A bet that may be left out and has a paytable of its own is a wager of its own, or its figures are mixed up."""
    game, paid = kind(), {bet.name for bet in kind.pay_bets}
    must = {spot.wager for spot in kind.spots if spot.required}
    for spot in kind.spots:
        if spot.name in paid and spot.wager in must and not (spot.required or spot.later or spot.equals or spot.pot):
            raise Broken(
                f"{spot.label} may be left out and has a paytable, but is part of the wager {spot.wager}. "
                f'Write Spot("{spot.name}", "{spot.label}", wager="{spot.name}").'
            )
    return listed(group.name for group in bet_groups(game))


def _dealt(kind: Kind) -> str:
    """Rounds at random, at few seats and at many, with each value of each setting."""
    dealt = 0
    for case in _some(kind):
        table, random = watched(case, check_chips), Random(str(case))
        for number in range(ROUNDS):
            play_out(Round.seeded(table, b"%d" % number), random)
            come_and_go(table, random)
            dealt += 1
    return f"{dealt} rounds at up to {counted(kind.seats, 'seat')}, with every setting; chips add up after each event"


def _silent(kind: Kind) -> str:
    for case in _some(kind, (min(2, kind.seats),)):
        round = Round.seeded(case.table(), b"silent")
        while round.waiting:
            decision = next(iter(round.waiting.values()))
            if decision is not None and decision.default.cents:
                raise Broken(f"a silent player answers {decision.default.name}, which costs chips")
            answer_once(round, Random(1), sits_out=0)
    return "the first option, which a silent player gets, costs nothing"


def _hidden(kind: Kind) -> str:
    messages = 0
    for case in _some(kind, (min(2, kind.seats), kind.seats)):
        auditors: list[CardAuditor] = []

        def watch(table: WatchedTable, event: Event, auditors: list[CardAuditor] = auditors) -> None:
            nonlocal messages
            (auditor,) = auditors
            auditor.follow(event)
            auditor.check_reason(event)
            for seat in auditor.everybody:
                auditor.check_message(seat, to_json(event.as_seen(seat)))
                messages += 1

        table = watched(case, watch)
        auditors.append(CardAuditor(table))

        def look(round: Round, auditor: CardAuditor = auditors[0]) -> None:
            for seat in auditor.everybody:
                auditor.check_message(seat, msgspec.json.encode(view(round, seat)))

        play_out(Round.seeded(table, b"hidden"), Random(str(case)), look)
    return f"no card in {messages:,} messages before its seat may see it"


def _replayed(kind: Kind) -> str:
    for case in _some(kind, (min(2, kind.seats),)):
        table, random = case.table(), Random(str(case))
        for number in range(ROUNDS):
            recorder = Recorder(table, b"%d" % number)
            play_out(recorder.round, random)
            again = deal_again(recorder.record(), lambda name: kind)
            if (log(again), views(again)) != (log(recorder.round), views(recorder.round)):
                raise Broken("a round dealt again from its record is another")
    return "a round dealt again from its record is the same to the last byte"


def _refused(kind: Kind) -> str:
    asked = 0
    for case in _some(kind, (min(2, kind.seats),)):
        round = Round.seeded(case.table(), b"refused")
        while round.waiting:
            check_named_answers(round, next(iter(round.waiting)))
            asked += 1
            answer_once(round, Random(asked), sits_out=0)
    return f"nonsense is refused at {asked} questions, and nothing changes"


def _automatic(kind: Kind) -> str:
    table = Case(kind, kind.seats).table()
    bet = False
    for number in range(20):
        round = Round.seeded(table, b"automatic %d" % number)
        while round.waiting:
            play_automatic_seat(round, next(iter(round.waiting)))
        bet = bet or any(isinstance(event, Bet) for event in round.events)
    if not bet:
        raise Broken("automatic seats never bet")
    return "automatic seats play 20 rounds"


def _cited(kind: Kind) -> str:
    """The ids in rules.py and in what the dealer is told, which must be written down where there is a page for them."""
    own = rf"{re.escape(kind.document)}-\w+" + (r"|\w+-P\d+" if kind.pot_kind else "")
    told = {step.rule for step in sentences(kind(), Placard())}
    every = told | set(re.findall(r'step\(\s*"([^"]*)"', (kind.folder() / "rules.py").read_text("utf-8")))
    cited = {rule for rule in every if re.fullmatch(own, rule)}
    others = every - cited
    if others:
        raise Broken(f"steps cite {', '.join(sorted(others))}, which do not begin with {kind.document}-.")
    page = kind.folder() / "rules.md"
    if not page.is_file():
        return f"{len(cited)} rule ids; there is no rules.md, so papers print the dealer's sentences alone"
    written = set(re.findall(rf"\b(?:{own})\b", page.read_text("utf-8")))
    unwritten = {rule for rule in cited if not {rule, rule.rstrip(ascii_lowercase)} & written}
    if unwritten:
        raise Broken(f"rules.md does not have {', '.join(sorted(unwritten))}.")
    return f"{len(cited)} rule ids, each in rules.md"


def _paytables(kind: Kind) -> str:
    for bet in kind.pay_bets:
        if len(set(bet.rows)) < len(bet.rows):
            raise Broken(f"a row of {bet.name} is listed twice in rules.py: {', '.join(bet.rows)}.")
        for table in kind.printed()[bet.name].values():
            oddity = next(iter(table.oddities(bet.rows)), None) if bet.ranked else None
            if oddity:
                raise Broken(f"{bet.name} {table.name}: {oddity}.")
    printed = sum(map(len, kind.printed().values()))
    return f"{counted(printed, 'paytable')}, and none pays less for a better hand"


def _flat(kind: Kind) -> str:
    """Rounds dealt twice, with odds on every row and with prizes, which must be paid wherever odds were."""
    bets, prizes = [bet for bet in kind.pay_bets if bet.flat_prizes], dict[str, str]()
    odds, fixed = dict[str, PayTable](), dict[str, PayTable]()
    for bet in bets:
        pays = {row: 1009 + 2 * (len(prizes) + at) for at, row in enumerate(bet.rows)}
        odds[bet.name] = PayTable.build(bet.name, "odds", {row: f"{pay}:1" for row, pay in pays.items()})
        fixed[bet.name] = PayTable.build(bet.name, "prizes", {}, pays)
        prizes |= {str(odds[bet.name][row]): str(fixed[bet.name][row]) for row in bet.rows}
    if not bets:
        return "no paytable takes flat prizes"
    tables = (odds, fixed)
    paid = 0
    for number in range(FLAT_ROUNDS):
        settled = []
        for paytables in tables:
            table = Table(kind(paytables=paytables))
            Case(kind, min(2, kind.seats)).seat_players(table)
            round = Round.seeded(table, b"flat %d" % number)
            play_out(round, Random(number))
            settled.append([event for event in round.events if isinstance(event, Settled)])
        for by_odds, by_prize in zip(*settled, strict=True):
            if by_odds.pays in prizes:
                paid += 1
                if by_prize.pays != prizes[by_odds.pays]:
                    raise Broken(f"{by_odds.spot} is paid odds of its table, but not a flat prize of the same row.")
    return f"a flat prize is paid wherever odds are, in {counted(paid, 'payout')}"


def _felt(kind: Kind) -> str:
    try:
        return f"{layout(kind()).seats} seats fit on the layout"
    except Refused as reason:
        mend = "Write a felt.toml that has spots and boxes apart, for what is laid out without one does not fit."
        if (kind.folder() / "felt.toml").exists():
            mend = "Move spots and boxes apart in felt.toml, or delete the file to have them laid out."
        raise Broken(f"{reason}. {mend}") from None


def _solved(kind: Kind) -> str:
    solved = solver_of(kind()).solve(seconds=SECONDS)
    return "; ".join(
        f"{name}: house edge {float(bet.house_edge):.4%}, exact"
        if isinstance(bet, Analysis)
        else f"{name}: {bet.edge_words()} for the house, estimated with a standard error of "
        f"{bet.standard_error:.2%} on {bet.rounds:,} deals"
        for name, bet in solved.bets.items()
    )


def _confirmed(kind: Kind) -> str:
    game = kind()
    if kernel_of(game) is None:
        return "of no family with a kernel: `croupier simulate` deals it through the table"
    job = KernelJob.of(simulation_of(Setup(game, fresh_shoe=True)), "check", 60)
    _, bets = job.results(job.deal(Stretch(0, SIMULATED))).strategies["optimal"]
    for name, bet in bets.items():
        if bet.z is not None and abs(bet.z) > FURTHEST:
            raise Broken(f"{name}: {SIMULATED:,} rounds are {bet.z:+.1f} standard errors from the exact value.")
    unread = unread_spots(Setup(game))
    without = f"; it cannot pay {listed(unread)}, which no family reads" if unread else ""
    return f"{SIMULATED:,} rounds of its kernel agree with the exact values{without}"


def _some(kind: Kind, seats: tuple[int, ...] | None = None) -> list[Case]:
    return list(cases(kind, seats or tuple(sorted({1, min(2, kind.seats), kind.seats}))))


def _told(error: Exception) -> str:
    """What went wrong, with the line of the game that it went wrong in."""
    if isinstance(error, Refused | AssertionError) and str(error):
        return str(error)
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith("rules.py"):
            line = f"rules.py, line {trace.tb_lineno}: "
        trace = trace.tb_next
    return f"{line}{type(error).__name__}: {error}."


Find = Callable[[Kind], str]

CHECKS: Final[tuple[tuple[str, Find, str], ...]] = (
    ("declared", _declared, ""),
    ("deals", _dealt, "Every bet must be settled, taken or taken back before `round` ends, and at every seat count."),
    ("silence costs nothing", _silent, "Put an option without a price first in `seat.choose(...)`."),
    (
        "hidden cards",
        _hidden,
        "Deal for the eyes that may see the cards, and turn a hand up before telling of it.",
    ),
    ("replays", _replayed, "Take chance only from the table (`shuffler`, `from_shoe`, `roll`), never from `random`."),
    ("refuses", _refused, "Leave it to `seat.choose` to check answers, and change nothing before an answer is taken."),
    (
        "automatic seats",
        _automatic,
        "`automatic(view)` must return one of `view.legal`.",
    ),
    ("rule ids", _cited, "Write a row for each id in rules.md, and cite ids that begin with `document`."),
    ("paytables", _paytables, "Order the rows best first, or say PayBet(..., ranked=False)."),
    ("wagers", _wagers, ""),
    ("flat prizes", _flat, 'Ask a table by `self.paytables["..."][row]`, or say PayBet(..., flat_prizes=False).'),
    ("felt", _felt, ""),
    ("solves", _solved, "`croupier solve` says what was read of the procedure and what stands in its way."),
    ("simulation", _confirmed, "Compare `croupier simulate` with `croupier analyze`; one of the two is misread."),
)
"""What is asked of a game: its name, how it is found out, and what to do where it fails."""
