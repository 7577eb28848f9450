"""Draw 'n Shoot 21, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.cards import DECK
from croupier.chips import Range
from croupier.conformance.stage import Stage, cards
from croupier.dice import ROLLS
from croupier.errors import Refused
from croupier.games import game_named
from croupier.odds import PayTable
from croupier.table.chance import Shoe
from croupier.table.events import Dealt, Decided, Rolled, Settled, Step
from croupier.table.placard import Placard

GAME = "draw-n-shoot-21"


def scored(hand: str, roll: str, raised: str = "raise-2") -> dict[str, int]:
    """What becomes of an Ante of $10 and its raise with these cards, hit for one by one, and this roll."""
    table = Stage(GAME, hand, roll)
    table.bets("ante=10")
    table.say(raised, *["hit"] * (len(hand.split()) - 1))
    if table.turn:
        table.say("stand")
    return table.result()


def crapped(card: str, roll: str, paytable: str = "recommended") -> int:
    """What a Craps bet of $10 wins with this first card and roll."""
    table = Stage(GAME, card, roll, paytables={"quickcraps": paytable})
    table.bets("craps=10")
    return table.result()["craps"]


@pytest.mark.rule("DNS-1")
@pytest.mark.parametrize(("decks", "size"), [(None, 312), ("1", 52), ("2", 104), ("8", 416)])
def test_the_shoe_holds_six_decks_or_as_many_as_the_house_sets(decks: str | None, size: int) -> None:
    table = Stage(GAME, settings={"decks": decks} if decks else {})
    assert table.shuffles() == [size]
    assert Counter(table.table.shoe.stock) == dict.fromkeys(DECK, size // 52)


@pytest.mark.rule("DNS-1")
def test_a_shoe_without_end_stays_whole_and_is_never_shuffled() -> None:
    aces = "As As As As As As As As"
    table = Stage(GAME, aces, "6-6", settings={"decks": "infinite"})
    table.bets("ante=10")
    table.say("raise-0", *["hit"] * 7, "stand")
    assert table.result() == {"ante": +10_00}, "eight aces and twelve make twenty"
    assert table.shuffles() == []


@pytest.mark.rule("DNS-1")
@pytest.mark.parametrize("decks", ["0", "9", "half", "-1", "1.5"])
def test_a_shoe_has_one_to_eight_decks_or_no_end(decks: str) -> None:
    with pytest.raises(Refused, match=r"it is 1 \| 2 \| 3 \| 4 \| 5 \| 6 \| 7 \| 8 \| infinite"):
        game_named(GAME).choose({"decks": decks})


@pytest.mark.rule("DNS-1")
def test_seven_can_play_and_an_eighth_cannot_sit_down() -> None:
    table = Stage(GAME, rolls="1-1", seats=range(1, 8))
    table.bets("craps=10")
    assert table.round.finished
    with pytest.raises(Refused, match="no seat 8 at Draw 'n Shoot 21; seats are 1 to 7"):
        table.table.sit(8, "an eighth", 100_00)


@pytest.mark.rule("DNS-1")
def test_each_bet_is_paid_by_its_own_table_alone_or_beside_the_other() -> None:
    table = Stage(GAME, "Kd Kh Ks", "5-6", seats=(1, 2, 3))
    table.bets("ante=10", "craps=10", "ante=10 craps=10")
    table.say("raise-0", "stand", "raise-0", "stand")
    assert table.result(1) == {"ante": +20_00}
    assert table.result(2) == {"craps": -10_00}
    assert table.result(3) == {"craps": -10_00, "ante": +20_00}


@pytest.mark.rule("DNS-2")
def test_an_ante_gets_one_card_that_everybody_sees() -> None:
    table = Stage(GAME, "7d 9h", seats=(1, 2))
    table.bets("ante=10")
    assert [(event.seat, event.cards) for event in table.all(Dealt)] == [(1, ("7d",)), (2, ("9h",))]
    assert table.who_sees("7d") == table.who_sees("9h") == [0, 1, 2]


@pytest.mark.rule("DNS-3")
@pytest.mark.parametrize(("answer", "raised"), [("raise-0", 0), ("raise-1", 10_00), ("raise-2", 20_00)])
def test_after_the_first_card_a_player_raises_by_one_or_two_antes_or_not_at_all(answer: str, raised: int) -> None:
    table = Stage(GAME, "9h", "5-5")
    table.bets("ante=10")
    assert table.legal == ["raise-0", "raise-1", "raise-2"]
    for wrong in ("raise-3", "hit", "stand", "raise-$15"):
        with pytest.raises(Refused, match="legal: raise-0, raise-1, raise-2"):
            table.say(wrong)
    table.say(answer)
    assert table.table.seats[1].bets == {"ante": 10_00} | ({"raise": raised} if raised else {})


@pytest.mark.rule("DNS-3")
@pytest.mark.parametrize("most", [0, 1, 4])
def test_a_house_may_set_the_largest_raise(most: int) -> None:
    table = Stage(GAME, settings={"max_raise": str(most)})
    table.bets("ante=10")
    assert table.legal == [f"raise-{antes}" for antes in range(most + 1)]


@pytest.mark.rule("DNS-4")
def test_hits_come_after_the_raise_and_there_may_be_many() -> None:
    table = Stage(GAME, "2c 2d 3c 3d 4c", "3-4")
    table.bets("ante=10")
    table.say("raise-1")
    for _ in range(4):
        assert table.legal == ["stand", "hit"]
        table.say("hit")
    table.say("stand")
    assert [event.action for event in table.all(Decided)] == ["raise-1", *["hit"] * 4, "stand"]
    assert table.result() == {"ante": +12_00, "raise": +12_00}


@pytest.mark.rule("DNS-4")
def test_hits_are_dealt_face_up_from_the_shoe() -> None:
    table = Stage(GAME, "2c 9d 5h", "3-4", seats=(1, 2))
    table.bets("ante=10", "ante=10")
    table.say("raise-0", "hit")
    assert table.who_sees("5h") == [0, 1, 2]
    assert [card.name for card in table.table.seats[1].cards] == ["2c", "5h"]


@pytest.mark.rule("DNS-5")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("Kd 8c", True),
        ("Kd 9c", False),
        ("Kd 5c 4h", False),
        ("Kd 7c 5h", False),
        ("Ad 8c", True),
        ("Ad 9c", True),
        ("Ad Kc", True),
        ("Ad 8c Kh", False),
        ("Ad 7c Kh", True),
        ("Ad Ac 7h Kd", False),
        ("Ad Ac 7h 9d", True),
    ],
)
def test_a_player_may_hit_until_a_hard_total_of_19(hand: str, asked: bool) -> None:
    table = Stage(GAME, hand, "1-1", seats=(1, 2))
    table.bets("ante=10", "-")
    table.say("raise-0", *["hit"] * (len(hand.split()) - 1))
    assert bool(table.turn) == asked
    assert not asked or table.legal == ["stand", "hit"]


@pytest.mark.rule("DNS-6")
def test_one_roll_is_added_to_everybodys_cards() -> None:
    table = Stage(GAME, "9d 8h 7c", "6-4", seats=(1, 2, 3))
    table.bets("ante=10")
    table.say(*["raise-0", "stand"] * 3)
    assert table.all(Rolled) == [Rolled(6, 4)]
    whys = {event.seat: event.why for event in table.all(Settled)}
    assert whys == {1: "a score of 19", 2: "a score of 18", 3: "a score of 17"}


@pytest.mark.rule("DNS-6")
@pytest.mark.parametrize(
    ("hand", "roll", "why"),
    [
        ("Ad", "6-4", "blackjack"),
        ("Ad", "6-5", "a score of 12"),
        ("Ad", "4-3", "a score of 18"),
        ("Ad 5c", "6-4", "a score of 16"),
        ("Ad 5c", "2-3", "a score of 21"),
        ("Ad Ac", "5-4", "a score of 21"),
        ("Ad Ac", "5-5", "a score of 12"),
        ("Ad Ac Ah", "5-3", "a score of 21"),
        ("Jd", "3-4", "a score of 17"),
        ("Qd", "3-4", "a score of 17"),
        ("Kd", "3-4", "a score of 17"),
        ("Td", "3-4", "a score of 17"),
        ("2d", "3-4", "a score of 9"),
    ],
)
def test_an_ace_is_one_or_eleven_whichever_makes_the_better_score_and_faces_are_ten(
    hand: str, roll: str, why: str
) -> None:
    table = Stage(GAME, hand, roll)
    table.bets("ante=10")
    table.say("raise-0", *["hit"] * (len(hand.split()) - 1), "stand")
    assert [event.why for event in table.all(Settled)] == [why]


@pytest.mark.rule("DNS-7")
@pytest.mark.parametrize(
    ("hand", "roll", "ante"),
    [
        ("Kd", "6-5", +20_00),
        ("9d", "6-6", +20_00),
        ("Ad", "5-5", +20_00),
        ("5d 5c", "6-5", +12_00),
        ("4d 4c 3h", "5-5", +12_00),
        ("Kd", "5-5", +10_00),
        ("9d", "5-5", +10_00),
        ("8d", "5-5", +10_00),
        ("5d 4c", "5-5", +10_00),
        ("7d", "5-5", 0),
        ("5d 2c", "5-5", 0),
        ("6d", "5-5", -10_00),
        ("2d", "1-1", -10_00),
        ("Kd", "6-6", -10_00),
        ("Kd 2c", "5-5", -10_00),
        ("Kd 9c", "1-2", -10_00),
    ],
)
def test_the_score_decides_ante_and_raise_alike(hand: str, roll: str, ante: int) -> None:
    assert scored(hand, roll, "raise-0") == {"ante": ante}
    assert scored(hand, roll, "raise-1") == {"ante": ante, "raise": ante}
    assert scored(hand, roll, "raise-2") == {"ante": ante, "raise": 2 * ante}


@pytest.mark.rule("DNS-7")
def test_six_to_five_is_paid_to_the_cent_or_down_to_the_chip() -> None:
    for breakage, wins in (("exact", +8_40), ("down-to-chip", +8_00)):
        table = Stage(GAME, "5d 5c", "6-5", placard=Placard(breakage=breakage))  # type: ignore[arg-type]
        table.bets("ante=7")
        table.say("raise-0", "hit", "stand")
        assert table.result() == {"ante": wins}


@pytest.mark.rule("DNS-7")
def test_the_printed_21_table_is_as_in_the_document() -> None:
    printed = {"blackjack": "2:1", "twenty-one": "6:5", "eighteen-to-twenty": "1:1", "seventeen": "push"}
    expected = {"printed": PayTable.build("twenty-one", "printed", printed)}
    assert game_named(GAME).printed()["twenty-one"] == expected


TENS = ("T10", "J10", "Q10", "K10")
MATCHES = {
    "recommended": {"A11": 20, "99": 4, "88": 4, "77": 4, "66": 4, "55": 4, **dict.fromkeys(TENS, 2), "44": 10},
    "alternate": {"A11": 12, "99": 6, "88": 6, "77": 0, "66": 6, "55": 6, **dict.fromkeys(TENS, 3), "44": 8},
}
"""What a card and a total that match pay, as printed: `A11` is an ace and eleven."""


@pytest.mark.rule("DNS-8", "DNS-9", "DNS-10")
@pytest.mark.parametrize("paytable", MATCHES)
def test_every_first_card_with_every_roll_pays_what_the_printed_table_says(paytable: str) -> None:
    for rank in "A23456789TJQK":
        for roll in ROLLS:
            if roll.total in (2, 3, 12):
                odds = 1
            elif (rank, roll) == ("4", (4, 4)):
                odds = 40
            else:
                odds = MATCHES[paytable].get(f"{rank}{roll.total}", 0 if roll.total == 7 else -1)
            assert crapped(f"{rank}d", str(roll), paytable) == odds * 10_00, (rank, roll)


@pytest.mark.rule("DNS-8")
def test_the_first_card_counts_and_not_the_hits() -> None:
    table = Stage(GAME, "2d 6c", "3-3")
    table.bets("ante=10 craps=10")
    table.say("raise-0", "hit", "stand")
    assert table.result()["craps"] == -10_00
    table = Stage(GAME, "6d 2c", "3-3")
    table.bets("ante=10 craps=10")
    table.say("raise-0", "hit", "stand")
    assert table.result()["craps"] == +40_00


@pytest.mark.rule("DNS-9", "DNS-10")
@pytest.mark.parametrize(
    ("name", "odds"),
    [
        ("recommended", "1:1 push 2:1 4:1 4:1 4:1 20:1 10:1 40:1"),
        ("alternate", "1:1 push 3:1 6:1 6:1 push 12:1 8:1 40:1"),
    ],
)
def test_the_printed_quickcraps_tables_are_as_in_the_document(name: str, odds: str) -> None:
    rows = [
        "any-craps",
        "seven",
        "ten-ten",
        "match-5-9",
        "match-6-8",
        "match-7",
        "ace-eleven",
        "four-four",
        "four-hard-eight",
    ]
    printed = game_named(GAME).printed()["quickcraps"]
    assert list(printed) == ["recommended", "alternate"]
    assert printed[name].pays == PayTable.build("quickcraps", name, dict(zip(rows, odds.split(), strict=True))).pays
    assert printed[name].fixed == {}


@pytest.mark.rule("DNS-11")
@pytest.mark.parametrize(("decks", "behind"), [("6", 52), ("1", 8), ("2", 17), ("8", 69)])
def test_the_next_round_begins_with_a_shuffle_once_a_sixth_of_the_shoe_is_left(decks: str, behind: int) -> None:
    table = Stage(GAME, rolls="1-1", settings={"decks": decks})
    table.bets("craps=10")
    for left, shuffles in ((behind + 1, []), (behind, [52 * int(decks)])):
        table.table.shoe = Shoe(list(DECK) + list(DECK), left)
        table.deal(rolls="1-1")
        assert table.shuffles() == shuffles
        table.bets("craps=10")


@pytest.mark.rule("DNS-11")
def test_a_shoe_lasts_from_round_to_round_and_the_cut_card_stops_no_round() -> None:
    table = Stage(GAME, "2d 3d 4d 5d 6d", "1-1")
    table.bets("craps=10")
    table.deal(rolls="1-1")
    table.bets("craps=10")
    assert (table.shuffles(), table.all(Dealt)[0].cards, table.table.shoe.left) == ([], ("3d",), 310)
    table.table.shoe = Shoe(cards("9c 2c 3c 4c"), 53)
    table.deal("Kd", "1-1")
    table.bets("ante=10")
    table.say("raise-0", "hit", "hit", "stand")
    assert (table.shuffles(), [event.cards for event in table.all(Dealt)]) == ([], [("4c",), ("3c",), ("2c",)])
    table.deal("Kd", "1-1")
    table.bets("craps=10")
    assert (table.shuffles(), table.all(Dealt)[0].cards) == ([312], ("Kd",))


@pytest.mark.rule("DNS-11")
def test_a_shoe_that_runs_empty_in_a_round_is_filled_with_all_that_is_not_on_the_table() -> None:
    table = Stage(GAME, rolls="1-1", seats=(1, 2), settings={"decks": "1"})
    table.bets("craps=10")
    table.table.shoe = Shoe(cards("2c 2d 2h 3c 3d 3h Ac Ad Ah"), 9)
    table.deal("5s 6s", "3-3")
    table.bets("ante=10")
    table.say("raise-0", *["hit"] * 8)
    assert table.shuffles() == [52 - 9]
    assert [card.name for card in table.table.seats[1].cards] == ["Ah", "Ac", "3h", "3d", "3c", "2h", "2d", "2c", "5s"]
    assert not set(table.table.seats[1].cards) & set(table.table.shoe.stock)
    assert set(table.table.seats[2].cards) & set(table.table.shoe.stock) == set()
    assert (table.turn, table.table.shoe.left) == (2, 42)


@pytest.mark.rule("DNS-12")
def test_first_cards_and_decisions_go_from_left_to_right_and_each_player_finishes_before_the_next() -> None:
    table = Stage(GAME, "9d 8d 7d 2h 3h", "1-1", seats=(2, 5, 7))
    table.bets("ante=10")
    table.say("raise-0", "hit", "stand", "raise-1", "stand", "raise-0", "hit", "stand")
    assert [(event.seat, event.cards[0]) for event in table.all(Dealt)] == [
        (2, "9d"),
        (5, "8d"),
        (7, "7d"),
        (2, "2h"),
        (7, "3h"),
    ]
    assert table.asked() == [2, 2, 2, 5, 5, 7, 7, 7]


@pytest.mark.rule("DNS-12")
def test_a_player_with_craps_alone_gets_one_card_and_is_asked_nothing() -> None:
    table = Stage(GAME, "6d 9d", "3-3", seats=(1, 2))
    table.bets("craps=10", "ante=10")
    assert table.turn == 2
    table.say("raise-0", "stand")
    assert [(event.seat, event.cards) for event in table.all(Dealt)] == [(1, ("6d",)), (2, ("9d",))]
    assert (table.asked(), table.result(1)) == ([2, 2], {"craps": +40_00})


@pytest.mark.rule("DNS-13")
def test_the_cup_is_shaken_three_times_and_uncovered_after_the_last_decision() -> None:
    table = Stage(GAME, "9d 8d", "3-3", seats=(1, 2))
    table.bets("ante=10")
    table.say("raise-0", "stand", "raise-0")
    assert table.all(Rolled) == []
    table.say("stand")
    (rolled,) = table.all(Rolled)
    assert max(map(table.place_of, table.all(Decided))) < table.place_of(rolled)
    assert table.place_of(rolled) < min(map(table.place_of, table.all(Settled)))
    assert "Shake the cup at least three times" in table.told("DNS-13")
    assert "announce the total" in table.told("DNS-13")


FOUR_PLAYERS = ("ante=10 craps=10", "craps=10", "ante=10", "ante=10 craps=10")


@pytest.mark.rule("DNS-14")
@pytest.mark.parametrize("roll", ["2-2", "1-4", "3-3", "6-2", "4-5", "6-4", "5-6"])
def test_losing_craps_bets_are_taken_first_and_the_rest_is_settled_from_right_to_left(roll: str) -> None:
    table = Stage(GAME, "2c 2d 9h 2h", roll, seats=(1, 2, 3, 4))
    table.bets(*FOUR_PLAYERS)
    table.say(*["raise-1", "stand"] * 3)
    assert table.settled() == [
        *((1, "craps"), (2, "craps"), (4, "craps")),
        *((4, "ante"), (4, "raise"), (3, "ante"), (3, "raise"), (1, "ante"), (1, "raise")),
    ]
    assert {table.result(seat)["craps"] for seat in (1, 2, 4)} == {-10_00}


@pytest.mark.rule("DNS-14")
@pytest.mark.parametrize("roll", ["1-1", "1-2", "3-4", "6-6"])
def test_on_2_3_7_and_12_nothing_is_taken_first(roll: str) -> None:
    table = Stage(GAME, "2c 2d 9h 2h", roll, seats=(1, 2, 3, 4))
    table.bets(*FOUR_PLAYERS)
    table.say(*["raise-0", "stand"] * 3)
    assert table.settled() == [(4, "craps"), (4, "ante"), (3, "ante"), (2, "craps"), (1, "craps"), (1, "ante")]
    assert "DNS-14" not in table.steps()


@pytest.mark.rule("DNS-14")
def test_a_winning_craps_bet_waits_for_its_players_turn() -> None:
    table = Stage(GAME, "6c 2d 9h 6h", "3-3", seats=(1, 2, 3, 4))
    table.bets(*FOUR_PLAYERS)
    table.say(*["raise-0", "stand"] * 3)
    assert table.settled() == [(2, "craps"), (4, "craps"), (4, "ante"), (3, "ante"), (1, "craps"), (1, "ante")]


@pytest.mark.rule("DNS-15")
def test_where_a_game_of_skill_is_required_craps_needs_the_21_ante() -> None:
    table = Stage(GAME, settings={"skill_game_only": "true"})
    with pytest.raises(Refused, match="DNS-15"):
        table.bets("craps=10")
    table.bets("ante=10 craps=10")
    assert table.table.seats[1].bets == {"ante": 10_00, "craps": 10_00}


@pytest.mark.rule("DNS-15")
def test_elsewhere_craps_may_be_played_alone_and_21_always() -> None:
    Stage(GAME, rolls="1-1").bets("craps=10")
    Stage(GAME, settings={"skill_game_only": "true"}).bets("ante=10")


@pytest.mark.rule("DNS-16")
@pytest.mark.parametrize(
    ("bets", "limits"),
    [
        ("ante=4", "\\$5 to \\$500"),
        ("ante=501", "\\$5 to \\$500"),
        ("craps=0.50", "\\$1 to \\$500"),
        ("ante=10 craps=501", "\\$1 to \\$500"),
    ],
)
def test_a_bet_outside_the_posted_minimum_and_maximum_is_refused(bets: str, limits: str) -> None:
    with pytest.raises(Refused, match=f"is outside this table's limits; it takes {limits}"):
        Stage(GAME).bets(bets)


@pytest.mark.rule("DNS-16")
def test_a_table_posts_limits_of_its_own_for_each_spot() -> None:
    placard = Placard(limits={"ante": Range(25_00, 100_00)})
    table = Stage(GAME, placard=placard)
    for bets in ("ante=24", "ante=101"):
        with pytest.raises(Refused, match=r"on ante is outside this table's limits; it takes \$25 to \$100"):
            table.bets(bets)
    table.bets("ante=100 craps=1")
    assert table.legal == ["raise-0", "raise-1", "raise-2"]


@pytest.mark.rule("DNS-3")
@pytest.mark.parametrize(
    ("most", "sentence"),
    [
        ("0", "Take no raise."),
        ("1", "Ask the player to raise by up to 1 Ante, or not at all."),
        ("2", "Ask the player to raise by up to 2 Antes, or not at all."),
    ],
)
def test_the_dealer_is_told_how_much_may_be_raised(most: str, sentence: str) -> None:
    table = Stage(GAME, "Ks 9d", "3-4", settings={"max_raise": most})
    table.bets("ante=5")
    assert sentence in [step.sentence for step in table.all(Step)]
