"""The streets family: some cards seen first, more arriving in steps, a choice at each, a paytable at the end."""

from croupier.exact.streets.streets_family import (
    FOLD,
    Plan,
    Solution,
    Street,
    StreetCounts,
    Streets,
    analyze_tally,
    mean,
    plan_by,
    play_out,
    solve,
)

__all__ = [
    "FOLD",
    "Plan",
    "Solution",
    "Street",
    "StreetCounts",
    "Streets",
    "analyze_tally",
    "mean",
    "plan_by",
    "play_out",
    "solve",
]
