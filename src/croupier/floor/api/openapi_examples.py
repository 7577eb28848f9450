"""Examples for the API's description, from a table that is really dealt, with seeds that nobody plays with.

Those that take a solver are kept in a file: `python -m tests.floor.write_examples` works them out anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from croupier.contract import games_json
from croupier.floor import clock
from croupier.floor.api import responses
from croupier.floor.api.requests import DecisionsAsked, DrillAsked, SittingSoFar
from croupier.floor.api.routes.calculations import decisions_told
from croupier.floor.api.routes.dealer_school import drill_told, sitting_told
from croupier.floor.api.routes.lab_questions import papers_told
from croupier.floor.api.routes.table_commands import law_told, listed, table_opened, terms
from croupier.floor.entries import Answered, Entry, Opened, Sat, write_entry
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.fairness.transcript import ChainLink, Transcript
from croupier.floor.hash_chain import START, link
from croupier.floor.pit.figures import Alarm, PitFigures, PlayerRating
from croupier.floor.storage.learned_items import LearnedItem
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint, Head, Totals
from croupier.floor.tables.live_table import Applied, LiveTable
from croupier.floor.tables.past_rounds import as_seen
from croupier.floor.tables.seat_messages import LiveMessage, entry_seen, table_seen
from croupier.floor.tables.staff_deeds import StaffRate
from croupier.games import game_named
from croupier.jurisdictions import jurisdiction_named
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words

GAME = "on-the-draw"
ANSWERS = ("bet ante=5 blind=5", "check", "check", "play-1x")
TIME = 1_767_225_600_000_000
"""The first second of 2026."""
SOLVED = Path(__file__).with_suffix(".json")


class ExampleTable:
    """A table with one player, one round of which has been played."""

    def __init__(self) -> None:
        game = game_named(GAME)()
        paytables = [paytable_words(paytable) for paytable in game.paytables.values()]
        self.opened = Opened(
            "Ann's table", GAME, as_words(game.settings), paytables, Placard().to_json(), 30, [], release=game.release
        )
        self.live = LiveTable(1, self.opened)
        self.links: list[ChainLink] = []
        self.seeds = [RoundSeeds(bytes([number]) * 32, bytes([number + 100]) * 32) for number in (1, 2)]
        self.live.next_seeds = self.seeds[0]
        self.enter(self.opened)
        self.new = table_opened(self.live, 0)
        self.enter(Sat(1, "Ann", 1, 20_000))
        self.enter(self.live.next_round())
        self.live.next_seeds = self.seeds[1]
        self.first = self.enter(Answered(1, ANSWERS[0], "player"))
        self.live.asked_ticks = clock.ticks()
        self.table = table_seen(self.live, 1)
        self.message = LiveMessage(self.live.sequence, [entry_seen(self.first, 1)], self.table)
        for answer in ANSWERS[1:]:
            self.last = self.enter(Answered(1, answer, "player"))

    def enter(self, entry: Entry) -> Applied:
        """Carry out an entry and hang it on the chain."""
        applied = self.live.apply(entry)
        words = write_entry(entry)
        previous = bytes.fromhex(self.links[-1].hash) if self.links else START
        following = link(previous, 1, applied.sequence, TIME, 1, words)
        self.links.append(ChainLink(applied.sequence, TIME, 1, words.decode(), previous.hex(), following.hex()))
        return applied

    def transcript(self) -> Transcript:
        """The round as it is handed out."""
        seeds = self.seeds[0]
        committed = seeds.commitments
        told = (committed.deck, committed.shoe, seeds.deck.hex(), seeds.shoe.hex())
        return Transcript(1, 1, "settled", *told, {}, self.last.record, None, self.links[2:])


def examples() -> dict[str, Any]:
    """An example of each kind of answer, by its name."""
    shown = ExampleTable()
    live, opened, transcript = shown.live, shown.opened, shown.transcript()
    assert live.round is not None and live.table.pot is not None
    ann = responses.AccountTold(1, "Ann", "player", False)
    bet = responses.TransferTold(7, TIME, "stack:1:1", "bets:1", 500, "bet on ante", 1, 1, "bet")
    bought = responses.TransferTold(2, TIME, "wallet:1", "stack:1:1", 20_000, "bought in", 1, None, "bought-in")
    wager = responses.TransferTold(9, TIME, "bets:1", "pot:1", 500, "pot wagers", 1, 1, "pot-wagers")
    in_list = listed(live)
    noted = LearnedItem("lesson", GAME, TIME // 1000, {"game": GAME})
    line = responses.LogLine(
        1, 2, TIME, 1, 0, *(getattr(shown.links[1], name) for name in ("entry", "previous", "hash"))
    )
    role = responses.HouseLogLine(
        1, TIME, None, "role", '{"account":2,"role":"supervisor","name":"Ivy Lane"}', "00" * 32, "5f" * 32
    )
    head = Head(live.sequence, shown.links[-1].hash)
    rate = StaffRate(2, "Robin", corrections=2, paid=1_500, taken=500, voids=1, signed=0)
    washington = law_told(live.table.game, jurisdiction_named("washington", Placard.day))
    kinds = (
        responses.Problem("you do not sit at table 1; take a seat first"),
        ann,
        responses.SessionBegun(ann, "M2Zx0cVhU2l5m4bW8s1rJ7nQe6yTgKdPa9oXfLzHiBc"),
        responses.MySessions(
            [
                responses.SessionTold(
                    "9f86d081884c7d65", True, 1794787200000000, 1795392000000000, "192.0.2.7", "Firefox"
                )
            ]
        ),
        responses.SessionsEnded(1),
        responses.MyAccount(ann, 80_000),
        responses.Refilled(91_500),
        bet,
        responses.WalletTransfers([bought]),
        responses.Done(1, 4, 1, receipt=f"croupier-receipt-1.1.1.4.{'5f' * 16}"),
        in_list,
        responses.Lobby([in_list], 1),
        responses.InviteTold(1, "c2l4dGVlbiBieXRlcyBhbmQgbW9yZQ=="),
        responses.Learned([noted]),
        responses.LearnedKept(1),
        responses.Forgotten(12),
        responses.PotTold(1, live.table.pot.about(), [wager]),
        responses.History(
            [
                responses.OwnRound(
                    12, 1, 1, 1, shown.last.results[0].net, TIME, opened.name, GAME, "settled", shown.links[-1].hash
                )
            ]
        ),
        responses.Rounds([responses.RoundTold(1, "settled", TIME, 3, live.sequence)]),
        transcript,
        responses.Steps(1, 1, 1, as_seen(live.round.events, 1)),
        responses.HouseSeen(
            [responses.HouseTable(1, opened.name, GAME, 1, False, "", live.table.house, 0, {1: "Ann"})], 0, 0, 0, []
        ),
        *pit_examples(),
        responses.LedgerPage([bet]),
        responses.LogPage([line]),
        responses.HouseLogPage([role]),
        rate,
        responses.StaffRates([rate], [rate]),
        responses.Checked([]),
        Checkpoint("5f" * 32, TIME, {1: head}, head, head, Totals(9, 52_500, 100_000, 500), "5f" * 64),
        responses.Health("open"),
        msgspec.convert(games_json([game_named(GAME)]), responses.GamesTold),
        opened,
        terms(live),
        washington,
        responses.Laws([washington]),
        papers_told(),
        sitting_told(SittingSoFar.model_validate({"game": GAME, "seed": "monday"})),
        drill_told(DrillAsked.model_validate({"game": GAME, "drill": "payout", "seed": "monday 1"})),
        decisions_told(DecisionsAsked.model_validate({"game": GAME, "seed": "monday"})),
        responses.TuneProgress("searching 8 tables", 0.5),
        shown.new,
        shown.table,
        shown.message,
    )
    return {type(kind).__name__: msgspec.to_builtins(kind, str_keys=True) for kind in kinds} | solved()


def pit_examples() -> tuple[object, ...]:
    """What the pit is told."""
    figures = PitFigures(
        name="Ann's table",
        rounds=60,
        voids=0,
        rounds_per_hour=30.0,
        average_bet=1_820.0,
        drop=20_000,
        handle=109_200,
        win=-4_500,
        pot_wagers=0,
        pot_win=0,
        corrected=0,
        theoretical=500.9,
        deviation=19_310.5,
        low=-98_300.0,
        high=51_200.0,
        chance_below=None,
        chance_above=None,
        assumed_independent=False,
    )
    ann = PlayerRating(
        account=1,
        name="Ann",
        rounds=60,
        decisions=110,
        clocked=2,
        voided=0,
        average_bet=1_820.0,
        handle=109_200,
        win=-4_500,
        theoretical=500.9,
        chance_below=None,
    )
    alarm = Alarm("clock", None, 1, "Ann", "left 40 of 110 decisions to the clock, others 3 of 900", 1e-6, 1e-4)
    proposal = responses.ProposalTold(1, 41, TIME, 2, "Robin", 12, 1, "Ann", 60_000, "the royal flush was not paid")
    table = responses.PitTable(1, GAME, True, 0, 24_500, figures)
    return (
        responses.PitDay("2026-01-01", [table], [figures], [figures], figures, [alarm], 1e-3, 0),
        responses.PitDays([figures]),
        responses.PitPlayers([ann], 1, [alarm], 1e-4),
        responses.Proposals([proposal]),
    )


def solved() -> dict[str, Any]:
    """An example of each kind of answer that takes a solver, by its name."""
    kept: dict[str, Any] = msgspec.json.decode(SOLVED.read_bytes())
    return kept
