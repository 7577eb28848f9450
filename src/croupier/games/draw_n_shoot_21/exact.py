"""The solver of Draw 'n Shoot 21: a shoe game, whose form its rules say in functions of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from croupier.cards import DECK, SUITS, Card, plain_signs, rank_plural
from croupier.dice import ROLLS, Roll
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.counting.shoe_bets import ShoeBet
from croupier.exact.game_mathematics import SIMPLE, AskedHand, CountedEnding, Mathematics, Strategy
from croupier.exact.paid import analyze_lines
from croupier.exact.prospects import Prospect, prospect
from croupier.exact.reading.endings import Endings, bet_groups, first_group, is_together, staked_together
from croupier.exact.seen_cards.informed import Stripped
from croupier.exact.shoe import LOSES, Hand, Play, PlayedOut, Shoe, ShoeGame, play_out, solve, worth_by_cards
from croupier.exact.shoe.shoe_stripped import StrippedShoe
from croupier.exact.solved_game import Value
from croupier.games.draw_n_shoot_21.rules import HARD_STOP, DrawNShoot21, low_total, score
from croupier.games.draw_n_shoot_21.strategy import RULES, choose
from croupier.table.game import Choose

TWENTY_ONE, QUICKCRAPS = frozenset({"ante", "raise"}), frozenset({"craps"})
"""The spots of the two bets."""
Deck = Sequence[Card] | None
"""The cards of a stripped shoe; none for the decks that the game's settings say."""


def points(card: Card) -> int:
    """What a card counts, an ace being 1."""
    return low_total([card])


OF_POINTS: Final = {points(card): card for card in reversed(DECK)}
"""A card of each number of points."""


def cards_of(hand: Hand) -> list[Card]:
    """Cards of these points."""
    return [OF_POINTS[kind] for kind in hand]


class DrawNShootMathematics(Mathematics):
    """Both bets: 21 per Ante, the raise counted; QuickCraps, which has no choices, per unit bet."""

    texts = ("shoe",)
    game: DrawNShoot21

    def analyze(self, stake: Fraction | int = 1, deck: Deck = None) -> dict[str, Analysis]:
        game = self.game
        twenty_one, craps_table = twenty_one_game(game, deck), game.paytables["quickcraps"]
        solution = solve(twenty_one, twenty_one_pays(game, stake))
        craps = play_out(quickcraps_game(game, deck), Play(bool))
        return {
            "twenty-one": _analysis(game, play_out(twenty_one, solution.play), solution.value(()), stake),
            "quickcraps": craps.analysis("quickcraps", "bet", craps_table, quickcraps_pays(game, stake)),
        }

    def joint(self, words: str, stake: Fraction | int = 1) -> tuple[Fraction, Fraction, dict[str, Fraction]]:
        """What is on each of the two bets that are named with their stakes, and what each shot nets per unit."""
        bets, _ = staked_together(words, bet_groups(self.game), self.game)
        ante, craps = (bets.get(spot, Fraction(0)) for spot in ("ante", "craps"))
        return ante, craps, quickcraps_pays(self.game, stake * craps) if craps else {}

    def together(self, words: str, stake: Fraction | int = 1, deck: Deck = None) -> Analysis:
        """Both bets by what they net with the same first card and roll; no choice makes a difference to QuickCraps."""
        game, (ante, craps, shots) = self.game, self.joint(words, stake)
        alone, pays = self.analyze(stake * craps or stake, deck), twenty_one_pays(game, stake)
        if not ante:
            return replace(alone["quickcraps"], bet=words)
        twenty_one = twenty_one_game(game, deck)
        rounds = play_out(
            replace(twenty_one, results=_scores_and_shots, arrange=_first_apart), solve(twenty_one, pays).play
        )
        nets = {
            (staked, both): ante * staked * pays[both.partition(BOTH)[0]]
            + craps * shots.get(both.partition(BOTH)[2], 0)
            for staked, both in rounds.ways
        }
        lines = [(both.partition(BOTH)[0], count, nets[staked, both]) for (staked, both), count in rounds.ways.items()]
        return replace(
            analyze_lines(words, lines, game.paytables["twenty-one"], first_group(words, bet_groups(game)).unit),
            average_wager=ante * alone["twenty-one"].average_wager + craps,
            expected_value=ante * alone["twenty-one"].expected_value + craps * alone["quickcraps"].expected_value,
            actions=alone["twenty-one"].actions,
        )

    def nets(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, Fraction]:
        game = self.game
        if bet == "quickcraps":
            return {(1, row): net for row, net in quickcraps_pays(game, stake).items()}
        units = range(1, game.settings.max_raise + 2)
        return {(staked, row): staked * net for row, net in twenty_one_pays(game).items() for staked in units}

    def counted(self, bet: str, stake: Fraction | int = 1) -> dict[CountedEnding, int]:
        game = self.game
        if bet == "quickcraps":
            return {**play_out(quickcraps_game(game), Play(bool)).ways}
        twenty_one = twenty_one_game(game)
        return {**play_out(twenty_one, solve(twenty_one, twenty_one_pays(game)).play).ways}

    def leaves_choice(self, bet: str) -> bool:
        return bet == "twenty-one"

    def strategy_analysis(self, variant: str = SIMPLE, stake: Fraction | int = 1) -> Analysis:
        """The 21 bet under the short strategy, or under the document's, which raises on a ten as well, at any stake."""
        return _analysis(self.game, played(self.game, variant or SIMPLE), stake=stake)

    def policy_analysis(self, choose: Choose, variant: str = "", stake: Fraction | int = 1) -> Analysis:
        by_policy = _play_by(self.game, lambda cards, legal: choose(cards, legal, variant))
        return _analysis(self.game, play_out(twenty_one_game(self.game), by_policy))

    def strategies(self, stake: Fraction | int = 1) -> list[Strategy]:
        rules = {SIMPLE: RULES}
        return [Strategy(name, self.strategy_analysis(name, stake), rules.get(name, ())) for name in STRATEGIES]

    def advise(self, hand: AskedHand) -> dict[str, Fraction]:
        """What each choice is worth: every raise in Antes, with one card; stand and hit per unit, with any hand.

        It is the same at every stake: the 21 bet has no flat prizes. With a bet on QuickCraps, named with its stake,
        that is part of every value; stand and hit are then for a 21 bet that was not raised, unless it is said that it
        was.
        """
        cards, (ante, craps, shots) = hand.cards, self._asked_of(hand)
        shot = craps * sum(shots[row] * rolls for row, rolls in _shots(points(cards[0])).items()) / len(ROLLS)
        solution = solve(twenty_one_game(self.game), twenty_one_pays(self.game))
        held, raised = tuple(map(points, cards)), dict(hand.staked).get("raise", Fraction(0))
        choices = {choice: (ante + raised) * value for choice, value in solution.choices(held).items()}
        raises = range(self.game.settings.max_raise + 1) if len(cards) == 1 else ()
        values = {f"raise-{antes}": (1 + antes) * max(choices.values()) for antes in raises} | choices
        return {action: value + shot for action, value in values.items()}

    def leads_to(self, hand: AskedHand) -> dict[str, Prospect]:
        """The endings by score; with a bet on QuickCraps the shot of the same roll is part of what they net."""
        ante, craps, shots = self._asked_of(hand)
        game, pays = twenty_one_game(self.game), twenty_one_pays(self.game)
        best = solve(game, pays)
        together = replace(game, results=_scores_and_shots, arrange=_first_apart)
        dealt = _first_apart(map(points, hand.cards))

        def after(choice: str = "", raised: int = 0) -> Prospect:
            def draws(held: Hand) -> bool:
                return choice == "hit" if choice and held == dealt else best.draws(held)

            rounds = play_out(together, Play(draws, lambda hand: raised), dealt)
            return prospect(
                (score, ante * staked * pays[score] + craps * shots.get(shot, 0), count)
                for (staked, both), count in rounds.ways.items()
                for score, _, shot in [both.partition(BOTH)]
            )

        raises = range(self.game.settings.max_raise + 1) if len(hand.cards) == 1 else ()
        found = {f"raise-{antes}": after(raised=antes) for antes in raises}
        return found | {choice: after(choice) for choice in best.choices(dealt)}

    def _asked_of(self, hand: AskedHand) -> tuple[Fraction, Fraction, dict[str, Fraction]]:
        """What is on each of the two bets that a question is about, and what each shot nets per unit."""
        game, cards, board, variant = self.game, hand.cards, hand.board, hand.variant
        if board or (variant is not None and not is_together(variant)):
            raise Refused(f"{game.name} has no {'board' if board else 'variants'}; give the player's cards alone")
        _check_hand(game, cards)
        ante, craps, shots = (Fraction(1), Fraction(0), {}) if variant is None else self.joint(variant, hand.stake)
        if not ante:
            raise Refused(f"quickcraps leaves no choice at {game.title}; name twenty-one too")
        return ante, craps, shots or dict.fromkeys(_shots(points(cards[0])), Fraction(0))

    def policy(self) -> Play:
        """Where to draw and how much to raise, by look-up of a hand's points, aces being 1."""
        return solve(twenty_one_game(self.game), twenty_one_pays(self.game)).play

    def stripped(self, stake: Fraction | int = 1, deck: Deck = None) -> Stripped | None:
        """The 21 bet for one who counts cards that are gone; nothing is ever gone from an infinite shoe."""
        game = self.game
        if game.settings.decks == "infinite":
            return None
        pays = twenty_one_pays(game)
        ordinary = solve(twenty_one_game(game, deck), pays)
        pack = tuple(deck) if deck is not None else DECK * game.settings.decks
        return Stripped.by_stages(pack, 16, StrippedShoe("twenty-one", ordinary, pays, points))

    def shoe_bets(self, stake: Fraction | int = 1) -> list[ShoeBet]:
        """Both bets by the points of the cards that are left."""
        game = self.game
        twenty_one, craps, pays = twenty_one_game(game), quickcraps_game(game), twenty_one_pays(game)
        kinds = tuple(tuple(card for card in DECK if points(card) == kind) for kind, _ in craps.shoe.left(()))
        fresh = tuple(count for _, count in craps.shoe.left(()))
        by_score = worth_by_cards(twenty_one, solve(twenty_one, pays).play, pays)
        by_shot = worth_by_cards(craps, Play(bool), quickcraps_pays(game, stake))
        return [
            ShoeBet("twenty-one", "ante", kinds, fresh, by_score, chosen=True),
            ShoeBet("quickcraps", "bet", kinds, fresh, by_shot, chosen=False),
        ]

    def best(self, values: Mapping[str, Value]) -> list[str]:
        """The best raise, where one can be made, and the best of stand and hit: two decisions, one after the other."""
        raises = {action: value for action, value in values.items() if action.startswith("raise-")}
        draws = {action: value for action, value in values.items() if action not in raises}
        return [*super().best(raises), *super().best(draws)]

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """Cards, or ranks alone, which stand for whichever card of the rank the shoe can still give.

        >>> read = mathematics(DrawNShoot21()).read_cards
        >>> read("A 7 T"), read("as as 10d")
        ((Ac, 7c, Tc), (As, As, Td))
        """
        pieces = re.findall(r"(10|[2-9TJQKA])([cdhs♣♦♥♠]?)|([^\s,]+)", plain_signs(text), re.IGNORECASE)
        for _, _, other in pieces:
            if other:
                raise Refused(
                    f"{other!r} is neither a card nor a rank; write ranks (2-10, T, J, Q, K, A) or cards, as in As"
                )
        taken = [Card.parse(rank + suit) for rank, suit, _ in pieces if suit]
        cards = []
        for rank, suit, _ in pieces:
            if not suit:
                taken.append(min((Card.parse(rank + any_suit) for any_suit in SUITS), key=taken.count))
            cards.append(Card.parse(rank + suit) if suit else taken[-1])
        return tuple(cards)


def mathematics(game: DrawNShoot21) -> DrawNShootMathematics:
    """The mathematics of the game."""
    return DrawNShootMathematics(game)


def twenty_one_game(game: DrawNShoot21, deck: Deck = None) -> ShoeGame:
    """The 21 bet: kinds of cards are their points, so that the sum of a hand is its hard total."""
    return ShoeGame(
        shoe=Shoe.of(game.settings.decks, points, deck),
        results=_scores,
        may_draw=lambda hand: sum(hand) < HARD_STOP,  # DNS-5
        may_raise=lambda hand: game.settings.max_raise if len(hand) == 1 else 0,  # DNS-3, DNS-4
        rolls=len(ROLLS),
    )


def quickcraps_game(game: DrawNShoot21, deck: Deck = None) -> ShoeGame:
    """QuickCraps: the first card and the roll, nothing to decide."""
    shoe = Shoe.of(game.settings.decks, points, deck)
    return ShoeGame(shoe, lambda hand: _shots(*hand), may_draw=lambda hand: not hand, rolls=len(ROLLS))


def _scores(hand: Hand) -> Counter[str]:
    """How many of the 36 rolls give each score; hands alike in these three score alike (DNS-6, DNS-7)."""
    alike = sum(hand), 1 in hand, len(hand) == 1
    if alike not in _KNOWN_SCORES:
        _KNOWN_SCORES[alike] = Counter(score_of(cards_of(hand), roll) for roll in ROLLS)
    return _KNOWN_SCORES[alike]


_KNOWN_SCORES: dict[tuple[int, bool, bool], Counter[str]] = {}


BOTH: Final = "/"
"""Stands between the two rows of one roll."""


@cache
def _scores_and_shots(hand: Hand) -> Counter[str]:
    """How many of the 36 rolls give each score together with each shot; the first card of the hand came first."""
    cards = cards_of(hand)
    return Counter(f"{score_of(cards, roll)}{BOTH}{shot_of(cards[0], roll)}" for roll in ROLLS)


def _first_apart(cards: Iterable[int]) -> Hand:
    """A hand in which it matters what came first, but not in which order the others did."""
    first, *others = (*cards,)
    return (first, *sorted(others))


def score_of(cards: Sequence[Card], roll: Roll) -> str:
    """The row of the 21 table that cards and a roll come to."""
    return DrawNShoot21.score_row(score(cards, roll), len(cards)) or LOSES


def shot_of(card: Card, roll: Roll) -> str:
    """The row of the QuickCraps table that a first card and a roll come to."""
    return DrawNShoot21.craps_row(card, roll) or LOSES


@cache
def _shots(card: int) -> Counter[str]:
    """How many of the 36 rolls give each row with a first card of these points (DNS-8, DNS-9)."""
    return Counter(shot_of(OF_POINTS[card], roll) for roll in ROLLS)


def twenty_one_pays(game: DrawNShoot21, stake: Fraction | int = 1) -> dict[str, Fraction]:
    """What each score brings per unit, Ante and raise alike, read off the table (DNS-7)."""
    endings, pays = Endings(game, {"ante": 1, "craps": 1}, stake=stake), dict[str, Fraction]()
    for row in (*game.pay_bet("twenty-one").rows, LOSES):
        hand, roll = _SCORED[row]
        draws = [1] * (len(hand) - 1) + [0] * (low_total(hand) < HARD_STOP)
        nets = {
            endings.read((row, raised), hand, [raised, *draws], [roll]).net(TWENTY_ONE) / (1 + raised)
            for raised in range(game.settings.max_raise + 1)
        }
        if len(nets) > 1:
            raise Refused(
                f"at this stake {game.title} does not pay {row} in proportion to the raise: not solved exactly"
            )
        (pays[row],) = nets
    return pays


def quickcraps_pays(game: DrawNShoot21, stake: Fraction | int) -> dict[str, Fraction]:
    """What each shot brings per unit, read off the table (DNS-8)."""
    endings, pays = Endings(game, {"ante": 1, "craps": 1}, stake=stake), dict[str, Fraction]()
    for row in (*game.pay_bet("quickcraps").rows, LOSES):
        card, roll = _SHOT[row]
        pays[row] = endings.read(("shot", row), [card], [0, 0], [roll]).net(QUICKCRAPS)
    return pays


_SCORED: Final = {
    score_of(hand, roll): (hand, roll)
    for hand in (*product(OF_POINTS.values(), repeat=2), *product(OF_POINTS.values()))
    for roll in ROLLS
}
_SHOT: Final = {shot_of(card, roll): (card, roll) for card, roll in product(OF_POINTS.values(), ROLLS)}
"""Cards and a roll that come to each row."""


def played(game: DrawNShoot21, strategy: str, deck: Deck = None) -> PlayedOut:
    """Every case of a round of 21 under a strategy that a person can remember."""
    if strategy not in STRATEGIES:
        raise one_of("strategy", strategy, list(STRATEGIES), game.name)
    return play_out(twenty_one_game(game, deck), STRATEGIES[strategy](game))


def _simple(game: DrawNShoot21) -> Play:
    return _play_by(game, choose)


def _play_by(game: DrawNShoot21, choose: Callable[[Sequence[Card], Sequence[str]], str]) -> Play:
    raises = [f"raise-{antes}" for antes in range(game.settings.max_raise + 1)]
    return Play(
        draws=lambda hand: choose(cards_of(hand), ("stand", "hit")) == "hit",
        raises=lambda hand: raises.index(choose(cards_of(hand), raises)),
    )


def _document(game: DrawNShoot21) -> Play:
    simple = _simple(game)
    return replace(simple, raises=lambda hand: game.settings.max_raise if hand == (10,) else simple.raises(hand))


STRATEGIES: Final = {"simple": _simple, "document": _document}
"""The short strategy, and the one that the document's own tables assume."""


def _analysis(
    game: DrawNShoot21, rounds: PlayedOut, expected_value: Fraction | None = None, stake: Fraction | int = 1
) -> Analysis:
    table = game.paytables["twenty-one"]
    shares = rounds.raised(game.settings.max_raise)
    solved = rounds.analysis("twenty-one", "ante", table, twenty_one_pays(game, stake), expected_value)
    return replace(solved, actions={f"raise-{antes}": share for antes, share in shares.items()})


def _check_hand(game: DrawNShoot21, cards: Sequence[Card]) -> None:
    if not cards:
        raise Refused(f"give the cards held so far for {game.name}, as in --cards 'A' or --cards '5d 3c'")
    for held in range(1, len(cards)):
        if low_total(cards[:held]) >= HARD_STOP:
            shown = " ".join(card.name[0] for card in cards[:held])
            raise Refused(f"{shown} is a hard total of {HARD_STOP} or more, which takes no further card (DNS-5)")
    decks = game.settings.decks
    if decks == "infinite":
        return
    for rank, times in Counter(card.rank for card in cards).items():
        if times > decks * len(SUITS):
            raise Refused(f"{times} {rank_plural(rank)} are given; the shoe has {decks * len(SUITS)}")
    for card, times in Counter(cards).items():
        if times > decks:
            raise Refused(f"the {card.long_name} ({card}) is given {times} times; the shoe has it {decks} times")
