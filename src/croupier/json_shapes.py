"""The shapes of what the commands about mathematics print with `--json`, as the API answers it too.

Each is described here only: the JSON is encoded from these structs, the OpenAPI document and the web client's types are
generated from them. Exact numbers are fractions in lowest terms, `p/q`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType


class OutcomeTold(msgspec.Struct, frozen=True):
    """A net result in units, and its exact probability."""

    net: str
    probability: str


class RowTold(msgspec.Struct, frozen=True, rename={"returns": "return"}):
    """A row of a bet's return table."""

    row: str
    combinations: str
    probability: str
    pays: str | None
    returns: str


class BetAnalyzed(msgspec.Struct, frozen=True):
    """The exact figures of one bet, per unit; fractions as `p/q`."""

    unit: str
    expected_value: str
    house_edge: float
    average_wager: str
    element_of_risk: str
    variance: str
    standard_deviation: float
    hit_frequency: str
    outcomes: list[OutcomeTold]
    actions: dict[str, str]
    """How often each action is the best one."""
    rows: list[RowTold]
    assumptions: list[str] | UnsetType = UNSET
    """What is assumed of other players, where a bet depends on them."""


class BetValued(msgspec.Struct, frozen=True):
    """The exact means of a bet whose distribution is not counted, per unit; fractions as `p/q`."""

    unit: str
    expected_value: str
    house_edge: float
    average_wager: str
    element_of_risk: str
    actions: dict[str, str]
    assumptions: list[str]


class BetEstimated(msgspec.Struct, frozen=True):
    """What sampled rounds say of a bet that was not solved exactly, net and per unit."""

    unit: str
    estimate: float
    standard_error: float
    rounds: int
    """The sampled deals that it was valued on."""
    lower_bound: bool
    """Whether choices were made for it on the way: in expectation the best play is worth no less than the estimate."""
    exact: bool = False


if TYPE_CHECKING:
    BetTold = BetAnalyzed | BetEstimated
else:  # msgspec describes no union of structs without tags
    _BETS = [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in (BetAnalyzed, BetEstimated)]
    BetTold = Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": _BETS})]


class RuleTold(msgspec.Struct, frozen=True):
    """A sentence of a short strategy, and what it says to do."""

    sentence: str
    action: str


class StrategyAnalyzed(BetAnalyzed, frozen=True, kw_only=True):
    """The exact figures of one bet played by a short strategy, and what that costs against the best play."""

    cost: str
    cost_per_unit: float
    rules: list[RuleTold]


class CardTold(msgspec.Struct, frozen=True):
    """A strategy card: its sentences, of which the first that fits decides, and its exact cost."""

    sentences: int
    """How many there are; of a card written by hand, how many kinds of hands they name."""
    cost: str
    cost_per_unit: float
    house_edge: float
    rules: list[RuleTold]


class StrategyTold(msgspec.Struct, frozen=True):
    """The strategy cards of a game's main bet."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    bet: str
    unit: str
    card: CardTold
    """What was asked for: the shortest card within a cost, or the cheapest of so many sentences."""
    frontier: list[CardTold]
    """For each number of sentences the cheapest card found, if it costs less than all shorter ones."""
    written: CardTold | None
    """The card that is written by hand, if the game has one."""
    printed: str
    """Which of them the strategy card of a report has: `found` or `simple`."""


class PotAnalyzed(msgspec.Struct, frozen=True):
    """How often a round's pot is won by so many participants; fractions if counted, floats if simulated."""

    participants: int
    method: str
    """`exact` or `simulated`."""
    won: str | float
    won_float: float
    rounds: str | float
    rounds_float: float
    divided: str | float
    divided_float: float
    standard_error: float | UnsetType = UNSET
    simulated_rounds: int | UnsetType = UNSET


class Analyzed(msgspec.Struct, frozen=True):
    """Every bet of a game, solved."""

    game: str
    version: str
    behaviour: int
    """The game's behaviour version: numbers of one version are the same, whichever Croupier works them out."""
    settings: dict[str, str]
    paytables: dict[str, str]
    seconds: float
    bets: dict[str, BetTold]
    strategies: dict[str, dict[str, StrategyAnalyzed]] | UnsetType = UNSET
    """What short strategies cost, by bet and name; only if it was asked for."""
    pot: list[PotAnalyzed] | UnsetType = UNSET
    """How often the pot is won, by the number of participants; only if it was asked for."""
    statement: list[str] | UnsetType = UNSET
    """What is exact and what is estimated, in sentences; only of a game of no family."""


class SmallPackSolved(msgspec.Struct, frozen=True):
    """Bets that are exact on a part of the pack only."""

    cards: str
    bets: dict[str, BetAnalyzed]


class SolvedTold(msgspec.Struct, frozen=True):
    """A game solved from its rules alone: exact where it can be, estimated where not, and which is which in words."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    seconds: float
    method: str
    statement: list[str]
    bets: dict[str, BetTold]
    smaller_packs: list[SmallPackSolved]


class ValueEstimated(msgspec.Struct, frozen=True):
    """What sampled futures say of a choice, net and per unit."""

    estimate: float
    standard_error: float


class Advised(msgspec.Struct, frozen=True):
    """What every choice is worth, as exact net results in units, and which are best."""

    game: str
    version: str
    behaviour: int
    actions: dict[str, str]
    best: list[str]
    estimates: dict[str, ValueEstimated] | UnsetType = UNSET
    """What choices come to on sampled futures, where they are not exact; then there are no actions."""
    exact: bool | UnsetType = UNSET
    """False where choices are estimated."""


class BetExposed(msgspec.Struct, frozen=True):
    """What a bet comes to for one who knows other players' hands; all but the exact edge is sampled."""

    unit: str
    hands: int
    cards: int
    gain: float
    standard_error: float
    house_edge: float
    house_edge_unseen: str
    decks: int
    winner: str


class Exposed(msgspec.Struct, frozen=True):
    """What each bet of a game comes to for one who knows other players' hands."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    cards_each: int
    face_up: bool
    bets: dict[str, list[BetExposed]]
    unexposed: list[str]
    """Bets that the knowledge makes no difference to."""


class TableTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paytable and what its wager comes to."""

    pays: dict[str, str]
    """Odds by row, as a paytable file has them; a row that is not there loses."""
    expected_value: str
    house_edge: float
    hit_frequency: str
    standard_deviation: float
    name: str = ""
    """Of a table that is printed or was given; one that was searched for has none."""
    fixed: dict[str, float] = {}
    """Flat prizes in dollars."""


class UnknownTold(msgspec.Struct, frozen=True):
    """What a row must pay for the target to be met exactly: units for one, or dollars if it is a flat prize."""

    row: str
    pays: str | None
    """Exact; none where it is only known to lie between the two below."""
    least: str
    most: str


class Tuned(msgspec.Struct, frozen=True):
    """The tables whose wager has an edge near a target, the nearest first."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    bet: str
    wager: str
    """The wager that the bet is part of, as `analyze` names it; the figures are its own."""
    target: str
    searched: int
    """All tables of the ranges."""
    met: int
    """The tables that meet the target; `found` may be told to have fewer."""
    found: list[TableTold]
    unknown: UnknownTold | UnsetType = UNSET


class TablesCompared(msgspec.Struct, frozen=True):
    """Some tables of a bet side by side."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    bet: str
    wager: str
    tables: list[TableTold]


class RowCosted(msgspec.Struct, frozen=True):
    """What one more unit on a row of a paytable costs the house, the best play being found anew."""

    row: str
    pays: str | None
    """As the table is; none where the row loses."""
    more: str
    """One unit more: a push where it lost."""
    cost: str
    """What the house then keeps less of each unit of the wager, exactly."""
    house_edge: float
    """The edge with one unit more."""


class RowsCosted(msgspec.Struct, frozen=True):
    """What one more unit costs on each row of a bet's paytable."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    bet: str
    wager: str
    """The wager that the bet is part of, as `analyze` names it."""
    unit: str
    expected_value: str
    rows: list[RowCosted]


class ShareEstimated(msgspec.Struct, frozen=True):
    """A simulated share and its standard error."""

    value: float
    standard_error: float


class SessionSoFar(msgspec.Struct, frozen=True):
    """What sessions have come to after so many rounds; those that ended earlier stay as they ended."""

    rounds: int
    cents: list[int]
    """Won in all, less what was lost, by the sessions at 5, 25, 50, 75 and 95 per cent, the worst first."""
    ruined: ShareEstimated


class RuinByBuyIn(msgspec.Struct, frozen=True):
    """How often a session is cut short by ruin with such a buy-in."""

    buy_in_cents: int
    ruined: ShareEstimated


class SessionsCurved(msgspec.Struct, frozen=True):
    """Simulated sessions of one bet: how results spread with time, and ruin by buy-in."""

    game: str
    version: str
    behaviour: int
    settings: dict[str, str]
    paytables: dict[str, str]
    bet: str
    unit: str
    unit_cents: int
    buy_in_cents: int
    goal_cents: int | None
    rounds: int
    sessions: int
    seed: str
    house_edge: float
    hold: ShareEstimated
    """What the house wins of a session by the buy-in."""
    churn_hold: float
    """The same by the churn formula, in which nobody is ruined or leaves early."""
    ruined: ShareEstimated
    ahead: ShareEstimated | None
    """Sessions that ended at the goal, if there is one."""
    won: ShareEstimated
    """Sessions that ended with more than was bought in for."""
    results: list[SessionSoFar]
    ruin: list[RuinByBuyIn]


class ReadingTried(msgspec.Struct, frozen=True):
    """Another way to read a published figure, and what comes of it."""

    reading: str
    exact: str
    value: float
    rounded: str
    verdict: str


class FigureAudited(msgspec.Struct, frozen=True):
    """A figure as its document prints it beside the exact one."""

    game: str
    figure: str
    place: str
    label: str
    printed: str
    exact: str | None
    value: float | None
    rounded: str | None
    """The exact value with as many places as the printed one."""
    difference: float | None
    """What is printed less the exact value."""
    difference_as_printed: str | None
    verdict: str
    tried: list[ReadingTried]
    note: str
    simulated_rounds: int | UnsetType = UNSET
    """Rounds that the document simulated for this figure, if it did."""
    standard_error: float | UnsetType = UNSET
    standard_errors_away: float | UnsetType | None = UNSET


class Audited(msgspec.Struct, frozen=True):
    """Every figure that a game's document publishes, and how many there are of each verdict."""

    version: str
    behaviour: dict[str, int]
    """The behaviour version of each game."""
    figures: list[FigureAudited]
    verdicts: dict[str, int]


class SharedLuck(msgspec.Struct, frozen=True):
    """Covariances of bets, by the names of both; and third moments of the first bet."""

    rounds: int
    within: dict[str, dict[str, float]]
    """Of two different bets of one seat."""
    between: dict[str, dict[str, float]]
    """Of a bet of one seat and one of another."""
    pair_third: float = 0.0
    """The mean of one seat's squared deviation times another's, on the first bet."""
    triple_third: float = 0.0
    """The mean of the product of three seats' deviations."""
