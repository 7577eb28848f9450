"""Every wager: its figures, return table, plots and odds, and its edge by the stake."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from croupier.chips import dollars
from croupier.contract import Json
from croupier.exact.analysis import Analysis
from croupier.exact.by_stake import ByStake, by_stake
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.solved_game import Bet
from croupier.exact.solver import solver_of
from croupier.reports.math_report.plots import distribution, hour_of_play
from croupier.reports.paper_words import action_words, bet_label, decimal, pays_words, percent, result_words
from croupier.shown.svg_plots import PRINT, bar_plot
from croupier.table.game import Game
from croupier.table.placard import Placard

MOST_COUNTED: Final = 2
"""Participants in a pot up to whom it can be counted; with more it is simulated."""
MOST_IN_POT: Final = 9
STAKES: Final = tuple(100 * stake for stake in (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50, 100))
"""In cents; those within the limits are looked at."""


def wager(game: Game[Any], analysis: Bet) -> Json:
    """Everything that is said of one wager."""
    if isinstance(analysis, EstimatedBet):
        return _estimated_wager(game, analysis)
    return {
        "label": bet_label(game, analysis.bet),
        "unit": analysis.unit,
        "figures": [[name, value.replace("-", "−"), exact] for name, value, exact in analysis.summary()],
        "rows": [
            {
                "result": result_words(game, row.row),
                "pays": pays_words(row.pays),
                "combinations": f"{row.combinations:,}",
                "probability": percent(row.probability, 6),
                "return": decimal(row.returns, 6, sign=True),
            }
            for row in analysis.rows
        ],
        "actions": [
            {"action": action_words(action), "share": percent(share), "exact": str(share)}
            for action, share in analysis.actions.items()
        ],
        "favours": " ".join(analysis.favour_words).replace(analysis.bet, bet_label(game, analysis.bet), 1),
        "totals": totals(analysis),
        "distribution": distribution(analysis),
        "hour": hour_of_play(analysis),
    }


def _estimated_wager(game: Game[Any], bet: EstimatedBet) -> Json:
    """Return the facts of an estimated wager: its mean and how well that is known."""
    bound = ["kind of estimate", "a lower bound", "in expectation no more than the best play is worth"]
    return {
        "label": f"{bet_label(game, bet.bet)} (estimated)",
        "unit": bet.unit,
        "figures": [
            [f"expected value (per {bet.unit})", percent(bet.estimate), "estimated, not exact"],
            ["standard error", percent(bet.standard_error), ""],
            ["sampled deals", f"{bet.rounds:,}", ""],
            *([bound] if bet.chosen else []),
        ],
        "rows": [],
        "actions": [],
        "favours": "",
        "totals": None,
        "distribution": None,
        "hour": None,
    }


def edge_words(bet: Bet) -> str:
    """The house edge; of a bet that is estimated with its standard error, and said to be so.

    >>> edge_words(EstimatedBet("main", "ante", -0.0212, 0.0041, 1000, True))
    'about 2.1200% ± 0.4100%, or less'
    """
    if isinstance(bet, EstimatedBet):
        less = ", or less" if bet.chosen else ""
        return f"about {percent(bet.house_edge)} ± {percent(bet.standard_error)}{less}"
    return percent(bet.house_edge)


def totals(analysis: Analysis) -> Json:
    """The sums that a reader can check."""
    probability = sum((row.probability for row in analysis.rows), Fraction(0))
    return {
        "cases": f"{analysis.cases:,}",
        "combinations": f"{sum(row.combinations for row in analysis.rows):,}",
        "probability": str(probability),
        "share": percent(probability, 0),
        "returns": decimal(sum((row.returns for row in analysis.rows), Fraction(0)), 6, sign=True),
        "outcomes": len(analysis.outcomes),
        "expected_value": str(analysis.expected_value),
    }


def in_summary(game: Game[Any], solved: Mapping[str, Bet]) -> list[Json]:
    """The wagers side by side; of those that are estimated only the edge is known."""
    return [
        {"label": bet_label(game, name), "unit": bet.unit, "house_edge": edge_words(bet)} | _further(bet)
        for name, bet in solved.items()
    ]


def _further(bet: Bet) -> Json:
    if isinstance(bet, EstimatedBet):
        return dict.fromkeys(("element_of_risk", "average_wager", "standard_deviation", "hit_frequency"), "–")
    return {
        "element_of_risk": percent(bet.element_of_risk),
        "average_wager": decimal(bet.average_wager, 4),
        "standard_deviation": decimal(bet.standard_deviation, 4),
        "hit_frequency": percent(bet.hit_frequency),
    }


def odds_of_each(game: Game[Any], solved: Mapping[str, Bet]) -> list[Json]:
    """True odds, payout odds and house advantage of every result of every wager, odds being to 1 and against it."""
    return [
        {
            "label": bet_label(game, name),
            "unit": bet.unit,
            "house_edge": edge_words(bet),
            "exact": str(bet.house_edge) if isinstance(bet, Analysis) else None,
            "rows": [
                {
                    "result": result_words(game, row.row),
                    "true_odds": true_odds(row.probability),
                    "payout_odds": pays_words(row.pays),
                    "probability": percent(row.probability, 6),
                    "return": decimal(row.returns, 6, sign=True),
                }
                for row in (bet.rows if isinstance(bet, Analysis) else ())
                if row.probability
            ],
        }
        for name, bet in solved.items()
    ]


def pot_odds(game: Game[Any], counted: bool) -> list[Json]:
    """Return how often participants win the pot and how long it lasts: what is counted, or what is simulated."""
    return [
        {
            "participants": str(odds.participants),
            "won": percent(odds.won),
            "rounds": decimal(odds.rounds, 3),
            "divided": percent(odds.divided) if odds.divided else "never",
            "exact": str(odds.won) if odds.is_exact else percent(odds.standard_error),
            "between": [percent(bound) for bound in odds.bounds] if odds.bounds else None,
        }
        for odds in solver_of(game).pot(MOST_COUNTED if counted else MOST_IN_POT)
        if odds.is_exact == counted
    ]


def true_odds(probability: Fraction) -> str:
    """The odds against something, as fair odds would pay it.

    >>> true_odds(Fraction(1, 38)), true_odds(Fraction(1, 3)), true_odds(Fraction(3, 4)), true_odds(Fraction(1))
    ('37 to 1', '2 to 1', '0.3333 to 1', 'certain')
    """
    if probability == 1:
        return "certain"
    against = (1 - probability) / probability
    if against.denominator == 1:
        return f"{against.numerator:,} to 1"
    return f"{float(against):,.{4 if against < 10 else 2 if against < 1000 else 0}f} to 1"


def stakes(game: Game[Any], placard: Placard) -> list[Json]:
    """Every bet whose edge depends on its stake; none in a game without flat prizes."""
    if not any(table.fixed for table in game.paytables.values()):
        return []
    found = by_stake(game, placard, STAKES)
    return [_told(game, each) for each in found.values() if len(set(each.edges.values())) > 1]


def _told(game: Game[Any], found: ByStake) -> Json:
    return {
        "label": bet_label(game, found.bet),
        "rows": [[dollars(cents), percent(edge), str(edge)] for cents, edge in found.edges.items()],
        "sentences": [words.replace(found.bet, bet_label(game, found.bet), 1) for words in found.sentences],
        "plot": bar_plot(
            [(dollars(cents), float(edge) * 100) for cents, edge in found.edges.items()], "house edge, %", look=PRINT
        ),
    }
