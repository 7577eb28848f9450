"""The rounds of a kernel dealt again by the table's engine, and everything that can be told of both compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.cards import Card
from croupier.dice import Roll
from croupier.simulate.kernel.kernel_chance import RoundChance, ShoeChance
from croupier.simulate.kernel.stream import key_of
from croupier.simulate.setup import Setup
from croupier.simulate.simulated_table import SHIFT, Sheet, Simulation
from croupier.table.chance import Chance, Shoe
from croupier.table.events import Bet, Dealt, Rolled, Settled
from croupier.table.round import Round
from croupier.table.seat import TAKEN_BACK
from croupier.table.table import Table

STACK = 10**12


class Given(Chance):
    """A kernel's cards and dice of a round; a card that the pack does not have left is refused."""

    def __init__(self, cards: Sequence[Card], rolls: Sequence[Roll]) -> None:
        self.cards = list(cards)
        self.rolls = list(rolls)

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        return list(pack)

    def take(self, stock: list[Card], count: int) -> list[Card]:
        taken, self.cards = self.cards[:count], self.cards[count:]
        for card in taken:
            stock.remove(card)
        return taken

    def pick(self, pack: Sequence[Card]) -> Card:
        return self.cards.pop(0)

    def roll(self) -> Roll:
        return self.rolls.pop(0)


def same_rounds(simulation: Simulation, seed: str, rounds: int, shift: int = 0) -> list[Round]:
    """Deal rounds by the kernel and, twice, by the engine: cards, decisions and payouts are the same.

    The engine is given the kernel's cards once; then it draws the same from the seed by itself, in the rounds returned.
    """
    setup = simulation.setup
    sheet = simulation.sheet(rounds, keeps_cards=True)
    key, first = key_of(seed), shift * SHIFT
    simulation.deal(key, first, rounds, sheet)
    table, other_table, shoe = new_table(setup), new_table(setup), ShoeChance(key, shift)
    dealt = []
    for number in range(rounds):
        if setup.fresh_shoe:
            table.shoe, other_table.shoe = Shoe([], 0), Shoe([], 0)
        given = Given(simulation.cards(sheet, number), simulation.rolls(sheet, number))
        compare(Round(table, given), simulation, sheet, number)
        dealt.append(Round(other_table, RoundChance(key, first + number), shoe))
        compare(dealt[-1], simulation, sheet, number)
    return dealt


def new_table(setup: Setup) -> Table:
    """A table with as many players as are simulated, whose chips never run out."""
    table = Table(setup.game, setup.placard)
    for seat in range(1, setup.players + 1):
        table.sit(seat, f"player {seat}", STACK)
    return table


def compare(round: Round, simulation: Simulation, sheet: Sheet, number: int) -> None:
    """Play a round by the kernel's decisions: it must take each, and come to the same end."""
    play(round, simulation.setup, simulation.answers(sheet, number))
    dealt = [name for event in round.events if isinstance(event, Dealt) for name in event.cards]
    cards = [card.name for card in simulation.cards(sheet, number)]
    assert dealt == cards[: len(dealt)], f"the cards of round {number}"
    rolled = [Roll(event.first, event.second) for event in round.events if isinstance(event, Rolled)]
    assert rolled == list(simulation.rolls(sheet, number)), f"the dice of round {number}"
    for seat in range(simulation.setup.players):
        outcome = simulation.outcomes.every[sheet.outcomes[number, seat]]
        assert outcome is not None
        assert settled(round, seat + 1) == outcome.nets, f"round {number}, seat {seat + 1}"
        assert staked(round, seat + 1) == outcome.wagers, f"round {number}, seat {seat + 1}"


def play(round: Round, setup: Setup, answers: list[str]) -> None:
    """Bet at every seat and give the answers, no more and no less than the table asks for."""
    left = iter(answers)
    while round.waiting:
        seat = next(iter(round.waiting))
        if round.betting:
            round.bet(seat, dict(setup.bets))
        else:
            round.act(seat, next(left))
    assert list(left) == []


def settled(round: Round, seat: int) -> dict[str, int]:
    """What each spot of a seat won or lost."""
    nets: dict[str, int] = {}
    for event in round.events:
        if isinstance(event, Settled) and event.seat == seat:
            net = -event.stake if event.result == "lose" else event.won
            nets[event.spot] = nets.get(event.spot, 0) + net
    return nets


def staked(round: Round, seat: int) -> dict[str, int]:
    """What each spot of a seat was bet on, what was taken back not counted."""
    bets: Counter[str] = Counter()
    for event in round.events:
        if isinstance(event, Bet) and event.seat == seat:
            bets[event.spot] += event.cents
        elif isinstance(event, Settled) and event.seat == seat and event.why == TAKEN_BACK:
            bets[event.spot] -= event.stake
    return dict(bets)
