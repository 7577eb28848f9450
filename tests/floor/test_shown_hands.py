"""Choices by neighbours' cards, scored from the records of rounds that were played, and kept hour by hour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from sqlalchemy import select

from croupier.cards import DECK
from croupier.exact.game_mathematics import AskedHand
from croupier.exact.solver import solver_of
from croupier.floor import clock
from croupier.floor.pit.shown_hands import choices_of, deviations_for, score_rounds, scored
from croupier.floor.pit.shown_scores import PARTS, RoundPlayed, ShownScore
from croupier.floor.pit.shown_watch import _keep, score_hours
from croupier.floor.storage.schema import pit_shown, pit_shown_by_day, pit_tables
from croupier.games import game_named
from croupier.table.record import Recorder
from croupier.table.round import Round
from croupier.table.table import Table
from croupier.table.view import view
from tests.floor.client import Client, most_bets, some_answer
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated

SCORED = ("choices", "score")

Player = Callable[[Round, int], str]


def dealt(rounds: int, plays: Player, seats: int = 4) -> list[RoundPlayed]:
    """Rounds of Big Draw in which the first seat plays in some way and the others as is best."""
    table, found = Table(game_named("big-draw")()), []
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 10_000_000)
    for number in range(rounds):
        recorder = Recorder(table, bytes([number]) * 32)
        round = recorder.round
        while not round.finished:
            seat = min(round.waiting)
            if round.betting:
                round.bet(seat, table.placard.least_bets(table.game))
            else:
                round.act(seat, plays(round, seat) if seat == 1 else best(round, seat))
        accounts = {seat: 10 + seat for seat in range(1, seats + 1)}
        found.append(RoundPlayed(number % 2, recorder.record(), accounts))
    return found


def best(round: Round, seat: int) -> str:
    """What is best by the cards that a seat sees."""
    asked = round.table.game.question(view(round, seat))
    if asked is None:
        return view(round, seat).legal[0]
    values = solver_of(round.table.game).mathematics.advise(AskedHand(asked.cards, (), asked.variant))
    return max(values, key=lambda action: values[action])


def shown(round: Round, seat: int) -> str:
    """What is best by those cards and the others' hands, as one plays who is shown them."""
    seen = view(round, seat)
    asked = round.table.game.question(seen)
    if asked is None:
        return seen.legal[0]
    others = {card.index for other in (2, 3, 4) for card in view(round, other).own()}
    values = solver_of(round.table.game).mathematics.with_one_gone([asked.cards], asked.variant)
    assert values is not None
    unseen = [card.index for card in DECK if card not in asked.cards]

    def worth(action: str) -> float:
        own = float(values[0][action][unseen].mean())
        return own + sum(float(values[0][action][card]) - own for card in others)

    return max(values[0], key=worth)


def any_hold(round: Round, seat: int) -> str:
    """Whatever comes first: no cards are looked at, nobody's."""
    legal = view(round, seat).legal
    return legal[len(round.events) % len(legal)]


def test_who_plays_best_by_his_own_cards_has_no_score() -> None:
    assert scored(dealt(3, best)) == []


def test_neighbours_cards_speak_for_every_choice_of_one_who_is_shown_them() -> None:
    scores = scored(dealt(24, shown))
    assert {score.account for score in scores} == {11} and {score.hour for score in scores} == {0, 1}
    choices, score = sum(each.choices for each in scores), sum(each.score for each in scores)
    assert choices >= 3 and score > 0.8 * PARTS * choices


def test_they_do_not_for_one_who_errs_without_them() -> None:
    scores = scored(dealt(12, any_hold))
    choices, score = sum(each.choices for each in scores), sum(each.score for each in scores)
    assert choices >= 9 and abs(score) < 3.5 * PARTS * choices**0.5


def test_the_deviation_is_that_of_all_hands_that_neighbours_may_have() -> None:
    """Over every two cards of those that are unseen: on average nothing, and one deviation."""
    (played,) = dealt(1, any_hold)
    choice = next(each for each in choices_of(played) if each.seat == 1)
    values = solver_of(game_named("big-draw")()).mathematics.with_one_gone([choice.seen], choice.variant)
    assert values is not None and choice.shown and not {*choice.shown} & {*choice.seen}
    unseen = [card for card in DECK if card not in choice.seen]
    spoke = [
        deviations_for(values[0], choice.answer, choice.seen, (one, other))
        for at, one in enumerate(unseen)
        for other in unseen[:at]
    ]
    assert all(each is not None for each in spoke)
    known = [each for each in spoke if each is not None]
    assert sum(known) / len(known) == pytest.approx(0, abs=1e-9)
    assert sum(each**2 for each in known) / len(known) == pytest.approx(1)


def test_hours_that_are_over_are_scored_once_and_kept(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scores are those of the rounds' records; an hour in which nothing was to be scored is kept as scored."""
    ann, table = seated(house, "big-draw")
    bob = house.guest()
    bob.sit(table, 3)
    alone, other_table = seated(house, "big-draw", automatic=[2])
    alone.play_round(other_table, Random(1))
    for number in range(2):
        play_together([ann, bob], table, Random(number))
    asked: list[bytes] = []

    async def score(rounds: bytes, game: str) -> bytes:
        asked.append(rounds)
        return score_rounds(rounds)

    house.books.wait(score_hours(house.books.storage, score))
    assert asked == [], "the hour is not over"
    now = clock.now
    monkeypatch.setattr(clock, "now", lambda: now() + 3600 * clock.SECOND)
    for _ in range(2):
        house.books.wait(score_hours(house.books.storage, score))
    (rounds,) = (msgspec.json.decode(rounds, type=list[RoundPlayed]) for rounds in asked)
    mine = [each for each in rounds if {*each.accounts.values()} == {ann.id, bob.id}]
    assert len(rounds) == len(mine) == 2
    kept = house.books.rows(select(pit_shown).where(pit_shown.c.account > 0))
    assert {(row.hour, row.account, row.choices, row.score) for row in kept} == {
        msgspec.structs.astuple(score) for score in scored(rounds)
    }
    hours = {(row.hour, row.table) for row in house.books.rows(select(pit_tables))}
    said = house.books.rows(select(pit_shown).where(pit_shown.c.account == 0))
    assert {(row.hour, row.table) for row in said} == hours and {table, other_table} <= {row.table for row in said}
    check_sums(house)
    score_twice(house)
    check_sums(house)


def check_sums(house: OpenHouse) -> None:
    """The sums of days are those of their hours; the audit adds them up again."""
    counted: Counter[tuple[int, int, int, str]] = Counter()
    for row in house.books.rows(select(pit_shown).where(pit_shown.c.account > 0)):
        counted.update({(row.hour // 24, row.table, row.account, name): getattr(row, name) for name in SCORED})
    for _ in range(2):
        sums = house.books.rows(select(pit_shown_by_day))
        kept = {(row.day, row.table, row.account, name): getattr(row, name) for row in sums for name in SCORED}
        assert kept == counted and counted
        assert house.books.faults() == []
        house.books.say("UPDATE pit_shown_by_day SET score = score + 1")
        assert "pit_shown_by_day" in str(house.books.faults())
        house.books.say("UPDATE pit_shown_by_day SET score = score - 1")


def score_twice(house: OpenHouse) -> None:
    """Two processes keep the scores of one hour: they are added to their sums once."""
    (hour, table), *_ = {(row.hour - 1, row.table) for row in house.books.rows(select(pit_shown))}
    score = ShownScore(hour, 1, 2, -500)
    for _ in range(2):
        house.books.wait(house.books.storage.write(lambda books: _keep(books, table, [hour], [score])))


def play_together(players: list[Client], table: int, random: Random) -> None:
    """One round, everybody answering when asked."""
    players[0].start(table)
    while (seen := players[0].look(table))["view"]["waiting"]:
        for player in players:
            own = player.look(table)
            if own["view"]["seat"] in own["view"]["waiting"]:
                own_view = own["view"]
                player.answer(table, most_bets(own_view) if own_view["betting"] else some_answer(own_view, random))
    assert seen["view"]["finished"]
