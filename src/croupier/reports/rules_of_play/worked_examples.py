"""Worked examples that the engine dealt: a win, a loss and a push of every bet, as far as rounds bring them."""

from __future__ import annotations

from typing import Any, Final

from croupier.contract import Json
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.voice.event_words import results
from croupier.voice.guided_hands import ROUNDS_DEALT, Example, examples
from croupier.voice.prompts import choice_words

RESULTS: Final = ("win", "push", "lose")


def worked_examples(game: Game[Any], placard: Placard) -> list[Json]:
    """Return the examples of each bet, win first; a result that no round brought is named as missing."""
    told, labels, found = [], _labels(game), examples(game, placard)
    for called in sorted({called for called, _, _ in found}):
        for spot, label in labels.items():
            of_spot = {result: found[called, spot, result] for result in RESULTS if (called, spot, result) in found}
            if of_spot:
                told.append(
                    {
                        "bet": label,
                        "title": labels.get(f"{called}/{spot}", f"{label} {called.replace('-', ' ')}".rstrip()),
                        "examples": [_told(game, each) for each in of_spot.values()],
                        "missing": [result for result in RESULTS if result not in of_spot],
                        "searched": f"{ROUNDS_DEALT:,}",
                    }
                )
    return told


def played_by(game: Game[Any]) -> str:
    """Return how the player of most examples plays."""
    if game.short_strategy is not None:
        return "plays by the short strategy that is written with the game"
    return "takes the first answer that does not fold"


def _labels(game: Game[Any]) -> dict[str, str]:
    """The spots by name, and after them what is paid besides the bets, under its paytable's label."""
    spots = {spot.name: spot.label for spot in game.spots}
    return spots | {bet.name: bet.label for bet in game.pay_bets if bet.name not in spots}


def _told(game: Game[Any], example: Example) -> Json:
    kind, story = type(game), list[str]()
    for step in example.hand.steps:
        story += step.says
        story += [f"You choose “{choice_words(kind, step.answer, game.own_cards[1])}”."] if step.answer else []
    ((_, settled),) = results(kind, [example.settled])
    return {
        "result": "loss" if example.settled.result == "lose" else example.settled.result,
        "story": " ".join(story),
        "settled": f"{settled}.",
    }
