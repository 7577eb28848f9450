"""What a player types: a key for each answer, answers and bets read generously, and the help that says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from croupier.cards import Card
from croupier.chips import dollars, parse_dollars
from croupier.errors import Refused, one_of
from croupier.table.decisions import Decision
from croupier.table.game import Game, Spot
from croupier.table.table import Table

AMOUNT = "AMOUNT"
PICKED = 12
"""With more answers than this, which differ only in cards, the cards are picked and no list is shown."""
LOOK_UP = (
    "  coach      say what each decision cost, or stop it",
    "  rules      how the game is played here",
    "  paytable   what it pays",
    "  words      what the words mean",
    "  dealer     what the dealer is told",
)
BETWEEN_ROUNDS = [
    "  pass       sit this round out",
    "  buy 100    buy more chips",
    *LOOK_UP,
    "  leave      take your chips and go",
]
HELP_BEFORE_THE_CALL = ["  Enter      begin the round; bets are asked for once its game is chosen", *BETWEEN_ROUNDS]
IN_A_ROUND = [
    "  hint       what is best here, and what it is worth",
    *LOOK_UP,
    "  quit       leave: the rest is answered without another chip, and settled",
]


def keys(names: Sequence[str], hand: Sequence[str]) -> dict[str, str]:
    """Return the shortest key for each answer: its number, its first letter, and a card's place in the hand.

    >>> keys(["check", "play-3x"], []), keys(["raise-0", "raise-1"], [])
    ({'check': 'c', 'play-3x': '3'}, {'raise-0': '0', 'raise-1': '1'})
    >>> keys(["fold", "play-2x keep", "play-2x discard 7c"], ["As", "7c", "2d"])
    {'fold': 'f', 'play-2x keep': '2k', 'play-2x discard 7c': '2d2'}
    """
    for letters in range(1, max(map(len, names), default=1) + 1):
        drawn = {name: "".join(_key(word, hand, letters) for word in name.split()) for name in names}
        if len(set(drawn.values())) == len(names):
            return drawn
    return {name: name for name in names}


def _key(word: str, hand: Sequence[str], letters: int) -> str:
    if word in hand:
        return str(hand.index(word) + 1)
    if AMOUNT in word:
        return "$"
    digits = "".join(re.findall(r"\d", word))
    return digits or word[:letters]


def is_pick(decision: Decision) -> bool:
    """Return True if the answer is a choice of cards: too many to list."""
    return len(decision.options) > PICKED and len({name.split()[0] for name in decision.legal}) == 1


def read_answer(typed: str, decision: Decision, hand: Sequence[str]) -> str:
    """Return the answer that was meant, in full; refuse anything else with what can be typed.

    >>> from croupier.table.decisions import Option
    >>> asked = Decision(1, (Option("check"), Option("play-3x")))
    >>> read_answer("3", asked, []), read_answer("CHECK", asked, []), read_answer("play 3x", asked, [])
    ('play-3x', 'check', 'play-3x')
    """
    if is_pick(decision):
        return _pick(typed, decision, hand)
    amount = re.search(r"\$([\d.,]+)", typed)
    if amount and decision.between:
        patterns = [between.pattern for between in decision.between]
        for written in (AMOUNT, "$"):
            found = _match(typed.replace(amount[0], written, 1), patterns, hand)
            if found:
                return found.replace(AMOUNT, dollars(parse_dollars(amount[1])))
    found = _match(typed, decision.legal, hand)
    if found:
        return found
    said = f"{typed!r} is not an answer here; " if typed else "nothing was typed; "
    raise Refused(f"{said}type {_said(decision, hand)}")


def _said(decision: Decision, hand: Sequence[str]) -> str:
    by_name = keys(decision.legal, hand)
    return ", ".join(f"{by_name[name]} ({name})" if by_name[name] != name else name for name in decision.legal)


def _match(typed: str, names: Sequence[str], hand: Sequence[str]) -> str | None:
    """Return the one name that was meant: by its key, its words, or their beginning."""
    plain = _plain(typed)
    by_name = keys(names, hand)
    for name in names:
        if plain in (_plain(name), by_name[name].lower()) or plain.replace(" ", "") == by_name[name].lower():
            return name
    begun = [name for name in names if plain and _fits(plain.split(), name, hand)]
    begun = begun or [name for name in names if plain and _plain(name).startswith(plain)]
    return begun[0] if len(begun) == 1 else None


def _fits(words: list[str], name: str, hand: Sequence[str]) -> bool:
    """Return True if each word typed is a word of the name, its beginning or its key."""
    of_name = name.split()
    return len(words) == len(of_name) and all(
        _plain(whole).startswith(word) or _key(whole, hand, 1).lower() == word
        for word, whole in zip(words, of_name, strict=True)
    )


def _plain(text: str) -> str:
    """Return words in one spelling: lower case, cards as `as` and `td`, no hyphens."""
    words = []
    for word in text.replace("-", " ").split():
        try:
            words.append(Card.parse(word).name.lower())
        except Refused:
            words.append(word.lower())
    return " ".join(words)


def _pick(typed: str, decision: Decision, hand: Sequence[str]) -> str:
    """Return the cards picked, by their places (`135`), by name, or `all` or `none`."""
    verb = decision.legal[0].split()[0]
    words = _plain(typed.replace(",", " ")).split()
    explicit = words[:1] in ([verb], [verb[0]])
    rest = words[1:] if explicit else words
    if rest == ["all"]:
        picked = list(hand)
    elif rest in (["none"], ["0"]) or (explicit and not rest):
        picked = []
    elif re.fullmatch(r"[0-9]+", "".join(rest)):
        picked = [hand[int(place) - 1] if 1 <= int(place) <= len(hand) else place for place in "".join(rest)]
    else:
        by_spelling = {_plain(name): name for name in hand}
        picked = [by_spelling.get(word, word) for word in rest or [""]]
    for name in decision.legal:
        if sorted(name.split()[1:]) == sorted(picked):
            return name
    raise Refused(
        f"{typed!r} names no cards to {verb}; type their numbers, as in 135, or all, none, "
        f"or their names, as in {verb} {' '.join(hand[:2])}"
    )


def read_bets(typed: str, game: Game[Any], price: Callable[[], int]) -> dict[str, int]:
    """Return the bets that were meant, in cents: `10`, `ante 10 trips 5 pot` or `bet ante=10 blind=10`.

    An amount alone goes on the first spot; a spot that must equal another follows it; a pot costs its price.
    """
    words = typed.lower().replace("=", " ").split()
    if words and words[0] == "bet":
        words = words[1:]
    opening = [spot for spot in game.spots if not spot.later]
    if words and _is_amount(words[0]):
        words.insert(0, opening[0].name)
    bets: dict[str, int] = {}
    while words:
        word = words.pop(0)
        spot = _spot(word, opening, game)
        if spot.name in bets:
            raise Refused(f"two bets are given for {spot.name}; give one")
        if words and _is_amount(words[0]):
            bets[spot.name] = parse_dollars(words.pop(0))
        elif spot.pot:
            bets[spot.name] = price()
        else:
            raise Refused(f"say how much goes on {spot.name}, as in {spot.name} {dollars(spot.least)[1:]}")
    for spot in opening:
        if spot.equals and spot.equals in bets:
            bets.setdefault(spot.name, bets[spot.equals])
    return {spot.name: bets[spot.name] for spot in opening if bets.get(spot.name)}


def say_bets(bets: dict[str, int], game: Game[Any]) -> str:
    """Return bets in the words that `read_bets` takes, without what follows of itself."""
    return " ".join(
        "pot" if spot.pot else f"{spot.name} {dollars(bets[spot.name])[1:]}"
        for spot in game.spots
        if spot.name in bets and not spot.equals
    )


def _is_amount(word: str) -> bool:
    return re.fullmatch(r"-?\$?[\d.,]+", word) is not None


def _spot(word: str, opening: list[Spot], game: Game[Any]) -> Spot:
    """Return the spot of that name, or the one spot of whose name a word begins so."""
    exact = [spot for spot in opening if spot.name == word]
    begun = [spot for spot in opening if any(part.startswith(word) for part in (spot.name, *spot.name.split("-")))]
    found = exact or begun
    if len(found) != 1:
        raise one_of("bet", word, [spot.name for spot in opening], game.name)
    return found[0]


def help_with_bets(table: Table) -> list[str]:
    """Return how bets are typed."""
    lines = ["Type each spot with its amount, then Enter; an amount alone goes on the first spot. The spots are:"]
    for spot in table.game.spots:
        if spot.pot:
            lines.append(f"  {spot.name.rpartition('-')[2]:<10} no amount: it costs the pot's price")
        elif spot.equals:
            lines.append(f"  {spot.name:<10} always equal to {spot.equals}, and need not be typed")
        elif not spot.later:
            limit = table.placard.limit(table.game, spot.name)
            lines.append(f"  {spot.name:<10} {limit}{', required' if spot.required else ''}")
    return [*lines, "Or:", "  Enter      the bets that are offered", *BETWEEN_ROUNDS]


def help_with_decision(decision: Decision, hand: list[str]) -> list[str]:
    """Return how a decision is typed."""
    if is_pick(decision):
        verb = decision.legal[0].split()[0]
        example = f"{verb} {' '.join(hand[:2])}"
        typed = f"Type the numbers of the cards to {verb}, as in 135; or all, none, or {example}; then Enter. Or:"
        return [typed, *IN_A_ROUND]
    return ["Type a key or the words beside it, then Enter. Or:", *IN_A_ROUND]
