"""Checks of a submission before it is made: reasons not to send it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.checks import Check
from croupier.chips import Range, dollars
from croupier.contract import verdicts
from croupier.english import listed
from croupier.errors import Refused
from croupier.exact.claims import audit
from croupier.exact.estimated_bet import EstimatedBet
from croupier.exact.solver import solver_of
from croupier.reports.inputs import FIELDS, Cover, missing
from croupier.reports.paper_words import bet_label
from croupier.reports.rules_of_play.rule_book import rule_book
from croupier.reports.submission import favoured_bets
from croupier.table.felt import printed_felt
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.settings import as_words


def preflight(game: Game[Any], placard: Placard, cover: Cover) -> list[Check]:
    """Every check. `fails` keeps it from being sent; `open` is for a person to look into."""
    try:
        law = placard.law
    except Refused as error:
        return [Check("law", "fails", str(error))]
    checks = [_cover(cover)]
    checks.append(_holds("settings", "the law asks for no others", lambda: _settings(game, placard)))
    checks += _limits(game, placard)
    checks.append(_holds("payouts", _payouts_words(placard), lambda: placard.check(game)))
    checks += _pot(game, placard)
    try:
        checks += _stakes(game, placard, cover)
    except Refused as error:
        checks.append(Check("stakes", "fails", str(error)))
    checks += _postings(game, placard, cover)
    checks += _papers(game)
    checks += [Check("law", "open", words) for words in law.warnings(game.uses_dice)]
    return checks


def _cover(cover: Cover) -> Check:
    empty = missing(cover)
    if empty:
        names = listed(FIELDS.get(name, name).lower() for name in empty)
        return Check("first page", "fails", f"the submission file does not say: {names}")
    return Check("first page", "holds", f"revision {cover.revision} of {cover.date}, by {cover.applicant}")


def _holds(name: str, words: str, check: Callable[[], None]) -> Check:
    """A check that holds unless something is refused."""
    try:
        check()
    except Refused as error:
        return Check(name, "fails", str(error))
    return Check(name, "holds", words)


def _settings(game: Game[Any], placard: Placard) -> None:
    placard.law.check_settings(as_words(game.settings), game.name)
    placard.check_skill(game)


def _limits(game: Game[Any], placard: Placard) -> Iterator[Check]:
    """The limits that are posted, or the game's usual ones, against what the law takes."""
    for spot in game.spots:
        if spot.later or spot.pot or (spot.equals and spot.name not in placard.limits):
            continue
        try:
            said = placard.limits.get(spot.name) or Range(spot.least, spot.most)
            limit, most = placard.limit(game, spot.name), placard.most(game, spot)
        except Refused as error:
            yield Check("limits", "fails", str(error))
            continue
        if most < limit.most:
            why = f"{placard.law.place} takes no more than {dollars(most)} on it"
            yield Check("limits", "fails", f"{spot.label} is posted at {limit}; {why}: {_by(placard)}")
        elif limit.least > said.least:
            yield Check("limits", "fails", f"{spot.label} is posted at {said}; by law {limit} at least")
        else:
            yield Check("limits", "holds", f"{spot.label} at {limit}")


def _by(placard: Placard) -> str:
    law = placard.law
    rules = [rule.cite for rule in (law.single_wager, law.separate_games) if rule]
    return "; ".join(rules) if rules else "no rule is named"


def _payouts_words(placard: Placard) -> str:
    limit = placard.aggregate_payout
    return "payouts are not limited" if limit is None else f"payouts of a round are limited to {dollars(limit)}"


def _pot(game: Game[Any], placard: Placard) -> Iterator[Check]:
    if game.pot_kind is None:
        return
    if game.new_pot(placard) is None:
        yield Check("pot", "open", f"{placard.law.place} does not allow the game's pot; it is left out of the papers")
    else:
        yield Check("pot", "holds", "the game's pot is offered")


def _stakes(game: Game[Any], placard: Placard, cover: Cover) -> Iterator[Check]:
    """Stakes that favour the player must be named so."""
    found, estimated = favoured_bets(game, placard), _estimated(game)
    if estimated:
        yield Check("stakes", "open", f"{listed(estimated)}: estimated; whether it favours the player is not certain")
    for each in found:
        words = each.words(bet_label(game, each.bet))
        if each.bet in cover.favours_player:
            yield Check("stakes", "holds", f"{words} The submission names it so")
        else:
            name = f'favours_player = ["{each.bet}"]'
            yield Check("stakes", "fails", f"{words} Raise the least bet, or say in the submission file {name}")
    for name in cover.favours_player:
        if name not in {each.bet for each in found}:
            yield Check("stakes", "fails", f"the submission file says that {name} favours the player; it does not")
    if not found and not estimated:
        yield Check("stakes", "holds", "no bet favours the player at any stake that is taken")


def _postings(game: Game[Any], placard: Placard, cover: Cover) -> Iterator[Check]:
    """Everything that must be posted has a place at which it is."""
    for notice in placard.law.posted:
        asked = [what for what in notice.posts if what != "aggregate-payout" or placard.aggregate_payout is not None]
        asked = [what for what in asked if what != "pot" or game.new_pot(placard) is not None]
        empty = [what for what in asked if not cover.posted.get(what)]
        if empty:
            yield Check("postings", "fails", f"{notice.cite}: not said where posted: {listed(empty)}")
        elif asked:
            yield Check("postings", "holds", f"{notice.cite}: {listed(asked)}")


def _estimated(game: Game[Any]) -> list[str]:
    """The bets of which only an estimate is known."""
    return [name for name, bet in solver_of(game).solve().bets.items() if isinstance(bet, EstimatedBet)]


def _papers(game: Game[Any]) -> Iterator[Check]:
    if not rule_book(game):
        yield Check("rules", "open", "the game has no rules.md, so the rules one by one are left out")
    if printed_felt(type(game)) is None:
        yield Check("layout", "open", "the game has no felt.toml; its layout is laid out by the program")
    estimated = _estimated(game)
    if estimated:
        yield Check("figures", "open", f"{listed(estimated)}: estimated, with a standard error")
    findings = verdicts(audit(type(game)))
    other = {verdict: count for verdict, count in findings.items() if verdict not in ("reproduced", "rounding")}
    if any(other.values()):
        said = listed(f"{count} {verdict}" for verdict, count in other.items() if count)
        yield Check("published", "open", f"figures of the document: {said}")
