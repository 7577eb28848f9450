"""Strategy cards that are found: what their words mean, what they cost, and who else says so."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from examples.games.caribbean_stud.rules import CaribbeanStud
from examples.games.casino_holdem.rules import CasinoHoldem
from examples.games.let_it_ride.rules import LetItRide
from examples.games.mississippi_stud.rules import MississippiStud
from examples.games.three_card_poker.rules import ThreeCardPoker
from tests.contract.walks import PACKS, UNIT, lines, small_game
from tests.one_seat import one_seat

from croupier.cards import BACK, Card, parse_cards
from croupier.errors import Refused
from croupier.exact.solver import AskedHand, solver_of
from croupier.exact.strategy_cards import (
    CardQuestions,
    card_advice,
    card_to_print,
    cards_of,
    has_known_card,
    kinds_named,
    known_strategy,
    questions_of,
    within,
    written_card,
)
from croupier.exact.strategy_cards.first_that_fits import (
    HARVEST,
    WORTH_A_WORD,
    Cells,
    FoundList,
    ListRule,
    grow,
    improve,
)
from croupier.exact.strategy_cards.hand_words import SeenCards, vocabulary
from croupier.exact.strategy_cards.up_card_words import UpSeen, up_vocabulary
from croupier.exact.strategy_cards.written_card import CardLine, WrittenCard
from croupier.games import game_named, game_names
from croupier.hands import ThreeCard, poker_hand, three_card_hand
from croupier.simulate.by_engine import by_found_card
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.table import Table
from croupier.table.view import automatic_answer, view
from croupier.table.walk import Sight, walk

SLOW = pytest.mark.confirm
WALKED = [pytest.param("on-the-draw", ("ante", "blind"), marks=SLOW), ("three-card-draw", ("ante",))]
FITTING = {
    "Ts Td 4c 3h": {"any pair or better", "a pair of tens or better", "two cards ten or higher"},
    "Ts Js Qs 2d": {
        "three to a royal flush",
        "three in a row of a suit",
        "three to a straight flush",
        "three of a suit",
    },
    "As 2d 4c 5h": {"four to a straight, inside or out", "an ace"},
    "5s 6d 7c 8h": {"four to a straight that two ranks would complete", "three cards six or higher"},
    "7s 7d 4s 4d": {"two pair or better", "a pair of aces or better", "two cards in each of two suits"},
    "7s 8s 9s Ts": {"four to a straight flush", "four of a suit"},
    "7s 8s 9d Td Jc": {"a straight or better", "three of a kind or better"},
}
NOT_FITTING = {
    "Ts Td 4c 3h": {"a pair of jacks or better", "two pair or better", "three to a straight"},
    "Ts Js Qs 2d": {"any pair or better", "four to a straight, inside or out", "four of a suit"},
    "As 2d 4c 5h": {"four to a straight that two ranks would complete"},
    "7s 8s 9d Td Jc": {"a flush or better", "three of a suit"},
}


@pytest.mark.parametrize("cards", FITTING)
def test_words_mean_what_a_player_takes_them_for(cards: str) -> None:
    hand = parse_cards(cards)
    fitting = {word.words for word in vocabulary(5, 4, 6) if word.fits(SeenCards.of(hand))[0]}
    assert fitting >= FITTING[cards]
    assert not fitting & NOT_FITTING.get(cards, set())


def test_better_hands_are_those_of_the_rules() -> None:
    """Beside the judges of the table, which share nothing with the columns."""
    five, three = ({word.words: word for word in vocabulary(*of)} for of in ((5, 5, 5), (3, 3, 3)))
    random = np.random.default_rng(7)
    named = {"two pair": 2, "three of a kind": 3, "a straight": 4, "a flush": 5, "a full house": 6}
    for _ in range(300):
        cards = [Card(int(index)) for index in random.choice(52, 5, replace=False)]
        for name, category in named.items():
            told = bool(five[f"{name} or better"].fits(SeenCards.of(cards))[0])
            assert told == (poker_hand(cards).category >= category), (cards, name)
        hand = three_card_hand(cards[:3])
        above = hand.category >= ThreeCard.PAIR or hand.ranks >= (12, 6, 4)
        assert bool(three["queen-six-four or better"].fits(SeenCards.of(cards[:3], 3))[0]) == above, cards


def test_a_list_that_explains_everything_is_found() -> None:
    """Three kinds of hands want three answers; two of them overlap, so their order matters."""
    rows = np.array([[1, 1, 1, 1], [1, 1, 0, 0], [0, 1, 1, 0]], np.bool_)
    wanted = [1, 2, 2, 0]
    loss = np.array([[0.0 if answer == want else 2.0**40 for want in wanted] for answer in range(3)])
    every = np.ones((3, 4), np.bool_)
    cells = Cells(rows, np.array([0, 1, 1]), every, loss, np.ones(3, np.bool_), np.zeros(4, np.int64), [(0,)])
    lists = improve(cells, grow(cells, [0], 4)[0])
    assert lists[-1].rules == (ListRule((2,), 2), ListRule((1,), 1))
    assert lists[-1].loss == 0


def test_queen_six_four_is_found() -> None:
    """As every book on the game has it; two sentences cost nothing."""
    cards = cards_of(ThreeCardPoker())
    assert [rule.sentence for rule in cards[-1].rules] == ["Play with queen-six-four or better.", "Otherwise fold."]
    optimal = solver_of(ThreeCardPoker()).analyze()["main"]
    assert cards[-1].analysis.expected_value == optimal.expected_value
    assert card_to_print(ThreeCardPoker(), optimal) is not None


@pytest.mark.confirm
@pytest.mark.parametrize(("name", "spots"), WALKED)
def test_a_walk_through_the_table_gives_the_same_cost(name: str, spots: tuple[str, ...]) -> None:
    """A found card on a small pack: counted by the family, and played by the real procedure over every deal."""
    game = game_named(name)()
    found = cards_of(game)[-2]
    card = WrittenCard(questions_of(solver_of(game), deck=PACKS[name]), found.lines)
    walked = sum(line.probability * line.net for line in lines(name, spots, card.choose))
    assert card.analysis.expected_value == Fraction(walked) / UNIT


@pytest.mark.confirm
@pytest.mark.parametrize("variant", ["five-card-draw", "deuces-never-loses"])
def test_a_card_of_a_draw_costs_the_same_at_the_table(variant: str) -> None:
    game = small_game("big-draw", None)
    found = cards_of(game_named("big-draw")(), variant=variant)[-1]
    card = WrittenCard(questions_of(solver_of(game), deck=PACKS[variant], variant=variant), found.lines)
    walked = sum(
        line.probability * line.net for line in lines("big-draw", ("big-draw",), card.choose, variant, (variant,))
    )
    assert card.analysis.expected_value == Fraction(walked) / UNIT


@pytest.mark.parametrize(
    ("cards", "words", "held"),
    [
        ("Ks Qs Js 9s 9d", "hold four to a flush", "Ks Qs Js 9s"),
        ("Ks Qs Js 9s 9d", "hold a pair", "9s 9d"),
        ("Ks Qs Js 9s 9d", "hold three to a royal flush", "Ks Qs Js"),
        ("Ks Qs Js 9s 9d", "hold four to a straight that two ranks would complete", None),
        ("8s 7d 6c 5h Ks", "hold four to a straight that two ranks would complete", "8s 7d 6c 5h"),
        ("As 2d 3c 4h Ks", "hold four to a straight", "As 2d 3c 4h"),
        ("9s 9d 9c 4h 4s", "hold a pair", "4h 4s"),
        ("9s 9d 9c 4h 4s", "keep a full house or better", "9s 9d 9c 4h 4s"),
        ("9s 9d 7c 4h As", "hold an ace", "As"),
        ("9s 9d 7c 4h As", "hold three of a kind", None),
    ],
)
def test_words_of_a_hold_mean_the_cards_that_a_player_takes_them_for(cards: str, words: str, held: str | None) -> None:
    questions = questions_of(solver_of(game_named("big-draw")()))
    assert _held(questions, cards, words) == (None if held is None else sorted(parse_cards(held)))


@pytest.mark.parametrize(
    ("cards", "words", "held"),
    [
        ("2s 9d 9c 4h Ks", "hold three of a kind", "2s 9d 9c"),
        ("2s 9d 8d 4d Ks", "hold four to a flush", "2s 9d 8d 4d"),
        ("2s 2d 9c 9h Ks", "hold four of a kind", "2s 2d 9c 9h"),
        ("2s 9d 7c 4h Ks", "hold nothing but deuces", "2s"),
        ("2s 9d 9c 4h 4s", "hold a pair", None),
    ],
)
def test_deuces_help_the_words_of_a_hold(cards: str, words: str, held: str | None) -> None:
    questions = questions_of(solver_of(game_named("big-draw")()), variant="deuces-never-loses")
    assert _held(questions, cards, words) == (None if held is None else sorted(parse_cards(held)))


def _held(questions: CardQuestions, cards: str, words: str) -> list[Card] | None:
    hand = sorted(parse_cards(cards))
    answer = next(answer for answer in questions.answers if answer.words == (words,))
    hold = int(answer.place(0, questions.stages[0].like(hand))[0])
    return None if hold < 0 else [card for place, card in enumerate(hand) if hold >> place & 1]


def test_the_losses_of_a_card_are_its_cost() -> None:
    """Counted with what comes up under the card itself, the regrets add up to the difference of the values."""
    game = game_named("on-the-draw")()
    questions = questions_of(solver_of(game), deck=PACKS["on-the-draw"])
    card = WrittenCard(questions, cards_of(game)[-2].lines)
    best = solver_of(game).analyze(deck=PACKS["on-the-draw"])["main"].expected_value
    lost = sum(
        float(loss[places, np.arange(len(places))].sum())
        for loss, places in zip(questions.losses(card.taken), card.taken, strict=True)
    )
    assert lost == pytest.approx(float(best - card.analysis.expected_value), abs=1e-12)
    assert lost > 0


@pytest.mark.parametrize(
    "name", ["three-card-draw", *(pytest.param(name, marks=SLOW) for name in ("on-the-draw", "cincinnati-stud"))]
)
def test_cards_ship_and_longer_ones_cost_less(name: str) -> None:
    game = game_named(name)()
    optimal = solver_of(game).analyze()["main"]
    found = cards_of(game)
    costs = [optimal.expected_value - card.analysis.expected_value for card in found]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] >= 0
    assert within(found, optimal.expected_value, costs[2]) is found[2]
    with pytest.raises(Refused, match=r"costs .* or less; the best costs"):
        within(found, optimal.expected_value, costs[-1] / 2)
    printed = card_to_print(game, optimal)
    written = solver_of(game).strategies()[0]
    if printed is None:
        assert all(card.analysis.expected_value <= written.analysis.expected_value for card in found[:7])
    else:
        assert printed.analysis.expected_value > written.analysis.expected_value
        assert len(printed.lines) <= kinds_named(written.rules)


def test_a_seat_follows_the_card() -> None:
    game: Game[Any] = ThreeCardPoker()
    choose, table = by_found_card(game), Table(game)
    table.sit(1, "Ann", 100_000)
    said = set()
    for seed in range(12):
        round = Round.seeded(table, bytes([seed] * 32))
        round.bet(1, {"ante": 1000})
        seen = view(round, 1)
        answer = choose(seen)
        plays = three_card_hand(seen.own()) >= three_card_hand(parse_cards("Qs 6d 4c"))
        assert answer == (seen.legal[-1] if plays else "fold")
        said.add(answer)
        round.act(1, answer)
    assert len(said) == 2


@pytest.mark.parametrize("name", game_names())
def test_the_sentence_of_the_card_is_that_which_an_automatic_seat_follows(name: str) -> None:
    game = game_named(name)()
    strategy, table = game.short_strategy, Table(game)
    assert strategy is not None
    table.sit(1, "Ann", 1_000_000)
    printed = [rule.whole for rules in strategy.rules.values() for rule in rules]
    said = set()
    for seed in range(12):
        round = Round.seeded(table, bytes([seed] * 32))
        while not round.finished:
            seen, answer = view(round, 1), automatic_answer(round, 1)
            if not round.betting and (asked := game.question(seen)):
                advice = card_advice(game, (*asked.cards, *asked.board), seen.legal, asked.variant)
                assert advice and advice.action == answer and set(advice.sentences) <= set(printed)
                said.update(advice.sentences)
            round.act(1, answer)
    assert len(said) > 2


@pytest.mark.parametrize(
    ("cards", "legal", "sentence"),
    [
        ("Ah Jh 4s", ["fold", "play-1x keep", "play-1x discard 4s", "play-2x discard 4s"], "With five points or more"),
        ("9h 9s 4s", ["fold", "play-1x keep", "play-2x discard 4s"], "With a pair, discard the odd card"),
        ("9h Ts 4s", ["keep", "discard 4s"], "With a Bonus bet alone"),
    ],
)
def test_the_sentence_that_decides_is_told(cards: str, legal: list[str], sentence: str) -> None:
    advice = card_advice(game_named("three-card-draw")(), parse_cards(cards), legal)
    assert advice and advice.sentences[-1].startswith(sentence)


def test_without_a_card_by_hand_a_known_one_speaks_and_none_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = game_named("three-card-draw")
    monkeypatch.setattr(kind, "short_strategy", None)
    monkeypatch.setattr(written_card, "_Search", None)
    hand = parse_cards("9h 9s 4s")
    names = [*solver_of(kind()).weigh(AskedHand(hand))]
    advice = card_advice(kind(), hand, names)
    best = cards_of(kind())[-1]
    assert advice and advice.action == best.choose(hand, names)
    assert advice.sentences[0] in [rule.sentence for rule in best.rules]
    assert card_advice(kind.choose({"ties": "push"}), hand, names) is None


def _walked(game: Game[Any], spots: tuple[str, ...], pack: tuple[Card, ...], card: WrittenCard) -> Fraction:
    """Return what a card wins through the real table, over every deal of a pack; it is told the own cards first."""

    def follow(sight: Sight, legal: list[str]) -> list[str]:
        shown = [name for place, names in sight.places.items() if place != HAND for name in names if name != BACK]
        return [card.choose(parse_cards(" ".join([*sight.places[HAND], *shown])), legal)]

    walked = walk(partial(one_seat, game, pack), dict.fromkeys(spots, UNIT), tries=follow)
    return Fraction(sum(line.probability * line.net for line in walked)) / UNIT


SMALL_STUD = "As Ks Qs Jd Td 9h Ad Kd 2c 3c 4c"


@SLOW
def test_a_card_with_the_dealers_card_seen_costs_the_same_at_the_table() -> None:
    pack = parse_cards(SMALL_STUD)
    questions = questions_of(solver_of(CaribbeanStud()), deck=pack)
    matches = CardLine(("a dealer's card that matches one of yours",), 1, (0,))
    card = WrittenCard(questions, (matches, CardLine(("any pair or better",), 1, (0,)), CardLine((), 0, (0,))))
    assert card.analysis.expected_value == _walked(CaribbeanStud(), ("ante",), pack, card)


def test_words_of_the_dealers_card_mean_what_a_player_takes_them_for() -> None:
    hand = UpSeen(np.zeros(0, np.int64), 6).like(parse_cards("As Kd Jc 7h 2d 7s"))
    fitting = {word.words for word in up_vocabulary() if word.fits(hand)[0]}
    assert fitting >= {
        "a dealer's card that matches one of yours",
        "a dealer's card below your third-highest card",
        "a dealer's seven or lower",
        "a dealer's seven or higher",
        "ace-king high",
        "ace-king-jack or better",
        "a jack",
    }
    assert not fitting & {"a dealer's card below your fourth-highest card", "ace-king-queen or better", "a queen"}


def test_no_rule_of_two_words_is_left_out_that_is_among_the_best() -> None:
    """Beside every pair of words tried by itself at every place of a list, at two decisions of their own words."""
    random = np.random.default_rng(5)
    words, per_stage = 24, 300
    fits = random.random((words, 2 * per_stage)) < 0.4
    fits[0] = True
    fits[1:9, per_stage:] = False
    loss = np.rint(random.random((2, 2 * per_stage)) ** 8 * 2.0**36)
    cells = Cells(
        fits,
        np.arange(words) > 0,
        np.ones_like(loss, np.bool_),
        loss,
        np.ones(2, np.bool_),
        np.repeat([0, 1], per_stage),
        [(0, 1), (0,), (1,)],
    )
    found = cells.weigh((ListRule((3, 12), 1), ListRule((15,), 0)), 1)
    best: dict[ListRule, float] = {}
    for place in range(3):
        alone = [ListRule((word,), answer) for answer in range(6) for word in range(answer < 2, words)]
        single = {rule: _change(cells, found, rule, place) for rule in alone}
        noted = [single]
        for answer in range(2):
            noted.append({})
            for of, two in product(range(answer, 6, 2), combinations(range(1, words), 2)):
                change = _change(cells, found, ListRule(two, of), place)
                if change < WORTH_A_WORD * min(0, *(single[ListRule((word,), of)] for word in two)):
                    noted[-1][ListRule(two, of)] = change
        for changes in noted:
            for rule in sorted(changes, key=changes.__getitem__)[:HARVEST]:
                best[rule] = min(changes[rule], best.get(rule, 0.0))
    harvest = cells.harvest(found)
    assert {len(rule.words) for rule in harvest} == {1, 2}
    assert harvest == sorted(best, key=lambda rule: (best[rule], rule))[: 3 * HARVEST]


def _change(cells: Cells, found: FoundList, rule: ListRule, place: int) -> float:
    """What comes of a rule that is put into a list."""
    return cells.weigh((*found.rules[:place], rule, *found.rules[place:]), found.otherwise).loss - found.loss


@pytest.mark.parametrize("kind", [CaribbeanStud, LetItRide, MississippiStud, ThreeCardPoker])
def test_the_cards_of_classics_ship(kind: type[Game[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """With their printed tables, so that nobody waits for a search; a change of their rules must not outdate them."""
    monkeypatch.setattr(written_card, "_Search", None)
    monkeypatch.setattr(written_card, "kept", None)
    game = kind()
    assert has_known_card(game)
    card = known_strategy(game)
    assert card is not None and len(card.rules[""]) > 1


def test_no_card_is_looked_for_where_players_share_a_board() -> None:
    with pytest.raises(Refused, match="a showdown or a draw; Casino Hold'em is of another kind"):
        cards_of(CasinoHoldem())
