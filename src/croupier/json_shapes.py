"""The shapes of what the commands about mathematics print with `--json`, as the API answers it too.

Each is described here only: the JSON is encoded from these structs, the OpenAPI document and the web client's types are
generated from them. Exact numbers are fractions in lowest terms, `p/q`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from croupier.json_figures import Exact


def _either(*kinds: type) -> Any:
    """One of some structs; msgspec describes no union of structs without tags."""
    told = [{"$ref": f"#/components/schemas/{kind.__name__}"} for kind in kinds]
    return Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": told})]


class GameTold(msgspec.Struct, frozen=True):
    """The game that something is told of, as it was chosen."""

    game: str
    version: str
    behaviour: int
    """The game's behaviour version: numbers of one version are the same, whichever Croupier works them out."""
    settings: dict[str, str]
    paytables: dict[str, str]


class OutcomeTold(msgspec.Struct, frozen=True):
    """A net result in units, and its exact probability."""

    net: Exact
    probability: Exact


class RowTold(msgspec.Struct, frozen=True, rename={"returns": "return"}):
    """A row of a bet's return table."""

    row: str
    combinations: str
    probability: Exact
    pays: str | None
    returns: Exact


class BetAnalyzed(msgspec.Struct, frozen=True):
    """The exact figures of one bet, per unit; fractions as `p/q`."""

    unit: str
    expected_value: Exact
    house_edge: float
    average_wager: Exact
    element_of_risk: Exact
    variance: Exact
    standard_deviation: float
    hit_frequency: Exact
    outcomes: list[OutcomeTold]
    actions: dict[str, Exact]
    """How often each action is the best one."""
    rows: list[RowTold]
    assumptions: list[str] | UnsetType = UNSET
    """What is assumed of other players, where a bet depends on them."""
    favours: str | UnsetType = UNSET
    """`player`, where the bet is expected to win."""


class BetValued(msgspec.Struct, frozen=True):
    """The exact means of a bet whose distribution is not counted, per unit; fractions as `p/q`."""

    unit: str
    expected_value: Exact
    house_edge: float
    average_wager: Exact
    element_of_risk: Exact
    actions: dict[str, Exact]
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
    assumptions: list[str] | msgspec.UnsetType = msgspec.UNSET
    """What is assumed of bets that are told together, and what is exact of them, in sentences."""


if TYPE_CHECKING:
    BetTold = BetAnalyzed | BetEstimated
else:
    BetTold = _either(BetAnalyzed, BetEstimated)


class RuleTold(msgspec.Struct, frozen=True):
    """A sentence of a short strategy, and what it says to do."""

    sentence: str
    action: str


class StrategyAnalyzed(BetAnalyzed, frozen=True, kw_only=True):
    """The exact figures of one bet played by a short strategy, and what that costs against the best play."""

    cost: Exact
    cost_per_unit: float
    rules: list[RuleTold]


class CardTold(msgspec.Struct, frozen=True):
    """A strategy card: its sentences, of which the first that fits decides, and its exact cost."""

    sentences: int
    """How many there are; of a card written by hand, how many kinds of hands they name."""
    cost: Exact
    cost_per_unit: float
    house_edge: float
    house_edge_exact: str
    rules: list[RuleTold]


class StrategyTold(GameTold, frozen=True):
    """The strategy cards of a game's main bet."""

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


class StakeTold(msgspec.Struct, frozen=True):
    """The house edge at a stake."""

    cents: int
    exact: str
    house_edge: float


class StakesTold(msgspec.Struct, frozen=True):
    """A bet at every stake that was looked at."""

    stakes: list[StakeTold]
    worst_for_player: int
    worst_for_house: int
    favours_player: list[int]
    """The stakes, in cents."""
    break_even: list[list[str]]
    """Between which stakes, in dollars, the edge changes hands; the same twice where that is exact."""
    sentences: list[str]


class Analyzed(GameTold, frozen=True):
    """Every bet of a game, solved."""

    seconds: float
    bets: dict[str, BetTold]
    strategies: dict[str, dict[str, StrategyAnalyzed]] | UnsetType = UNSET
    """What short strategies cost, by bet and name; only if it was asked for."""
    pot: list[PotAnalyzed] | UnsetType = UNSET
    """How often the pot is won, by the number of participants; only if it was asked for."""
    statement: list[str] | UnsetType = UNSET
    """What is exact and what is estimated, in sentences; only of a game of no family."""
    payment: str | UnsetType = UNSET
    """How the stake is paid, where breakage or a limit was asked for."""
    by_stake: dict[str, StakesTold] | UnsetType = UNSET
    """Each bet at the stakes that its limits allow; only if it was asked for."""


class SmallPackSolved(msgspec.Struct, frozen=True):
    """Bets that are exact on a part of the pack only."""

    cards: str
    bets: dict[str, BetAnalyzed]


class SolvedTold(GameTold, frozen=True):
    """A game solved from its rules alone: exact where it can be, estimated where not, and which is which in words."""

    seconds: float
    method: str
    statement: list[str]
    bets: dict[str, BetTold]
    smaller_packs: list[SmallPackSolved]


class ValueEstimated(msgspec.Struct, frozen=True):
    """What sampled futures say of a choice, net and per unit."""

    estimate: float
    standard_error: float


class CardSays(msgspec.Struct, frozen=True):
    """What the game's strategy card says of a hand: it is short, and so not always the best."""

    sentences: list[str]
    """The sentences that the hand falls under."""
    action: str
    """What they come to."""


class EndingTold(msgspec.Struct, frozen=True):
    """One ending of a choice: its line in a return table, what it nets in units, and its chance."""

    name: str
    net: Exact
    chance: Exact
    """Exact, or the share of the sampled futures where choices are estimated."""


class Advised(msgspec.Struct, frozen=True):
    """What every choice is worth, as exact net results in units, and which are best."""

    game: str
    version: str
    behaviour: int
    actions: dict[str, Exact]
    best: list[str]
    estimates: dict[str, ValueEstimated] | UnsetType = UNSET
    """What choices come to on sampled futures, where they are not exact; then there are no actions."""
    exact: bool | UnsetType = UNSET
    """False where choices are estimated."""
    card: CardSays | UnsetType = UNSET
    """Why, in the words of the strategy card; nothing where the game has none, or none that was written yet."""
    leads_to: dict[str, list[EndingTold]] | UnsetType = UNSET
    """Every ending of each choice, the best first, with the best play afterwards; a pot is left out."""


class BetExposed(msgspec.Struct, frozen=True):
    """What a bet comes to for one who knows other players' hands; all but the exact edge is sampled."""

    unit: str
    hands: int
    cards: int
    gain: float
    standard_error: float
    house_edge: float
    house_edge_unseen: Exact
    decks: int
    winner: str


class CountTold(msgspec.Struct, frozen=True):
    """A count that a person can keep, and what it comes to with the game's cut card."""

    tags: dict[str, int]
    """By ranks, what is added to the running count for each card seen."""
    correlation: float
    """With the effects of removal."""
    value_per_true_count: Exact
    """What a point of the running count for each deck left adds to the bet's value."""
    key_true_count: Exact
    """The true count at which the bet is even."""
    tried: int
    """How many counts were compared."""
    favoured: float
    gain: float
    standard_error: float | None
    """Of the gain; none where it is counted."""


class CutTold(msgspec.Struct, frozen=True):
    """The rounds in front of a cut card: each figure for one round that is dealt."""

    cards: int
    """In front of it."""
    rounds: float
    favoured: float
    """The share of rounds that favour the player before the deal."""
    gain: float
    """What these are worth for a unit bet on each of them."""
    loss: float
    """What all others are worth, for a unit."""
    break_even_spread: float | None
    gain_by_count: float
    break_even_spread_by_count: float | None
    favoured_error: float | None
    gain_error: float | None


class BetCounted(msgspec.Struct, frozen=True):
    """What a bet comes to for one who has counted the cards that are gone from the shoe."""

    unit: str
    house_edge: Exact
    """With a new shoe."""
    cards: int
    cut_card: int
    """Cards in front of it."""
    players: int
    exposed: bool
    exact: bool
    """Whether figures are counted over all sets of cards that may be gone; else shoes are dealt."""
    shoes: int
    first_favoured: int | None
    """The fewest cards that must be gone before any round favours the player."""
    effects_of_removal: dict[str, Exact]
    counts: list[CountTold]
    cuts: list[CutTold]
    least_cents: int
    most_cents: int
    safe_cut_card: int | None
    """The deepest place looked at at which a spread from the least to the most bet gains nothing."""
    sentences: list[str]


class Exposed(GameTold, frozen=True):
    """What each bet of a game comes to for one who knows other players' hands."""

    cards_each: int
    face_up: bool
    bets: dict[str, list[BetExposed]]
    unexposed: list[str]
    """Bets that the knowledge makes no difference to."""
    not_exposed: dict[str, list[str]] = {}
    """By bet, what was looked at and makes no difference to it."""
    counting: dict[str, BetCounted] | UnsetType = UNSET
    """What counting is worth, where cards are kept from round to round."""
    counting_unknown: str | UnsetType = UNSET
    """Why it is not known what counting is worth."""
    break_even_hands: dict[str, int | None] | UnsetType = UNSET
    """By bet, the fewest known hands, of those looked at, with which the player has the edge; none if none give it."""
    seen: dict[str, BetExposed] | UnsetType = UNSET
    """What each bet comes to for one who has seen cards that are in nobody's hand; only if it was asked for."""
    hands_unknown: str | UnsetType = UNSET
    """Why it is not known what other players' hands are worth."""
    seen_unknown: str | UnsetType = UNSET
    """Why it is not known what cards are worth that are in nobody's hand."""


class TableTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paytable and what its wager comes to."""

    pays: dict[str, str]
    """Odds by row, as a paytable file has them; a row that is not there loses."""
    expected_value: Exact
    house_edge: float
    hit_frequency: Exact
    standard_deviation: float
    name: str = ""
    """Of a table that is printed or was given; one that was searched for has none."""
    fixed: dict[str, float] = {}
    """Flat prizes in dollars."""


class TableEstimated(msgspec.Struct, frozen=True):
    """A paytable and what sampled rounds say of its wager, which was not solved exactly."""

    pays: dict[str, str]
    estimate: float
    standard_error: float
    name: str
    fixed: dict[str, float]
    exact: bool = False


if TYPE_CHECKING:
    ComparedTable = TableTold | TableEstimated
else:
    ComparedTable = _either(TableTold, TableEstimated)


class UnknownTold(msgspec.Struct, frozen=True):
    """What a row must pay for the target to be met exactly: units for one, or dollars if it is a flat prize."""

    row: str
    pays: Exact | None
    """Exact; none where it is only known to lie between the two below."""
    least: Exact
    most: Exact


class Tuned(GameTold, frozen=True):
    """The tables whose wager has an edge near a target, the nearest first."""

    bet: str
    wager: str
    """The wager that the bet is part of, as `analyze` names it; the figures are its own."""
    target: Exact
    searched: int
    """All tables of the ranges."""
    met: int
    """The tables that meet the target; `found` may be told to have fewer."""
    found: list[TableTold]
    unknown: UnknownTold | UnsetType = UNSET


class TablesCompared(GameTold, frozen=True):
    """Some tables of a bet side by side."""

    bet: str
    wager: str
    tables: list[ComparedTable]


class RowCosted(msgspec.Struct, frozen=True):
    """What one more unit on a row of a paytable costs the house, the best play being found anew."""

    row: str
    pays: str | None
    """As the table is; none where the row loses."""
    more: str
    """One unit more: a push where it lost."""
    cost: Exact
    """What the house then keeps less of each unit of the wager, exactly."""
    house_edge: float
    """The edge with one unit more."""


class RowsCosted(GameTold, frozen=True):
    """What one more unit costs on each row of a bet's paytable."""

    bet: str
    wager: str
    """The wager that the bet is part of, as `analyze` names it."""
    unit: str
    expected_value: Exact
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


class SessionsCurved(GameTold, frozen=True):
    """Simulated sessions of one bet: how results spread with time, and ruin by buy-in."""

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
    command: str = ""
    """What regenerates it."""
    difference: float = 0.0
    """What is printed less what it comes to."""
    standard_error: float | UnsetType = UNSET
    """Of a reading that is simulated."""


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


class FollowedBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bet of a seat wins on average beside each outcome of another."""

    explained: float
    """The share of its variance that the other's outcome explains."""
    at: list[float]
    """The outcomes of the other from its largest prize on, by the chance of those before it and half of its own."""
    won: list[float]
    """What the house wins of a unit beside each, away from the mean."""


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
    bets: list[str] = []
    """The names in the order of the game: the first is the one that third moments are of."""
    followed: dict[str, dict[str, FollowedBet]] = {}
    """By the bet with the largest prizes, and by the others that are settled with it."""
