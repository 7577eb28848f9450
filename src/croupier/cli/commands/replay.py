"""`croupier replay`: the rounds of a log dealt again, checked, and told step by step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.text import Text

from croupier import __version__
from croupier.chips import dollars
from croupier.cli.printing.grids import print_json
from croupier.cli.screen import BRASS, DIM, HEADING, Screen, signed
from croupier.cli.terms import Json
from croupier.english import counted
from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.table.events import Event
    from croupier.table.record import Record
    from croupier.table.round import Round


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
        """Who sat where."""
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
    json: Json = False,
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
    """A record's round, checked; where it cannot be dealt, the line is named."""
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
    """One round, step by step."""
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
    """A round as plain values; a seat is not told the seed, from which every card can be worked out."""
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
