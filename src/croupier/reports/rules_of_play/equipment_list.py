"""What a game needs on the table, found out by dealing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from croupier.cards import DECK
from croupier.chips import dollars
from croupier.contract import Json
from croupier.table.events import Dealt, Decided, Event, Moved, Named, Rolled, Shuffled, TurnedUp
from croupier.table.felt import felt_of
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import PLAYERS, Way, rehearse
from croupier.table.round import Round
from croupier.table.seat import HAND

ROUNDS_WATCHED: Final = 12
FULL_TABLE: Final[list[Way]] = ["bold" for _ in PLAYERS]


@dataclass(frozen=True)
class Equipment:
    """What was seen in use."""

    game: Game[Any]
    placard: Placard

    @cached_property
    def rounds(self) -> list[Round]:
        """Rounds of every kind of player, and some of a full table."""
        mixed = [rehearse(self.game, self.placard, number) for number in range(ROUNDS_WATCHED)]
        return mixed + [rehearse(self.game, self.placard, number, FULL_TABLE) for number in range(ROUNDS_WATCHED)]

    @cached_property
    def events(self) -> list[Event]:
        """All that happened in them."""
        return [event for round in self.rounds for event in round.events]

    def _has(self, *kinds: type[Event]) -> bool:
        return any(isinstance(event, kinds) for event in self.events)

    @cached_property
    def cards_shuffled(self) -> int:
        """The cards that are shuffled together; none where every card comes from a pack that stays whole."""
        return max((event.cards for event in self.events if isinstance(event, Shuffled)), default=0)

    @property
    def shoe(self) -> bool:
        """Whether cards last for several rounds."""
        return self.cards_shuffled > len(DECK) or any(round.table.shoe.left for round in self.rounds)

    @cached_property
    def most_cards_used(self) -> int:
        """The most cards that a full table took in a round; burned cards count."""
        if self.shoe or not self.cards_shuffled:
            return max(_dealt(round.events) for round in self.rounds)
        return max(len(DECK) - len(round.table.shuffler.stock) for round in self.rounds)

    @property
    def dice(self) -> bool:
        """Whether dice are rolled."""
        return self.game.uses_dice or self._has(Rolled)

    @property
    def button(self) -> bool:
        """Whether a button goes round."""
        return any(round.table.button for round in self.rounds)

    @cached_property
    def games_called(self) -> list[str]:
        """The games among which one is called before cards are dealt."""
        return sorted({named.replace("-", " ") for round in self.rounds if (named := _named_first(round))})

    @property
    def pot(self) -> bool:
        """Whether players may compete for a pot."""
        return self.game.new_pot(self.placard) is not None

    @cached_property
    def unseen(self) -> list[str]:
        """The places in front of a player whose cards nobody sees until they are turned up."""
        return _places(event for event in self.events if isinstance(event, Dealt) and event.seat and event.eyes == ())

    @cached_property
    def shared(self) -> list[str]:
        """The places of the table whose cards are turned up for everybody's hand."""
        return [place for place in self._turned_up_for_all if place not in self.dealers]

    @cached_property
    def dealers(self) -> list[str]:
        """The places of the table whose cards make a hand that is announced: the dealer's."""
        announced = {event.what for event in self.events if isinstance(event, Named)}
        return [place for place in self._turned_up_for_all if any(what.startswith(place) for what in announced)]

    @cached_property
    def _turned_up_for_all(self) -> list[str]:
        return _places(event for event in self.events if isinstance(event, TurnedUp) and event.seat is None)

    @property
    def discards(self) -> bool:
        """Whether players lay cards aside and get others."""
        return self._has(Moved)

    @property
    def folds(self) -> bool:
        """Whether a player may give a hand up."""
        return any(isinstance(event, Decided) and event.action == "fold" for event in self.events)

    @property
    def face_up(self) -> bool:
        """Whether players' cards are dealt face up."""
        hands = [event for event in self.events if isinstance(event, Dealt) and event.place == HAND]
        return all(event.eyes is None for event in hands)

    @property
    def hits(self) -> bool:
        """Whether a player may ask for one card more."""
        return any(isinstance(event, Decided) and event.action == "hit" for event in self.events)


def _places(events: Iterable[Dealt | TurnedUp]) -> list[str]:
    return list(dict.fromkeys(event.place for event in events if event.place != HAND))


def _dealt(events: Sequence[Event]) -> int:
    return sum(len(event.cards) for event in events if isinstance(event, Dealt))


def equipment_list(equipment: Equipment) -> list[Json]:
    """The equipment in words, one line for each thing."""
    game = equipment.game
    felt = felt_of(type(game))
    listed = [{"what": "Cards", "how": _cards(equipment)}]
    if equipment.dice:
        listed.append({"what": "Dice", "how": "Two dice and a cup."})
    spots = [_printed_spot(game.spot(place.spot).label, place.label) for place in felt.seat.spots]
    boxes = [box.label for box in (*felt.seat.boxes, *felt.table.boxes) if box.label]
    printed = f"Betting spots for each player: {', '.join(spots)}."
    if boxes:
        printed += f" Places for cards: {', '.join(dict.fromkeys(boxes))}."
    listed.append({"what": "Layout", "how": printed})
    listed.append({"what": "Paytables", "how": f"Posted: {'; '.join(bet.label for bet in game.pay_bets)}."})
    if equipment.button:
        sides = f", with a side for each game: {'; '.join(equipment.games_called)}" if equipment.games_called else ""
        listed.append({"what": "Button", "how": f"A button that goes from player to player{sides}."})
    if equipment.pot:
        counter = felt.table.pot.games if felt.table.pot else 0
        how = "A circle for the pot's chips, and lammers for the players who are in it"
        listed.append(
            {"what": "Pot", "how": f"{how}; a printed counter from 1 to {counter}." if counter else f"{how}."}
        )
    listed.append({"what": "Chips", "how": f"Value chips down to {dollars(equipment.placard.chip)}, and a chip tray."})
    listed += [{"what": what, "how": how} for what, how in game.conditions]
    listed.append({"what": "Players", "how": f"1 to {game.seats}."})
    return listed


def _printed_spot(label: str, printed: str) -> str:
    """A spot by its name, and by what is printed on it where that is something else."""
    return label if printed.lower() in ("", label.lower()) else f"{label} (marked {printed})"


def _cards(equipment: Equipment) -> str:
    used = f"a full table of {equipment.game.seats} has used up to {equipment.most_cards_used} of them in a round"
    if not equipment.cards_shuffled:
        return f"A shoe that always stays whole, as every card is put back at once; {used.replace(' of them', '')}."
    if equipment.shoe:
        decks = equipment.cards_shuffled // len(DECK)
        size = "one deck" if decks == 1 else f"{decks} decks"
        return f"A shoe of {size}, {equipment.cards_shuffled} cards, with a cut card; {used}."
    return f"One deck of {len(DECK)} cards, shuffled for every round by hand or by a shuffler; {used}."


def _named_first(round: Round) -> str:
    """Return what was named for the whole table before cards were dealt, such as which game is played."""
    for event in round.events:
        if isinstance(event, Named):
            return event.value
        if isinstance(event, Dealt):
            break
    return ""
