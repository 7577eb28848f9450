"""The streets family: a classic game by its known edge, stripped decks by brute force, and what a game may be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from croupier.cards import DECK, Card
from croupier.errors import Refused
from croupier.exact.futures import by_poker_row, final_hands, futures, rows_by
from croupier.exact.paid import net
from croupier.exact.seen import Pack
from croupier.exact.streets import Street, Streets, mean, plan_by, play_out, solve
from croupier.hands import Hand, Poker, poker_hand
from croupier.odds import PayTable

WHOLE = Pack()

SEVEN_CARD_COUNTS = {
    "royal-flush": 4_324,
    "straight-flush": 37_260,
    "four-of-a-kind": 224_848,
    "full-house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three-of-a-kind": 6_461_620,
    "two-pair": 31_433_400,
    "pair": 58_627_800,
    "high-card": 23_294_460,
}

MISSISSIPPI = PayTable.build(
    "play",
    "mississippi-stud",
    {
        "royal-flush": "500:1",
        "straight-flush": "100:1",
        "four-of-a-kind": "40:1",
        "full-house": "10:1",
        "flush": "6:1",
        "straight": "4:1",
        "three-of-a-kind": "3:1",
        "two-pair": "2:1",
        "jacks-or-better": "1:1",
        "sixes-to-tens": "push",
    },
)

LET_IT_RIDE = PayTable.build(
    "bet",
    "let-it-ride",
    {
        "royal-flush": "1000:1",
        "straight-flush": "200:1",
        "four-of-a-kind": "50:1",
        "full-house": "11:1",
        "flush": "8:1",
        "straight": "5:1",
        "three-of-a-kind": "3:1",
        "two-pair": "2:1",
        "tens-or-better": "1:1",
    },
)


def mississippi_row(hand: Hand) -> str:
    return "sixes-to-tens" if hand.category is Poker.PAIR and 6 <= hand.ranks[0] <= 10 else hand.row


def let_it_ride_row(hand: Hand) -> str:
    return "tens-or-better" if hand.category is Poker.PAIR and hand.ranks[0] >= 10 else hand.category.row


def mississippi_stud() -> Streets:
    """Two own cards, three shared ones turned up one by one, each paid for with one to three antes or a fold."""
    return Streets(
        cards=5,
        streets=tuple(Street(seen=seen, bets=(1, 2, 3), fold=True) for seen in (2, 3, 4)),
        rows=rows_by(mississippi_row),
        settle=lambda wager, row: net(MISSISSIPPI[row], 1 + wager),
        forfeit=lambda wager: Fraction(-1 - wager),
    )


def let_it_ride() -> Streets:
    """Three own cards, two shared ones; of three bets one stays, and the others may be taken back one by one."""
    return Streets(
        cards=5,
        streets=(Street(seen=3, bets=(0, 1)), Street(seen=4, bets=(0, 1))),
        rows=rows_by(let_it_ride_row),
        settle=lambda wager, row: net(LET_IT_RIDE[row], 1 + wager),
        forfeit=lambda wager: Fraction(0),
    )


def test_the_futures_of_seven_cards_are_as_few_as_the_documentation_says() -> None:
    levels = futures(WHOLE, 7, rows_by(by_poker_row))
    assert {seen: len(level.sets) for seen, level in levels.items()} == {2: 169, 3: 1614, 4: 4543, 5: 1052, 6: 146}


def test_seven_cards_make_each_hand_in_the_known_number_of_ways() -> None:
    counts = Counter(final_hands(WHOLE, 7, rows_by(by_poker_row)))
    counts["pair"] += counts.pop("jacks-or-better")
    assert counts == SEVEN_CARD_COUNTS
    assert sum(counts.values()) == comb(52, 7)


def brute_force(game: Streets, deck: Sequence[Card], row_of: Callable[[Hand], str]) -> Fraction:
    """The value of a game by walking every deal and trying every option, with the ranking of the rule book."""

    def value(seen: tuple[Card, ...], street: int, wager: int) -> Fraction:
        """What the cards seen are worth from that street on."""
        if len(seen) == game.cards:
            return game.settle(wager, row_of(poker_hand(seen)))
        if street < len(game.streets) and game.streets[street].seen == len(seen):
            here = game.streets[street]
            bets = (0,) if game.one_bet and wager else here.bets
            tried = [value_of_next(seen, street + 1, wager + bet) for bet in bets]
            if here.fold and not (game.one_bet and wager):
                tried.append(game.forfeit(wager))
            return max(tried)
        return value_of_next(seen, street, wager)

    known: dict[tuple[frozenset[Card], int, int], Fraction] = {}

    def value_of_next(seen: tuple[Card, ...], street: int, wager: int) -> Fraction:
        state = frozenset(seen), street, wager
        if state not in known:
            rest = [card for card in deck if card not in seen]
            known[state] = sum((value((*seen, card), street, wager) for card in rest), Fraction(0)) / len(rest)
        return known[state]

    first = list(combinations(deck, game.streets[0].seen))
    return sum((value(cards, 0, 0) for cards in first), Fraction(0)) / len(first)


def stripped(names: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names.split())


TEN_CARDS = stripped("Tc Td Jc Jd Qc Qd Kc Kh Ac As")


@pytest.mark.parametrize(("game", "row_of"), [(mississippi_stud, mississippi_row), (let_it_ride, let_it_ride_row)])
def test_a_stripped_deck_is_solved_as_brute_force_solves_it(
    game: Callable[[], Streets], row_of: Callable[[Hand], str]
) -> None:
    solution = solve(game(), Pack(TEN_CARDS))
    assert solution.expected_value == brute_force(game(), TEN_CARDS, row_of)
    assert solution.expected_value == mean(game(), solution.tally)


def test_cards_may_come_several_at_a_time_and_a_bet_may_end_the_choices() -> None:
    table = PayTable.build("bet", "flop", {"flush": "4:1", "straight": "3:2", "two-pair": "1:1", "full-house": "7:1"})
    game = Streets(
        cards=6,
        streets=(Street(seen=2, bets=(0, 4)), Street(seen=5, bets=(0, 1), fold=True)),
        rows=rows_by(by_poker_row),
        settle=lambda wager, row: net(table[row], 1 + wager),
        forfeit=lambda wager: Fraction(-1),
        one_bet=True,
    )
    deck = stripped("2c 3c 4c 5c 6d 7d 8d 5d 5h 6h")
    solution = solve(game, Pack(deck))
    assert solution.expected_value == brute_force(game, deck, by_poker_row)
    assert set(solution.analysis("main", "ante", table).actions) >= {"fold", "play-4x"}


def test_odds_beyond_any_machine_integer_are_still_exact() -> None:
    def with_royals_at(odds: int) -> Streets:
        return Streets(
            cards=5,
            streets=(Street(seen=3, bets=(0, 1)), Street(seen=4, bets=(1, 2), fold=True)),
            rows=rows_by(by_poker_row),
            settle=lambda wager, row: Fraction(odds, 7) * (1 + wager) if row == "royal-flush" else Fraction(-1 - wager),
            forfeit=lambda wager: Fraction(-1 - wager),
        )

    for odds in (1000, 10**30):
        solution = solve(with_royals_at(odds), Pack(TEN_CARDS))
        assert solution.expected_value == brute_force(with_royals_at(odds), TEN_CARDS, by_poker_row)
        assert solution.expected_value == mean(solution.game, solution.tally)


def test_what_is_equal_goes_to_the_smaller_wager() -> None:
    game = Streets(
        cards=5,
        streets=(Street(seen=2, bets=(2, 0, 1)),),
        rows=rows_by(by_poker_row),
        settle=lambda wager, row: Fraction(0),
        forfeit=lambda wager: Fraction(0),
    )
    assert solve(game, WHOLE).analysis("main", "ante", LET_IT_RIDE).actions == {
        "check": 1,
        "play-1x": 0,
        "play-2x": 0,
    }


def test_advice_is_the_value_of_every_option_and_its_best_is_what_is_taken() -> None:
    solution = solve(mississippi_stud(), WHOLE)
    cards = stripped("Qs Qd 7h 2c")
    advice = solution.advise(cards, wager=4)
    rest = [card for card in DECK if card not in cards]
    for bet in (1, 2, 3):
        nets = [net(MISSISSIPPI[mississippi_row(poker_hand((*cards, card)))], 5 + bet) for card in rest]
        assert advice[f"play-{bet}x"] == sum(nets) / Fraction(48)
    assert advice["fold"] == -5
    assert max(advice, key=advice.__getitem__) == "play-3x"


def test_a_plan_is_played_as_it_says() -> None:
    game, pack = mississippi_stud(), Pack(TEN_CARDS)
    best = solve(game, pack)

    def best_option(seen: Sequence[Card], wager: int, names: Sequence[str]) -> str:
        advice = best.advise(seen, wager)
        assert tuple(advice) == tuple(names)
        return max(names, key=advice.__getitem__)

    plan = plan_by(game, pack, best_option)
    tally = play_out(game, pack, plan)
    assert mean(game, tally) == best.expected_value
    assert (tally.folded, tally.ended) == (best.tally.folded, best.tally.ended)

    always_fold = play_out(game, pack, plan_by(game, pack, lambda seen, wager, names: names[0]))
    assert mean(game, always_fold) == -1


def test_a_plan_for_the_whole_deck_is_counted_as_its_hands_one_by_one() -> None:
    game = let_it_ride()
    plan = plan_by(game, WHOLE, lambda seen, wager, names: "play-1x" if pairs(seen) else "check")
    tally = play_out(game, WHOLE, plan)
    by_wager: dict[int, int] = defaultdict(int)
    for cards in combinations(DECK, 3):
        for card in DECK:
            if card not in cards:
                by_wager[pairs(cards) + pairs((*cards, card))] += 48
    assert {way.wager: sum(counts) for way, counts in tally.ended.items()} == by_wager


def pairs(cards: Sequence[Card]) -> bool:
    return len({card.rank for card in cards}) < len(cards)


@pytest.mark.parametrize("seen", [(), (1, 2), (3, 3), (4, 3), (3, 5)])
def test_choices_that_cannot_follow_one_another_are_refused(seen: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="cards seen"):
        Streets(
            cards=5,
            streets=tuple(Street(seen=count, bets=(0, 1)) for count in seen),
            rows=rows_by(by_poker_row),
            settle=lambda wager, row: Fraction(0),
            forfeit=lambda wager: Fraction(0),
        )


@pytest.mark.parametrize("bets", [(), (-1,), (1, 1)])
def test_bets_that_cannot_be_offered_are_refused(bets: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="bets of"):
        Streets(
            cards=5,
            streets=(Street(seen=3, bets=bets),),
            rows=rows_by(by_poker_row),
            settle=lambda wager, row: Fraction(0),
            forfeit=lambda wager: Fraction(0),
        )


def test_a_deck_too_small_for_a_hand_is_refused() -> None:
    with pytest.raises(Refused, match="deck of 4"):
        solve(let_it_ride(), Pack(DECK[:4]))


def test_a_card_that_is_not_in_a_stripped_deck_is_refused() -> None:
    with pytest.raises(Refused, match="two of clubs"):
        solve(let_it_ride(), Pack(TEN_CARDS)).advise(stripped("2c Tc Td"))
