"""What each answer is worth to a seat that sees certain cards, for any game that can be dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from croupier.cards import DECK, Card
from croupier.dice import Roll
from croupier.errors import Refused, one_of
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.look_ahead import LookAhead
from croupier.exact.by_walk.replays import SEAT, ChosenChance, Drawn, OneSeatTable
from croupier.exact.by_walk.sampled_checks import SEED, Checker, RandomDraws
from croupier.exact.by_walk.solving import PROBES, ROUNDS_A_SECOND, ByWalk, at_even_stake
from croupier.exact.by_walk.tree_search import OverBudget, TreeSearch, estimated_rounds
from croupier.exact.by_walk.wagerings import Stake, staked, stakes
from croupier.exact.estimated_bet import EstimatedValue
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.reading.endings import is_together
from croupier.exact.solved_game import Unwatched, Value
from croupier.table.events import may_see
from croupier.table.game import Game
from croupier.table.round import Round

TRIES: Final = 2000
"""Rounds dealt in search of a decision with as many cards."""
WAYS: Final = 20
"""Rounds with such a decision of which one is taken."""


class SeenDecision(NamedTuple):
    """A decision at which so many cards are seen: the answers before it, and the draws that the seat sees."""

    answers: tuple[str, ...]
    known: dict[int, tuple[Card, ...]]


class Weighed(NamedTuple):
    """What an answer is worth, and its endings: exact both, or both those of sampled futures."""

    value: Value
    leads_to: Prospect


@lru_cache(maxsize=8)
def advise_by_walk(
    game: Game[Any],
    cards: tuple[Card, ...],
    board: tuple[Card, ...] = (),
    variant: str | None = None,
    stake: Fraction = Fraction(1),
    seconds: float = 10,
) -> dict[str, Weighed]:
    """What becomes of every answer, with the best play afterwards, for one who has these cards and sees this board.

    It is exact if all that is hidden can be dealt within the time, else everything is estimated.
    """

    def advised(unit: int, flat: int) -> dict[str, Weighed]:
        by_walk = ByWalk(game, unit, flat, int(seconds * ROUNDS_A_SECOND), Unwatched())
        main, likeness = _prepared(game, unit, flat, variant)
        return _advised(by_walk, main, likeness, cards, board)

    return at_even_stake(stake, advised)


@lru_cache(maxsize=8)
def _prepared(game: Game[Any], unit: int, flat: int, variant: str | None) -> tuple[Stake, Likeness]:
    """The bets that are advised on, and what is alike with them: the same for every hand."""
    main = _main(game, unit, variant)
    table = OneSeatTable(game, DECK, main.wagering, unit, flat)
    return main, replace(Checker(table).likeness(), together=())


def _main(game: Game[Any], unit: int, variant: str | None) -> Stake:
    """The bets that the advice is for: those named with their stakes, or the first of the variant."""
    if variant is not None and is_together(variant):
        return staked(game, unit, variant)
    found: dict[str, Stake] = {}
    for stake in stakes(game, unit):
        of, slash, _ = stake.wagering.names[0].rpartition("/")
        found.setdefault(of if slash else "", stake)
    if (variant or "") in found:
        return found[variant or ""]
    if variant is None:
        return next(iter(found.values()))
    if list(found) == [""]:
        raise Refused(f"{game.name} is one game; there is no variant {variant!r}")
    raise one_of("variant", variant, list(found), game.name)


def _advised(
    by_walk: ByWalk, stake: Stake, likeness: Likeness, cards: Sequence[Card], board: Sequence[Card]
) -> dict[str, Weighed]:
    table = by_walk.table(stake)
    asked = _asked(table, likeness, cards, board)
    if estimated_rounds(table, likeness, PROBES, asked.known, asked.answers) > by_walk.rounds:
        return _estimated(by_walk, stake, likeness, asked)
    try:
        found = TreeSearch(table, likeness, 2 * by_walk.rounds).at(asked.known, asked.answers)
    except OverBudget:
        return _estimated(by_walk, stake, likeness, asked)
    return {
        answer: Weighed(
            solved.value / by_walk.unit,
            _leads_to(((net, chance) for (bet, net, *_), chance in solved.results.items() if not bet), by_walk.unit),
        )
        for answer, solved in found.items()
    }


def _leads_to(nets: Iterable[tuple[int, int | Fraction]], unit: int) -> Prospect:
    """Endings of which nothing is known but what they net."""
    names = {1: "win", 0: "push", -1: "lose"}
    return prospect((names[(net > 0) - (net < 0)], Fraction(net, unit), count) for net, count in nets)


def _estimated(by_walk: ByWalk, stake: Stake, likeness: Likeness, asked: SeenDecision) -> dict[str, Weighed]:
    ahead = LookAhead(by_walk.table(stake), likeness)
    chance = ChosenChance((), RandomDraws(Random(SEED)), known=asked.known)
    round = ahead.table.begin(chance)
    for answer in asked.answers:
        round.act(SEAT, answer)
    decision = round.decision
    if decision is None:
        raise Refused("with these cards there is no such decision")
    later = dict.fromkeys(decision.legal, ahead.beside.looking_ahead(Random(SEED), 1))
    values: dict[str, list[int]] = {answer: [] for answer in decision.legal}
    while ahead.rounds < by_walk.rounds:
        rng = Random(f"{SEED}/advice/{ahead.rounds}")
        for answer, ends in ahead.futures(round, chance, list(asked.answers), rng, 16, later).items():
            values[answer] += [end[0] for end in ends]
    return {
        answer: Weighed(_mean(nets, by_walk.unit), _leads_to(Counter(nets).items(), by_walk.unit))
        for answer, nets in values.items()
    }


def _mean(nets: Sequence[int], unit: int) -> EstimatedValue:
    if len(nets) < 2:
        raise Refused("no future of this decision could be dealt")
    mean = sum(nets) / len(nets)
    spread = sum((net - mean) ** 2 for net in nets) / (len(nets) - 1)
    return EstimatedValue(mean / unit, sqrt(spread / len(nets)) / unit)


def _asked(table: OneSeatTable, likeness: Likeness, cards: Sequence[Card], board: Sequence[Card]) -> SeenDecision:
    """A decision at which as many cards are the seat's and the table's to see, with these cards dealt to it.

    Where several ways lead to one, it is the one with the smallest bets.
    """
    rng, counts = Random(SEED), set[tuple[int, int]]()
    found: list[tuple[int, SeenDecision]] = []
    for _ in range(TRIES):
        chance = ChosenChance((), RandomDraws(rng))
        round = table.begin(chance)
        answers: list[str] = []
        while round.decision is not None:
            own, common = _visible(round)
            counts.add((len(own), len(common)))
            if (len(own), len(common)) == (len(cards), len(board)):
                bets = sum(round.table.seats[SEAT].bets.values())
                found.append((bets, SeenDecision(tuple(answers), _dealt(chance.drawn, own, common, cards, board))))
                break
            answers.append(rng.choice(round.decision.legal))
            round.act(SEAT, answers[-1])
        if len(found) == WAYS:
            break
    if found:
        return min(found, key=lambda way: way[0])[1]
    seen = " or ".join(f"{own} and {common}" for own, common in sorted(counts)) or "none"
    raise Refused(
        f"no decision of {table.game.name} is made with {len(cards)} cards of one's own and {len(board)} on the board; "
        f"there are decisions with {seen}"
    )


def _visible(round: Round) -> tuple[list[Card], list[Card]]:
    """The cards that a seat sees: its own, and the table's."""
    table = round.table
    own = [card for place in table.seats[SEAT].boxes.values() if may_see(SEAT, place.eyes) for card in place.cards]
    return own, [card for place in table.places.values() if may_see(SEAT, place.eyes) for card in place.cards]


def _dealt(
    drawn: Sequence[Drawn], own: list[Card], common: list[Card], cards: Sequence[Card], board: Sequence[Card]
) -> dict[int, tuple[Card, ...]]:
    """The draws that are seen, with these cards in them."""
    to = {"own": iter(cards), "common": iter(board)}
    known: dict[int, tuple[Card, ...]] = {}
    for number, there in enumerate(drawn):
        if isinstance(there, Roll):
            continue
        for name, seen in (("own", own), ("common", common)):
            if all(card in seen for card in there):
                for card in there:
                    seen.remove(card)
                known[number] = tuple(next(to[name]) for _ in there)
                break
    if own or common:
        raise Refused("the cards of this decision are not dealt one place at a time, so it cannot be advised on")
    return known
