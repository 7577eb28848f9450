"""Felts at real scale: everything in its place, nothing on top of anything else."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction
from math import hypot, pi, sqrt

import pytest
from pypdf import PdfReader

from croupier.errors import Refused
from croupier.games import game_named, game_names
from croupier.reports.felt_layout import (
    BLACKJACK,
    SIZES,
    Frame,
    TableSize,
    circle,
    diamond,
    layout,
    layout_facts,
    printed_rows,
    rectangle,
)
from croupier.reports.inputs import inputs_of
from croupier.reports.typesetting import make
from croupier.table.felt import felt_of
from tests.reports.reading import paper, text, without_spaces

SIZE = SIZES[BLACKJACK]


@pytest.mark.parametrize("name", game_names())
def test_nothing_overlaps_on_any_felt(name: str) -> None:
    felt = layout(game_named(name)())
    assert list(felt.faults()) == []
    assert 5 <= felt.seats <= game_named(name).seats


@pytest.mark.parametrize("name", game_names())
def test_every_spot_and_labelled_box_is_printed_for_every_seat(name: str) -> None:
    game = game_named(name)()
    felt, printed = layout(game), felt_of(type(game))
    own = len(printed.seat.spots) + sum(1 for box in printed.seat.boxes if box.label)
    for seat in range(1, felt.seats + 1):
        assert sum(1 for mark in felt.marks if mark.owner == seat) == own
    tables = [mark.drawn for mark in felt.marks if mark.drawn["kind"] == "paytable"]
    assert [table["label"] for table in tables] == [game.pay_bet(each.bet).label for each in printed.table.paytables]


def test_spots_are_as_large_as_the_game_says_and_lie_on_an_arc() -> None:
    game = game_named("on-the-draw")()
    felt = layout(game)
    sizes = {(game.spot(spot.spot).label.upper(), spot.size) for spot in felt_of(type(game)).seat.spots}
    assert {
        (m.drawn["label"], m.drawn["width"]) for m in felt.marks if m.drawn["kind"] in ("circle", "dotted")
    } == sizes
    antes = [mark.drawn for mark in felt.marks if mark.drawn["label"] == "ANTE"]
    distances = {round(hypot(mark["x"], mark["y"] - SIZE.straight), 3) for mark in antes}
    assert len(antes) == felt.seats and len(distances) == 1


def test_the_page_is_the_felt_in_inches() -> None:
    page = PdfReader(io.BytesIO(paper("layout", "on-the-draw"))).pages[0]
    assert float(page.mediabox.width) == pytest.approx(72 * (SIZE.width + 4))
    assert float(page.mediabox.height) == pytest.approx(72 * (SIZE.depth + 6))


@pytest.mark.parametrize("name", game_names())
def test_the_felt_shows_names_spots_and_paytables(name: str) -> None:
    game = game_named(name)()
    words = without_spaces(text(paper("layout", name)))
    assert without_spaces(game.title.upper()) in words
    for place in felt_of(type(game)).table.paytables:
        table, bet = game.paytables[place.bet], game.pay_bet(place.bet)
        assert without_spaces(bet.label.upper()) in words
        for row in bet.rows:
            if table[row] is not None:
                said = place.words.get(row, row.replace("-", " ").capitalize())
                pays = str(table[row]).replace(" to 1", "x") if place.bet == "ante-bonus" else table[row]
                assert without_spaces(f"{said}{pays}").replace("-", "") in words.replace("-", "")


def test_felts_are_worded_as_the_documents_word_them() -> None:
    def lines(name: str, bet: str) -> list[list[str]]:
        game = game_named(name)()
        (place,) = (each for each in felt_of(type(game)).table.paytables if each.bet == bet)
        return printed_rows(game, place)

    craps = lines("draw-n-shoot-21", "quickcraps")
    assert craps[0] == ["Ace, 11", "20 to 1"] and craps[-1] == ["Draw is 1st player card", ""]
    assert craps[-4:-1] == [["FourPlay", ""], ["Four, hardway 8", "40 to 1"], ["Four, 4", "10 to 1"]]
    assert lines("three-card-draw", "ante-bonus")[0] == ["A-K-Q suited", "10x"]
    assert lines("on-the-draw", "play")[-2:] == [
        ["Blind: three of a kind or better", "1 to 1"],
        ["Blind: two pair", "push"],
    ]
    labels = {mark.drawn["label"] for mark in layout(game_named("draw-n-shoot-21")()).marks}
    assert {"ANTE 1", "RAISE 2"} <= labels


def test_a_large_table_seats_all_that_a_smaller_one_does_not() -> None:
    game = game_named("on-the-draw")()
    assert layout(game).seats == 8 and "with 9 seats CINCY POT of seat 1" in layout(game).fault
    large = layout(game, SIZES["large"])
    assert large.seats == game.seats == 9 and large.fault == "" and list(large.faults()) == []


def test_a_printer_is_given_bleed_crop_marks_and_inks() -> None:
    game = game_named("three-card-draw")()
    sheet = make(inputs_of("layout", game, Fraction(1), felt="small", for_printer=True), "pdf")
    page = PdfReader(io.BytesIO(sheet)).pages[0]
    contents = page.get_contents()
    assert contents is not None
    drawn = contents.get_data().decode("latin-1")
    assert " k\n" in drawn or " scn\n" in drawn
    assert "Inks are CMYK" in text(sheet) and "5 of the game's 12 seats fit" in text(sheet)
    with pytest.raises(Refused, match="unknown table 'round'; there are blackjack, large, small"):
        make(inputs_of("layout", game, Fraction(1), felt="round"), "pdf")


def test_a_felt_that_cannot_fit_is_refused() -> None:
    with pytest.raises(Refused, match="does not fit a table"):
        layout(game_named("on-the-draw")(), TableSize(16.0, 3.0))


def test_fewer_seats_are_said_to_fit_where_all_do_not() -> None:
    facts = layout_facts(game_named("three-card-draw")())
    assert facts["seats"] < facts["game_seats"] == 12
    assert f"{facts['seats']} of the game's 12 seats fit" in text(paper("layout", "three-card-draw"))


def test_shapes_know_whether_they_are_clear_of_each_other() -> None:
    here = Frame()
    square = rectangle(here, 0, 0, 2, 2)
    assert square.clear_of(rectangle(here, 2.5, 0, 2, 2), 0.5) and not square.clear_of(rectangle(here, 1.9, 0, 2, 2))
    assert not square.clear_of(rectangle(here, 2.5, 0, 2, 2), 0.6)
    assert square.clear_of(circle(here, 1.8, 1.8, 2)) and not square.clear_of(circle(here, 1.6, 1.6, 2))
    assert square.clear_of(diamond(here, 2.1, 0, 2)) and not square.clear_of(diamond(here, 1.9, 0, 2))
    turned = rectangle(Frame(1 + sqrt(2) + 0.05, 0, pi / 4), 0, 0, 2, 2)
    assert square.clear_of(turned) and not square.clear_of(rectangle(Frame(2.3, 0, pi / 4), 0, 0, 2, 2))


def test_a_frame_is_turned_to_its_player() -> None:
    across = Frame(10, 5, pi / 2)
    assert across.at(1, 0) == pytest.approx((10, 6)) and across.at(0, 1) == pytest.approx((9, 5))


def test_overlaps_and_edges_are_named() -> None:
    felt = layout(game_named("on-the-draw")())
    first = felt.marks[0]
    twice = replace(felt, marks=(*felt.marks, replace(first, owner=2)))
    assert any("overlap" in fault for fault in twice.faults())
    outside = replace(first, room=rectangle(Frame(SIZE.radius, 5), 0, 0, 1, 1))
    assert any("over the edge" in fault for fault in replace(felt, marks=(outside,)).faults())
