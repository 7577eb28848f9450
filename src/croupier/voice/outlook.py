"""What follows an answer: which cards come next, which bets are gone, read off rounds that are dealt aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from croupier.cards import BACK, is_card
from croupier.table.chance import seed_from
from croupier.table.decisions import Decision, Option
from croupier.table.events import Dealt, Decided, Event, Rolled, Settled, TurnedUp
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import everything, new_table
from croupier.table.round import Round
from croupier.table.seat import HAND, TAKEN_BACK

MOST_ROUNDS: Final = 80
"""How many rounds are dealt aside at most to learn what follows each answer."""
SEEDS: Final = 40
"""How many first rounds are tried until one asks something."""
ALONE: Final = 1


@dataclass(frozen=True, slots=True)
class Outlook:
    """What happens between an answer and the next question to the same player."""

    shows: tuple[str, ...] = ()
    """The places whose cards the player comes to see."""
    draws: int = 0
    """How many cards come to the player's hand."""
    rolls: bool = False
    gives_up: tuple[str, ...] = ()
    """The spots whose bets are taken at once."""
    part_back: bool = False
    """Whether a part of what is given up comes back: a surrender."""
    takes_back: tuple[str, ...] = ()
    """The spots whose bets come back at once."""
    asked_again: bool = False


def head(answer: str) -> str:
    """An answer without the cards that it names.

    >>> head("play-2x discard 7c"), head("hold As Ks")
    ('play-2x discard', 'hold')
    """
    return " ".join(word for word in answer.split() if not is_card(word))


def by_head(decision: Decision) -> dict[str, list[Option]]:
    """The options of a decision, those together that differ only in the cards they name."""
    found: dict[str, list[Option]] = {}
    for option in decision.options:
        found.setdefault(head(option.name), []).append(option)
    return found


def outlooks(game: Game[Any]) -> dict[tuple[int, str], Outlook]:
    """What follows each answer, by how many decisions the player has made before, and by the answer."""
    return _outlooks(type(game), game.settings)


def outlook(game: Game[Any], round: Round, seat: int, answer: str) -> Outlook | None:
    """What follows an answer to the question that a seat is asked now; None if no round dealt aside came to it."""
    known = outlooks(game)
    before = sum(isinstance(event, Decided) and event.seat == seat for event in round.events)
    said = head(answer)
    found = known.get((before, said))
    return found or next((one for (_, name), one in reversed(known.items()) if name == said), None)


@lru_cache(maxsize=64)
def _outlooks(kind: type[Game[Any]], settings: Any) -> dict[tuple[int, str], Outlook]:
    game = kind(settings)
    seed = next((seed for seed in range(SEEDS) if not _dealt(game, seed, ()).finished), 0)
    found: dict[tuple[int, str], Outlook] = {}
    paths: list[tuple[str, ...]] = [()]
    dealt = 0
    while paths and dealt < MOST_ROUNDS:
        path = paths.pop(0)
        round = _dealt(game, seed, path)
        for said, options in by_head(round.decision).items() if round.decision else ():
            if (len(path), said) in found:
                continue
            longer = (*path, options[-1].name)
            after = _dealt(game, seed, longer)
            dealt += 1
            found[len(path), said] = _read(after.events[len(round.events) :], not after.finished)
            if not after.finished:
                paths.append(longer)
    return found


def _dealt(game: Game[Any], seed: int, answers: Sequence[str]) -> Round:
    """A round of one player with these answers, as far as they go, whatever bets are asked for."""
    table = new_table(game, Placard(), 1)
    round = Round.seeded(table, seed_from(f"outlook {seed}"))
    left = list(answers)
    while not round.finished:
        if round.betting:
            round.bet(ALONE, everything(round, ALONE))
        elif left:
            round.act(ALONE, left.pop(0))
        else:
            break
    return round


def _read(events: Iterable[Event], asked_again: bool) -> Outlook:
    shows: list[str] = []
    lost: list[str] = []
    back: list[str] = []
    draws, rolls, seen, part = 0, False, False, False
    for event in events:
        if isinstance(event, Settled):
            if event.why == TAKEN_BACK:
                back.append(event.spot)
            elif seen:
                break
            elif event.result == "push":
                part = True
            elif event.result == "lose":
                lost.append(event.spot)
        elif isinstance(event, Rolled):
            rolls = seen = True
        elif isinstance(event, Dealt | TurnedUp) and BACK not in event.as_seen(ALONE).cards:  # type: ignore[attr-defined]
            seen = True
            if event.seat is not None and event.place == HAND:
                draws += len(event.cards) if isinstance(event, Dealt) else 0
            elif event.place not in shows:
                shows.append(event.place)
    return Outlook(tuple(shows), draws, rolls, tuple(lost), part, tuple(back), asked_again)
