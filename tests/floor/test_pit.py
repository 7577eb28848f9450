"""The pit: what it counts is what the ledger and the log say, and nothing is counted twice."""

from __future__ import annotations

from random import Random

from sqlalchemy import func, select, text

from croupier.floor import money
from croupier.floor.storage.schema import pit_people, pit_tables, pit_uncounted, pit_wagers, rounds
from croupier.floor.tables.pit_catch_up import catch_up
from croupier.games import game_names
from tests.floor.client import Client
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated


def played(house: OpenHouse, game: str, number: int = 3) -> tuple[Client, int]:
    """A guest who has played some rounds beside an automatic seat."""
    player, table = seated(house, game, automatic=[2])
    for seed in range(number):
        player.play_round(table, Random(seed))
    return player, table


def win_of(house: OpenHouse, table: int) -> int:
    """What the pit says that the house has won at a table, with its pots and corrections."""
    of_wagers = select(func.coalesce(func.sum(pit_wagers.c.won), 0)).where(pit_wagers.c.table == table)
    beside = select(func.sum(pit_tables.c.pot_win - pit_tables.c.corrected)).where(pit_tables.c.table == table)
    return int(house.books.one(of_wagers)) + int(house.books.one(beside) or 0)


def test_what_the_pit_counts_is_what_the_ledger_says(house: OpenHouse) -> None:
    """Of all games, with automatic seats, pots, a correction and a round that is called off."""
    sam = house.staff("supervisor")
    for game in game_names():
        player, table = played(house, game)
        sam.do(f"/api/tables/{table}/corrections", {"account": player.id, "round": 1, "cents": 700, "reason": "a chip"})
        player.start(table)
        sam.do(f"/api/tables/{table}/void", {"reason": "a card was exposed"})
        player.do(f"/api/tables/{table}/leave")
        assert win_of(house, table) == house.books.balance(money.house(table)), game
        (kept,) = house.books.rows(select(pit_tables).where(pit_tables.c.table == table))
        settled = select(func.count()).where((rounds.c.table == table) & (rounds.c.outcome == "settled"))
        assert (kept.rounds, kept.voids, kept.corrected) == (house.books.one(settled), 1, 700)
        (person,) = house.books.rows(select(pit_people).where(pit_people.c.table == table))
        assert person.account == player.id and person.rounds <= kept.rounds and person.decisions > 0


def test_the_audit_counts_again(house: OpenHouse) -> None:
    _, table = played(house, "on-the-draw", 1)
    for column in ("handle", "won", "rounds"):
        house.books.say(f'UPDATE pit_wagers SET "{column}" = "{column}" + 1 WHERE "table" = {table}')
        (fault,) = {fault.split(":")[0] for fault in house.books.faults()}
        assert fault == f"table {table}"
        house.books.say(f'UPDATE pit_wagers SET "{column}" = "{column}" - 1 WHERE "table" = {table}')


def test_an_older_house_is_counted_from_its_logs(house: OpenHouse) -> None:
    tables = [played(house, game, 2)[1] for game in ("cincinnati-stud", "draw-n-shoot-21")]
    names = [pit_tables, pit_wagers, pit_people]
    kept = [sorted(map(tuple, house.books.rows(select(name)))) for name in names]
    for name in names:
        house.books.say(f"DELETE FROM {name.name}")
    house.books.say_it(text('INSERT INTO pit_uncounted ("table") SELECT id FROM tables'))
    assert house.books.faults() == [], "nothing is held against a table that has not been counted yet"
    house.books.wait(catch_up(house.books.storage))
    assert [sorted(map(tuple, house.books.rows(select(name)))) for name in names] == kept
    assert house.books.one(select(func.count()).select_from(pit_uncounted)) == 0 and len(tables) == 2
