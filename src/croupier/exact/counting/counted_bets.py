"""Every bet of a game from a shoe, as one who counts cards meets it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from croupier.errors import Refused
from croupier.exact.by_walk.wagerings import ALONE, bets_of, stakes
from croupier.exact.counting.card_counts import LEVELS, CardCount, best_count
from croupier.exact.counting.favoured import (
    BY_COUNT,
    COUNT_GAIN,
    FAVOURED,
    GAIN,
    LOSS,
    DealtShoes,
    Favour,
    counted,
    cut_cards,
    first_favoured,
    kept_shoes,
    sampled,
)
from croupier.exact.counting.read_rounds import KeptShoe, kept_shoe, read_bets
from croupier.exact.counting.shoe_bets import ShoeBet
from croupier.exact.game_mathematics import Mathematics
from croupier.json_shapes import BetCounted, CountTold, CutTold
from croupier.table.game import Game
from croupier.table.placard import Placard

SHOES: Final = 200
"""Shoes that are dealt where figures cannot be counted."""
FEWEST_SHOES: Final = 2
"""One shoe alone has no standard error."""
CERTAIN: Final = 3
"""The standard errors by which a gain must be above nothing before it is said to be one."""
SEED: Final = "counting"


class CountingTerms(NamedTuple):
    """How cards are counted: at which table, and with how many shoes where shoes must be dealt."""

    players: int = 1
    shoes: int = SHOES
    cut_card: int | None = None
    """Cards in front of it, where it is not to be where the game has it."""


USUAL: Final[CountingTerms] = CountingTerms()


@dataclass(frozen=True)
class Counting:
    """What counting is worth against one bet."""

    bet: ShoeBet
    shoe: KeptShoe
    players: int
    counts: tuple[tuple[CardCount, Favour], ...]
    """The best count of each level, the simplest first, and what it comes to with the game's cut card."""
    cuts: tuple[Favour, ...]
    """With the simplest count, for every place of the cut card."""
    shoes: int
    """How many were dealt; none where the figures are counted."""
    first: int | None
    """The fewest cards that must be gone for the bet to favour the player; none if it never does."""
    least: int
    most: int
    """The bet's limits at a table of the game's usual ones, in cents."""
    may_sit_out: bool
    """Whether a player may leave the bet out and stay in the game."""

    @property
    def exact(self) -> bool:
        """Whether the figures are counted, not sampled."""
        return not self.shoes

    @property
    def now(self) -> Favour:
        """With the cut card where the game has it."""
        gone = len(self.shoe.pack) - self.shoe.behind
        return next(favour for favour in self.cuts if favour.gone == gone)

    @property
    def exposed(self) -> bool:
        """Whether rounds favour the player with the game's cut card, beyond what sampling may show by chance."""
        return self.now.means[GAIN] > CERTAIN * (self.now.error(GAIN) or 0.0)

    @property
    def spread(self) -> float:
        """The largest bet over the smallest, by the limits."""
        return self.most / self.least

    def deepest_safe(self, spread: float | None = None) -> int | None:
        """The deepest place of those looked at, in cards in front, at which this spread gains nothing."""
        worth = {favour.gone: favour.worth(self.spread if spread is None else spread) for favour in self.cuts}
        losing = [gone for gone in worth if all(worth[other] <= 0 for other in worth if other <= gone)]
        return max(losing, default=None)

    def told(self) -> BetCounted:
        """What the `--json` contract has of it."""
        kinds, safe = self.bet.kinds_words, self.deepest_safe()
        return BetCounted(
            self.bet.unit,
            str(-self.bet.expected_value),
            self.bet.cards,
            self.now.gone,
            self.players,
            self.exposed,
            self.exact,
            self.shoes,
            self.first,
            dict(zip(kinds, map(str, self.bet.effects), strict=True)),
            [
                CountTold(
                    dict(zip(kinds, count.tags, strict=True)),
                    count.correlation,
                    str(count.slope),
                    str(count.key),
                    count.tried,
                    favour.means[BY_COUNT],
                    favour.means[COUNT_GAIN],
                    favour.error(COUNT_GAIN),
                )
                for count, favour in self.counts
            ],
            [
                CutTold(
                    favour.gone,
                    favour.rounds,
                    favour.means[FAVOURED],
                    favour.means[GAIN],
                    favour.means[LOSS],
                    favour.break_even_spread(),
                    favour.means[COUNT_GAIN],
                    favour.break_even_spread(by_count=True),
                    favour.error(FAVOURED),
                    favour.error(GAIN),
                )
                for favour in self.cuts
            ],
            self.least,
            self.most,
            safe,
            self.sentences,
        )

    @property
    def sentences(self) -> list[str]:
        """What a house must know, in words."""
        now, bet, dealt = self.now, self.bet, f"{self.now.gone} of {self.bet.cards} cards"
        if not any(bet.effects) and not self.exposed:
            return [f"{bet.name}: no card's removal moves it, so no count of tags can follow it."]
        if not self.exposed:
            return [f"{bet.name}: not exposed to counting with the cut card after {dealt}."]
        favoured, gain = now.means[FAVOURED], now.means[GAIN]
        told = [
            f"exposed to counting. It favours the player before {favoured:.2%} of the rounds, with the cut card after "
            f"{dealt}; one who knows what is gone and bets only then gains {gain:.4%}{_plus_minus(now, GAIN)} of a bet "
            f"for each round that is dealt, {gain / favoured:.2%} of each bet made"
        ]
        if self.counts and now.means[COUNT_GAIN] > 0:
            by_count = f"{now.means[COUNT_GAIN]:.4%}{_plus_minus(now, COUNT_GAIN)}"
            told.append(f"by the simple count, a bet in {now.means[BY_COUNT]:.2%} of the rounds and {by_count}")
        even = now.break_even_spread()
        if even is not None:
            told.append(f"who bets in every round gains nothing with a spread below {even:.1f} to 1")
        if self.first is not None:
            sure = "it never" if bet.most_drawn == 1 else "no case was found in which it"
            told.append(f"with fewer than {self.first} cards gone {sure} favours the player")
        safe = self.deepest_safe()
        if safe is not None and safe < now.gone:
            told.append(
                f"its limits allow a spread of {self.spread:g} to 1, which gains nothing with the cut card after at "
                f"most {safe} cards"
            )
        return [f"{bet.name}: {sentence}." for sentence in told]


def _plus_minus(favour: Favour, figure: int) -> str:
    error = favour.error(figure)
    return "" if error is None else f" ± {error:.4%}"


def counting(
    game: Game[Any],
    mathematics: Mathematics,
    stake: Fraction = Fraction(1),
    terms: CountingTerms = USUAL,
    seed: str = SEED,
) -> list[Counting]:
    """Every bet of a game from a shoe; none of one that is shuffled for every round, or whose cards never run out."""
    shoe, (players, shoes, cut) = kept_shoe(game), terms
    if not 1 <= players <= game.seats:
        raise Refused(f"{players} players cannot sit at {game.name}; 1 to {game.seats} can")
    if shoes < FEWEST_SHOES:
        raise Refused(f"with {shoes} shoes there is no standard error; deal {FEWEST_SHOES} or more")
    if shoe is None:
        if cut is not None:
            raise Refused(f"{game.title} keeps no shoe from round to round, so it has no cut card")
        return []
    if cut is not None:
        if not 1 <= cut < len(shoe.pack):
            raise Refused(f"the cut card cannot be after {cut} cards; the shoe has {len(shoe.pack)}")
        shoe = KeptShoe(shoe.pack, len(shoe.pack) - cut)
    bets = mathematics.shoe_bets(stake)
    bets = read_bets(game, stake, shoe) if bets is None else bets
    placed = {name: each.wagering.bets for each in stakes(game, int(stake * 100)) for name in each.tells}
    return [_counting(game, bet, shoe, placed[bet.name], players, shoes, seed) for bet in bets]


def _counting(
    game: Game[Any], bet: ShoeBet, shoe: KeptShoe, spots: tuple[str, ...], players: int, shoes: int, seed: str
) -> Counting:
    counts = [found for level in LEVELS if (found := best_count(bet, level))]
    counts = [count for at, count in enumerate(counts) if count.tags not in {other.tags for other in counts[:at]}]
    cuts = cut_cards(bet, shoe, players)
    dealt = kept_shoes(game, bet, spots, cuts[-1], players, 1, seed)
    a_round = _every_round(dealt)
    if bet.by_card is not None and a_round:
        shoes = 0
    else:
        dealt = kept_shoes(game, bet, spots, cuts[-1], players, shoes, seed)

    def favours(count: CardCount | None) -> list[Favour]:
        return sampled(bet, count, cuts, dealt) if shoes else counted(bet, count, cuts, a_round)

    own = cuts.index(len(shoe.pack) - shoe.behind)
    by_count = [(count, favours(count)) for count in counts]
    own_spots = bets_of(game)[bet.name.rpartition("/")[2].removesuffix(ALONE)]
    rule = next(spot for spot in own_spots if not spot.later)
    limit = Placard().limit(game, rule.name)
    return Counting(
        bet,
        shoe,
        players,
        tuple((count, found[own]) for count, found in by_count),
        tuple(by_count[0][1] if by_count else favours(None)),
        shoes,
        first_favoured(bet),
        limit.least,
        limit.most,
        not rule.required,
    )


def _every_round(dealt: DealtShoes) -> int:
    """How many cards each round took; none where they differ."""
    left = dealt.left.sum(axis=1)
    taken = set((left[:-1] - left[1:]).tolist())
    return taken.pop() if len(taken) == 1 else 0
