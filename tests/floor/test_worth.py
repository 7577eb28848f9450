"""Money that means something: own paytables print none, refills go by all that one has, no sum stops the audit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from croupier.floor import money
from croupier.floor.accounts import PLAY_MONEY
from croupier.floor.storage.schema import books
from croupier.floor.tables.account_limits import CORRECTED_A_DAY, CORRECTED_ALONE, MOST_CORRECTED
from tests.floor.client import Client
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated

GENEROUS = {
    "bet": "twenty-one",
    "name": "mine",
    "pays": dict.fromkeys(("blackjack", "twenty-one", "eighteen-to-twenty", "seventeen"), "10000:1"),
}


def wallet(client: Client) -> int:
    """What somebody has in their wallet."""
    return int(client.get("/api/me").json()["wallet"])


def test_a_paytable_of_ones_own_plays_against_a_bank_of_its_own(house: OpenHouse) -> None:
    """Whatever is won there never reaches a wallet, nor does it cost the house anything."""
    player, table = seated(house, "draw-n-shoot-21", custom=[GENEROUS])
    assert wallet(player) == PLAY_MONEY, "its chips are the bank's"
    for number in range(8):
        player.play_round(table, Random(number))
    stack = house.books.balance(money.stack(table, 1))
    assert stack > 1_000_000, "somebody has won"
    assert house.books.balance(money.house(table)) == 0
    assert house.books.balance(money.bank(table)) == -stack
    player.do(f"/api/tables/{table}/leave")
    assert wallet(player) == PLAY_MONEY and house.books.balance(money.bank(table)) == 0
    pays = {"account": player.id, "round": 1, "cents": 500, "reason": "the ante was lost"}
    assert house.staff("supervisor").post(f"/api/tables/{table}/corrections", pays).status_code == 409


@pytest.mark.parametrize("terms", [{}, {"custom": [GENEROUS]}])
def test_a_sitting_is_told_what_it_has_bought_also_from_a_bank(house: OpenHouse, terms: dict[str, Any]) -> None:
    player, table = seated(house, "draw-n-shoot-21", **terms)
    seen = player.look(table)
    assert seen["bought"] == seen["view"]["seats"][0]["stack"] > 0
    player.do(f"/api/tables/{table}/chips", {"cents": 500})
    player.play_round(table, Random(1))
    assert player.look(table)["bought"] == seen["bought"] + 500
    player.do(f"/api/tables/{table}/leave")
    assert player.look(table)["bought"] is None


@pytest.mark.parametrize(
    "terms",
    [
        {"custom": [{"bet": "play", "name": "mine", "pays": {"two-pair": "1000000:1"}}]},
        {"custom": [{"bet": "trips", "name": "mine", "fixed": {"royal-flush": 1e9}}]},
        {"settings": {"play_multiples": "1000000,2,1"}},
    ],
)
def test_terms_whose_sums_could_outgrow_the_books_are_refused(house: OpenHouse, terms: dict[str, Any]) -> None:
    refused = house.guest().post("/api/tables", {"game": "on-the-draw", "name": "Riches", **terms})
    assert refused.status_code == 422 and "at most" in refused.json()["detail"]


def test_chips_parked_on_tables_pump_no_refill(house: OpenHouse) -> None:
    player, table = seated(house, buy_in=95_000)
    refused = player.post("/api/wallet/refill")
    assert refused.status_code == 409 and "yours has $1,000" in refused.json()["detail"]
    player.start(table)
    player.answer(table, "bet ante=475 blind=475")
    assert player.post("/api/wallet/refill").status_code == 409, "bets that are held count too"
    for word in ("check", "check", "fold"):
        player.answer(table, word)
    assert player.do("/api/wallet/refill") == {"given": PLAY_MONEY - 5_000}


def test_a_seat_that_somebody_else_has_taken_is_not_counted(house: OpenHouse) -> None:
    player, table = seated(house, buy_in=95_000)
    player.start(table)
    player.answer(table, "bet ante=475 blind=475")
    player.do(f"/api/tables/{table}/leave")
    other = house.guest()
    other.sit(table, 1, 90_000)
    assert player.do("/api/wallet/refill") == {"given": PLAY_MONEY - 5_000}
    assert other.post("/api/wallet/refill").status_code == 409


def test_no_value_stops_the_audit(database: str) -> None:
    """Sums beyond what the database counts in are found, not fatal."""
    with OpenHouse(database) as house:
        player, _ = seated(house)
        row = (
            "INSERT INTO transfers (time, debit, credit, cents, why) VALUES (1, 'mint', :wallet, :cents, 'play money')"
        )
        for _ in "123":
            house.books.say(row, wallet=money.wallet(player.id), cents=2**63 - 1)
        faults = house.books.faults()
        made = 3 * (2**63 - 1)
        assert any(str(PLAY_MONEY - 50_000 + made) in fault for fault in faults)
        assert not any("cannot be checked" in fault for fault in faults)


def disputed(house: OpenHouse) -> tuple[Client, int]:
    """Somebody who has lost a round, and the table."""
    player, table = seated(house)
    player.start(table)
    player.answer(table, "bet ante=5 blind=5")
    for word in ("check", "check", "fold"):
        player.answer(table, word)
    return player, table


def supervisor(house: OpenHouse, name: str) -> Client:
    """Another supervisor."""
    return house.client(house.books.sign_up(name, PASSWORD, "supervisor"))


def test_a_large_correction_takes_a_second_signature(house: OpenHouse) -> None:
    player, table = disputed(house)
    first, second = supervisor(house, "Ada First"), supervisor(house, "Bea Second")
    pays = {"account": player.id, "round": 1, "cents": CORRECTED_ALONE + 1, "reason": "a royal flush was taken"}
    path = f"/api/tables/{table}"
    proposal = first.do(f"{path}/corrections", pays)["proposal"]
    assert proposal and wallet(player) == PLAY_MONEY - 50_000, "nothing is paid yet"
    assert first.post(f"{path}/signatures", {"proposal": proposal}).status_code == 403
    assert second.post(f"{path}/signatures", {"proposal": proposal + 1}).status_code == 409
    second.do(f"{path}/signatures", {"proposal": proposal})
    assert wallet(player) == PLAY_MONEY - 50_000 + CORRECTED_ALONE + 1
    assert second.post(f"{path}/signatures", {"proposal": proposal}).status_code == 409, "it is good for once"
    too_much = first.post(f"{path}/corrections", pays | {"cents": MOST_CORRECTED + 1})
    assert too_much.status_code == 409 and "at most" in too_much.json()["detail"]
    rates = {who["name"]: who for who in house.staff("auditor").get("/api/house/supervisors").json()["day"]}
    assert (rates["Bea Second"]["paid"], rates["Bea Second"]["signed"]) == (CORRECTED_ALONE + 1, 1)
    assert rates["Ada First"]["corrections"] == 0
    assert player.get("/api/house/supervisors").status_code == 403


def test_many_small_corrections_take_a_second_signature_too(house: OpenHouse) -> None:
    player, table = disputed(house)
    first, second = supervisor(house, "Cis Small"), supervisor(house, "Dot Small")
    pays = {"account": player.id, "round": 1, "cents": CORRECTED_ALONE, "reason": "as the player says"}
    proposed = second.do(f"/api/tables/{table}/corrections", pays | {"cents": CORRECTED_ALONE + 1})["proposal"]
    first.do(f"/api/tables/{table}/signatures", {"proposal": proposed})
    done = [first.do(f"/api/tables/{table}/corrections", pays) for _ in range(CORRECTED_A_DAY // CORRECTED_ALONE + 1)]
    assert [bool(answer["proposal"]) for answer in done] == [False] * (len(done) - 1) + [True]
    assert wallet(player) == PLAY_MONEY - 50_000 + CORRECTED_A_DAY + CORRECTED_ALONE + 1
    rates = {who["name"]: who for who in house.staff("auditor").get("/api/house/supervisors").json()["ever"]}
    assert (rates["Cis Small"]["corrections"], rates["Cis Small"]["signed"]) == (len(done), 1)


def test_a_round_with_much_at_stake_is_called_off_by_two(house: OpenHouse) -> None:
    players = [house.guest(), house.guest()]
    table = players[0].open_table()
    for seat, player in enumerate(players, start=1):
        player.sit(table, seat, 80_000)
    players[0].start(table)
    for player in players:
        player.answer(table, "bet ante=300 blind=300")
    first, second = supervisor(house, "Dee Void"), supervisor(house, "Eve Void")
    proposal = first.do(f"/api/tables/{table}/void", {"reason": "a misdeal"})["proposal"]
    assert house.books.hold_states(table, 1) == {"held"}
    second.do(f"/api/tables/{table}/signatures", {"proposal": proposal})
    assert house.books.hold_states(table, 1) == {"released"}


def test_all_wallets_hold_what_the_mint_and_the_house_have_given(house: OpenHouse) -> None:
    assert house.books.one(select(func.sum(books.c.balance))) == 0
