"""The bodies of requests, with limits on every field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from croupier.floor.names import is_blank

MOST_CENTS = 100_000_000
LARGEST = 2**53 - 1
"""The largest number that every reader of JSON keeps exact."""

Cents = Annotated[int, Field(ge=1, le=MOST_CENTS, description="An amount in cents.")]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
RoundNumber = Annotated[int, Field(ge=1, le=2**31 - 1)]

WRITTEN = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$"
"""Text that a person can read as it was written: nothing that controls a screen or turns its letters around."""

Stake = Annotated[
    str, Field(max_length=12, pattern=WRITTEN, description="What is bet, in dollars: it matters where prizes are flat.")
]
Name = Annotated[str, Field(max_length=40, pattern=WRITTEN)]


def _seen(text: str) -> str:
    if is_blank(text):
        raise PydanticCustomError("string_too_short", "blank")
    return text


Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, pattern=WRITTEN), AfterValidator(_seen)]
"""Text that is not blank, without the spaces around it."""
Words = Annotated[Said, Field(max_length=200)]


Form = Annotated[Literal["json", "csv"], Query()]


class Body(BaseModel):
    """A request's body: nothing that is not asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NameAndPassword(Body):
    """Who somebody says they are."""

    name: Annotated[Name, Field(examples=["Ann"])]
    password: Annotated[str, Field(max_length=200, examples=["a long sentence of one's own"])]


class NewName(Body):
    """What somebody wants to be called."""

    name: Annotated[Name, Field(examples=["Ann"])]


Code = Annotated[str, Field(max_length=40, examples=["123456"])]


class SignIn(NameAndPassword):
    """Who somebody says they are, and for staff a code of their second factor or a recovery code."""

    code: Code = ""


class PasswordChange(Body):
    """A password, the one that it is to be, and for staff a code of their second factor."""

    password: Annotated[str, Field(max_length=200, examples=["a long sentence of one's own"])]
    new: Annotated[str, Field(max_length=200, examples=["another sentence that is longer"])]
    code: Code = ""


LARGEST_ITEM = 4000


class ItemLearned(Body):
    """Something that the coach noted."""

    kind: Annotated[Literal["decision", "round", "speed", "lesson"], Field(examples=["decision"])]
    key: Annotated[Said, Field(max_length=80, examples=["1767225600000.4"])]
    time: Annotated[
        int, Field(ge=0, le=LARGEST, description="In milliseconds since 1970.", examples=[1_767_225_600_000])
    ]
    body: Annotated[dict[str, Any], Field(max_length=40, examples=[{"game": "on-the-draw", "action": "check"}])]

    @field_validator("body")
    @classmethod
    def _is_small(cls, body: dict[str, Any]) -> dict[str, Any]:
        if len(msgspec.json.encode(body)) > LARGEST_ITEM:
            raise PydanticCustomError("string_too_long", "long", {"max_length": LARGEST_ITEM})
        return body


class ItemsLearned(Body):
    """What the coach noted since it was last told."""

    items: Annotated[
        list[ItemLearned],
        Field(
            min_length=1,
            max_length=100,
            examples=[[{"kind": "lesson", "key": "on-the-draw", "time": 1_767_225_600_000, "body": {"seen": True}}]],
        ),
    ]


class CustomPaytable(Body):
    """A paytable of one's own."""

    bet: Annotated[Name, Field(examples=["play"])]
    name: Annotated[Name, Field(min_length=1, examples=["my-table"])]
    pays: Annotated[dict[Name, Name], Field(default_factory=dict, max_length=20, examples=[{"two-pair": "1:1"}])]
    fixed: Annotated[
        dict[Name, Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]],
        Field(default_factory=dict, max_length=20, description="Flat net prizes in dollars."),
    ]


class TableOptions(Body):
    """A game with its settings and paytables, all said in words."""

    game: Annotated[Name, Field(examples=["on-the-draw"])]
    settings: Annotated[dict[Name, Name], Field(default_factory=dict, max_length=30)]
    paytables: Annotated[dict[Name, Name], Field(default_factory=dict, max_length=10, examples=[{"play": "OTD-02"}])]
    custom: Annotated[list[CustomPaytable], Field(default_factory=list, max_length=10)]


class NewTable(TableOptions):
    """A table to be opened."""

    name: Annotated[Said, Field(max_length=60, examples=["Ann's table"])]
    limits: Annotated[
        dict[Name, Annotated[list[Cents], Field(min_length=2, max_length=2)]],
        Field(
            default_factory=dict,
            max_length=10,
            examples=[{"ante": [500, 10000]}],
            description="The least and the most that may be bet on a spot.",
        ),
    ]
    breakage: Annotated[Name, Field(description="How a payout that does not come out even is paid.")] = "exact"
    chip: Annotated[int, Field(ge=1, le=1_000_000, description="The smallest chip, in cents.")] = 100
    jurisdiction: Name = "unregulated"
    day: Annotated[
        str, Field(max_length=10, pattern=WRITTEN, description="The day whose law applies, as 2026-01-31.")
    ] = ""
    aggregate_payout: Cents | None = None
    private: Annotated[bool, Field(description="Whether only those see it who come with its link.")] = False
    clock_seconds: Annotated[
        int,
        Field(ge=0, le=600, description="How long a player has for a decision; 0 is the house's usual time."),
    ] = 0
    automatic: Annotated[
        list[Annotated[int, Field(ge=1, le=20)]],
        Field(default_factory=list, max_length=12, examples=[[2, 3]], description="Seats that the house plays."),
    ]


class Invitation(Body):
    """The secret of a link to a private table."""

    invite: Annotated[
        str, Field(min_length=1, max_length=64, pattern=WRITTEN, examples=["k3mGm1yxvJ7dXw0f5o2hQpZ8s4tNbRue"])
    ]


class SitDown(Body):
    """A seat to be taken, with chips."""

    seat: Annotated[int, Field(ge=1, le=20, examples=[1])]
    buy_in: Annotated[Cents, Field(examples=[20_000])]


class Chips(Body):
    """More chips."""

    cents: Annotated[Cents, Field(examples=[5_000])]


class Answer(Body):
    """What a player says: bets or a decision, in the words of the table."""

    answer: Annotated[
        str,
        Field(
            min_length=1,
            max_length=200,
            pattern=WRITTEN,
            examples=["bet ante=5 blind=5", "check", "hold As Ks", "pass"],
        ),
    ]
    seen: Annotated[
        int | None,
        Field(
            ge=0,
            le=LARGEST,
            examples=[4],
            description="The last entry of the table's log that the player had seen. If their seat has been answered "
            "for since, by them or by the clock, the answer is refused: it was meant for another question.",
        ),
    ] = None
    commitment: Annotated[
        str | None,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="With bets, where the table's `takes_words` says so: the SHA-256, in hexadecimal, of the JSON "
            'array `["croupier-1/word",TABLE,ROUND,SEAT,"WORD"]`, for a word to be mixed into the shuffle. Reveal it '
            "when `words` lists your seat as awaited; if one is missing, the round is called off and all bets go back.",
        ),
    ] = None


class Word(Body):
    """The word that was committed to with the bets."""

    word: Annotated[
        str,
        Field(
            min_length=1,
            max_length=200,
            pattern=WRITTEN,
            examples=["3b1c9a70d6f24e58 seven white rabbits"],
            description="Nobody must be able to guess it: draw at least 16 bytes at random.",
        ),
    ]


class Reason(Body):
    """Why something is done."""

    reason: Annotated[Words, Field(examples=["a misdeal at seat 3"])]


class CallOff(Reason):
    """A round to be called off."""

    round: Annotated[
        RoundNumber | None, Field(description="The round that is meant; refused if another is being played.")
    ] = None


class Correction(Body):
    """A counter-entry for a round that is over."""

    account: Annotated[Number, Field(examples=[1])]
    round: Annotated[RoundNumber, Field(examples=[1])]
    cents: Annotated[
        int, Field(ge=-MOST_CENTS, le=MOST_CENTS, description="Above zero, the house pays.", examples=[1_500])
    ]
    reason: Annotated[Words, Field(examples=["the Trips bet was taken although it had won"])]


class Signature(Body):
    """A proposal to be signed."""

    proposal: Annotated[Number, Field(examples=[7], description="The entry of the table's log that proposes it.")]


class Advice(TableOptions):
    """A hand to be advised on."""

    cards: Annotated[str, Field(min_length=1, max_length=60, pattern=WRITTEN, examples=["As Ad 7c 2h"])]
    board: Annotated[str, Field(max_length=60, pattern=WRITTEN)] = ""
    variant: Annotated[
        str | None,
        Field(
            max_length=120,
            pattern=WRITTEN,
            examples=["main+bonus"],
            description="Which game, where a table has two; or which bets.",
        ),
    ] = None
    stake: Stake = "1"


class DecisionsAsked(TableOptions):
    """A game whose decisions are to be practised."""

    seed: Annotated[Said, Field(max_length=40, examples=["monday"])]


class AnalysisQuestion(TableOptions):
    """A game to be analysed."""

    stake: Stake = "1"
    strategies: Annotated[bool, Field(description="Whether to tell also what the short strategies cost.")] = False


class RowsQuestion(TableOptions):
    """A paytable whose rows are to be priced."""

    bet: Annotated[Name, Field(examples=["play"], description="The bet whose paytable it is.")]
    stake: Stake = "1"


class TuneQuestion(RowsQuestion):
    """A paytable to be searched for, in the words of `croupier tune`."""

    target_edge: Annotated[Name, Field(examples=["2.5%"], description="The edge of its wager that is wanted.")]
    within: Annotated[Name, Field(description="How far from it an edge may be.")] = "0.05%"
    rows: Annotated[
        list[Name],
        Field(
            default_factory=list,
            max_length=20,
            examples=[["flush=2:1..5:1", "straight=1:1..3:1/1:2"]],
            description="What rows may pay: `ROW=LEAST..MOST`, with a step after a slash if it is not 1. One row "
            "without a range: what it must pay. None: every row a step less or more.",
        ),
    ]
    hit_frequency: Annotated[Name, Field(description="A range, as in 20%..30%.")] = ""
    standard_deviation: Annotated[Name, Field(description="A range in units, as in 4..5.5.")] = ""
    keep_order: Annotated[bool, Field(description="Whether no row may pay less than a lesser one.")] = False
    limit: Annotated[int, Field(ge=1, le=200, description="The most tables that are told, the nearest first.")] = 20


class SessionsQuestion(TableOptions):
    """Sessions to be simulated."""

    bet: Annotated[Name, Field(description="The wager, as `analyze` names it; the first if not said.")] = ""
    buy_in: Annotated[Stake, Field(description="What a player buys in for, once, in dollars.")] = "200"
    unit: Annotated[Stake, Field(description="One unit of the bet, in dollars.")] = "10"
    rounds: Annotated[int, Field(ge=1, le=2000, description="How long a session is.")] = 80
    goal: Annotated[Stake, Field(description="How far ahead a player leaves, in dollars; empty for never.")] = ""


class ExposureQuestion(TableOptions):
    """A game in which players show each other their cards."""

    hands: Annotated[
        int | None, Field(ge=1, le=20, description="Other hands that are known; some numbers of them if not said.")
    ] = None
    decks: Annotated[
        int | None, Field(ge=2, le=200, description="Stripped decks that are solved; as many as usual if not said.")
    ] = None
    counting: Annotated[bool, Field(description="Whether to tell what a counted shoe is worth too.")] = False
    players: Annotated[int, Field(ge=1, le=20, description="Seats that are dealt to from the shoe.")] = 1
    cut_card: Annotated[
        int | None, Field(ge=1, le=1000, description="Cards in front of the cut card; as the game has it if not said.")
    ] = None
    stake: Stake = "1"


class PaperQuestion(TableOptions):
    """A paper to be made."""

    kind: Annotated[Name, Field(examples=["math"], description="A kind of paper that `GET /api/papers` names.")]
    format: Annotated[Name, Field(examples=["pdf"], description="A format that it comes in.")] = "pdf"
    stake: Stake = "1"


class DealerAct(Body):
    """Something that a trainee did, and when."""

    at: Annotated[int, Field(ge=0, le=10**9, description="Milliseconds since the sitting began.", examples=[1500])]
    act: Annotated[str, Field(max_length=120, pattern=WRITTEN, examples=["deal 1 hand 4 down"])]


class SittingSoFar(TableOptions):
    """A sitting in the dealer school: the seed and every act so far are all there is to it."""

    seed: Annotated[Said, Field(max_length=40, examples=["monday"])]
    players: Annotated[int, Field(ge=1, le=20)] = 3
    rounds: Annotated[int, Field(ge=1, le=5)] = 1
    lesson: Annotated[
        Literal["watch", "hints", "exam"],
        Field(description="Watching tells the next act; hints its rule and sentence."),
    ] = "hints"
    irregular: Annotated[bool, Field(description="Whether something may go wrong, to be ruled on: `rule 2 WORDS`.")] = (
        False
    )
    acts: Annotated[list[DealerAct], Field(default_factory=list, max_length=1500)]
    go_on: Annotated[bool, Field(description="Whether to begin the next round, if this one is over.")] = False


class DrillAsked(TableOptions):
    """A question of a drill, and the answer to it if there is one."""

    drill: Annotated[Literal["payout", "call", "pot", "protection"], Field(examples=["payout"])]
    seed: Annotated[Said, Field(max_length=40, examples=["monday 1"])]
    answer: Annotated[str, Field(max_length=400, pattern=WRITTEN, description="Empty to be asked only.")] = ""
