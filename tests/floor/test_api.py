"""What a client can ask the house: tables, rounds that are over, the books, and how the house is."""

from __future__ import annotations

import csv
import io
import json
from random import Random

import msgspec
import pytest

from croupier.floor.fairness.transcript import Transcript
from croupier.floor.fairness.verify import verify
from croupier.games import game_named, game_names
from croupier.table.record import deal_again
from tests.floor.open_house import OpenHouse
from tests.floor.test_house import seated


def test_a_table_is_listed_with_its_terms_and_its_players(house: OpenHouse) -> None:
    player = house.guest()
    table = player.open_table(
        "on-the-draw",
        name="The red table",
        settings={"pot_unit": "10"},
        paytables={"play": "OTD-03"},
        limits={"ante": [1_000, 20_000]},
        automatic=[2, 5],
        clock_seconds=20,
    )
    player.sit(table, 3)
    (listed,) = (found for found in player.get("/api/tables").json()["tables"] if found["id"] == table)
    assert listed["name"] == "The red table" and listed["game"] == "on-the-draw" and listed["seats"] == 9
    assert listed["settings"]["pot_unit"] == "10" and listed["paytables"]["play"] == "OTD-03"
    assert listed["placard"]["limits"] == {"ante": [1_000, 20_000]}
    assert listed["players"] == {"2": "Auto 2", "3": player.account["name"], "5": "Auto 5"}
    assert listed["automatic"] == [2, 5] and not listed["playing"] and listed["pot"]["price"] == 1_000
    player.start(table)
    low = player.post(f"/api/tables/{table}/answers", {"answer": "bet ante=5 blind=5"})
    assert low.status_code == 409 and "takes $10 to $200" in low.json()["detail"]


def test_a_paytable_of_one_s_own_is_played_by(house: OpenHouse) -> None:
    player = house.guest()
    own = {"bet": "play", "name": "generous", "pays": {"two-pair": "100:1", "three-of-a-kind": "100:1"}}
    table = player.open_table("on-the-draw", custom=[own])
    player.sit(table)
    (listed,) = (found for found in player.get("/api/tables").json()["tables"] if found["id"] == table)
    assert listed["paytables"]["play"] == "generous"
    wins = []
    while not wins:
        player.start(table)
        for words in ("bet ante=5 blind=5", "play-3x"):
            player.answer(table, words)
        number = player.look(table)["view"]["round"]
        steps = player.get(f"/api/tables/{table}/rounds/{number}/steps").json()["steps"]
        wins = [step for step in steps if step["event"] == "settled" and step["spot"] == "play" and step["won"]]
    assert wins[0]["pays"] == "100 to 1" and wins[0]["won"] == 150_000


@pytest.mark.parametrize("game", game_names())
def test_a_finished_round_is_recalled_dealt_again_and_verified(house: OpenHouse, game: str) -> None:
    player, table = seated(house, game, automatic=[2])
    player.word = "seven white rabbits"
    for number in range(2):
        player.play_round(table, Random(number))
    text = player.get(f"/api/tables/{table}/rounds/1").text
    told = msgspec.json.decode(text, type=Transcript)
    assert told.client_seeds == {1: "seven white rabbits"} and told.outcome == "settled" and told.record is not None
    assert deal_again(told.record, game_named).finished
    assert verify(told).holds, verify(told)
    mine = player.get(f"/api/tables/{table}/rounds/1/steps?seat=1").json()["steps"]
    everything = house.staff("auditor").get(f"/api/tables/{table}/rounds/1/steps?seat=-1").json()["steps"]
    assert len(mine) == len(everything) and [step["event"] for step in mine] == [step["event"] for step in everything]


def test_a_round_holds_against_the_hashes_that_its_players_saw(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2])
    other = house.guest()
    other.sit(table, 3)
    before = player.look(table)
    assert before["last_round"] is None
    player.start(table)
    other.answer(table, "pass")
    player.answer(table, "bet ante=5 blind=5")
    while not (view := player.look(table)["view"])["finished"]:
        player.answer(table, view["legal"][0])
    ended = player.look(table)["last_round"]
    assert ended["round"] == 1
    told = msgspec.json.decode(player.get(f"/api/tables/{table}/rounds/1").content, type=Transcript)
    assert verify(told, [*before["commitments"].values(), ended["hash"]]).holds
    assert [round["hash"] for round in player.get("/api/history").json()["rounds"]] == [ended["hash"]]
    with player.watch(table) as watcher:
        assert watcher.hear()["table"]["last_round"] == ended
    for somebody in (other, house.guest(), house.staff("auditor")):
        assert somebody.look(table)["last_round"] is None, "the hash tells what was answered, and is for who was there"


def test_at_least_the_last_ten_rounds_are_shown_to_whoever_played_them(house: OpenHouse) -> None:
    player, table = seated(house)
    other, elsewhere = seated(house, "big-draw")
    for number in range(12):
        player.play_round(table, Random(number))
    player.sit(elsewhere, 2, 10_000)
    other.start(elsewhere)
    other.answer(elsewhere, "five-card-draw")
    for somebody in (other, player):
        somebody.answer(elsewhere, "bet big-draw=5")
    while not (view := other.look(elsewhere)["view"])["finished"]:
        {1: other, 2: player}[view["waiting"][0]].answer(elsewhere, "hold")
    rounds = player.get("/api/history").json()["rounds"]
    assert len(rounds) == 10 and rounds[0]["table"] == elsewhere and rounds[0]["seat"] == 2
    assert [round["round"] for round in rounds[1:]] == [12, 11, 10, 9, 8, 7, 6, 5, 4]
    assert len(player.get("/api/history?limit=50").json()["rounds"]) == 13
    assert [round["round"] for round in player.get(f"/api/tables/{table}/rounds?limit=2").json()["rounds"]] == [12, 11]


@pytest.mark.parametrize("game", ["cincinnati-stud", "draw-n-shoot-21"])
def test_a_round_that_was_called_off_is_recalled_as_far_as_it_went(house: OpenHouse, game: str) -> None:
    player, table = seated(house, game, automatic=[2])
    player.play_round(table, Random(1))
    with player.watch(table) as watcher:
        watcher.hear()
        player.bet(table)
        last = player.look(table)["sequence"]
        watcher.hear_up_to(last)
    seen = [event for entry in watcher.entries() for event in entry["events"]]
    house.staff("supervisor").do(f"/api/tables/{table}/void", {"reason": "a card was exposed"})
    player.play_round(table, Random(2))
    steps = player.get(f"/api/tables/{table}/rounds/2/steps", seat=1).json()["steps"]
    assert steps == seen and len(seen) > 4
    everything = house.staff("auditor").get(f"/api/tables/{table}/rounds/2/steps", seat=-1).json()["steps"]
    assert len(everything) == len(steps) and "??" not in json.dumps(everything)
    assert verify(msgspec.json.decode(player.get(f"/api/tables/{table}/rounds/2").content, type=Transcript)).holds
    mine = player.get("/api/history").json()["rounds"]
    assert [(round["round"], round["outcome"]) for round in mine] == [(3, "settled"), (2, "released"), (1, "settled")]
    assert mine[1]["net"] == 0


def test_rounds_are_exported_as_json_and_csv(house: OpenHouse) -> None:
    player, table = seated(house)
    for number in range(2):
        player.play_round(table, Random(number))
    for path in (f"/api/tables/{table}/rounds", "/api/history"):
        rows = player.get(path).json()["rounds"]
        as_csv = player.get(path, form="csv")
        assert as_csv.headers["content-type"].startswith("text/csv") and len(rows) == 2
        read = list(csv.DictReader(io.StringIO(as_csv.text)))
        assert [{name: str(cell) for name, cell in row.items()} for row in rows] == read


def test_words_that_look_like_formulas_are_exported_as_words(house: OpenHouse) -> None:
    player = house.guest()
    for sign in "=+-@":
        table = player.open_table("on-the-draw", name=f"{sign}HYPERLINK(1)")
        player.sit(table, 1, 20_000)
        player.start(table)
        for words in ("bet ante=5 blind=5", "check", "check", "fold"):
            player.answer(table, words)
        player.do(f"/api/tables/{table}/leave")
    rows = csv.DictReader(io.StringIO(player.get("/api/history", form="csv").text))
    assert [(row["name"], row["net"]) for row in rows] == [(f"'{sign}HYPERLINK(1)", "-1000") for sign in "@-+="]


def test_the_ledger_and_the_log_are_exported_as_json_and_csv(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2])
    player.play_round(table, Random(1))
    auditor = house.staff("auditor")
    for path, key in (("/api/ledger", "id"), ("/api/log", "sequence")):
        rows = auditor.get(path, table=table).json()["rows"]
        assert rows and [row[key] for row in rows] == sorted(row[key] for row in rows)
        as_csv = auditor.get(path, table=table, form="csv")
        assert as_csv.headers["content-type"].startswith("text/csv")
        read = list(csv.DictReader(io.StringIO(as_csv.text)))
        assert [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows] == read
        later = auditor.get(path, table=table, after=rows[2][key]).json()["rows"]
        assert later == rows[3:]
        assert auditor.get(path, table=table, limit=2).json()["rows"] == rows[:2]
    stack = auditor.get("/api/ledger", book=f"stack:{table}:1").json()["rows"]
    assert stack and all(f"stack:{table}:1" in (row["debit"], row["credit"]) for row in stack)
    said = auditor.get("/api/log", table=table, contains='"entry":"sat"').json()["rows"]
    assert [json.loads(row["entry"])["seat"] for row in said] == [2, 1]


def test_the_log_is_searched_for_whose_doing_it_was(house: OpenHouse) -> None:
    _, table = seated(house, automatic=[2])
    supervisor = house.staff("supervisor")
    supervisor.do(f"/api/tables/{table}/pause", {"reason": "a spilled drink"})
    found = house.staff("auditor").get("/api/log", table=table, contains="Robin super").json()["rows"]
    assert [json.loads(row["entry"])["entry"] for row in found] == ["paused"] and found[0]["actor"] == supervisor.id


def test_the_house_is_seen_at_a_glance(house: OpenHouse) -> None:
    player, table = seated(house, automatic=[2, 3])
    player.start(table)
    player.answer(table, "bet ante=5 blind=5 cincy-pot=5")
    seen = house.staff("supervisor").get("/api/house").json()
    (mine,) = (found for found in seen["tables"] if found["id"] == table)
    assert mine["playing"] and mine["round"] == 1 and mine["players"]["1"] == player.account["name"]
    assert seen["wrong"] == [] and seen["held"] >= 1_000
    assert seen["pots"] == sum(found["pot"] for found in seen["tables"]) > 0
    assert house.staff("auditor").get("/api/log/check").json() == {"wrong": []}


def test_the_house_s_account_is_what_it_won_whoever_played(house: OpenHouse) -> None:
    player, table = seated(house, "three-card-draw", automatic=[2, 3])
    seen = house.staff("supervisor").get("/api/house").json()
    assert [found["house"] for found in seen["tables"] if found["id"] == table] == [0]
    before = {seat["number"]: seat["stack"] for seat in player.look(table)["view"]["seats"]}
    for _ in range(3):
        player.play_round(table, Random(table))
    after = {seat["number"]: seat["stack"] for seat in player.look(table)["view"]["seats"]}
    assert before.keys() == after.keys() == {1, 2, 3}
    seen = house.staff("supervisor").get("/api/house").json()
    lost = sum(before.values()) - sum(after.values())
    assert [found["house"] for found in seen["tables"] if found["id"] == table] == [lost]


def test_the_house_says_that_it_lives_is_open_and_how_busy_it_is(house: OpenHouse) -> None:
    anybody = house.client()
    assert anybody.get("/healthz").json() == {"status": "alive"}
    assert anybody.get("/readyz").json() == {"status": "open"}
    player, table = seated(house)
    player.start(table)
    with player.watch(table) as watcher:
        watcher.hear()
        figures = anybody.get("/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in figures.splitlines() if not line.startswith("#"))
    assert float(lines["croupier_watchers"]) == 1 and float(lines["croupier_rounds_open"]) >= 1
    started = 'croupier_requests_total{method="POST",path="/api/tables/{table}/rounds",status="200"}'
    assert float(lines[started]) >= 1


def test_what_is_refused_says_what_would_be_right(house: OpenHouse) -> None:
    player, table = seated(house)
    player.bet(table)
    refused = player.post(f"/api/tables/{table}/answers", {"answer": "raise"})
    assert refused.status_code == 409 and refused.json()["detail"].endswith("legal: check, play-3x")
    missing = player.post("/api/tables", {"game": "poker", "name": "What"})
    assert missing.status_code == 422 and "on-the-draw" in missing.json()["detail"]


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("chips", {"cents": 100_000_001}, "cents must be at most 100000000"),
        ("chips", {"cents": "5"}, "cents must be a whole number"),
        ("chips", {"cents": 5, "dollars": 5}, "dollars is not asked for"),
        ("chips", [], "the body must be an object"),
        ("seat", {"seat": 1}, "buy in is missing"),
        ("answers", {"answer": ""}, "answer must not be blank"),
        ("answers", {"answer": "check\n"}, "answer must have no control characters, nor any that turn letters around"),
        ("word", {"word": "x" * 201}, "word must have at most 200 characters"),
    ],
)
def test_what_cannot_be_is_refused_in_plain_words(house: OpenHouse, path: str, body: object, sentence: str) -> None:
    player, table = seated(house)
    refused = player.post(f"/api/tables/{table}/{path}", body)  # type: ignore[arg-type]
    assert refused.status_code == 422 and refused.json()["detail"] == sentence


def test_the_games_are_listed_as_the_command_lists_them(house: OpenHouse) -> None:
    listed = house.client().get("/api/games").text
    assert all(name in listed for name in game_names())
