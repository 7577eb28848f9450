"""Games read off their procedures: rounds dealt through the real table show what is asked and what each ending pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from croupier.english import counted, listed
from croupier.errors import Refused
from croupier.exact.game_mathematics import Mathematics
from croupier.exact.reading.chosen_rounds import Scene, Unread, Way, word
from croupier.exact.reading.classes import BetsRead
from croupier.exact.reading.endings import BACKWARDS, BetGroup, Endings, bet_groups, takes
from croupier.exact.reading.kept_readings import kept_reading
from croupier.table.game import Game

Family = Literal["streets", "showdown", "draw", "board"]
HAND: Final = 5
"""A draw is out of so many cards."""

__all__ = ["Unread", "fitted", "read", "variants", "what_was_read"]


@dataclass(frozen=True)
class Fit:
    """The family that a procedure belongs to, what may be called, and the bets that it takes."""

    family: Family
    called: tuple[str, ...]
    groups: tuple[BetGroup, ...]
    unread: Mapping[BetGroup, str] = field(default_factory=dict)
    """Other bets, and why the family does not take them: each is solved by itself."""


def read(game: Game[Any]) -> Mathematics:
    """The mathematics of a game whose main bet is of a known kind; `Unread` says why it is of none."""
    fit = fitted(game)
    mathematics = _solver(game, fit)
    mathematics.unread = fit.unread
    return mathematics


def fitted(game: Game[Any]) -> Fit:
    """The family of a game's main bet and the bets that it takes; paytables make no difference to that."""
    return _fit(type(game), game.settings)


@kept_reading
def _fit(kind: type[Game[Any]], settings: Any) -> Fit:
    """All bets, or else the main one with as many others as go with it."""
    game = kind(settings)
    groups = bet_groups(game)
    try:
        return _with(game, groups)
    except Unread as whole:
        try:
            fit = _with(game, groups[:1])
        except Refused:
            raise whole from None
    unread: dict[BetGroup, str] = {}
    for group in groups[1:]:
        try:
            fit = _with(game, [*fit.groups, group])
        except Unread as reason:
            unread[group] = str(reason)
    return replace(fit, unread=unread)


def _with(game: Game[Any], groups: Sequence[BetGroup]) -> Fit:
    """The family that takes these bets; refused if none does."""
    fit = _family(game, groups)
    _solver(game, fit).check()
    return fit


def _solver(game: Game[Any], fit: Fit) -> Mathematics:
    match fit.family:  # imported here, for each loads kernels that the others do not need
        case "board":
            from croupier.exact.reading.as_board import BoardSolver

            return BoardSolver(game, fit.groups)
        case "showdown":
            from croupier.exact.reading.as_showdown import ShowdownSolver

            return ShowdownSolver(game, fit.groups)
        case "draw":
            from croupier.exact.reading.as_draw import DrawSolver

            return DrawSolver(game, fit.groups, fit.called)
        case _:
            from croupier.exact.reading.as_streets import StreetsSolver

            return StreetsSolver(game, fit.groups)


def _family(game: Game[Any], groups: Sequence[BetGroup]) -> Fit:
    """Which family a procedure with these bets belongs to."""
    called = variants(game)
    bets = {spot: 1 for group in groups for spot in group.opens}
    if not takes(game, bets, called[0]):
        raise Unread(f"{listed(group.name for group in groups)} cannot be bet without other bets")

    def fit(family: Family) -> Fit:
        return Fit(family, called, tuple(groups))

    ways = Endings(game, bets, called[0]).ways
    live = [way for way in ways if not way.folded]
    if any(slot not in way.final for way in live for asked in way.asked for slot in set(asked.seen) - set(asked.own)):
        raise Unread("a card that is shown to everybody is taken away again")
    if not any(way.asked for way in ways):
        raise Unread("nothing is asked of the player")
    if not any(_exchanged(way) for way in live):
        _ = BetsRead(game, bets, frozenset[str]().union(*(group.spots for group in groups)), called[0]).form
    if any(way.dealer for way in live):
        if any(way.shared for way in live):
            return fit("board")
        if any(len(way.asked) > 1 for way in ways):
            raise Unread("a dealer's hand is met in more than one step")
        return fit("showdown")
    if any(_exchanged(way) for way in live):
        if any(len(way.final) != HAND or len(way.asked) != 1 for way in live):
            raise Unread(f"cards are exchanged, but not once out of {HAND}")
        return fit("draw")
    return fit("streets")


def variants(game: Game[Any]) -> tuple[str, ...]:
    """The games that may be called before the bets; one without a name, where none is called."""
    scene = Scene(game, {})
    asked = scene.begin(BACKWARDS).decision
    if asked is None:
        return ("",)
    named = {answer: set(scene.begin(BACKWARDS, answer).table.named.values()) for answer in asked.legal}
    return tuple([answer for answer, said in named.items() if answer in said] or asked.legal)


def _exchanged(way: Way) -> bool:
    return any(slot not in way.final for asked in way.asked for slot in asked.own)


def what_was_read(game: Game[Any]) -> list[str]:
    """What the procedure of a game deals and asks, in sentences."""
    fit = fitted(game)
    groups, called = fit.groups, fit.called
    bets = {spot: 1 for group in groups for spot in group.opens}
    spots = frozenset[str]().union(*(group.spots for group in groups))
    told = []
    for variant in called:
        reading = BetsRead(game, bets, spots, variant)
        live, where = reading.live, f" of {variant}" if variant else ""
        said = dict.fromkeys(" ".join(way.names) for way in reading.ways)
        told.append(f"{counted(len(reading.ways), 'way')} through a round{where}: {listed(list(said)[:8], 'or')}.")
        asked = {len(here.seen): here for way in reading.ways for here in way.asked}
        for seen, here in sorted(asked.items()):
            prices = dict.fromkeys(
                word(option) + (f" ({option.cents // reading.endings.scene.unit})" if option.cents else "")
                for option in here.options
            )
            up = f" and {counted(len(here.upcards), 'card')} of the dealer's" if here.upcards else ""
            told.append(f"With {counted(seen, 'card')}{up} seen: {listed(prices, 'or')}.")
        try:
            form = reading.form
        except Unread:
            continue
        hand = f"The final hand is of {counted(len(live.final), 'card')}, ranked as {form.ranking}"
        against = f", against {counted(len(live.dealer), 'card')} of the dealer's" if live.dealer else ""
        least = f" who needs {form.qualifier} to qualify" if form.qualifier else ""
        told.append(f"{hand}{against}{least}; {counted(len(form.dealt), 'class')} of endings, each dealt.")
    told += [f"{group.name} is not paid by that, and is solved by itself: {why}." for group, why in fit.unread.items()]
    return told
