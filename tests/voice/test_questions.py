"""Ten questions on each game's rules: the table gives the answers that the docs keep, and the Learn page has them."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from croupier.errors import Refused
from croupier.games import game_names
from croupier.table.view import view
from tests.voice.questions import PAGE, Question, awarded, became, learned, opened, page, questions

WORDS = cache(learned)


def test_there_are_ten_questions_on_each_game_and_the_page_has_them() -> None:
    assert Counter(question.game for question in questions()) == dict.fromkeys(game_names(), 10)
    assert PAGE.read_text("utf-8") == page(), "python -m tests.voice.questions"


@pytest.mark.parametrize("question", questions(), ids=lambda question: f"{question.game}: {question.asks}")
def test_the_table_answers_as_the_docs_do_and_the_learn_page_says_so(question: Question) -> None:
    assert question.found in WORDS(question.game)
    round = opened(question)
    *before, last = question.play or [""]
    for answer in before:
        round.act(next(iter(round.waiting)), answer)
    if question.refused:
        with pytest.raises(Refused, match=question.refused):
            round.act(1, last)
        return
    if last:
        round.act(next(iter(round.waiting)), last)
    assert question.becomes or question.offered or question.hidden or question.pot_left
    if question.becomes:
        assert round.finished and sorted(became(round)) == sorted(question.becomes)
    if question.offered:
        assert round.decision is not None and round.decision.legal == question.offered
    if question.hidden:
        assert set(view(round, 1).seats[0].places[question.hidden]) == {"??"}
    if question.pot_left:
        event = awarded(round)
        paid = {question.pot_to: int(question.pot_pays) * 100} if question.pot_to else {}
        assert (event.shares, event.balance) == (paid, int(question.pot_left) * 100)
