"""A finished round can be checked without the house, and whatever was changed in it is found out."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.cards import DECK, Card
from croupier.cli import carry_out
from croupier.conformance.random_players import play_out
from croupier.errors import Refused
from croupier.files import LARGEST_LINE
from croupier.floor.entries import Paused, Voided, write_entry
from croupier.floor.fairness.commit_reveal import commitment, mixed
from croupier.floor.fairness.shoe_order import ShoeAsTold, shoe_order
from croupier.floor.fairness.transcript import ChainLink, ShoeProof, Transcript
from croupier.floor.fairness.verify import read_rounds, verify
from croupier.floor.hash_chain import link
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.games import game_named, game_names
from croupier.table.chance import Seeded
from croupier.table.record import Record, Recorder, Script, deal_from, restore, write_down, write_record
from croupier.table.round import Round
from tests.contract.cases import Case
from tests.floor.evening import SHOE_GAME, Evening, played
from tests.other_words import reworded, tell

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening with a table of every game."""
    return played(tmp_path_factory.mktemp("house"))


def verdicts(transcript: Transcript) -> dict[str, str]:
    """How each check of a transcript comes out, once it has been exported and read, whoever signed it."""
    exported = msgspec.json.decode(msgspec.json.encode(transcript), type=Transcript)
    return {check.name: check.verdict for check in verify(exported).checks if check.name != "signature"}


def failing(transcript: Transcript) -> set[str]:
    """The checks of a transcript that fail."""
    return {name for name, verdict in verdicts(transcript).items() if verdict == "fails"}


def found(transcript: Transcript, name: str) -> str:
    """What a check found."""
    (check,) = (check for check in verify(transcript).checks if check.name == name)
    return check.found


@pytest.mark.parametrize("game", game_names())
def test_every_round_that_the_house_dealt_verifies(evening: Evening, game: str) -> None:
    rounds = evening.rounds(game)
    assert len(rounds) >= 4
    for transcript in rounds:
        assert not failing(transcript), transcript.round
        if transcript.record is not None:
            assert {"commitment", "chain", "log", "seed", "deal", "answers"} <= set(verdicts(transcript))


def test_a_round_that_was_called_off_says_why_and_has_nothing_to_deal(evening: Evening) -> None:
    called_off = evening.transcripts["on-the-draw", 3]
    assert called_off.record is None
    assert verdicts(called_off) == dict.fromkeys(("commitment", "chain", "log", "words"), "holds")
    assert "a misdeal" in found(called_off, "log")


def test_a_round_is_called_off_by_its_last_entry_and_by_no_other(evening: Evening) -> None:
    called_off = evening.transcripts["on-the-draw", 3]
    assert failing(replace(called_off, log=called_off.log[:-1])) == {"log"}
    assert failing(replace(called_off, outcome="settled")) == {"log"}
    another = rechained(called_off.table, edited(called_off, -1, '"round":3', '"round":4'))
    assert failing(replace(called_off, log=another)) == {"log"}


def test_answers_are_the_same_in_log_and_record_however_they_were_written(evening: Evening) -> None:
    written = [link.entry for transcript in evening.transcripts.values() for link in transcript.log]
    assert any(".00" in entry for entry in written), "a bet was sent with its cents"
    records = [transcript.record for transcript in evening.transcripts.values() if transcript.record]
    assert not any(".00" in answer for record in records for _, answer in record.answers)


def test_cards_of_a_shoe_follow_from_its_seed_in_every_round_until_it_is_played_out(evening: Evening) -> None:
    rounds = [transcript for transcript in evening.rounds(SHOE_GAME) if transcript.record]
    told = [transcript for transcript in rounds if verdicts(transcript)["shoe"] == "holds"]
    assert len(told) > 10
    from_own = [transcript for transcript in told if "shuffled in this round" in found(transcript, "shoe")]
    from_both = [transcript for transcript in from_own if " and " in found(transcript, "shoe")]
    assert from_own and from_both, "shoes are shuffled between rounds, and where they run out"
    after_running_out = [transcript for transcript in told if transcript.shoe and transcript.shoe.without]
    assert after_running_out, "rounds were dealt from what was shuffled while cards lay on the table"


def test_a_shoe_that_is_still_in_use_is_checked_as_far_as_may_be(evening: Evening) -> None:
    last = evening.rounds(SHOE_GAME)[-1]
    assert last.shoe is None
    assert verdicts(last)["shoe"] == "open"
    assert "still in use" in found(last, "shoe")
    assert not failing(last)


def test_no_seed_of_a_shoe_is_told_while_cards_of_it_are_still_to_come(evening: Evening) -> None:
    used: dict[str, int] = {}
    for transcript in evening.rounds(SHOE_GAME):
        if transcript.record is None or not transcript.record.shoe:
            continue
        origin = found(transcript, "shoe")
        if transcript.shoe and f"round {transcript.shoe.round}" in origin:
            used[transcript.shoe.seed] = transcript.round
        if "this round" in origin and transcript.shoe_seed:
            used[transcript.shoe_seed] = transcript.round
    assert len(used) >= 4
    for after_round, transcript in evening.told:
        said = msgspec.json.encode(transcript).decode()
        for seed, last_used in used.items():
            assert seed not in said or last_used <= after_round, (after_round, transcript.round)


@pytest.mark.parametrize("game", game_names())
def test_a_round_whose_game_is_told_in_other_words_holds(
    evening: Evening, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported, log = tmp_path / "round.json", tmp_path / "rounds.jsonl"
    exported.write_bytes(msgspec.json.encode(evening.transcripts[game, 2]))
    log_of_rounds(game, log)
    tell(monkeypatch, reworded)
    key = key_of(evening.transcripts[game, 2], tmp_path)
    assert carry_out(["verify", str(exported), "--key", str(key), "--partial"]) == 0
    assert carry_out(["verify", str(log)]) == 0
    assert carry_out(["replay", str(log)]) == 0


def test_a_round_of_another_program_is_refused_by_its_name(evening: Evening, tmp_path: Path) -> None:
    transcript = json.loads(msgspec.json.encode(evening.transcripts["on-the-draw", 2]))
    release = {"croupier": "9.1.0", "behaviour": 99}
    file = tmp_path / "round.json"
    for change, why in (
        ({}, "made it with behaviour version 99 of on-the-draw"),
        ({"format": 7}, "wrote it in record format 7"),
    ):
        file.write_text(json.dumps(transcript | {"record": transcript["record"] | {"release": release} | change}))
        with pytest.raises(Refused, match=f"Croupier 9.1.0 {why}"):
            read_rounds(file)


def redealt(record: Record, **changes: Any) -> Record:
    """A record with something changed and its digest made to fit, as only the house could."""
    changed = replace(record, **changes)
    script = Script([Card.parse(name) for name in changed.shoe])
    round = deal_from(changed, game_named, script.stock, script)
    return write_down(changed.before, bytes.fromhex(changed.seed), round, changed.release)


def rechained(table: int, links: list[ChainLink]) -> list[ChainLink]:
    """The entries with hashes that fit, as only the house could make them."""
    chained: list[ChainLink] = []
    previous = bytes.fromhex(links[0].previous)
    for entry in links:
        hashed = link(
            previous, bytes.fromhex(entry.salt), table, entry.sequence, entry.time, entry.actor, entry.entry.encode()
        )
        chained.append(replace(entry, previous=previous.hex(), hash=hashed.hex()))
        previous = hashed
    return chained


def edited(transcript: Transcript, index: int, old: str, new: str) -> list[ChainLink]:
    """The log with one entry's words changed."""
    links = list(transcript.log)
    assert old in links[index].entry
    links[index] = replace(links[index], entry=links[index].entry.replace(old, new))
    return links


def inserted(transcript: Transcript, at: int, words: str) -> list[ChainLink]:
    """The log with one more entry, numbers and hashes made to fit."""
    first = transcript.log[0]
    links = [*transcript.log[:at], replace(first, entry=words), *transcript.log[at:]]
    renumbered = [replace(entry, sequence=first.sequence + place) for place, entry in enumerate(links)]
    return rechained(transcript.table, renumbered)


def lies(round: Transcript) -> dict[str, tuple[Transcript, set[str]]]:
    """What could be lied about a round of On the Draw, and the checks that find it out."""
    record = round.record
    assert record is not None
    other_seed = bytes(32)
    raised = [
        (seat, answer.replace("ante=5 blind=5", "ante=10 blind=10") if seat == 2 else answer)
        for seat, answer in record.answers
    ]
    assert raised != record.answers
    return {
        "another seed": (replace(round, deck_seed=other_seed.hex()), {"commitment", "seed"}),
        "another seed and its commitment": (
            replace(round, deck_seed=other_seed.hex(), deck_commitment=commitment(other_seed)),
            {"log", "seed"},
        ),
        "another seed, its commitment and a log that fits": (
            replace(
                round,
                deck_seed=other_seed.hex(),
                deck_commitment=commitment(other_seed),
                log=rechained(round.table, edited(round, 0, round.deck_commitment, commitment(other_seed))),
            ),
            {"seed"},
        ),
        "cards from another seed": (replace(round, record=redealt(record, seed="11" * 32)), {"seed"}),
        "a player's words left out": (replace(round, client_seeds={}), {"words", "seed"}),
        "another round number": (replace(round, round=round.round + 1), {"log", "seed"}),
        "another table": (replace(round, table=round.table + 1), {"chain", "seed"}),
        "a seed that is none": (replace(round, deck_seed="rabbit"), {"commitment", "seed"}),
        "a shoe's seed of no matter": (replace(round, shoe_seed="00" * 32), {"commitment"}),
        "an edited stack": (
            replace(round, record=replace(record, before=replace(record.before, house=5))),
            {"deal"},
        ),
        "an edited answer": (replace(round, record=replace(record, answers=raised)), {"deal", "answers"}),
        "an answer that fits the record alone": (
            replace(round, record=redealt(record, answers=raised)),
            {"answers"},
        ),
        "an entry edited": (replace(round, log=edited(round, 1, "bet", "bat")), {"chain", "answers"}),
        "an entry that cannot be read": (replace(round, log=edited(round, 1, "{", "")), {"chain", "log", "answers"}),
        "an entry taken out": (replace(round, log=[*round.log[:2], *round.log[3:]]), {"chain", "answers"}),
        "an entry put in another place": (
            replace(round, log=[round.log[0], round.log[2], round.log[1], *round.log[3:]]),
            {"chain"},
        ),
        "the opening taken out": (replace(round, log=round.log[1:]), {"log"}),
        "the end taken out": (replace(round, log=round.log[:-1]), {"answers"}),
        "an entry renumbered with a chain that fits": (
            replace(round, log=rechained(round.table, [*round.log[:-1], replace(round.log[-1], sequence=999)])),
            {"chain"},
        ),
        "an entry cut off from the one before it": (
            replace(round, log=[*round.log[:2], *rechained(round.table, [replace(round.log[2], previous="00" * 32)])]),
            {"chain"},
        ),
        "a second opening": (replace(round, log=inserted(round, 2, round.log[0].entry)), {"log"}),
        "a round that goes on after it was called off": (
            replace(round, log=inserted(round, 2, write_entry(Voided(round.round, "a misdeal")).decode())),
            {"log"},
        ),
        "an entry after the end": (
            replace(round, log=inserted(round, len(round.log), write_entry(Paused("a drink")).decode())),
            {"log"},
        ),
        "more answers than were given": (
            replace(round, record=replace(record, answers=[*record.answers, (1, "fold")])),
            {"deal", "answers"},
        ),
        "no log": (replace(round, log=[]), {"chain", "log", "answers"}),
        "a log that fits itself": (replace(round, log=rechained(round.table, round.log[:-1])), {"answers"}),
        "an outcome without its record": (replace(round, record=None), {"log"}),
        "a record without its outcome": (replace(round, outcome="released"), {"log"}),
        "another game's version": (replace(round, record=replace(record, algorithm="croupier-0")), {"deal", "answers"}),
    }


LIES = (
    "another seed",
    "another seed and its commitment",
    "another seed, its commitment and a log that fits",
    "cards from another seed",
    "a player's words left out",
    "another round number",
    "another table",
    "a seed that is none",
    "a shoe's seed of no matter",
    "an edited stack",
    "an edited answer",
    "an answer that fits the record alone",
    "an entry edited",
    "an entry that cannot be read",
    "an entry taken out",
    "an entry put in another place",
    "the opening taken out",
    "the end taken out",
    "an entry renumbered with a chain that fits",
    "an entry cut off from the one before it",
    "a second opening",
    "a round that goes on after it was called off",
    "an entry after the end",
    "more answers than were given",
    "no log",
    "a log that fits itself",
    "an outcome without its record",
    "a record without its outcome",
    "another game's version",
)


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_round_is_found_out(evening: Evening, lie: str) -> None:
    transcript = evening.transcripts["on-the-draw", 2]
    assert transcript.client_seeds and not failing(transcript)
    all_lies = lies(transcript)
    assert set(all_lies) == set(LIES)
    told, checks = all_lies[lie]
    assert checks <= failing(told)


def test_a_card_that_the_house_put_into_a_shoe_is_found_out_and_named(evening: Evening) -> None:
    rounds = [transcript for transcript in evening.rounds(SHOE_GAME) if transcript.record]
    told = next(transcript for transcript in rounds if transcript.shoe and verdicts(transcript)["shoe"] == "holds")
    assert told.record is not None
    written = told.record.shoe
    other = next(card.name for card in DECK if card.name not in written and card.rank == Card.parse(written[0]).rank)
    # A card of the same rank leaves every decision open and every payout as it was; only the seed knows better.
    lie = replace(told, record=redealt(told.record, shoe=[other, *written[1:]]))
    assert failing(lie) == {"shoe"}
    assert found(lie, "shoe") == f"card 1 out of the shoe is {written[0]} by its seed and {other} in the record"


def test_a_shoe_with_more_or_fewer_cards_left_than_its_seed_leaves_is_found_out(evening: Evening) -> None:
    told = evening.transcripts[SHOE_GAME, 2]
    assert told.record is not None and verdicts(told)["shoe"] == "holds"
    before = replace(told.record.before, shoe_left=told.record.before.shoe_left - 1)
    lie = replace(told, record=redealt(told.record, before=before))
    assert failing(lie) == {"shoe"}
    assert "the record has" in found(lie, "shoe")


def test_a_record_with_cards_that_never_came_out_of_the_shoe_is_found_out(evening: Evening) -> None:
    told = evening.transcripts[SHOE_GAME, 2]
    assert told.record is not None
    lie = replace(told, record=replace(told.record, shoe=[*told.record.shoe, "As"]))
    assert "shoe" in failing(lie)
    assert found(lie, "shoe").endswith("is none by its seed and As in the record")


def test_a_shoe_cannot_come_from_a_round_that_is_still_to_be_dealt(evening: Evening) -> None:
    told = evening.transcripts[SHOE_GAME, 2]
    assert told.record is not None and told.shoe is not None
    before, house_seed = told.record.before, bytes(32)
    verdict_by_round = {}
    for shuffled_in in (1, 50):
        seed = mixed(house_seed, told.table, shuffled_in, {})
        stock = shoe_order(before, seed, [], 0)[: -told.shoe.dealt]
        table = restore(before, game_named)
        table.shoe.stock = stock
        round = Round(table, Seeded(bytes.fromhex(told.record.seed)), ShoeAsTold(None, stock, []))
        play_out(round, Random(1))
        record = write_down(before, bytes.fromhex(told.record.seed), round, told.record.release)
        proof = ShoeProof(shuffled_in, house_seed.hex(), commitment(house_seed), {}, told.shoe.dealt)
        verdict_by_round[shuffled_in] = verdicts(replace(told, record=record, shoe=proof))["shoe"]
    assert verdict_by_round == {1: "holds", 50: "fails"}


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "00" * 32},
        {"commitment": "00" * 32},
        {"round": 3},
        {"round": 0},
        {"client_seeds": {1: "rabbit"}},
        {"dealt": 12},
        {"dealt": -1},
        {"without": ["As"]},
        {"without": ["As"] * 60},
        {"without": ["joker"]},
        {"shuffled_before": 1},
        {"shuffled_before": 10**9},
    ],
    ids=str,
)
def test_a_lie_about_where_the_shoe_came_from_is_found_out(evening: Evening, change: dict[str, Any]) -> None:
    transcript = evening.transcripts[SHOE_GAME, 2]
    assert transcript.shoe is not None and verdicts(transcript)["shoe"] == "holds"
    assert failing(replace(transcript, shoe=replace(transcript.shoe, **change))) == {"shoe"}


@pytest.mark.parametrize("game", game_names())
def test_a_transcript_with_any_one_character_changed_is_found_out(evening: Evening, game: str, tmp_path: Path) -> None:
    random = Random(game)
    transcript = evening.transcripts[game, 2]
    words = msgspec.json.encode(transcript).decode()
    file = tmp_path / "round.json"
    for _ in range(120):
        at = random.randrange(len(words))
        other = random.choice([c for c in '0123456789abcdefgxyzAKs"[]{},:-. \\' if c != words[at]])
        file.write_text(words[:at] + other + words[at + 1 :], "utf-8")
        try:
            (read,) = read_rounds(file)
        except Refused as refusal:
            assert len(str(refusal).splitlines()) == 1
            continue
        changed = f"{words[max(0, at - 20) : at]}>{other}<{words[at + 1 : at + 20]}"
        assert not verify(read).holds or read == transcript, f"nobody noticed {changed}"
        assert failing(read) or signs_alone(read, transcript), f"the signature alone has noticed {changed}"


def signs_alone(read: Transcript, true: Transcript) -> bool:
    """Whether nothing but who signed it was changed."""
    return replace(read, key=true.key, signature=true.signature) == true


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all plain values in what JSON holds."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, inner in enumerate(value) for leaf in leaves(inner, (*path, index))]
    return [path]


@pytest.mark.parametrize("game", game_names())
def test_nonsense_anywhere_in_a_transcript_is_answered_and_never_trips_the_verifier(
    evening: Evening, game: str, tmp_path: Path
) -> None:
    random = Random(game)
    transcript = evening.transcripts[game, 2]
    nonsense: tuple[Any, ...] = (None, -1, 0, 2**70, 1.5, "", "x", "\ud800", "9" * 5000, [], {}, [[]], {"a": 1}, True)
    file = tmp_path / "round.json"
    for path in random.sample(leaves(msgspec.to_builtins(transcript)), 60):
        content: Any = json.loads(msgspec.json.encode(transcript))
        inner = content
        for key in path[:-1]:
            inner = inner[str(key) if isinstance(inner, dict) else key]
        key = str(path[-1]) if isinstance(inner, dict) else path[-1]
        # A shoe's seed may not be told yet.
        untold = (None,) if key == "shoe_seed" else ()
        inner[key] = random.choice([value for value in nonsense if value not in (inner[key], *untold)])
        file.write_text(json.dumps(content))
        try:
            (read,) = read_rounds(file)
        except Refused as refusal:
            assert len(str(refusal).splitlines()) == 1
        else:
            assert not verify(read).holds or read == transcript, f"nobody noticed {inner[key]!r} at {path}"
            assert failing(read) or signs_alone(read, transcript), f"the signature alone has noticed {inner[key]!r}"


def log_of_rounds(game: str, file: Path, count: int = 3) -> list[Record]:
    """A log as `croupier play --log` writes it."""
    table, random = Case(game_named(game), 2).table(), Random(game)
    records = []
    for number in range(count):
        recorder = Recorder(table, b"%d" % number)
        play_out(recorder.round, random)
        records.append(recorder.record())
    file.write_bytes(b"".join(map(write_record, records)))
    return records


@pytest.mark.parametrize("game", game_names())
def test_the_log_of_a_terminal_table_verifies_line_by_line(game: str, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    records = log_of_rounds(game, file)
    assert b"".join(write_record(read) for read in read_rounds(file) if isinstance(read, Record)) == file.read_bytes()
    assert all(verify(record).holds for record in records)
    richer = [replace(seat, stack=seat.stack + 100) for seat in records[1].before.seats]
    edited = replace(records[1], before=replace(records[1].before, seats=richer))
    assert [verify(record).holds for record in (records[0], edited, records[2])] == [True, False, True]


def test_the_command_tells_what_holds_and_exits_with_0(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_bytes(msgspec.json.encode(evening.transcripts["on-the-draw", 2]))
    key = str(key_of(evening.transcripts["on-the-draw", 2], tmp_path))
    assert carry_out(["verify", str(file), "--key", key]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("round 2 of table") and lines[-1] == "all 8 checks hold"
    assert [line.split()[:2] for line in lines[1:-1]] == [
        ["holds", name] for name in ("signature", "commitment", "chain", "log", "words", "seed", "deal", "answers")
    ]
    file.write_bytes(msgspec.json.encode(evening.rounds(SHOE_GAME)[-1]))
    assert carry_out(["verify", str(file), "--key", key]) == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "not compared: shoe; nothing else fails, and --partial accepts that"
    assert carry_out(["verify", str(file), "--key", key, "--partial"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "all that was compared holds; not compared: shoe"


def key_of(transcript: Transcript, folder: Path) -> Path:
    """A file with the public key of the house that exported a round."""
    file = folder / "house.key"
    file.write_text(transcript.key + "\n")
    return file


def test_a_signature_holds_only_under_the_key_that_was_expected(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    round, file = evening.transcripts["on-the-draw", 2], tmp_path / "round.json"
    stranger = HouseSigner(tmp_path / "stranger", may_make=True)
    forged = replace(round, key=stranger.public_keys[0], signature="")
    forged = replace(forged, signature=stranger.sign(forged.said()))
    right, other = key_of(round, tmp_path), tmp_path / "other.key"
    other.write_text(f"{'00' * 32}\n{stranger.public_keys[0]}\n")
    for exported, key, verdict, said in (
        (round, right, "holds", "as expected"),
        (round, other, "FAILS", "expected was"),
        (round, None, "open", "the signer is unknown"),
        (forged, right, "FAILS", "expected was"),
        (forged, other, "holds", "as expected"),
        (replace(forged, key=round.key), right, "FAILS", "has been edited since"),
        (replace(round, outcome="released"), right, "FAILS", "has been edited since"),
        (replace(round, key="rabbit"), None, "FAILS", "has been edited since"),
        (replace(round, signature=""), right, "FAILS", "nobody signed it"),
        (replace(round, signature=""), None, "open", "nobody signed it"),
    ):
        file.write_bytes(msgspec.json.encode(exported))
        words = [] if key is None else ["--key", str(key)]
        assert carry_out(["verify", str(file), *words]) == (0 if verdict == "holds" else 1)
        (line,) = [line for line in capsys.readouterr().out.splitlines() if " signature " in line]
        assert line.split()[0] == verdict and said in line


def test_a_signature_outlives_another_order_of_keys(evening: Evening) -> None:
    for round in evening.transcripts.values():
        turned = json.dumps(json.loads(msgspec.json.encode(round)), sort_keys=True, indent=1)
        (signature,) = verify(msgspec.json.decode(turned, type=Transcript), keys=[round.key]).checks[:1]
        assert signature.verdict == "holds", signature


def test_what_is_no_key_is_refused(evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, key = tmp_path / "round.json", tmp_path / "key"
    file.write_bytes(msgspec.json.encode(evening.transcripts["on-the-draw", 2]))
    for content in (b"", b"rabbit", file.read_bytes(), b"\xff", b"00" * 31, b"{" * 10**5):
        key.write_bytes(content)
        assert carry_out(["verify", str(file), "--key", str(key)]) == 2
        assert "is no house's key" in capsys.readouterr().err
    log_of_rounds("on-the-draw", file)
    assert carry_out(["verify", str(file), "--key", str(key_of(evening.transcripts["on-the-draw", 2], tmp_path))]) == 2
    assert "signs nothing" in capsys.readouterr().err


def test_a_log_that_was_made_up_afterwards_is_found_out_by_a_hash_that_somebody_saw(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    true = evening.transcripts["on-the-draw", 2]
    last = true.log[-1]
    later = rechained(true.table, [*true.log[:-1], replace(last, time=last.time + 1)])
    made_up = replace(true, log=later, signature="")
    file = tmp_path / "round.json"
    told = {}
    for name, round in (("true", true), ("made up", made_up)):
        file.write_bytes(msgspec.json.encode(round))
        assert not failing(round)
        seen = ["--partial", "--seen", round.deck_commitment, "--seen", true.log[0].hash, "--seen", last.hash.upper()]
        told[name] = carry_out(["verify", str(file), *seen]), capsys.readouterr().out
    status, said = told["true"]
    assert status == 0 and said.splitlines()[-1] == "all that was compared holds; not compared: signature"
    assert "with which the round ended" in said
    status, said = told["made up"]
    assert status == 1 and said.count("FAILS  seen") == 1


@pytest.mark.parametrize(("hash", "lines"), [("rabbit", 1), ("00" * 33, 1), ("00" * 32, 2)])
def test_what_cannot_have_been_seen_is_refused(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str], hash: str, lines: int
) -> None:
    file = tmp_path / "round.json"
    file.write_bytes(b"\n".join([msgspec.json.encode(evening.transcripts["on-the-draw", 2])] * lines))
    assert carry_out(["verify", str(file), "--seen", hash]) == 2
    log_of_rounds("on-the-draw", file)
    file.write_bytes(file.read_bytes().splitlines()[0])
    assert carry_out(["verify", str(file), "--seen", "00" * 32]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_the_command_tells_what_fails_and_exits_with_1(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    lie = replace(evening.transcripts["on-the-draw", 2], deck_seed="00" * 32)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(lie)))
    assert carry_out(["verify", str(file)]) == 1
    assert "FAILS  commitment" in capsys.readouterr().out
    assert carry_out(["verify", "--json", str(file)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] is False
    (round,) = told["rounds"]
    assert {check["check"]: check["verdict"] for check in round["checks"]} == verdicts(lie) | {"signature": "fails"}
    assert round["not_compared"] == [] and told["partial"] is False


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"\n\n",
        b"rabbit",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"table": 1}',
        b"null",
        b'{"before": {}}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"a": 1}\n{"b": 2}\n',
    ],
    ids=lambda content: str(content)[:20],
)
def test_what_is_no_round_is_refused_in_one_line_with_exit_2(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    if content is not None:
        file.write_bytes(content)
    assert carry_out(["verify", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1
    assert str(file) in said.err


def test_the_line_that_is_no_round_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rounds.jsonl"
    log_of_rounds("on-the-draw", file)
    file.write_bytes(file.read_bytes() + b"rabbit\n")
    assert carry_out(["verify", str(file)]) == 2
    assert "line 4" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "replay", "merge"])
def test_a_file_of_gigabytes_is_refused_by_its_size(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line, log, short = tmp_path / "line.json", tmp_path / "log.jsonl", tmp_path / "short.jsonl"
    for file, content in ((line, b""), (log, (b"x" * 99 + b"\n") * 50_000)):
        file.write_bytes(content)
        os.truncate(file, 8 << 30)
    short.write_bytes(b"y" * (LARGEST_LINE + 1))
    tracemalloc.start()
    try:
        for file in (line, log, short):
            assert carry_out([command, str(file)]) == 2
            said = capsys.readouterr().err
            assert said.count("\n") == 1 and str(file) in said
        assert tracemalloc.get_traced_memory()[1] < 128 << 20
    finally:
        tracemalloc.stop()
