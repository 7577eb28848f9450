"""Thousands of histories of joining, leaving, folding, winning, tying, voiding and saving: no cent made or lost."""

import json
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import Refused
from croupier.hands import Hand, Poker
from croupier.pots import CarryoverPot, RakedPot
from croupier.table.pot import DEALER, Awarded
from tests.pots.hands import ACES, FLUSH_KING, FLUSH_KING_AGAIN, NOTHING, ROYAL, TWO_PAIR, TWO_PAIR_AGAIN

PLAYERS: Final = ("Ann", "Bob", "Cy", "Di")
POOR: Final = (None, NOTHING, ACES)
GOOD: Final = (TWO_PAIR, TWO_PAIR_AGAIN, FLUSH_KING, FLUSH_KING_AGAIN, ROYAL)


@dataclass(frozen=True)
class Step:
    """A round: who bets, what each then holds (nothing after a fold), and what becomes of it."""

    betting: tuple[str, ...]
    hands: dict[str, Hand]
    voided: bool
    saved: bool


def history(seed: int, rounds: int) -> list[Step]:
    """Rounds in which players mostly stay, mostly hold little, and now and then win, tie, are voided or saved."""
    chance = Random(seed)
    staying, good = chance.choice([0.5, 0.8, 0.95]), chance.choice([0.05, 0.3])
    steps = []
    for _ in range(rounds):
        held = {name: chance.choice(GOOD if chance.random() < good else POOR) for name in (*PLAYERS, DEALER)}
        steps.append(
            Step(
                betting=tuple(name for name in PLAYERS if chance.random() < staying),
                hands={name: hand for name, hand in held.items() if hand is not None},
                voided=chance.random() < 0.1,
                saved=chance.random() < 0.1,
            )
        )
    return steps


histories = st.builds(history, st.integers(0, 2**32 - 1), st.integers(1, 40))
amounts = st.sampled_from([100, 250, 500, 2500])


def share_out(purses: Counter[str], awarded: Awarded) -> None:
    for name, cents in awarded.shares.items():
        assert cents >= 0
        purses[name] += cents
    purses["house"] += awarded.to_house
    purses["dealer"] += awarded.to_dealer


def winners(hands: dict[str, Hand], least: Poker) -> set[str]:
    """Who holds the highest hand, if it is good enough."""
    best = max(hands.values(), default=None)
    if best is None or best.category < least:
        return set()
    return {name for name, hand in hands.items() if hand == best}


@pytest.mark.rule("OTD-P1", "OTD-P3", "OTD-P5", "OTD-P6", "OTD-P7", "OTD-P8", "OTD-P10", "OTD-P11")
@settings(max_examples=500, deadline=None)
@given(histories, st.integers(1, 9), st.integers(0, 9), st.integers(0, 100), st.sampled_from([1, 25, 100, 500]))
def test_no_history_of_a_raked_pot_makes_or_loses_a_cent(
    steps: list[Step], unit: int, rake: int, dealer_percent: int, chip: int
) -> None:
    unit, rake = unit * chip, rake * chip
    pot = RakedPot(unit, rake, dealer_percent, chip)
    purses: Counter[str] = Counter()
    held: list[set[str]] = []  # for each round of the running pot, who has paid for it
    for step in steps:
        prices = {name: unit + unit * sum(name not in payers for payers in held) for name in PLAYERS}
        assert {name: pot.price(name) for name in PLAYERS} == prices
        wagers = {name: prices[name] for name in step.betting}
        before, stood = pot.state(), pot.balance
        gathered = pot.gather(wagers)
        assert (gathered.from_house, gathered.to_house) == (0, 0)
        assert pot.balance == stood + sum(wagers.values())
        if step.saved:
            pot = RakedPot.restore(json.loads(json.dumps(pot.state())))
        if step.voided:
            assert pot.void() == wagers
            assert pot.state() == before
            continue
        purses.subtract(wagers)
        if wagers:
            held.append(set())
            for payers in held:
                payers.update(wagers)
        hands = {name: hand for name, hand in step.hands.items() if name in wagers}
        full = pot.balance
        awarded = pot.award(hands)
        share_out(purses, awarded)
        assert set(awarded.shares) == winners(hands, Poker.FLUSH)
        assert awarded.won == bool(awarded.shares)
        assert len(set(awarded.shares.values())) <= 1
        if awarded.won:
            assert awarded.to_house + awarded.to_dealer == min(rake, full)
            to_dealer = min(rake, full) * dealer_percent // 100
            assert awarded.to_dealer == to_dealer - to_dealer % chip
            assert len(awarded.shares) == 1 or all(cents % chip == 0 for cents in awarded.shares.values())
            assert pot.balance < len(awarded.shares) * chip
            assert pot.rounds == 0
            held = []
        else:
            assert pot.balance == full
            assert pot.rounds == len(held)
        assert pot.balance >= 0
        assert purses.total() + pot.balance == 0


@pytest.mark.rule("CS-P2", "CS-P3", "CS-P4", "CS-P5", "CS-P6", "CS-P7", "CS-P8")
@settings(max_examples=500, deadline=None)
@given(
    histories,
    amounts,
    st.booleans(),
    st.sampled_from(["players-and-house", "players"]),
    st.sampled_from([1, 25, 100, 500]),
    st.sampled_from([1, 2, 3, 10]),
)
def test_no_history_of_a_carryover_pot_makes_or_loses_a_cent(
    steps: list[Step], unit: int, dealer: bool, split: str, chip: int, games: int
) -> None:
    pot = CarryoverPot(unit, dealer, split, chip, games)  # type: ignore[arg-type]
    purses: Counter[str] = Counter()
    members: set[str] = set()
    played = 0
    for step in steps:
        for name in PLAYERS:
            if played and name not in members:
                with pytest.raises(Refused, match="CS-P6"):
                    pot.price(name)
            else:
                assert pot.price(name) == unit
        abandoned = played > 0 and not members & set(step.betting)
        closed = played > 0 and not abandoned
        wagers = {name: unit for name in step.betting if not closed or name in members}
        before, stood = pot.state(), pot.balance
        gathered = pot.gather(wagers)
        assert gathered.to_house == (stood if abandoned else 0)
        assert gathered.from_house == (unit if dealer and wagers else 0)
        if step.saved:
            pot = CarryoverPot.restore(json.loads(json.dumps(pot.state())))
        if step.voided:
            returned = pot.void()
            assert sum(returned.values()) == sum(wagers.values()) + gathered.from_house
            assert pot.state() == before
            continue
        purses.subtract(wagers)
        purses["house"] += gathered.to_house - gathered.from_house
        members = set(wagers)
        played = 0 if not wagers else 1 if abandoned else played + 1
        assert pot.rounds == played
        competing = set(wagers) | ({DEALER} if dealer and wagers else set())
        hands = {name: hand for name, hand in step.hands.items() if name in competing}
        won_by = winners(hands, Poker.TWO_PAIR)
        last = played == games and not won_by
        full = pot.balance
        awarded = pot.award(hands)
        share_out(purses, awarded)
        assert awarded.won == bool(won_by)
        assert set(awarded.shares) == (members if last else won_by - {DEALER})
        if won_by or last:
            ways = len(won_by) if won_by else len(members) + (split == "players-and-house")
            house_parts = ways - len(awarded.shares)
            assert len({*awarded.shares.values(), *([awarded.to_house] if house_parts else [])}) == 1
            assert pot.balance < ways * chip
            assert ways > 1 or pot.balance == 0
            assert ways == 1 or all(cents % chip == 0 for cents in (*awarded.shares.values(), awarded.to_house))
            played, members = 0, set()
        else:
            assert pot.balance == full
        assert pot.balance >= 0
        assert purses.total() + pot.balance == 0
