"""The examples in the API's description: `python -m tests.floor.write_examples` writes the file that the house ships.

Examples that a table deals or a solver computes are made here; the others are written by hand in the file and kept.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import asdict, replace

from croupier import __version__
from croupier.contract import advised, analyzed, audited, exposed, games_json, rows_told, sessions_told, tuned_told
from croupier.exact.claims import audit
from croupier.exact.solver import solver_of
from croupier.exact.tuning import parse_range, parse_target, row_costs, tune
from croupier.floor import clock
from croupier.floor.api import responses
from croupier.floor.api.openapi_docs import EXAMPLES
from croupier.floor.api.requests import DecisionsAsked, DrillAsked, SittingSoFar
from croupier.floor.api.routes.calculations import decisions_told
from croupier.floor.api.routes.dealer_school import drill_told, sitting_told
from croupier.floor.api.routes.lab_questions import SEED, SESSIONS, papers_told
from croupier.floor.api.routes.table_commands import law_told, listed, table_opened, terms
from croupier.floor.entries import Answered, Entry, Opened, Sat, write_entry
from croupier.floor.fairness.commit_reveal import RoundSeeds
from croupier.floor.fairness.transcript import ChainLink, Transcript
from croupier.floor.hash_chain import START, link
from croupier.floor.storage.safekeeping.checkpoints import Checkpoint, Head, Totals
from croupier.floor.tables.live_table import Applied, LiveTable
from croupier.floor.tables.past_rounds import as_seen
from croupier.floor.tables.seat_messages import LiveMessage, entry_seen, table_seen
from croupier.games import game_named
from croupier.jurisdictions import jurisdiction_named
from croupier.simulate.sessions import SessionPlan, session_curves
from croupier.table.placard import Placard
from croupier.table.record import paytable_words
from croupier.table.settings import as_words
from croupier.voice.lesson import lesson

GAME, DRAW = "on-the-draw", "three-card-draw"
ANSWERS = ("bet ante=5 blind=5", "check", "check", "play-1x")
TIME = 1_767_225_600_000_000
"""The first second of 2026."""
SALT = bytes(range(16))
CARDS = "Ah Jh 4s"
BET = "bonus"
RANGES = ("straight-flush=25:1..28:1", "straight=2:1", "flush=1:1..2:1")


class ExampleTable:
    """A table with one player, one round of which has been played."""

    def __init__(self) -> None:
        game = game_named(GAME)()
        paytables = [paytable_words(paytable) for paytable in game.paytables.values()]
        self.opened = Opened(
            "Ann's table", GAME, as_words(game.settings), paytables, Placard().to_json(), 30, [], "mint", game.release
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
        """Apply an entry and add it to the chain."""
        applied = self.live.apply(entry)
        words = write_entry(entry)
        previous = bytes.fromhex(self.links[-1].hash) if self.links else START
        following = link(previous, SALT, 1, applied.sequence, TIME, 1, words)
        self.links.append(
            ChainLink(applied.sequence, TIME, 1, words.decode(), SALT.hex(), previous.hex(), following.hex())
        )
        return applied

    def transcript(self) -> Transcript:
        """Return the transcript of the round, seeds included."""
        seeds = self.seeds[0]
        committed = seeds.commitments
        told = (committed.deck, committed.shoe, seeds.deck.hex(), seeds.shoe.hex())
        return Transcript(1, 1, "settled", *told, {}, self.last.record, None, self.links[2:])


@patch("croupier.table.game.full_version", lambda: __version__)
def dealt() -> dict[str, Any]:
    """Return the examples that a table deals, by the name of their struct; they name no commit."""
    shown = ExampleTable()
    live, opened, transcript = shown.live, shown.opened, shown.transcript()
    assert live.round is not None
    in_list = listed(live)
    second = shown.links[1]
    line = responses.LogLine(1, 2, TIME, 1, 0, second.entry, second.salt, second.previous, second.hash)
    result = shown.last.results[0].net, TIME, opened.name, GAME, "settled", "", shown.links[-1].hash
    house = responses.HouseTable(1, opened.name, GAME, 1, False, "", live.table.house, 0, {1: "Ann"})
    head = Head(live.sequence, shown.links[-1].hash)
    washington = law_told(live.table.game, jurisdiction_named("washington", Placard.day))
    return _by_name(
        in_list,
        responses.Lobby([in_list], 1),
        responses.History([responses.OwnRound(12, 1, 1, 1, *result)]),
        responses.Rounds([responses.RoundTold(1, "settled", TIME, 3, live.sequence)]),
        transcript,
        responses.Steps(1, 1, 1, as_seen(live.round.events, 1)),
        responses.HouseSeen([house], 0, 0, 0, []),
        responses.LogPage([line]),
        Checkpoint("5f" * 32, TIME, {1: head}, head, head, Totals(9, 52_500, 100_000, 500), "5f" * 64),
        msgspec.convert(games_json([game_named(GAME)]), responses.GamesTold),
        terms(live),
        washington,
        responses.Laws([washington]),
        papers_told(),
        sitting_told(SittingSoFar.model_validate({"game": GAME, "seed": "monday"})),
        drill_told(DrillAsked.model_validate({"game": GAME, "drill": "payout", "seed": "monday 1"})),
        decisions_told(DecisionsAsked.model_validate({"game": GAME, "seed": "monday"})),
        shown.new,
        shown.table,
        shown.message,
    )


def worked_out() -> dict[str, Any]:
    """Return the examples that a solver computes, by the name of their struct; the time it took is left at nothing."""
    analysis, advice = game_named(GAME), game_named(DRAW)
    game = advice()
    told = advised(game, CARDS)
    ranges = [parse_range(words, game, BET) for words in RANGES]
    taught = lesson(game)
    main = next(iter(solver_of(game).analyze().values()))
    return _by_name(
        replace(analyzed(analysis()), seconds=0.0),
        told,
        responses.TableAdvised(**asdict(told), cards=CARDS, board="", variant=None, stake="5"),
        audited(audit(analysis)),
        replace(taught, hands=taught.hands[:1], glossary=taught.glossary[:3]),
        tuned_told(tune(game, BET, parse_target("2.5%", "0.5%"), ranges)),
        rows_told(row_costs(game, BET)),
        sessions_told(game, session_curves(main, SessionPlan(20_000, 1_000, 10), SESSIONS, SEED), SEED),
        exposed(game, 1, "1", 10),
    )


def _by_name(*examples: object) -> dict[str, Any]:
    return {type(example).__name__: msgspec.to_builtins(example, str_keys=True) for example in examples}


if __name__ == "__main__":
    every = msgspec.json.decode(EXAMPLES.read_bytes()) | dealt() | worked_out()
    EXAMPLES.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(every.items()))), indent=1) + b"\n")
