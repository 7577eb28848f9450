"""Tables, figures and cards as HTML and SVG that a notebook shows, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Final

STYLE: Final = (
    "<style>.croupier{font-family:system-ui,sans-serif;margin:.5em 0}.croupier table{border-collapse:collapse;"
    "margin:.4em 0}.croupier caption{text-align:left;font-weight:600;padding:.2em 0}.croupier th{text-align:left;"
    "font-weight:600}.croupier td,.croupier th{padding:.15em .7em;border-bottom:1px solid #8884}.croupier td.n,"
    ".croupier th.n{text-align:right;font-variant-numeric:tabular-nums}.croupier summary{cursor:pointer;opacity:.7;"
    "list-style:none}.croupier .best{font-weight:700}.croupier figure{margin:.4em 0}.croupier figcaption{opacity:.7}"
    ".croupier details code{font-size:.85em;overflow-wrap:anywhere}.croupier svg{max-width:100%;height:auto}"
    ".croupier .wide{overflow-x:auto}.croupier table:has(caption){min-width:min(26em,100%)}</style>"
)


def page(*parts: str) -> str:
    """Parts that belong together, as a notebook is given them."""
    return f'{STYLE}<div class="croupier">{"".join(parts)}</div>'


def exactly(value: Fraction, shown: str) -> str:
    """A figure as people read it; its fraction comes out when it is clicked on."""
    return f"<details><summary>{escape(shown)}</summary><code>{value}</code></details>"


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share, and its fraction where there is one."""
    shown = f"{float(value):.{places}%}"
    return exactly(value, shown) if isinstance(value, Fraction) else shown


def decimal(value: Fraction | float, places: int = 6, sign: bool = False) -> str:
    """A number, and its fraction where there is one."""
    shown = f"{float(value):{'+' if sign else ''}.{places}f}"
    return exactly(value, shown) if isinstance(value, Fraction) else shown


def text(words: object) -> str:
    """Words as they are, whatever is in them."""
    return escape(str(words))


def html_table(
    caption: str, head: Sequence[str], lines: Iterable[Sequence[str]], numbers: int = 1, words: int = 0
) -> str:
    """A table; its cells are HTML already. From column `numbers` on, but for the last `words`, they are set right."""

    def row(tag: str, cells: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="n">{cell}</{tag}>' if numbers <= at < len(cells) - words else f"<{tag}>{cell}</{tag}>"
            for at, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{row('td', line)}</tr>" for line in lines)
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    return (
        f'<div class="wide"><table>{title}<thead><tr>{row("th", [text(each) for each in head])}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def figure(drawing: str, caption: str) -> str:
    """A drawing with what it shows."""
    return f"<figure>{drawing}<figcaption>{text(caption)}</figcaption></figure>"


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
