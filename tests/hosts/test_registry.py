"""Every host of the registry has all its files, and each file says what the others rely on."""

import json
import tomllib
from pathlib import Path

import pytest

import failshut
from failshut import hosts, interpret
from failshut.drill import payloads
from failshut.drill.spawn import spawn_of
from failshut.hosts.base import Host
from failshut.interpret import contract
from failshut.interpret.dispatch import tables
from failshut.interpret.loading import loading
from failshut.model import SHELL
from failshut.policy import schema
from failshut.wire.entries import WIRINGS
from failshut.wire.hosts import load

PACKAGE = Path(failshut.__file__).parent
FACTS = tomllib.loads((PACKAGE / "hosts" / "contracts" / "facts.toml").read_text())["facts"]
KINDS = {"text": str, "list": list, "table": dict}
ALWAYS = ("matcher", "matches-all", "unmatched", "not-called")
"""The cells that every table of events has, since code for all hosts reads them."""
ROOMS = {"hosts": "[a-z]*.py", "wire/hosts": "[a-z]*.py", "interpret": "[a-z]*/__init__.py"}
NO_HOST = {"base", "moments", "fields", "invisible", "opening", "patches", "unknown", "words", "contracts"}


def test_the_registry_is_the_one_list() -> None:
    assert {*hosts.HOSTS} == {*interpret.HOSTS} == {*WIRINGS} == {*schema.HOSTS}
    assert list(WIRINGS) == list(schema.HOSTS) == list(hosts.HOSTS)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_holds_the_hosts_of_the_registry_and_no_others(room: str) -> None:
    found = {path.relative_to(PACKAGE / room) for path in (PACKAGE / room).glob(ROOMS[room])}
    assert {path.parts[0].removesuffix(".py") for path in found} - NO_HOST == {*hosts.HOSTS.values()}


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_a_host_is_named_alike_everywhere(host: str) -> None:
    module, book = hosts.load(host), contract(host)
    assert hosts.HOSTS[host] == host.replace("-", "_"), "interpret finds its package by the host's name"
    assert module.NAME == book.host == host
    assert book.title == module.TITLE


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_a_host_module_has_every_member(host: str) -> None:
    module = hosts.load(host)
    for member in (*Host.__annotations__, "decode", "render"):
        assert hasattr(module, member), member
    commands = [spec for kind, spec in module.TOOLS.values() if kind == SHELL]
    assert any(role == "command" for key, role in commands[0])


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_the_wiring_fits_module_and_contract(host: str) -> None:
    wiring, module, book = WIRINGS[host], hosts.load(host), contract(host)
    assert wiring.events[0] == module.EVENT
    for event in {*wiring.events, module.EVENT} - {*module.SESSION}:
        assert event in module.PRE_TOOL
        assert book.events[event] in ("pre-tool", "permission")
    assert spawn_of(host).argv(wiring.handler("LINE")), "the handler can be started"
    wanted = {"user": wiring.user, "project": wiring.project, "managed": wiring.machine}
    assert {*wiring.advice} == {scope for scope, place in wanted.items() if place}
    guarded = load(host).GUARDED
    places = [(one.user, guarded.user) for one in wiring.files]
    places += [(one.project, guarded.project) for one in wiring.files]
    for place, marked in places:
        assert not place or any(f"{place}/".startswith(f"{one}/") for one in marked), place


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_a_sessions_start_is_wired_where_somebody_reads_the_answer(host: str) -> None:
    wiring, module, book = WIRINGS[host], hosts.load(host), contract(host)
    known = [event for event in book.events if event.lower() == "sessionstart"]
    read = [event for event in known if book.has(f"{book.events[event]}/context")]
    assert {*read} <= {*module.SESSION} and bool(read) == bool(module.SESSION)
    wired = [event for event in wiring.events if event in module.SESSION]
    assert len(wired) == bool(read) and {*wired} <= {*read}
    assert all(event in module.OTHER_EVENTS for event in read)
    for event in wired:
        strict = {"onFailure", "failClosed"} & {*wiring.handler("LINE", event)}
        assert not strict, "nothing there is to keep a session from starting"


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_the_contract_holds_what_code_for_all_hosts_reads(host: str) -> None:
    book = contract(host)
    for table in tables(host):
        assert all(book.has(f"{table}/{name}") for name in ALWAYS), table
    assert {*book.words("events/keeps-going")} <= {*book.events.values()}
    assert book.has("events/undescribed") and book.phrase("load/file")
    for name, fact in FACTS.items():
        value = book.cell(f"facts/{name}").value
        assert isinstance(value, KINDS[fact["kind"]]), name
    assert loading(host, {}).entries == ()


@pytest.mark.parametrize("host", hosts.HOSTS)
def test_the_contracts_payload_is_a_call_of_the_shell(host: str) -> None:
    event = hosts.load(host).EVENT
    payload = json.loads(payloads.payload(host, event, "ls -la", "/p", "/h"))
    call = hosts.load(host).decode(payload, event)
    assert call is not None
    assert (call.kind, call.command) == (SHELL, "ls -la")
    assert call.tool == contract(host).phrase("facts/shell-tool").split(" ")[0]
