"""What made a hand: the cards that count, and the card that gave it what it is, read off the events of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from croupier.cards import BACK, Card
from croupier.hands import Hand, Poker, ThreeCard, best_three_of_four, deuces_hand, poker_hand, three_card_hand
from croupier.table.events import DEALER_HAND, Cleared, Dealt, Decided, Event, Moved, Settled, TurnedUp
from croupier.table.seat import HAND
from croupier.voice.prompts import place_words

Ranking = Callable[[Sequence[Card]], Hand]

RANKINGS: Final[dict[Ranking, tuple[int, int]]] = {
    poker_hand: (5, 7),
    deuces_hand: (5, 5),
    three_card_hand: (3, 3),
    best_three_of_four: (4, 4),
}
"""How hands are ranked, with the fewest and the most cards that each ranking takes."""


@dataclass(frozen=True, slots=True)
class HandStory:
    """A hand as it was settled."""

    hand: str
    counts: tuple[str, ...]
    """The cards that make it, and the dealer's that made theirs."""
    gave: str = ""
    """Which card decided it: `7th Street gave the second pair`."""

    def __str__(self) -> str:
        said = f"{self.hand}; {self.gave}" if self.gave else self.hand
        return said[:1].upper() + said[1:] + "."


@dataclass(frozen=True, slots=True)
class _Sight:
    """The cards that a seat can see at one moment, by place, and the place where they came to be seen."""

    place: str
    places: dict[str, tuple[str, ...]]


def hand_story(events: Iterable[Event], seat: int) -> HandStory | None:
    """What a seat's settled hand was made of, as far as its whys name a hand; events are as the seat sees them."""
    told = list(events)
    sights = _sights(told, seat)
    whys = [event.why for event in told if isinstance(event, Settled) and event.seat == seat]
    if not sights or not whys:
        return None
    found = max(
        ((len(str(hand)), used, ranking, hand) for why in whys for used, ranking, hand in _named(sights[-1], why)),
        key=lambda match: (match[0], sum(len(sights[-1].places[place]) for place in match[1])),
        default=None,
    )
    if found is None:
        return None
    _, used, ranking, hand = found
    cards = _cards(sights[-1], used)
    dealer = [Card.parse(name) for name in sights[-1].places.get(DEALER_HAND, ())]
    counts = [card.name for card in (*_best(cards, ranking, hand), *_dealers_best(dealer, ranking))]
    return HandStory(str(hand), tuple(counts), _gave(sights, used, ranking, hand))


def _sights(events: Iterable[Event], seat: int) -> list[_Sight]:
    """What the seat sees, each time that it comes to see more; cards face down are left out."""
    laid: dict[str, list[str]] = {}
    sights: list[_Sight] = []
    decided = True
    for event in events:
        if isinstance(event, Decided) and event.seat == seat:
            decided = True
        if not isinstance(event, Dealt | TurnedUp | Moved | Cleared) or event.seat not in (None, seat):
            continue
        if isinstance(event, Cleared):
            laid.pop(event.place, None)
        elif isinstance(event, Moved):
            for name in event.cards:
                laid[event.place].remove(name)
            laid.setdefault(event.to, []).extend(event.cards)
        else:
            known = laid.get(event.place, []) if isinstance(event, Dealt) else []
            laid[event.place] = [*known, *event.cards]
            if BACK not in event.cards and not (event.place == HAND and isinstance(event, TurnedUp)):
                seen = {place: tuple(names) for place, names in laid.items() if names and BACK not in names}
                if sights and sights[-1].place == event.place and not decided:
                    sights.pop()
                sights.append(_Sight(event.place, seen))
                decided = False
    return sights


def _named(sight: _Sight, why: str) -> Iterable[tuple[tuple[str, ...], Ranking, Hand]]:
    """The places whose cards make the hand that a settlement names, and how they are ranked."""
    others = [place for place in sight.places if place not in (HAND, DEALER_HAND)]
    for count in range(len(others), -1, -1):
        for some in combinations(others, count):
            used = (HAND, *some)
            if HAND not in sight.places:
                continue
            cards = _cards(sight, used)
            for ranking in RANKINGS:
                hand = _ranked(cards, ranking)
                if hand is not None and why.startswith(str(hand)):
                    yield used, ranking, hand


def _ranked(cards: Sequence[Card], ranking: Ranking) -> Hand | None:
    """The hand that cards make; none if they are too few or too many, or a shoe gave the same card twice."""
    least, most = RANKINGS[ranking]
    return ranking(cards) if least <= len(cards) <= most and len(set(cards)) == len(cards) else None


def _cards(sight: _Sight, places: Iterable[str]) -> list[Card]:
    return [Card.parse(name) for place in places for name in sight.places.get(place, ())]


def _best(cards: Sequence[Card], ranking: Ranking, hand: Hand) -> Sequence[Card]:
    """The cards that count: the five, or three, that make the same hand by themselves."""
    of, count = (three_card_hand, 3) if ranking in (three_card_hand, best_three_of_four) else (ranking, 5)
    return next((some for some in combinations(cards, count) if of(some) == hand), tuple(cards))


def _dealers_best(cards: Sequence[Card], ranking: Ranking) -> Sequence[Card]:
    for same in (ranking, best_three_of_four if ranking is three_card_hand else ranking):
        hand = _ranked(cards, same)
        if hand is not None:
            return _best(cards, same, hand)
    return ()


def _gave(sights: Sequence[_Sight], used: tuple[str, ...], ranking: Ranking, hand: Hand) -> str:
    """Which of the cards that came later made the hand, if one did."""
    before = _category(_cards(sights[0], used), ranking)
    place, had = "", before
    for sight in sights[1:]:
        if sight.place not in used:
            continue
        now = _category(_cards(sight, used), ranking)
        if now == hand.category and before != now:
            place, had = sight.place, before
        before = now
    if not place or hand.category == 0:
        return ""
    who = "your draw" if place == HAND else place_words(place)
    if (had, hand.category) == (Poker.PAIR, Poker.TWO_PAIR):
        return f"{who} gave the second pair"
    if hand.category in (Poker.PAIR, ThreeCard.PAIR):
        return f"{who} made the pair"
    return f"{who} made it {with_article(hand.category.words)}"


def with_article(hand: str) -> str:
    """A hand in the middle of a sentence.

    >>> with_article("pair of twos"), with_article("two pair, kings and sevens"), with_article("ace high")
    ('a pair of twos', 'two pair, kings and sevens', 'ace high')
    """
    high_card = hand.endswith(" high") and "," not in hand
    several = hand.split()[0] in ("two", "three", "four", "five", "nothing")
    return hand if high_card or several else f"a {hand}"


def _category(cards: Sequence[Card], ranking: Ranking) -> int | None:
    """What cards make so far: also of too few for a whole hand, where pairs and their like can already be told."""
    hand = _ranked(cards, ranking)
    if hand is not None:
        return hand.category
    if ranking is deuces_hand or not cards:
        return None
    counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    if ranking is not poker_hand:
        return int(ThreeCard.PAIR if counts[0] == 2 else ThreeCard.HIGH_CARD)
    pattern = (counts[0], counts[1] if len(counts) > 1 else 0)
    two_pair = Poker.TWO_PAIR if pattern == (2, 2) else Poker.PAIR
    return int({1: Poker.HIGH_CARD, 2: two_pair, 3: Poker.THREE_OF_A_KIND, 4: Poker.FOUR_OF_A_KIND}[counts[0]])
