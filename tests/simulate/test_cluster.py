"""A real cluster of two nodes on this machine: the same result, also when a worker or a node dies in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games import game_named
from croupier.simulate.runs.cluster import Cluster
from croupier.simulate.runs.prepared import simulation_of
from croupier.simulate.runs.runner import KernelJob, Stretch
from croupier.simulate.setup import Setup
from tests.infrastructure import comes_up

ROUNDS = 4_000_000


@pytest.fixture
def two_nodes() -> Iterator[Any]:
    """A head and a second node, each with one processor and a process that waits for work."""
    ray: Any = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster as Nodes

    with comes_up("the head of the cluster", Exception):
        nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        with comes_up("the cluster", Exception):
            second = nodes.add_node(num_cpus=1)
            ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
            ray.get([ray.remote(num_cpus=1)(lambda: sleep(1)).remote() for _ in range(2)])
        yield nodes, second
    finally:
        ray.shutdown()
        nodes.shutdown()


def workers_of(node: Any) -> list[int]:
    """The processes of a node that are dealing."""
    raylet = node.all_processes["raylet"][0].process.pid
    return [process for process in children(raylet) if "ray::_deal" in said_by(process, "cmdline")]


def children(parent: int) -> list[int]:
    processes = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [
        process for process in processes if said_by(process, "stat").rpartition(")")[2].split()[1:2] == [str(parent)]
    ]


def said_by(process: int, file: str) -> str:
    try:
        return Path(f"/proc/{process}/{file}").read_text()
    except OSError:
        return ""


def same_result(address: str, break_something: Callable[[], bool]) -> None:
    """Deal on the cluster and here; whenever pieces come back something is broken, until it is."""
    job = KernelJob.of(simulation_of(Setup(game_named("draw-n-shoot-21")(), 2, ("simple",))), "a seed", 60)
    cluster, told = Cluster(address, piece_work=1 << 20), list[int]()
    broken = Event()

    def tell(dealt: int) -> None:
        told.append(dealt)
        if not broken.is_set() and break_something():
            broken.set()

    tally = cluster.run(job, Stretch(0, ROUNDS), tell, Event())
    assert broken.is_set()
    assert cluster.lost, "it died without a piece of the work"
    assert tally.rounds == sum(told) == ROUNDS
    assert job.results(tally).to_json() == job.results(job.deal(Stretch(0, ROUNDS))).to_json()


@pytest.mark.confirm
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_in_the_middle_gives_the_same_result(two_nodes: Any) -> None:
    nodes, second = two_nodes

    def kill_a_worker() -> bool:
        for process in workers_of(second)[:1]:
            os.kill(process, signal.SIGKILL)
            return True
        return False

    same_result(nodes.address, kill_a_worker)


@pytest.mark.confirm
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_node_in_the_middle_gives_the_same_result(
    two_nodes: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    nodes, second = two_nodes

    def kill_the_second_node() -> bool:
        if not workers_of(second):
            return False
        nodes.remove_node(second, allow_graceful=False)
        print("what Ray says of it goes the same way")
        return True

    same_result(nodes.address, kill_the_second_node)
    told = capsys.readouterr()
    assert told.out == "" and "the same way" in told.err


@pytest.mark.confirm
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_whose_code_is_not_ours_is_refused(two_nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job = KernelJob.of(simulation_of(Setup(game_named("three-card-draw")())), "other code", 30)
    monkeypatch.setattr("croupier.simulate.runs.cluster.code_digest", lambda: "0" * 64)
    with pytest.raises(Refused, match=r"deals by other code: its digest is .*, here it is 000000000000"):
        Cluster().run(job, Stretch(0, 100_000), lambda dealt: None, Event())


def test_a_cluster_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(Refused, match=r"no Ray cluster can be reached at 127\.0\.0\.1:1: .*refused; write HOST:PORT"):
        Cluster("127.0.0.1:1")


def test_whoever_answers_but_is_no_cluster_is_refused_at_once() -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        Thread(target=other.handle_request, daemon=True).start()
        with pytest.raises(Refused, match="something else answers there"):
            Cluster(f"127.0.0.1:{other.server_port}")


@pytest.mark.parametrize("address", ["nowhere", ":6379", "127.0.0.1:", "127.0.0.1:head"])
def test_an_address_says_a_host_and_a_port(address: str) -> None:
    with pytest.raises(Refused, match="is not where a Ray cluster can be; write HOST:PORT"):
        Cluster(address)
