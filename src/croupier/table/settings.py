"""A game's settings: a frozen, typed value, read from words and written back to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from croupier.chips import parse_dollars, plain_dollars
from croupier.errors import Refused, one_of

MOST_AMOUNT: Final = 1_000_000
"""The most that a setting may name, in cents."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a house may decide about a game; each game extends this with its own, the rulings being the defaults."""

    def check(self) -> None:
        """Refuse values that the game does not take; overridden where a game needs to."""


S = TypeVar("S", bound=Settings)

Value = str | int | bool | tuple[int, ...]


def house_choice(
    rule: str, meaning: str, least: int = 0, most: int | None = None, distinct: bool = False, word: str = ""
) -> msgspec.Meta:
    """Describe a setting: its meaning, and the rule that leaves it to the house.

    `least` and `most` bound a number; `distinct` numbers may each be given once; `word` may stand in place of an
    amount in dollars.
    """
    said = {"rule": rule, "least": least, "most": most, "distinct": distinct, "word": word}
    return msgspec.Meta(description=meaning, extra=said)


class Setting(msgspec.Struct, frozen=True):
    """A setting as people see it: its name, what may be said, what is said by default, and where it comes from."""

    name: str
    default: str
    allowed: str
    meaning: str
    rule: str


def settings_of(kind: type[Settings]) -> list[Setting]:
    """The settings a game has."""
    listed = []
    for name, (hint, meta) in _hints(kind).items():
        default = write(getattr(kind(), name))
        listed.append(Setting(name, default, _allowed(hint, meta), meta.description or "", _bounds(meta)["rule"]))
    return listed


def read(kind: type[S], words: Mapping[str, str], game: str) -> S:
    """The settings said in words, the rest at their defaults."""
    hints = _hints(kind)
    values: dict[str, Value] = {}
    for name, text in words.items():
        if name not in hints:
            raise one_of("setting", name, sorted(hints), game)
        hint, meta = hints[name]
        if not isinstance(text, str):
            raise Refused(
                f"setting {name} is given as {text!r}, a {type(text).__name__}; write it in words, {write(text)!r}"
            )
        values[name] = _read_value(name, text.strip(), hint, meta)
    settings = kind(**values)
    settings.check()
    return settings


def write(value: Value) -> str:
    """A setting's value in the words that `read` takes.

    >>> write(True), write((3, 2, 1)), write("push")
    ('true', '3,2,1', 'push')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)


def as_words(settings: Settings) -> dict[str, str]:
    """Return all settings in the words that `read` takes."""
    return {name: write(getattr(settings, name)) for name in _hints(type(settings))}


@cache
def _hints(kind: type[Settings]) -> dict[str, tuple[Any, msgspec.Meta]]:
    hints = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name in kind.__struct_fields__:
            meta = msgspec.Meta()
            if get_origin(hint) is Annotated:
                hint, meta = get_args(hint)[:2]
            hints[name] = (hint, meta)
    return hints


def _bounds(meta: msgspec.Meta) -> dict[str, Any]:
    usual = {"rule": "", "least": 0, "most": None, "distinct": False, "word": ""}
    return usual | (meta.extra or {})


def _allowed(hint: Any, meta: msgspec.Meta) -> str:
    if get_origin(hint) is Literal:
        return " | ".join(map(str, get_args(hint)))
    if hint is bool:
        return "true | false"
    if hint is str:
        word = _bounds(meta)["word"]
        return f"{word} or an amount in dollars" if word else "an amount in dollars"
    if hint is int:
        least, most = _bounds(meta)["least"], _bounds(meta)["most"]
        return f"{least} to {most}" if most is not None else f"{least} or more"
    return f"{'different ' if _bounds(meta)['distinct'] else ''}whole numbers with commas between"


def _read_value(name: str, text: str, hint: Any, meta: msgspec.Meta) -> Value:
    refusal = Refused(f"setting {name} cannot be {text!r}; it is {_allowed(hint, meta)}")
    if get_origin(hint) is Literal:
        for choice in get_args(hint):
            if text == str(choice):
                return choice  # type: ignore[no-any-return]
        raise refusal
    if hint is bool:
        if text not in ("true", "false"):
            raise refusal
        return text == "true"
    if hint is str:
        return text if text == _bounds(meta)["word"] != "" else _read_amount(text, refusal)
    try:
        numbers = tuple(int(number) for number in text.split(","))
    except ValueError:
        raise refusal from None
    if hint is int:
        least, most = _bounds(meta)["least"], _bounds(meta)["most"]
        if len(numbers) != 1 or numbers[0] < least or (most is not None and numbers[0] > most):
            raise refusal
        return numbers[0]
    if any(number < 1 for number in numbers) or (_bounds(meta)["distinct"] and len(set(numbers)) < len(numbers)):
        raise refusal
    return numbers


def _read_amount(text: str, refusal: Refused) -> str:
    """An amount in dollars, always written in the same way."""
    try:
        cents = parse_dollars(text)
    except Refused:
        raise refusal from None
    if not 0 < cents <= MOST_AMOUNT:
        raise refusal
    return plain_dollars(cents)
