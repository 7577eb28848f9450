"""Every number of a math report is one of the Analyses, as the command prints them."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any, cast

import pytest
from examples.games.baccarat.rules import Baccarat
from examples.games.casino_war.rules import CasinoWar

from croupier.exact import paid, streets
from croupier.exact.analysis import Analysis
from croupier.exact.hand_counts import contests
from croupier.exact.seen_cards.exposure import Exposure
from croupier.exact.solver import Strategy, solver_of
from croupier.games import game_named, game_names
from croupier.games.on_the_draw import rules
from croupier.odds import Odds, PayTable, Prize
from croupier.reports.inputs import inputs_of, terms_of
from croupier.reports.math_report import seen_cards, strategies
from croupier.reports.math_report.comparisons import Comparison, edge_groups, moved, paytables, readings, sensitivity
from croupier.reports.math_report.method import published
from croupier.reports.math_report.plots import ROUNDS_PER_HOUR, distribution, hour_of_play
from croupier.reports.math_report.strategies import decisions
from croupier.reports.math_report.wagers import pot_odds, true_odds
from croupier.reports.papers import facts_of
from croupier.reports.proof import Maker, seal
from croupier.reports.typesetting import make, set_in_type
from tests.reports.reading import facts, pages, paper, plain, text, without_spaces

ONE = Fraction(1)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.sample(3)
def test_papers_print_the_numbers_of_the_analyses(name: str) -> None:
    game = game_named(name)()
    solver = solver_of(game)
    solved, strategies = solver.analyze(), solver.strategies()
    words = text(paper("math", name))
    for analysis in solved.values():
        check_analysis(analysis, words)
    for strategy in strategies:
        check_strategy(strategy, solved[strategy.analysis.bet], words)
    math = facts("math", name)
    to_remember = [strategy for strategy in math["strategies"] if strategy["rules"]]
    card = set_in_type(
        seal(inputs_of("strategy", game, ONE), math | {"strategies": to_remember}, Maker.here(name)), "pdf"
    )
    assert len(pages(card)) == 1
    for strategy in strategies:
        if strategy.rules:
            assert f"{float(strategy.analysis.house_edge):.4%} of the {strategy.analysis.unit}" in text(card)


def test_a_card_has_the_strategy_with_sentences_and_each_hand_once() -> None:
    game = game_named("draw-n-shoot-21")()
    (printed,) = strategies.printed_strategies(game, solver_of(game).analyze(), ONE)
    assert printed["rules"] and printed["bet"] == "21"
    hands = strategies.drawn_decisions(game, ONE)
    assert len({" ".join(hand["cards"]) for hand in hands}) == len(hands)
    assert "raise 0, then hit" in {hand["best"] for hand in hands}


def check_analysis(analysis: Analysis, words: str) -> None:
    packed = without_spaces(words)
    for value in (analysis.house_edge, analysis.element_of_risk, analysis.hit_frequency):
        assert f" {float(value):.4%} " in words
    for value in (analysis.expected_value, analysis.variance, analysis.average_wager):
        assert str(value) in packed
    assert f" {analysis.standard_deviation:.6f} " in words
    for row in analysis.rows:
        numbers = f"{row.combinations:,} {float(row.probability):.6%} {float(row.returns):+,.6f}"
        assert f"{'loses' if row.pays is None else row.pays} {numbers}" in words
    for share in analysis.actions.values():
        assert f"{float(share):.4%} {share}" in words
    assert f"Total {analysis.cases:,} 100% {float(analysis.expected_value):+,.6f}" in words


def check_strategy(strategy: Strategy, optimal: Analysis, words: str) -> None:
    cost = strategy.cost(optimal)
    assert f"{float(strategy.analysis.house_edge):.4%} {float(strategy.analysis.element_of_risk):.4%}" in words
    assert f"{float(cost):.4%} {cost}" in words
    for rule in strategy.rules:
        assert without_spaces(rule.sentence[1:]) in without_spaces(words)


@pytest.mark.confirm
def test_every_printed_paytable_is_compared_at_its_own_edge() -> None:
    kind = game_named("on-the-draw")
    words = text(paper("math", "on-the-draw"))
    edges = [
        f"{float(solver_of(kind.choose(paytables={'play': name})).analyze()['main'].house_edge):.4%}"
        for name in kind.printed()["play"]
    ]
    assert len(edges) == 7
    assert f"House edge, main {' '.join(edges)}" in words


def test_a_unit_less_for_four_of_a_kind_is_the_next_printed_paytable() -> None:
    kind = game_named("on-the-draw")
    second = solver_of(kind.choose(paytables={"play": "OTD-02"})).analyze()["main"].house_edge
    (rows,) = (
        each["rows"]
        for each in sensitivity(Comparison(kind(), ONE))
        if (each["bet"], each["wager"]) == ("Play", "Main")
    )
    (quads,) = (row for row in rows if row["row"] == "Four of a kind")
    more, less = quads["moves"]
    assert less[0] == f"{float(second):.4%}"
    assert less[1] == f"{float(second - solver_of(kind()).analyze()['main'].house_edge) * 100:+.4f}"
    assert float(more[0].rstrip("%")) < float(less[0].rstrip("%"))


def test_a_wager_without_choices_is_moved_by_arithmetic_that_solving_confirms() -> None:
    comparison = Comparison(game_named("draw-n-shoot-21")(), Fraction(5))
    assert comparison.touched("quickcraps") == ["quickcraps"]
    assert comparison.touched("twenty-one") == ["twenty-one"]
    assert comparison.counted == {"quickcraps"}
    table = comparison.game.paytables["quickcraps"]
    for row in table.pays:
        changed = comparison.one_unit(table, 1, row)
        game = type(comparison.game)(comparison.game.settings, comparison.game.paytables | {"quickcraps": changed})
        assert comparison.with_table("quickcraps", changed) == solver_of(game).analyze(Fraction(5))


def test_a_paytable_touches_every_wager_that_it_pays_on() -> None:
    comparison = Comparison(game_named("three-card-draw")(), ONE)
    assert comparison.touched("bonus") == ["bonus", "bonus-alone", "main+bonus"]
    assert comparison.touched("ante-bonus") == ["main", "main+bonus"]


@pytest.mark.rule("TCD-9")
def test_the_report_shows_the_edge_of_every_reading_of_a_rule() -> None:
    kind = game_named("three-card-draw")
    (reading,) = (each for each in readings(Comparison(kind(), ONE)) if each["name"] == "rule_9a")
    assert [row["value"] for row in reading["values"] if row["chosen"]] == ["ante-bonus-always"]
    for row in reading["values"]:
        solved = solver_of(kind.choose({"rule_9a": row["value"]})).analyze()
        assert row["edges"][0].replace("−", "-") == f"{float(solved['main'].house_edge):.4%}"
    words = text(paper("math", "three-card-draw"))
    assert "ante bonus always (chosen)" in words and "play pays ante multiples" in words


@pytest.mark.confirm
def test_a_setting_that_no_edge_depends_on_is_no_reading() -> None:
    names = {each["name"] for each in readings(Comparison(game_named("big-draw")(), ONE))}
    assert names == set()


def test_a_table_of_ones_own_stands_beside_the_printed_ones() -> None:
    own = PayTable.build("trips", "mine", {"royal-flush": "60:1", "three-of-a-kind": "3:1"})
    (compared,) = (
        each
        for each in paytables(Comparison(game_named("on-the-draw").choose(custom=(own,)), ONE))
        if each["label"] == "Trips"
    )
    assert compared["names"] == ["mine", "trips-1", "trips-2", "trips-3"]
    assert compared["chosen"] == 0
    assert compared["rows"][0]["pays"] == ["60 to 1", "50 to 1", "50 to 1", "50 to 1"]


def printed_edges(**chosen: Any) -> dict[str, dict[str, str | None]]:
    groups = edge_groups(Comparison(game_named("on-the-draw").choose(**chosen), ONE))
    return {wager: {name: printed for name, _, printed in tables} for wager, tables in groups}


def test_a_printed_edge_stands_only_beside_the_wager_and_the_terms_that_it_is_of() -> None:
    kind = game_named("on-the-draw")
    claimed = {
        bet: {name: table.claims["house_edge"] for name, table in kind.printed()[bet].items()}
        for bet in ("play", "trips")
    }
    assert printed_edges() == {"Main": claimed["play"], "Trips": claimed["trips"]}
    mine = PayTable.build("play", "mine", {"three-of-a-kind": "3:1", "two-pair": "1:1"})
    assert printed_edges(custom=(mine,))["Main"] == {"mine": None, **claimed["play"]}
    forfeited = printed_edges(settings={"fold_forfeits_trips": "true"})
    assert set(forfeited["Trips"]) == {
        *(f"Play: {name}" for name in claimed["play"]),
        *(f"Trips: {name}" for name in claimed["trips"]),
    }
    blind = PayTable.build("blind", "mine", {"straight": "1:1"})
    for other in (forfeited, printed_edges(settings={"play_multiples": "4,2,1"}), printed_edges(custom=(blind,))):
        assert set(other["Main"].values()) == {None}
    assert set(forfeited["Trips"].values()) == {None}


def test_the_strategy_card_names_the_settings_that_are_not_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the card written by hand; one that is looked for has the same heading."""
    monkeypatch.setattr(strategies, "card_to_print", lambda *asked: None)
    game = game_named("on-the-draw").choose({"play_multiples": "4,2,1"})
    card = make(inputs_of("strategy", game, ONE))
    assert "Decided otherwise than usual: " in text(card) and ": 4, 2, 1." in text(card)
    assert "The house decides as is usual." in text(paper("strategy", "on-the-draw"))


def test_one_unit_is_the_stake_where_prizes_are_flat() -> None:
    assert moved(Prize(100_000), 1, Fraction(5)) == Prize(100_500)
    assert moved(Prize(400), -1, Fraction(5)) is None
    assert moved(Odds.parse("1:2"), -1, ONE) is None


def test_the_stake_changes_what_flat_prizes_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The card written by hand is the one that is read here: a card is looked for at the same stake, and none found."""
    own = PayTable.build("play", "flat", {"three-of-a-kind": "3:1", "two-pair": "1:1"}, {"royal-flush": 5000})
    game = game_named("on-the-draw").choose(custom=(own,))
    looked: list[Fraction] = []
    monkeypatch.setattr(strategies, "card_to_print", lambda game, optimal, stake, variant: looked.append(stake))
    told = []
    for stake in (ONE, Fraction(5)):
        card = facts_of(terms_of(inputs_of("strategy", game, stake)))
        solved, (strategy,) = solver_of(game).analyze(stake)["main"], solver_of(game).strategies(stake)
        told.append((card["numbers"]["main"]["expected_value"], card["strategies"][0]["cost_exact"]))
        assert told[-1] == (str(solved.expected_value), str(strategy.cost(solved)))
    assert told[0][0] != told[1][0]
    assert looked == [ONE, Fraction(5)]


def test_decisions_are_valued_as_advise_values_them() -> None:
    game = game_named("three-card-draw")()
    shown = decisions(game, ONE)
    assert {row["short"].split(",")[0] for row in shown} >= {"fold", "play 1x", "play 2x"}
    for row in shown:
        best = max(Fraction(choice["exact"]) for choice in row["values"])
        assert all(choice["best"] == (Fraction(choice["exact"]) == best) for choice in row["values"])


def test_the_method_says_how_the_game_is_counted() -> None:
    words = text(paper("math", "on-the-draw"))
    for source, file in ((rules, "exact.md"), (streets, "method.md")):
        published = Path(source.__file__ or "").with_name(file).read_text("utf-8")
        assert plain(published).replace("`", "").strip() in words
        assert plain(source.__doc__ or "") not in words, "what is published does not live in docstrings"
    assert plain(paid.__doc__ or "") not in words, "a module that argues nothing is not quoted"


def test_the_pot_is_counted_as_far_as_it_can_be_and_simulated_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "ROUNDS", contests._BATCH)
    game = game_named("cincinnati-stud")()
    odds = solver_of(game).pot()
    told = [*pot_odds(game, counted=True), *pot_odds(game, counted=False)]
    assert [row["participants"] for row in told] == [str(each.participants) for each in odds]
    assert [row["exact"] for row in told[:2]] == [str(each.won) for each in odds[:2]]
    assert [row["won"] for row in told] == [f"{float(each.won):.4%}" for each in odds]
    assert pot_odds(game_named("big-draw")(), counted=True) == []


def test_the_report_tells_what_a_table_gains_that_shares_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_cards, "DECKS", 4)
    game = game_named("on-the-draw")()
    told = seen_cards.seen_cards(game, solver_of(game).analyze(), ONE)
    (bet,) = told["bets"]
    hands = [int(row["hands"]) for row in bet["rows"]]
    lines = solver_of(game).exposure(hands, decks=4)
    assert (told["cards"], told["openly"], told["unexposed"]) == ("4 cards", False, ["Trips"])
    assert [(row["cards"], row["decks"]) for row in bet["rows"]] == [(str(4 * known), "4") for known in hands]
    assert set(hands) >= {1, 4, 8} and hands == sorted(hands)
    for row, line in zip(bet["rows"], lines, strict=True):
        assert row["gain"] == f"{line.gain:.4%}" and row["error"] == f"{line.standard_error:.4%}"
        assert row["house_edge"].replace("−", "-") == f"{float(line.analysis.house_edge) - line.gain:.4%}"
    assert bet["verdict"] == seen_cards.verdict(lines)
    words = text(paper("math", "on-the-draw"))
    assert "Exposure" not in words, "what is sampled is told only where a simulation is asked for"
    assert "stripped" not in words


def test_the_report_tells_every_way_in_which_cards_may_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_cards, "DECKS", 2)
    game = game_named("on-the-draw")()
    solver, solved = solver_of(game), solver_of(game).analyze()
    told = seen_cards.seen_cards(game, solved, ONE)
    (seen,) = solver.seen_cards(1, decks=2)
    (outside,) = told["outside"]
    assert (outside["gain"], outside["left"]) == (f"{seen.gain:.4%}", f"{seen.house_edge:.4%}")
    assert told["unexposed"] == told["unexposed_outside"] == ["Trips"]
    assert told["choice"] and not told["gone_unknown"]


def test_the_report_says_where_it_is_not_known_what_a_seen_card_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_cards, "_counting", lambda game, stake: {"bets": ["counted"]})
    war, cards = (seen_cards.seen_cards(game, {}, ONE) for game in (CasinoWar(), Baccarat()))
    assert war["choice"] and war["openly"] and war["cards"] == "1 card", "few rounds of it have a tie, and so a choice"
    assert war["gone_unknown"].endswith("games of the kind of Casino War")
    assert not war["outside"]
    assert not cards["choice"] and cards["counting"], "where nothing is asked, there is only the shoe to know"


@pytest.mark.parametrize(("turns", "looked_at"), [(2, [1, 2, 4, 8]), (7, [1, 4, 6, 7, 8]), (9, [1, 4, 8])])
def test_hands_are_looked_at_until_it_is_known_how_many_turn_a_bet(turns: int, looked_at: list[int]) -> None:
    class Measured:
        def exposure(self, hands: list[int] | None, stake: Fraction, decks: int | None) -> list[Exposure]:
            bet = coin(Fraction(49, 100))
            return [Exposure(bet, many, many, 9, 0.05 * (many >= turns), 0.001) for many in hands or [1, 4, 8]]

    (lines,) = seen_cards._until_break_even(cast("Any", Measured()), ONE)
    assert [line.hands for line in lines] == looked_at


def test_it_is_said_in_words_who_beats_whom() -> None:
    optimal = coin(Fraction(49, 100))
    assert optimal.house_edge == Fraction(1, 50)

    def verdict(*gains: float, openly: bool = False) -> str:
        lines = [Exposure(optimal, hands, hands, 9, gain, 0.001) for hands, gain in enumerate(gains, 1)]
        return seen_cards.verdict(lines, openly)

    assert verdict(0.01, 0.03) == "A full table that shares its cards beats the house."
    assert "one who knows 2 other hands does so already" in verdict(0.01, 0.03, 0.04)
    assert verdict(0.01, 0.0165) == "A full table that shares its cards does not beat the house."
    assert "cannot be told" in verdict(0.01, 0.0175) and "cannot be told" in verdict(0.01, 0.0225)
    assert "beats the house" in verdict(0.01, 0.0235)
    assert verdict(0, 0, openly=True).startswith("A player who looks at all hands of a full table gains nothing")


def test_what_was_tried_for_a_figure_stands_beside_it() -> None:
    places = published(game_named("draw-n-shoot-21"))["places"]
    for place in places:
        off = {row["label"] for row in place["figures"] if row["verdict"] not in ("reproduced", "not derivable")}
        assert {row["label"] for row in place["tried"]} <= off
    tried = [row for place in places for row in place["tried"]]
    assert any(row["reading"].startswith("pushes counted as hits") and row["verdict"] == "reproduced" for row in tried)
    assert {row["verdict"] for row in tried} >= {"chance can do that", "chance does not do that"}


def coin(heads: Fraction) -> Analysis:
    return Analysis("coin", "bet", {Fraction(1): heads, Fraction(-1): 1 - heads}, ONE, 2 * heads - 1)


def test_an_hour_of_coin_tosses_is_binomial() -> None:
    hour = hour_of_play(coin(Fraction(2, 5)))
    chances = [comb(ROUNDS_PER_HOUR, k) * 0.4**k * 0.6 ** (ROUNDS_PER_HOUR - k) for k in range(ROUNDS_PER_HOUR + 1)]

    def quantile(q: float) -> int:
        return next(2 * k - ROUNDS_PER_HOUR for k in range(len(chances)) if sum(chances[: k + 1]) >= q)

    for q in (5, 25, 50, 75, 95):
        assert hour["ends"][str(q)].replace("−", "-") == f"{quantile(q / 100):+}"
    ahead = sum(chance for k, chance in enumerate(chances) if 2 * k > ROUNDS_PER_HOUR)
    assert hour["ahead"] == f"{ahead:.2%}"
    assert hour["expected"] == "−7"
    assert hour["plot"].count("<polygon") == hour["plot"].count("<polyline") == 2


def test_a_huge_prize_leaves_the_quantiles_of_an_hour_as_they_are() -> None:
    rare = Fraction(1, 10**9)
    small, huge = (
        hour_of_play(Analysis("x", "bet", {Fraction(prize): rare, -ONE: 1 - rare}, ONE, prize * rare - 1 + rare))
        for prize in (100, 10**8)
    )
    assert small["ends"] == huge["ends"] == dict.fromkeys(("5", "25", "50", "75", "95"), "−35")


def test_a_distribution_is_drawn_on_a_logarithmic_scale() -> None:
    tenth = Fraction(1, 10)
    outcomes = {-ONE: 1 - tenth - tenth**3, Fraction(9): tenth, Fraction(99): tenth**3}
    plot = distribution(Analysis("x", "bet", outcomes, ONE, tenth))
    loss, win, jackpot = (float(height) for height in re.findall(r'height="([0-9.]+)" fill', plot))
    assert loss > win > jackpot and (loss - win) < (win - jackpot), "nine in ten and one in ten are a decade apart"
    assert all(f">{label}<" in plot for label in ("−1", "+9", "+99", "10%", "1%", "0.1%"))


def test_true_odds_are_those_at_which_a_bet_is_fair() -> None:
    for probability in (Fraction(1, 38), Fraction(1, 2), Fraction(4, 13)):
        against = (1 - probability) / probability
        assert probability * against - (1 - probability) == 0
        assert true_odds(probability).startswith(f"{float(against):.4f}".rstrip("0").rstrip("."))
