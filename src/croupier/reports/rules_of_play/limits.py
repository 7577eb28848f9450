"""The bets and answers that a player may give, the table's limits, and the most that the law leaves of them."""

from __future__ import annotations

from typing import Any, Final

from croupier.cards import BACK
from croupier.chips import dollars
from croupier.contract import Json
from croupier.english import counted
from croupier.errors import Refused
from croupier.table.game import Game, Spot
from croupier.table.placard import Placard
from croupier.table.rehearsal import rehearse
from croupier.table.round import Round
from croupier.table.view import view
from croupier.voice.prompts import by_head, choice_words, is_a_pick

ROUNDS_WATCHED: Final = 40
"""Rounds in which the answers that players are offered are collected."""


def bets(game: Game[Any], placard: Placard) -> list[Json]:
    """Every betting spot: when it is bet on, and for how much; not that of a pot which the law does not allow."""
    return [
        {"label": spot.label, "when": _when(game, spot), "limits": _limits(game, placard, spot)}
        for spot in game.spots
        if not spot.pot or game.new_pot(placard) is not None
    ]


def _when(game: Game[Any], spot: Spot) -> str:
    if spot.later:
        return "during the round, by a decision"
    return f"{'required' if not spot.pot and _required(game, spot) else 'optional'}, before the deal"


def _required(game: Game[Any], spot: Spot) -> bool:
    """Whether it must be bet on by whoever plays: some other bet is taken together with it, but not alone."""
    others = (other for other in game.spots if not (other.later or other.pot or other.equals or other is spot))
    return spot.required or any(
        not _takes(game, {other.name: other.least}) and _takes(game, {other.name: other.least, spot.name: spot.least})
        for other in others
    )


def _takes(game: Game[Any], bets: dict[str, int]) -> bool:
    try:
        game.check_bets(bets)
    except Refused:
        return False
    return True


def _limits(game: Game[Any], placard: Placard, spot: Spot) -> str:
    if spot.later:
        most = largest_later(game, placard)
        return f"as the procedure says; at most {dollars(most)}" if most else "as the procedure says"
    if spot.pot:
        pot = game.new_pot(placard)
        return f"{dollars(pot.about()['price'])} a round" if pot else ""
    if spot.equals:
        return f"equal to the {game.spot(spot.equals).label}"
    limit = placard.limit(game, spot.name)
    return f"{dollars(limit.least)} to {dollars(placard.most(game, spot))}"


def largest_later(game: Game[Any], placard: Placard) -> int:
    """The largest bet that may be made later in a round, from the largest bets before it."""
    return max(
        (
            game.largest_later_bet(placard.together(game, spot, placard.most(game, spot)))
            for spot in game.spots
            if not (spot.later or spot.pot or spot.equals)
        ),
        default=0,
    )


def choices(game: Game[Any], placard: Placard) -> list[Json]:
    """Return every set of answers that players were offered after betting, with how many cards they could see."""
    seen: dict[tuple[str, ...], set[int]] = {}

    def watch(round: Round, seat: int) -> None:
        decision = round.waiting[seat]
        if decision is not None and len(decision.legal) > 1:
            answers = tuple(_answer_words(game, said) for said in by_head(decision))
            seen.setdefault(answers, set()).add(_cards_seen(round, seat))

    for number in range(ROUNDS_WATCHED):
        rehearse(game, placard, number, watch=watch)
    return [
        {"cards": f"{counted(min(cards), 'card')}{' or more' * (len(cards) > 1)}", "answers": " · ".join(answers)}
        for answers, cards in sorted(seen.items(), key=lambda choice: (min(choice[1]), max(choice[1])))
    ]


def _answer_words(game: Game[Any], head: str) -> str:
    """Return an answer with the cards in it left open."""
    words = choice_words(type(game), head)
    return f"{words} any cards" if is_a_pick(head, []) else f"{words} a card" if head.endswith("discard") else words


def _cards_seen(round: Round, seat: int) -> int:
    seen = view(round, seat)
    own = [card for each in seen.seats if each.number == seat for cards in each.places.values() for card in cards]
    common = [card for cards in seen.places.values() for card in cards]
    return sum(card != BACK for card in own + common)


def law(game: Game[Any], placard: Placard) -> Json:
    """What the law of the place and day says about it, each sentence with its source."""
    rules = placard.law
    said = []
    if rules.single_wager:
        said.append(f"At most {rules.single_wager}.")
    if rules.separate_games:
        games = rules.separate_games
        words = f"At most {games.most} separate games with one hand"
        if games.most_above_small is not None:
            words += f", of which {games.most_above_small} may take more than {dollars(games.small)}"
        said.append(f"{words}, by {games.cite}.")
    if rules.aggregate_payout:
        said.append(
            f"An aggregate payout limit is at least the largest wager at its highest odds, counted up to "
            f"{rules.aggregate_payout.odds_counted_up_to} to 1, by {rules.aggregate_payout.cite}."
        )
    return {
        "place": rules.place,
        "day": placard.day.isoformat(),
        "rules": said,
        "notices": rules.notices(),
        "warnings": rules.warnings(game.uses_dice),
        "chip": dollars(placard.chip),
        "breakage": "to the cent" if placard.breakage == "exact" else f"down to the {dollars(placard.chip)} chip",
    }
