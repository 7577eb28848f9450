"""Same log, same state: a round dealt again is the same to the last byte, and one that was edited is found out."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.conformance.random_players import answer_once, come_and_go, play_out
from croupier.conformance.whole_state import everything, log, views
from croupier.errors import Refused
from croupier.games import game_named
from croupier.table.events import Bet, Dealt, Decided, Event, Rolled, Settled
from croupier.table.record import Record, Recorder, TableState, deal_again, read_records, restore, save, write_record
from croupier.table.round import Round
from croupier.table.table import Table
from tests.contract.cases import GAMES, Case, Kind, every_case
from tests.other_words import reworded, tell


def recorded(table: Table, random: Random, number: int) -> tuple[Record, Round]:
    """A round played at random, and its record."""
    recorder = Recorder(table, b"%d" % number)
    play_out(recorder.round, random)
    return recorder.record(), recorder.round


def written(state: TableState) -> TableState:
    """A saved table, written as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(state), type=TableState)


@pytest.mark.parametrize("case", every_case(), ids=str)
@pytest.mark.sample(4)
def test_a_round_dealt_again_from_its_record_is_the_same_to_the_last_byte(case: Case) -> None:
    table, random = case.table(), Random(str(case))
    for number in range(3):
        record, round = recorded(table, random, number)
        line = write_record(record)
        assert line.count(b"\n") == 1
        again = deal_again(msgspec.json.decode(line, type=Record), game_named)
        assert log(again) == log(round)
        assert views(again) == views(round)
        assert again.table.chips() == table.chips() and again.table.house == table.house
        come_and_go(table, random)


@pytest.mark.parametrize("case", every_case(), ids=str)
@pytest.mark.sample(4)
def test_a_round_broken_off_anywhere_goes_on_from_its_seed_and_answers(case: Case) -> None:
    table, random = case.table(), Random(str(case))
    play_out(Round.seeded(table, b"before"), random)
    saved = written(save(table))
    round = Round.seeded(table, b"broken off")
    stop = random.randrange(1, 2 + 3 * case.players)
    while round.waiting and len(round.answers) < stop:
        answer_once(round, random, sits_out=0)

    resumed = Round.seeded(restore(saved, game_named), b"broken off")
    for seat, answer in round.answers:
        resumed.act(seat, answer)
    assert everything(resumed) == everything(round)

    next_answers = Random(1), Random(1)
    for same, players in zip((round, resumed), next_answers, strict=True):
        play_out(same, players)
    assert everything(resumed) == everything(round)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_table_saved_and_restored_goes_on_as_if_nothing_had_happened(kind: Kind) -> None:
    table, random = Case(kind, min(4, kind.seats)).table(), Random(kind.__name__)
    for number in range(12):
        restored = restore(written(save(table)), game_named)
        assert save(restored) == save(table)
        seed = b"%d" % number
        rounds = Round.seeded(table, seed), Round.seeded(restored, seed)
        for round, players in zip(rounds, (Random(number), Random(number)), strict=True):
            play_out(round, players)
        assert everything(rounds[0]) == everything(rounds[1])
        come_and_go(table, random)


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_record_that_was_edited_or_cut_short_is_refused(kind: Kind) -> None:
    table = Case(kind, 2).table()
    record, _ = recorded(table, Random(3), 1)
    before = record.before
    richer = [msgspec.structs.replace(seat, stack=seat.stack + 100) for seat in before.seats]
    edits: list[dict[str, Any]] = [
        {"answers": record.answers[:-1]},
        {"answers": [*record.answers, (1, "fold")]},
        {"answers": [(seat, "stand on your head") for seat, _ in record.answers]},
        {"seed": "00" * 32},
        {"seed": "not a seed"},
        {"digest": "00" * 32},
        {"algorithm": "croupier-0"},
        {"before": msgspec.structs.replace(before, seats=richer)},
        {"before": msgspec.structs.replace(before, house=before.house + 100)},
        {"before": msgspec.structs.replace(before, game="whist")},
        {"before": msgspec.structs.replace(before, settings={"moon": "full"})},
        {"before": msgspec.structs.replace(before, placard={})},
        {"before": msgspec.structs.replace(before, placard=before.placard | {"day": "yesterday"})},
        {"before": msgspec.structs.replace(before, placard=before.placard | {"chip": "one"})},
        {"before": msgspec.structs.replace(before, placard=before.placard | {"limits": {"ante": 5}})},
        {"before": msgspec.structs.replace(before, seats=[])},
    ]
    if record.shoe:
        edits += [{"shoe": record.shoe[:-1]}, {"shoe": [*record.shoe[::-1], "2c"]}, {"shoe": ["Zz"]}]
    for edit in edits:
        with pytest.raises(Refused) as refusal:
            deal_again(msgspec.structs.replace(record, **edit), game_named)
        assert len(str(refusal.value).splitlines()) == 1, edit


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_round_whose_game_is_told_in_other_words_is_dealt_again(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    record, round = recorded(Case(kind, 2).table(), Random(4), 1)
    tell(monkeypatch, reworded)
    again = deal_again(record, game_named)
    assert log(again) != log(round)
    assert again.table.chips() == round.table.chips() and again.table.house == round.table.house


@pytest.mark.parametrize(
    ("of", "changes"),
    [
        (Dealt, {"cards": ("2c",)}),
        (Rolled, {"first": 7}),
        (Decided, {"action": "another"}),
        (Bet, {"cents": 1}),
        (Settled, {"won": 1}),
        (Settled, {"stake": 1}),
        (Settled, {"result": "none"}),
    ],
    ids=str,
)
def test_a_round_with_another_card_die_answer_or_amount_is_not_the_recorded_one(
    of: type[Event], changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    for kind in GAMES:
        record, round = recorded(Case(kind, 2).table(), Random(4), 1)
        if not any(isinstance(event, of) for event in round.events):
            continue
        told.append(kind.name)
        with monkeypatch.context() as patch:
            tell(patch, lambda event: msgspec.structs.replace(event, **changes) if isinstance(event, of) else event)
            with pytest.raises(Refused, match="it has been edited"):
                deal_again(record, game_named)
    assert told


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
def test_a_round_is_written_down_only_when_it_is_over_and_a_table_saved_only_between_rounds(kind: Kind) -> None:
    table = Case(kind, 2).table()
    recorder = Recorder(table, b"early")
    with pytest.raises(Refused, match="not over"):
        recorder.record()
    with pytest.raises(Refused, match="between rounds"):
        save(table)
    play_out(recorder.round, Random(2))
    assert recorder.record().digest
    assert save(table).rounds == 1


def test_a_record_names_the_cards_that_left_the_shoe_and_none_that_are_still_in_it() -> None:
    for kind in GAMES:
        table = Case(kind, 2).table()
        play_out(Round.seeded(table, b"first"), Random(1))
        left = table.shoe.left
        record, _ = recorded(table, Random(2), 2)
        assert record.before.shoe == []
        assert len(record.shoe) == left - table.shoe.left, "no cut card comes out this early"


def test_a_log_from_which_a_round_was_taken_is_refused(tmp_path: Path) -> None:
    table = Table(game_named("on-the-draw")())
    table.sit(1, "Ann", 100_000)
    lines = []
    for number in range(3):
        recorder = Recorder(table, b"%d" % number)
        recorder.round.act(1, "bet ante=5 blind=5")
        while recorder.round.decision:
            recorder.round.act(1, recorder.round.decision.default.name)
        lines.append(write_record(recorder.record()))
    file = tmp_path / "log"
    file.write_bytes(b"".join(lines))
    assert len(read_records(file)) == 3
    file.write_bytes(lines[0] + lines[2])
    with pytest.raises(Refused, match="where round 2 should follow"):
        read_records(file)
