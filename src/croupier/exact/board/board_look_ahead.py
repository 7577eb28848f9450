"""What the options at one choice are worth with a board seen, by dealing out all that can follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb, factorial

import numpy as np

from croupier.arrays import Ints
from croupier.cards import Card
from croupier.exact.board.board_game import OWN, BoardGame, BoardPath
from croupier.exact.board.board_places import places
from croupier.exact.board.board_showdowns import deal_out
from croupier.exact.board.board_tree import hands_of
from croupier.exact.hand_counts.evaluate import BIT
from croupier.exact.result import Result
from croupier.exact.seen import Pack

BoardEnds = dict[BoardPath, Ints]
"""By path, in how many cases it ends in each row and result; a fold has one number."""


class BoardLookAhead:
    """What options are worth with a board seen, found by dealing out all that can follow."""

    def __init__(self, game: BoardGame, pack: Pack) -> None:
        self.game, self.pack, self.dealers = game, pack, game.dealer_pairs(pack)
        self.hands, self.places = hands_of(game), places(pack)
        nets, self.forfeits, _ = game.whole_nets
        self.nets = {path: of_path.astype(np.int64) for path, of_path in nets.items()}

    def values(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """The options' values, over every order of the rest of the board and every pair of the dealer's."""
        return [self._worth(ends) for ends in self.ends(own, board, path)]

    def ends(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[BoardEnds]:
        """How each option ends with the best choices after it, over the same orders and pairs."""
        game, more = self.game, self.game.board - len(board)
        orders = self.pack.orders(OWN + len(board), more) * self.dealers
        found: list[BoardEnds] = []
        for option in game.options(path):
            then = (*path, option.name)
            if option.folds:
                found.append({then: np.full((1, 1), orders, np.int64)})
            elif then in game.choices and game.choices[then].seen < game.board:
                found.append(self._next_choice(own, board, then))
            else:
                found.append(self._last_choice(own, board, then))
        return found

    def _worth(self, ends: BoardEnds) -> int:
        nets = {path: self.nets[path] if path in self.nets else self.forfeits[path] for path in ends}
        return int(sum((nets[path] * counts).sum() for path, counts in ends.items()))

    def _next_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> BoardEnds:
        more = self.game.choices[path].seen - len(board)
        left = [card for card in self.pack.deck if card not in own and card not in board]
        best = (max(self.ends(own, [*board, *cards], path), key=self._worth) for cards in combinations(left, more))
        return _added(best, factorial(more))

    def _last_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> BoardEnds:
        """The best that can be done on each whole board, or the showdown if nothing can."""
        more, dealers = self.game.board - len(board), self.dealers
        kinds, counts = self._showdowns(own, board)
        asked = path in self.game.choices
        paths = [(*path, option.name) for option in self.game.options(path)] if asked else [path]
        worths = [
            np.full(len(kinds), self.forfeits[then] * dealers, np.int64)
            if then in self.forfeits
            else (self.nets[then][kinds] * counts).sum(axis=1)
            for then in paths
        ]
        taken = np.argmax(np.array(worths), axis=0)
        found: BoardEnds = {}
        for place, then in enumerate(paths):
            here = taken == place
            if then in self.forfeits:
                found[then] = np.full((1, 1), int(here.sum()) * dealers, np.int64)
            else:
                found[then] = np.zeros(self.nets[then].shape, np.int64)
                np.add.at(found[then], kinds[here], counts[here])
        return _added([found], factorial(more))

    def _showdowns(self, own: Sequence[Card], board: Sequence[Card]) -> tuple[Ints, Ints]:
        """For each whole board the row of one's hand, and how many of the dealer's pairs come to each result."""
        more = self.game.board - len(board)
        ways = comb(len(self.pack.deck) - OWN - len(board), more)
        kinds, counts = np.zeros(ways, np.int64), np.zeros((ways, len(Result)), np.int64)
        at = np.array([self.pack.deck.index(card) for card in own])
        seen = int(sum(BIT[card] for card in board))
        deal_out(at, seen, more, self.places, self.hands, kinds, counts)
        return kinds % len(self.game.rows.names), counts


def _added(found: Iterable[BoardEnds], times: int) -> BoardEnds:
    """How several boards end, each of them so many times."""
    added: BoardEnds = {}
    for ends in found:
        for path, counts in ends.items():
            added[path] = added.get(path, 0) + counts * times
    return added
