"""The players at a trainee's table: they bet odd amounts and mostly play well, all from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeVar

from croupier.errors import Refused
from croupier.table.automatic import automatic_answer, automatic_bets
from croupier.table.chance import Seeded
from croupier.table.round import Round

T = TypeVar("T")
TRIES: Final = 6
LARGEST: Final = 12
"""Least bets that a player puts on a spot at most."""


class Players:
    """Players whose bets and answers come from a seed."""

    def __init__(self, seed: bytes) -> None:
        self.chance = Seeded(seed)

    def one_in(self, number: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return self.chance.below(number) == 0

    def any_of(self, things: Sequence[T]) -> T:
        """One of several things."""
        return things[self.chance.below(len(things))]

    def bet(self, round: Round, seat: int) -> None:
        """Bet on some spots, in whole chips of any number; now and then not at all."""
        if len(round.table.seats) > 1 and self.one_in(12):
            round.bet(seat, {})
            return
        for _ in range(TRIES):
            bets = self._bets(round, seat)
            if bets and round.takes(seat, bets):
                round.bet(seat, bets)
                return
        round.bet(seat, automatic_bets(round, seat))

    def _bets(self, round: Round, seat: int) -> dict[str, int]:
        table, bets = round.table, dict[str, int]()
        for spot in table.game.spots:
            if spot.later:
                continue
            if spot.pot:
                if table.pot is not None and bets and not self.one_in(4):
                    with suppress(Refused):
                        bets[spot.name] = table.pot.price(table.seats[seat].player)
            elif spot.equals:
                if spot.equals in bets:
                    bets[spot.name] = bets[spot.equals]
            elif spot.required or not self.one_in(3):
                limit, chip = table.placard.limit(table.game, spot.name), table.placard.chip
                least, most = -(-limit.least // chip), min(limit.most, limit.least * LARGEST) // chip
                bets[spot.name] = (least + self.chance.below(max(1, most - least + 1))) * chip
        return bets

    def answer(self, round: Round, seat: int) -> None:
        """Answer as an automatic seat would; one time in four anything legal."""
        decision = round.decision
        assert decision is not None
        round.act(seat, self.any_of(decision.legal) if self.one_in(4) else automatic_answer(round, seat))
