"""The files that a house is deployed from, each read as the program that it is for reads it, as far as it can be."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.cli.commands.operations import SETTINGS
from croupier.floor.metrics import Metrics
from tests.docs.commands import check
from tests.programs import program

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
FROM_THE_BOOKS = {"croupier_rounds_open", "croupier_money_cents"}


def figures() -> set[str]:
    """The names of all figures that a house tells."""
    told = {sample.name for metric in Metrics().registry.collect() for sample in metric.samples}
    families = {metric.name for metric in Metrics().registry.collect()}
    return (
        told | FROM_THE_BOOKS | {f"{name}{end}" for name in families for end in ("_total", "_bucket", "_sum", "_count")}
    )


def compose() -> dict[str, Any]:
    """The compose file."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return read


def test_the_configuration_says_only_what_there_is() -> None:
    said = tomllib.loads((DEPLOY / "house.toml").read_text("utf-8"))
    assert said and set(said) <= SETTINGS


def test_make_serve_hands_port_and_folder_on_as_flags() -> None:
    made = ["make", "--dry-run", "--no-print-directory", "serve"]
    for given in ([], ["PORT=8030"], ["PORT=8030", "DATA=house"]):
        said = subprocess.run([*made, *given], cwd=DEPLOY.parent, capture_output=True, text=True, check=True).stdout
        wanted = "".join(f" --{word.replace('=', ' ').lower()}" for word in given)
        assert " ".join(said.splitlines()[-1].split()).endswith(f"/croupier serve{wanted}"), said


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_one_and_its_commands_are_commands(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text("utf-8")
    read = ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(text)
    assert "Unit" in read
    for words in re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE):
        croupier = re.search(r"/opt/croupier/bin/(croupier [^']*)", words)
        assert croupier is not None
        check(re.sub(r"\$\([^)]*\)", "today", croupier[1]).replace("/etc/croupier", str(DEPLOY)))
    if shutil.which("systemd-analyze"):
        # The program that it starts need not be on this machine.
        here = tmp_path / unit.name
        here.write_text(re.sub(r"/opt/croupier/bin/croupier", "/bin/true", text), "utf-8")
        found = subprocess.run(["systemd-analyze", "verify", "--man=no", here], capture_output=True, text=True)
        ours = [line for line in found.stderr.splitlines() if unit.name in line and "user" not in line.lower()]
        assert not [line for line in ours if "Unknown" in line or "Invalid" in line or "Failed to parse" in line], ours


def test_the_house_is_ready_when_it_says_so_and_has_time_to_drain() -> None:
    unit = (DEPLOY / "systemd" / "croupier.service").read_text("utf-8")
    drain = tomllib.loads((DEPLOY / "house.toml").read_text("utf-8"))["drain"]
    assert "Type=notify\n" in unit and "ExecReload=/bin/kill -HUP $MAINPID\n" in unit
    assert int(re.search(r"TimeoutStopSec=(\d+)", unit)[1]) > drain + 5  # type: ignore[index]
    for proxy in ("nginx/croupier.conf", "caddy/Caddyfile"):
        idle = re.search(r"keepalive(?:_timeout)? (\d+)s", (DEPLOY / proxy).read_text("utf-8"))
        assert idle is not None and int(idle[1]) < drain, "no connection is reused that a house will close"


@pytest.mark.parametrize("proxy", ["nginx/croupier.conf", "caddy/Caddyfile"])
def test_a_proxy_passes_the_live_line_on_and_keeps_figures_in(proxy: str) -> None:
    text = (DEPLOY / proxy).read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert re.search(r"/metrics.*403", text)
    if proxy.startswith("nginx"):
        statements = re.sub(r"#.*", "", text)
        for line in filter(None, map(str.strip, statements.splitlines())):
            assert line[-1] in ";{}" or line.startswith('""'), f"{line!r} does not end"
        for header in ("Upgrade", "Connection", "X-Forwarded-For", "X-Forwarded-Proto"):
            assert re.search(rf"proxy_set_header\s+{header}\s", text), header
        assert "http_503 non_idempotent" in text
    else:
        assert "health_uri /readyz" in text


def test_the_containers_fit_together() -> None:
    said = compose()
    services = said["services"]
    for name, service in services.items():
        for other in service.get("depends_on", ()):
            assert other in services, f"{name} waits for {other}"
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in said["volumes"], volume
    for words in (["migrate", *services["migrate"]["command"][1:]], ["serve"]):
        check(" ".join(["croupier", *words]))
    known = {"CROUPIER_METRICS_TOKEN", *(f"CROUPIER_{name.upper().replace('-', '_')}" for name in SETTINGS)}
    for service in services.values():
        assert {name for name in service.get("environment", {}) if name.startswith("CROUPIER")} <= known
    proxy = services["proxy"]["networks"]["house"]["ipv4_address"]
    assert services["house-1"]["environment"]["CROUPIER_PROXY"] == proxy
    assert subprocess.run(["sh", "-n", DEPLOY / "postgres" / "role.sh"]).returncode == 0


def test_the_image_is_made_of_what_is_there_and_runs_as_nobody_in_particular() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    copied = re.findall(r"^COPY (?!--from)(\S+) ", text, re.MULTILINE)
    assert copied == ["dist/", "constraints.txt"] and (DEPLOY.parent / "constraints.txt").is_file()
    assert re.search(r"^USER 8021$", text, re.MULTILINE) and "[server]" in text
    variables = set(re.findall(r"(CROUPIER_[A-Z]+)=", text))
    assert variables <= {f"CROUPIER_{name.upper().replace('-', '_')}" for name in SETTINGS}


@pytest.mark.confirm
def test_linters_of_images_and_shells_find_nothing() -> None:
    for words in (["hadolint", DEPLOY / "Containerfile"], ["shellcheck", DEPLOY / "postgres" / "role.sh"]):
        found = subprocess.run([program(str(words[0])), words[1]], capture_output=True, text=True)
        assert found.returncode == 0, found.stdout


def test_what_compose_must_be_told_is_in_the_example_and_has_no_default() -> None:
    asked = re.findall(r"\$\{(\w+)(.*?)\}", (DEPLOY / "compose.yaml").read_text("utf-8"))
    assert all(other.startswith(":?") for _, other in asked), asked
    wanted = re.findall(r"^(\w+)=$", (DEPLOY / "example.env").read_text("utf-8"), re.MULTILINE)
    assert {name for name, _ in asked} == set(wanted)


def test_the_proxys_address_is_given_to_nobody_else() -> None:
    (pool,) = compose()["networks"]["house"]["ipam"]["config"]
    proxy = ip_address(compose()["services"]["proxy"]["networks"]["house"]["ipv4_address"])
    assert proxy in ip_network(pool["subnet"]) and proxy not in ip_network(pool["ip_range"])


def test_alerts_and_the_board_ask_for_figures_that_there_are() -> None:
    board = json.loads((DEPLOY / "grafana" / "dashboards" / "croupier.json").read_text("utf-8"))
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    named = {name for words in asked for name in re.findall(r"croupier_\w+", words)}
    assert named <= figures(), named - figures()
    for words in asked:
        assert words.count("(") == words.count(")") and words.count("{") == words.count("}"), words
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len(set(places)) == len(places) and len({panel["id"] for panel in board["panels"]}) == len(places)
    scraped = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    targets = {
        target.split(":")[0] for job in scraped["scrape_configs"] for target in job["static_configs"][0]["targets"]
    }
    assert targets <= set(compose()["services"])


def test_the_steps_of_others_are_pinned_by_commit() -> None:
    used = re.findall(r"uses: (\S+)", (DEPLOY.parent / ".github" / "workflows" / "test.yml").read_text("utf-8"))
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step) for step in used), used
