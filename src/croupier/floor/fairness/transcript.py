"""A finished round as the house hands it out: all that is needed to check it without the house."""

from __future__ import annotations

import msgspec

from croupier.table.record import Record


class ChainLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the log with its place in the hash chain."""

    sequence: int
    time: int
    actor: int | None
    entry: str
    salt: str
    """Secret until the round is over, and hashed with the entry: without it nobody can try what the entry says."""
    previous: str
    hash: str


class ShoeProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a round's shoe came from, once its last card has been played and its seed can be told."""

    round: int
    """The round in which it was shuffled."""
    seed: str
    commitment: str
    client_seeds: dict[int, str]
    dealt: int
    """Cards that had come out of it before this round."""
    without: list[str] = []
    """Cards that lay on the table while it was shuffled: some, if the last shoe ran out in the middle of a round."""
    shuffled_before: int = 0
    """How often the same seed had already shuffled the whole shoe in that round."""


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round with its seeds, commitments, answers and log entries."""

    table: int
    round: int
    outcome: str
    """`settled`, or `released` if the round was called off."""
    deck_commitment: str
    shoe_commitment: str
    deck_seed: str
    """The house's seed, in hexadecimal, whose hash is the commitment."""
    shoe_seed: str | None
    """The seed of a shoe shuffled in this round; told once that shoe is played out, or if none was shuffled."""
    client_seeds: dict[int, str]
    record: Record | None
    """None if the round was called off."""
    shoe: ShoeProof | None
    """The shoe that stood on the table when the round began; None if there was none, or if it is still in use."""
    log: list[ChainLink]
    key: str = ""
    """The house's public key, Ed25519 in hexadecimal."""
    signature: str = ""
    """The house's, under all the rest."""

    def said(self) -> bytes:
        """Return what is signed: this very JSON with an empty signature and its keys in order."""
        unsigned = msgspec.structs.replace(self, signature="")
        return b"croupier round " + msgspec.json.encode(msgspec.to_builtins(unsigned, str_keys=True), order="sorted")
