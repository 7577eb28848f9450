"""The words of papers: numbers, bets, rows, actions and cards, and the few signs of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, Final

from croupier.cards import Card
from croupier.chips import dollars
from croupier.contract import Json
from croupier.odds import Pay, hand_words
from croupier.table.felt import felt_of
from croupier.table.game import Game

RAREST: Final = 1e-9
"""The least chance that is told."""
_STYLED: Final = re.compile(r"`(?P<code>[^`]+)`|\*(?=\S)(?P<emph>[^*]+)(?<=\S)\*")


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share in per cent, as the commands print it.

    >>> percent(Fraction(39093001, 2341229800)), percent(Fraction(-1, 8), 1)
    ('1.6698%', '−12.5%')
    """
    return f"{float(value):.{places}%}".replace("-", "−")


def change(value: Fraction) -> str:
    """A change of a share, in percentage points with its sign."""
    return f"{float(value) * 100:+.4f}".replace("-", "−")


def decimal(value: Fraction | float, places: int = 6, sign: bool = False) -> str:
    """A number with so many places.

    >>> decimal(Fraction(-3, 2), 2), decimal(12345.678, 1)
    ('−1.50', '12,345.7')
    """
    return f"{float(value):{'+' if sign else ''},.{places}f}".replace("-", "−")


def units(value: Fraction | float) -> str:
    """A result in units: whole if it is, with up to two places otherwise.

    >>> units(Fraction(-5)), units(Fraction(7, 2)), units(Fraction(1, 3))
    ('−5', '+3.5', '+0.33')
    """
    text = f"{float(value):+,.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def money_words(cents: int, whole: bool = False) -> str:
    """An amount of cents of any size, or in whole dollars.

    >>> money_words(-120050), money_words(-120050, whole=True), money_words(10**20)
    ('−$1,200.50', '−$1,201', '$1,000,000,000,000,000,000')
    """
    if whole:
        cents = (abs(cents) + 50) // 100 * (-100 if cents < 0 else 100)
    return dollars(cents).replace("-", "−")


def odds_words(chance: float) -> str:
    """A chance as once in so many; what comes more seldom than once in a billion is not told more exactly.

    >>> odds_words(1 / 1000), odds_words(8.7e-233), odds_words(0.0)
    ('1 in 1,000', 'less than 1 in 1,000,000,000', 'less than 1 in 1,000,000,000')
    """
    return f"1 in {round(1 / chance):,}" if chance >= RAREST else f"less than 1 in {round(1 / RAREST):,}"


def setting_words(value: str) -> str:
    """Return a house's decision as people say it.

    >>> setting_words("true"), setting_words("ante-bonus-always"), setting_words("3,2,1")
    ('yes', 'ante bonus always', '3, 2, 1')
    """
    return {"true": "yes", "false": "no"}.get(value, value.replace("-", " ").replace(",", ", "))


def pays_words(pay: Pay) -> str:
    """Return what a row pays, in words."""
    return "loses" if pay is None else str(pay)


def result_words(game: Game[Any], row: str) -> str:
    """A result of a return table: a paytable's row in the words that are printed for it, with or without words before.

    >>> from croupier.games import game_named
    >>> game = game_named("three-card-draw")()
    >>> result_words(game, "win with mini-royal"), result_words(game, "three-of-a-kind")
    ('Win with A-K-Q suited', 'Three of a kind')
    """
    printed = _printed_words(type(game))
    words = " ".join(printed.get(word, hand_words(word)) for word in row.split())
    return words[:1].upper() + words[1:]


@cache
def _printed_words(game: type[Game[Any]]) -> dict[str, str]:
    """The rows that the felt prints in words of its own."""
    return {row: words for table in felt_of(game).table.paytables for row, words in table.words.items()}


def bet_label(game: Game[Any], bet: str) -> str:
    """Return the label of a bet: its paytable's, or one made from its name.

    >>> from croupier.games import game_named
    >>> [bet_label(game_named("three-card-draw")(), bet) for bet in ("bonus", "main+bonus", "bonus-alone")]
    ['Bonus', 'Main + bonus', 'Bonus alone']
    """
    for known in game.pay_bets:
        if known.name == bet:
            return known.label
    words = bet.replace("/", ", ").replace("+", " + ").replace("-", " ")
    return words[:1].upper() + words[1:]


def action_words(action: str) -> str:
    """An action with its cards drawn.

    >>> action_words("play-2x discard 7c"), action_words("hold Ts Ks"), action_words("hold"), action_words("draw-3")
    ('play 2x, discard 7♣', 'hold 10♠ K♠', 'hold nothing', 'draw 3')
    """
    if action == "hold":
        return "hold nothing"
    words = re.sub(r"\b[2-9TJQKA][cdhs]\b", lambda card: Card.parse(card[0]).sign, action)
    words = re.sub(r"^([a-z]+)-(\$?[\d.,]+x?)\b", r"\1 \2", words)
    return re.sub(r"^(play \S+) (keep|discard)", r"\1, \2", words)


def card_signs(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards with their suits drawn."""
    return " ".join(card.sign for card in cards)


def pieces(words: str) -> list[Json]:
    """Words in pieces of one style each.

    >>> pieces("*Ruling:* see `ties`.")
    [{'style': 'emph', 'text': 'Ruling:'}, {'style': '', 'text': ' see '}, {'style': 'code', 'text': 'ties'},
     {'style': '', 'text': '.'}]
    """
    found: list[Json] = []
    end = 0
    for styled in _STYLED.finditer(words):
        found.append({"style": "", "text": words[end : styled.start()]})
        found.append({"style": styled.lastgroup, "text": styled[styled.lastgroup or 0]})
        end = styled.end()
    return [piece for piece in (*found, {"style": "", "text": words[end:]}) if piece["text"]]


def blocks(page: str) -> Iterator[Json]:
    """Headings, tables, lists and paragraphs in their order; lines set in by four spaces stay lines."""
    for filled, lines in groupby(page.splitlines(), key=lambda line: bool(line.strip())):
        if filled:
            yield _block(list(lines))


def _block(lines: list[str]) -> Json:
    first = lines[0]
    if first.startswith("#"):
        return {"kind": "heading", "level": len(first) - len(first.lstrip("#")), "text": first.lstrip("# ")}
    if first.startswith("|"):
        header, _, *rows = [[pieces(cell.strip()) for cell in line.strip()[1:-1].split("|")] for line in lines]
        return {"kind": "table", "header": header, "rows": rows}
    if first.startswith("- "):
        items = re.split(r"^- ", "\n".join(lines), flags=re.MULTILINE)[1:]
        return {"kind": "list", "items": [pieces(" ".join(item.split())) for item in items]}
    if first.startswith("    "):
        return {"kind": "formula", "lines": [line.removeprefix("    ") for line in lines]}
    return {"kind": "words", "pieces": pieces(" ".join(lines))}
