"""The image and the compose file, built and started by a container engine, restarted under load and watched."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
import yaml

from tests.floor.client import PLAIN, Client
from tests.floor.steady_load import every_command_is_carried_out_once, through
from tests.infrastructure import free_port

ROOT = Path(__file__).parents[2]
SECRETS = ("OWNER_PASSWORD", "HOUSE_PASSWORD", "METRICS_TOKEN", "GRAFANA_PASSWORD")
pytestmark = pytest.mark.confirm


def has_an_engine() -> bool:
    """Whether there is a container engine that reads compose files."""
    with suppress(FileNotFoundError):
        asked = (["docker", "info"], ["docker", "compose", "version"])
        return all(subprocess.run(words, capture_output=True).returncode == 0 for words in asked)
    return False


class Stack(NamedTuple):
    """What runs, and on which ports of this machine."""

    words: list[str]
    ports: dict[str, int]

    def compose(self, *words: str) -> str:
        """Carry out `docker compose ...`; what it says."""
        done = subprocess.run([*self.words, *words], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode == 0, f"{words}: {done.stderr[-3000:]}"
        return done.stdout

    def asked(self, service: str, path: str, **options: Any) -> Any:
        """What a service with an HTTP interface answers, when it does."""
        deadline = time.monotonic() + 90
        with httpx.Client(base_url=f"http://127.0.0.1:{self.ports[service]}", **PLAIN, **options) as http:
            while time.monotonic() < deadline:
                with suppress(httpx.HTTPError):
                    return http.get(path).raise_for_status().json()
                time.sleep(0.5)
        raise AssertionError(f"{service} does not answer {path}")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Everything that compose.yaml has, on free ports and with passwords of its own."""
    if not has_an_engine():
        pytest.skip("there is no container engine on this machine")
    folder = tmp_path_factory.mktemp("compose")
    told = (ROOT / "deploy" / "example.env").read_text("utf-8").replace("HOUSE_NAME=", "HOUSE_NAME=localhost")
    for name in SECRETS:
        told = told.replace(f"{name}=", f"{name}=secret{name.lower().replace('_', '')}")
    (folder / "env").write_text(told)
    inside = {"proxy": 443, "prometheus": 9090, "grafana": 3000}
    ports = {service: free_port() for service in inside}
    published = {name: f"ports: !override ['127.0.0.1:{ports[name]}:{port}']" for name, port in inside.items()}
    other = "services:\n" + "".join(f"  {name}: {{{said}}}\n" for name, said in published.items())
    (folder / "ports.yaml").write_text(other)
    files = ["--file", "deploy/compose.yaml", "--file", str(folder / "ports.yaml"), "--env-file", str(folder / "env")]
    running = Stack(["docker", "compose", "--project-name", "croupier-test", *files], ports)
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    try:
        running.compose("up", "--build", "--detach", "--quiet-pull")
        with httpx.Client(base_url=f"https://localhost:{ports['proxy']}", **PLAIN) as http:
            deadline = time.monotonic() + 120
            while time.monotonic() < deadline:
                with suppress(httpx.TransportError):
                    if http.get("/readyz").status_code == 200:
                        break
                time.sleep(0.5)
        yield running
    finally:
        running.compose("down", "--volumes", "--timeout", "1")


def test_a_round_is_played_and_the_houses_are_restarted_under_load(stack: Stack) -> None:
    url = f"https://localhost:{stack.ports['proxy']}"
    player = Client.guest(url)
    table = player.open_table()
    player.sit(table)
    player.play_round(table, Random(1))
    player.close()

    def restart() -> None:
        for house in ("house-1", "house-2"):
            stack.compose("restart", house)
            deadline = time.monotonic() + 120
            while '"Health":"healthy"' not in stack.compose("ps", "--format", "json", house):
                assert time.monotonic() < deadline, f"{house} does not become healthy"
                time.sleep(0.5)

    every_command_is_carried_out_once(url, through(url), 1000, restart)


def test_prometheus_has_both_houses_and_every_alert(stack: Stack) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        targets = stack.asked("prometheus", "/api/v1/targets")["data"]["activeTargets"]
        if [target["health"] for target in targets] == ["up", "up"]:
            break
        time.sleep(1)
    else:
        raise AssertionError(targets)
    (group,) = stack.asked("prometheus", "/api/v1/rules")["data"]["groups"]
    written = yaml.safe_load((ROOT / "deploy" / "prometheus" / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    assert [rule["name"] for rule in group["rules"]] == [rule["alert"] for rule in written]


def test_the_board_is_there_and_its_source_is_prometheus(stack: Stack) -> None:
    found = stack.asked("grafana", "/api/dashboards/uid/croupier", auth=("admin", "secretgrafanapassword"))
    assert found["dashboard"]["title"] == "Croupier: a house" and len(found["dashboard"]["panels"]) > 5
    words = "/api/datasources/proxy/uid/prometheus/api/v1/query?query=croupier_build_info"
    assert stack.asked("grafana", words, auth=("admin", "secretgrafanapassword"))["status"] == "success"
