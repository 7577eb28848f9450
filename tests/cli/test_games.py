"""`croupier games`: what other programs and people are told of the games."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from croupier.cli import carry_out
from croupier.games import game_named, game_names
from croupier.table.settings import settings_of
from tests.cli.terminal import croupier


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert carry_out(["games", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)["games"]  # type: ignore[no-any-return]


def test_every_game_is_listed_with_its_name_title_sentence_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    said = {game["name"]: (game["title"], game["sentence"], game["seats"]) for game in listed(capsys)}
    assert said == {
        name: (game_named(name).title, game_named(name).sentence, game_named(name).seats) for name in game_names()
    }


def test_the_names_of_a_bets_paytables_come_with_the_default_first(capsys: pytest.CaptureFixture[str]) -> None:
    for game in listed(capsys):
        kind = game_named(str(game["name"]))
        default = {bet: table.name for bet, table in kind.choose().paytables.items()}
        assert {bet: names[0] for bet, names in game["paytables"].items()} == default  # type: ignore[attr-defined]


def test_printed_paytables_come_with_their_odds_prizes_and_claims(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = listed(capsys, "big-draw")
    first_5 = game["printed"]["five-card-draw/first-5"]["tables"][0]  # type: ignore[index]
    assert first_5["pays"]["two-pair"] == "4:1"
    assert first_5["fixed_cents"] == {"royal-flush": 500_000, "straight-flush": 100_000}
    assert first_5["claims"]["house_edge_at_1"] == "-0.0237%"


def test_bets_say_their_limits_and_which_must_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = listed(capsys, "on-the-draw")
    bets = {bet["name"]: bet for bet in game["bets"]}  # type: ignore[attr-defined]
    assert (bets["ante"]["least_cents"], bets["ante"]["most_cents"], bets["ante"]["required"]) == (500, 50_000, True)
    assert bets["blind"]["equals"] == "ante"
    assert bets["play"]["later"] and bets["play"]["least_cents"] is None
    assert bets["cincy-pot"]["pot"] and not bets["cincy-pot"]["required"]


def test_settings_say_their_default_what_is_allowed_and_their_rule(capsys: pytest.CaptureFixture[str]) -> None:
    for game in listed(capsys):
        kind = game_named(str(game["name"]))
        assert [setting["name"] for setting in game["settings"]] == [  # type: ignore[attr-defined]
            setting.name for setting in settings_of(kind.Settings)
        ]
        for setting in game["settings"]:  # type: ignore[attr-defined]
            assert setting["rule"].startswith(kind.document)
            assert setting["meaning"] and setting["allowed"]
            kind.choose({setting["name"]: setting["default"]})


def test_the_overview_names_every_game_bet_and_setting() -> None:
    said = croupier("games")
    assert said.status == 0 and not said.err
    for name in game_names():
        kind = game_named(name)
        words = [kind.title, name, *(spot.name for spot in kind.spots), *(s.name for s in settings_of(kind.Settings))]
        assert [word for word in words if word not in said.out] == []


def test_one_game_is_shown_with_every_row_and_claim() -> None:
    said = croupier("games", "on-the-draw")
    for words in ("four of a kind", "9 to 1", "OTD-07", "house edge, as printed", "1.67%", "fold_forfeits_trips"):
        assert words in said.out


def test_listing_the_games_needs_neither_numba_nor_numpy() -> None:
    seen = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from croupier.cli import carry_out; carry_out(['games']); "
            "carry_out(['play', 'on-the-draw', '--seat', '99']); "
            "print(sorted({'numba', 'numpy'} & set(sys.modules)), file=sys.stderr)",
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert seen.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("game", game_names())
def test_rules_are_told_to_the_player_and_no_rule_has_the_number_of_one_round(game: str) -> None:
    said = croupier("rules", game)
    assert (said.status, said.err) == (0, "")
    document, told = game_named(game).document, said.out.partition("Posted at the table")[0]
    assert "The round\n" in told and "The bets\n" in told and f"{document}-" not in told
    dealer = croupier("rules", game, "--dealer").out.partition("Posted at the table")[0]
    assert f"{document}-2 " in dealer and not re.search(r"match \d|\$\d+ (to|from|in|for) [A-Z]", dealer)
