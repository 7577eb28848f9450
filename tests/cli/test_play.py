"""`croupier play`: whole sessions through a pipe, read back from the screen and from the log."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cards import BACK
from croupier.chips import dollars
from croupier.games import game_named, game_names
from croupier.jurisdictions import jurisdiction_named
from croupier.table.events import Dealt, Decided, Settled, TurnedUp
from croupier.table.record import read_records
from croupier.voice.event_words import net, results
from tests.cli.terminal import COMMAND, cards_drawn, croupier, process, rounds_of

SESSIONS = {
    "on-the-draw": "ante 10 trips 5 pot\nc\n2\n\nplay 3x\n10\ncheck\nc\nf\n",
    "cincinnati-stud": "10 trips 5 pot\n1\n\nplay-2x\nante 20\nfold\n",
    "three-card-draw": "ante 10 bonus 5\n2d1\n\n1k\nbonus 5\nd2\nante 10\nplay-$15 keep\n",
    "draw-n-shoot-21": "ante 10 craps 5\n1\nh\ns\ncraps 5\nante 10\n0\ns\n",
    "big-draw": "\nf\nbig 10 first 5\n135\n\n\nnone\n\nfirst-5 5\n",
}
"""A session of several rounds for each game, with keys, words and Enter."""


def seen_at_each_decision(log: Path, seat: int) -> Iterator[set[str]]:
    """Yield, for every decision of the seat, the cards of that round that it had seen by then."""
    for round in rounds_of(log):
        seen: set[str] = set()
        for event in round.events:
            shown = event.as_seen(seat)
            if isinstance(shown, Dealt | TurnedUp):
                seen |= set(shown.cards) - {BACK}
            if isinstance(shown, Decided) and shown.seat == seat:
                yield set(seen)


@pytest.mark.parametrize("game", SESSIONS)
def test_a_session_says_what_became_of_every_bet_and_why(game: str, tmp_path: Path) -> None:
    log = tmp_path / "rounds"
    said = croupier("play", game, "--seed", "a quiet table", "--seat", "1", "--log", log, typed=SESSIONS[game])
    assert (said.status, said.err) == (0, "")
    rounds = rounds_of(log)
    assert len(rounds) == said.out.count(" this round.") >= 3
    stack = 50_000
    at = 0
    for round in rounds:
        own = [event for event in round.events if isinstance(event, Settled) and event.seat == 1]
        assert own
        for _, sentence in results(game_named(game), own):
            at = said.out.index(sentence, at)
        won = net(round.events, 1, "You")
        stack += won
        total = f"You {'win' if won > 0 else 'lose'} {dollars(abs(won))} this round." if won else "You come out even"
        at = said.out.index(total, at)
        assert round.table.seats[1].stack == stack
    assert f"You leave with {dollars(stack)}" in said.out[at:]


def test_a_win_a_push_and_a_loss_are_told_apart_by_word_and_sign() -> None:
    said = croupier("play", "on-the-draw", "--seed", "y", typed="10 trips 5\n3\n")
    assert "▲ Ante and Play win $40 at 1 to 1: two pair, sevens and threes\n" in said.out
    assert "= Blind pushes: two pair, sevens and threes\n" in said.out
    assert "▼ Trips loses $5: two pair, sevens and threes\n" in said.out
    assert "You win $35 this round.\n" in said.out
    assert "You have $535, up $35.\n" in said.out
    assert re.search(r"(?m)^Ann  .+  [+-]\$\d+  \w", said.out), "what the others won, and with what"


@pytest.mark.parametrize("game", SESSIONS)
def test_no_screen_shows_a_card_before_the_player_may_see_it(game: str, tmp_path: Path) -> None:
    log = tmp_path / "rounds"
    words = ("play", game, "--seed", "eyes down", "--players", "5", "--seat", "2", "--procedure", "--log", log)
    said = croupier(*words, typed=SESSIONS[game] * 2)
    asked = [screen for screen in said.screens() if "Your turn:" in screen]
    sights = list(seen_at_each_decision(log, 2))
    assert len(asked) == len(sights) >= 4
    for screen, seen in zip(asked, sights, strict=True):
        assert cards_drawn(screen) <= seen


def test_the_same_seed_and_lines_give_the_same_output_and_the_seed_is_told_at_the_end() -> None:
    first = process("play", "on-the-draw", typed="10\n3\n").out.splitlines()
    again, other = (croupier("play", "on-the-draw", "--seed", s, typed="10\n3\n") for s in (first[-1].split()[1], "b"))
    assert first[:-1] == again.out.splitlines() != other.out.splitlines()
    assert "\x1b" not in again.out


@pytest.mark.parametrize("game", SESSIONS)
def test_the_end_of_the_input_settles_the_round_as_quitting_does(game: str, tmp_path: Path) -> None:
    began = "".join(line + "\n" for line in SESSIONS[game].splitlines()[: 3 if game == "big-draw" else 1])
    logs = []
    for name, typed in (("quit", began + "quit\n"), ("end", began)):
        said = croupier("play", game, "--seed", "going", "--seat", "1", "--log", tmp_path / name, typed=typed)
        assert said.status == 0 and "You leave with" in said.out
        logs.append((tmp_path / name).read_bytes())
    assert logs[0] == logs[1]
    (round,) = rounds_of(tmp_path / "end")
    own = [answer for seat, answer in round.answers if seat == 1]
    left = croupier("play", game, "--log", tmp_path / "none", typed="leave\n")
    assert "You leave with $500, even after 0 rounds." in left.out and (tmp_path / "none").read_bytes() == b""
    assert own[-1] in ("fold", "stand", "raise-0") or own[-1].count(" ") == 5, "what puts no chip at risk"


@pytest.mark.parametrize(
    ("typed", "placed"),
    [
        ("10", "bet ante=10 blind=10"),
        ("ante 10 trips 5 pot", "bet ante=10 blind=10 trips=5 cincy-pot=5"),
        ("trips=$7 Ante=$12 cincy", "bet ante=12 blind=12 trips=7 cincy-pot=5"),
        ("", "bet ante=5 blind=5"),
        ("pass", "pass"),
    ],
)
def test_bets_are_read_as_people_type_them(typed: str, placed: str, tmp_path: Path) -> None:
    croupier("play", "on-the-draw", "--seat", "1", "--rounds", "1", "--log", tmp_path / "log", typed=typed + "\n3\n")
    (record,) = read_records(tmp_path / "log")
    assert next(answer for seat, answer in record.answers if seat == 1) == placed


def test_enter_offers_what_the_chips_cover() -> None:
    said = croupier("play", "draw-n-shoot-21", "--seed", "x", "--chip", "2", "--bankroll", "40", typed="30\n0\ns\n\n")
    assert "You lose $30 this round" in said.out, "the seed must lose"
    assert "Enter for ante 6; or type bets" in said.out
    said = croupier("play", "three-card-draw", "--bankroll", "3", typed="\nbonus 2\nkeep\n")
    assert "your $3 does not cover ante 5; type other bets, pass, buy, or leave\n" in said.out


def test_enter_repeats_the_last_bets_at_the_price_the_pot_has_now(tmp_path: Path) -> None:
    typed = "ante 10 pot\n3\nante 10\n3\nante 20 trips 5 pot\n3\n\n3\n"
    words = ("--seat", "1", "--seed", "pot 0", "--rounds", "4", "--log", tmp_path / "log")
    said = croupier("play", "on-the-draw", *words, typed=typed)
    assert (
        "The Cincy Pot rolls over: no hand in it is a flush or better. $15 stays in it for the next round." in said.out
    )
    bets = [next(answer for seat, answer in record.answers if seat == 1) for record in read_records(tmp_path / "log")]
    pots = [record.before.pot["now"]["rounds"] for record in read_records(tmp_path / "log")]  # type: ignore[index]
    assert pots == [0, 1, 2, 3], "the seed must keep the pot running"
    assert bets == [
        "bet ante=10 blind=10 cincy-pot=5",
        "bet ante=10 blind=10",
        "bet ante=20 blind=20 trips=5 cincy-pot=10",
        "bet ante=20 blind=20 trips=5 cincy-pot=5",
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ante ten", "say how much goes on ante, as in ante 5"),
        ("ante 1", "$1 on ante is outside this table's limits; it takes $5 to $500"),
        ("ante 10 ante 5", "two bets are given for ante; give one"),
        ("play 30", "unknown bet 'play' for on-the-draw; there are ante, blind, trips, cincy-pot"),
        ("ante 10 cincy-pot 7", "the cincy-pot costs $5 this round, not $7"),
        ("ante 300", "seat 2 has $500; the bets add up to $600"),
        ("ante -5", "'-5' is not an amount of money"),
        ("ante 10.50", "$10.50 on ante is not whole chips; the smallest is $1"),
    ],
)
def test_a_wrong_bet_gets_one_line_and_is_asked_for_again(typed: str, said: str) -> None:
    answer = croupier("play", "on-the-draw", "--seed", "x", typed=typed + "\n")
    _, after, *rest = answer.screens()
    assert after.startswith(typed + "\n") and not rest[1:]
    assert after.splitlines()[1].startswith(said)
    assert after.splitlines()[2].startswith("Your bets?")
    assert answer.status == 0 and "even after 0 rounds" in answer.out


def test_a_wrong_answer_gets_one_line_and_is_asked_for_again(tmp_path: Path) -> None:
    typed = "10\nfold\n3x3\n\nplay-2x\n9\nquit\n"
    said = croupier("play", "on-the-draw", "--seed", "x", "--log", tmp_path / "log", typed=typed)
    refusals = [line for line in said.out.splitlines() if line.endswith("type c (check), 3 (play-3x)")]
    assert len(refusals) == 5
    assert refusals[0] == "'fold' is not an answer here; type c (check), 3 (play-3x)"
    asked = "Your turn: Bet 3x on Play now ($30), or check and see 5th Street.\n  c check\n  3 play-3x $30\n"
    assert said.out.count(asked) == 6


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        *[(typed, [0, 2, 4]) for typed in ("135", "531", "1, 3,5", "{4} {0} {2}")],
        *[(typed, [1, 3]) for typed in ("hold 24", "h 2 4", "hold {3} {1}")],
        *[(typed, []) for typed in ("none", "hold")],
        ("all", [0, 1, 2, 3, 4]),
    ],
)
def test_cards_are_held_by_their_places_or_names(typed: str, held: list[int], tmp_path: Path) -> None:
    words = ("play", "big-draw", "--players", "1", "--seed", "x", "--rounds", "1", "--log", tmp_path / "log")
    hand = ["6c", "2c", "4c", "Qd", "Ts"]
    wrong = ["6", "11", "hold me", "2c 2c", ""]
    said = croupier(*words, typed="\n".join(["", "f", "10", *wrong, typed.format(*map(str.lower, hand)), ""]))
    assert "all, none, or hold 6c 2c\n" in said.out, "the seed must deal this hand"
    assert said.out.count("names no cards to hold; type their numbers, as in 135") == len(wrong)
    assert read_records(tmp_path / "log")[0].answers[-1] == (1, " ".join(["hold", *(hand[place] for place in held)]))


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ("1k", "play-1x keep"),
        ("play-2x k", "play-2x keep"),
        ("PLAY 2X DISCARD {1}", "play-2x discard {1}"),
        ("2d3", "play-2x discard {2}"),
        ("$15k", "play-$15 keep"),
        ("play-$20 discard {2}", "play-$20 discard {2}"),
        ("fo", "fold"),
    ],
)
def test_a_play_and_a_discard_are_one_answer(typed: str, answered: str, tmp_path: Path) -> None:
    words = ("play", "three-card-draw", "--seed", "x", "--seat", "1", "--rounds", "1", "--log")
    croupier(*words, tmp_path / "first", typed="10\nf\n")
    (round,) = rounds_of(tmp_path / "first")
    hand = next(event.cards for event in round.events if isinstance(event, Dealt) and event.seat == 1)
    croupier(*words, tmp_path / "log", typed=f"10\n{typed.format(*hand)}\n")
    own = [answer for seat, answer in read_records(tmp_path / "log")[0].answers if seat == 1]
    assert own[-1] == answered.format(*hand)


def test_chips_are_bought_between_rounds_and_counted_in_the_result(tmp_path: Path) -> None:
    words = ("play", "draw-n-shoot-21", "--bankroll", "20", "--seed", "x", "--log", tmp_path / "log")
    said = croupier(*words, typed="30\nbuy 80\n30\n0\ns\n")
    assert "seat 2 has $20; the bets add up to $30" in said.out
    assert "You buy $80 and have $100" in said.out
    (round,) = rounds_of(tmp_path / "log")
    result = round.table.seats[2].stack - 100_00
    assert result, "the seed must not push"
    assert f"{'up' if result > 0 else 'down'} {dollars(abs(result))} after 1 round" in said.out


def test_a_player_may_sit_out_a_round_of_big_draw_and_is_passed_the_button(tmp_path: Path) -> None:
    said = croupier(
        "play", "big-draw", "--seat", "1", "--seed", "x", "--rounds", "1", "--log", tmp_path / "log", typed="pass\n"
    )
    (record,) = read_records(tmp_path / "log")
    assert [answer for seat, answer in record.answers if seat == 1] == ["pass", "pass"]
    assert "You sat this round out." in said.out


def test_help_rules_and_paytables_can_be_looked_up_at_every_question() -> None:
    looked_up = "help\nrules\npaytable\n"
    said = croupier("play", "on-the-draw", "--seed", "x", typed=f"{looked_up}10\n?\n{looked_up}dealer\nwords\nq\n")
    assert "always equal to ante" in said.out and "no amount: it costs the pot's price" in said.out
    assert said.out.count("5.  Bet 3x on Play now ($15), or check and see 5th Street.\n") == 2
    assert len(re.findall("OTD-12 +Turn up the four starting cards, then 7th Street.", said.out)) == 1
    assert len(re.findall(r"royal flush +100 to 1\n", said.out)) == 2 and "burn " in said.out.lower()
    assert "Type each spot with its amount, then Enter" in said.out
    assert said.out.count("Type a key or the words beside it, then Enter.") == 2


def test_the_procedure_tells_the_dealers_sentences_with_their_rules_in_order() -> None:
    said = croupier("play", "cincinnati-stud", "--seed", "x", "--procedure", "--rounds", "1", typed="10 pot\n1\n")
    told = [line.split()[0] for line in said.out.splitlines() if line.startswith("CS-")]
    assert told[:6] == ["CS-2", "CS-P3", "CS-P5", "CS-3", "CS-4", "CS-5"]
    assert told.index("CS-6") < told.index("CS-7")
    assert "CS-4    Give yourself a packet of seven, face down, " in said.out
    silent = croupier("play", "cincinnati-stud", "--seed", "x", "--rounds", "1", typed="10 pot\n1\n")
    assert "CS-4" not in silent.out


def test_terms_of_the_table_are_as_the_options_say(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('bet = "trips"\nname = "mine"\n[pays]\nflush = "2:1"\nstraight = "9:1"\n')
    options = ["--limit", "ante=1..3", "--set", "pot_unit=25", "--paytable", "play=OTD-07", "--chip", "0.50"]
    options += ["--paytable-file", str(own)]
    said = croupier("play", "on-the-draw", "--seed", "x", *options, typed="paytable\nrules\nante 4\nante 2.50\n")
    assert "croupier: warning: flush pays 2 to 1, less than straight at 9 to 1, in 'mine'\n" in said.err
    assert "mine" in said.out and "9 to 1" in said.out
    assert re.search(r"royal flush +50 to 1\n", said.out)
    assert "Limits: Ante $1 to $3" in said.out and "the smallest chip is $0.50" in said.out
    assert "$25 a round" in said.out
    assert "$4 on ante is outside this table's limits; it takes $1 to $3" in said.out
    assert "3 play-3x $7.50" in said.out


def test_the_law_of_a_place_and_day_limits_the_bets_and_warns_when_the_table_opens() -> None:
    washington = ("--jurisdiction", "washington", "--date", "2012-01-01", "--bankroll", "5000")
    said = croupier("play", "on-the-draw", *washington, typed="ante 400\n")
    assert "WAC 230-15-140 allows $300 a wager" in said.out
    said = croupier("play", "on-the-draw", *washington, "--limit", "ante=5..500", typed="help\n")
    assert "ante       $5 to $100, required" in said.out
    said = croupier("play", "draw-n-shoot-21", "--jurisdiction", "washington", typed="leave\n")
    law = jurisdiction_named("washington", date.today())
    assert said.err.splitlines() == [f"croupier: warning: {words}" for words in law.warnings(uses_dice=True)]
    cards_only = croupier("play", "big-draw", "--jurisdiction", "washington", typed="leave\n").err
    assert "dice" in said.err and cards_only and "dice" not in cards_only


@pytest.mark.parametrize("game", game_names())
def test_whatever_is_typed_at_a_full_table_it_stands(game: str, tmp_path: Path) -> None:
    typed = (
        "ante bonus craps big first-5 pot play 5 10 -1 $7 1e9 99999999999999999999 = bet pass c 3 1k 2d1 $15k f k s h"
    )
    more = "hold all none 135 12345 As 10d A♠ ² ٣ \0 ' d p help rules paytable buy 100 five-card-draw play-3x discard"
    chosen = random.Random(game)
    lines = [
        " ".join(chosen.choices(f"{typed} {more}".split(), k=chosen.choice([0, 0, 1, 1, 2, 3]))) for _ in range(150)
    ]
    words = ("--players", str(game_named(game).seats), "--seed", "x", "--bankroll", "90", "--log", tmp_path / "log")
    said = croupier("play", game, *words, typed="\n".join(lines))
    assert (said.status, said.err) == (0, "")
    assert said.out.count("Ann") and ("Finn" in said.out) == (game_named(game).seats > 6)
    assert len(rounds_of(tmp_path / "log")) == said.out.count(" this round") > 0


def test_the_log_is_added_to_in_whole_lines_and_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for seed in ("a", "b"):
        said = croupier("play", "three-card-draw", "--seed", seed, "--log", log, typed="10\n1k\n\n2k\n")
        assert f"2 rounds written to {log}" in said.out
    assert len(rounds_of(log)) == 4
    for found, why in (
        (log.read_bytes()[:-1], "ends in the middle of a line"),
        (b"notes of mine\n", "--log adds to a log of rounds"),
        (b"\x00\xff\n", "--log adds to a log of rounds"),
    ):
        log.write_bytes(found)
        said = croupier("play", "on-the-draw", "--log", log)
        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1) and why in said.err
        assert log.read_bytes() == found


def playing(*words: str) -> subprocess.Popen[bytes]:
    """Start a session in a process of its own, and return when it waits for a decision."""
    pipe = subprocess.PIPE
    started = subprocess.Popen(
        [*COMMAND, "play", "on-the-draw", *words],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert started.stdin and started.stdout
    started.stdin.write(b"10\n")
    started.stdin.flush()
    shown = b""
    while b"Your turn" not in shown:
        shown += os.read(started.stdout.fileno(), 65536)
    return started


def test_a_round_that_is_not_over_is_nowhere_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with playing("--log", str(log)) as session:
        assert log.read_bytes() == b""
        session.kill()
    assert log.read_bytes() == b""


def test_an_interrupt_ends_the_session_with_the_result_and_the_seed() -> None:
    with playing() as session:
        time.sleep(0.5)  # until it waits for a line: a signal before that is held back
        session.send_signal(signal.SIGINT)
        rest, error = session.communicate(timeout=20)
        assert (session.returncode, error.strip()) == (0, b"")
    said = rest.decode()
    assert "You lose $20 this round.\n" in said and "You leave with $480, down $20 after 1 round.\n--seed " in said


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_lines_scroll_in_colour_and_a_mistyped_bet_can_be_mended(columns: int) -> None:
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns)}
    environment.pop("NO_COLOR", None)
    words = ("play", "on-the-draw", "--seed", "x")
    with subprocess.Popen([*COMMAND, *words], stdin=follower, stdout=follower, stderr=follower, env=environment) as it:
        os.close(follower)
        shown = b""
        for typed, until in (
            (b"ante 10 trops 5\n", rb"unknown bet[\s\S]*> ante 10 trops 5$"),
            (b"\x7f" * 6 + b"rips 5\n", b"play-3x"),
            (b"3\n", b"this round"),
            (b"leave\n", b"You leave"),
        ):
            os.write(leader, typed)
            before = len(shown)
            while not re.search(until, shown[before:]) and select.select([leader], [], [], 20)[0]:
                shown += os.read(leader, 65536)
        assert it.wait(timeout=20) == 0
    os.close(leader)
    text = shown.decode()
    assert "\x1b[2J" not in text and "Trips $5" in text
    plain = re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", text)
    assert all(len(line.rstrip("\r")) <= columns for line in plain.split("\n"))
    assert re.search(r"48;5;25\dm *\S*A♥|48;5;25\dmA♥", text), "cards have a face"


def test_an_output_without_suits_has_letters_and_input_that_is_not_text_is_answered() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    words = [*COMMAND, "play", "on-the-draw", "--seed", "x"]
    done = subprocess.run(words, input=b"\xff\xfe\n10\n3\n", capture_output=True, env=environment)
    assert (done.returncode, done.stderr) == (0, b"") and b"Your hand  Ah Ks 5d 6h\n" in done.stdout


def test_who_names_no_game_is_asked_which() -> None:
    said = croupier("play", "--seed", "x", typed="on-teh-draw\n3\nq\n")
    assert "3  draw-n-shoot-21" in said.out and "did you mean on-the-draw?" in said.out
    assert "DRAW 'N SHOOT 21" in said.out
    said = croupier("play", typed="")
    assert (said.status, said.err) == (2, "croupier: say which game to play, as in `croupier play big-draw`\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("poker", "unknown game 'poker'; there are big-draw, cincinnati-stud"),
        ("cincinnati-stud --players 7", "Cincinnati Stud has 1 to 6 players, not 7"),
        ("on-the-draw --seat 10", "there is no seat 10 at On the Draw; seats are 1 to 9"),
        ("on-the-draw --seat two", "--seat 'two' is not a whole number"),
        ("on-the-draw --bankroll lots", "'lots' is not an amount of money"),
        ("on-the-draw --bankroll 0", "a bankroll of $0 buys no chips"),
        ("on-the-draw --set pot_unit=few", "setting pot_unit cannot be 'few'; it is an amount in dollars"),
        ("on-the-draw --paytable ante=x", "unknown bet 'ante' for a paytable of on-the-draw"),
        ("on-the-draw --limit play=5..9", "unknown bet 'play' for the limits of on-the-draw"),
        ("on-the-draw --limit blind=1..3", "nothing can be bet at this table: ante takes $5"),
        ("on-the-draw --log nowhere/log", "cannot write the log nowhere/log"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused_in_one_line(words: str, said: str) -> None:
    refused = croupier("play", *words.split())
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert refused.err.startswith(f"croupier: {said}")


def test_a_hint_and_the_coach_say_what_each_choice_is_exactly_worth() -> None:
    said = croupier("play", "on-the-draw", "--seed", "x", "--coach", typed="hint\n10\nhint\n3\n")
    assert "A hint is for a decision; bets are yours alone." in said.out
    advice = json.loads(croupier("advise", "on-the-draw", "--cards", "Ah Ks 5d 6h", "--json").out)["actions"]
    assert f"Hint: Check. On average it brings -$13.98 ({advice['check']}) from here." in said.out
    assert f"  Bet 3x: -$27.73 ({advice['play-3x']})" in said.out
    assert "The strategy card: Otherwise check, and on 6th Street fold." in said.out
    lost = Fraction(advice["check"]) - Fraction(advice["play-3x"])
    assert (
        f"Coach: Bet 3x cost ${float(lost) * 10:.2f} ({lost} of a bet); Check was best. The strategy card:" in said.out
    )


def test_the_total_in_21_is_shown_always_and_the_dice_are_named() -> None:
    said = croupier("play", "draw-n-shoot-21", "--seed", "x", "--players", "1", typed="10\n0\ns\n")
    assert len(re.findall(r"Your hand  .*   \d+( or \d+, soft|, hard)\n", said.out)) == 3
    assert re.search(r"The dice show \d and \d: ", said.out)
