"""Cards drawn as SVG, by their names: face up, or the back of one that nobody may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SUITS: Final = {"s": ("♠", "#1b1b1b"), "h": ("♥", "#b3202c"), "d": ("♦", "#b3202c"), "c": ("♣", "#1b1b1b")}
CARD: Final = 46
HIGH: Final = 64


def cards_svg(names: Sequence[str]) -> str:
    """Cards in a row.

    >>> cards_svg(["As", "??"]).count("<rect")
    3
    """
    drawn = "".join(
        f'<g transform="translate({at * (CARD + 5) + 1} 1)">{_card(name)}</g>' for at, name in enumerate(names)
    )
    width = max(len(names), 1) * (CARD + 5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HIGH + 2}" width="{width}" height="{HIGH + 2}" '
        f'role="img" aria-label="{" ".join(names)}" font-family="system-ui,sans-serif">{drawn}</svg>'
    )


def _card(name: str) -> str:
    paper = f'<rect width="{CARD}" height="{HIGH}" rx="5" fill="#fdfcf8" stroke="#999"/>'
    if name[-1:] not in SUITS:
        if name.strip("?"):
            return (
                f'{paper}<text x="{CARD / 2}" y="40" font-size="22" text-anchor="middle" fill="#1b1b1b">{name}</text>'
            )
        return f'{paper}<rect x="4" y="4" width="{CARD - 8}" height="{HIGH - 8}" rx="3" fill="#34557a"/>'
    sign, colour = SUITS[name[-1]]
    rank = name[:-1].replace("T", "10")
    return (
        f'{paper}<text x="5" y="19" font-size="17" font-weight="600" fill="{colour}">{rank}</text>'
        f'<text x="{CARD / 2}" y="52" font-size="26" text-anchor="middle" fill="{colour}">{sign}</text>'
    )
