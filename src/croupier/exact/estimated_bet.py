"""What sampled rounds say of a bet or a choice that could not be solved exactly."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET

from croupier.json_shapes import BetEstimated, ValueEstimated


@dataclass(frozen=True)
class EstimatedBet:
    """A bet's expected value as sampled rounds have it, net and per unit, with its standard error."""

    bet: str
    unit: str
    estimate: float
    standard_error: float
    rounds: int
    """The sampled deals that it was valued on."""
    chosen: bool
    """Whether choices were made for it on the way: the best play may be worth more, and is not expected to be less."""
    assumptions: tuple[str, ...] = ()
    """What is assumed, and what is known exactly besides, in sentences."""

    @property
    def house_edge(self) -> float:
        """What the house keeps of each unit, as far as it is known."""
        return -self.estimate

    def edge_words(self, digits: int = 2) -> str:
        """The house edge in so many digits; where choices were made, the best play may leave the house less.

        >>> EstimatedBet("main", "ante", -0.0312, 0.004, 900, chosen=True).edge_words()
        'about 3.12% or less'
        """
        return f"about {self.house_edge:.{digits}%}{' or less' if self.chosen else ''}"

    def told(self) -> BetEstimated:
        """The estimate as the `--json` contract has it."""
        return BetEstimated(
            self.unit,
            self.estimate,
            self.standard_error,
            self.rounds,
            self.chosen,
            assumptions=list(self.assumptions) or UNSET,
        )


@dataclass(frozen=True)
class EstimatedValue:
    """What an answer comes to on sampled futures, net and per unit."""

    estimate: float
    standard_error: float

    def told(self) -> ValueEstimated:
        """The estimate as the `--json` contract has it."""
        return ValueEstimated(self.estimate, self.standard_error)
