"""What is written down of a table and of a round comes back whole."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec

from croupier.chips import Range, dollars
from croupier.conformance.random_players import play_out
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.placard import Placard
from croupier.table.record import Recorder, TableState, deal_again, read_records, restore, save, write_record
from croupier.table.round import Round
from croupier.table.table import Table


def own_table() -> Table:
    """A table with settings, a paytable and terms of its own."""
    mine = PayTable.build("twenty-one", "mine", {"blackjack": "3:1", "twenty-one": "1:1", "seventeen": "push"})
    game = game_named("draw-n-shoot-21").choose({"decks": "2", "max_raise": "1"}, {"quickcraps": "alternate"}, (mine,))
    table = Table(game, Placard(limits={"ante": Range(1000, 5000)}, chip=50, breakage="down-to-chip"))
    table.sit(2, "Ann", 100_000)
    table.sit(5, "Bob", 50_000)
    return table


def net(round: Round, before: TableState) -> dict[int, str]:
    """What each seat won or lost in a round, in dollars."""
    stacks = {seat.number: seat.stack for seat in before.seats}
    return {seat.number: dollars(seat.stack - stacks[seat.number]) for seat in round.table.seats.values()}


def test_a_table_keeps_its_settings_paytables_and_terms() -> None:
    table = own_table()
    back = restore(save(table), game_named)
    assert back.game.settings == table.game.settings
    assert back.placard == table.placard
    assert {bet: (t.name, dict(t.pays)) for bet, t in back.game.paytables.items()} == {
        bet: (t.name, dict(t.pays)) for bet, t in table.game.paytables.items()
    }
    assert [(seat.number, seat.player, seat.stack) for seat in back.seats.values()] == [
        (2, "Ann", 100_000),
        (5, "Bob", 50_000),
    ]


def test_flat_prizes_are_kept_to_the_cent() -> None:
    prizes = PayTable.build("five-card-draw/first-5", "mine", {}, {"royal-flush": 1000, "straight-flush": 12.5})
    table = Table(game_named("big-draw").choose(custom=(prizes,)))
    assert restore(save(table), game_named).game.paytables["five-card-draw/first-5"].fixed == prizes.fixed


def test_a_log_of_rounds_is_one_line_for_each_and_every_line_deals_its_round_again(tmp_path: Path) -> None:
    table, log = own_table(), tmp_path / "rounds.jsonl"
    nets = []
    with log.open("wb") as file:
        for number in range(12):
            recorder = Recorder(table, b"%d" % number)
            play_out(recorder.round, Random(number))
            file.write(write_record(recorder.record()))
            nets.append(net(recorder.round, recorder.before))
    records = read_records(log)
    assert [net(deal_again(record, game_named), record.before) for record in records] == nets
    assert any(amount.startswith("-") for amounts in nets for amount in amounts.values())


def test_what_each_seat_won_is_the_difference_of_its_stacks() -> None:
    table = own_table()
    recorder = Recorder(table, b"net")
    recorder.round.bet(2, {"craps": 1_000})
    recorder.round.bet(5, {})
    assert net(recorder.round, recorder.before)[5] == "$0"
    assert net(recorder.round, recorder.before)[2] in {"-$10", "$0", "$10", "$20", "$30", "$60", "$80", "$120", "$400"}


def test_the_shoe_goes_on_where_it_was() -> None:
    table = own_table()
    for number in range(30):
        play_out(Recorder(table, b"%d" % number).round, Random(number))
        back = restore(save(table), game_named)
        assert (back.shoe.stock, back.shoe.left) == (table.shoe.stock, table.shoe.left)
        assert len(table.shoe.stock) == table.shoe.left
    assert msgspec.json.decode(msgspec.json.encode(save(table)), type=type(save(table))) == save(table)
