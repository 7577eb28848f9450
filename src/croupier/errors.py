"""What Croupier says when something given to it cannot be right."""


class Refused(ValueError):
    """One line that says what was given, what is allowed and where; nothing has changed."""

    def __init__(self, line: str) -> None:
        super().__init__(" ".join(line.splitlines()))


def one_of(kind: str, given: str, allowed: list[str] | tuple[str, ...], where: str = "") -> Refused:
    """The error for a name that is not one of those allowed.

    >>> print(one_of("paytable", "OTD-9", ["OTD-01", "OTD-02"], "on-the-draw play"))
    unknown paytable 'OTD-9' for on-the-draw play; there are OTD-01, OTD-02
    """
    place = f" for {where}" if where else ""
    return Refused(f"unknown {kind} {given!r}{place}; there are {', '.join(allowed)}")
