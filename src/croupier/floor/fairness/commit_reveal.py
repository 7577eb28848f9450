"""Commit and reveal: the house fixes its seeds before a round, the players add theirs, afterwards anybody can check.

The house draws two secret seeds for every round before it opens: one for its deck and dice, one for a shoe that may be
shuffled in it. Their SHA-256 hashes are shown at once. What the players say is mixed in afterwards, so neither side can
choose the cards. A deck's seed is revealed when its round is over; a shoe's when the last card of it has been played.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from croupier.table.chance import ALGORITHM, Seeded


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


def mixed(seed: bytes, table: int, round: int, client_seeds: Mapping[int, str]) -> bytes:
    """The seed that a round is dealt from: the house's, and what each seat added to it.

    >>> mixed(bytes(32), 1, 1, {}) == mixed(bytes(32), 1, 1, {2: "rabbit"})
    False
    """
    clients = [[seat, client_seeds[seat]] for seat in sorted(client_seeds)]
    words = json.dumps([ALGORITHM, table, round, clients], separators=(",", ":"), ensure_ascii=True)
    return hmac.digest(seed, words.encode(), "sha256")


def chances(seeds: RoundSeeds, table: int, round: int, client_seeds: Mapping[int, str]) -> tuple[Seeded, Seeded]:
    """What decides a round's deck and dice, and a shoe that is shuffled in it."""
    return Seeded(mixed(seeds.deck, table, round, client_seeds)), Seeded(mixed(seeds.shoe, table, round, client_seeds))
