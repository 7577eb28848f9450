"""What the Draw 'n Shoot 21 document publishes, computed."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.exact.analysis import Analysis
from croupier.exact.claims import Exact, slug
from croupier.exact.shoe import LOSES, Hand, Play, play_out, solve
from croupier.games.draw_n_shoot_21.exact import (
    STRATEGIES,
    mathematics,
    played,
    twenty_one_game,
    twenty_one_pays,
)
from croupier.games.draw_n_shoot_21.rules import DrawNShoot21

FIRST_CARDS: Final = {"a": 1} | {str(points): points for points in range(2, 10)} | {"x": 10}

RESULTS: Final = {
    "lose-3-units": Fraction(-3),
    "lose-1-unit": Fraction(-1),
    "push": Fraction(0),
    "win-1-unit": Fraction(1),
    "win-1-2-units": Fraction(6, 5),
    "win-2-units": Fraction(2),
    "win-3-units": Fraction(3),
    "win-3-6-units": Fraction(18, 5),
    "win-6-units": Fraction(6),
}

SCORES: Final = {
    "even-money": "eighteen-to-twenty",
    "6-to-5": "twenty-one",
    "2-to-1": "blackjack",
    "push": "seventeen",
    "lose": LOSES,
}

SHOTS: Final = {
    "Any Card, 7": "seven",
    "Any Card, Any Craps": "any-craps",
    "Ten or Face, 10": "ten-ten",
    "6, 8, Match Draw": "match-6-8",
    "7, 7": "match-7",
    "5, 9, Match Draw": "match-5-9",
    "Ace, 11": "ace-eleven",
    "4, 4": "four-four",
    "4, Hardway 8": "four-hard-eight",
    "4-5-6-8-9-T-A, No Match": LOSES,
}
"""The rows of the printed tables and of the paytable."""

NO_POINT: Final = ("seven", "any-craps", LOSES)


def figures(game: DrawNShoot21) -> dict[str, Exact]:
    """Every published figure of the document, and the other readings that were tried, by name."""
    infinite, solved = DrawNShoot21.choose({"decks": "infinite"}), mathematics(game)
    found = _first_cards(infinite)
    found |= _results("21/six-decks", mathematics(game).strategy_analysis("document"))
    found |= _results("21/infinite-shoe", mathematics(infinite).strategy_analysis("document"))
    found |= _to_the_cut_card()
    found |= _cards_drawn(game, infinite)
    best, document = solved.analyze()["twenty-one"], solved.strategy_analysis("document")
    found["21/basic-strategy/cost"] = Exact(best.expected_value - document.expected_value)
    for name in game.printed()["quickcraps"]:
        found |= _quickcraps(name)
    return found


def _first_cards(game: DrawNShoot21) -> dict[str, Exact]:
    """The summary of the house edge: each first card's value, and what the raise makes of it."""
    twenty_one = twenty_one_game(game)
    solution = solve(twenty_one, twenty_one_pays(game))
    play = STRATEGIES["document"](game)
    found: dict[str, Exact] = {}
    certain = returned = raised = with_raise = Fraction(0)
    for name, points in FIRST_CARDS.items():
        chance = Fraction(twenty_one.shoe.counts[points], twenty_one.shoe.size(0))
        value, units = solution.value((points,)), play.raises((points,))
        row = {"p": chance, "ev": value, "value": chance * value, "raise": Fraction(units)}
        row["bs-value"] = chance * value * (1 + units)
        found |= {f"21/infinite/{name}/{column}": Exact(exact) for column, exact in row.items()}
        returned += row["value"]
        raised += chance * units
        with_raise += row["bs-value"]
        certain += chance
    totals = {"p": certain, "return": returned, "raise": raised, "bs-value": with_raise, "house-edge": -with_raise}
    return found | {f"21/infinite/totals/{name}": Exact(total) for name, total in totals.items()}


def _results(place: str, solved: Analysis) -> dict[str, Exact]:
    """The return table with its totals, and how far a simulation of one round strays from each."""
    found = {}
    for name, net in RESULTS.items():
        chance = solved.outcomes.get(net, Fraction(0))
        spread = sqrt(chance * (1 - chance))
        found[f"{place}/{name}/p"] = Exact(chance, spread=spread)
        found[f"{place}/{name}/p-ev"] = Exact(chance * net, spread=spread * abs(net))
        found[f"{place}/{name}/volatility"] = Exact(chance * net**2, spread=spread * float(net**2))
    mean, variance, deviation = solved.expected_value, solved.variance, solved.standard_deviation
    fourth = sum(float(chance * (net - mean) ** 4) for net, chance in solved.outcomes.items())
    spread = sqrt(fourth - float(variance) ** 2)
    found |= {
        f"{place}/p": Exact(sum(solved.outcomes.values(), Fraction(0))),
        f"{place}/expected-value": Exact(mean, spread=deviation),
        f"{place}/house-edge": Exact(-mean, spread=deviation),
        f"{place}/variance": Exact(variance, spread=spread),
        f"{place}/standard-deviation": Exact(variance, is_root=True, spread=spread / (2 * deviation)),
        f"{place}/average-wager": Exact(solved.average_wager),
        f"{place}/element-of-risk": Exact(solved.element_of_risk, spread=deviation / float(solved.average_wager)),
    }
    for name, row in SCORES.items():
        (chance,) = (line.probability for line in solved.rows if line.row == row)
        found[f"{place}/odds/{name}"] = Exact(chance, spread=sqrt(chance * (1 - chance)))
    return found


def _to_the_cut_card() -> dict[str, Exact]:
    """The return table of rounds dealt from one shoe to its cut card, as they were simulated: see cut_card.toml."""
    dealt = tomllib.loads((DrawNShoot21.folder() / "cut_card.toml").read_text("utf-8"))
    rounds = dealt["rounds"]
    shares = {Fraction(net): Fraction(count, rounds) for net, count in dealt["counts"].items()}
    mean = sum((net * share for net, share in shares.items()), Fraction(0))
    error = sqrt(sum(share * (net - mean) ** 2 for net, share in shares.items()) / rounds)
    found = {
        "21/cut-card/expected-value": Exact(mean, error=error),
        "21/cut-card/house-edge": Exact(-mean, error=error),
    }
    for name, net in RESULTS.items():
        share = shares[net]
        error = sqrt(share * (1 - share) / rounds)
        found[f"21/cut-card/{name}/p"] = Exact(share, error=error)
        found[f"21/cut-card/{name}/p-ev"] = Exact(share * net, error=error * abs(float(net)))
        found[f"21/cut-card/{name}/volatility"] = Exact(share * net**2, error=error * float(net**2))
    return found


def _cards_drawn(game: DrawNShoot21, infinite: DrawNShoot21) -> dict[str, Exact]:
    """The cards a player ends with, and what other ways to count or to play would make of it."""
    twenty_one = twenty_one_game(game)
    average = played(game, "document").average_cards
    draws = STRATEGIES["document"](game).draws
    drawing = sum(count for points, count in twenty_one.shoe.left(()) if draws((points,)))
    share = Fraction(drawing, twenty_one.shoe.size(0))
    hard_11 = play_out(
        twenty_one, Play(lambda hand: 1 not in hand and sum(hand) <= 11, STRATEGIES["document"](game).raises)
    )
    tried = {
        "six-decks/average-cards": average,
        "six-decks/average-cards-standing-on-aces": hard_11.average_cards,
        "six-decks/average-cards-of-those-who-draw": (average - (1 - share)) / share,
        "six-decks/average-cards-hitting-hard-10": play_out(twenty_one, _hitting(game, 10)).average_cards,
        "six-decks/average-cards-hitting-hard-11": play_out(twenty_one, _hitting(game, 11)).average_cards,
        "infinite-shoe/average-cards": played(infinite, "document").average_cards,
    }
    return {f"21/{name}": Exact(cards) for name, cards in tried.items()}


def _hitting(game: DrawNShoot21, hard_total: int) -> Play:
    """The document's strategy, but that hard totals are hit up to another one."""
    document = STRATEGIES["document"](game)

    def draws(hand: Hand) -> bool:
        soft = 1 in hand and sum(hand) <= 11
        return document.draws(hand) or (not soft and sum(hand) <= hard_total)

    return Play(draws, document.raises)


def _quickcraps(name: str) -> dict[str, Exact]:
    """A QuickCraps table with its totals; a hit is a win, and a point is made by a match that is paid."""
    solved = mathematics(DrawNShoot21.choose(paytables={"quickcraps": name})).analyze()["quickcraps"]
    rows = {row.row: row for row in solved.rows}
    found: dict[str, Exact] = {}
    for printed, row in SHOTS.items():
        chance, returns = rows[row].probability, rows[row].returns
        columns = {"p": chance, "ev": returns / chance, "p-ev": returns, "volatility": returns**2 / chance}
        found |= {f"quickcraps/{name}/{slug(printed)}/{column}": Exact(value) for column, value in columns.items()}
    matched = {row: line for row, line in rows.items() if row not in NO_POINT}
    paid = sum(line.probability for line in matched.values() if line.returns > 0)
    lost = solved.outcomes[Fraction(-1)]
    push = solved.outcomes[Fraction(0)]
    totals = {
        "p": sum(solved.outcomes.values(), Fraction(0)),
        "expected-value": solved.expected_value,
        "variance": solved.variance,
        "second-moment": solved.variance + solved.expected_value**2,
        "house-edge": solved.house_edge,
        "hit-rate": 1 / solved.hit_frequency,
        "hit-rate-with-pushes": 1 / (1 - lost),
        "make-point": 1 / Fraction(paid),
        "make-point-with-pushes": 1 / Fraction(sum(line.probability for line in matched.values())),
        "win": solved.hit_frequency,
        "push": push,
        "lose": lost,
    }
    found |= {f"quickcraps/{name}/{total}": Exact(value) for total, value in totals.items()}
    return found | {f"quickcraps/{name}/standard-deviation": Exact(solved.variance, is_root=True)}
