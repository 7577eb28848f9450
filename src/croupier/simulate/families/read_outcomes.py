"""What outcomes are worth, read off the real table: each is dealt once to a player with the setup's own terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from croupier.cards import Card
from croupier.chips import Cashier
from croupier.dice import Roll
from croupier.exact.reading.chosen_rounds import Chosen, Unread, settled_cents
from croupier.odds import Odds, Prize
from croupier.simulate.kernel.outcomes import Outcome, OutcomeBet, Outcomes
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import Memory
from croupier.table.chance import Shoe
from croupier.table.round import Round
from croupier.table.table import Table

STACK: Final = 10**80
"""More cents than a round can cost."""

_outcomes: Final = Memory(64)


@dataclass(frozen=True)
class WatchfulCashier(Cashier):
    """Pays as the table does, and knows which payouts were rounded down."""

    rounded: list[int] = field(default_factory=list)

    def payout(self, stake: int, pay: Odds | Prize) -> int:
        won = Cashier.payout(self, stake, pay)
        if isinstance(pay, Odds) and won != stake * pay.value:
            self.rounded.append(won)
        return won


class LimitedTable(Table):
    """A table that knows whether a limit has cut a payout short."""

    cut_short = False

    def pay_out(self, cents: int, counts: bool) -> int:
        paid = super().pay_out(cents, counts)
        self.cut_short |= paid != cents
        return paid


class LonePlayer:
    """A table with the setup's game, terms and bets, and one player.

    Where several players share a limit on what a round pays, what is left of it for one cannot be told: it is left out.
    """

    def __init__(self, setup: Setup) -> None:
        placard = setup.placard if setup.players == 1 else replace(setup.placard, aggregate_payout=None)
        self.bets = dict(setup.bets)
        self.table = LimitedTable(setup.game, placard)
        self.table.cashier = self.cashier = WatchfulCashier(placard.breakage, placard.chip)
        self.table.sit(1, "player", STACK)

    @property
    def rounded(self) -> bool:
        """Whether a payout so far was rounded down or cut short by a limit."""
        return bool(self.cashier.rounded) or self.table.cut_short

    def outcome(
        self,
        cards: Sequence[Card],
        answers: Sequence[int | str],
        action: str,
        rolls: Sequence[Roll] = (),
        called: str = "",
    ) -> Outcome:
        """What comes of a round with these cards and answers, each by its place among the options or by its name."""
        self.table.shoe = Shoe([], 0)
        round = Round(self.table, Chosen(cards, rolls))
        while round.decision is not None:
            round.act(1, called)
        round.bet(1, dict(self.bets))
        for answer in answers:
            if round.decision is None:
                raise Unread(f"with {' '.join(map(str, cards))} less is asked than with other cards")
            round.act(1, answer if isinstance(answer, str) else round.decision.options[answer].name)
        if not round.finished:
            raise Unread(f"with {' '.join(map(str, cards))} more is asked than with other cards")
        nets, wagers = settled_cents(round.events)
        return Outcome(nets, wagers, action)


@dataclass(frozen=True)
class OutcomesRead:
    """Outcomes, and whether a payout of any of them was rounded down or cut short by a limit."""

    outcomes: Outcomes
    rounded: bool


def read_outcomes(
    setup: Setup, bets: Sequence[OutcomeBet], number: Callable[[LonePlayer], Sequence[Outcome | None]]
) -> OutcomesRead:
    """The outcomes of a setup; they are remembered for the next setup with the same game, terms and bets."""

    def read() -> OutcomesRead:
        player = LonePlayer(setup)
        every = number(player)
        return OutcomesRead(Outcomes(every, tuple(bets)), player.rounded)

    return _outcomes(setup.game, repr((setup.placard, dict(setup.bets), setup.players == 1)), read)
