"""`croupier deal`: the dealer school in the terminal."""

from __future__ import annotations

import secrets
from typing import Annotated, get_args

import typer

from croupier.chips import BREAKAGE_RULES
from croupier.cli import terms
from croupier.cli.screen import Screen
from croupier.errors import one_of
from croupier.jurisdictions import UNREGULATED


def deal(
    game: terms.GameName,
    lesson: Annotated[
        str, typer.Option(**terms.words("watch", "hints", "exam"), help="What you are told as you deal.")
    ] = "hints",
    drill: Annotated[
        str, typer.Option(**terms.words("payout", "call", "pot", "protection"), help="Questions instead of rounds.")
    ] = "",
    players: Annotated[int, typer.Option(metavar="N", help="Players at the table.")] = 3,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds, up to 10; in a drill ten questions each.")] = 1,
    irregular: Annotated[
        bool, typer.Option("--irregular", help="Let something go wrong in rounds, to be noticed and ruled on.")
    ] = False,
    seed: Annotated[str | None, typer.Option(metavar="WORDS", help="The same rounds for the same words.")] = None,
    paytable: terms.Paytables = [],  # noqa: B006
    paytable_file: terms.PaytableFiles = [],  # noqa: B006
    settings: terms.SettingWords = [],  # noqa: B006
    limit: terms.Limits = [],  # noqa: B006
    chip: terms.Chip = "1",
    breakage: terms.BreakageRule = BREAKAGE_RULES[0],
    aggregate: terms.Aggregate = "",
    jurisdiction: terms.Place = UNREGULATED,
    date: terms.Day = "",
) -> None:
    """Practise dealing, with each mistake named by its rule.

    You deal rounds to automatic players, step by step.
    """
    from croupier.cli.terminal.school_session import DrillSession, LessonSession
    from croupier.school.drills import DRILLS
    from croupier.school.sitting import Lesson, Sitting, SittingTerms

    chosen = terms.choose_game(game, settings, paytable, paytable_file)
    placard = terms.choose_placard(chosen, limit, chip, breakage, aggregate, jurisdiction, date)
    if lesson not in get_args(Lesson):
        raise one_of("lesson", lesson, get_args(Lesson))
    words = seed if seed is not None else secrets.token_hex(8)
    if drill:
        if drill not in DRILLS:
            raise one_of("drill", drill, DRILLS)
        DrillSession(Screen(), drill, chosen, placard, words).run(10 * rounds)
        return
    sitting = Sitting(SittingTerms(chosen, placard, words, players, rounds, irregular))
    screen = Screen()
    LessonSession(screen, sitting, lesson).run()
    if seed is None:
        screen.say(f"--seed {words} deals these rounds again.")
