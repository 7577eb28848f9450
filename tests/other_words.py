"""Tables that tell what happens in other words, or tell of something else."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from croupier.table.chance import Chance, Shuffling
from croupier.table.events import Event, Named, Settled, Step
from croupier.table.table import Table


def tell(patch: pytest.MonkeyPatch, change: Callable[[Event], Event]) -> None:
    """Change every event of every table."""
    begin = Table.begin

    def begin_otherwise(table: Table, chance: Chance, shoe_chance: Shuffling, events: list[Event]) -> None:
        begin(table, chance, shoe_chance, events)
        table.emit = lambda event: events.append(change(event))

    patch.setattr(Table, "begin", begin_otherwise)


def reworded(event: Event) -> Event:
    """Return the same cards, dice, answers and money in other words."""
    match event:
        case Step(rule, sentence):
            return Step(rule, f"Now {sentence}")
        case Settled():
            return msgspec.structs.replace(event, pays=f"{event.pays}, as posted", why=f"because {event.why}")
        case Named(what, value, seat):
            return Named(what, f"a {value}", seat)
    return event
