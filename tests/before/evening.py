"""An evening at a house, played over HTTP: all five games, and all that can happen at a table.

`python -m tests.before.evening FOLDER` plays it on SQLite and on PostgreSQL, and leaves the books,
`sqlite/house.sqlite` and `postgres/house.sql`, and beside each finished rounds as players export them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import httpx

from tests.before.served import make_account, served, signed_in
from tests.floor.client import ENOUGH, PLAIN, Client, some_answer
from tests.floor.postgres import postgres_server

PASSWORD = "correct horse battery staple"
OWN_PAYTABLE = {
    "bet": "five-card-draw/big-draw",
    "name": "flat",
    "pays": {"jacks-or-better": "1:1"},
    "fixed": {"flush": 50.0},
}
SHOWN: dict[tuple[int, int], list[str]] = {}
"""The hashes that players were shown before each round, by table and round."""
LEFT_ALONE = 3


def register(url: str, name: str) -> Client:
    """A player with a name."""
    body = {"name": name, "password": PASSWORD}
    told = httpx.post(f"{url}/api/accounts", json=body, **PLAIN).raise_for_status()
    return Client(url, told.json()["token"])


def play_on(table: int, players: list[Client], random: Random, answers: int = 10**6) -> None:
    """Answer for these players until the open round is over, or so many times."""
    while answers:
        for player in players:
            view = player.look(table)["view"]
            if view["finished"]:
                return
            if view["seat"] in view["waiting"]:
                player.answer(table, some_answer(view, random))
                answers -= 1
                break


def play(table: int, players: list[Client], random: Random, rounds: int) -> None:
    """Whole rounds."""
    for _ in range(rounds):
        for player in players:
            view = player.look(table)["view"]
            if next(seat["stack"] for seat in view["seats"] if seat["number"] == view["seat"]) < ENOUGH:
                player.post("/api/wallet/refill")  # refused unless the wallet is nearly empty
                player.do(f"/api/tables/{table}/chips", {"cents": 10_000})
        before = players[0].look(table)
        SHOWN[table, before["view"]["round"] + 1] = [each for each in before["commitments"].values() if each]
        players[0].start(table)
        play_on(table, players, random)


def play_for_the_pot(table: int, players: list[Client], random: Random, wins: int, most: int = 80) -> None:
    """Rounds until the pot was won so many times."""
    for _ in range(most):
        play(table, players, random, 1)
        moved = players[0].get(f"/api/tables/{table}/pot", limit=1000).json()["transfers"]
        won = {each["round"] for each in moved if each["debit"].startswith("pot")}
        if len(won) >= wins:
            return
    raise AssertionError(f"the pot was not won {wins} times in {most} rounds")


def play_an_evening(url: str, folder: Path, code: str) -> dict[str, int]:
    """Everything but the last rounds, which are left open; the tables by what they are for."""
    random = Random("before")
    ann, bob = register(url, "Ann"), register(url, "Bob")
    guest, robin = Client.guest(url), signed_in(url, "Robin", PASSWORD, code)
    tables: dict[str, int] = {}

    raked = tables["raked"] = ann.open_table("on-the-draw", automatic=[4, 5], settings={"rake_dealer_percent": "25"})
    for seat, player in enumerate((ann, bob, guest), start=1):
        player.sit(raked, seat, 30_000)
    ann.word, guest.word = "seven white rabbits ♠", 'a "fair" deal'
    play_for_the_pot(raked, [ann, bob, guest], random, wins=3)
    robin.do(f"/api/tables/{raked}/pause", {"reason": "a spilled drink"})
    robin.do(f"/api/tables/{raked}/resume")
    ann.start(raked)
    play_on(raked, [ann, bob, guest], random, answers=3)
    robin.do(f"/api/tables/{raked}/void", {"reason": "a misdeal at seat 3"})
    robin.do(
        f"/api/tables/{raked}/corrections",
        {"account": ann.id, "round": 1, "cents": 1_500, "reason": "the Trips bet was taken although it had won"},
    )
    robin.do(f"/api/tables/{raked}/corrections", {"account": bob.id, "round": 2, "cents": -500, "reason": "paid twice"})
    ann.start(raked)
    play_on(raked, [ann, bob, guest], random, answers=3)
    if not bob.look(raked)["view"]["finished"]:
        bob.do(f"/api/tables/{raked}/leave")
        play_on(raked, [ann, guest], random)
    guest.do(f"/api/tables/{raked}/leave")

    carryover = tables["carryover"] = guest.open_table(
        "cincinnati-stud", automatic=[2, 6], settings={"dealer_participates": "true"}, paytables={"trips": "trips-2"}
    )
    guest.sit(carryover, 1, 40_000)
    play_for_the_pot(carryover, [guest], random, wins=4)
    guest.do(f"/api/tables/{carryover}/chips", {"cents": 2_000})
    play(carryover, [guest], random, 2)

    law = tables["law"] = bob.open_table(
        "three-card-draw", jurisdiction="washington", day="2026-01-31", breakage="down-to-chip", chip=100, automatic=[2]
    )
    bob.sit(law, 1, 20_000)
    play(law, [bob], random, 5)

    own = tables["own paytables"] = bob.open_table("big-draw", custom=[OWN_PAYTABLE], limits={"big-draw": [500, 5_000]})
    bob.sit(own, 2, 20_000)
    play(own, [bob], random, 5)

    shoe = tables["shoe"] = ann.open_table("draw-n-shoot-21", settings={"decks": "1"}, automatic=[2, 3, 4, 5, 6, 7])
    ann.sit(shoe, 1, 20_000)
    play(shoe, [ann], random, 12)
    ann.start(shoe)
    ann.answer(shoe, "bet ante=5 craps=1")
    robin.do(f"/api/tables/{shoe}/void", {"reason": "a card was exposed"})
    play(shoe, [ann], random, 3)

    clock = tables["clock"] = guest.open_table("on-the-draw", clock_seconds=1)
    broke = Client.guest(url)
    broke.sit(clock, 1, 99_500)
    broke.do("/api/wallet/refill")
    broke.start(clock)
    broke.answer(clock, "bet ante=5 blind=5")
    while not broke.look(clock)["view"]["finished"]:
        time.sleep(0.2)
    broke.do(f"/api/tables/{clock}/leave")

    export_rounds(url, [ann, bob, guest], tables, folder)
    return tables


def leave_a_round_alone(url: str) -> None:
    """A round that the house calls off because nobody touches it."""
    bob = signed_in(url, "Bob", PASSWORD)
    bob.post("/api/wallet/refill")
    table = bob.open_table("big-draw", name="left alone")
    bob.sit(table, 1, 10_000)
    bob.bet(table)
    while not bob.look(table)["view"]["finished"]:
        time.sleep(0.5)


def leave_rounds_open(url: str, folder: Path) -> None:
    """Three rounds in the middle of a decision: of two players, at a shoe that goes on, and against the clock."""
    ann, bob, guest = signed_in(url, "Ann", PASSWORD), signed_in(url, "Bob", PASSWORD), Client.guest(url)
    shared = ann.open_table("on-the-draw", automatic=[5])
    for player in (ann, bob):
        player.post("/api/wallet/refill")
    ann.sit(shared, 1, 10_000)
    bob.sit(shared, 3, 10_000)
    ann.start(shared)
    ann.answer(shared, "bet ante=5 blind=5 trips=1 cincy-pot=5")
    bob.answer(shared, "bet ante=10 blind=10 cincy-pot=5")
    ann.answer(shared, "check")
    shoe = next(each["id"] for each in ann.get("/api/tables").json()["tables"] if each["game"] == "draw-n-shoot-21")
    while ann.look(shoe)["view"]["finished"]:
        ann.start(shoe)
        ann.answer(shoe, "bet ante=5")
    clock = guest.open_table("three-card-draw", clock_seconds=2)
    guest.sit(clock, 1, 10_000)
    guest.start(clock)
    guest.answer(clock, "bet ante=5 bonus=1")
    open_rounds = {"shared": shared, "shoe": shoe, "clock": clock}
    (folder / "open.json").write_text(json.dumps(open_rounds) + "\n")


def export_rounds(url: str, players: list[Client], tables: dict[str, int], folder: Path) -> None:
    """Two finished rounds of each table as a player exports them, and a hash that was shown for each."""
    folder = folder / "rounds"
    folder.mkdir(exist_ok=True)
    seen: dict[str, list[str]] = {}
    for what, table in tables.items():
        for player in players:
            mine = [row for row in player.get("/api/history", limit=1000).json()["rounds"] if row["table"] == table]
            for row in [mine[0], mine[len(mine) // 2], mine[-1]] if len(mine) > 2 else []:
                told = player.get(f"/api/tables/{table}/rounds/{row['round']}")
                name = f"{row['game']}-{what.replace(' ', '-')}-{row['round']}.json"
                (folder / name).write_bytes(told.raise_for_status().content)
                ended = [value for value in row.values() if isinstance(value, str) and len(value) == 64]
                seen[name] = ended + SHOWN.get((table, row["round"]), [])
    (folder / "seen.json").write_text(json.dumps(seen, indent=1) + "\n")


def play_it(folder: Path, *books: str) -> None:
    """The whole evening."""
    code, *_ = make_account("Robin", PASSWORD, "supervisor", *books)
    make_account("Olive", PASSWORD, "player", *books)
    make_account("Olive", PASSWORD, "auditor", *books)
    with served(*books) as url:
        play_an_evening(url, folder, code)
    with served(*books, left_alone=LEFT_ALONE) as url:
        leave_a_round_alone(url)
    with served(*books) as url:
        leave_rounds_open(url, folder)


def play_on_sqlite(folder: Path) -> None:
    """An evening whose books are a file."""
    folder.mkdir(parents=True)
    play_it(folder, "--data", str(folder))


def play_on_postgres(folder: Path) -> None:
    """An evening whose books are dumped at its end."""
    folder.mkdir(parents=True)
    with postgres_server() as server:
        name = server.new_database()
        play_it(folder, "--database-url", server.address(name))
        binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"), reverse=True)
        dump = str(binaries[0]) if binaries else shutil.which("pg_dump") or "pg_dump"
        words = ("--inserts", "--no-owner", "--no-privileges", "--host", str(server.socket_folder))
        dumped = subprocess.run([dump, *words, "--username", "postgres", name], check=True, capture_output=True)
        (folder / "house.sql").write_bytes(dumped.stdout)


if __name__ == "__main__":
    play_on_sqlite(Path(sys.argv[1]) / "sqlite")
    play_on_postgres(Path(sys.argv[1]) / "postgres")
