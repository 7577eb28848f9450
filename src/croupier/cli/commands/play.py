"""Commands that deal rounds one by one: play, deal and replay."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args

import msgspec
import typer
from rich.text import Text

from croupier import __version__
from croupier.chips import BREAKAGE_RULES, dollars, parse_dollars
from croupier.cli import terms
from croupier.cli.output import print_json
from croupier.cli.screen import BRASS, DIM, HEADING, EndOfInput, Screen, signed
from croupier.english import counted
from croupier.errors import Refused, one_of
from croupier.jurisdictions import UNREGULATED

if TYPE_CHECKING:
    from croupier.table.events import Event
    from croupier.table.record import Record
    from croupier.table.round import Round
    from croupier.table.table import Table


YOU: Final = "You"
AUTOMATIC_PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Ida", "Jack", "Kim", "Leo")
USUAL_PLAYERS: Final = 3
AUTOMATIC_BUY_IN: Final = 100
"""How many of the least bets an automatic seat buys chips for."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A game's name; without one you are asked which.", autocompletion=terms.complete_game
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Your seat; from the dealer's left.")] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players in all; automatic seats fill up the table. Usually 3.")
    ] = None,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="What you buy in for.")] = "500",
    seed: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Deals the same table again for the same words.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Stop after so many rounds.", min=1)] = None,
    procedure: Annotated[bool, typer.Option("--procedure", help="Tell what the dealer does, with rule ids.")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="Say after each decision what it exactly cost.")] = False,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Add every finished round to this file.")] = None,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    settings: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    jurisdiction_file: terms.PlaceOfOwn = None,
    date: terms.Day = "",
) -> None:
    """Play a game in the terminal, alone or with automatic players.

    Answers are typed, or read as lines from a pipe.
    """
    from croupier.cli.terminal.player_session import Log, Session
    from croupier.table.chance import seed_from
    from croupier.table.table import Table

    screen = Screen()
    game = game or ask_which(screen)
    chosen = terms.choose_game(game, settings, paytable, paytable_file)
    table = Table(
        chosen, terms.choose_placard(chosen, limit, chip, breakage, aggregate, jurisdiction, date, jurisdiction_file)
    )
    own = seat_players(table, seat, players, parse_dollars(bankroll))
    words = seed if seed is not None else secrets.token_hex(8)
    for warning in table.placard.law.warnings(chosen.uses_dice):
        print(f"croupier: warning: {warning}", file=sys.stderr)
    session = Session(table, own, screen, seed_from(words), Log(log) if log else None, coach, procedure)
    session.run(rounds)
    if seed is None:
        screen.say(f"--seed {words} deals this table again.")


def ask_which(screen: Screen) -> str:
    """Ask for a game, by its number or its name, until there is one of that name."""
    from croupier.cli.terminal.typed_answers import ask
    from croupier.games import game_named, game_names

    names = game_names()
    for number, name in enumerate(names, start=1):
        screen.say(Text.assemble(f"{number:>3}  ", (f"{name:<18}", "bold"), f" {game_named(name).sentence}"))
    by_number = {str(number): name for number, name in enumerate(names, start=1)}
    try:
        return ask(screen, lambda answer: by_number.get(answer) or game_named(answer).name, "Which game? ")
    except EndOfInput:
        raise Refused(f"say which game to play, as in `croupier play {names[0]}`") from None


def seat_players(table: Table, seat: int | None, players: int | None, bankroll: int) -> int:
    """Seat the player, fill the table with automatic seats, and return the player's seat number."""
    most = table.game.seats
    number = min(USUAL_PLAYERS, most) if players is None else players
    if not 1 <= number <= most:
        raise Refused(f"{table.game.title} has 1 to {most} players, not {number}")
    own = (number + 1) // 2 if seat is None else seat
    if not bankroll:
        raise Refused("a bankroll of $0 buys no chips; write dollars above zero, as in 500")
    table.sit(own, YOU, bankroll)
    chips = AUTOMATIC_BUY_IN * max(table.placard.least_bets(table.game).values())
    free = [place for place in range(1, most + 1) if place != own]
    names = chain(AUTOMATIC_PLAYERS, (f"Player {place}" for place in count(len(AUTOMATIC_PLAYERS) + 1)))
    for place, name in zip(sorted(free[: number - 1]), names, strict=False):
        table.sit(place, name, chips)
    return own


def deal(
    game: terms.GameName,
    lesson: Annotated[
        str, typer.Option(**terms.words("watch", "hints", "exam"), help="What you are told as you deal.")
    ] = "hints",
    drill: Annotated[
        str, typer.Option(**terms.words("payout", "call", "pot", "protection"), help="Questions instead of rounds.")
    ] = "",
    players: Annotated[int, typer.Option(metavar="N", help="Players at the table.")] = 3,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds, up to 10; in a drill ten questions each.")] = 1,
    irregular: Annotated[
        bool, typer.Option("--irregular", help="Let something go wrong in rounds, to be noticed and ruled on.")
    ] = False,
    seed: Annotated[str | None, typer.Option(metavar="WORDS", help="The same rounds for the same words.")] = None,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    settings: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    date: terms.Day = "",
) -> None:
    """Practise dealing, with each mistake named by its rule.

    You deal rounds to automatic players, step by step.
    """
    from croupier.cli.terminal.school_session import LessonSession, run_drill
    from croupier.school.drills import DRILLS
    from croupier.school.sitting import Lesson, Sitting, SittingTerms

    chosen = terms.choose_game(game, settings, paytable, paytable_file)
    placard = terms.choose_placard(chosen, limit, chip, breakage, aggregate, jurisdiction, date)
    if lesson not in get_args(Lesson):
        raise one_of("lesson", lesson, get_args(Lesson))
    words = seed if seed is not None else secrets.token_hex(8)
    if drill:
        if drill not in DRILLS:
            raise one_of("drill", drill, DRILLS)
        run_drill(Screen(), drill, chosen, placard, words, 10 * rounds)
        return
    sitting = Sitting(SittingTerms(chosen, placard, words, players, rounds, irregular))
    screen = Screen()
    LessonSession(screen, sitting, lesson).run()
    if seed is None:
        screen.say(f"--seed {words} deals these rounds again.")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round of a log, dealt again."""

    line: int
    record: Record
    round: Round
    events: list[Event]
    """What happened: everything, or what one seat could see."""

    @property
    def players(self) -> dict[int, str]:
        return {seat.number: seat.player for seat in self.record.before.seats}

    @property
    def net(self) -> dict[int, int]:
        """What each seat won or lost, in cents."""
        from croupier.voice.event_words import net

        return {seat: net(self.round.events, seat, player) for seat, player in self.players.items()}


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log that `croupier play --log FILE` wrote.")],
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", help="As this seat saw it; 0 is somebody who stands by. Without it, everything."),
    ] = None,
    round: Annotated[int | None, typer.Option(metavar="K", help="Only the round on line K.", min=1)] = None,
    json: terms.Json = False,
) -> None:
    """Deal recorded rounds again, check them and show each step."""
    from croupier.table.record import read_records

    replayed = [dealt_again(file, line, record, seat) for line, record in enumerate(read_records(file), start=1)]
    if round is not None:
        if round > len(replayed):
            raise Refused(f"{file} has no round {round}; it has 1 to {len(replayed)}")
        replayed = replayed[round - 1 : round]
    if json:
        print_json("replay", {"version": __version__, "rounds": [_plain(each, seat) for each in replayed]})
        return
    screen = Screen()
    for each in replayed:
        tell(screen, each, seat)
    screen.say(f"{counted(len(replayed), 'round')} dealt again from {file}: the same to the last card and cent.")


def dealt_again(file: Path, line: int, record: Record, seat: int | None) -> Replayed:
    """Deal the round of a record again and check it; a refusal names its line."""
    from croupier.games import game_named
    from croupier.table.events import WATCHER
    from croupier.table.record import deal_again

    if seat is not None and seat != WATCHER and seat not in [taken.number for taken in record.before.seats]:
        taken = ", ".join(str(taken.number) for taken in record.before.seats)
        raise Refused(f"line {line} of {file} has nobody at seat {seat}; taken: {taken}")
    try:
        round = deal_again(record, game_named)
    except Refused as error:
        said = "" if "edited" in str(error) or not _could_be_dealt(record) else "it has been edited: "
        raise Refused(f"line {line} of {file}: {said}{error}") from None
    return Replayed(line, record, round, [event if seat is None else event.as_seen(seat) for event in round.events])


def _could_be_dealt(record: Record) -> bool:
    """Return True if this program deals the game of a record as the program did that wrote it."""
    from croupier.games import game_named, game_names
    from croupier.table.chance import ALGORITHM

    if record.algorithm != ALGORITHM or record.before.game not in game_names():
        return False
    return record.release.behaviour == game_named(record.before.game).behaviour


def tell(screen: Screen, replayed: Replayed, seat: int | None) -> None:
    """Print a round step by step."""
    from croupier.games import game_named
    from croupier.table.events import WATCHER, Step
    from croupier.voice.event_words import EventSentences

    before = replayed.record.before
    kind = game_named(before.game)
    eyes = (
        "everything"
        if seat is None
        else "as somebody standing by saw it"
        if seat == WATCHER
        else f"as seat {seat} saw it"
    )
    screen.say(Text(f"{kind.title}, round {before.rounds + 1}: {eyes}", HEADING))
    chips = ", ".join(f"seat {taken.number} {taken.player} {dollars(taken.stack)}" for taken in before.seats)
    screen.say(Text(chips, DIM), indent=8)
    sentences = EventSentences(kind, replayed.players)
    for event in replayed.events:
        step = isinstance(event, Step)
        screen.say(Text(sentences(event), BRASS if step else ""), indent=0 if step else 8)
    for number, cents in replayed.net.items():
        screen.say(Text.assemble(f"{sentences.who(number)}: ", signed(cents), " in this round"), indent=8)
    screen.say("")


def _plain(replayed: Replayed, seat: int | None) -> dict[str, Any]:
    """Return a round as plain values; a seat is not shown the seed, which gives every card away."""
    before = replayed.record.before
    told = {
        "line": replayed.line,
        "game": before.game,
        "version": replayed.record.release.croupier,
        "behaviour": replayed.record.release.behaviour,
        "round": before.rounds + 1,
        "seat": seat,
        "players": {str(number): player for number, player in replayed.players.items()},
        "events": [msgspec.to_builtins(event) for event in replayed.events],
        "net_cents": {str(number): cents for number, cents in replayed.net.items()},
    }
    return told if seat is not None else told | {"seed": replayed.record.seed, "digest": replayed.record.digest}
