"""Three Card Draw Poker, rule by rule."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from croupier.conformance.stage import Stage, cards
from croupier.errors import Refused
from croupier.games import game_named
from croupier.hands import three_card_hand
from croupier.odds import PayTable
from croupier.table.events import Cleared, Dealt, Decided, Settled, TurnedUp
from croupier.table.placard import Placard

GAME = "three-card-draw"
HIGH_TO_LOW = {
    "mini-royal": "Ah Kh Qh",
    "straight-flush": "Th 9h 8h",
    "three-of-a-kind": "2h 2d 2s",
    "straight": "6h 5d 4s",
    "flush": "Ah Jh 4h",
    "pair": "Ah Ad 5s",
    "high-card": "Ah Jd 4s",
}
"""A hand of each kind in the document's order."""
FLUSH_OR_BETTER = ["mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush"]
NINE_HIGH = "9c 7d 5c 3s"
"""Four cards for a dealer that lose to all of these."""
KING_HIGH = "Ks 8c 6d 3c"
TWO_PLAYERS = "Ah Ad 5s  7h | Kh Jd 4s  7s | 9c 8d 5c 2d"
"""Seat 1 has a pair of aces and seat 2 king high, against nine high; their draw cards are sevens."""


def played(
    player: str, dealer: str = NINE_HIGH, bets: str = "ante=10", answer: str = "play-1x keep", **options: object
) -> dict[str, int]:
    """What becomes of the bets when three cards and a draw card meet the dealer's four."""
    deal = f"{player} | {dealer}" if len(player.split()) == 4 else f"{player} 3d | {dealer}"
    table = Stage(GAME, deal, **options)  # type: ignore[arg-type]
    table.bets(bets)
    table.say(answer)
    return table.result()


@pytest.mark.rule("TCD-1")
def test_hands_rank_in_the_documents_order() -> None:
    hands = [three_card_hand(cards(words)) for words in HIGH_TO_LOW.values()]
    assert [hand.category.row for hand in hands] == list(HIGH_TO_LOW)
    assert all(better > worse for better, worse in pairwise(hands))


@pytest.mark.rule("TCD-1")
def test_at_the_table_a_straight_beats_a_flush_and_loses_to_three_of_a_kind() -> None:
    assert played("6h 5d 4s", "Ac Jc 8c 2d") == {"ante": +10_00, "play": +10_00}
    assert played("6h 5d 4s", "8c 8d 8s 2d") == {"ante": -10_00, "play": -10_00}


@pytest.mark.rule("TCD-1")
def test_ace_two_three_is_a_straight_and_the_lowest() -> None:
    lowest = three_card_hand(cards("Ah 2d 3s"))
    assert lowest.category.row == "straight"
    assert lowest < three_card_hand(cards("2h 3d 4s")) < three_card_hand(cards("Ah Kd Qs"))
    assert three_card_hand(cards("Ah 2h 3h")) < three_card_hand(cards("2d 3d 4d"))
    assert three_card_hand(cards("Ah 2h 3h")).category.row == "straight-flush"


@pytest.mark.rule("TCD-2")
@pytest.mark.parametrize("bets", ["ante=10", "bonus=10", "ante=10 bonus=5", "ante=10 bonus=25"])
def test_a_player_bets_on_ante_on_bonus_or_on_both(bets: str) -> None:
    table = Stage(GAME)
    table.bets(bets)
    assert "ante" in bets or table.legal[0] == "keep"
    assert "ante" not in bets or table.legal[0] == "fold"


@pytest.mark.rule("TCD-2")
def test_play_is_not_bet_before_the_cards_are_seen() -> None:
    with pytest.raises(Refused, match="unknown opening bet 'play'"):
        Stage(GAME).bets("ante=10 play=10")


@pytest.mark.rule("TCD-3")
def test_each_player_gets_four_cards_clockwise_the_last_to_the_draw_card_box() -> None:
    table = Stage(GAME, "2c 3c 4c  5c | 2d 3d 4d  5d", seats=(4, 11))
    table.bets("ante=10")
    assert [(event.seat, event.place, " ".join(event.cards)) for event in table.all(Dealt)][:4] == [
        (4, "hand", "2c 3c 4c"),
        (4, "Draw Card", "5c"),
        (11, "hand", "2d 3d 4d"),
        (11, "Draw Card", "5d"),
    ]


@pytest.mark.rule("TCD-3")
def test_three_cards_are_their_owners_and_the_draw_card_is_nobodys() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    for answer in ("play-1x discard 5s", "play-1x discard 4s"):
        assert [table.who_sees(card) for card in ("Ah", "5s", "Kh", "4s")] == [[1], [1], [2], [2]]
        assert [table.who_sees(card) for card in ("7h", "7s")] == [[], []]
        table.say(answer)


@pytest.mark.rule("TCD-3")
def test_twelve_players_and_the_dealer_use_the_whole_deck_and_a_thirteenth_cannot_sit_down() -> None:
    table = Stage(GAME, seats=range(1, 13))
    table.bets("ante=10")
    assert table.table.shuffler.stock == []
    table.say(*["fold"] * 12)
    with pytest.raises(Refused, match="no seat 13 at Three Card Draw Poker; seats are 1 to 12"):
        table.table.sit(13, "a thirteenth", 100_00)


@pytest.mark.rule("TCD-4")
def test_the_dealers_four_come_after_the_last_player_and_are_seen_by_nobody() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    assert table.all(Dealt)[-1] == Dealt(None, "dealer", ("9c", "8d", "5c", "2d"), ())
    table.say("play-1x keep")
    assert [table.who_sees(card) for card in ("9c", "8d", "5c", "2d")] == [[]] * 4


@pytest.mark.rule("TCD-5")
@pytest.mark.parametrize("hand", ["Ah Kh Qh", "Ah Jd 4s"])
def test_a_fold_gives_up_ante_and_bonus_both_even_with_a_mini_royal(hand: str) -> None:
    table = Stage(GAME, f"{hand} 3d | {NINE_HIGH}")
    table.bets("ante=10 bonus=5")
    table.say("fold")
    assert table.result() == {"ante": -10_00, "bonus": -5_00}
    assert [(event.place, event.count) for event in table.all(Cleared)] == [("hand", 3), ("Draw Card", 1)]
    assert table.who_sees("3d") == []


@pytest.mark.rule("TCD-5")
@pytest.mark.parametrize(
    ("answer", "play"),
    [
        ("play-1x keep", 10_00),
        ("play-2x keep", 20_00),
        ("play-$10 keep", 10_00),
        ("play-$11 keep", 11_00),
        ("play-$15 keep", 15_00),
        ("play-$20 keep", 20_00),
    ],
)
def test_play_is_from_one_to_two_antes_in_whole_chips(answer: str, play: int) -> None:
    assert played("Ah Ad 5s", answer=answer) == {"ante": +10_00, "play": play}


@pytest.mark.rule("TCD-5")
@pytest.mark.parametrize(
    "answer", ["play-$9 keep", "play-$21 keep", "play-$12.50 keep", "play-3x keep", "play-0x keep", "keep", "check"]
)
def test_play_of_less_than_one_ante_more_than_two_or_part_of_a_chip_is_refused(answer: str) -> None:
    table = Stage(GAME, f"Ah Ad 5s 3d | {NINE_HIGH}")
    table.bets("ante=10")
    with pytest.raises(Refused, match=r"play-\$... keep from \$10 to \$20"):
        table.say(answer)
    assert table.table.seats[1].bets == {"ante": 10_00}


@pytest.mark.rule("TCD-5")
def test_the_smallest_chip_decides_what_lies_between() -> None:
    placard = Placard(chip=250)
    assert played("Ah Ad 5s", answer="play-$12.50 keep", placard=placard)["play"] == +12_50


@pytest.mark.rule("TCD-5")
def test_a_house_may_offer_other_play_bets() -> None:
    table = Stage(GAME, f"Ah Ad 5s 3d | {NINE_HIGH}", settings={"play_multiples": "1,2,3"})
    table.bets("ante=10")
    assert [answer for answer in table.legal if answer.endswith("keep")] == [
        "play-1x keep",
        "play-2x keep",
        "play-3x keep",
    ]
    table.say("play-$27 keep")
    assert table.result()["play"] == +27_00


@pytest.mark.rule("TCD-6")
@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("play-1x keep", "pair of aces beats nine high"),
        ("play-1x discard 5s", "three of a kind, aces beats nine high"),
        ("play-1x discard Ah", "pair of aces beats nine high"),
        ("play-2x discard Ad", "pair of aces beats nine high"),
        ("play-$13 discard 5s", "three of a kind, aces beats nine high"),
    ],
)
def test_a_player_may_discard_one_card_and_the_draw_card_takes_its_place(answer: str, why: str) -> None:
    table = Stage(GAME, f"Ah Ad 5s  Ac | {NINE_HIGH}")
    table.bets("ante=10")
    table.say(answer)
    (ante,) = (event for event in table.all(Settled) if event.spot == "ante")
    assert ante.why == why


@pytest.mark.rule("TCD-6")
def test_one_card_at_most_and_only_of_ones_own_can_be_discarded() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    kept = ("keep", "discard Ah", "discard Ad", "discard 5s")
    assert table.legal == ["fold", *(f"play-{times}x {held}" for times in (1, 2) for held in kept)]
    for wrong in ("play-1x discard Kh", "play-1x discard 7h", "play-1x discard Ah Ad"):
        with pytest.raises(Refused, match="is not an answer for seat 1"):
            table.say(wrong)


@pytest.mark.rule("TCD-6")
def test_the_others_learn_that_a_card_was_discarded_and_not_which() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    table.say("play-1x discard 5s")
    (decided,) = table.all(Decided)
    assert decided.as_seen(1) == Decided(1, "play-1x discard 5s")
    assert decided.as_seen(2) == decided.as_seen(0) == Decided(1, "play-1x discard")
    table.say("play-$17 discard 4s")
    assert table.all(Decided)[1].as_seen(1) == Decided(2, "play-$17 discard")


@pytest.mark.rule("TCD-7")
@pytest.mark.parametrize(
    ("four", "best"),
    [
        ("9c 9d 5c 9s", "three of a kind, nines"),
        ("Kc Jc 2d 5c", "flush, king high"),
        ("Qs Kc Ad Jh", "straight, ace high"),
        ("Tc 9c 8c Td", "straight flush, ten high"),
        ("2c 4d 4c Ks", "pair of fours"),
    ],
)
def test_the_dealer_makes_the_best_three_of_four(four: str, best: str) -> None:
    table = Stage(GAME, f"Ah 6d 3s 7h | {four}")
    table.bets("ante=10")
    table.say("play-1x keep")
    assert table.view(0).named["dealer's hand"] == best
    assert table.result() == {"ante": -10_00, "play": -10_00}


@pytest.mark.rule("TCD-7")
def test_the_dealer_shows_after_the_last_decision_and_before_any_player_does() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    table.say("play-1x discard 5s", "play-1x keep")
    shown = [(event.seat, event.place) for event in table.all(TurnedUp)]
    assert shown == [(None, "dealer"), (2, "hand"), (1, "hand"), (1, "Draw Card")]
    assert max(map(table.place_of, table.all(Decided))) < table.place_of(table.all(TurnedUp)[0])


@pytest.mark.rule("TCD-8")
def test_hands_are_settled_against_the_clock() -> None:
    table = Stage(GAME, seats=(1, 5, 6, 12))
    table.bets("ante=10")
    table.say(*["play-1x keep"] * 4)
    assert list(dict.fromkeys(seat for seat, _ in table.settled())) == [12, 6, 5, 1]


@pytest.mark.rule("TCD-8")
def test_the_draw_card_is_shown_only_after_a_discard_and_the_discard_never() -> None:
    table = Stage(GAME, TWO_PLAYERS, seats=(1, 2))
    table.bets("ante=10")
    table.say("play-1x discard 5s", "play-1x keep")
    assert [table.who_sees(card) for card in ("Ah", "Ad", "7h", "Kh", "4s")] == [[0, 1, 2]] * 5
    assert table.who_sees("5s") == [1]
    assert table.who_sees("7s") == []


READINGS = [
    "ante-bonus-always",
    "ante-bonus-unless-beaten",
    "ante-pays-table",
    "play-pays-table",
    "play-pays-ante-multiples",
    "no-bonus",
]
LISTED = {"mini-royal": 10, "straight-flush": 7, "three-of-a-kind": 4}
WINS_WITH_A_LISTED_HAND = {
    (reading, kind): {"ante": +10_00, "play": +20_00}
    | {
        "ante-bonus-always": {"ante-bonus": odds * 10_00},
        "ante-bonus-unless-beaten": {"ante-bonus": odds * 10_00},
        "ante-pays-table": {"ante": odds * 10_00},
        "play-pays-table": {"play": odds * 20_00},
        "play-pays-ante-multiples": {"play": odds * 10_00},
        "no-bonus": {},
    }[reading]
    for reading in READINGS
    for kind, odds in LISTED.items()
}
"""With an Ante of $10 and a Play bet of $20."""


@pytest.mark.rule("TCD-9")
def test_the_default_reading_pays_even_money_and_the_ante_bonus_and_ties_win() -> None:
    settings = game_named(GAME)().settings
    assert (settings.rule_9a, settings.ties) == ("ante-bonus-always", "win")


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize(("reading", "kind"), WINS_WITH_A_LISTED_HAND)
def test_a_listed_hand_that_wins_is_paid_as_the_house_reads_rule_9a(reading: str, kind: str) -> None:
    result = played(HIGH_TO_LOW[kind], answer="play-2x keep", settings={"rule_9a": reading})
    assert result == WINS_WITH_A_LISTED_HAND[reading, kind]


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("kind", ["straight", "flush", "pair", "high-card"])
def test_any_other_hand_that_wins_is_paid_even_money_in_every_reading(reading: str, kind: str) -> None:
    result = played(HIGH_TO_LOW[kind], answer="play-2x keep", settings={"rule_9a": reading})
    assert result == {"ante": +10_00, "play": +20_00}


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("ties", "factor"), [("win", +1), ("push", 0), ("lose", -1)])
def test_an_unlisted_hand_that_ties_does_what_ties_says(reading: str, ties: str, factor: int) -> None:
    result = played("Ah Jd 4s", "Ad Js 4c 2d", answer="play-2x keep", settings={"rule_9a": reading, "ties": ties})
    assert result == {"ante": factor * 10_00, "play": factor * 20_00}


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize("reading", READINGS)
def test_a_listed_hand_that_ties_wins_like_any_winner(reading: str) -> None:
    result = played("Ah Kh Qh", "Ad Kd Qd 2c", answer="play-2x keep", settings={"rule_9a": reading})
    assert result == WINS_WITH_A_LISTED_HAND[reading, "mini-royal"]


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("ties", "factor"), [("push", 0), ("lose", -1)])
def test_a_listed_hand_whose_tie_does_not_win_gets_the_ante_bonus_alone(reading: str, ties: str, factor: int) -> None:
    result = played("Ah Kh Qh", "Ad Kd Qd 2c", answer="play-2x keep", settings={"rule_9a": reading, "ties": ties})
    bonus = {"ante-bonus": +100_00} if reading.startswith("ante-bonus") else {}
    assert result == {"ante": factor * 10_00, "play": factor * 20_00} | bonus


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize(("reading", "ties"), list(product(READINGS, ["win", "push", "lose"])))
def test_a_listed_hand_that_is_beaten_gets_the_ante_bonus_in_one_reading_only(reading: str, ties: str) -> None:
    result = played("Th 9h 8h", "Ad Kd Qd 2c", answer="play-2x keep", settings={"rule_9a": reading, "ties": ties})
    bonus = {"ante-bonus": +70_00} if reading == "ante-bonus-always" else {}
    assert result == {"ante": -10_00, "play": -20_00} | bonus


@pytest.mark.rule("TCD-9")
@pytest.mark.parametrize("reading", READINGS)
def test_an_unlisted_hand_that_is_beaten_loses_ante_and_play(reading: str) -> None:
    result = played("6h 5d 4s", "8c 8d 8s 2d", answer="play-2x keep", settings={"rule_9a": reading})
    assert result == {"ante": -10_00, "play": -20_00}


@pytest.mark.rule("TCD-9")
def test_the_ante_bonus_is_paid_on_the_final_hand_with_the_draw_card() -> None:
    result = played("Ah Kh 4s Qh", answer="play-1x discard 4s")
    assert result == {"ante": +10_00, "play": +10_00, "ante-bonus": +100_00}
    assert played("Ah Kh Qh 4s", answer="play-1x discard Qh") == {"ante": +10_00, "play": +10_00}


@pytest.mark.rule("TCD-9")
def test_the_printed_ante_bonus_is_as_in_the_document() -> None:
    printed = {"mini-royal": "10:1", "straight-flush": "7:1", "three-of-a-kind": "4:1"}
    expected = {"printed": PayTable.build("ante-bonus", "printed", printed)}
    assert game_named(GAME).printed()["ante-bonus"] == expected


@pytest.mark.rule("TCD-10")
@pytest.mark.parametrize(("kind", "odds"), list(zip(FLUSH_OR_BETTER, (80, 25, 20, 3, 1), strict=True)))
def test_the_bonus_pays_a_flush_or_better_by_its_table(kind: str, odds: int) -> None:
    assert played(HIGH_TO_LOW[kind], bets="bonus=5", answer="keep") == {"bonus": odds * 5_00}


@pytest.mark.rule("TCD-10")
@pytest.mark.parametrize("kind", ["pair", "high-card"])
def test_the_bonus_loses_below_a_flush_even_when_the_hand_wins(kind: str) -> None:
    result = played(HIGH_TO_LOW[kind], bets="ante=10 bonus=5")
    assert result == {"ante": +10_00, "play": +10_00, "bonus": -5_00}


@pytest.mark.rule("TCD-10")
def test_the_bonus_is_paid_even_when_the_dealer_wins() -> None:
    result = played("6h 5d 4s", "8c 8d 8s 2d", bets="ante=10 bonus=5")
    assert result == {"ante": -10_00, "play": -10_00, "bonus": +15_00}


@pytest.mark.rule("TCD-10")
def test_the_bonus_is_paid_on_the_final_hand_with_the_draw_card() -> None:
    assert played("Ah Jh 4s 2h", bets="bonus=5", answer="discard 4s") == {"bonus": +5_00}
    assert played("Ah Jh 4s 2h", bets="bonus=5", answer="keep") == {"bonus": -5_00}
    assert played("Ah Jh 4h 2s", bets="bonus=5", answer="discard 4h") == {"bonus": -5_00}


@pytest.mark.rule("TCD-10")
def test_the_printed_bonus_is_as_in_the_document() -> None:
    printed = dict(zip(FLUSH_OR_BETTER, ("80:1", "25:1", "20:1", "3:1", "1:1"), strict=True))
    assert game_named(GAME).printed()["bonus"] == {"printed": PayTable.build("bonus", "printed", printed)}


@pytest.mark.rule("TCD-11")
def test_a_player_with_a_bonus_alone_decides_about_the_discard_and_nothing_else() -> None:
    table = Stage(GAME, f"Ah Jh 4s  2h | {KING_HIGH}", seats=(1, 2))
    table.bets("bonus=5", "-")
    assert table.legal == ["keep", "discard Ah", "discard Jh", "discard 4s"]
    for wrong in ("fold", "play-1x keep", "play-$5 keep"):
        with pytest.raises(Refused, match=r"legal: keep, discard Ah, discard Jh, discard 4s$"):
            table.say(wrong)
    table.say("discard 4s")
    assert table.result() == {"bonus": +5_00}
    assert "TCD-9" not in table.steps()


@pytest.mark.rule("TCD-11")
def test_a_bonus_alone_earns_no_ante_bonus() -> None:
    assert played("Ah Kh Qh", bets="bonus=5", answer="keep") == {"bonus": +400_00}


def test_the_ante_bonus_counts_towards_what_a_round_may_pay() -> None:
    hand, limited = HIGH_TO_LOW["mini-royal"], Placard(aggregate_payout=50_00)
    assert played(hand, answer="play-2x keep", placard=limited) == {"ante": 10_00, "play": 20_00, "ante-bonus": 20_00}
