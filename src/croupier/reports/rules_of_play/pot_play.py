"""The pot that players compete for: its terms, the dealer's work with it, and the story of one that was won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from croupier.chips import dollars
from croupier.contract import Json
from croupier.odds import hand_words
from croupier.reports.rules_of_play.procedure import by_rule, in_order, is_of_the_pot
from croupier.table.events import PotAwarded, PotGathered
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import Way, evening, steps
from croupier.table.round import Round

ROUNDS_HEARD: Final = 60
LONGEST_STORY: Final = 14

InPot = Callable[[int, int], bool]


def pot_play(game: Game[Any], placard: Placard) -> Json | None:
    """What a paper says of the game's pot; nothing where it has none."""
    pot = game.new_pot(placard)
    if pot is None:
        return None
    (spot,) = (spot for spot in game.spots if spot.pot)
    return {
        "label": spot.label,
        "terms": _terms(pot.about()),
        "steps": by_rule(
            in_order(
                [step for step in steps(round) if is_of_the_pot(step.rule)]
                for rounds in _evenings(game, placard)
                for round in rounds
            )
        ),
        "story": _story(game, placard),
    }


def _comes_and_goes(number: int, seat: int) -> bool:
    """One player who never leaves, one who misses one round of five, one who misses two of seven."""
    return seat == 1 or (seat == 2 and number % 5 != 3) or (seat == 3 and number % 7 > 1)


def _evenings(game: Game[Any], placard: Placard) -> Iterator[Iterator[Round]]:
    """Evenings that bring every turn of a pot: players who come and go, nobody who wins, everybody leaving."""
    plans: tuple[tuple[tuple[Way, ...], InPot], ...] = (
        (("careful",) * 3, _comes_and_goes),
        (("timid",) * 2, lambda number, seat: True),
        (("timid",) * 2, lambda number, seat: number % 5 < 3),
        (("bold",) * 3, lambda number, seat: True),
    )
    for ways, in_pot in plans:
        yield islice(evening(game, placard, ways, in_pot), ROUNDS_HEARD)


def _terms(about: Json) -> list[Json]:
    """What is posted about the pot."""
    said = [{"what": "One round costs", "how": f"{dollars(about['price'])} a player"}]
    if "wins" in about:
        said.append({"what": "It is won by", "how": f"the highest hand in it, {hand_words(about['wins'])} or better"})
    if "rake" in about:
        said.append({"what": "When it is won the rake is", "how": dollars(about["rake"])})
    if "games" in about:
        said.append({"what": "It runs for", "how": f"{about['games']} games at most"})
    if "dealer_participates" in about:
        said.append({"what": "The dealer", "how": "competes" if about["dealer_participates"] else "does not compete"})
    return said


def _story(game: Game[Any], placard: Placard) -> list[Json]:
    """A pot from its opening to the round that wins it, as the engine dealt it; the longest of an evening's."""
    stories: list[list[Json]] = [[]]
    for round in islice(evening(game, placard, ("careful",) * 3, _comes_and_goes), ROUNDS_HEARD):
        row = _row(round)
        if row is None:
            continue
        stories[-1].append(row)
        if row["over"]:
            stories.append([])
    told = [story for story in stories[:-1] if len(story) <= LONGEST_STORY]
    return max(told, key=len, default=[])


def _row(round: Round) -> Json | None:
    gathered = next((event for event in round.events if isinstance(event, PotGathered)), None)
    awarded = next((event for event in round.events if isinstance(event, PotAwarded)), None)
    if gathered is None:
        return None
    wagers = [f"{player} {dollars(cents)}" for player, cents in gathered.wagers.items()]
    return {
        "wagers": ", ".join(wagers) or "nobody",
        "holds": dollars(gathered.balance),
        "became": _became(awarded),
        "over": awarded is not None and (awarded.won or bool(awarded.shares)),
    }


def _became(awarded: PotAwarded | None) -> str:
    if awarded is None or not (awarded.won or awarded.shares or awarded.to_house):
        return "stays for the next round"
    paid = [f"{player} is paid {dollars(cents)}" for player, cents in awarded.shares.items()]
    if awarded.to_house:
        paid.append(f"{dollars(awarded.to_house)} to the house")
    if awarded.to_dealer:
        paid.append(f"{dollars(awarded.to_dealer)} to the dealer")
    if awarded.balance:
        paid.append(f"{dollars(awarded.balance)} stays for the next pot")
    return "; ".join(paid)
