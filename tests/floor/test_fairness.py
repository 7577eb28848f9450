"""The seeds of a round: committed to before it, mixed with the players' words, and the same cards for everybody."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, RANKS, SUITS
from croupier.floor.fairness.commit_reveal import RoundSeeds, chances, commitment, word_commitment
from croupier.floor.fairness.verify import verify
from croupier.table.chance import ALGORITHM, WORDS, Seeded, mixed
from tests.floor.evening import SHOE_GAME, Evening, played

PUBLISHED = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
VECTORS: list[dict[str, Any]] = PUBLISHED["vectors"]
WORD_COMMITMENTS: list[dict[str, Any]] = PUBLISHED["word_commitments"]
DOCUMENT = (Path(__file__).parents[2] / "docs" / "FAIRNESS.md").read_text("utf-8")


class Witness:
    """The algorithm as docs/FAIRNESS.md describes it, written a second time with nothing but SHA-256."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.blocks = 0
        self.waiting: list[int] = []

    def word(self) -> int:
        if not self.waiting:
            block = hmac_by_hand(self.seed, f"croupier-1/{self.blocks}".encode())
            self.blocks += 1
            for start in (28, 24, 20, 16, 12, 8, 4, 0):
                self.waiting.append(int.from_bytes(block[start : start + 4], "big"))
        return self.waiting.pop(0)

    def number(self, limit: int) -> int:
        word = self.word()
        while word >= 4294967296 // limit * limit:
            word = self.word()
        return word % limit

    def shuffled(self, cards: list[str]) -> list[str]:
        """The cards in the order in which they are dealt."""
        cards = list(cards)
        dealt = []
        while len(cards) > 1:
            place = self.number(len(cards))
            cards[place], cards[-1] = cards[-1], cards[place]
            dealt.append(cards.pop())
        return dealt + cards

    def roll(self) -> str:
        first = self.number(6) + 1
        return f"{first}-{self.number(6) + 1}"


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    key = (key if len(key) <= 64 else sha256(key).digest()).ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def mixed_by_hand(seed: bytes, table: int, round: int, client_seeds: dict[int, str]) -> bytes:
    words = ",".join(f"[{seat},{escaped(client_seeds[seat])}]" for seat in sorted(client_seeds))
    return hmac_by_hand(seed, f'["croupier-1",{table},{round},[{words}]]'.encode("ascii"))


def escaped(text: str) -> str:
    """A JSON string of ASCII alone: what is beyond it as UTF-16, four hexadecimal digits to a unit."""
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
    written = []
    for letter in text:
        if letter in short:
            written.append(short[letter])
        elif " " <= letter <= "~":
            written.append(letter)
        else:
            units = letter.encode("utf-16-be", "surrogatepass")
            written.append("".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)))
    return '"' + "".join(written) + '"'


NEW_DECK = [rank + suit for rank in RANKS for suit in SUITS]


def clients(vector: dict[str, Any]) -> dict[int, str]:
    return {int(seat): words for seat, words in vector["client_seeds"].items()}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_the_published_vectors_are_what_the_house_deals(vector: dict[str, Any]) -> None:
    house_seed = bytes.fromhex(vector["house_seed"])
    seed = mixed(house_seed, vector["table"], vector["round"], clients(vector))
    assert commitment(house_seed) == vector["commitment"]
    assert seed.hex() == vector["mixed_seed"]
    raw = Seeded(seed)
    assert [raw.below(WORDS) for _ in vector["words"]] == vector["words"]
    uneven = Seeded(seed)
    assert [uneven.below(3221225472) for _ in vector["below_3221225472"]] == vector["below_3221225472"]
    assert " ".join(card.name for card in reversed(Seeded(seed).shuffle(DECK))) == vector["deck"]
    dice = Seeded(seed)
    assert " ".join(str(dice.roll()) for _ in range(6)) == vector["dice"]
    shoe = Seeded(seed).shuffle(DECK * 6)
    assert " ".join(card.name for card in shoe[:-13:-1]) == vector["six_deck_shoe_begins"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_a_second_witness_deals_the_published_vectors_from_the_description_alone(vector: dict[str, Any]) -> None:
    house_seed = bytes.fromhex(vector["house_seed"])
    seed = mixed_by_hand(house_seed, vector["table"], vector["round"], clients(vector))
    assert sha256(house_seed).hexdigest() == vector["commitment"]
    assert seed.hex() == vector["mixed_seed"]
    raw = Witness(seed)
    assert [raw.word() for _ in vector["words"]] == vector["words"]
    uneven = Witness(seed)
    assert [uneven.number(3221225472) for _ in vector["below_3221225472"]] == vector["below_3221225472"]
    assert " ".join(Witness(seed).shuffled(NEW_DECK)) == vector["deck"]
    dice = Witness(seed)
    assert " ".join(dice.roll() for _ in range(6)) == vector["dice"]
    assert " ".join(Witness(seed).shuffled(NEW_DECK * 6)[:12]) == vector["six_deck_shoe_begins"]


def test_the_vectors_show_words_that_were_thrown_away_and_numbers_that_were_kept() -> None:
    assert any(vector["words"] != vector["below_3221225472"] for vector in VECTORS)
    assert len({vector["deck"] for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_the_document_publishes_every_vector(vector: dict[str, Any]) -> None:
    for value in (vector["what"], vector["house_seed"], vector["commitment"], vector["mixed_seed"], vector["dice"]):
        assert value in DOCUMENT
    assert vector["deck"].split()[:10] == DOCUMENT.partition(vector["mixed_seed"])[2].partition("deck")[2].split()[:10]
    assert ALGORITHM in DOCUMENT


@pytest.mark.parametrize("vector", WORD_COMMITMENTS, ids=lambda vector: vector["word"])
def test_words_are_committed_to_as_the_document_says(vector: dict[str, Any]) -> None:
    table, round, seat, word = (vector[name] for name in ("table", "round", "seat", "word"))
    by_hand = f'["{ALGORITHM}/word",{table},{round},{seat},{escaped(word)}]'
    assert word_commitment(table, round, seat, word) == sha256(by_hand.encode()).hexdigest() == vector["commitment"]
    assert vector["commitment"] in DOCUMENT


client_words = st.dictionaries(st.integers(1, 20), st.text(max_size=40), max_size=5)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**9), st.integers(1, 10**6), client_words)
def test_both_witnesses_mix_the_same_seed_from_any_words(
    seed: bytes, table: int, round: int, words: dict[int, str]
) -> None:
    both = mixed(seed, table, round, words)
    assert both == mixed_by_hand(seed, table, round, words)
    deck, shoe = chances(RoundSeeds(seed, seed), table, round)
    put_off = shoe.shuffle(DECK)
    deck.begin(words)
    shoe.begin(words)
    assert put_off == deck.shuffle(DECK)
    assert [card.name for card in reversed(put_off)] == Witness(both).shuffled(NEW_DECK)


@given(st.binary(max_size=80), st.lists(st.integers(1, WORDS), min_size=1, max_size=30))
def test_both_witnesses_draw_the_same_numbers_below_any_limits(seed: bytes, limits: list[int]) -> None:
    stream, witness = Seeded(seed), Witness(seed)
    for limit in limits:
        assert stream.below(limit) == witness.number(limit) < limit


def test_deck_and_shoe_are_each_committed_to_by_the_hash_of_their_own_seed() -> None:
    shown = RoundSeeds(b"deck" * 8, b"shoe" * 8).commitments
    assert (shown.deck, shown.shoe) == (sha256(b"deck" * 8).hexdigest(), sha256(b"shoe" * 8).hexdigest())


def test_secret_seeds_show_themselves_in_no_representation() -> None:
    seeds = RoundSeeds.draw()
    shown = repr(seeds) + str(seeds) + f"{seeds}" + repr([seeds]) + repr(seeds.commitments)
    assert seeds.deck.hex() not in shown and seeds.shoe.hex() not in shown
    assert repr(seeds.deck) not in shown and repr(seeds.shoe) not in shown
    assert seeds != RoundSeeds.draw()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening with a table of every game."""
    return played(tmp_path_factory.mktemp("house"), shoe_rounds=6)


def test_a_player_s_words_count_in_the_round_after_they_were_said_and_in_no_other(evening: Evening) -> None:
    for (game, number), transcript in evening.transcripts.items():
        words = {1: "seven white rabbits ♠"} if number == 2 else {}
        assert transcript.client_seeds == words, (game, number)
        if transcript.record is not None:
            seed = bytes.fromhex(transcript.deck_seed)
            assert transcript.record.seed == mixed_by_hand(seed, transcript.table, number, words).hex()


def test_every_round_has_seeds_of_its_own(evening: Evening) -> None:
    transcripts = evening.transcripts.values()
    seeds = [transcript.deck_seed for transcript in transcripts]
    assert len(set(seeds)) == len(seeds)
    assert len({transcript.deck_commitment for transcript in transcripts}) == len(seeds)


def test_cards_seen_in_a_round_that_was_called_off_do_not_come_again(evening: Evening) -> None:
    called_off, following = evening.transcripts[SHOE_GAME, 3], evening.transcripts[SHOE_GAME, 4]
    assert called_off.record is None and following.record is not None
    assert following.record.before.shoe_left == 0, "the next round has to shuffle"
    assert following.shoe is None
    (shoe,) = (check for check in verify(following).checks if check.name == "shoe")
    assert "shuffled in this round" in shoe.found
