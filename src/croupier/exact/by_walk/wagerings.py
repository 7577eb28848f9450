"""Which bets a game has, read off its spots: the main one, side bets, each by variant of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.replays import SEAT, ChosenChance, OneSeatTable, Wagering, seated
from croupier.exact.by_walk.sampled_checks import SEED, Checker, RandomDraws
from croupier.exact.reading.endings import bet_groups, first_group, staked_together
from croupier.table.game import Game, Spot
from croupier.table.round import Round

MAIN: Final = "main"
ALONE: Final = "-alone"
ROUNDS_ASKED: Final = 40
"""Rounds after which bets are taken to ask for no decision."""


@dataclass(frozen=True)
class Stake:
    """Bets that are solved together, of which some are told."""

    wagering: Wagering
    tells: tuple[str, ...]
    """The bets that are told; one that is only played for, so that others follow it, is not."""
    asks: bool
    """Whether they lead to decisions."""
    units: tuple[str, ...]
    """What one unit of each bet is called."""


def stakes(game: Game[Any], unit: int) -> list[Stake]:
    """Every bet of a game, with those that are solved together in one."""
    return [
        stake for opening, variant in variants(game, unit).items() for stake in _stakes(game, unit, opening, variant)
    ]


def staked(game: Game[Any], unit: int, words: str) -> Stake:
    """Bets with their stakes, `main=1,trips=1/5`, solved as one, in units of the first."""
    groups = bet_groups(game)
    units, spots = staked_together(words, groups, game)
    wagering = Wagering((), tuple(units), {words: spots}, units)
    return Stake(wagering, (words,), bool(_asks(game, unit, wagering)), (first_group(words, groups).unit,))


def variants(game: Game[Any], unit: int) -> dict[tuple[str, ...], str]:
    """The answers before the bets that make another game of it, and what that is called: nothing where there are none.

    Answers that announce the same are one variant.
    """
    found: dict[tuple[str, ...], str] = {}
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        opening = waiting.pop(0)
        round = Round(seated(game, DECK, unit), ChosenChance((), RandomDraws(Random(SEED))))
        for answer in opening:
            round.act(SEAT, answer)
        if round.decision is not None:
            waiting += [(*opening, answer) for answer in round.decision.legal]
        elif not round.finished:
            called = "/".join(round.table.named.values() if round.table.named else opening)
            same = next((other for other, name in found.items() if name == called), None)
            if same is None or opening[-1:] == (called,):
                found = {other: name for other, name in found.items() if other != same} | {opening: called}
    return found


def bets_of(game: Game[Any]) -> dict[str, list[Spot]]:
    """The spots of each bet: those of one wager, but for optional ones that may be bet by themselves."""
    groups: dict[str, list[Spot]] = {}
    for spot in game.spots:
        if not spot.pot:
            groups.setdefault(spot.wager, []).append(spot)
    found: dict[str, list[Spot]] = {}
    for wager, spots in groups.items():
        opening = [spot for spot in spots if not spot.later]
        required = [spot for spot in opening if spot.required]
        core = required or opening[:1]
        core += [spot for spot in opening if spot not in core and spot.equals in {other.name for other in core}]
        core += [spot for spot in spots if spot.later]
        free = [spot for spot in opening if spot not in core]
        found[wager if required or not free else core[0].name] = core
        found |= {spot.name: [spot] for spot in free}
    return found


def _stakes(game: Game[Any], unit: int, opening: tuple[str, ...], variant: str) -> list[Stake]:
    bets = bets_of(game)
    first = next((name for name in bets if name == MAIN), None) or next(
        (name for name, spots in bets.items() if any(spot.required for spot in spots)), next(iter(bets))
    )
    required = [spot.name for spot in game.spots if spot.required]

    def together(names: Iterable[str], told: Iterable[str] | None = None) -> Stake | None:
        names = list(names)
        spots = [spot.name for name in names for spot in bets[name] if not spot.later]
        told_names = list(names if told is None else told)
        wagering = Wagering(
            opening,
            tuple(dict.fromkeys((*spots, *required))),
            {_called(variant, name): frozenset(spot.name for spot in bets[name]) for name in names},
        )
        asks = _asks(game, unit, wagering)
        return (
            None
            if asks is None
            else Stake(
                wagering,
                tuple(_called(variant, name) for name in told_names),
                asks,
                tuple(unit_of(bets[name]) for name in names),
            )
        )

    main = together([first])
    if main is None:
        raise Refused(f"{game.name} does not take a bet on {first} alone, so it cannot be solved")
    others = [name for name in bets if name != first and any(not spot.later for spot in bets[name])]
    alone = {name: None if required else together([name]) for name in others}
    silent = [name for name, stake in alone.items() if stake is not None and not stake.asks]
    follows = [name for name in others if name not in silent]
    if not main.asks and others:
        every = together([first, *others])
        if every is not None:
            return [every]
    found = [main]
    in_one = together(silent) if len(silent) > 1 else None
    found += [in_one] if in_one is not None else [stake for name in silent if (stake := alone[name])]
    along = together([first, *follows], follows) if follows else None
    if along is not None:
        found.append(along)
    elif follows:
        found += [stake for name in follows if (stake := together([first, name], [name]))]
    for name in follows:
        stake = alone[name]
        if stake is not None:
            by_itself = _called(variant, name + ALONE)
            (spots,) = stake.wagering.told.values()
            found.append(replace(stake, wagering=replace(stake.wagering, told={by_itself: spots}), tells=(by_itself,)))
    return found


def _called(variant: str, name: str) -> str:
    return f"{variant}/{name}" if variant else name


def unit_of(spots: list[Spot]) -> str:
    """What a unit of a bet is called: by its first spot, where there are several to it."""
    return spots[0].name if len(spots) > 1 else "bet"


def _asks(game: Game[Any], unit: int, wagering: Wagering) -> bool | None:
    """Whether bets lead to decisions; None if they are not taken."""
    table = OneSeatTable(game, DECK, wagering, unit)
    checker, plain = Checker(table), Likeness(DECK)
    try:
        return any(checker.round(plain).answers for _ in range(ROUNDS_ASKED))
    except Refused as refused:
        if table.rounds > 1:
            raise Refused(f"{game.name} cannot be dealt to one seat: {refused}") from None
        return None
