"""What became of the pot in a round, and why, told to one player who was in it."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.chips import dollars
from croupier.english import listed
from croupier.table.events import PotAwarded, PotGathered
from croupier.table.pot import DEALER, HOUSE, Pot
from croupier.table.round import Round
from croupier.voice.hand_story import hand_story, with_article


def pot_ending(round: Round, seat: int, players: Mapping[int, str]) -> str:
    """What became of the pot; nothing for a player who was not in it. `players` are those of the round, by seat."""
    pot = round.table.pot
    you = players.get(seat, "")
    in_it = any(isinstance(event, PotGathered) and you in event.wagers for event in round.events)
    awarded = [event for event in round.events if isinstance(event, PotAwarded)]
    if pot is None or not in_it or not awarded:
        return ""
    label = next(spot.label for spot in round.table.game.spots if spot.pot)
    least = f"{with_article(pot.least.words)} or better"
    last = awarded[-1]
    if last.won:
        return _won(round, pot, seat, players, label, least)
    if last.shares or last.to_house:
        each = max(last.shares.values(), default=last.to_house)
        whom = listed(["you" if name == you else name for name in last.shares] + [HOUSE] * (last.to_house > 0))
        return f"The {label} was not won by its last game, so it is divided: {dollars(each)} each to {whom}."
    return f"The {label} rolls over: no hand in it is {least}. {dollars(last.balance)} stays in it for the next round."


def _won(round: Round, pot: Pot, seat: int, players: Mapping[int, str], label: str, least: str) -> str:
    last = [event for event in round.events if isinstance(event, PotAwarded)][-1]
    winners = [number for number, name in players.items() if name in last.shares]
    seen = [event.as_seen(seat) for event in round.events]
    story = next((told for winner in winners if (told := hand_story(seen, winner))), None)
    made = f" with {with_article(story.hand)}" if story else ""
    why = f"{made}: the best hand in it wins it if that is {least}."
    names = ["you" if number == seat else players[number] for number in winners]
    names += [DEALER] * (pot.dealer_competes and last.to_house > 0)
    names[0] = {"you": "You", DEALER: "The dealer"}.get(names[0], names[0])
    share = dollars(max([*last.shares.values(), last.to_house if not winners else 0]))
    kept = 0 if pot.dealer_competes else last.to_house + last.to_dealer
    less = f", after {dollars(kept)} for the house," if kept else ""
    if len(names) > 1:
        return f"{listed(names)} share the {label}, {share} each{less}{why}"
    return f"{names[0]} {'win' if names == ['You'] else 'wins'} {share} from the {label}{less}{why}"
