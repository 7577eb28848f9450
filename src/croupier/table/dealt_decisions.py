"""Decisions to practise: those that rounds dealt from a seed put to a player who stays in and bets the least."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from croupier.chips import plain_dollars
from croupier.table.chance import Seeded, derive
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import view

STACK: Final = 10_000_000


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
        table.sit(1, "player", STACK)
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
