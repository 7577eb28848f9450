"""The learning environments: the libraries' own checks, rewards as the table pays, and nothing that is hidden."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.solved_games import analyze

from croupier.cards import DECK
from croupier.errors import Refused
from croupier.exact.draw import draw_game, hold_values
from croupier.exact.reading.chosen_rounds import Chosen
from croupier.exact.solver import solver_of
from croupier.game_folders import VARIABLE
from croupier.games import game_named, game_names
from croupier.games.draw_n_shoot_21.exact import points
from croupier.learning import gymnasium_env
from croupier.learning.env_rounds import EnvTerms, TableRounds
from croupier.learning.family_rounds import FamilyDealer, FamilyRounds
from croupier.learning.gymnasium_env import CroupierEnv, env_name, env_terms, register_games
from croupier.learning.oracle import Oracle
from croupier.learning.shoe_rounds import ShoeRounds
from croupier.learning.vector_env import make_vector
from croupier.simulate.kernel.kernel_chance import RoundChance, ShoeChance
from croupier.simulate.kernel.stream import key_of
from croupier.table.view import view

EXAMPLES = Path(__file__).parents[2] / "examples"
LIGHT = ("three-card-draw", "on-the-draw")
HEAVY = [pytest.param(game, marks=pytest.mark.confirm) for game in ("cincinnati-stud", "big-draw")]
KERNELS = [*LIGHT, *HEAVY]
BETS = {
    "three-card-draw": {"ante": 5, "bonus": 5},
    "on-the-draw": {"ante": 5, "blind": 5, "trips": 10},
    "big-draw": {"big-draw": 5, "first-5": 5},
}


def test_every_game_has_a_registered_name() -> None:
    assert {env_name(name) for name in game_names()} <= set(gymnasium.registry)
    assert env_name("draw-n-shoot-21") == "croupier/DrawNShoot21-v0"


@pytest.mark.sample(3)
@pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "table"])
@pytest.mark.parametrize("game", [*KERNELS, "draw-n-shoot-21"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_nothing_wrong(game: str, kernel: bool) -> None:
    check_env(CroupierEnv(game, kernel=kernel), skip_render_check=True)


@pytest.mark.sample(4)
@pytest.mark.parametrize("bets", [None, "all"], ids=["main", "all bets"])
@pytest.mark.parametrize("game", KERNELS)
def test_a_kernels_rewards_are_what_the_table_pays(game: str, bets: str | None) -> None:
    terms = env_terms(game, BETS.get(game) if bets else None, "")
    rounds, key = FamilyRounds(terms, FamilyDealer(terms)), key_of("environment 7")
    rounds.restart(7)
    table = TableRounds(terms)
    for number in range(12):
        rounds.deal()
        for answers in (way.answers for way in rounds.tree.ways):
            rounds.node = 0
            table.begin(RoundChance(key, number), ShoeChance(key, 0))
            for answer in answers:
                assert rounds.observation.tolist() == table.observation.tolist()
                assert rounds.names() == view(table.round, 1).legal
                assert (rounds.legal, rounds.finished) == (table.legal, False)
                rounds.act(answer)
                table.act(answer)
            assert rounds.finished and table.finished
            assert rounds.reward == pytest.approx(table.reward)


@pytest.mark.parametrize("decks", ["1", "6", "infinite"])
@pytest.mark.parametrize("bets", [None, {"ante": 5, "craps": 5}], ids=["main", "all bets"])
def test_a_shoes_kernel_deals_what_the_table_pays(bets: dict[str, int] | None, decks: str) -> None:
    game = type(game_named("draw-n-shoot-21")()).choose({"decks": decks})
    terms, random = env_terms(game, bets, ""), Random(decks)
    rounds, table, hits = ShoeRounds(terms), TableRounds(terms), 0
    rounds.restart(7)
    for _ in range(400):
        rounds.deal()
        table.begin(Chosen([DECK[card] for card in rounds.cards], [rounds.roll]))
        while not rounds.finished:
            assert rounds.observation.tolist() == table.observation.tolist()
            assert (rounds.legal, rounds.names()) == (table.legal, table.names())
            if random.random() < 0.02:
                assert rounds.oracle().exact() == table.oracle().exact()
            answer = random.choice([-1, 0, 1, 1, 1, 2])
            hits += answer == 1
            rounds.act(answer)
            table.act(answer)
        assert table.finished
        assert rounds.reward == pytest.approx(table.reward)
    assert hits > 400


def test_an_observation_has_only_what_the_seat_sees() -> None:
    rounds = TableRounds(EnvTerms.of(game_named("on-the-draw")()))
    for _ in range(20):
        rounds.deal()
        while not rounds.finished:
            seen = rounds.round.table.seats[1]
            streets = [place for place in rounds.round.table.places.values() if place.eyes is None]
            allowed = {card.index for card in [*seen.cards, *(card for place in streets for card in place.cards)]}
            assert set(rounds.observation[1:7].tolist()) - {52} == allowed
            rounds.act(0)


@pytest.mark.parametrize("game", ["three-card-draw", "on-the-draw", "draw-n-shoot-21"])
def test_the_oracle_is_the_exact_solver(game: str) -> None:
    env = CroupierEnv(game)
    _, info = env.reset(seed=5)
    exact = info["oracle"].exact()
    cards = [str(card) for card in env.rounds.asked(info["oracle"].state)[0].cards]  # type: ignore[attr-defined]
    values = solver_of(env.terms.game).advise(solver_of(env.terms.game).read_cards(" ".join(cards)))
    assert exact == {name: values[name] for name in env.names()}
    assert info["oracle"].regret(info["oracle"].best) == 0


@pytest.mark.parametrize("bets", [None, "all"], ids=["main", "all bets"])
@pytest.mark.parametrize(
    "game", ["three-card-draw", "on-the-draw", "cincinnati-stud", "big-draw", "mississippi-stud", "let-it-ride"]
)
def test_a_vectorised_environment_knows_what_every_action_is_worth(
    game: str, bets: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(EXAMPLES / "games"))
    envs: Any = make_vector(game, 64, BETS.get(game) if bets else None)
    _, infos = envs.reset(seed=3)
    single = FamilyRounds(envs.terms, envs.dealer)
    for _ in range(3):
        for lane in range(0, 64, 16):
            asked = single.asked((int(envs._node[lane]), envs._cards[lane].tobytes()))
            assert asked is not None
            exact = Oracle(single, (int(envs._node[lane]), envs._cards[lane].tobytes())).exact()
            told = infos["values"][lane][: len(exact)]
            assert told == pytest.approx([float(exact[name]) for name in asked[1]], abs=1e-5)
        _, _, _, _, infos = envs.step(np.arange(64) // 16)


@pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "table"])
@pytest.mark.parametrize("bets", [None, {"ante": 5, "craps": 10}], ids=["main", "all bets"])
def test_the_oracle_counts_what_was_raised_and_every_bet(bets: dict[str, int] | None, kernel: bool) -> None:
    """Every first card once: nine of thirteen have a value of their own, and four are worth ten."""
    env = CroupierEnv("draw-n-shoot-21", bets, kernel=kernel)
    both = analyze(env.terms.game, stake=10)
    whole = both["twenty-one"].expected_value + (2 * both["quickcraps"].expected_value if bets else 0)
    best: dict[int, Fraction] = {}
    for seed in range(400):
        _, info = env.reset(seed=seed)
        question, *_ = env.rounds.asked(info["oracle"].state)  # type: ignore[attr-defined]
        (worth,) = map(points, question.cards)
        if worth not in best:
            values = info["oracle"].exact()
            best[worth] = max(values.values())
            raised = len(best) % 3
            _, _, _, _, info = env.step(raised)
            assert max(info["oracle"].exact().values()) == values[f"raise-{raised}"]
    assert sum(value * (4 if worth == 10 else 1) for worth, value in best.items()) / 13 == whole


def test_the_oracle_of_two_bets_is_that_of_the_variant_that_is_called() -> None:
    values = {}
    for variant in ("five-card-draw", "deuces-never-loses"):
        env = CroupierEnv("big-draw", BETS["big-draw"], variant)
        _, info = env.reset(seed=5)
        values[variant] = exact = info["oracle"].exact()
        question, *_ = env.rounds.asked(info["oracle"].state)  # type: ignore[attr-defined]
        alone = solver_of(env.terms.game).mathematics
        first = alone.bet(variant, alone.groups[1], 5)  # type: ignore[attr-defined]
        dealt = dict(hold_values(draw_game(first.ranking), first.nets, question.cards))[question.cards]
        main = solver_of(env.terms.game).advise(question.cards, variant=variant, stake=5)
        assert exact == {answer: value + dealt for answer, value in main.items()}
    assert values["five-card-draw"] != values["deuces-never-loses"]


def test_the_best_actions_earn_the_exact_value_and_a_seed_gives_the_same_rounds() -> None:
    envs = make_vector("three-card-draw", 4096)
    _, infos = envs.reset(seed=11)
    won, squares, rounds = 0.0, 0.0, 0
    for _ in range(50):
        _, rewards, ended, _, infos = envs.step(np.nanargmax(infos["values"], axis=1))
        won, squares, rounds = won + rewards.sum(), squares + (rewards**2).sum(), rounds + int(ended.sum())
    exact = float(solver_of(game_named("three-card-draw")()).analyze()["main"].expected_value)
    assert abs(won / rounds - exact) < 4 * np.sqrt(squares) / rounds
    one, other = (make_vector("on-the-draw", 32, oracle=False) for _ in range(2))
    first, again = one.reset(seed=2)[0], other.reset(seed=2)[0]
    assert (first == again).all()
    actions = np.tile([0, 1], 16)
    for _ in range(4):
        told, retold = one.step(actions), other.step(actions)
        assert (told[0] == retold[0]).all() and (told[1] == retold[1]).all()


def test_a_game_of_others_has_its_environments_on_the_first_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(EXAMPLES / "games" / "casino_war"))
    assert "croupier/CasinoWar-v0" in register_games()
    env = gymnasium.make("croupier/CasinoWar-v0")
    env.reset(seed=1)
    for _ in range(50):
        _, reward, ended, _, _ = env.step(env.action_space.sample())
        if ended:
            assert reward in (-2, -1, -0.5, 1, 2, 3)
            env.reset()


@pytest.mark.parametrize("game", ["three-card-draw", "draw-n-shoot-21"])
def test_without_a_seed_every_environment_deals_other_rounds(game: str) -> None:
    alone = [CroupierEnv(game).reset()[0].tolist() for _ in range(6)]
    together = make_vector(game, 6).reset()[0].tolist()
    again = make_vector(game, 6).reset()[0].tolist()
    assert len({tuple(seen) for seen in alone + together + again}) > 9
    assert CroupierEnv(game).reset(seed=3)[0].tolist() == CroupierEnv(game).reset(seed=3)[0].tolist()


@pytest.mark.parametrize("actions", [np.zeros(3), np.zeros(2, np.int64), np.zeros((3, 1), np.int64), 1])
def test_actions_that_do_not_fit_are_refused(actions: Any) -> None:
    envs = make_vector("three-card-draw", 3)
    with pytest.raises(Refused, match=r"reset\(\)"):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=1)
    with pytest.raises(Refused, match="an action for each round"):
        envs.step(actions)
    envs.step(np.zeros(3, np.int32))


def test_what_cannot_be_made_or_stepped_is_refused_in_one_line() -> None:
    for wrong in (0, -1):
        with pytest.raises(Refused, match="one environment at least"):
            make_vector("three-card-draw", wrong)
    with pytest.raises(Refused, match="no round is dealt"):
        CroupierEnv("three-card-draw").step(0)
    bets: Any = [5]
    with pytest.raises(Refused, match="are no bets"):
        CroupierEnv("three-card-draw", bets)
    assert gymnasium.make_vec("croupier/ThreeCardDraw-v0", 2, kernel=False).num_envs == 2


@pytest.mark.confirm
def test_tabular_learning_comes_within_a_thousandth_of_an_ante() -> None:
    spec = importlib.util.spec_from_file_location("q_learning", EXAMPLES / "q_learning.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    curve = list(module.Learner().learn(module.ROUNDS))
    assert curve[0][1] > 0.01
    assert 0 <= curve[-1][1] < 0.001
    assert gymnasium_env.NAMESPACE == "croupier"
