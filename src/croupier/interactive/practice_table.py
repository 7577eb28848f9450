"""A table to play at from Python: rounds dealt, advised on and settled, drawn in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.errors import InvariantError, Refused
from croupier.interactive import arguments
from croupier.interactive.notebook_results import ChoiceValues
from croupier.money_words import cents_by_spot
from croupier.shown.html_parts import cards_svg, html_table, page, text
from croupier.table.chance import derive, seed_from
from croupier.table.events import Settled
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, play_automatic_seat, view

if TYPE_CHECKING:
    from croupier.interactive.chosen_game import ChosenGame

PLAYER = 1
"""The seat of whoever plays; the others answer by the game's short strategy."""


class PracticeRound:
    """A round as seat 1 sees it: `round.legal`, `round.act("check")`, `round.won`."""

    def __init__(self, game: ChosenGame, round: Round) -> None:
        self.game, self.round = game, round
        self._stack = round.table.seats[PLAYER].stack

    @property
    def view(self) -> View:
        """What the seat sees, and nothing else."""
        return view(self.round, PLAYER)

    @property
    def legal(self) -> list[str]:
        """The answers that may be given now; empty once the round is over."""
        return self.view.legal

    @property
    def finished(self) -> bool:
        """True once the round is over."""
        return self.round.finished

    @property
    def won(self) -> float:
        """Dollars won so far, less what was lost and what lies on the table."""
        return (self.round.table.seats[PLAYER].stack - self._stack) / 100

    def act(self, answer: str) -> PracticeRound:
        """Answer in one of the words of `legal`; other seats answer for themselves."""
        self.round.act(PLAYER, arguments.words(answer, "the answer", "".join(self.legal[:1])))
        self.play_others()
        return self

    def advise(self) -> ChoiceValues:
        """Value every answer with the cards that the seat sees and the bets that it has."""
        asked = None if self.round.finished or self.round.betting else self.game.game.question(self.view)
        if asked is None:
            raise Refused("there is nothing to advise on; ask while the round waits for a decision")
        return self.game.advise(asked.cards, asked.board, asked.variant, asked.stake / 100)

    def play_others(self) -> None:
        """Answer for the other seats until seat 1 is asked or the round is over."""
        while self.round.waiting and PLAYER not in self.round.waiting:
            play_automatic_seat(self.round, next(iter(self.round.waiting)))

    def __repr__(self) -> str:
        lying = ", ".join(f"{name}: {' '.join(cards)}" for name, cards in self._places().items())
        asked = f"won {self.won:+g} dollars" if self.finished else f"legal: {', '.join(self.legal)}"
        return f"<{self.game.title}, {lying or 'no cards yet'}; {asked}>"

    def _places(self) -> dict[str, list[str]]:
        seen = self.view
        return {**next(seat for seat in seen.seats if seat.number == PLAYER).places, **seen.places}

    def _repr_html_(self) -> str:
        places = "".join(
            f'<div style="margin:.3em 1em .3em 0;display:inline-block"><div>{text(name)}</div>{cards_svg(cards)}</div>'
            for name, cards in self._places().items()
        )
        bets = ", ".join(f"{spot} {dollars(cents)}" for spot, cents in self.round.table.seats[PLAYER].bets.items())
        asked = f"Won {self.won:+,.2f} dollars." if self.finished else f"Legal: {', '.join(self.legal)}."
        felt = (
            f'<div style="background:{escape(self.game.game.felt)};color:#fff;padding:.6em 1em;border-radius:8px">'
            f"{places}<div>{text(bets)}</div><div><b>{text(asked)}</b></div></div>"
        )
        rows = [
            [text(each.spot), text(each.result), dollars(each.stake), dollars(each.won), text(each.why)]
            for each in (event.as_seen(PLAYER) for event in self.round.events)
            if isinstance(each, Settled) and each.seat == PLAYER
        ]
        return page(felt, html_table("", ("bet", "result", "stake", "won", "why"), rows, 2, 1) if rows else "")


class PracticeTable:
    """A table with a player at seat 1; `deal(ante=5, blind=5)` begins a round."""

    def __init__(self, game: ChosenGame, players: int, stack: int, seed: str) -> None:
        self.game, self.seed, self.table = game, seed, Table(game.game)
        for number in range(1, players + 1):
            self.table.sit(number, f"player {number}", stack)

    def deal(
        self, bets: Mapping[str, float | str] | None = None, *, variant: str = "", **spots: float | str
    ) -> PracticeRound:
        """Begin a round with these bets in dollars, the least on the main spots if none are given."""
        round = Round.seeded(self.table, derive(seed_from(self.seed), f"round {self.table.rounds}"))
        dealt = PracticeRound(self.game, round)
        staked = cents_by_spot({**arguments.bets(bets), **spots}) or self.game.least_bets()
        if variant and round.betting:
            raise Refused(f"{self.game.title} is one game; there is no variant {variant!r}")
        while not round.betting and not round.finished:
            ((seat, decision),) = round.waiting.items()
            if decision is None:
                raise InvariantError("nobody is asked")
            round.act(seat, variant or decision.legal[0])
        round.bet(PLAYER, staked)
        dealt.play_others()
        return dealt
