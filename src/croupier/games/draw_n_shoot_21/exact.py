"""The solver of Draw 'n Shoot 21."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Final

from croupier.cards import DECK, SUITS, Card, plain_signs, rank_plural
from croupier.dice import ROLLS
from croupier.errors import Refused, one_of
from croupier.exact.analysis import Analysis
from croupier.exact.informed import Stripped
from croupier.exact.shoe import (
    LOSES,
    Hand,
    Play,
    PlayedOut,
    Shoe,
    ShoeGame,
    informed,
    net_pays,
    play_out,
    solve,
)
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21
from croupier.games.draw_n_shoot_21.strategy import choose
from croupier.hands import ACE

Deck = Sequence[Card] | None
"""The cards of a stripped shoe; none for the decks that the game's settings say."""


def analyze(game: DrawNShoot21, stake: Fraction | int = 1, deck: Deck = None) -> dict[str, Analysis]:
    """Both bets: 21 per Ante, the raise counted, under optimal play; QuickCraps, which has no choices, per unit bet."""
    twenty_one, pays = twenty_one_game(game, deck), twenty_one_pays(game)
    solution = solve(twenty_one, pays)
    craps = _quickcraps_game(game, deck)
    craps_table = game.paytables["quickcraps"]
    craps_pays = net_pays(craps_table, game.pay_bet("quickcraps").rows, Fraction(stake))
    return {
        "twenty-one": _analysis(game, play_out(twenty_one, solution.play), solution.value(())),
        "quickcraps": play_out(craps, Play(bool)).analysis("quickcraps", "bet", craps_table, craps_pays),
    }


def strategy_analysis(
    game: DrawNShoot21, strategy: str = "simple", deck: Deck = None, stake: Fraction | int = 1
) -> Analysis:
    """The 21 bet under the short strategy, or under the document's, which raises on a ten as well, at any stake."""
    if strategy not in STRATEGIES:
        raise one_of("strategy", strategy, list(STRATEGIES), game.name)
    return _analysis(game, played(game, strategy, deck))


def advise(
    game: DrawNShoot21,
    cards: Sequence[Card],
    board: Sequence[Card] = (),
    variant: str | None = None,
    stake: Fraction | int = 1,
) -> dict[str, Fraction]:
    """What each choice is worth: every raise in Antes, with one card; stand and hit per unit staked, with any hand.

    It is the same at every stake: the 21 bet has no flat prizes.
    """
    if board or variant is not None:
        raise Refused(f"{game.name} has no {'board' if board else 'variants'}; give the player's cards alone")
    _check_hand(game, cards)
    solution = solve(twenty_one_game(game), twenty_one_pays(game))
    hand = tuple(sorted(map(points, cards)))
    choices = solution.choices(hand)
    raises = range(game.settings.max_raise + 1) if len(hand) == 1 else ()
    return {f"raise-{antes}": (1 + antes) * max(choices.values()) for antes in raises} | choices


def policy(game: DrawNShoot21) -> Play:
    """Where to draw and how much to raise, by look-up of a hand's points, aces being 1."""
    return solve(twenty_one_game(game), twenty_one_pays(game)).play


def stripped(game: DrawNShoot21, stake: Fraction | int = 1, deck: Deck = None) -> Stripped | None:
    """The 21 bet for one who counts cards that are gone; nothing is ever gone from an infinite shoe."""
    if game.settings.decks == "infinite":
        return None
    pays = twenty_one_pays(game)
    ordinary = solve(twenty_one_game(game, deck), pays)
    pack = tuple(deck) if deck is not None else DECK * game.settings.decks
    return Stripped(pack, lambda left: {"twenty-one": informed(ordinary, twenty_one_game(game, left), pays)}, decks=16)


def best(values: Mapping[str, Fraction]) -> list[str]:
    """The best raise, where one can be made, and the best of stand and hit: two decisions, one after the other."""
    raises = {action: value for action, value in values.items() if action.startswith("raise-")}
    draws = {action: value for action, value in values.items() if action not in raises}
    return [action for part in (raises, draws) for action, value in part.items() if value == max(part.values())]


def read_cards(game: DrawNShoot21, text: str) -> tuple[Card, ...]:
    """Cards, or ranks alone, which stand for whichever card of the rank the shoe can still give.

    >>> read_cards(DrawNShoot21(), "A 7 T"), read_cards(DrawNShoot21(), "as as 10d")
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


def points(card: Card) -> int:
    """What a card counts, an ace being 1."""
    return 1 if card.rank == ACE else min(card.rank, 10)


def twenty_one_game(game: DrawNShoot21, deck: Deck = None) -> ShoeGame:
    """The 21 bet: kinds of cards are their points, so that the sum of a hand is its hard total."""
    return ShoeGame(
        shoe=Shoe.of(game.settings.decks, points, deck),
        results=lambda hand: _scores(sum(hand), 1 in hand, len(hand) == 1),
        may_draw=lambda hand: sum(hand) < 19,  # DNS-5
        may_raise=lambda hand: game.settings.max_raise if len(hand) == 1 else 0,  # DNS-3, DNS-4
        rolls=len(ROLLS),
    )


def twenty_one_pays(game: DrawNShoot21) -> dict[str, Fraction]:
    """What each score brings per unit, Ante and raise alike (DNS-7)."""
    return net_pays(game.paytables["twenty-one"], game.pay_bet("twenty-one").rows, Fraction(1))


@cache
def _scores(hard_total: int, ace: bool, single: bool) -> Counter[str]:
    """How many of the 36 rolls give each score (DNS-6, DNS-7).

    Counting an ace 11 is better whenever it does not go over 21: the hand then scores 11 or less with the ace at 1, and
    nothing so low is paid.
    """
    rows: Counter[str] = Counter()
    for roll in ROLLS:
        score = hard_total + roll.total
        if ace and score <= 11:
            score += 10
        if score == 21:
            rows["blackjack" if single else "twenty-one"] += 1
        elif 18 <= score <= 20:
            rows["eighteen-to-twenty"] += 1
        else:
            rows["seventeen" if score == 17 else LOSES] += 1
    return rows


def _quickcraps_game(game: DrawNShoot21, deck: Deck) -> ShoeGame:
    """QuickCraps: the first card and the roll, nothing to decide."""
    shoe = Shoe.of(game.settings.decks, points, deck)
    return ShoeGame(shoe, lambda hand: _shots(*hand), may_draw=lambda hand: not hand, rolls=len(ROLLS))


@cache
def _shots(card: int) -> Counter[str]:
    """How many of the 36 rolls give each row with a first card of these points (DNS-8, DNS-9)."""
    matches = {4: "four-four", 5: "match-5-9", 6: "match-6-8", 8: "match-6-8", 9: "match-5-9", 10: "ten-ten"}
    rows: Counter[str] = Counter()
    for roll in ROLLS:
        if roll.total in (2, 3, 12):
            rows["any-craps"] += 1
        elif roll.total == 7:
            rows["match-7" if card == 7 else "seven"] += 1
        elif roll.total == 11:
            rows["ace-eleven" if card == 1 else LOSES] += 1
        elif card == 4 and roll == (4, 4):
            rows["four-hard-eight"] += 1
        else:
            rows[matches[card] if card == roll.total else LOSES] += 1
    return rows


def played(game: DrawNShoot21, strategy: str, deck: Deck = None) -> PlayedOut:
    """Every case of a round of 21 under a strategy that a person can remember."""
    return play_out(twenty_one_game(game, deck), STRATEGIES[strategy](game))


def _simple(game: DrawNShoot21) -> Play:
    raises = [f"raise-{antes}" for antes in range(game.settings.max_raise + 1)]
    return Play(
        draws=lambda hand: choose(_cards(hand), ("stand", "hit")) == "hit",
        raises=lambda hand: raises.index(choose(_cards(hand), raises)),
    )


def _document(game: DrawNShoot21) -> Play:
    simple = _simple(game)
    return replace(simple, raises=lambda hand: game.settings.max_raise if hand == (10,) else simple.raises(hand))


STRATEGIES: Final = {"simple": _simple, "document": _document}
"""The short strategy, and the one that the document's own tables assume."""


def _cards(hand: Hand) -> list[Card]:
    return [next(card for card in DECK if points(card) == kind) for kind in hand]


def _analysis(game: DrawNShoot21, rounds: PlayedOut, expected_value: Fraction | None = None) -> Analysis:
    table = game.paytables["twenty-one"]
    shares = rounds.raised(game.settings.max_raise)
    solved = rounds.analysis("twenty-one", "ante", table, twenty_one_pays(game), expected_value)
    return replace(solved, actions={f"raise-{antes}": share for antes, share in shares.items()})


def _check_hand(game: DrawNShoot21, cards: Sequence[Card]) -> None:
    if not cards:
        raise Refused(f"give the cards held so far for {game.name}, as in --cards 'A' or --cards '5d 3c'")
    for held in range(1, len(cards)):
        if sum(map(points, cards[:held])) >= 19:
            shown = " ".join(card.name[0] for card in cards[:held])
            raise Refused(f"{shown} is a hard total of 19 or more, which takes no further card (DNS-5)")
    decks = game.settings.decks
    if decks == "infinite":
        return
    for rank, times in Counter(card.rank for card in cards).items():
        if times > decks * len(SUITS):
            raise Refused(f"{times} {rank_plural(rank)} are given; the shoe has {decks * len(SUITS)}")
    for card, times in Counter(cards).items():
        if times > decks:
            raise Refused(f"the {card.long_name} ({card}) is given {times} times; the shoe has it {decks} times")
