"""What is said of exposure in words: what lies face down, what is assumed, what is not known and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from croupier.cards import rank_plural
from croupier.english import counted, listed
from croupier.exact.seen_cards.informed import DEALERS, MARKED, FlashedCard
from croupier.table.game import Game
from croupier.table.seat import DEALER_HAND


def lying(hidden: Mapping[str, int]) -> str:
    """The cards that lie face down, by their places.

    >>> lying({"dealer": 4, "Draw Card": 1})
    '4 cards (dealer) and 1 card (Draw Card)'
    """
    return listed([f"{counted(cards, 'card')} ({place})" for place, cards in hidden.items()])


def backs_of(ranks: Collection[int]) -> str:
    """What one knows who tells these ranks by their backs.

    >>> backs_of([14, 13])
    'the backs of all aces and kings'
    """
    return f"the backs of all {_plural(ranks)}"


def _plural(ranks: Collection[int]) -> str:
    return listed([rank_plural(rank) for rank in ranks])


def marks_assumed(hidden: Mapping[str, int], ranks: Collection[int]) -> str:
    """What is assumed of one who tells these ranks by their backs."""
    which = _plural(ranks)
    return (
        f"before the first choice the player reads the back of every card that lies face down, {lying(hidden)}, "
        f"and tells {which} from all others, but not one of them from another; then the best is done with that"
    )


def gone_unknown(game: Game[Any]) -> str:
    """Why it is not known what cards are worth that are known to be gone."""
    return f"no count of seen cards is known for games of the kind of {game.title}"


def hidden_unknown(game: Game[Any], hidden: Mapping[str, int], found: Sequence[FlashedCard], marked: bool) -> str:
    """Why it is not known what some of the hidden cards are worth, or marked ranks; nothing where all is."""
    if not found:
        verb = "lie" if sum(hidden.values()) > 1 else "lies"
        return f"no count is known for games of the kind of {game.title}; {lying(hidden)} {verb} face down"
    wanted = [] if marked else [DEALERS, MARKED] if DEALER_HAND in hidden else [MARKED]
    missing = [place for place in wanted if place not in {each.place for each in found}]
    if missing:
        return f"{listed(missing, 'or')} is not counted, for every card by itself would be too much to deal out"
    return ""
