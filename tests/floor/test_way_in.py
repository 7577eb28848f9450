"""No way in: whatever is sent, the house answers by its own description; and who may not do something is refused."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.floor.accounts import Accounts
from croupier.floor.api import create_app
from croupier.floor.api.authorization import COOKIE
from croupier.floor.api.middleware import HEADERS, LARGEST_BODY, POLICY
from croupier.floor.api.openapi_docs import EXAMPLES
from croupier.floor.api.rate_limit import RateLimit
from tests.floor.client import PLAIN, Client
from tests.floor.conftest import a_database, a_folder, house_on
from tests.floor.open_house import PASSWORD, OpenHouse
from tests.floor.test_house import seated
from tests.floor.write_examples import dealt, worked_out


def guarded(house: OpenHouse) -> dict[str, str]:
    """The headers of every answer."""
    host = house.url.removeprefix("http://")
    policy = POLICY.format(live=f" ws://{host}")
    return HEADERS | {"content-security-policy": policy}


DESCRIPTION = create_app("sqlite+aiosqlite://").openapi()
LAB = ("/api/tune", "/api/rows", "/api/bankroll", "/api/exposure", "/api/papers")
SLOW = ("/api/analyze", "/api/advise", "/api/audit/{game}", "/api/tables/{table}/advice", *LAB)
"""Questions to the mathematician, who may think about them for seconds."""
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()]
QUICK = [operation for operation in OPERATIONS if operation.path not in SLOW]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


SECRETS = {"password", "new", "code"}
"""Text that may have any letters: it is never looked for as it is."""


def texts(schema: Any) -> Iterator[Any]:
    """What a schema says of text that is not one of a few words."""
    if schema.get("type") == "string" and not schema.keys() & {"enum", "const", "format"}:
        yield schema
    for other in schema.get("anyOf", ()):
        yield from texts(other)


def test_all_text_says_which_letters_it_may_have() -> None:
    """A database may know no text with a zero byte in it, and a person cannot read what controls a screen."""
    bodies = {
        reference.rsplit("/", 1)[1]
        for path in DESCRIPTION["paths"].values()
        for operation in path.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if (reference := content["schema"].get("$ref"))
    }
    found = [
        (operation.label, each.name, text)
        for operation in OPERATIONS
        for part in (operation.path_parameters, operation.query)
        for each in part
        for text in texts(each.definition["schema"])
    ] + [
        (name, field, text)
        for name in sorted(bodies)
        for field, schema in DESCRIPTION["components"]["schemas"][name]["properties"].items()
        for text in texts(schema)
        if field not in SECRETS
    ]
    assert len(found) > 20
    assert [(where, name) for where, name, text in found if "pattern" not in text] == []


@pytest.mark.parametrize("path", ["/api/tables?words=%00", "/api/tables?game=%00", "/api/jurisdictions?game=%00"])
def test_text_with_a_zero_byte_is_refused_in_words(house: OpenHouse, path: str) -> None:
    answer = httpx.get(house.url + path)
    assert answer.status_code == 422 and "control characters" in answer.text


def asks_for_something(operation: Any, mode: GenerationMode) -> bool:
    """Whether there is anything about a request that could be wrong."""
    return (
        mode is GenerationMode.POSITIVE
        or bool(operation.body)
        or any(len(list(part)) for part in (operation.path_parameters, operation.query, operation.headers))
    )


def knock(house: OpenHouse, operation: Any, mode: GenerationMode, people: list[Client], table: int, tries: int) -> None:
    """Ask for something in many ways, as it should be asked or as it should not."""

    @settings(
        max_examples=tries,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), there=st.booleans(), who=st.sampled_from(people))
    def ask(case: Any, there: bool, who: Client) -> None:
        if there and isinstance(case.path_parameters, dict) and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        headers = {"authorization": f"Bearer {who.token}"}
        answer = case.call(base_url=house.url, headers=headers, timeout=60)
        case.validate_response(answer, checks=CHECKS)
        expected = guarded(house)
        assert {name: answer.headers[name] for name in expected} == {name: [said] for name, said in expected.items()}

    ask()


house = house_on(pytest.param("sqlite", marks=pytest.mark.confirm), "postgres")
"""A house on PostgreSQL, which takes less than SQLite does; on both where there is time."""


@pytest.fixture(scope="module")
def people(house: OpenHouse) -> list[Client]:
    """Somebody in every role."""
    return [house.guest(), *(house.staff(role) for role in ("dealer", "supervisor", "auditor"))]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def table(people: list[Client]) -> int:
    """A table with a round that is over and one that is open."""
    number = people[0].open_table(automatic=[2])
    people[0].sit(number)
    people[0].play_round(number, Random(1))
    people[0].bet(number)
    return number


EVERY_WAY = [
    pytest.param(operation, mode, id=f"{operation.label} {'right' if mode is GenerationMode.POSITIVE else 'wrong'}")
    for operation in OPERATIONS
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if asks_for_something(operation, mode)
]


def in_a_hurry(ways: list[Any]) -> list[Any]:
    """Those that are answered at once."""
    return [way for way in ways if way.values[0].path not in SLOW]


@pytest.mark.parametrize(("operation", "mode"), in_a_hurry(EVERY_WAY))
def test_every_answer_is_one_that_the_description_has(
    house: OpenHouse, operation: Any, mode: GenerationMode, people: list[Client], table: int
) -> None:
    signs_out = operation.label == "DELETE /api/sessions"
    knock(house, operation, mode, [house.guest()] if signs_out else people, table, tries=4)


@pytest.mark.confirm
@pytest.mark.parametrize(("operation", "mode"), EVERY_WAY)
def test_every_answer_is_one_that_the_description_has_hundreds_of_times(
    house: OpenHouse, operation: Any, mode: GenerationMode, people: list[Client], table: int
) -> None:
    signs_out = operation.label == "DELETE /api/sessions"
    knock(house, operation, mode, [house.guest()] if signs_out else people, table, tries=300)


def test_the_description_is_complete() -> None:
    """Every operation says what it does, what it takes and what it answers, with an example of each."""
    schemas = DESCRIPTION["components"]["schemas"]
    for path, operations in DESCRIPTION["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["summary"] and operation["description"] and operation["tags"], where
            good = [status for status in operation["responses"] if status.startswith("2")]
            assert len(good) == 1 and {"429", "500", "503"} <= operation["responses"].keys(), where
            for status, answer in operation["responses"].items():
                assert answer["description"], where
                for kind, content in answer.get("content", {}).items():
                    if kind == "application/json":
                        name = content["schema"]["$ref"].rpartition("/")[2]
                        assert name in schemas and content["example"], f"{where} {status} {name}"
            if "requestBody" in operation:
                (content,) = operation["requestBody"]["content"].values()
                properties = schemas[content["schema"]["$ref"].rpartition("/")[2]]["properties"]
                required = schemas[content["schema"]["$ref"].rpartition("/")[2]].get("required", [])
                assert all(properties[name].get("examples") for name in required), where
    assert "LiveMessage" in schemas and "WebSocket" in DESCRIPTION["info"]["description"]


@pytest.mark.parametrize("made", [dealt, pytest.param(worked_out, marks=pytest.mark.confirm)])
def test_the_examples_of_the_description_are_what_is_dealt_and_worked_out(made: Callable[[], dict[str, Any]]) -> None:
    kept, now = (
        json.loads(text, parse_float=lambda digits: f"{float(digits):.12g}")
        for text in (EXAMPLES.read_bytes(), json.dumps(made()))
    )
    assert {name: kept.get(name) for name in now} == now, "python -m tests.floor.write_examples"


def test_every_example_of_the_description_is_of_a_struct_and_has_its_fields() -> None:
    components = DESCRIPTION["components"]
    for name, example in json.loads(EXAMPLES.read_bytes()).items():
        schema = components["schemas"][name]
        assert set(example) <= set(schema["properties"]), name
        Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components}).validate(example)


ONLY_SUPERVISORS = {
    "pause": {"reason": "why not"},
    "resume": None,
    "void": {"reason": "why not"},
    "corrections": {"account": 1, "round": 1, "cents": 1, "reason": "why not"},
}
ONLY_OVERSEERS = ("/api/house", "/api/ledger", "/api/log?table={table}", "/api/log/check", "/api/house/log")


@pytest.mark.parametrize("what", ONLY_SUPERVISORS)
def test_only_a_supervisor_runs_the_house(people: list[Client], table: int, what: str) -> None:
    player, dealer, _, auditor = people
    for somebody in (player, dealer, auditor):
        refused = somebody.post(f"/api/tables/{table}/{what}", ONLY_SUPERVISORS[what])
        assert refused.status_code == 403 and "supervisors" in refused.json()["detail"]


@pytest.mark.parametrize("path", ONLY_OVERSEERS)
def test_only_supervisors_and_auditors_see_the_books(people: list[Client], table: int, path: str) -> None:
    assert [somebody.get(path.format(table=table)).status_code for somebody in people] == [403, 403, 200, 200]


def test_an_auditor_changes_nothing(house: OpenHouse, people: list[Client], table: int) -> None:
    auditor = people[-1]
    before = house.books.log_length(table)
    tried = 0
    for path, operations in DESCRIPTION["paths"].items():
        needs = [parameter["name"] for parameter in operations.get("post", {}).get("parameters", ())]
        if "idempotency-key" in needs:
            tried += 1
            refused = auditor.post(path.replace("{table}", str(table)), {})
            assert refused.status_code in (403, 422), f"{path}: {refused.status_code}"
            if "requestBody" not in operations["post"]:
                assert refused.status_code == 403, path
    assert tried >= 12 and house.books.log_length(table) == before


def test_nobody_answers_for_another_seat(house: OpenHouse) -> None:
    player, table = seated(house)
    other, stranger = house.guest(), house.guest()
    other.sit(table, 2)
    player.start(table)
    for somebody in (player, other):
        somebody.answer(table, "bet ante=5 blind=5")
    not_yet = other.post(f"/api/tables/{table}/answers", {"answer": "check"})
    assert not_yet.status_code == 409 and "seat 1's turn" in not_yet.json()["detail"]
    refused = stranger.post(f"/api/tables/{table}/answers", {"answer": "check"})
    assert refused.status_code == 409 and "do not sit" in refused.json()["detail"]
    taken = stranger.post(f"/api/tables/{table}/seat", {"seat": 1, "buy_in": 500})
    assert taken.status_code == 409
    forged = player.post(f"/api/tables/{table}/answers", {"answer": "check", "seat": 2})
    assert forged.status_code == 422


def test_a_round_is_recalled_only_by_those_who_were_in_it(house: OpenHouse) -> None:
    player, table = seated(house)
    stranger = house.guest()
    player.play_round(table, Random(2))
    path = f"/api/tables/{table}/rounds/1"
    assert player.get(path).status_code == 200 and player.get(f"{path}/steps?seat=1").status_code == 200
    assert (
        player.get(f"{path}/steps?seat=-1").status_code == 403 and player.get(f"{path}/steps?seat=2").status_code == 403
    )
    assert stranger.get(path).status_code == 403 and stranger.get(f"{path}/steps").status_code == 403
    assert house.staff("auditor").get(f"{path}/steps?seat=-1").status_code == 200
    assert house.staff("auditor").get(f"/api/tables/{table}/rounds/2").status_code == 404


@pytest.mark.parametrize("token", ["x", "A" * 43, "é" * 20, "a b c", "A" * 8000])
def test_a_token_of_nobody_is_refused(house: OpenHouse, token: str) -> None:
    headers = {"authorization": f"Bearer {token}".encode()}
    assert httpx.get(f"{house.url}/api/me", headers=headers, **PLAIN).status_code == 401
    assert httpx.get(f"{house.url}/api/me", **PLAIN).status_code == 401


def test_a_session_that_has_ended_is_refused(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    leaving, forgotten, old = house.guest(), house.guest(), house.guest()
    assert leaving.http.delete("/api/sessions", headers=leaving.headers()).status_code == 204
    assert leaving.get("/api/me").status_code == 401
    house.books.end_by_time(forgotten.id)
    assert forgotten.get("/api/me").status_code == 401
    assert old.get("/api/me").status_code == 200
    monkeypatch.setattr("croupier.floor.accounts.surely", lambda: time.time_ns() // 1000 + 8 * 24 * 3600 * 1_000_000)
    assert old.get("/api/me").status_code == 401


def test_a_session_is_a_cookie_that_scripts_and_other_sites_do_not_get(house: OpenHouse) -> None:
    with httpx.Client(base_url=house.url, **PLAIN) as browser:
        given = browser.post("/api/guests").headers["set-cookie"].lower()
        assert "httponly" in given and "samesite=strict" in given
        assert browser.get("/api/me").status_code == 200
        assert browser.post("/api/tables", json={}, headers={"origin": "https://evil.example"}).status_code == 403
        assert browser.post("/api/tables", json={}, headers={"origin": "null"}).status_code == 403
        assert browser.post("/api/tables", json={}, headers={"origin": "http://[::"}).status_code == 403
        for other in ("Basic eDp5", "Bearer", ""):
            forged = {"origin": "https://evil.example", "authorization": other}
            assert browser.post("/api/tables", json={}, headers=forged).status_code == (
                401 if other == "Bearer" else 403
            )
        own = browser.post("/api/tables", json={}, headers={"origin": house.url})
        assert own.status_code == 422
        assert "access-control-allow-origin" not in own.headers


@pytest.mark.parametrize(
    ("scheme", "origin", "other"),
    [
        ("http", "http://{host}", False),
        ("http", "https://{host}", True),
        ("https", "https://{host}", False),
        ("https", "http://{host}", True),
        ("https", "https://{host}.evil.example", True),
        ("https", "https://127.0.0.1", True),
    ],
)
def test_a_site_is_another_by_its_scheme_as_by_its_host(
    proxied: OpenHouse, scheme: str, origin: str, other: bool
) -> None:
    """A page of the same host that anybody on the way could have written is another site."""
    host = proxied.url.removeprefix("http://")
    with httpx.Client(base_url=proxied.url, **PLAIN) as browser:
        headers = {"x-forwarded-proto": scheme, "x-forwarded-for": "192.0.2.7"}
        token = browser.post("/api/guests", headers=headers).json()["token"]
        headers |= {"cookie": f"{COOKIE}={token}", "origin": origin.format(host=host)}
        answer = browser.post("/api/tables", json={}, headers=headers)
        assert answer.status_code == (403 if other else 422)
        live = f"connect-src 'self' {'wss' if scheme == 'https' else 'ws'}://{host};"
        assert live in answer.headers["content-security-policy"]


def test_a_policy_is_not_written_by_whoever_asks(house: OpenHouse) -> None:
    for host in ("x; script-src *", "x *", "evil.example/", "x,y"):
        answer = httpx.get(f"{house.url}/healthz", headers={"host": host}, **PLAIN)
        assert "connect-src 'self';" in answer.headers["content-security-policy"]


@pytest.fixture(scope="module")
def proxied(request: pytest.FixtureRequest) -> Iterator[OpenHouse]:
    """A house behind a proxy on this machine, which says where its clients are."""
    for address in a_database("sqlite", request):
        with OpenHouse(address, proxy_headers=True, forwarded_allow_ips=["127.0.0.1"]) as opened:
            yield opened


def test_figures_are_for_this_machine_or_a_token(proxied: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(**headers: str) -> int:
        return httpx.get(f"{proxied.url}/metrics", headers=headers, **PLAIN).status_code

    elsewhere = {"x-forwarded-for": "192.0.2.7"}
    assert asked() == 200
    assert asked(**elsewhere) == asked(**elsewhere, authorization="Bearer x") == 403
    assert asked(**{"x-forwarded-for": "127.0.0.1"}) == 403, "whoever comes through a proxy may be anywhere"
    monkeypatch.setenv("CROUPIER_METRICS_TOKEN", "figures for Prometheus")
    assert asked(**elsewhere) == asked(**elsewhere, authorization="Bearer figures for") == 403
    assert asked(**elsewhere, authorization="Bearer figures for Prometheus") == 200


def test_a_request_is_written_down_with_whose_it_was_and_without_a_secret(
    file_database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with OpenHouse(file_database) as house:
        made = house.guest().post("/api/me/account", {"name": "Ann Other", "password": PASSWORD})
        ann = house.client(made.json()["token"])
        answer = ann.get("/api/history", limit=17)
        house.client().http.post("/api/sessions", json={"name": "Ann Other", "password": "a wrong guess of hers"})
    said = capfd.readouterr().err
    lines = [json.loads(line) for line in said.splitlines()]
    (line,) = (line for line in lines if line["path"] == "/api/history")
    assert (line["account"], line["address"], line["status"]) == (ann.id, "127.0.0.1", 200)
    assert line["request"] == answer.headers["x-request-id"] and 0 < line["seconds"] < 20
    for secret in (PASSWORD, "a wrong guess of hers", ann.token, "limit=17"):
        assert secret not in said


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", ""])
def test_whoever_does_not_say_that_a_body_is_json_is_told_to(house: OpenHouse, kind: str) -> None:
    """It is refused: what other sites can send without being asked first is of these kinds."""
    player = house.guest()
    headers = player.headers("what curl sends") | {"content-type": kind}
    body = b'{"game": "big-draw", "name": "Curled"}'
    refused = player.http.post("/api/tables", content=body, headers=headers)
    assert refused.status_code == 422 and "content-type: application/json" in refused.json()["detail"]


@pytest.fixture(scope="module")
def with_pages(request: pytest.FixtureRequest) -> Iterator[OpenHouse]:
    """A house that serves web pages beside its API."""
    for address in a_database("sqlite", request):
        with a_folder() as site:
            (site / "index.html").write_text("<h1>Croupier</h1>")
            with OpenHouse(address, site=site) as opened:
                yield opened


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/healthz", 200),
        ("/readyz", 200),
        ("/metrics", 200),
        ("/api/tables", 200),
        ("/api/me", 401),
        ("/api/nowhere", 404),
        ("/api/guests", 405),
        ("/api/openapi.json", 200),
        ("/", 200),
    ],
)
def test_whoever_asks_for_the_head_of_an_answer_gets_it(with_pages: OpenHouse, path: str, status: int) -> None:
    head, whole = (httpx.request(method, with_pages.url + path, **PLAIN) for method in ("HEAD", "GET"))
    assert head.status_code == whole.status_code == status and head.content == b""
    if path != "/metrics":
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("PUT", "/api/tables", 405, "GET, POST, HEAD"),
        ("OPTIONS", "/api/tables", 405, "GET, POST, HEAD"),
        ("GET", "/api/guests", 405, "POST"),
        ("POST", "/healthz", 405, "GET, HEAD"),
        ("PATCH", "/api/sessions", 405, "GET, POST, DELETE, HEAD"),
        ("POST", "/api/nowhere", 404, None),
        ("POST", "/", 405, "GET, HEAD"),
    ],
)
def test_a_method_that_a_path_has_not_is_refused_with_those_it_has(
    with_pages: OpenHouse, method: str, path: str, status: int, allowed: str | None
) -> None:
    answer = httpx.request(method, with_pages.url + path, **PLAIN)
    assert (answer.status_code, answer.headers.get("allow")) == (status, allowed) and answer.json()["detail"]


@pytest.mark.parametrize("length", ["said", "not said"])
def test_a_body_that_is_too_large_is_refused(house: OpenHouse, length: str) -> None:
    player = house.guest()
    large = json.dumps({"name": "x" * LARGEST_BODY}).encode()
    content: bytes | Iterator[bytes] = large if length == "said" else iter([large[:1000], large[1000:]])
    answer = player.http.post("/api/tables", content=content, headers=player.headers("large body"))
    assert answer.status_code == 413


def test_a_body_that_does_not_come_is_not_waited_for(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.api.middleware.SLOWEST_BODY_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=20) as line:
        line.sendall(b"POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{")
        assert line.recv(100).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("body", [b"{", b"{} {}", b"cents=5", b'"\xff"', b"[" * 5000], ids=range(5))
def test_a_body_that_is_not_json_is_refused_where_none_is_asked_for(house: OpenHouse, body: bytes) -> None:
    player, table = seated(house)
    before = house.books.log_length(table)
    refused = player.http.post(f"/api/tables/{table}/rounds", content=body, headers=player.headers("start once"))
    assert refused.status_code == 422 and "should be JSON" in refused.json()["detail"]
    assert house.books.log_length(table) == before
    assert player.http.post("/api/guests", content=body).status_code == 422


REQUEST = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"


@pytest.mark.parametrize(
    "said", [(), (REQUEST,), (REQUEST + b"\r\n", b"G")], ids=["nothing", "half", "half of a second"]
)
def test_a_client_that_does_not_come_to_the_point_is_cut_off(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, said: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr("croupier.floor.http_limits.HEAD_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", int(house.url.rpartition(":")[2])), timeout=20) as line:
        for words in said:
            line.sendall(words)
            if words.endswith(b"\r\n\r\n"):
                assert line.recv(4096).startswith(b"HTTP/1.1 200")
        while line.recv(4096):
            pass


def test_a_client_that_is_being_served_is_not_cut_off(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.http_limits.HEAD_SECONDS", 0.5)
    player = house.guest()
    table = player.open_table()
    with player.watch(table) as watcher:
        watcher.hear()
        time.sleep(0.8)
        assert player.get("/healthz").status_code == 200
        player.sit(table)
        assert watcher.hear()["entries"][0]["entry"] == "sat"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/nowhere", 404),
        ("PUT", "/api/tables", 405),
        ("GET", "/api/me", 401),
        ("POST", "/api/sessions", 422),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/api/openapi.json", 200),
    ],
)
def test_every_answer_has_the_security_headers(house: OpenHouse, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, house.url + path, **PLAIN)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in guarded(house)} == guarded(house)
    assert ("cache-control" in answer.headers) == path.startswith("/api/")
    assert "server" not in answer.headers
    if status >= 400:
        assert answer.json()["detail"]


def test_a_failure_of_the_house_is_answered_and_tells_nothing(
    file_database: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with OpenHouse(file_database) as house:
        player = house.guest()

        async def broken(number: int) -> None:
            raise RuntimeError("a secret: hold As Ks")

        monkeypatch.setattr(house.app.state.house, "table", broken)
        answer = player.get("/api/tables/1")
    assert answer.status_code == 500 and "secret" not in answer.text
    assert {name: answer.headers.get(name) for name in guarded(house)} == guarded(house)
    said = "".join(capfd.readouterr())
    assert '"what":"failed"' in said and "RuntimeError" in said and "a secret" not in said


def test_a_house_without_its_books_says_so(request: pytest.FixtureRequest) -> None:
    server = request.getfixturevalue("postgres")
    for address in a_database("postgres", request):
        with OpenHouse(address) as house:
            player, table = seated(house)
            assert player.get("/readyz").status_code == 200
            server.drop(address.rpartition("/")[2].partition("?")[0])
            assert player.get("/readyz").status_code == 503 and player.get("/healthz").status_code == 200
            lost = player.post(f"/api/tables/{table}/rounds")
            assert lost.status_code == 503 and "same key" in lost.json()["detail"]


def test_whoever_asks_too_often_has_to_wait(file_database: str) -> None:
    with OpenHouse(file_database, RateLimit(burst=20, per_second=0.001)) as house:
        player = house.guest()
        assert player.get("/api/me").status_code == 200
        answers = [player.get("/api/me").status_code for _ in range(30)]
        assert answers.count(429) == 10 and answers[-1] == 429
        stranger = house.client()
        made_up = [
            httpx.get(f"{house.url}/api/me", headers={"authorization": f"Bearer {n}"}, **PLAIN).status_code
            for n in range(30)
        ]
        assert made_up.count(401) < 20 and made_up[-1] == 429, "a made-up token is no new client"
        assert stranger.get("/healthz").status_code == 200, "whoever watches over the machine is let in"


def test_passwords_are_not_tried_one_after_another(file_database: str) -> None:
    with OpenHouse(file_database, RateLimit(burst=100, per_second=100)) as house:
        house.app.state.sign_in_limits.passwords.per_second = 0.0001
        house.books.sign_up("Ann Other", PASSWORD, "player")
        wrong = {"name": "Ann Other", "password": "not the right one"}
        tries = [httpx.post(f"{house.url}/api/sessions", json=wrong, **PLAIN) for _ in range(12)]
        assert [answer.status_code for answer in tries] == [401] * 10 + [429] * 2


def tried(house: OpenHouse, address: str, password: str, **cookies: str) -> httpx.Response:
    """A try of a password from some address."""
    body = {"name": "Ann Other", "password": password}
    headers = {"x-forwarded-for": address} | {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    return httpx.post(f"{house.url}/api/sessions", json=body, headers=headers, **PLAIN)


@pytest.fixture
def guessed(file_database: str) -> Iterator[OpenHouse]:
    """A house with real limits behind a proxy, in which passwords come from anywhere."""
    proxy = {"proxy_headers": True, "forwarded_allow_ips": ["127.0.0.1"]}
    with OpenHouse(file_database, RateLimit(burst=1000, per_second=1000), **proxy) as house:
        limits = house.app.state.sign_in_limits
        limits.passwords.per_second = limits.accounts.per_second = limits.devices.per_second = 0.0001
        house.books.sign_up("Ann Other", PASSWORD, "player")
        yield house


def test_passwords_of_one_account_are_not_tried_from_many_addresses(guessed: OpenHouse) -> None:
    """Whoever guesses is slowed down, wherever they are; the owner's device is not."""
    device = tried(guessed, "192.0.2.1", PASSWORD).cookies["croupier_device"]
    tries = [tried(guessed, f"198.51.100.{number}", "a guess of theirs").status_code for number in range(14)]
    assert tries == [401] * 10 + [429] * 4
    assert tried(guessed, "192.0.2.9", PASSWORD).status_code == 429
    assert tried(guessed, "192.0.2.1", PASSWORD, croupier_device=device).status_code == 201, "the owner comes in"
    assert tried(guessed, "198.51.100.1", PASSWORD, croupier_device=device[:-4] + "AAA=").status_code == 429
    stolen = [tried(guessed, "192.0.2.1", "a guess", croupier_device=device).status_code for _ in range(12)]
    assert stolen == [401] * 10 + [429] * 2, "a device has a pace too"
    guessed.app.state.sign_in_limits.accounts.per_second = 1000
    assert tried(guessed, "192.0.2.9", PASSWORD).status_code == 201, "nobody is locked out for long"


def test_a_device_is_known_to_the_account_it_signed_in_to_with_the_password_it_had(guessed: OpenHouse) -> None:
    guessed.books.sign_up("Eve Else", PASSWORD, "player")
    people: Accounts = Accounts(guessed.books.storage)
    device = tried(guessed, "192.0.2.1", PASSWORD).cookies["croupier_device"]

    def known(name: str) -> bool:
        return guessed.books.wait(people.is_known_device(name, device))

    assert known("Ann Other") and not known("Eve Else") and not known("Nobody")
    guessed.books.wait(people.reset_password("Ann Other", "a sentence that is new"))
    assert not known("Ann Other")


def test_addresses_of_one_network_are_one(guessed: OpenHouse) -> None:
    """Of the long kind, one client has a whole network."""
    guessed.app.state.sign_in_limits.accounts.burst = 1000
    tries = [tried(guessed, f"2001:db8:0:7:{number:x}::1", "a guess").status_code for number in range(1, 13)]
    assert tries == [401] * 10 + [429] * 2
    assert tried(guessed, "2001:db8:0:8::1", "a guess").status_code == 401, "another network"


def test_figures_do_not_grow_with_what_is_asked(file_database: str) -> None:
    with OpenHouse(file_database) as house:
        for number in range(20):
            httpx.get(f"{house.url}/nowhere/{number}?q={number}", **PLAIN)
            httpx.get(f"{house.url}/api/tables/{number + 1}/rounds", **PLAIN)
        figures = house.client().get("/metrics").text
    assert figures.count("croupier_requests_total{") < 6


@pytest.mark.parametrize(
    "terms",
    [
        {"game": "no-such-game"},
        {"settings": {"no": "such"}},
        {"paytables": {"play": "OTD-99"}},
        {"limits": {"ante": [500, 100]}},
        {"limits": {"ante": [500]}},
        {"limits": {"ante": [0, 10**12]}},
        {"day": "yesterday"},
        {"breakage": "up"},
        {"jurisdiction": "atlantis"},
        {"automatic": [10]},
        {"automatic": [0]},
        {"chip": 0},
        {"name": ""},
        {"name": "  "},
        {"name": "a\u0000b"},
        {"name": "a\u202eb"},
        {"name": "a\u2066b"},
        {"name": "a\u200eb"},
        {"name": "a\u200fb"},
        {"name": "a\u061cb"},
        {"name": "\u200b\u200b"},
        {"name": "\u3164"},
        {"name": "\ud800"},
        {"clock_seconds": -1},
        {"custom": [{"bet": "play", "name": "mine", "pays": {"royal-flush": "9" * 30 + ":1"}}]},
        {"custom": [{"bet": "play", "name": "mine", "fixed": {"royal-flush": 1e300}}]},
        {"custom": [{"bet": "play", "name": "mine", "pays": {"five-aces": "1:1"}}]},
        {"aggregate_payout": 10**30},
        {"owner": 1},
    ],
    ids=str,
)
def test_a_table_on_terms_that_make_no_sense_is_not_opened(house: OpenHouse, terms: dict[str, Any]) -> None:
    player = house.guest()
    body = {"game": "on-the-draw", "name": "Strange"} | terms
    words = json.dumps(body, ensure_ascii=True)
    headers = player.headers("strange terms") | {"content-type": "application/json"}
    answer = player.http.post("/api/tables", content=words, headers=headers)
    assert answer.status_code == 422 and answer.json()["detail"], answer.text


@pytest.mark.parametrize("what", ["pause", "void", "corrections"])
def test_a_reason_is_not_blank(house: OpenHouse, table: int, what: str) -> None:
    before = house.books.log_length(table)
    for reason in ("", "   ", "\t\u00a0", "\u200b", "\u2060 \ufeff", "\u2800"):
        body = ONLY_SUPERVISORS[what] | {"reason": reason}  # type: ignore[operator]
        assert house.staff("supervisor").post(f"/api/tables/{table}/{what}", body).status_code == 422
    assert house.books.log_length(table) == before


def test_a_table_s_name_has_no_spaces_around_it(house: OpenHouse) -> None:
    player = house.guest()
    assert (
        player.get(f"/api/tables/{player.open_table(name='  The red table ')}/terms").json()["name"] == "The red table"
    )


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, "1e3", "%00", "1.5"])
def test_a_table_that_cannot_be_is_not_looked_for(house: OpenHouse, number: str) -> None:
    player = house.guest()
    assert player.get(f"/api/tables/{number}").status_code in (404, 422)
    assert player.post(f"/api/tables/{number}/rounds").status_code in (404, 422)
    assert house.staff("auditor").get(f"/api/log?table={number}").status_code == 422


@pytest.mark.parametrize("key", [None, "", "short", "x" * 81])
def test_a_command_without_a_proper_key_is_refused(house: OpenHouse, key: str | None) -> None:
    player = house.guest()
    headers = player.headers() | ({"idempotency-key": key} if key is not None else {})
    answer = player.http.post("/api/tables", json={"game": "big-draw", "name": "Keyless"}, headers=headers)
    assert answer.status_code == 422 and "key" in answer.json()["detail"]


def test_a_house_account_cannot_be_made_over_the_line(house: OpenHouse) -> None:
    wanted = {"name": "Eve Intruder", "password": PASSWORD, "role": "supervisor"}
    assert house.guest().post("/api/me/account", wanted).status_code == 422
