"""A game of the shared board for one who has seen a card that was to stay hidden: of the board or of the dealer's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.board import BoardSolution, solve
from croupier.exact.board.board_game import OWN, BoardGame
from croupier.exact.board.board_look_ahead import BoardLookAhead
from croupier.exact.board.board_marked import marked_gain
from croupier.exact.seen import Pack
from croupier.exact.seen_cards.informed import DEALERS, MARKED, Flash, mean_flash

SHOWDOWNS: Final = 1 << 26
"""How many are looked at for each card of the dealer's: as many hands are dealt as that gives."""


def board_cards(game: BoardGame, pack: Pack, bet: str, lying: Sequence[str | None]) -> dict[tuple[str, str], Fraction]:
    """By place, what it is worth to have seen one of the board's cards that lie there face down, on average.

    All that matters of the board cards that are known is which they are; so it is as if a card more had been seen at
    every choice before that one is turned up.
    """
    first = game.choices[()].seen
    if len(lying) != game.board - first or not any(lying):
        return {}
    ordinary, found = solve(game, pack).expected_value, dict[tuple[str, str], Fraction]()
    for place, name in enumerate(lying, first):
        key = bet, f"a card of the {name}"
        if name is not None and key not in found:
            seen = {path: choice.seen + (choice.seen <= place) for path, choice in game.choices.items()}
            if all(not path or seen[path] > seen[path[:-1]] for path in seen):
                choices = {path: replace(choice, seen=seen[path]) for path, choice in game.choices.items()}
                found[key] = solve(replace(game, choices=choices), pack).expected_value - ordinary
    return found


def known_cards(
    game: BoardGame, pack: Pack, bet: str, lying: Sequence[str | None], dealer_lies: bool, marks: Sequence[Card]
) -> dict[tuple[str, str], Flash]:
    """What it is worth to tell these cards by their backs; of a single one also, to have seen it in the dealer's hand.

    A single card of a whole deck is no such thing as a rank, in which all suits are alike: it is not counted.
    """
    gain = marked_gain(game, pack, [name is not None for name in lying], dealer_lies, marks)
    backs = {} if gain is None else {(bet, MARKED): Flash(gain, 0.0)}
    return dealers_card(solve(game, pack), bet, marks) | backs


def dealers_card(solution: BoardSolution, bet: str, marks: Sequence[Card]) -> dict[tuple[str, str], Flash]:
    """What it is worth to have seen that this card is one of the dealer's, in a game of one choice.

    With it, every way to fill the board and every other card of the dealer's is dealt out, for some hands or for all.
    With more choices than one there would be too much to deal out.
    """
    game, pack = solution.game, solution.pack
    if len(game.choices) > 1 or len(marks) > 1:
        return {}
    seen, left = game.choices[()].seen, Pack(tuple(card for card in pack.deck if card not in marks))
    ahead = BoardLookAhead(game, left, marks[0])
    showdowns = comb(len(left.deck) - OWN - seen, game.board - seen) * ahead.dealers
    hands, sampled = _hands(left, seen, max(2, SHOWDOWNS // showdowns))
    gains = []
    for own, board in hands:
        values = ahead.values(own, board, ())
        gains.append(max(values) - values[solution.takes(own, board)])
    unit = game.whole_nets[2] * left.orders(OWN + seen, game.board - seen) * ahead.dealers
    return {(bet, DEALERS): mean_flash(np.array(gains), Fraction(1, unit), sampled)}


def _hands(pack: Pack, seen: int, most: int) -> tuple[list[tuple[list[Card], list[Card]]], bool]:
    """Two own cards and so many of the board: every way to deal them, or so many ways; and whether there are more."""
    cards, deck = OWN + seen, pack.deck
    if comb(len(deck), cards) * comb(cards, OWN) <= most:
        every = [
            (list(own), [card for card in dealt if card not in own])
            for dealt in combinations(deck, cards)
            for own in combinations(dealt, OWN)
        ]
        return every, False
    random = np.random.default_rng([card.index for card in deck])
    dealt: Ints = random.permuted(np.tile(np.arange(len(deck)), (most, 1)), axis=1)[:, :cards]
    return [
        (sorted(deck[at] for at in places[:OWN]), sorted(deck[at] for at in places[OWN:])) for places in dealt.tolist()
    ], True
