"""What a player is asked, what each answer is called on its button, and what follows each answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from croupier.cards import BACK, Card, is_card
from croupier.chips import dollars
from croupier.english import in_words, listed
from croupier.table.chance import seed_from
from croupier.table.decisions import Decision, Option
from croupier.table.events import Dealt, Decided, Event, Rolled, Settled, TurnedUp
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import everything, new_table
from croupier.table.round import Round
from croupier.table.seat import HAND, TAKEN_BACK

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


MOST_ROUNDS: Final = 80
"""How many rounds are dealt aside at most to learn what follows each answer."""
SEEDS: Final = 40
"""How many first rounds are tried until one asks something."""
ALONE: Final = 1


@dataclass(frozen=True, slots=True)
class Outlook:
    """What happens between an answer and the next question to the same player."""

    shows: tuple[str, ...] = ()
    """The places whose cards the player comes to see."""
    draws: int = 0
    """How many cards come to the player's hand."""
    rolls: bool = False
    gives_up: tuple[str, ...] = ()
    """The spots whose bets are taken at once."""
    part_back: bool = False
    """Whether a part of what is given up comes back: a surrender."""
    takes_back: tuple[str, ...] = ()
    """The spots whose bets come back at once."""
    asked_again: bool = False


def head(answer: str) -> str:
    """An answer without the cards that it names.

    >>> head("play-2x discard 7c"), head("hold As Ks")
    ('play-2x discard', 'hold')
    """
    return " ".join(word for word in answer.split() if not is_card(word))


def by_head(decision: Decision) -> dict[str, list[Option]]:
    """The options of a decision, those together that differ only in the cards they name."""
    found: dict[str, list[Option]] = {}
    for option in decision.options:
        found.setdefault(head(option.name), []).append(option)
    return found


def outlooks(game: Game[Any]) -> dict[tuple[int, str], Outlook]:
    """What follows each answer, by how many decisions the player has made before, and by the answer."""
    return _outlooks(type(game), game.settings)


def outlook(game: Game[Any], round: Round, seat: int, answer: str) -> Outlook | None:
    """What follows an answer to the question that a seat is asked now; None if no round dealt aside came to it."""
    known = outlooks(game)
    before = sum(isinstance(event, Decided) and event.seat == seat for event in round.events)
    said = head(answer)
    found = known.get((before, said))
    return found or next((one for (_, name), one in reversed(known.items()) if name == said), None)


@lru_cache(maxsize=64)
def _outlooks(kind: type[Game[Any]], settings: Any) -> dict[tuple[int, str], Outlook]:
    game = kind(settings)
    seed = next((seed for seed in range(SEEDS) if not _dealt(game, seed, ()).finished), 0)
    found: dict[tuple[int, str], Outlook] = {}
    paths: list[tuple[str, ...]] = [()]
    dealt = 0
    while paths and dealt < MOST_ROUNDS:
        path = paths.pop(0)
        round = _dealt(game, seed, path)
        for said, options in by_head(round.decision).items() if round.decision else ():
            if (len(path), said) in found:
                continue
            longer = (*path, options[-1].name)
            after = _dealt(game, seed, longer)
            dealt += 1
            found[len(path), said] = _read(after.events[len(round.events) :], not after.finished)
            if not after.finished:
                paths.append(longer)
    return found


def _dealt(game: Game[Any], seed: int, answers: Sequence[str]) -> Round:
    """A round of one player with these answers, as far as they go, whatever bets are asked for."""
    table = new_table(game, Placard(), 1)
    round = Round.seeded(table, seed_from(f"outlook {seed}"))
    left = list(answers)
    while not round.finished:
        if round.betting:
            round.bet(ALONE, everything(round, ALONE))
        elif left:
            round.act(ALONE, left.pop(0))
        else:
            break
    return round


def _read(events: Iterable[Event], asked_again: bool) -> Outlook:
    shows: list[str] = []
    lost: list[str] = []
    back: list[str] = []
    draws, rolls, seen, part = 0, False, False, False
    for event in events:
        if isinstance(event, Settled):
            if event.why == TAKEN_BACK:
                back.append(event.spot)
            elif seen:
                break
            elif event.result == "push":
                part = True
            elif event.result == "lose":
                lost.append(event.spot)
        elif isinstance(event, Rolled):
            rolls = seen = True
        elif isinstance(event, Dealt | TurnedUp) and BACK not in event.as_seen(ALONE).cards:  # type: ignore[attr-defined]
            seen = True
            if event.seat is not None and event.place == HAND:
                draws += len(event.cards) if isinstance(event, Dealt) else 0
            elif event.place not in shows:
                shows.append(event.place)
    return Outlook(tuple(shows), draws, rolls, tuple(lost), part, tuple(back), asked_again)
