"""What a player is asked, in a sentence to the player, and what each answer is called on its button."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from croupier.cards import Card, is_card
from croupier.chips import dollars
from croupier.english import in_words, listed
from croupier.table.decisions import Decision, Option
from croupier.table.game import Game
from croupier.table.round import Round
from croupier.voice.outlook import Outlook, by_head, outlook

NUMBERED: Final = re.compile(r"(.+)-(\d+)(x?)")
AMOUNT: Final = re.compile(r"(.+)-(\$[\d.,]+)")


def label(game: type[Game[Any]], spot: str) -> str:
    """What is printed on the felt for a spot, or for a bonus paid on one."""
    labels = {bet.name: bet.label for bet in game.pay_bets} | {bet.name: bet.label for bet in game.spots}
    return labels.get(spot, spot)


def choice_words(game: type[Game[Any]], answer: str, hand: int = 0) -> str:
    """An answer as a button says it, of a player who holds so many cards.

    >>> from croupier.games import game_named
    >>> otd, tcd = game_named("on-the-draw"), game_named("three-card-draw")
    >>> choice_words(otd, "play-3x"), choice_words(otd, "raise-0"), choice_words(tcd, "play-2x discard 7c")
    ('Bet 3x', 'No raise', 'Bet 2x, discard 7♣')
    >>> choice_words(otd, "hold As Kd", 5), choice_words(otd, "hold", 5), choice_words(otd, "let-it-ride")
    ('Hold A♠ K♦', 'Hold none', 'Let it ride')
    """
    verb, *rest = answer.split()
    cards = [Card.parse(word).sign for word in rest if is_card(word)]
    words = [word.replace("-", " ") for word in rest if not is_card(word)]
    if not words and hand and is_a_pick(verb, rest):
        whole = "all" if len(cards) == hand else " ".join(cards) or "none"
        return f"{_verb(game, verb)} {whole}"
    return ", ".join(filter(None, (_verb(game, verb), " ".join([*words, *cards]))))


def is_a_pick(verb: str, rest: list[str]) -> bool:
    """Whether an answer does nothing but name cards."""
    return not NUMBERED.fullmatch(verb) and ((all(map(is_card, rest)) and bool(rest)) or verb == "hold")


def _verb(game: type[Game[Any]], verb: str) -> str:
    amount = AMOUNT.fullmatch(verb)
    if amount:
        return f"{_chips(game, amount[1])} {amount[2]}"
    numbered = NUMBERED.fullmatch(verb)
    if not numbered:
        return _capital(verb.replace("-", " "))
    name, number, times = numbered.groups()
    if number == "0":
        return f"No {name.replace('-', ' ')}"
    return f"{_chips(game, name) if times else _capital(name)} {number}{times}"


def _chips(game: type[Game[Any]], name: str) -> str:
    """The verb for chips put on a spot: one that is called after the spot says nothing more than that they are bet."""
    return "Bet" if any(spot.name == name for spot in game.spots) else _capital(name)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def place_words(place: str) -> str:
    """A place of cards in a sentence: `5th Street` has a name, `flop` is one of its kind."""
    return place if place[:1].isupper() or place[:1].isdigit() else f"the {place}"


def asked(round: Round, seat: int) -> str:
    """What a seat is asked now, in the player's words; nothing if it is not asked for a decision."""
    decision = round.waiting.get(seat)
    if decision is None:
        return ""
    if decision.asks:
        return decision.asks
    game, bets = round.table.game, round.table.seats[seat].bets
    ahead = {said: outlook(game, round, seat, said) for said in by_head(decision)}
    return question(type(game), decision, bets, {said: found for said, found in ahead.items() if found})


def question(game: type[Game[Any]], decision: Decision, bets: Mapping[str, int], ahead: Mapping[str, Outlook]) -> str:
    """The question that the options of a decision make, with their prices and with what comes after each."""
    heads = by_head(decision)
    if len(heads) == 1 and len(decision.options) > 1:
        ((verb, _),) = heads.items()
        replaced = verb in ahead and ahead[verb].draws
        return f"Choose the cards to {verb}{'; the others are replaced' if replaced else ''}."
    free = {said: options for said, options in heads.items() if not options[0].cents}
    more_to_come = any(ahead[said].asked_again for said in free if said in ahead)
    paid = [option for options in heads.values() for option in options[:1] if option.cents]
    parts = _paid(game, paid, now=more_to_come and bool(free)) if paid else []
    parts += [_free(game, said, bets, ahead.get(said)) for said in free]
    return _capital(", or ".join(parts)) + "."


def _paid(game: type[Game[Any]], options: list[Option], now: bool) -> list[str]:
    """What may be bet, those that differ in the amount alone together: `Bet 1x or 2x on Play ($5 or $10)`."""
    verbs: dict[str, dict[str, int]] = {}
    besides: dict[str, list[str]] = {}
    spots: dict[str, str] = {}
    for option in options:
        first, *rest = option.name.split()
        numbered = NUMBERED.fullmatch(first)
        words = _verb(game, first)
        verb, size = (words.rsplit(" ", 1)[0], words.rsplit(" ", 1)[1]) if numbered else (words, "")
        verbs.setdefault(verb, {}).setdefault(size, option.cents)
        spots[verb] = option.spot
        other = " ".join(word for word in rest if not is_card(word))
        if other and other not in besides.setdefault(verb, []):
            besides[verb].append(other)
    said = []
    for verb, sizes in verbs.items():
        name = label(game, spots[verb])
        where = f" on {name}" if name.lower() != verb.lower() else ""
        how_much = f" {listed(sizes, 'or')}" if any(sizes) else ""
        extra = f" and {listed([_besides(words) for words in besides[verb]], 'or')}" if verb in besides else ""
        cost = listed([dollars(cents) for cents in sizes.values()], "or")
        said.append(f"{verb}{how_much}{where}{' now' if now else ''} ({cost}){extra}")
    return said


def _besides(words: str) -> str:
    """What is done with cards beside a bet."""
    return {"keep": "keep your cards", "discard": "discard one"}.get(words, words)


def _free(game: type[Game[Any]], said: str, bets: Mapping[str, int], then: Outlook | None) -> str:
    """An answer that costs nothing, and what comes of it: `check and see 5th Street`."""
    numbered = NUMBERED.fullmatch(said)
    words = f"do not {numbered[1]}" if numbered and numbered[2] == "0" else said.replace("-", " ")
    if then is None:
        return words
    lost = [spot for spot in then.gives_up if bets.get(spot)]
    if lost:
        if then.part_back:
            return f"{words} and give up a part of {listed([label(game, spot) for spot in lost])}"
        cents = sum(bets[spot] for spot in lost)
        kept = [label(game, spot) for spot in bets if spot not in lost]
        stays = f"; {listed(kept)} still play{'s' if len(kept) == 1 else ''}" if kept else ""
        return f"{words} and give up {listed([label(game, spot) for spot in lost])} ({dollars(cents)}{stays})"
    if then.takes_back:
        return f"{words} and take back {listed([f'bet {label(game, spot)}' for spot in then.takes_back])}"
    if then.draws:
        return f"{words} and take {in_words(then.draws)} more card{'s' if then.draws > 1 else ''}"
    if then.shows and then.asked_again:
        return f"{words} and see {listed(map(place_words, then.shows))}"
    return f"{words} and see the dice" if then.rolls and not then.asked_again else words
