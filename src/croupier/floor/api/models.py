"""What the API takes, with limits on everything."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Cents = Annotated[int, Field(ge=1, le=100_000_000, description="An amount in cents.")]
Words = Annotated[str, Field(min_length=1, max_length=200)]


class Body(BaseModel):
    """A request's body: nothing that is not asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NameAndPassword(Body):
    """Who somebody says they are."""

    name: Annotated[str, Field(max_length=40, examples=["Ann"])]
    password: Annotated[str, Field(max_length=200, examples=["a long sentence of one's own"])]


class PaytableWords(Body):
    """A paytable of one's own."""

    bet: Annotated[str, Field(max_length=40, examples=["play"])]
    name: Annotated[str, Field(min_length=1, max_length=40, examples=["my-table"])]
    pays: Annotated[dict[str, str], Field(default_factory=dict, max_length=20, examples=[{"two-pair": "1:1"}])]
    fixed: Annotated[dict[str, float], Field(default_factory=dict, max_length=20)]


class TableOptions(Body):
    """A game with its settings and paytables, all said in words."""

    game: Annotated[str, Field(max_length=40, examples=["on-the-draw"])]
    settings: Annotated[dict[str, str], Field(default_factory=dict, max_length=30)]
    paytables: Annotated[dict[str, str], Field(default_factory=dict, max_length=10, examples=[{"play": "OTD-02"}])]
    custom: Annotated[list[PaytableWords], Field(default_factory=list, max_length=10)]


class NewTable(TableOptions):
    """A table to be opened."""

    name: Annotated[str, Field(min_length=1, max_length=60, examples=["Ann's table"])]
    limits: Annotated[
        dict[str, tuple[int, int]],
        Field(default_factory=dict, max_length=10, examples=[{"ante": [500, 10000]}], description="Cents by spot."),
    ]
    breakage: Annotated[str, Field(max_length=20)] = "exact"
    chip: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    jurisdiction: Annotated[str, Field(max_length=40)] = "unregulated"
    day: Annotated[str, Field(max_length=10, description="The day whose law applies, as 2026-01-31.")] = ""
    aggregate_payout: Cents | None = None
    clock_seconds: Annotated[int, Field(ge=0, le=600)] = 0
    automatic: Annotated[list[int], Field(default_factory=list, max_length=12, examples=[[2, 3]])]


class SitDown(Body):
    """A seat to be taken, with chips."""

    seat: Annotated[int, Field(ge=1, le=20)]
    buy_in: Cents


class Chips(Body):
    """More chips."""

    cents: Cents


class Answer(Body):
    """What a player says: bets or a decision, in the words of the table."""

    answer: Annotated[str, Field(min_length=1, max_length=200, examples=["bet ante=5 blind=5", "check", "play-3x"])]


class Seed(Body):
    """Words to be mixed into the shuffles to come."""

    words: Annotated[str, Field(min_length=1, max_length=100)]


class Reason(Body):
    """Why something is done."""

    reason: Words


class Correction(Body):
    """A counter-entry for a round that is over."""

    account: Annotated[int, Field(ge=1)]
    round: Annotated[int, Field(ge=1)]
    cents: Annotated[int, Field(ge=-100_000_000, le=100_000_000, description="Above zero, the house pays.")]
    reason: Words


class Advice(TableOptions):
    """A hand to be advised on."""

    cards: Annotated[str, Field(min_length=1, max_length=60, examples=["As Ad 7c 2h"])]
    board: Annotated[str, Field(max_length=60)] = ""
    variant: Annotated[str | None, Field(max_length=40)] = None


class Question(TableOptions):
    """A game to be analysed."""

    stake: Annotated[str, Field(max_length=12, description="The First 5 stake in dollars.")] = "1"


Json = dict[str, Any]
