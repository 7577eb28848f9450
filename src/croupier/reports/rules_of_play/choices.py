"""What a player is asked in a round, in the words of the answers."""

from __future__ import annotations

import re
from typing import Any, Final

from croupier.cards import BACK
from croupier.contract import Json
from croupier.english import counted
from croupier.reports.paper_words import action_words
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.view import view

ROUNDS_WATCHED: Final = 40


def choices(game: Game[Any], placard: Placard) -> list[Json]:
    """Every set of answers that players were offered after betting, with how many cards they could see."""
    seen: dict[tuple[str, ...], set[int]] = {}

    def watch(round: Round, seat: int) -> None:
        decision = round.waiting[seat]
        if decision is not None and len(decision.legal) > 1:
            answers = tuple(dict.fromkeys(map(kind_of_answer, decision.legal)))
            seen.setdefault(answers, set()).add(_cards_seen(round, seat))

    for number in range(ROUNDS_WATCHED):
        rehearse(game, placard, number, watch=watch)
    return [
        {"cards": _count(cards), "answers": " · ".join(answers)}
        for answers, cards in sorted(seen.items(), key=lambda choice: (min(choice[1]), max(choice[1])))
    ]


def kind_of_answer(answer: str) -> str:
    """An answer with any card in it left open.

    >>> kind_of_answer("play-2x discard 7c"), kind_of_answer("hold As Ks"), kind_of_answer("raise-0")
    ('play 2x, discard a card', 'hold any cards', 'no raise')
    """
    words = action_words(answer)
    if words.startswith("hold"):
        return "hold any cards"
    return re.sub(r"^(.+) 0$", r"no \1", re.sub(r"discard \S+$", "discard a card", words))


def _cards_seen(round: Round, seat: int) -> int:
    seen = view(round, seat)
    own = [card for each in seen.seats if each.number == seat for cards in each.places.values() for card in cards]
    common = [card for cards in seen.places.values() for card in cards]
    return sum(card != BACK for card in own + common)


def _count(cards: set[int]) -> str:
    least, most = min(cards), max(cards)
    words = counted(least, "card")
    return words if least == most else f"{words} or more"
