"""Commit and reveal: the house fixes its seeds before a round, the players add theirs, afterwards anybody can check.

The house draws two secret seeds for every round before it opens: one for its deck and dice, one for a shoe that may be
shuffled in it. Their SHA-256 hashes are shown at once. With its bets each seat commits to a word; when all bets are
down the commitments are told and the words revealed, and all of them are mixed in. So whoever knows the seeds knows no
word in time, and whoever knows a word no seed. A deck's seed is revealed when its round is over; a shoe's when the last
card of it has been played.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from croupier.cards import Card
from croupier.table.chance import ALGORITHM, Seeded, mixed


@dataclass(frozen=True, slots=True, repr=False)
class RoundSeeds:
    """The house's secret seeds of one round; they have no representation, so that no log shows them."""

    deck: bytes
    shoe: bytes

    @classmethod
    def draw(cls) -> RoundSeeds:
        """New seeds from the operating system's generator."""
        return cls(secrets.token_bytes(32), secrets.token_bytes(32))

    @property
    def commitments(self) -> CommitmentsTold:
        """What may be shown of them before the round."""
        return CommitmentsTold(commitment(self.deck), commitment(self.shoe))


class CommitmentsTold(msgspec.Struct, frozen=True):
    """The hashes of the seeds that the house has drawn for a round, in hexadecimal."""

    deck: str
    shoe: str


def commitment(seed: bytes) -> str:
    """What is shown of a seed before it is used.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(seed).hexdigest()


def word_commitment(table: int, round: int, seat: int, word: str) -> str:
    """What a seat commits to its word with; it fits no other seat, round or table.

    >>> word_commitment(1, 1, 1, "rabbit") == word_commitment(1, 1, 2, "rabbit")
    False
    """
    words = json.dumps([f"{ALGORITHM}/word", table, round, seat, word], separators=(",", ":"), ensure_ascii=True)
    return sha256(words.encode()).hexdigest()


class Awaited(Seeded):
    """A stream of which the words are not known yet: what it is asked to shuffle meanwhile is shuffled when they are.

    A game that deals before bets are down cannot wait for words: its stream begins without any.
    """

    def __init__(self, seed: bytes, table: int, round: int) -> None:
        super().__init__(b"")
        self._of = seed, table, round
        self._put_off: list[list[Card]] = []
        self.begun = False

    def begin(self, words: Mapping[int, str]) -> None:
        """Mix the players' words in, if it has not begun without."""
        if self.begun:
            return
        self.begun = True
        self.seed = mixed(*self._of, words)
        for pack in self._put_off:
            pack[:] = super().shuffle(pack)

    def below(self, limit: int) -> int:
        self.begin({})
        return super().below(limit)

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        if self.begun:
            return super().shuffle(pack)
        order = list(pack)
        self._put_off.append(order)
        return order

    def take(self, stock: list[Card], count: int) -> list[Card]:
        if count:
            self.begin({})
        return super().take(stock, count)


def chances(seeds: RoundSeeds, table: int, round: int) -> tuple[Awaited, Awaited]:
    """What decides a round's deck and dice, and a shoe that is shuffled in it, once the players' words are mixed in."""
    return Awaited(seeds.deck, table, round), Awaited(seeds.shoe, table, round)
