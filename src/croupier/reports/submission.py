"""The sections that only a submission has: liability, volatility, arithmetic, hand rankings, the generator."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor, lcm, sqrt
from typing import Any, Final

from croupier.cards import Card
from croupier.chips import dollars
from croupier.contract import Json
from croupier.errors import InvariantError
from croupier.exact.analysis import Analysis
from croupier.exact.reading.example_hands import hand_of, rows
from croupier.exact.solver import is_solved, solver_of
from croupier.extras import need
from croupier.odds import Odds, PayTable, Prize
from croupier.reports.paper_words import bet_label, decimal, pays_words, percent, result_words
from croupier.reports.rules_of_play.equipment_list import Equipment
from croupier.reports.rules_of_play.limits import largest_later
from croupier.table.chance import ALGORITHM, seed_from
from croupier.table.events import Dealt, Decided, Settled
from croupier.table.game import Game, PayBet, Spot
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.seat import HAND

PACKS: Final = tuple(52 * decks for decks in range(1, 9))
MOST_CARDS: Final = 7
MOST_DRAWS: Final = 4
DICE: Final = 36
NINETY: Final = 1.6448536269514722
"""Standard deviations within which nine tenths of a normal distribution lie."""
NINETY_FIVE: Final = 1.959963984540054
ROUNDS: Final = (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
ROUNDS_WATCHED: Final = 40
"""Rounds that show what a spot without a paytable is paid."""
TITLES: Final = {"poker": "Five cards", "deuces": "Five cards with twos wild", "three-card": "Three cards"}
"""Rankings by name, with their titles."""
SIZES: Final = {"poker": 5, "deuces": 5, "three-card": 3}
"""How many cards a hand of each ranking has."""
MOST_IN_HAND: Final = 7
SAMPLES: Final = 10_000
SEED: Final = "croupier report"
"""The words that the samples come from: with the same ones anybody draws the same samples."""


def arithmetic(game: Game[Any], bet: Analysis, hands: Iterable[int]) -> Json:
    """The rows of a return table over one denominator, with the sums that must come out."""
    whole = lcm(*(row.returns.denominator for row in bet.rows))
    paid = [row for row in bet.rows if row.returns > 0]
    returned = sum((row.returns for row in paid), Fraction(0))
    return {
        "label": bet_label(game, bet.bet),
        "unit": bet.unit,
        "cases": f"{bet.cases:,}",
        "pack": of_the_pack(bet.cases, hands),
        "denominator": f"{whole:,}",
        "rows": [
            {
                "result": result_words(game, row.row),
                "combinations": f"{row.combinations:,}",
                "one_in": one_in(row.probability),
                "numerator": _whole(row.returns * whole),
                "share": percent(row.returns / returned, 3) if row.returns > 0 else "–",
            }
            for row in bet.rows
        ],
        "combinations": f"{sum(row.combinations for row in bet.rows):,}",
        "numerator": _whole(bet.expected_value * whole),
        "expected_value": str(bet.expected_value).replace("-", "−"),
    }


def _whole(value: Fraction) -> str:
    return f"{value.numerator:,}".replace("-", "−")


def one_in(probability: Fraction) -> str:
    """Return how often something comes, as one round in so many.

    >>> one_in(Fraction(4, 2598960)), one_in(Fraction(2, 5)), one_in(Fraction(0))
    ('649,740', '2.500', 'never')
    """
    if not probability:
        return "never"
    value = 1 / probability
    return f"{float(value):,.0f}" if value >= 1000 else f"{float(value):,.3f}"


def of_the_pack(cases: int, hands: Iterable[int]) -> str:
    """Factor a number of cases into hands of one of these sizes, other cards, and rolls of dice.

    >>> of_the_pack(comb(52, 4) * 48 * 47 * 46, [4, 7]), of_the_pack(312 * 36, [1]), of_the_pack(10, [5])
    ('C(52, 4) × C(48, 1) × C(47, 1) × C(46, 1)', 'C(312, 1) × 36', '')
    """
    for draws, hand, pack in product(range(MOST_DRAWS), hands, PACKS):
        for rolls, dice in ((1, ()), (DICE, (str(DICE),))):
            dealt, left = divmod(cases, comb(pack, hand) * rolls)
            found = None if left else _drawn(dealt, pack - hand, draws)
            if found is not None:
                return " × ".join([f"C({pack}, {hand})", *found, *dice])
    return ""


def _drawn(cases: int, pack: int, draws: int) -> list[str] | None:
    """So many draws from what is left of the pack that give so many cases, if there are such."""
    if draws == 0:
        return [] if cases == 1 else None
    for cards in range(1, MOST_CARDS + 1):
        further, left = divmod(cases, comb(pack, cards))
        found = None if left else _drawn(further, pack - cards, draws - 1)
        if found is not None:
            return [f"C({pack}, {cards})", *found]
    return None


def volatility(game: Game[Any], bet: Analysis) -> Json:
    """Return the interval of the house's share of each unit after so many rounds, in 95 of 100 cases."""
    spread = bet.standard_deviation
    return {
        "label": bet_label(game, bet.bet),
        "unit": bet.unit,
        "index": decimal(NINETY * spread, 4),
        "deviation": decimal(spread, 4),
        "house_edge": percent(bet.house_edge),
        "rows": [
            {
                "rounds": f"{rounds:,}",
                "returned": _returned(bet, rounds),
                "within": percent(NINETY_FIVE * spread / sqrt(rounds)),
                "least": percent(float(bet.house_edge) - NINETY_FIVE * spread / sqrt(rounds)),
                "most": percent(float(bet.house_edge) + NINETY_FIVE * spread / sqrt(rounds)),
            }
            for rounds in ROUNDS
        ],
    }


def _returned(bet: Analysis, rounds: int) -> str:
    """The share of all that is wagered that players get back, from the least to the most of 95 of 100 cases."""
    mean, within = 1 - float(bet.element_of_risk), NINETY_FIVE * bet.standard_deviation / sqrt(rounds)
    within /= float(bet.average_wager)
    return f"{percent(mean - within, 2)} to {percent(mean + within, 2)}"


@dataclass(frozen=True)
class Worst:
    """The most that one wager can be paid, and by which row."""

    label: str
    stake: int
    row: str
    pays: str
    wins: int

    def told(self) -> Json:
        """As the paper has it."""
        return {
            "wager": self.label,
            "stake": dollars(self.stake),
            "row": self.row,
            "pays": self.pays,
            "wins": dollars(self.wins),
        }


def liability(game: Game[Any], placard: Placard) -> Json:
    """The worst of every wager at its highest limit, and of all together.

    Every wager is taken to win its most in the same round, whatever the player decides: no round can cost more. That
    it can cost so much is not said where the cards do not allow it.
    """
    worst = list(_worst_of_each(game, placard))
    seat = sum(each.wins for each in worst)
    table = seat * game.seats
    limit = placard.aggregate_payout
    return {
        "wagers": [each.told() for each in worst],
        "seat": dollars(seat),
        "staked": dollars(sum(each.stake for each in worst if each.stake)),
        "seats": game.seats,
        "table": dollars(table),
        "limit": None if limit is None else dollars(limit),
        "round": dollars(table if limit is None else min(table, limit)),
    }


def _worst_of_each(game: Game[Any], placard: Placard) -> list[Worst]:
    seen = _paid(game, placard)
    own = {spot: [table for bet, table in game.paytables.items() if _is_for(game, bet, spot)] for spot in game.spots}
    found = []
    for spot, tables in own.items():
        if spot.pot:
            continue
        stake = largest_later(game, placard) if spot.later else placard.most(game, spot)
        alike = [table for other in game.spots if _paid_alike(spot, other, seen) for table in own[other]]
        found.append(_of_tables(game, spot.label, stake, tables or alike) or _of_seen(spot, stake, seen))
    first = next(spot for spot in game.spots if not (spot.later or spot.pot))
    for bet in game.pay_bets:
        if not any(_is_for(game, bet.name, spot) for spot in game.spots):
            worst = _of_tables(game, bet.label, placard.most(game, first), [game.paytables[bet.name]])
            if worst is not None:
                found.append(worst)
    return found


def _is_for(game: Game[Any], bet: str, spot: Spot) -> bool:
    """Return True if a paytable belongs to a spot (`deuces/first-5` to `first-5`) or to the wager it is part of."""
    names = {name.rpartition("/")[2] for name in game.paytables}
    return bet.rpartition("/")[2] == (spot.name if spot.name in names else spot.wager)


def _of_tables(game: Game[Any], label: str, stake: int, tables: list[PayTable]) -> Worst | None:
    """The row of a bet's paytables that pays most at this stake."""
    paid = [(_wins(pay, stake), row, pay) for table in tables for row in table.pays if (pay := table[row]) is not None]
    if not paid:
        return None
    wins, row, pay = max(paid, key=lambda one: one[0])
    return Worst(label, stake, result_words(game, row), pays_words(pay), wins)


def _of_seen(spot: Spot, stake: int, seen: Sequence[Mapping[str, Fraction]]) -> Worst:
    value = max((paid[spot.name] for paid in seen if spot.name in paid), default=Fraction(1))
    return Worst(spot.label, stake, "any win", str(Odds(value)), floor(stake * value))


def _paid_alike(spot: Spot, other: Spot, seen: Sequence[Mapping[str, Fraction]]) -> bool:
    """Return True if a spot wins only with another, and then as much for one unit, by a table."""
    won = [(paid[spot.name], paid.get(other.name)) for paid in seen if spot.name in paid]
    return spot != other and len({value for value, _ in won}) > 1 and all(value == beside for value, beside in won)


def _wins(pay: Odds | Prize, stake: int) -> int:
    return pay.cents if isinstance(pay, Prize) else floor(stake * pay.value)


def _paid(game: Game[Any], placard: Placard) -> list[dict[str, Fraction]]:
    """Collect what each winning spot of a seat was paid for one unit, in rounds dealt aside."""
    found: dict[tuple[int, int], dict[str, Fraction]] = {}
    for number in range(ROUNDS_WATCHED):
        for event in rehearse(game, placard, number).events:
            if isinstance(event, Settled) and event.result == "win" and event.stake:
                found.setdefault((number, event.seat), {})[event.spot] = Fraction(event.won, event.stake)
    return [*found.values()]


@dataclass(frozen=True)
class Favoured:
    """A bet that favours the player at the least stake that is taken."""

    bet: str
    unit: str
    least: int
    """The least stake, in cents."""
    house_edge: Fraction
    """At that stake: below zero."""
    last: int
    """The largest stake that favours the player, in whole chips."""

    @property
    def always(self) -> bool:
        """Return True if no stake that is taken favours the house."""
        return self.last == 0

    def words(self, label: str) -> str:
        """For which stakes it does so, and by how much."""
        if self.always:
            return f"{label} favours the player at every stake: the house edge is {percent(self.house_edge)}."
        stakes = dollars(self.least) if self.last == self.least else f"{dollars(self.least)} to {dollars(self.last)}"
        return (
            f"{label} favours the player at stakes of {stakes}: "
            f"the house edge is {percent(self.house_edge)} at {dollars(self.least)}."
        )


def favoured_bets(game: Game[Any], placard: Placard) -> list[Favoured]:
    """Every bet that is known to favour the player somewhere within its limits.

    A flat prize is worth less of a larger stake, so that the house edge never falls as the stake grows: if the least
    stake does not favour the player none does, and between those that do and those that do not is one border.
    """
    solver, found = solver_of(game), []

    def at(cents: int, name: str) -> Analysis:
        solved = solver.exactly(name, Fraction(cents, 100))
        if solved is None:
            raise InvariantError("what is exact at one stake is at every other")
        return solved

    for name, bet in (solver.analyze() if is_solved(game) else solver.solve().exact).items():
        table = game.paytables.get(name)
        if table is None or not table.fixed:
            if bet.expected_value > 0:
                found.append(Favoured(name, bet.unit, 0, bet.house_edge, 0))
            continue
        spot = game.spot(name.rpartition("/")[2])
        least, most = placard.limit(game, spot.name).least, placard.most(game, spot)
        worst = at(least, name)
        if worst.expected_value > 0:
            stakes = range(least, most + 1, placard.chip)
            last = stakes[bisect_left(stakes, True, 1, key=lambda cents: at(cents, name).expected_value <= 0) - 1]
            found.append(Favoured(name, bet.unit, least, worst.house_edge, 0 if last == stakes[-1] else last))
    return found


def favoured(game: Game[Any], placard: Placard) -> list[Json]:
    """Return these bets as facts of the paper."""
    return [{"bet": each.bet, "words": each.words(bet_label(game, each.bet))} for each in favoured_bets(game, placard)]


def hand_rankings(equipment: Equipment) -> list[Json]:
    """Return the rankings that the game's paytables go by, best hand first; none where no row is a hand of cards."""
    game = equipment.game
    paid = {row for bet in game.pay_bets for row in bet.rows}
    told = []
    for ranking in _rankings(equipment, paid):
        # Rows list hands by leading rank: one in the middle shows more than a pair of twos or a wheel.
        shown = {row: hands[len(hands) // 6] for row, hands in rows(ranking, SIZES[ranking]).items()}
        best_first = sorted(shown, key=lambda row: hand_of(ranking, shown[row]), reverse=True)
        hands = [
            {"hand": result_words(game, row), "cards": _signs(shown[row]), "paid": row in paid} for row in best_first
        ]
        told.append({"title": TITLES[ranking], "hands": hands})
    return told


def _signs(cards: tuple[Card, ...]) -> list[str]:
    """Return cards as they are drawn, those of one rank together, pairs first."""
    ranks = [card.rank for card in cards]
    return [card.sign for card in sorted(cards, key=lambda card: (-ranks.count(card.rank), -card.rank))]


def _rankings(equipment: Equipment, paid: set[str]) -> list[str]:
    """Return the rankings by which some row of a paytable is named; three cards where no more are held."""
    bets = equipment.game.pay_bets
    if max(hand_sizes(equipment), default=0) <= 4:
        return ["three-card"] if any(_are_hands(bet, "three-card") for bet in bets) else []
    wild = rows("deuces", 5).keys() - rows("poker", 5).keys()
    found = ["poker"] if any(_are_hands(bet, "poker") for bet in bets if not wild & set(bet.rows)) else []
    return [*found, *(["deuces"] if paid & wild else [])]


def _are_hands(bet: PayBet, ranking: str) -> bool:
    """Return True if most rows of a paytable, and not one alone, are hands: any two cards may be a `pair`."""
    return len(rows(ranking, SIZES[ranking]).keys() & set(bet.rows)) > max(1, len(bet.rows) // 2)


def hand_sizes(equipment: Equipment) -> list[int]:
    """Return the sizes of hands in a few rounds: as first held, and, where no cards are changed, in the end."""
    sizes: set[int] = set()
    for round in equipment.rounds:
        dealt = [event for event in round.events if isinstance(event, Dealt)]
        own = [len(event.cards) for event in dealt if event.seat == 1]
        sizes |= {_first_held(round)}
        if not equipment.discards:
            shared = sum(len(event.cards) for event in dealt if not event.seat and event.place in equipment.shared)
            sizes |= {sum(own), sum(own) + shared}
    return sorted(size for size in sizes if 0 < size <= MOST_IN_HAND)


def _first_held(round: Round) -> int:
    """Return the number of cards that the first player has when something is first decided with them."""
    held = 0
    for event in round.events:
        if isinstance(event, Dealt) and event.seat == 1 and event.place == HAND:
            held += len(event.cards)
        elif isinstance(event, Decided) and held:
            break
    return held


@cache
def generator() -> Json:
    """Return what was sampled, which tests were made, how many failed and how many may."""
    need("lab")
    from croupier.rng_tests.battery import LEVEL, describe, draw_samples, run_tests

    samples = draw_samples(seed_from(SEED), SAMPLES)
    verdict = run_tests(samples)
    return {
        "algorithm": ALGORITHM,
        "words": SEED,
        "samples": [
            {"what": each["what"], "draws": each["draws"], "range": each["range"], "replacement": each["replacement"]}
            for each in describe(samples).values()
        ],
        "level": f"{1 - LEVEL:.0%}",
        "tests": [
            {
                "test": tally.test,
                "made": str(tally.tests),
                "failed": str(tally.failed),
                "expected": f"{tally.expected:.2f}",
                "most": str(tally.most_failed),
            }
            for tally in verdict.tallies
        ],
        "made": str(len(verdict.results)),
        "failed": str(verdict.failed),
        "expected": f"{verdict.expected:.2f}",
        "smallest": f"{verdict.smallest.p:.3g}",
        "least": f"{verdict.least_p:.3g}",
        "of": f"{verdict.smallest.test} of {verdict.smallest.sample}",
        "passes": verdict.passes,
    }
