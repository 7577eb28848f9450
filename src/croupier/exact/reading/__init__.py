"""Games read off their procedures: rounds dealt through the real table show what is asked and what each ending pays."""

from __future__ import annotations

from typing import Any, Final, Literal

from croupier.english import counted, listed
from croupier.exact.game_mathematics import Mathematics
from croupier.exact.reading.chosen_rounds import Scene, Unread, Way, word
from croupier.exact.reading.classes import BetsRead
from croupier.exact.reading.endings import BACKWARDS, Endings, bet_groups
from croupier.exact.reading.kept_readings import kept_reading
from croupier.table.game import Game

Family = Literal["streets", "showdown", "draw", "board"]
HAND: Final = 5
"""A draw is out of so many cards."""

__all__ = ["Unread", "read", "variants", "what_was_read"]


def read(game: Game[Any]) -> Mathematics:
    """The mathematics of a game whose procedure is of a known kind; `Unread` says why it is of none."""
    family, called = _family(type(game), game.settings, game.behaviour)
    _checked(type(game), game.settings, game.behaviour)
    return _solver(game, family, called)


@kept_reading
def _checked(kind: type[Game[Any]], settings: Any, behaviour: int) -> None:
    """Refuse a game whose family cannot take what was read of it."""
    game = kind(settings, behaviour=behaviour)
    family, called = _family(kind, settings, behaviour)
    _solver(game, family, called).check()


def _solver(game: Game[Any], family: Family, called: tuple[str, ...]) -> Mathematics:
    groups = bet_groups(game)
    match family:  # imported here, for each loads kernels that the others do not need
        case "board":
            from croupier.exact.reading.as_board import BoardSolver

            return BoardSolver(game, groups)
        case "showdown":
            from croupier.exact.reading.as_showdown import ShowdownSolver

            return ShowdownSolver(game, groups)
        case "draw":
            from croupier.exact.reading.as_draw import DrawSolver

            return DrawSolver(game, groups, called)
        case _:
            from croupier.exact.reading.as_streets import StreetsSolver

            return StreetsSolver(game, groups)


@kept_reading
def _family(kind: type[Game[Any]], settings: Any, behaviour: int) -> tuple[Family, tuple[str, ...]]:
    """Which family a procedure belongs to, and what may be called; paytables make no difference to that."""
    game = kind(settings, behaviour=behaviour)
    called, groups = variants(game), bet_groups(game)
    bets = {spot: 1 for group in groups for spot in group.opens}
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
            return "board", called
        if any(len(way.asked) > 1 for way in ways):
            raise Unread("a dealer's hand is met in more than one step")
        return "showdown", called
    if any(_exchanged(way) for way in live):
        if any(len(way.final) != HAND or len(way.asked) != 1 for way in live):
            raise Unread(f"cards are exchanged, but not once out of {HAND}")
        return "draw", called
    return "streets", called


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
    groups, called = bet_groups(game), variants(game)
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
    return told
