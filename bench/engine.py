"""Rounds a second on one core: six seats of On the Draw through the whole engine, beside PokerKit's hold'em."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from pokerkit import Automation, FixedLimitTexasHoldem

from croupier.games import game_named, game_names
from croupier.table.record import Recorder
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import play_automatic_seat

PLAYERS = 6
STACK = 1_000_000_000
SHIFTS = 5
"""The engines take turns this often, so that a machine that slows down slows both; the best turn of each counts."""


def croupier_rounds(players: int = PLAYERS) -> Callable[[int], None]:
    """On the Draw with every bet there is, nobody playing before the last street and everybody then: none is longer."""
    table = Table(game_named("on-the-draw")())
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", STACK)
    bets = {"ante": 500, "blind": 500, "trips": 500, "cincy-pot": 500}

    def deal(rounds: int) -> None:
        for number in range(rounds):
            round = Round.seeded(table, b"%d" % number)
            for seat in range(1, players + 1):
                round.bet(seat, bets)
            while round.decision is not None:
                decision = round.decision
                round.act(decision.seat, "check" if "check" in decision.legal else "play-1x")

    return deal


def automatic_rounds(game: str) -> Callable[[int], None]:
    """Seeded, recorded rounds of a full table of automatic seats, each seeing only what its seat sees."""
    kind = game_named(game)
    table = Table(kind())
    for seat in range(1, kind.seats + 1):
        table.sit(seat, f"player {seat}", STACK)

    def deal(rounds: int) -> None:
        for number in range(rounds):
            recorder = Recorder(table, b"%d" % number)
            while recorder.round.waiting:
                play_automatic_seat(recorder.round, next(iter(recorder.round.waiting)))
            recorder.record()

    return deal


def pokerkit_rounds(players: int = PLAYERS) -> Callable[[int], None]:
    """Fixed-limit hold'em checked down to the showdown.

    Everything is automated but the decisions and the showdown, which is faster when it is asked for.
    """
    automated = tuple(set(Automation) - {Automation.HOLE_CARDS_SHOWING_OR_MUCKING})
    holdem = FixedLimitTexasHoldem(automated, True, 0, (1, 2), 2, 4)

    def deal(rounds: int) -> None:
        for _ in range(rounds):
            state = holdem(STACK, players)
            while state.status:
                if state.actor_index is not None:
                    state.check_or_call()
                else:
                    state.show_or_muck_hole_cards()

    return deal


def rate(deal: Callable[[int], None], rounds: int) -> float:
    """Rounds a second of processor time."""
    start = process_time()
    deal(rounds)
    return rounds / (process_time() - start)


def run() -> None:
    """Print both rates and their ratio, then what full tables of automatic seats do."""
    ours, theirs = croupier_rounds(), pokerkit_rounds()
    rates = [(rate(ours, 400), rate(theirs, 60)) for _ in range(SHIFTS)]
    our_rate, their_rate = (max(column) for column in zip(*rates, strict=True))
    print_rate(f"on-the-draw, {PLAYERS} seats to the last street", our_rate)
    print_rate(f"PokerKit, {PLAYERS}-handed limit hold'em checked down", their_rate)
    print(f"engine     {'ratio':<46} {our_rate / their_rate:8.1f}")
    for name in game_names():
        deal = automatic_rounds(name)
        best = max(rate(deal, 100) for _ in range(SHIFTS))
        print_rate(f"{name}, {game_named(name).seats} automatic seats, recorded", best)


def print_rate(what: str, rounds_per_second: float) -> None:
    """One line of the report."""
    print(f"engine     {what:<46} {rounds_per_second:8,.0f} rounds/s")
