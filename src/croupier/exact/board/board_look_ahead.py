"""What the options at one choice are worth with a board seen, by dealing out all that can follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, factorial

import numpy as np

from croupier.cards import Card
from croupier.exact.board.board_game import OWN, BoardGame, BoardPath
from croupier.exact.board.board_places import places
from croupier.exact.board.board_showdowns import deal_out
from croupier.exact.board.board_tree import hands_of
from croupier.exact.evaluate import BIT
from croupier.exact.result import Result
from croupier.exact.seen import Pack


class BoardLookAhead:
    """What options are worth with a board seen, found by dealing out all that can follow."""

    def __init__(self, game: BoardGame, pack: Pack) -> None:
        """Look ahead in a game with that deck."""
        self.game, self.pack = game, pack
        self.hands, self.places = hands_of(game), places(pack)
        self.nets, self.forfeits, _ = game.whole_nets

    def values(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """The options' values, over every order of the rest of the board and every pair of the dealer's."""
        game, more = self.game, self.game.board - len(board)
        orders = self.pack.orders(OWN + len(board), more) * game.dealer_pairs(self.pack)
        values = []
        for option in game.options(path):
            then = (*path, option.name)
            if option.folds:
                values.append(self.forfeits[then] * orders)
            elif then not in game.choices:
                values.append(factorial(more) * sum(self._showdowns(own, board, then)))
            elif game.choices[then].seen == game.board:
                values.append(factorial(more) * sum(self._last_choice(own, board, then)))
            else:
                values.append(self._next_choice(own, board, then))
        return values

    def _next_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> int:
        more = self.game.choices[path].seen - len(board)
        left = [card for card in self.pack.deck if card not in own and card not in board]
        best = (max(self.values(own, [*board, *cards], path)) for cards in combinations(left, more))
        return factorial(more) * sum(best)

    def _last_choice(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """The best that can be done on each whole board."""
        dealers = self.game.dealer_pairs(self.pack)
        ways = comb(len(self.pack.deck) - OWN - len(board), self.game.board - len(board))
        tried = []
        for option in self.game.options(path):
            then = (*path, option.name)
            folding = option.folds
            tried.append([self.forfeits[then] * dealers] * ways if folding else self._showdowns(own, board, then))
        return [max(values) for values in zip(*tried, strict=True)]

    def _showdowns(self, own: Sequence[Card], board: Sequence[Card], path: BoardPath) -> list[int]:
        """What a showdown after those options is worth on each whole board, over the dealer's pairs."""
        more = self.game.board - len(board)
        ways = comb(len(self.pack.deck) - OWN - len(board), more)
        kinds, counts = np.zeros(ways, np.int64), np.zeros((ways, len(Result)), np.int64)
        at = np.array([self.pack.deck.index(card) for card in own])
        seen = int(sum(BIT[card] for card in board))
        deal_out(at, seen, more, self.places, self.hands, kinds, counts)
        nets = self.nets[path].astype(np.int64)
        worth: list[int] = (nets[kinds % len(nets)] * counts).sum(axis=1).tolist()
        return worth
