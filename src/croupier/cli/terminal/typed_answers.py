"""Questions to a person at a table, and how what is typed is read: answers, cards, bets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from rich.text import Text

from croupier.chips import dollars, parse_dollars
from croupier.cli.screen import DIM, GOLD, EndOfInput, Screen
from croupier.errors import Refused, one_of
from croupier.table.decisions import Decision, Option
from croupier.table.game import Game
from croupier.table.table import Table
from croupier.voice.event_words import action_words

T = TypeVar("T")
AMOUNT: Final = r"-?\$?[\d.,]+"
LEAVE: Final = ("quit", "leave", "exit", "q")
PICKED: Final = 12
"""With more answers than this, which differ only in cards, the cards are picked and no list is shown."""
HELP: Final = (
    "  hint       what is best here, and what it is worth",
    "  coach      say what each decision cost, or stop it",
    "  rules      how the game is played here",
    "  paytable   what it pays",
    "  words      what the words mean",
    "  dealer     what the dealer is told",
    "  pass       between rounds: sit the next one out",
    "  buy 100    between rounds: buy more chips",
    "  leave      take your chips and go; a round under way is settled without another chip",
)


def ask(
    screen: Screen,
    read: Callable[[str], T],
    prompt: str = "> ",
    question: Callable[[], Iterable[Text]] = tuple,
    look_up: Callable[[str], bool] = lambda typed: False,
) -> T:
    """Return what `read` makes of what is typed; what it refuses is asked for again.

    `look_up` does what is typed and returns True, unless it is an answer. Leaving is the end of the input.
    """
    typed = ""
    while True:
        screen.say(*question())
        typed = screen.ask(prompt, typed if " " in typed else "")
        if typed.lower() in LEAVE:
            raise EndOfInput
        try:
            if not look_up(typed):
                return read(typed)
            typed = ""
        except Refused as error:
            screen.say(str(error))


def keys(names: Sequence[str], hand: Sequence[str]) -> dict[str, str]:
    """Return the shortest key for each answer: its number, its first letter, and a card's place in the hand.

    >>> keys(["check", "play-3x"], []), keys(["raise-0", "raise-1"], [])
    ({'check': 'c', 'play-3x': '3'}, {'raise-0': '0', 'raise-1': '1'})
    >>> keys(["fold", "play-2x keep", "play-2x discard 7c"], ["As", "7c", "2d"])
    {'fold': 'f', 'play-2x keep': '2k', 'play-2x discard 7c': '2d2'}
    """

    def key(word: str, letters: int) -> str:
        if word in hand:
            return str(hand.index(word) + 1)
        return "$" if "AMOUNT" in word else "".join(re.findall(r"\d", word)) or word[:letters]

    for letters in range(1, max(map(len, names), default=1) + 1):
        drawn = {name: "".join(key(word, letters) for word in name.split()) for name in names}
        if len(set(drawn.values())) == len(names):
            return drawn
    return {name: name for name in names}


def choices(decision: Decision, hand: list[str]) -> list[Text]:
    """Return what may be answered, a line to each kind of answer, with keys and prices."""
    if verb := _picks(decision):
        example = f"{verb} {' '.join(hand[:2])}"
        return [Text.assemble("  ", (verb, "bold"), f" which cards? Their numbers (135), all, none, or {example}")]
    key_of = keys(decision.legal, hand)
    groups: dict[str, list[Option]] = {}
    for option in decision.options:
        groups.setdefault(option.name.split()[0], []).append(option)
    lines = []
    for verb, options in groups.items():
        cost = f" {dollars(options[0].cents)}" if options[0].cents else ""
        if len(options) == 1:
            lines.append(Text.assemble("  ", (key_of[options[0].name], GOLD), f" {options[0].name}{cost}"))
            continue
        line = Text(f"  {verb}{cost}:")
        for option in options:
            rest = action_words(option.name.partition(" ")[2])
            line.append("  ").append(key_of[option.name], GOLD).append(f"\N{NO-BREAK SPACE}{rest}")
        lines.append(line)
    for between in decision.between[:1]:
        example = between.pattern.replace("AMOUNT", dollars(between.least + between.chip))
        lines.append(Text(f"  or any amount from {dollars(between.least)} to {dollars(between.most)}: {example}", DIM))
    return lines


def read_answer(typed: str, decision: Decision, hand: Sequence[str]) -> str:
    """Return the answer whose key was typed, or the one that begins so; refuse anything else.

    >>> asked = Decision(1, (Option("check"), Option("play-3x")))
    >>> read_answer("3", asked, []), read_answer("CHECK", asked, []), read_answer("play", asked, [])
    ('play-3x', 'check', 'play-3x')
    """
    if verb := _picks(decision):
        return _pick(typed, verb, decision, hand)
    amount = re.search(r"\$([\d.,]+)", typed)
    names = [between.pattern for between in decision.between] if amount else decision.legal
    plain = re.sub(r"\$[\d.,]+", "$", typed.lower().replace("-", " "))
    spelt = {name.replace("AMOUNT", "$").replace("-", " ").lower(): name for name in names}
    by_key = {key: name for name, key in keys(names, hand).items()}
    begun = [name for spelling, name in spelt.items() if plain and spelling.startswith(plain)]
    meant = spelt.get(plain) or by_key.get(plain.replace(" ", "")) or (begun[0] if len(begun) == 1 else None)
    if meant is None:
        legal = ", ".join(f"{key} ({name})" for name, key in keys(decision.legal, hand).items())
        raise Refused(f"{typed!r} is not an answer here; type {legal}")
    return meant.replace("AMOUNT", dollars(parse_dollars(amount[1]))) if amount else meant


def _picks(decision: Decision) -> str:
    """Return the verb of a choice of cards with too many answers to list, or nothing."""
    verbs = {name.split()[0] for name in decision.legal}
    return min(verbs) if len(decision.options) > PICKED and len(verbs) == 1 else ""


def _pick(typed: str, verb: str, decision: Decision, hand: Sequence[str]) -> str:
    """Return the cards picked, by their places (`135`), by name, or `all` or `none`."""
    words = typed.lower().replace(",", " ").split()
    if words[:1] in ([verb], [verb[0]]):
        words = words[1:] or ["none"]
    named = {str(place): name for place, name in enumerate(hand, 1)} | {name.lower(): name for name in hand}
    places = "".join(words)
    pieces = places if re.fullmatch("[0-9]+", places) else [word.replace("10", "t") for word in words or [""]]
    whole = {"all": list(hand), "none": []}
    picked = whole.get(places, [named.get(piece, piece) for piece in pieces])
    for name in decision.legal:
        if sorted(name.split()[1:]) == sorted(picked):
            return name
    raise Refused(
        f"{typed!r} names no cards to {verb}; type their numbers, as in 135, or all, none, "
        f"or their names, as in {verb} {' '.join(hand[:2])}"
    )


def read_bets(typed: str, game: Game[Any], pot_price: Callable[[], int]) -> dict[str, int]:
    """Return the bets that were typed, in cents: `10`, or `ante=10 trips=5 pot`, with a space for `=` if wanted.

    An amount alone goes on the first spot; a spot that must equal another follows it; a pot costs its price.
    A spot may be called by the beginning of any word of its name.
    """
    opening = [spot for spot in game.spots if not spot.later]
    words = typed.lower().replace("=", " ").split()
    if words and re.fullmatch(AMOUNT, words[0]):
        words.insert(0, opening[0].name)
    bets: dict[str, int] = {}
    while words:
        word = words.pop(0)
        begun = [spot for spot in opening if re.search(rf"(^|-){re.escape(word)}", spot.name)]
        found = [spot for spot in opening if spot.name == word] or begun
        if len(found) != 1:
            raise one_of("bet", word, [spot.name for spot in opening], game.name)
        (spot,) = found
        if spot.name in bets:
            raise Refused(f"two bets are given for {spot.name}; give one")
        if words and re.fullmatch(AMOUNT, words[0]):
            bets[spot.name] = parse_dollars(words.pop(0))
        elif spot.pot:
            bets[spot.name] = pot_price()
        else:
            raise Refused(f"say how much goes on {spot.name}, as in {spot.name} {dollars(spot.least)[1:]}")
    for spot in opening:
        if spot.equals in bets:
            bets.setdefault(spot.name, bets[spot.equals])
    return {spot.name: bets[spot.name] for spot in opening if bets.get(spot.name)}


def say_bets(bets: dict[str, int], game: Game[Any]) -> str:
    """Return bets in the words that `read_bets` takes, without what follows of itself."""
    return " ".join(
        "pot" if spot.pot else f"{spot.name} {dollars(bets[spot.name])[1:]}"
        for spot in game.spots
        if spot.name in bets and not spot.equals
    )


def help_with_bets(table: Table) -> list[str]:
    """Return how bets are typed, and on which spots."""
    lines = ["Type each spot with its amount, then Enter; an amount alone goes on the first spot. The spots are:"]
    for spot in table.game.spots:
        if spot.pot:
            lines.append(f"  {spot.name.rpartition('-')[2]:<10} no amount: it costs the pot's price")
        elif spot.equals:
            lines.append(f"  {spot.name:<10} always equal to {spot.equals}, and need not be typed")
        elif not spot.later:
            limit = table.placard.limit(table.game, spot.name)
            lines.append(f"  {spot.name:<10} {limit}{', required' if spot.required else ''}")
    return lines
