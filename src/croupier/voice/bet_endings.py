"""Why each bet of a seat came out as it did: the row of its table, or the words of its rules, that settled it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

import msgspec

from croupier.english import listed
from croupier.odds import PayTable, hand_words
from croupier.table.events import Settled
from croupier.table.game import Game, PayBet
from croupier.table.round import Round
from croupier.voice.event_words import results
from croupier.voice.hand_story import with_article

FOLDED: Final = "folded"
LOST_TO: Final = " loses to "
TIED: Final = " ties"
"""How a settlement says that the dealer's hand decided it, and not a table."""
VERBS: Final = {"win": r"wins?|pays|paid", "push": r"push(es)?", "lose": r"loses?"}
"""How the rules' sentences about a bet say what can become of it."""


class BetEnding(msgspec.Struct, frozen=True):
    """What became of one bet, or of several that went the same way for the same reason."""

    result: Literal["win", "push", "lose"]
    says: str
    """What it won or lost, and with what."""
    because: str = ""
    """What of the rules made it so."""


def bet_endings(round: Round, seat: int) -> list[BetEnding]:
    """What became of a seat's bets and why, in the order in which they were settled."""
    game = type(round.table.game)
    together: dict[tuple[str, str, str], list[Settled]] = {}
    for event in round.events:
        if isinstance(event, Settled) and event.seat == seat:
            together.setdefault((event.result, event.pays, event.why), []).append(event)
    endings = []
    for bets in together.values():
        ((_, says),) = results(game, bets)
        folded = bets[0].why == FOLDED
        says = f"{says.removesuffix(FOLDED)}you folded." if folded else f"{says}."
        endings.append(BetEnding(bets[0].result, says, "" if folded else _because(round, bets)))
    return endings


def _because(round: Round, bets: Sequence[Settled]) -> str:
    """What the rules say of the first of these bets that no row settled, and the rows that settled the others."""
    by_rules = ""
    by_row: dict[tuple[str, str], dict[str, None]] = {}
    for bet in bets:
        if row := _by_row(round, bet):
            label, verb, words = row
            by_row.setdefault((verb, words), {})[label] = None
        else:
            by_rules = by_rules or _by_rules(round.table.game, bet)
    return " ".join(filter(None, [by_rules, *(_of_tables(list(labels), *said) for said, labels in by_row.items())]))


def _of_tables(labels: Sequence[str], verb: str, words: str) -> str:
    if len(labels) > 1:
        return f"The {listed(labels)} tables {verb} {words}."
    return f"The {labels[0]} table {verb}{'es' if verb == 'push' else 's'} {words}."


def _by_row(round: Round, bet: Settled) -> tuple[str, str, str] | None:
    """The label of a bet's table, and what it does with the hand: pays it, pushes it, or begins with a better one."""
    found = _table_of(round, bet)
    if found is None or bet.why.endswith(TIED):
        return None
    of, table = found
    label = of.label.rpartition(", ")[2]
    paid = [row for row in of.rows if table[row] is not None]
    alike = [row for row in paid if str(table[row]) == bet.pays]
    named = [row for row in alike if bet.why.startswith(hand_words(row))] or alike
    if len(named) == 1:
        words = _row_words(of, named[0])
        return (label, "push", words) if bet.result == "push" else (label, "pay", f"{bet.pays} for {words}")
    if bet.result == "lose" and LOST_TO not in bet.why and row_examples(of.rows):
        return label, "begin", f"with {_row_words(of, paid[-1])}"
    return None


def _row_words(of: PayBet, row: str) -> str:
    """A row in the middle of a sentence.

    >>> bet = PayBet("trips", "Trips", ("flush", "straight", "three-of-a-kind", "jacks-or-better"))
    >>> [_row_words(bet, row) for row in bet.rows]
    ['a flush', 'a straight', 'three of a kind', 'jacks or better']
    """
    words = hand_words(row)
    return with_article(words) if row_examples(of.rows) and not words.endswith(" or better") else words


def _table_of(round: Round, bet: Settled) -> tuple[PayBet, PayTable] | None:
    """The table that settles a bet: one of its name, in the game that was called, or one of its wager's."""
    game, called = round.table.game, round.table.named.values()
    wager = next((spot.wager for spot in game.spots if spot.name == bet.spot), "")
    for of in game.pay_bets:
        named, _, name = of.name.rpartition("/")
        if name in (bet.spot, wager) and (not named or named in called):
            return of, game.paytables[of.name]
    return None


def _by_rules(game: Game[Any], bet: Settled) -> str:
    """The sentences about a bet that say when it comes out so."""
    about = game.about_bets().get(bet.spot, "")
    sentences = re.findall(r"[^.]+(?:\.|$)", about)
    return " ".join(said.strip() for said in sentences if re.search(rf"\b({VERBS[bet.result]})\b", said))


@cache
def row_examples(wanted: tuple[str, ...]) -> Mapping[str, list[str]]:
    """A hand for each row, of the ranking that has all of these rows; nothing if they are no hands."""
    from croupier.exact.reading.example_hands import rows

    for ranking, size in (("poker", 5), ("three-card", 3), ("deuces", 5)):
        known = rows(ranking, size)
        if set(wanted) <= set(known):
            return {row: [card.name for card in sorted(known[row][0], reverse=True)] for row in wanted}
    return {}
