"""Paytables searched for those whose edge meets a target, exactly; method.md says how."""

from __future__ import annotations

from croupier.exact.tuning.pay_ranges import PayRange, parse_range, usual_ranges
from croupier.exact.tuning.pay_unknown import UnknownPay, unknown_pay
from croupier.exact.tuning.row_costs import RowCost, RowCosts, row_costs
from croupier.exact.tuning.table_search import FoundTable, Target, TunedTables, tune
from croupier.exact.tuning.target_words import parse_target
from croupier.exact.tuning.tuned_bet import TunedBet
from croupier.exact.tuning.valuing import SearchStopped

__all__ = [
    "FoundTable",
    "PayRange",
    "RowCost",
    "RowCosts",
    "SearchStopped",
    "Target",
    "TunedBet",
    "TunedTables",
    "UnknownPay",
    "parse_range",
    "parse_target",
    "row_costs",
    "tune",
    "unknown_pay",
    "usual_ranges",
]
