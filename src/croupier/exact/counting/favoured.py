"""How often a bet favours the player before a round, and by how much, as cards go from the shoe.

For a bet that one card decides it is counted over all sets of cards that may be gone. Otherwise shoes are dealt through
the table; the value of what is left is exact for each, and the averages have standard errors over the shoes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, gcd
from typing import Any, Final

import numpy as np

from croupier.arrays import Floats, Ints
from croupier.cards import DECK
from croupier.errors import InvariantError
from croupier.exact.by_walk.replays import STACK
from croupier.exact.by_walk.solving import kept_for
from croupier.exact.counting.card_counts import CardCount
from croupier.exact.counting.read_rounds import CutTable, KeptShoe
from croupier.exact.counting.shoe_bets import ShoeBet
from croupier.exact.store import version_of
from croupier.table.chance import seed_from
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.round import Round
from croupier.table.view import play_automatic_seat

FAVOURED, GAIN, LOSS, BY_COUNT, COUNT_GAIN, COUNT_LOSS = range(6)
"""What is summed of a round: whether it favours the player, what it is then worth, what else; and so for who counts."""
FIGURES: Final = 6


@dataclass(frozen=True)
class Favour:
    """What a shoe with its cut card in one place comes to, for each round that is dealt from it."""

    gone: int
    """Cards in front of the cut card."""
    rounds: float
    """Rounds of a shoe."""
    means: tuple[float, ...]
    """By figure; those of a count are nothing where there is none."""
    errors: tuple[float, ...] | None
    """Their standard errors; none where they are counted."""

    def error(self, figure: int) -> float | None:
        """The standard error of a figure; none where it is counted."""
        return None if self.errors is None else self.errors[figure]

    def break_even_spread(self, by_count: bool = False) -> float | None:
        """How many times as much must be bet when favoured as otherwise for nothing to be lost; none if never so."""
        gain, loss = (COUNT_GAIN, COUNT_LOSS) if by_count else (GAIN, LOSS)
        return -self.means[loss] / self.means[gain] if self.means[gain] > 0 else None

    def worth(self, spread: float, by_count: bool = False) -> float:
        """What a round is worth to one who bets a unit, and so many when favoured."""
        gain, loss = (COUNT_GAIN, COUNT_LOSS) if by_count else (GAIN, LOSS)
        return spread * self.means[gain] + self.means[loss]


def cut_cards(bet: ShoeBet, shoe: KeptShoe, players: int) -> list[int]:
    """Places of the cut card, as cards in front of it: every half deck, and where the game has it."""
    own = len(shoe.pack) - shoe.behind
    deepest = len(shoe.pack) - max(players * bet.most_drawn, len(DECK) // 4)
    return sorted({*range(len(DECK) // 2, deepest + 1, len(DECK) // 2), own})


def counted(bet: ShoeBet, count: CardCount | None, cuts: Sequence[int], a_round: int) -> list[Favour]:
    """The rounds in front of each cut card, if each takes so many cards, over all sets that may be gone by then."""
    figures = by_cards_gone(bet, count)
    found = []
    for gone in cuts:
        starts = list(range(0, gone, a_round))
        means = tuple(float(np.mean([figures[start][at] for start in starts])) for at in range(FIGURES))
        found.append(Favour(gone, len(starts), means, None))
    return found


def by_cards_gone(bet: ShoeBet, count: CardCount | None) -> Floats:
    """By number of cards gone, the figures of the next round of a bet that one card decides.

    The sets of so many cards are counted by what they net together, kind by kind, or by their running count.
    All terms are positive, so that double precision loses nothing that is printed.
    """
    if bet.by_card is None:
        raise InvariantError("the bet was not worked out by card")
    nets, parts = bet.by_card
    cards, whole = bet.cards, sum(there * net for there, net in zip(bet.fresh, nets, strict=True))
    figures = np.zeros((cards, FIGURES))
    sums, low, step = _sets_by_sum(bet.fresh, nets)
    for gone in range(cards):
        likely = sums[gone] / comb(cards, gone)
        left = (whole - gone * low - step * np.arange(sums.shape[1])) / (parts * (cards - gone))
        favoured = left > 0
        figures[gone, :BY_COUNT] = likely[favoured].sum(), *_split(likely, left, favoured)
    if count is not None:
        for gone, (likely, left, favoured) in enumerate(_by_running_count(bet, count, nets, whole / parts, parts)):
            figures[gone, BY_COUNT:] = likely[favoured].sum(), *_split(likely, left, favoured)
    return figures


def _split(likely: Floats, left: Floats, favoured: Any) -> tuple[float, float]:
    return float((likely * left)[favoured].sum()), float((likely * left)[~favoured].sum())


def _sets_by_sum(fresh: Sequence[int], nets: Sequence[int]) -> tuple[Floats, int, int]:
    """How many sets of cards net so much together, by cards and steps; the lowest net of a card, and the step."""
    low = min(nets)
    step = gcd(*(net - low for net in nets)) or 1
    there: Counter[int] = Counter()
    for cards, net in zip(fresh, nets, strict=True):
        there[(net - low) // step] += cards
    sums = np.zeros((sum(fresh) + 1, sum(cards * net for net, cards in there.items()) + 1))
    sums[0, 0] = 1.0
    cards_so_far = most = 0
    for net, cards in there.items():
        before = sums[: cards_so_far + 1, : most + 1].copy()
        for some in range(1, cards + 1):
            sums[some : some + cards_so_far + 1, some * net : some * net + most + 1] += comb(cards, some) * before
        cards_so_far, most = cards_so_far + cards, most + cards * net
    return sums, low, step


def _by_running_count(bet: ShoeBet, count: CardCount, nets: Sequence[int], whole: float, parts: int) -> Any:
    """By cards gone: how likely each running count is, what the next round is worth with it, and whether to bet."""
    tags = count.tags
    lowest = -sum(there * max(-tag, 0) for there, tag in zip(bet.fresh, tags, strict=True))
    width = sum(there * abs(tag) for there, tag in zip(bet.fresh, tags, strict=True)) + 1
    ways, netted = np.zeros((bet.cards + 1, width)), np.zeros((bet.cards + 1, width))
    ways[0, -lowest] = 1.0
    for there, tag, net in zip(bet.fresh, tags, nets, strict=True):
        sets, sums = ways.copy(), netted.copy()
        for some in range(1, there + 1):
            rolled = comb(there, some) * np.roll(sets, (some, some * tag), axis=(0, 1))
            ways += rolled
            netted += comb(there, some) * np.roll(sums, (some, some * tag), axis=(0, 1)) + some * net * rolled
    running = np.arange(width) + lowest
    for gone in range(bet.cards):
        likely = ways[gone] / comb(bet.cards, gone)
        with np.errstate(invalid="ignore"):
            taken = np.where(ways[gone] > 0, netted[gone] / ways[gone], 0.0) / parts
        yield likely, (whole - taken) / (bet.cards - gone), _bets(running, bet.cards - gone, count)


def _bets(running: Ints, left: Any, count: CardCount) -> Any:
    """Whether the true count has come to the key, in whole numbers."""
    return running * len(DECK) * count.key.denominator >= count.key.numerator * left


@dataclass(frozen=True)
class DealtShoes:
    """Shoes dealt through the table: what was left at the start of each round, and which shoe that was."""

    left: Ints
    shoe: Ints


def deal_shoes(
    game: Game[Any], bet: ShoeBet, spots: Sequence[str], deepest: int, players: int, shoes: int, seed: str
) -> DealtShoes:
    """Shoes with their cut card as deep as said, at a table of seats that bet on these spots and play as seats do."""
    table = CutTable(game, Placard())
    table.behind = bet.cards - deepest
    table.pot = None
    for number in range(1, players + 1):
        table.sit(number, f"player {number}", STACK)
    bets = table.placard.least_bets(game) | {spot: table.placard.limit(game, spot).least for spot in spots}
    bets = {spot: cents for spot, cents in bets.items() if spot in spots}
    kind_of = {card: kind for kind, cards in enumerate(bet.kinds) for card in cards}
    left: list[Ints] = []
    shoe: list[int] = []
    number, at = 0, -1
    there = np.array(bet.fresh)
    while True:
        if table.shoe.left <= table.behind:
            at += 1
            if at == shoes:
                return DealtShoes(np.array(left), np.array(shoe))
            there = np.array(bet.fresh)
        left.append(there.copy())
        shoe.append(at)
        round = Round.seeded(table, seed_from(f"{seed}/{number}"))
        number += 1
        for seat in list(round.waiting):
            round.bet(seat, bets)
        while round.waiting:
            play_automatic_seat(round, next(iter(round.waiting)))
        for card in table.shoe_dealt:
            there[kind_of[card]] -= 1


def kept_shoes(
    game: Game[Any], bet: ShoeBet, spots: Sequence[str], deepest: int, players: int, shoes: int, seed: str
) -> DealtShoes:
    """The same, kept for the next time."""

    def build() -> bytes:
        dealt = deal_shoes(game, bet, spots, deepest, players, shoes, seed)
        return np.column_stack([dealt.shoe, dealt.left]).astype(np.uint32).tobytes()

    question = (spots, bet.kinds_words, deepest, players, shoes, seed)
    told = np.frombuffer(kept_for(game, "shoes", question, build, version_of(__name__)), np.uint32)
    rows = told.reshape(-1, 1 + len(bet.fresh)).astype(np.int64)
    return DealtShoes(rows[:, 1:], rows[:, 0])


def sampled(bet: ShoeBet, count: CardCount | None, cuts: Sequence[int], dealt: DealtShoes) -> list[Favour]:
    """The same figures of shoes that were dealt, as ratios of what shoes come to and their rounds."""
    values, cards = bet.values(dealt.left), dealt.left.sum(axis=1)
    running = (np.array(bet.fresh) - dealt.left) @ np.array(count.tags if count else [0] * len(bet.fresh))
    bets = _bets(running, cards, count) if count else np.zeros(len(cards), bool)
    figures = np.column_stack(
        [
            values > 0,
            np.where(values > 0, values, 0.0),
            np.where(values > 0, 0.0, values),
            bets,
            np.where(bets, values, 0.0),
            np.where(bets, 0.0, values) if count else np.zeros(len(values)),
        ]
    ).astype(float)
    shoes = int(dealt.shoe[-1]) + 1
    found = []
    for gone in cuts:
        there = bet.cards - cards < gone
        rounds = np.bincount(dealt.shoe[there], minlength=shoes)
        sums = np.array([np.bincount(dealt.shoe[there], figures[there, at], shoes) for at in range(FIGURES)])
        means = sums.sum(axis=1) / rounds.sum()
        errors = error_of_mean(sums - means[:, None] * rounds) / rounds.mean()
        found.append(Favour(gone, float(rounds.mean()), tuple(means.tolist()), tuple(errors.tolist())))
    return found


def error_of_mean(away: Floats) -> Floats:
    """The standard errors of means, by how far each sample is away from them, along the last axis.

    What comes from a few large samples has a mean and a scatter that rise and fall together, so that twice the usual
    error holds the truth too seldom. With skewness s and n samples the distance in usual errors has the variance
    1 + (2 + 7/4 s^2) / n to first order, by which the error is widened.
    """
    samples = away.shape[-1]
    squares = (away**2).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        skewness = np.nan_to_num((away**3).mean(axis=-1) / (squares / samples) ** 1.5)
    usual = np.sqrt(squares / (samples * (samples - 1)))
    errors: Floats = usual * np.sqrt(1 + (2 + 1.75 * skewness**2) / samples)
    return errors


def first_favoured(bet: ShoeBet) -> int | None:
    """The fewest cards that must be gone for the bet to favour the player: with the worst for it gone first.

    For a bet that one card decides no set of fewer cards does it; for another it is the fewest that was found.
    """
    left = list(bet.fresh)
    for gone in range(bet.cards - bet.most_drawn):
        if bet.value(left) > 0:
            return gone
        options = np.array([[there - (other == kind) for other, there in enumerate(left)] for kind in range(len(left))])
        options = options[(options >= 0).all(axis=1)]
        left = [int(there) for there in options[np.argmax(bet.values(options))]]
    return None
