"""Cincinnati Stud as a person can remember it: three rules, the first that fits decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from croupier.cards import Card
from croupier.table.game import Rule, ShortStrategy

RULES: Final[tuple[Rule, ...]] = (
    Rule("Play the most with a pair of eights or better, and with any pair and four to a flush.", "play-2x", 2),
    Rule(
        "Play the least with any other pair, an ace, four to a flush, or four to a straight, inside or out.",
        "play-1x",
        4,
    ),
    Rule("Fold everything else.", "fold"),
)
"""The strategy card: the first rule that fits decides."""


def choose(cards: Sequence[Card], legal: Sequence[str]) -> str:
    """The action for six cards, its size read as the least or the most that is legal."""
    return legal_action(_rule(cards), legal)


def _rule(cards: Sequence[Card]) -> Rule:
    suited = max(Counter(card.suit for card in cards).values())
    return rule_for([card.rank for card in cards], suited)


def legal_action(rule: Rule, legal: Sequence[str]) -> str:
    """What a rule comes to among the actions that are legal, whatever Play bets a house allows."""
    plays = sorted(int(size[1]) for action in legal if (size := re.fullmatch(r"play-(\d+)x", action)))
    return {"play-2x": f"play-{plays[-1]}x", "play-1x": f"play-{plays[0]}x", "fold": "fold"}[rule.action]


def rule_for(ranks: Sequence[int], suited: int) -> Rule:
    """The rule for cards of these ranks, so many of them in the longest suit; nothing else about them matters."""
    most, least, fold = RULES
    pairs = [rank for rank, cards in Counter(ranks).items() if cards >= 2]
    in_a_row = _in_a_row(set(ranks))
    if _eights_or_better(ranks, pairs) or in_a_row == 5 or suited >= 5 or (pairs and suited == 4):
        return most
    if pairs or 14 in ranks or suited == 4 or in_a_row == 4:
        return least
    return fold


def _eights_or_better(ranks: Sequence[int], pairs: Sequence[int]) -> bool:
    return len(pairs) >= 2 or any(rank >= 8 or ranks.count(rank) >= 3 for rank in pairs)


def _in_a_row(ranks: set[int]) -> int:
    """The most ranks of any straight that are there; an ace is also below a two."""
    low_ace = ranks | {1} if 14 in ranks else ranks
    return max(len(low_ace & set(range(low, low + 5))) for low in range(1, 11))


STRATEGY: Final = ShortStrategy(
    {"": RULES},
    lambda cards, legal, variant: choose(cards, legal),
    by_ranks=True,
    fitting=lambda cards, legal, variant: (_rule(cards),),
)
