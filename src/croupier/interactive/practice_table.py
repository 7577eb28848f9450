"""A table to play at from Python: rounds dealt, advised on and settled, with the cards drawn in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.english import counted
from croupier.errors import Refused
from croupier.interactive import arguments
from croupier.interactive.choice_values import ChoiceValues
from croupier.money_words import cents_by_spot
from croupier.shown.card_pictures import cards_svg
from croupier.shown.frames import Rows, Tabular
from croupier.shown.html_parts import html_table, page, text
from croupier.table.automatic import play_automatic_seat
from croupier.table.chance import derive, seed_from
from croupier.table.events import Event, Settled, Step
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import View, view

if TYPE_CHECKING:
    from croupier.interactive.chosen_game import ChosenGame

PLAYER = 1
"""The seat of whoever plays; the others answer by the game's short strategy."""


class PracticeRound(Tabular):
    """A round at a practice table, as seat 1 sees it: `round.legal`, `round.act("check")`, `round.won`."""

    def __init__(self, game: ChosenGame, round: Round) -> None:
        self.game = game
        self.round = round
        self._stack = round.table.seats[PLAYER].stack

    @property
    def legal(self) -> list[str]:
        """What may be answered now; nothing once the round is over."""
        return self.view.legal

    @property
    def view(self) -> View:
        """What the seat sees, and nothing else."""
        return view(self.round, PLAYER)

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return self.round.finished

    @property
    def won(self) -> float:
        """Dollars won so far, less what was lost and what lies on the table."""
        return (self.round.table.seats[PLAYER].stack - self._stack) / 100

    @property
    def events(self) -> Sequence[Event]:
        """What happened, as the seat saw it."""
        return [event.as_seen(PLAYER) for event in self.round.events]

    def act(self, answer: str) -> PracticeRound:
        """Answer what is asked, in one of the words of `legal`; other seats answer for themselves."""
        self.round.act(PLAYER, arguments.words(answer, "the answer", "".join(self.legal[:1])))
        self.play_others()
        return self

    def advise(self) -> ChoiceValues:
        """What every answer is worth, with the cards that the seat sees and the bets that it has."""
        asked = None if self.round.finished or self.round.betting else self.game.game.question(self.view)
        if asked is None:
            raise Refused("there is nothing to advise on; ask while the round waits for a decision")
        return self.game.advise(asked.cards, asked.board, asked.variant, asked.stake / 100)

    def play_others(self) -> None:
        """Answer for the other seats until seat 1 is asked or the round is over."""
        while self.round.waiting and PLAYER not in self.round.waiting:
            play_automatic_seat(self.round, next(iter(self.round.waiting)))

    def frames(self) -> dict[str, Rows]:
        """What the dealer did and said, and what was settled."""
        steps = [{"rule": each.rule, "sentence": each.sentence} for each in self.events if isinstance(each, Step)]
        settled = [
            {
                "spot": each.spot,
                "result": each.result,
                "stake_cents": each.stake,
                "won_cents": each.won,
                "why": each.why,
            }
            for each in self.events
            if isinstance(each, Settled) and each.seat == PLAYER
        ]
        return {"settled": settled, "steps": steps}

    def __repr__(self) -> str:
        places = {name: " ".join(cards) for name, cards in self._places().items()}
        lying = ", ".join(f"{name}: {cards}" for name, cards in places.items())
        asked = f"won {self.won:+g} dollars" if self.finished else f"legal: {', '.join(self.legal)}"
        return f"<{self.game.title}, {lying or 'no cards yet'}; {asked}>"

    def _places(self) -> dict[str, list[str]]:
        seen = self.view
        own = next(seat for seat in seen.seats if seat.number == PLAYER)
        return {**own.places, **seen.places}

    def _repr_html_(self) -> str:
        colour = escape(self.game.game.felt)
        places = "".join(
            f'<div style="margin:.3em 1em .3em 0;display:inline-block"><div>{text(name)}</div>{cards_svg(cards)}</div>'
            for name, cards in self._places().items()
        )
        own = next(seat for seat in self.view.seats if seat.number == PLAYER)
        bets = ", ".join(f"{spot} {dollars(cents)}" for spot, cents in own.bets.items())
        asked = f"Won {self.won:+,.2f} dollars." if self.finished else f"Legal: {', '.join(self.legal)}."
        felt = (
            f'<div style="background:{colour};color:#fff;padding:.6em 1em;border-radius:8px">{places}'
            f"<div>{text(bets)}</div><div><b>{text(asked)}</b></div></div>"
        )
        rows = [
            [
                text(row["spot"]),
                text(row["result"]),
                dollars(row["stake_cents"]),
                dollars(row["won_cents"]),
                text(row["why"]),
            ]
            for row in self.frames()["settled"]
        ]
        head = ("bet", "result", "stake", "won", "why")
        return page(felt, html_table("", head, rows, numbers=2, words=1) if rows else "")


class PracticeTable:
    """A table with a player at seat 1; `deal(ante=5, blind=5)` begins a round."""

    def __init__(self, game: ChosenGame, players: int, stack: int, seed: str) -> None:
        self.game, self.seed = game, seed
        self.table = Table(game.game)
        for number in range(1, players + 1):
            self.table.sit(number, f"player {number}", stack)

    @property
    def stack(self) -> float:
        """The dollars that seat 1 has."""
        return self.table.seats[PLAYER].stack / 100

    def deal(
        self, bets: Mapping[str, float | str] | None = None, *, variant: str = "", **spots: float | str
    ) -> PracticeRound:
        """Begin a round with these bets in dollars, the least on the main spots if none are given."""
        bets = arguments.bets(bets)
        seed = derive(seed_from(self.seed), f"round {self.table.rounds}")
        round = Round.seeded(self.table, seed)
        dealt = PracticeRound(self.game, round)
        staked = cents_by_spot({**bets, **spots}) or self.game.least_bets()
        if variant and round.betting:
            raise Refused(f"{self.game.title} is one game; there is no variant {variant!r}")
        while not round.betting and not round.finished:
            ((seat, decision),) = round.waiting.items()
            assert decision is not None
            round.act(seat, variant or decision.legal[0])
        round.bet(PLAYER, staked)
        dealt.play_others()
        return dealt

    def _repr_html_(self) -> str:
        seats = [[str(number), text(seat.player), dollars(seat.stack)] for number, seat in self.table.seats.items()]
        caption = f"{self.game.title}, {counted(self.table.rounds, 'round')} dealt; deal() begins one"
        return page(html_table(caption, ("seat", "player", "chips"), seats, numbers=2))

    def __repr__(self) -> str:
        return f"<a table of {self.game.title}, {len(self.table.seats)} players, {self.table.rounds} rounds dealt>"
