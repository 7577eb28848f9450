"""What Croupier says when something given to it cannot be right."""

import re
from collections.abc import Iterable
from typing import Final

_KINDS: Final = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "nothing",
}


class Refused(ValueError):
    """One line that says what was given, what is allowed and where; nothing has changed."""

    def __init__(self, line: str) -> None:
        super().__init__(" ".join(line.splitlines()))


class InvariantError(AssertionError):
    """Something does not hold that always must: the program is wrong, or its books are.

    Raised and not asserted, so that `python -O` leaves it in.
    """


def one_of(kind: str, given: str, allowed: list[str] | tuple[str, ...], where: str = "", near: bool = False) -> Refused:
    """The error for a name that is not one of those allowed, with those that are near to it where that is asked.

    >>> print(one_of("paytable", "OTD-9", ["OTD-01", "OTD-02"], "on-the-draw play"))
    unknown paytable 'OTD-9' for on-the-draw play; there are OTD-01, OTD-02
    >>> print(one_of("setting", "decks", [], "on-the-draw"))
    unknown setting 'decks' for on-the-draw; there are none
    """
    place = f" for {where}" if where else ""
    meant = did_you_mean(given, allowed) if near else ""
    return Refused(f"unknown {kind} {given!r}{meant}{place}; there are {', '.join(allowed) or 'none'}")


def did_you_mean(given: str, allowed: Iterable[str]) -> str:
    """What an error adds to a misspelt name, or nothing where no name is near.

    >>> did_you_mean("on-the-drew", ["big-draw", "on-the-draw"])
    ' (did you mean on-the-draw?)'
    >>> did_you_mean("poker", ["big-draw", "on-the-draw"])
    ''
    """
    from difflib import get_close_matches

    near = get_close_matches(given.lower().replace("_", "-").replace(" ", "-"), list(allowed), n=2, cutoff=0.7)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def wrong_field(error: Exception, fields: Iterable[str]) -> str:
    """What is wrong in a file of these fields, in words, from what its decoder says.

    >>> wrong_field(ValueError("Expected `str`, got `int` - at `$.contact`"), ["contact"])
    'contact must be text in quotes, not a whole number'
    >>> wrong_field(ValueError("Object contains unknown field `aplicant`"), ["applicant", "contact"])
    "there is no field 'aplicant' (did you mean applicant?); there are applicant, contact"
    >>> wrong_field(ValueError("Object missing required field `title` - at `$.signatures[0]`"), ["signatures"])
    'signatures 1 lacks title'
    """
    words, _, path = str(error).partition(" - at ")
    place = re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", path.strip("`").removeprefix("$").lstrip("."))
    place = re.sub(r"\[\.*\]", "", place.replace("key` in `$.", "")) or "the file"
    if kinds := re.fullmatch(r"Expected `(.+?)`, got `(.+?)`", words):
        wanted, given = (_KINDS.get(kind, kind) for kind in kinds.groups())
        return f"{place} must be {wanted}, not {given}"
    if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", words):
        if path:
            return f"{place} has no field {unknown[1]!r}"
        return f"there is no field {unknown[1]!r}{did_you_mean(unknown[1], fields)}; there are {', '.join(fields)}"
    if lacking := re.fullmatch(r"Object missing required field `(.+)`", words):
        return f"{place} lacks {lacking[1]}"
    if value := re.fullmatch(r"Invalid enum value '?(.+?)'?", words):
        return f"{place} cannot have {value[1]!r}"
    return f"{place}: {words[:1].lower()}{words[1:].replace('`', '')}" if path else words
