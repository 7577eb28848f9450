"""Plots as SVG for notebooks and papers: bars, and lines with bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, isfinite, log10
from typing import Final, NamedTuple

LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 44
SLANT: Final = 64
"""The room below a plot for names that are set aslant."""
MOST_SLANTED: Final = 130.0
"""How long such a name may be."""

Point = tuple[float, float]


class Look(NamedTuple):
    """The size of a plot and its colours."""

    width: int
    height: int
    colours: tuple[str, ...]
    band: float
    """The opacity of bands."""


SCREEN: Final = Look(640, 260, ("#2f6fb5", "#c4552d", "#3b8f5a", "#8a5aa8", "#b5902f"), 0.18)
PRINT: Final = Look(330, 210, ("#303030", "#7a7a7a"), 0.22)
"""Half a column of a paper, in greys."""


@dataclass(frozen=True)
class Axes:
    """What the sides of a plot stand for."""

    across: tuple[float, float]
    up: tuple[float, float]
    look: Look

    def x(self, value: float) -> float:
        """How far to the right a value lies."""
        low, high = self.across
        return LEFT + (value - low) / (high - low) * (self.look.width - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """How far down a value lies."""
        low, high = self.up
        return self.look.height - BOTTOM - (value - low) / (high - low) * (self.look.height - TOP - BOTTOM)


def line_plot(
    lines: Mapping[str, Sequence[Point]],
    across: str,
    up: str,
    bands: Mapping[str, Sequence[tuple[float, float, float]]] | None = None,
    log_up: bool = False,
    look: Look = SCREEN,
) -> str:
    """Curves by name; a band is what lies between two values at each place."""
    bands = bands or {}
    scaled = {name: [(x, _log(y) if log_up else y) for x, y in points] for name, points in lines.items()}
    xs = [x for points in scaled.values() for x, _ in points] + [x for band in bands.values() for x, _, _ in band]
    ys = [y for points in scaled.values() for _, y in points] + [
        y for band in bands.values() for _, *of in band for y in of
    ]
    axes = Axes(_span(xs), _span(ys), look)
    parts = [_frame(axes, across, up, log_up)]
    for at, (name, band) in enumerate(bands.items()):
        edge = [(x, low) for x, low, _ in band] + [(x, high) for x, _, high in reversed(band)]
        colour = look.colours[at % len(look.colours)]
        parts.append(
            f'<polygon points="{_points(axes, edge)}" fill="{colour}" opacity="{look.band}">'
            f"<title>{escape(name)}</title></polygon>"
        )
    for at, (name, points) in enumerate(scaled.items()):
        colour = look.colours[at % len(look.colours)]
        parts.append(f'<polyline points="{_points(axes, points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if len(lines) > 1:
            y = TOP + 12 + 16 * at
            parts.append(
                f'<text x="{look.width - RIGHT - 4}" y="{y}" text-anchor="end" fill="{colour}">{escape(name)}</text>'
            )
    return _svg(parts, f"{up} by {across}", look.width, look.height)


def bar_plot(
    bars: Sequence[tuple[str, float]],
    up: str,
    marks: Sequence[float | None] = (),
    across: str = "",
    log_up: bool = False,
    look: Look = SCREEN,
) -> str:
    """Bars by name; a mark stands where another figure says that a bar should end."""
    beside = [mark for mark in marks if mark is not None]
    heights = [(name, _log(height) if log_up else height) for name, height in bars]
    base = min(_log(value) for _, value in bars if value > 0) - 0.5 if log_up else 0.0
    low, high = _span(
        [base, *(height for _, height in heights if isfinite(height)), *(_log(m) if log_up else m for m in beside)]
    )
    axes = Axes((0.0, float(max(len(bars), 1))), (low, high), look)
    step = max(1, -(-40 * len(bars) // look.width))
    room = step * 0.76 * (look.width - LEFT - RIGHT) / max(len(bars), 1)
    below = SLANT if any(_short(name, room) != name for name, _ in bars[::step]) and not across else 0
    parts = [_frame(axes, across, up, log_up, ticks_across=False)]
    for at, (name, height) in enumerate(heights):
        left, right = axes.x(at + 0.12), axes.x(at + 0.88)
        top, bottom = sorted((axes.y(max(height, low)), axes.y(base)))
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" '
            f'fill="{look.colours[0]}"><title>{escape(name)}: {bars[at][1]:.6g}</title></rect>'
        )
        if at < len(marks) and marks[at] is not None:
            mark = axes.y(_log(marks[at] or 0) if log_up else marks[at] or 0)
            parts.append(
                f'<path d="M{left - 2:.1f} {mark:.1f}H{right + 2:.1f}" stroke="{look.colours[1]}" stroke-width="2"/>'
            )
        if at % step == 0:
            middle, y = (left + right) / 2, look.height - BOTTOM + 15
            place = f'transform="translate({middle:.1f} {y}) rotate(-40)" text-anchor="end"'
            if not below:
                place = f'x="{middle:.1f}" y="{y}" text-anchor="middle"'
            parts.append(f"<text {place}>{escape(_short(name, MOST_SLANTED if below else room))}</text>")
    return _svg(parts, up, look.width, look.height + below)


def _short(name: str, width: float) -> str:
    """As much of a name as there is room for."""
    most = max(int(width / 5.5), 3)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _frame(axes: Axes, across: str, up: str, log_up: bool, ticks_across: bool = True) -> str:
    parts: list[str] = []
    width, height = axes.look.width, axes.look.height
    for value in _ticks(*axes.up):
        y = axes.y(value)
        said = f"{100 * 10**value:.12f}".rstrip("0").rstrip(".") + "%" if log_up else _signed(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{width - RIGHT}" stroke="currentColor" opacity=".15"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{said}</text>')
    parts += [
        f'<text x="{axes.x(value):.1f}" y="{height - BOTTOM + 15}" text-anchor="middle">{_signed(value)}</text>'
        for value in (_ticks(*axes.across) if ticks_across else ())
    ]
    if axes.up[0] <= 0 <= axes.up[1] and not log_up:
        parts.append(f'<path d="M{LEFT} {axes.y(0):.1f}H{width - RIGHT}" stroke="currentColor" opacity=".6"/>')
    parts.append(
        f'<text x="{(LEFT + width - RIGHT) / 2}" y="{height - 6}" text-anchor="middle">{escape(across)}</text>'
    )
    middle = (TOP + height - BOTTOM) / 2
    parts.append(f'<text transform="translate(12 {middle}) rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    return "".join(parts)


def _svg(parts: Sequence[str], label: str, width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(label)}" font-family="system-ui,sans-serif" font-size="11" '
        f'fill="currentColor">{"".join(parts)}</svg>'
    )


def _signed(value: float) -> str:
    return f"{value:,g}".replace("-", "−")


def _points(axes: Axes, points: Sequence[Point]) -> str:
    return " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in points)


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _log(value: float) -> float:
    return log10(value) if value > 0 else float("-inf")


def _ticks(low: float, high: float) -> list[float]:
    """Round values between two, about five of them.

    >>> _ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / 5
    size = 10.0 ** floor(log10(rough))
    step = next(step * size for step in (1, 2, 5, 10) if step * size >= rough * 0.999)
    first, last = -floor(-low / step + 1e-9), floor(high / step + 1e-9)
    return [float(f"{at * step:.10g}") for at in range(first, last + 1)]
