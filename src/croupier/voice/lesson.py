"""A game taught to a newcomer: its round, its bets, what they pay, hands to follow, and words to look up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from croupier.english import listed
from croupier.errors import InvariantError
from croupier.odds import hand_words
from croupier.table.chance import seed_from
from croupier.table.events import Dealt
from croupier.table.game import Game, PayBet, Spot
from croupier.table.placard import Placard
from croupier.table.record import PayTableWords, paytable_words
from croupier.table.rehearsal import PLENTY, what_becomes_of_bets
from croupier.table.round import Round
from croupier.table.seat import HAND
from croupier.table.settings import as_words
from croupier.table.table import Table
from croupier.table.view import automatic_bets
from croupier.voice.bet_endings import row_examples
from croupier.voice.event_words import narrated
from croupier.voice.guided_hands import YOU, GuidedHand, guided_hands
from croupier.voice.prompts import asked, head


class RowTaught(msgspec.Struct, frozen=True):
    """A row of a paytable, with a hand that is one where cards alone make it."""

    row: str
    words: str
    pays: str
    cards: list[str]


class BetTaught(msgspec.Struct, frozen=True):
    """A bet, or a bonus on one: what it is, when it is made, and what it pays."""

    name: str
    label: str
    about: str
    when: str
    tables: dict[str, list[RowTaught]]
    """Its paytables by label; one, but where the table's game is chosen in the round."""


class TermTaught(msgspec.Struct, frozen=True):
    """A word and what it means."""

    word: str
    meaning: str


class Lesson(msgspec.Struct, frozen=True):
    """A game as a newcomer learns it, at one table's terms."""

    game: str
    title: str
    sentence: str
    settings: dict[str, str]
    paytables: list[PayTableWords]
    steps: list[str]
    """One round, from the bets to the settlement, as the player lives through it."""
    bets: list[BetTaught]
    pot: list[str]
    """How its pot is won and carried, if it has one."""
    new_pot: dict[str, Any] | None
    """What is posted of a pot before its first round."""
    hands: list[GuidedHand]
    """A hand for each kind of ending."""
    glossary: list[TermTaught]


def lesson(game: Game[Any], placard: Placard | None = None, *, with_hands: bool = True) -> Lesson:
    """Everything that is taught of a game, or all but its hands, which take longest to find."""
    terms = placard or Placard()
    steps, bets, pot = round_steps(game, terms), bets_taught(game, terms), pot_taught(game, terms)
    hands = guided_hands(game, terms) if with_hands else []
    rows_said = [row.words for bet in bets for table in bet.tables.values() for row in table]
    asks = [step.asks for hand in hands for step in hand.steps]
    said = [game.sentence, *steps, *pot, *(bet.about for bet in bets), *rows_said, *asks]
    return Lesson(
        game.name,
        game.title,
        game.sentence,
        as_words(game.settings),
        [paytable_words(paytable) for paytable in game.paytables.values()],
        steps,
        bets,
        pot,
        new.about() if (new := game.new_pot(terms)) else None,
        hands,
        glossary(" ".join(said)),
    )


def round_steps(game: Game[Any], placard: Placard) -> list[str]:
    """One round as a player who waits as long as possible, and then stays, lives through it."""
    table = Table(game, placard)
    table.sit(YOU, "You", PLENTY)
    round = Round.seeded(table, seed_from("a round to learn"))
    steps: list[str] = []
    told = 0
    while not round.finished:
        if round.betting:
            steps.append(opening_words(game, placard))
            round.bet(YOU, automatic_bets(round, YOU))
            continue
        decision = round.decision
        if decision is None:
            raise InvariantError("nobody is asked")
        steps += narrated(type(game), round.events[told:], YOU, cards_named=False)
        told = len(round.events)
        steps += [question] if (question := asked(round, YOU)) not in steps else []
        staying = [option for option in decision.options if option.name != "fold"]
        free = [option for option in staying if not option.cents]
        is_pick = len(free) > 1 and free[-1].name == head(free[0].name)
        round.act(YOU, (free[-1] if is_pick or not table.clockwise() else (free or staying)[0]).name)
    rest = narrated(type(game), round.events[told:], YOU, cards_named=False)
    drawn = any(isinstance(event, Dealt) and event.seat and event.place == HAND for event in round.events[told:])
    steps += ["New cards come for those that you gave away."] if drawn else []
    return [*steps, *(step for step in rest if step not in steps), "Then every bet is settled."]


def opening_words(game: Game[Any], placard: Placard) -> str:
    """Return what is bet before the cards are dealt.

    >>> from croupier.games import game_named
    >>> print(opening_words(game_named("on-the-draw")(), Placard()))
    Bet on Ante, and as much on Blind. Trips and Cincy Pot are extra, if you like.
    """
    has_pot = game.new_pot(placard) is not None
    opening = [spot for spot in game.spots if not spot.later and (has_pot or not spot.pot)]
    needed = [spot for spot in opening if spot.required]
    extra = [spot.label for spot in opening if not spot.required]
    if not needed:
        several = {1: "", 2: ", or on both"}.get(len(extra), ", or on several of them")
        return f"Bet on {listed(extra, 'or')}{several}."
    first = listed([spot.label for spot in needed if not spot.equals])
    equal = [spot.label for spot in needed if spot.equals]
    more = f", and as much on {listed(equal)}" if equal else ""
    also = f" {listed(extra)} {'is' if len(extra) == 1 else 'are'} extra, if you like." if extra else ""
    return f"Bet on {first}{more}.{also}"


def bets_taught(game: Game[Any], placard: Placard) -> list[BetTaught]:
    """Every bet of a game, and every bonus that is no bet of its own."""
    about = game.about_bets()
    seen = _seen(game, placard)
    taught = []
    named: set[str] = set()
    for spot in game.spots:
        tables = [bet for bet in game.pay_bets if _is_paid_by(spot, bet, game)]
        named |= {bet.name for bet in tables}
        words = about.get(spot.name) or _described(seen.get(spot.name, set()), bool(tables))
        if spot.pot:
            words = " ".join(pot_taught(game, placard)[:2])
        taught.append(BetTaught(spot.name, spot.label, words, _when(game, placard, spot), _tables(game, tables)))
    for bet in game.pay_bets:
        if bet.name not in named:
            words = about.get(bet.name) or "Takes no bet of its own."
            taught.append(BetTaught(bet.name, bet.label, words, "", _tables(game, [bet])))
    return taught


def _is_paid_by(spot: Spot, bet: PayBet, game: Game[Any]) -> bool:
    """Whether a spot is settled by a paytable: one of its name, or, for the first of a wager, of the wager's."""
    first = next(one for one in game.spots if one.wager == spot.wager)
    return spot.name == bet.name.rpartition("/")[2] or (bet.name == spot.wager and spot is first)


def _tables(game: Game[Any], bets: Sequence[PayBet]) -> dict[str, list[RowTaught]]:
    return {bet.label: _rows(game, bet) for bet in bets}


def _rows(game: Game[Any], bet: PayBet) -> list[RowTaught]:
    table = game.paytables[bet.name]
    paid = [row for row in bet.rows if table[row] is not None]
    cards = row_examples(tuple(bet.rows))
    return [RowTaught(row, hand_words(row), str(table[row]), cards.get(row, [])) for row in paid]


def _when(game: Game[Any], placard: Placard, spot: Spot) -> str:
    if spot.pot:
        return "Before the cards, if you like."
    if spot.later:
        return "During the round, when you are asked."
    limit = placard.limit(game, spot.name)
    equal = f" as much as {game.spot(spot.equals).label}," if spot.equals else ""
    return f"Before the cards,{equal} {limit}{'' if spot.required else ', if you like'}."


def _seen(game: Game[Any], placard: Placard) -> dict[str, set[tuple[str, str]]]:
    """What has become of each spot's bets in some rounds."""
    if all(spot.name in game.about_bets() or spot.pot for spot in game.spots):
        return {}
    return what_becomes_of_bets(game, placard)


def _described(results: set[tuple[str, str]], has_table: bool) -> str:
    """A bet that no words are written for, by what has been seen to become of it."""
    said = []
    if any(result == "win" for result, _ in results):
        pays = sorted({pays for result, pays in results if result == "win"})
        said.append("wins by its table" if has_table or len(pays) > 1 else f"wins {pays[0]}")
    said += ["pushes"] if any(result == "push" for result, _ in results) else []
    said += ["loses"] if any(result == "lose" for result, _ in results) else []
    return f"It {listed(said, 'or')}." if said else "Settled by its table." if has_table else ""


def pot_taught(game: Game[Any], placard: Placard) -> list[str]:
    """How the pot of a game is won and carried."""
    pot = game.new_pot(placard)
    if pot is None:
        return []
    folded = "can still win it" if game.folded_wins_pot() else "cannot win it"
    return [*pot.teaches(), f"A hand that is folded {folded} that round; what was paid in stays in it."]


def glossary(text: str) -> list[TermTaught]:
    """The words of a text that a newcomer may want explained."""
    said = text.lower().replace("-", " ")
    return [
        TermTaught(word, meaning)
        for word, meaning in sorted(_glossary().items())
        if re.search(rf"\b{re.escape(word)}(s|es|ed)?\b", said)
    ]


@cache
def _glossary() -> dict[str, str]:
    return tomllib.loads((Path(__file__).parent / "glossary.toml").read_text("utf-8"))
