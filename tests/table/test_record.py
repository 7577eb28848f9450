"""What is written down of a table and of a round comes back whole."""

from __future__ import annotations

from croupier.chips import Range
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.placard import Placard
from croupier.table.record import restore, save
from croupier.table.table import Table


def own_table() -> Table:
    """A table with settings, a paytable and terms of its own."""
    mine = PayTable.build("twenty-one", "mine", {"blackjack": "3:1", "twenty-one": "1:1", "seventeen": "push"})
    game = game_named("draw-n-shoot-21").choose({"decks": "2", "max_raise": "1"}, {"quickcraps": "alternate"}, (mine,))
    table = Table(game, Placard(limits={"ante": Range(1000, 5000)}, chip=50, breakage="down-to-chip"))
    table.sit(2, "Ann", 100_000)
    table.sit(5, "Bob", 50_000)
    return table


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
