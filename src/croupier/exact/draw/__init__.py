"""The draw family: five cards, any of them held, the rest replaced once, the final hand paid by its row."""

from croupier.exact.draw.draw_family import (
    analyze_deal,
    analyze_draw,
    draw_game,
    hold_values,
    informed,
    net_results,
)

__all__ = [
    "analyze_deal",
    "analyze_draw",
    "draw_game",
    "hold_values",
    "informed",
    "net_results",
]
