"""Rounds dealt aside, from fixed seeds: to hear the dealer's sentences, to find examples, to practise decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, product
from typing import Any, Final, Literal

import msgspec

from croupier.cards import DECK, Card
from croupier.chips import plain_dollars
from croupier.errors import Refused
from croupier.table.chance import Seeded, derive, seed_from
from croupier.table.events import Settled, Step
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import automatic_answer, automatic_bets, view

Way = Literal["careful", "timid", "bold"]
"""How a player at a rehearsal answers: by the game's short strategy, or always the first answer, or always the last.

The timid one bets, every other round, on one spot alone where that is allowed; otherwise all bet on everything.
"""

Watch = Callable[[Round, int], None]
"""Somebody who looks at a round and at the seat that is about to answer."""

EVERY_WAY: Final[tuple[Way, ...]] = ("careful", "timid", "bold")
PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gail", "Hal", "Iris", "Jon", "Kay", "Leo")
PLENTY: Final = 10_000_000
WATCHED: Final = 60
"""Rounds in which it is seen what may become of bets."""
HIGHEST_CARDS: Final = tuple(card for card in DECK if card.rank >= 10)
HIGH_CARDS: Final = tuple(card for card in DECK if card.rank >= 8)
"""What is left of the deck without low cards: whatever is dealt from it can be dealt from the deck as well."""
REHEARSALS: Final = 12
"""Rounds in which a dealer's sentences are heard."""


def sentences(game: Game[Any], placard: Placard) -> list[Step]:
    """What the dealer is told: each step once, as it is first said."""
    told: dict[tuple[str, str], Step] = {}
    for number in range(REHEARSALS):
        for step in steps(rehearse(game, placard, number)):
            told.setdefault(kind_of(step), step)
    return list(told.values())


def one_player_rounds(game: Game[Any], placard: Placard) -> Iterator[Round]:
    """Rounds of one player of each way, from the deck and from its higher cards, to hear what comes seldom."""
    for way, pack in product(EVERY_WAY, (DECK, HIGH_CARDS)):
        for number in range(WATCHED):
            yield rehearse(game, placard, number, (way,), pack)


def steps(round: Round) -> list[Step]:
    """What the dealer was told in a round."""
    return [event for event in round.events if isinstance(event, Step)]


def kind_of(step: Step) -> tuple[str, str]:
    """What makes two sentences one step, said of different rounds: their rule and their verb."""
    return step.rule, step.sentence.split()[0]


def rehearse(
    game: Game[Any],
    placard: Placard,
    number: int,
    ways: Sequence[Way] = EVERY_WAY,
    pack: tuple[Card, ...] = DECK,
    watch: Watch = lambda round, seat: None,
    careful: Callable[[Round, int], str] = automatic_answer,
) -> Round:
    """One round at a new table; each number is another round. Whoever watches is told of every decision to come."""
    table = new_table(game, placard, len(ways), pack)
    return deal(table, f"rehearsal {number}", number, ways, watch=watch, careful=careful)


def what_becomes_of_bets(game: Game[Any], placard: Placard) -> dict[str, set[tuple[str, str]]]:
    """For each spot the results seen in some rounds and what they paid.

    Most are dealt from the highest cards alone, from which hands that tie come more often.
    """
    found: dict[str, set[tuple[str, str]]] = {}
    rounds = [rehearse(game, placard, number) for number in range(WATCHED)]
    with suppress(Refused):  # There are games that need more cards.
        rounds += [rehearse(game, placard, number, ("bold",), HIGHEST_CARDS) for number in range(5 * WATCHED)]
    for event in (event for round in rounds for event in round.events):
        if isinstance(event, Settled):
            found.setdefault(event.spot, set()).add((event.result, event.pays))
    return found


def has_decisions(game: Game[Any]) -> bool:
    """Whether a player decides anything after betting, as far as a few rounds show."""
    seen: list[int] = []

    def watch(round: Round, seat: int) -> None:
        decision = round.waiting[seat]
        if decision is not None and len(decision.legal) > 1:
            seen.append(seat)

    return any(rehearse(game, Placard(), number, watch=watch) and seen for number in range(REHEARSALS))


def evening(
    game: Game[Any],
    placard: Placard,
    ways: Sequence[Way],
    in_pot: Callable[[int, int], bool] = lambda number, seat: True,
) -> Iterator[Round]:
    """Round after round at one table; by its number, a round's pot has only some of the seats in it."""
    table = new_table(game, placard, len(ways))
    for number in count():
        yield deal(table, f"evening {number}", number, ways, partial(in_pot, number))


def new_table(game: Game[Any], placard: Placard, players: int, pack: tuple[Card, ...] = DECK) -> Table:
    """A table with so many players, as far as there are seats, all with plenty of chips."""
    table = Table(game, placard, pack)
    for number, player in enumerate(PLAYERS[: min(players, game.seats)], start=1):
        table.sit(number, player, PLENTY)
    return table


def deal(
    table: Table,
    seed: str,
    number: int,
    ways: Sequence[Way],
    in_pot: Callable[[int], bool] = lambda seat: True,
    watch: Watch = lambda round, seat: None,
    careful: Callable[[Round, int], str] = automatic_answer,
) -> Round:
    """A whole round; what is asked before there are bets is answered differently from number to number."""
    round = Round.seeded(table, seed_from(seed))
    while not round.finished:
        seat = next(iter(round.waiting))
        decision = round.waiting[seat]
        way = ways[seat - 1]
        if decision is None:
            alone = way == "timid" and number % 2 == 1
            bets = one_bet(round, seat) if alone else everything(round, seat)
            round.bet(seat, bets if in_pot(seat) else without_pot(table, bets))
        elif not table.clockwise():
            round.act(seat, decision.legal[number % len(decision.legal)])
        else:
            watch(round, seat)
            if way == "careful":
                round.act(seat, careful(round, seat))
            else:
                round.act(seat, decision.legal[0 if way == "timid" else -1])
    return round


def everything(round: Round, seat: int) -> dict[str, int]:
    """The least on every spot, as far as the table takes it together."""
    table, bets = round.table, automatic_bets(round, seat)
    for spot in table.game.spots:
        if not spot.later and not spot.pot and spot.name not in bets:
            more = bets | {spot.name: table.placard.limit(table.game, spot.name).least}
            if round.takes(seat, more):
                bets = more
    return bets


def one_bet(round: Round, seat: int) -> dict[str, int]:
    """The least on the last spot that may be bet on alone; on everything where none may."""
    table = round.table
    for spot in reversed(table.game.spots):
        bets = {spot.name: table.placard.limit(table.game, spot.name).least}
        if round.takes(seat, bets):
            return bets
    return everything(round, seat)


def without_pot(table: Table, bets: dict[str, int]) -> dict[str, int]:
    """The bets less the wager for a pot."""
    return {spot: cents for spot, cents in bets.items() if not table.game.spot(spot).pot}


class DealtDecision(msgspec.Struct, frozen=True):
    """A decision as `advise` takes it, with what may be answered."""

    cards: str
    board: str
    variant: str | None
    stake: str
    """In dollars."""
    legal: list[str]


def dealt_decisions(game: Game[Any], seed: bytes, rounds: int) -> Iterator[DealtDecision]:
    """Every decision of so many rounds that can be advised on; answers are drawn from those that do not fold."""
    for number in range(rounds):
        table = Table(game)
        table.sit(1, "player", PLENTY)
        chance = Seeded(derive(seed, f"answers {number}"))
        round = Round.seeded(table, derive(seed, f"round {number}"))
        while not round.finished:
            if round.betting:
                round.bet(1, table.placard.least_bets(game))
                continue
            seen = view(round, 1)
            if len(seen.legal) > 1 and (asked := game.question(seen)):
                own, board = (" ".join(card.name for card in cards) for cards in (asked.cards, asked.board))
                yield DealtDecision(own, board, asked.variant, plain_dollars(asked.stake), list(seen.legal))
            stays = [answer for answer in seen.legal if answer != "fold"] or list(seen.legal)
            round.act(1, stays[chance.below(len(stays))])
