"""The facts of each kind of paper, for its template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import to_builtins

from croupier.contract import Json
from croupier.exact.solved_game import SolvedGame
from croupier.exact.solver import is_solved, solver_of
from croupier.reports.felt_layout import BLACKJACK, layout_facts
from croupier.reports.inputs import Cover, Kind, PaperTerms, cover_facts
from croupier.reports.math_report.comparisons import Comparison, edge_groups, paytables, readings, sensitivity
from croupier.reports.math_report.method import confirmation, method, published
from croupier.reports.math_report.plots import PLAYERS, ROUNDS_PER_HOUR
from croupier.reports.math_report.seen_cards import seen_cards
from croupier.reports.math_report.strategies import (
    decisions,
    drawn_decisions,
    printed_strategies,
    short_strategies,
)
from croupier.reports.math_report.wagers import in_summary, odds_of_each, pot_odds, stakes, wager
from croupier.reports.paper_words import pays_words, percent, result_words, setting_words
from croupier.reports.rules_of_play.equipment_list import Equipment, equipment_list
from croupier.reports.rules_of_play.irregularities import irregularities
from croupier.reports.rules_of_play.limits import bets, choices, law
from croupier.reports.rules_of_play.pot_play import pot_play
from croupier.reports.rules_of_play.procedure import procedure
from croupier.reports.rules_of_play.rule_book import rule_book
from croupier.reports.rules_of_play.worked_examples import played_by, worked_examples
from croupier.reports.submission import (
    arithmetic,
    favoured,
    generator,
    hand_rankings,
    hand_sizes,
    liability,
    volatility,
)
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import what_becomes_of_bets
from croupier.table.settings import as_words, settings_of
from croupier.voice.lesson import round_steps


@dataclass(frozen=True)
class ProgressCallbacks:
    """Called with what is being worked on, and with how many rounds have been simulated since the last call."""

    working_on: Callable[[str], None] = lambda words: None
    dealt: Callable[[int], None] = lambda rounds: None


NO_CALLBACKS: Final = ProgressCallbacks()
EXPOSURE: Final = "seen_cards"
"""The part of a simulation's facts that no round is dealt for."""


def facts_of(terms: PaperTerms, progress: ProgressCallbacks = NO_CALLBACKS) -> Json:
    """The facts of a paper, whole: nothing that its template prints is made up there."""
    return _GATHERERS[terms.inputs.kind](terms, progress)


def math_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The mathematical report."""
    game = terms.game
    progress.working_on("solving")
    found = solver_of(game).solve(terms.stake)
    changes = _changes(terms, found, progress)
    simulated = None
    if terms.inputs.simulate:
        progress.working_on(f"simulating {terms.inputs.simulate:,} rounds")
        simulated = confirmation(game, terms.placard, terms.inputs.simulate, progress.dealt)
        simulated["pot"] = pot_odds(game, counted=False)
        progress.working_on("solving decks that cards are gone from")
        simulated[EXPOSURE] = exposure_facts(terms)
    progress.working_on("following the short strategy")
    said = {"statement": list(found.statement)} if found.statement else {}
    return (
        _head(terms)
        | changes
        | said
        | {
            "numbers": _numbers(found),
            "hour": {"players": PLAYERS, "rounds": ROUNDS_PER_HOUR},
            "summary": in_summary(game, found.bets),
            "procedure": procedure(game, terms.placard),
            "wagers": [wager(game, bet) for bet in found.bets.values()],
            "pot": pot_odds(game, counted=True),
            "stakes": stakes(game, terms.placard),
            "strategies": short_strategies(game, found.exact, terms.stake),
            "decisions": decisions(game, terms.stake),
            "simulation": simulated,
            "published": published(type(game)),
            "method": method(game),
        }
    )


def exposure_facts(terms: PaperTerms) -> Json:
    """Return the worth of seen cards, as a paper with a simulation tells it."""
    return seen_cards(terms.game, solver_of(terms.game).solve(terms.stake).exact, terms.stake)


def _numbers(found: SolvedGame) -> Json:
    """The figures of every bet as programs are told them."""
    return {name: to_builtins(bet.told()) for name, bet in found.bets.items()}


def _changes(terms: PaperTerms, found: SolvedGame, progress: ProgressCallbacks) -> Json:
    """Return the edge under other paytables, readings and pays; nothing for a game that is searched."""
    if not is_solved(terms.game):
        return {"paytables": [], "edges": None, "readings": [], "sensitivity": []}
    comparison = Comparison(terms.game, terms.stake, found.exact)
    progress.working_on("comparing paytables and readings")
    compared, read = paytables(comparison), readings(comparison)
    progress.working_on("moving every row of the paytables")
    return {
        "paytables": compared,
        "edges": [
            [label, name, percent(edge), printed or "–"]
            for label, tables in edge_groups(comparison)
            for name, edge, printed in tables
        ],
        "readings": read,
        "sensitivity": sensitivity(comparison),
    }


def rack_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The rack card."""
    game, placard = terms.game, terms.placard
    return _head(terms) | {
        "bets": bets(game, placard),
        "steps": round_steps(game, placard),
        "procedure": procedure(game, placard),
        "choices": choices(game, placard),
        "pot": pot_play(game, placard),
        "felt": game.felt,
    }


def rules_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The rules of play."""
    game, placard = terms.game, terms.placard
    progress.working_on("dealing examples")
    equipment = Equipment(game, placard)
    return rack_facts(terms, progress) | {
        "equipment": equipment_list(equipment),
        "rule_book": rule_book(game),
        "examples": worked_examples(game, placard),
        "played_by": played_by(game),
        "irregularities": irregularities(equipment),
        "law": law(game, placard),
    }


def dealer_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The dealer's card."""
    game, placard = terms.game, terms.placard
    return _head(terms) | {
        "procedure": procedure(game, placard),
        "pot": pot_play(game, placard),
        "bets": bets(game, placard),
        "irregularities": irregularities(Equipment(game, placard)),
        "felt": game.felt,
    }


def pocket_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The pocket card: what the strategy card says, and hands with the best choice for each."""
    facts = strategy_facts(terms, progress)
    progress.working_on("choosing hands")
    return facts | {"hands": drawn_decisions(terms.game, terms.stake), "felt": terms.game.felt}


def strategy_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The strategy card."""
    progress.working_on("solving")
    found = solver_of(terms.game).solve(terms.stake)
    progress.working_on("finding the shortest strategy")
    strategies = printed_strategies(terms.game, found.exact, terms.stake)
    return _head(terms) | {"numbers": _numbers(found), "strategies": [each for each in strategies if each["rules"]]}


def felt_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """The table layout."""
    inputs = terms.inputs
    return _head(terms) | {"layout": layout_facts(terms.game, inputs.felt or BLACKJACK, bool(inputs.for_printer))}


def submission_facts(terms: PaperTerms, progress: ProgressCallbacks) -> Json:
    """Everything that a regulator asks for; the rules of play have all that is on the rack card."""
    game, placard = terms.game, terms.placard
    solved = solver_of(game).solve(terms.stake)
    equipment = Equipment(game, placard)
    sizes = hand_sizes(equipment)
    progress.working_on("testing the generator")
    return _head(terms) | {
        "cover": cover_facts(terms.inputs.cover or Cover()),
        "odds": odds_of_each(game, solved.bets),
        "favoured": favoured(game, placard),
        "rankings": hand_rankings(equipment),
        "liability": liability(game, placard),
        "volatility": [volatility(game, bet) for bet in solved.exact.values()],
        "arithmetic": [arithmetic(game, bet, sizes) for bet in solved.exact.values() if bet.rows],
        "generator": generator(),
        "math": math_facts(terms, progress),
        "rules": rules_facts(terms, progress),
        "strategy": strategy_facts(terms, progress),
        "layout": felt_facts(terms, progress),
    }


_GATHERERS: Final[dict[Kind, Callable[[PaperTerms, ProgressCallbacks], Json]]] = {
    "math": math_facts,
    "rules": rules_facts,
    "strategy": strategy_facts,
    "pocket": pocket_facts,
    "layout": felt_facts,
    "rack": rack_facts,
    "dealer": dealer_facts,
    "submission": submission_facts,
}


def _unlisted(game: Game[Any], placard: Placard) -> dict[str, set[str]]:
    """Return by bet the pays, or pushes, that were seen and that its paytable does not list."""
    seen = what_becomes_of_bets(game, placard)
    listed: dict[str, set[str]] = {}
    for bet in game.pay_bets:
        listed.setdefault(bet.name.rpartition("/")[2], set()).update(map(str, game.paytables[bet.name].pays.values()))
    others = {
        spot: {pays for result, pays in seen.get(spot, set()) if result != "lose"} - pays_listed
        for spot, pays_listed in listed.items()
    }
    return {bet.name: others[bet.name.rpartition("/")[2]] for bet in game.pay_bets}


def _head(terms: PaperTerms) -> Json:
    """Return the facts at the head of every paper: the game with its paytables and settings, and the place."""
    game = terms.game
    said = as_words(game.settings)
    unlisted = _unlisted(game, terms.placard)
    return {
        "game": game.title,
        "sentence": game.sentence,
        "document": game.document,
        "seats": game.seats,
        "place": terms.placard.law.place,
        "solved": is_solved(game),
        "tables": [
            {
                "bet": bet.label,
                "name": game.paytables[bet.name].name,
                "rows": [
                    [result_words(game, row), pays_words(game.paytables[bet.name][row])]
                    for row in bet.rows
                    if game.paytables[bet.name][row] is not None
                ]
                + [["Any other win", pays] for pays in sorted(unlisted[bet.name] - {"push"})],
            }
            for bet in game.pay_bets
        ],
        "unlisted_loses": not any(unlisted.values()),
        "settings": [
            {
                "name": setting.name,
                "value": said[setting.name],
                "words": setting_words(said[setting.name]),
                "default": said[setting.name] == setting.default,
                "meaning": setting.meaning,
                "rule": setting.rule,
            }
            for setting in settings_of(game.Settings)
        ],
    }
