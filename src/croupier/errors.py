"""What Croupier says when something given to it cannot be right."""

from collections.abc import Iterable


class Refused(ValueError):
    """One line that says what was given, what is allowed and where; nothing has changed."""

    def __init__(self, line: str) -> None:
        super().__init__(" ".join(line.splitlines()))


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
