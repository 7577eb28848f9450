"""An inventor's evening: a game of her own in a folder outside the tree, with bets of no family."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

import croupier as cr
from croupier.cards import DECK
from croupier.conformance.game_checks import CHECKS
from croupier.exact.analysis import Analysis
from croupier.exact.by_stake import by_stake
from croupier.exact.by_walk import look_ahead, side_bets, solving
from croupier.exact.by_walk.likeness import Likeness
from croupier.exact.by_walk.replays import OneSeatTable
from croupier.exact.by_walk.wagerings import stakes
from croupier.exact.solver import AskedHand, solver_of
from croupier.game_folders import VARIABLE
from croupier.games import game_in
from croupier.hands import three_card_hand
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.submission import hand_rankings
from croupier.simulate.by_engine import AUTOMATIC, EngineJob
from croupier.simulate.runs.prepared import kernel_of
from croupier.simulate.runs.runner import Stretch
from croupier.simulate.setup import Setup
from croupier.table.game import Game
from croupier.table.placard import Placard
from tests.cli.terminal import croupier
from tests.odd_bets import RULES, write_odd_stud
from tests.test_games_of_others import RULES as LUCKY_ROLL
from tests.test_games_of_others import write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_odd_stud(tmp_path_factory.mktemp("inventor") / "odd_stud", "first")


@pytest.fixture
def odd_stud(folder: Path) -> Game[Any]:
    return game_in(str(folder))()


def test_only_a_bet_that_no_family_reads_is_solved_by_itself(odd_stud: Game[Any]) -> None:
    solver = solver_of(odd_stud)
    found = solver.solve()
    assert found.method == "showdown"
    assert found.exact["first"].expected_value == Fraction(4 * 5 + 12 - 36, 52)
    assert [row.row for row in found.exact["first"].rows] == ["ace", "face", "lose"]
    assert found.exact["main"] == solver.mathematics.analyze()["main"]
    assert kernel_of(odd_stud) is not None
    advised = solver.weigh(AskedHand(tuple(DECK[-3:]), variant="main=1,first=1"))
    assert solver.best(advised) == ["play"]


@pytest.mark.confirm
def test_bets_on_a_sum_and_on_dice_are_exact_too(tmp_path: Path) -> None:
    rules = RULES.replace("odd-stud", "odd-stud-whole")
    solver = solver_of(game_in(str(write_odd_stud(tmp_path / "odd_stud_whole", rules=rules)))())
    assert [group.name for group in solver.mathematics.unread] == ["first", "sum", "dice"]
    values = {name: bet.expected_value for name, bet in solver.solve().bets.items() if isinstance(bet, Analysis)}
    assert values["dice"] == Fraction(6 * 3 + 2 * 5 - 28, 36)
    assert values["sum"] == _sum_by_hand(solver)


def _sum_by_hand(solver: Any) -> Fraction:
    """The sum is lost with a hand that is folded: hands below the least that the main bet plays."""
    hands = [(three_card_hand(cards), sum(card.rank for card in cards)) for cards in combinations(DECK, 3)]
    folded = solver.analyze()["main"].actions["fold"] * len(hands)
    played = sorted(hands)[int(folded) :]
    won = sum(9 for _, total in played if total >= 35 or total <= 12)
    return Fraction(won, len(hands)) - 1


def test_a_bet_by_itself_is_tuned(odd_stud: Game[Any]) -> None:
    tuned = cr.ChosenGame(odd_stud).tune("first", "5%", rows={"ace": "4:1..9:1", "face": "1:1..2:1"}, within="5%")
    assert tuned.wager == "first"
    for found in tuned:
        pays = {row: found.table.odds[row].value for row in ("ace", "face")}
        assert -found.house_edge == (4 * pays["ace"] + 12 * pays["face"] - 36) / 52


UNDERTOW = """
from croupier.cards import DECK
from croupier.odds import EVEN, PUSH
from croupier.table.decisions import Option
from croupier.table.events import EVERYBODY
from croupier.table.game import Game, PayBet, Spot


class Undertow(Game):
    name, title, document = "undertow", "Undertow", "UT"
    sentence = "Two cards from four decks; float, or dive for a third."
    seats, own_cards = 5, (2, 3)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("dive", "Dive", later=True),
        Spot("twins", "Twins", wager="twins", least=100),
    )
    pay_bets = (PayBet("dive", "Dive", ("suited",)), PayBet("twins", "Twins", ("suited-pair", "pair", "suited")))

    def largest_later_bet(self, bets):
        return bets.get("ante", 0)

    def round(self, table):
        shoe = DECK * 4
        table.step("UT-1", "Shuffle if the cut card is out; take bets.")
        table.ready_shoe(shoe, behind_cut_card=52)
        yield table.betting()
        table.step("UT-2", "Deal two cards to each player, face up, and turn up the tide.")
        for seat in table.clockwise():
            seat.deal([table.from_shoe(shoe), table.from_shoe(shoe)], face_up=True)
        table.place("tide").deal([table.from_shoe(shoe)], EVERYBODY)
        table.step("UT-3", "Pay the Twins. Ask each player: float, or dive for an Ante with a third card.")
        for seat in table.clockwise():
            pair, suited = (len({getattr(card, of) for card in seat.cards}) == 1 for of in ("rank", "suit"))
            row = "suited-pair" if pair and suited else "pair" if pair else "suited" if suited else "none"
            seat.settle("twins", self.paytables["twins"][row], row)
            answer = yield seat.choose(Option("float"), Option("dive", "dive", seat.bets["ante"]))
            if answer.name == "dive":
                seat.deal([table.from_shoe(shoe)], face_up=True)
        table.step("UT-4", "Turn up the second tide and settle.")
        table.place("second tide").deal([table.from_shoe(shoe)], EVERYBODY)
        tide = sum(card.rank for place in ("tide", "second tide") for card in table.place(place).cards) / 2
        for seat in table.counter_clockwise():
            ranks = sorted(card.rank for card in seat.cards)
            won = EVEN if ranks[0] > tide else PUSH if ranks[-1] > tide else None
            seat.settle("ante", won, f"the tide is {tide}")
            suited = len(ranks) == 3 and len({card.suit for card in seat.cards}) == 1
            seat.settle("dive", self.paytables["dive"]["suited" if suited else "none"] or won, "three cards")
"""
UNDERTOW_PAYS = """
[[paytable]]
bet = "dive"
name = "first"
pays = {suited = "2:1"}
[[paytable]]
bet = "twins"
name = "first"
pays = {suited-pair = "25:1", pair = "5:1", suited = "1:1"}
[[paytable]]
bet = "twins"
name = "second"
pays = {suited-pair = "20:1", pair = "6:1", suited = "1:1"}
"""


@pytest.fixture(scope="module")
def undertow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inventor") / "undertow"
    write(folder, UNDERTOW, UNDERTOW_PAYS)
    return folder


def test_a_side_bet_on_the_first_cards_of_a_shoe_is_counted(undertow: Path) -> None:
    """Of the 207 cards of four decks beside the first, 3 are its like, 12 more of its rank, 48 of its suit."""
    found = solver_of(game_in(str(undertow))()).solve(seconds=0.2)
    assert list(found.bets) == ["main", "twins"] and list(found.exact) == ["twins"]
    assert found.exact["twins"].expected_value == Fraction(3 * 25 + 12 * 5 + 48 * 1 - 144, 207)
    assert any(said.startswith("twins: exact on a full shoe of 208 cards, by itself") for said in found.statement)


def test_a_bet_that_no_answer_changes_is_simulated_beside_its_exact_figures(undertow: Path) -> None:
    game = game_in(str(undertow))()
    for fresh in (True, False):
        job = EngineJob(Setup(game, strategies=(AUTOMATIC,), fresh_shoe=fresh), AUTOMATIC, "tide", 40)
        found = job.results(job.deal(Stretch(0, 40)))
        _, bets = found.strategies[AUTOMATIC]
        assert bets["main"].exact is None
        assert (bets["twins"].z is not None) is fresh
        assert ("--fresh-shoe" in found.note) is not fresh


def test_tables_of_one_name_are_compared_by_the_bet_that_all_of_them_have(undertow: Path) -> None:
    """The Twins are solved by themselves: the main bet, of which only an estimate is known, is not waited for."""
    said = croupier("compare", "undertow", "first", "second", "--json", "--games", undertow)
    compared = json.loads(said.out)
    assert compared["bet"] == compared["wager"] == "twins"
    values = [Fraction(3 * 25 + 12 * 5 + 48 - 144, 207), Fraction(3 * 20 + 12 * 6 + 48 - 144, 207)]
    assert [table["expected_value"] for table in compared["tables"]] == list(map(str, values))
    assert "write dive=first or twins=first" in croupier("compare", "undertow", "first", "--games", undertow).err
    other = croupier("compare", "undertow", "dive=first", "second", "--games", undertow)
    assert "tables of dive and twins are given" in other.err


def test_tables_of_a_wager_that_is_only_estimated_are_compared_with_their_errors(
    undertow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "ROUNDS_A_SECOND", 20)
    said = croupier("compare", "undertow", "dive=first", "--json", "--games", undertow)
    (table,) = json.loads(said.out)["tables"]
    assert table["exact"] is False and table["standard_error"] > 0 and "expected_value" not in table
    solved = croupier("solve", "undertow", "--games", undertow).out
    assert max(map(len, solved.splitlines())) < 800, "on a pipe a sentence is not filled up to any width"
    shown = croupier("compare", "undertow", "dive=first", "--games", undertow).out
    assert "edge of main" in shown and "standard error, for it is estimated" in shown
    held = croupier("hold", "undertow", "--bet-on", "twins", "--sessions", "100", "--json", "--games", undertow)
    assert json.loads(held.out)["bet"] == "twins"


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ("tune --bet dive --target-edge 5%", "so dive cannot be tuned; twins can; `croupier compare` estimates tables"),
        ("tune --bet dive --target-edge 5% --row suited", "so dive cannot be tuned; twins can"),
        ("hold", "so sessions cannot be drawn from its exact outcomes; they can be of twins"),
        ("hold --bet-on main", "so sessions cannot be drawn from its exact outcomes; they can be of twins"),
    ],
)
def test_what_must_be_exact_is_refused_before_anything_is_estimated(
    asked: str, refused: str, undertow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*asked: Any) -> None:
        raise AssertionError("no estimate is waited for, nor a search that cannot end")

    for searches in ("_estimated", "_small", "_search"):
        monkeypatch.setattr(solving.ByWalk, searches, never)
    command, *options = asked.split()
    said = croupier(command, "undertow", *options, "--games", undertow).err
    assert "main of undertow can only be estimated" in said and refused in said


def test_a_search_that_runs_over_its_budget_is_not_followed_by_an_estimate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "undertow_held", UNDERTOW.replace("undertow", "undertow-held"), UNDERTOW_PAYS)

    def never(*asked: Any) -> None:
        raise AssertionError("no estimate is waited for")

    for estimates in ("_estimated", "_small"):
        monkeypatch.setattr(solving.ByWalk, estimates, never)
    monkeypatch.setattr(solving, "estimated_rounds", lambda *asked: 100)
    monkeypatch.setattr(solving, "ROUNDS_A_SECOND", 20)
    said = croupier("hold", "undertow-held", "--games", tmp_path / "undertow_held").err
    assert "main of undertow-held can only be estimated" in said


def test_what_is_exposed_is_told_without_a_search_for_the_best_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "tollgate_seen", TOLLGATE.replace("tollgate", "tollgate-seen"), TOLLGATE_PAYS)

    def never(*asked: Any) -> None:
        raise AssertionError("the names of bets need no search")

    monkeypatch.setattr(solving.ByWalk, "solve", never)
    said = croupier("exposure", "tollgate-seen", "--json", "--games", tmp_path / "tollgate_seen")
    told = json.loads(said.out)
    assert list(told["not_exposed"]) == ["main", "colours"]
    assert told["hands_unknown"].endswith("games of the kind of Tollgate")


TOLLGATE = """
from croupier.odds import PUSH
from croupier.table.decisions import Option
from croupier.table.events import NOBODY
from croupier.table.game import Game, PayBet, Spot

GATES = ("first gate", "second gate", "third gate")


class Tollgate(Game):
    name, title, document = "tollgate", "Tollgate", "TG"
    sentence = "Two cards, three gates: pay the toll and hope that the gate's card lies between yours."
    seats, own_cards = 5, (2, 2)
    spots = (
        Spot("ante", "Ante", required=True),
        Spot("toll", "Toll", later=True),
        Spot("colours", "Colours", wager="colours"),
    )
    pay_bets = (PayBet("toll", "Toll", ("three", "two", "one")), PayBet("colours", "Colours", ("five", "four")))

    def largest_later_bet(self, bets):
        return 3 * bets.get("ante", 0)

    def round(self, table):
        table.step("TG-1", "Take bets, deal two cards to each player, and lay three gates face down.")
        yield table.betting()
        for seat in table.clockwise():
            seat.deal(table.shuffler.deal(2))
        for gate in GATES:
            table.place(gate).deal(table.shuffler.deal(1), NOBODY)
        passed = {seat.number: 0 for seat in table.clockwise()}
        standing = list(table.clockwise())
        for number, gate in enumerate(GATES):
            table.step(f"TG-{2 + number}", f"Ask each player: stop, or a Toll of an Ante. Turn up the {gate}.")
            for seat in list(standing):
                answer = yield seat.choose(Option("stop"), Option("go", "toll", seat.bets["ante"]))
                if answer.name == "stop":
                    standing.remove(seat)
            table.place(gate).turn_up()
            card = table.place(gate).cards[0]
            for seat in list(standing):
                low, high = sorted(own.rank for own in seat.cards)
                if low < card.rank < high or low == high and card.rank < low:
                    passed[seat.number] += 1
                else:
                    standing.remove(seat)
                    seat.take("toll", f"{card} is not between")
                    seat.take("ante", f"{card} is not between")
        table.step("TG-5", "Pay the Colours, and the Toll by the gates that were passed; push the Ante after one.")
        for seat in table.counter_clockwise():
            seat.hand.turn_up()
            suits = [card.suit for card in (*seat.cards, *(table.place(gate).cards[0] for gate in GATES))]
            most = max(map(suits.count, suits))
            row = {5: "five", 4: "four"}.get(most, "none")
            seat.settle("colours", self.paytables["colours"][row], f"{most} of a suit")
            row = ("none", "one", "two", "three")[passed[seat.number]]
            if "toll" in seat.bets:
                seat.settle("toll", self.paytables["toll"][row], f"{row} passed")
            if "ante" in seat.bets:
                seat.settle("ante", PUSH if passed[seat.number] else None, f"{row} passed")
"""
TOLLGATE_PAYS = """
[[paytable]]
bet = "toll"
name = "first"
pays = {three = "6:1", two = "3:1", one = "1:1"}
[[paytable]]
bet = "colours"
name = "first"
pays = {five = "100:1", four = "8:1"}
"""


def test_a_bet_on_suits_alone_is_counted_though_ranks_end_the_round(tmp_path: Path) -> None:
    """A gate that does not lie between one's cards ends the questions; rounds that seemed alike are found not to be."""
    write(tmp_path / "tollgate", TOLLGATE, TOLLGATE_PAYS)
    found = solver_of(game_in(str(tmp_path / "tollgate"))()).solve(seconds=4)
    every = comb(52, 5)
    five, four = (Fraction(4 * comb(13, many) * comb(39, 5 - many), every) for many in (5, 4))
    assert list(found.bets) == ["main", "colours"]
    assert any("and the budget is 16,000" in said for said in found.statement), "main has all of it"
    assert found.exact["colours"].expected_value == 100 * five + 8 * four - (1 - five - four)


def test_papers_tell_the_exact_bets_of_a_game_whose_main_bet_is_only_estimated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flat prize: the edge of Colours by stake is told, and what favours the player, though Toll is estimated."""
    folder = tmp_path / "tollgate_flat"
    prize = TOLLGATE_PAYS.replace('five = "100:1", ', "").replace('"8:1"}', '"8:1"}\nfixed = {five = 500}')
    write(folder, TOLLGATE.replace("tollgate", "tollgate-flat"), prize)
    monkeypatch.setattr(solving, "ROUNDS_A_SECOND", 40)
    assert side_bets.ROUNDS_A_SECOND > 40, "what is counted by itself has its own pace"
    game = game_in(str(folder))()
    (edges,) = [each.edges for each in by_stake(game, Placard(), [500, 1000]).values()]
    five, four = (Fraction(4 * comb(13, many) * comb(39, 5 - many), comb(52, 5)) for many in (5, 4))
    assert edges == {cents: 1 - 9 * four - five * (1 + Fraction(50000, cents)) for cents in (500, 1000)}
    said = croupier("preflight", "tollgate-flat", "--games", folder).out
    assert "main: estimated; whether it favours the player is not certain" in said
    made = croupier("report", "tollgate-flat", "--kind", "math", "-o", tmp_path / "math.html", "--games", folder)
    assert made.status == 0 and ", or less" in (tmp_path / "math.html").read_text("utf-8"), made.err
    asked = ("report", "tollgate-flat", "--kind", "math", "-o", tmp_path / "math.html", "--simulate", "1e4")
    assert "leave --simulate out" in croupier(*asked, "--games", folder).err


def test_rounds_are_shared_out_for_the_bet_that_is_told(tmp_path: Path) -> None:
    """The automatic seat always stops, so that Toll has no spread; a bet beside it has."""
    write(tmp_path / "tollgate_told", TOLLGATE.replace("tollgate", "tollgate-told"), TOLLGATE_PAYS)
    game = game_in(str(tmp_path / "tollgate_told"))()
    (along,) = (each for each in stakes(game, 100) if each.tells == ("colours",))
    table = OneSeatTable(game, DECK, along.wagering, 100)
    ahead = look_ahead.LookAhead(table, Likeness(DECK))
    dealt = [ahead._shared_out(3000, [bet])[0].rounds for bet in (0, 1)]
    assert 10 * dealt[0] < dealt[1]


def test_a_row_that_is_called_pair_is_no_ranking_of_hands(undertow: Path) -> None:
    assert hand_rankings(Equipment(game_in(str(undertow))(), Placard())) == []


def test_a_game_of_no_family_is_tuned(tmp_path: Path) -> None:
    write(tmp_path / "dice_of_no_family", LUCKY_ROLL.replace("lucky-roll", "dice-of-no-family"))
    game = cr.game("dice-of-no-family", folder=str(tmp_path / "dice_of_no_family"))
    for found in game.tune("line", "5%", rows={"seven": "3:1..5:1", "eleven": "1:1..9:1"}, within="5%"):
        seven, eleven = (found.table.odds[row].value for row in ("seven", "eleven"))
        assert -found.house_edge == (6 * seven + 2 * eleven - 28) / 36
    assert "seven must pay 4.033333 to 1" in game.tune("line", "5%", rows="seven").words


@pytest.mark.confirm
def test_a_script_without_a_guard_simulates_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = write_odd_stud(tmp_path / "odd_stud", "dice")
    script = tmp_path / "script.py"
    script.write_text(
        "import croupier as cr\n"
        "print('begun')\n"
        f"game = cr.game('odd-stud', folder={str(folder)!r})\n"
        "found = game.simulate(5000, strategy='automatic', bets={'ante': 5, 'dice': 1}, workers=2)\n"
        "print(sorted(found.found.strategies))\n",
        "utf-8",
    )
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert said.stdout == "begun\n['automatic']\n", said.stderr


def test_rules_cannot_forget_a_flat_prize(tmp_path: Path) -> None:
    asks = 'self.paytables["sum"].pays.get(high_or_low(total))'
    assert asks in RULES
    taken = RULES.replace("odd-stud", "odd-stud-prize")
    paid = game_in(str(write_odd_stud(tmp_path / "odd_stud_prize", rules=taken)))
    assert "a flat prize is paid" in _flat_prizes(paid)
    odds_alone = taken.replace("odd-stud-prize", "odd-stud-odds").replace(asks, asks.replace("pays", "odds"))
    forgets = game_in(str(write_odd_stud(tmp_path / "odd_stud_odds", rules=odds_alone)))
    assert "sum is paid odds of its table, but not a flat prize" in _flat_prizes(forgets)


def _flat_prizes(kind: type[Game[Any]]) -> str:
    (check,) = [each for each in CHECKS if each[0] == "flat prizes"]
    try:
        return check[1](kind)
    except AssertionError as broken:
        return str(broken)
