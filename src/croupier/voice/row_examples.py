"""A hand for each row of a paytable whose rows are hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache


@cache
def row_examples(wanted: tuple[str, ...]) -> Mapping[str, list[str]]:
    """A hand for each row, of the ranking that has all of these rows; nothing if they are no hands."""
    from croupier.exact.reading.example_hands import rows

    for ranking, size in (("poker", 5), ("three-card", 3), ("deuces", 5)):
        known = rows(ranking, size)
        if set(wanted) <= set(known):
            return {row: [card.name for card in sorted(known[row][0], reverse=True)] for row in wanted}
    return {}
