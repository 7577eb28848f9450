"""Every decision that a kernel looks up is the one that its strategy says, asked of the solver or of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import pytest

from croupier.cards import DECK, Card
from croupier.exact.solver import SIMPLE, Solver, solver_of
from croupier.games import game_named, game_names
from croupier.hands import ACE
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.runs.prepared import simulation_of, strategies_of
from croupier.simulate.setup import OPTIMAL, Setup
from croupier.table.round import Round
from croupier.table.view import View, view
from tests.simulate.dealt_again import Given, new_table

DECISIONS = 60
MAIN_BETS = {"three-card-draw": {"ante": 500}}
"""What is bet where the best play would be another with everything bet."""
BONUS = {"ante": 500, "bonus": 500}

Values = Mapping[str, Fraction]


@cache
def solver_for(game: str) -> Solver:
    return solver_of(game_named(game)())


@cache
def worth(game: str, cards: tuple[Card, ...], board: tuple[Card, ...], variant: str | None) -> Values:
    """What every choice is worth; it is asked once."""
    return solver_for(game).advise(cards, board, variant)


def alike(game: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards in place of others that are worth the same: in a game of points, all of one suit and no court cards."""
    if game != "draw-n-shoot-21":
        return cards
    ranks = sorted(card.rank if card.rank == ACE else min(card.rank, 10) for card in cards)
    return tuple(next(card for card in DECK if card.rank == rank) for rank in ranks)


def best(solver: Solver, seen: View, among: Callable[[str], bool] = lambda answer: True) -> list[str]:
    """The answers that are worth most, of those that a player considers."""
    question = solver.game.question(seen)
    assert question is not None
    values = worth(seen.game, alike(seen.game, question.cards), question.board, question.variant)
    return solver.best({answer: value for answer, value in values.items() if among(answer)})


def below_seventeen(cards: Sequence[Card]) -> bool:
    """Whether a blackjack dealer draws."""
    points = sum(1 if card.rank == ACE else min(card.rank, 10) for card in cards)
    soft = points <= 11 and any(card.rank == ACE for card in cards)
    return points + 10 * soft < 17


def allowed(strategy: str, solver: Solver, seen: View) -> list[str]:
    """What somebody who plays so may answer."""
    raises = [answer for answer in seen.legal if answer.startswith("raise-")]
    ten = all(10 <= card.rank < ACE for card in seen.own())
    match strategy:
        case "optimal" | "optimal-with-bonus":
            return best(solver, seen)
        case "never-fold":
            return best(solver, seen, lambda answer: answer != "fold")
        case "stand-pat":
            return [" ".join(["hold", *(card.name for card in seen.own())])]
        case "mimic-dealer":
            return raises[:1] or ["hit" if below_seventeen(seen.own()) else "stand"]
        case "always-raise":
            return raises[-1:] or best(solver, seen)
        case "never-raise":
            return raises[:1] or best(solver, seen)
        case "document" if raises and ten:
            return raises[-1:]
        case "document" | "simple":
            return [solver.game.automatic(seen)]
        case _:
            play = strategy.replace("always", "play")
            return best(solver, seen, lambda answer: answer.split()[0] == play)


def look_over(setup: Setup) -> int:
    """Play rounds by the kernel's answers, each of which must be of the seat's strategy. How many there were."""
    simulation, solver = simulation_of(setup), solver_for(setup.game.name)
    sheet = simulation.sheet(-(-DECISIONS // setup.players), keeps_cards=True)
    simulation.deal(key_of(setup.game.name), 0, sheet.rounds, sheet)
    table, decisions = new_table(setup), 0
    for number in range(sheet.rounds):
        round = Round(table, Given(simulation.cards(sheet, number), simulation.rolls(sheet, number)))
        answers = iter(simulation.answers(sheet, number))
        while round.waiting:
            seat = next(iter(round.waiting))
            if round.betting:
                round.bet(seat, dict(setup.bets))
                continue
            answer, seen = next(answers), view(round, seat)
            if seen.own():
                strategy = setup.strategies[seat - 1]
                assert answer in allowed(strategy, solver, seen), f"{strategy} with {seen.own()}"
                decisions += 1
            round.act(seat, answer)
    return decisions


@pytest.mark.parametrize(
    ("game", "strategy"),
    [(game, strategy) for game in game_names() for strategy in strategies_of(game_named(game)())],
)
@pytest.mark.sample(3)
def test_every_decision_of_a_kernel_is_the_one_that_its_strategy_says(game: str, strategy: str) -> None:
    bets = BONUS if strategy == "optimal-with-bonus" else MAIN_BETS.get(game, {})
    assert look_over(Setup(game_named(game)(), 2, (strategy,), bets)) >= DECISIONS


@pytest.mark.parametrize("game", ["three-card-draw"])
def test_bets_that_are_best_played_together_are(game: str) -> None:
    assert look_over(Setup(game_named(game)(), 2, ("optimal-with-bonus",), BONUS)) >= DECISIONS


@pytest.mark.parametrize("game", game_names())
def test_every_seat_plays_by_the_strategy_that_it_was_given(game: str) -> None:
    kind, bets = game_named(game), MAIN_BETS.get(game, {})
    names = tuple(name for name in strategies_of(kind()) if name != "optimal-with-bonus")[: kind.seats]
    look_over(Setup(kind(), len(names), names, bets))
    look_over(Setup(kind(), len(names), names[::-1], bets))


@pytest.mark.parametrize("strategy", [OPTIMAL, SIMPLE])
def test_a_bonus_alone_is_played_for_what_it_is_worth_by_itself(strategy: str) -> None:
    assert look_over(Setup(game_named("three-card-draw")(), 2, (strategy,), {"bonus": 500})) == DECISIONS
