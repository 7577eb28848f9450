"""What Prometheus makes of deploy/: it scrapes two houses, loads the alerts and finds every figure of the board."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import yaml

from tests.floor.client import PLAIN, Client
from tests.floor.mortal_house import MortalHouse
from tests.infrastructure import free_port
from tests.programs import program

DEPLOY = Path(__file__).parents[2] / "deploy"
TOKEN = "figures-of-this-test"
pytestmark = pytest.mark.confirm


@contextmanager
def prometheus(folder: Path, houses: list[MortalHouse]) -> Iterator[httpx.Client]:
    """Prometheus with the files of deploy/, which finds the houses on this machine and looks every second."""
    told = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    (job,) = told["scrape_configs"]
    (folder / "token").write_text(TOKEN)
    job["authorization"]["credentials_file"] = str(folder / "token")
    job["static_configs"][0]["targets"] = [house.url.removeprefix("http://") for house in houses]
    told["global"]["scrape_interval"] = told["global"]["evaluation_interval"] = "1s"
    (folder / "prometheus.yml").write_text(yaml.safe_dump(told))
    (folder / "alerts.yml").write_bytes((DEPLOY / "prometheus" / "alerts.yml").read_bytes())
    address = f"127.0.0.1:{free_port()}"
    words = ["--config.file", folder / "prometheus.yml", "--storage.tsdb.path", folder / "figures"]
    command = [program("prometheus", package="prometheus"), *words, "--web.listen-address", address]
    with (folder / "prometheus.log").open("wb") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        with httpx.Client(base_url=f"http://{address}/api/v1/", **PLAIN) as http:
            yield http
    finally:
        running.terminate()
        running.wait(timeout=20)


def until(http: httpx.Client, path: str, **query: str) -> Iterator[Any]:
    """What is answered, over and over for half a minute."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            yield http.get(path, params=query).raise_for_status().json()["data"]
        except httpx.TransportError:
            yield {}
        time.sleep(0.5)


def test_both_houses_are_scraped_alerts_are_loaded_and_the_board_has_its_figures(
    shared_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_METRICS_TOKEN", TOKEN)
    houses = [MortalHouse(shared_database, tmp_path / f"journal-{n}", options="--drain 0") for n in (1, 2)]
    with houses[0], houses[1], prometheus(tmp_path, houses) as http:
        for house in houses:
            player = Client.guest(house.url)
            table = player.open_table()
            player.sit(table)
            player.play_round(table, Random(1))
            player.close()
        assert any(
            [target["health"] for target in found.get("activeTargets", ())] == ["up", "up"]
            for found in until(http, "targets")
        ), (tmp_path / "prometheus.log").read_text()
        assert any(
            loaded and all(rule["health"] == "ok" for rule in loaded)
            for found in until(http, "rules")
            if (loaded := [rule for group in found.get("groups", ()) for rule in group["rules"]]) is not None
        )
        board = json.loads((DEPLOY / "grafana" / "dashboards" / "croupier.json").read_text("utf-8"))
        for panel in board["panels"]:
            for target in panel["targets"]:
                words = target["expr"].replace("$__rate_interval", "1m")
                assert any(found["result"] for found in until(http, "query", query=words)), (panel["title"], words)
        houses[0].kill()
        assert any(
            found["result"][0]["value"][1] == "1" for found in until(http, "query", query='sum(up{job="croupier"})')
        )
        assert any(
            {alert["labels"]["alertname"] for alert in found["alerts"]} == {"HouseDown"}
            for found in until(http, "alerts")
        )


FIRING = {
    "HouseDown": ('up{job="croupier", instance="a"}', "0+0x20"),
    "BooksOutOfReach": ('croupier_requests_total{status="503"}', "0+60x20"),
    "ConnectionsUsedUp": ("croupier_pool_in_use", "19+0x20"),
    "SlowCommits": ('croupier_commit_seconds_bucket{le="0.2"}', "0+0x20"),
    "SomethingFailed": ('croupier_requests_total{status="500"}', "_x12 1+0x8"),
    "BooksDoNotAddUp": ('croupier_money_cents{book="mint"}', "-99+0x20"),
}
"""For each alert the figure that sets it off, beside those of a house where all is well."""
WELL = {
    'up{job="croupier", instance="a"}': "1+0x20",
    'croupier_requests_total{status="503"}': "0+0x20",
    "croupier_pool_in_use": "2+0x20",
    "croupier_pool_size": "20+0x20",
    'croupier_commit_seconds_bucket{le="0.2"}': "0+60x20",
    'croupier_commit_seconds_bucket{le="0.5"}': "0+60x20",
    'croupier_commit_seconds_bucket{le="+Inf"}': "0+60x20",
    'croupier_money_cents{book="mint"}': "-100+0x20",
    'croupier_money_cents{book="wallet"}': "100+0x20",
}


def test_every_alert_is_set_off_by_its_figure_and_by_no_other(tmp_path: Path) -> None:
    alerts = DEPLOY / "prometheus" / "alerts.yml"
    (group,) = yaml.safe_load(alerts.read_text("utf-8"))["groups"]
    assert {rule["alert"] for rule in group["rules"]} == set(FIRING)
    tests = []
    for name, (series, values) in [("", ("", "")), *FIRING.items()]:
        given = WELL | ({series: values} if name else {})
        fires = [{"labels": f'{{alertname="{name}"}}', "value": 1}] if name else []
        asked = {"expr": 'count by (alertname) (ALERTS{alertstate="firing"})', "eval_time": "15m", "exp_samples": fires}
        inputs = [{"series": each, "values": told} for each, told in given.items()]
        tests.append({"interval": "1m", "input_series": inputs, "promql_expr_test": [asked]})
    (tmp_path / "alerts.test.yml").write_text(yaml.safe_dump({"rule_files": [str(alerts)], "tests": tests}))
    promtool = program("promtool", package="prometheus")
    found = subprocess.run([promtool, "test", "rules", tmp_path / "alerts.test.yml"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
    (tmp_path / "metrics_token").touch()
    checked = (DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8").replace("/run/secrets", str(tmp_path))
    (tmp_path / "alerts.yml").write_bytes(alerts.read_bytes())
    (tmp_path / "prometheus.yml").write_text(checked)
    found = subprocess.run([promtool, "check", "config", tmp_path / "prometheus.yml"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
