"""Which addresses are shown, and which names are answered."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

import pytest
from memory_store import MemoryStore

from companion.network import addresses
from companion.network.addresses import Address, Network
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables


@dataclass
class Ip:
    ip: str | tuple[str, int, int]


@dataclass
class Adapter:
    nice_name: str
    ips: list[Ip]


def plug_in(monkeypatch: pytest.MonkeyPatch, *adapters: tuple[str, str], routed: str = "") -> None:
    found = [Adapter(name, [Ip((ip, 0, 0) if ":" in ip else ip)]) for name, ip in adapters]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: found)
    monkeypatch.setattr(addresses, "_routed", lambda: routed)


def test_the_likeliest_address_comes_first(monkeypatch: pytest.MonkeyPatch):
    plug_in(
        monkeypatch,
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("eth1", "10.0.0.4"),
        ("Wi-Fi", "192.168.1.20"),
        ("eth2", "169.254.3.3"),
        ("Wi-Fi", "fe80::1"),
        ("Wi-Fi", "fd00::1"),
        ("tun0", "10.8.0.2"),
        routed="192.168.1.20",
    )
    assert [address.ip for address in addresses.addresses()] == ["192.168.1.20", "10.0.0.4", "10.8.0.2", "172.17.0.1"]


def test_ipv6_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, ("lo", "127.0.0.1"), ("eth0", "fd00::2"))
    assert Network(8000).base_url() == "http://[fd00::2]:8000"


def test_the_host_chooses_among_several(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, ("Wi-Fi", "192.168.1.20"), ("eth1", "10.0.0.4"), routed="192.168.1.20")
    shared = Service(Tables(MemoryStore()), Network(8000))
    here = shared.network
    assert here.base_url() == "http://192.168.1.20:8000"
    shared.choose_address("10.0.0.4")
    assert here.base_url() == "http://10.0.0.4:8000"
    assert [address.ip for address in here.addresses()] == ["10.0.0.4", "192.168.1.20"]
    shared.choose_address("8.8.8.8")
    assert here.base_url() == "http://10.0.0.4:8000"


def test_the_chosen_address_is_there_after_a_restart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    plug_in(monkeypatch, ("Wi-Fi", "192.168.1.20"), ("eth1", "10.0.0.4"), routed="192.168.1.20")
    for chosen, found in (("10.0.0.4", "192.168.1.20"), ("192.168.1.20", "10.0.0.4"), ("", "192.168.1.20")):
        store = SqlStore.at(tmp_path)
        shared = Service(Tables(store), Network(8000))
        assert shared.network.base_url() == f"http://{found}:8000"
        shared.choose_address(chosen)
        store.close()


def test_a_chosen_address_that_went_away_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, ("Wi-Fi", "192.168.1.20"), ("eth1", "10.0.0.4"))
    here = Network(8000, chosen="10.0.0.4")
    assert here.base_url() == "http://10.0.0.4:8000"
    plug_in(monkeypatch, ("Wi-Fi", "192.168.1.20"))
    assert here.base_url() == "http://192.168.1.20:8000"


def test_without_any_network_this_computer_is_named(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, ("lo", "127.0.0.1"))
    assert Network(80).base_url() == "http://localhost"


def test_a_configured_name_and_a_single_address_win(monkeypatch: pytest.MonkeyPatch):
    plug_in(monkeypatch, ("Wi-Fi", "192.168.1.20"))
    assert Network(443, "https", names=("table.example",)).base_url() == "https://table.example"
    assert Network(8000, only="10.9.8.7").base_url() == "http://10.9.8.7:8000"


def test_the_real_interfaces_can_be_read():
    for address in addresses.addresses():
        assert isinstance(address, Address)
        assert not address.ip.startswith("127.")


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.20:8000",
        "[fd00::1]:8000",
        "8.8.8.8",
        "laptop.local:8000",
        "LAPTOP.LOCAL",
        "table.example",
        "Table.Example:443",
        socket.gethostname(),
    ],
)
def test_our_own_names_are_answered(host: str):
    assert Network(names=("table.example",)).answers_to(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "",
        ":8000",
        "127.0.0.1.evil.example",
        "[",
        "a@b.c",
        "a" * 70 + ".local",
        "ü.local",
        "a..local",
    ],
)
def test_foreign_names_are_not(host: str):
    assert not Network(names=("table.example",)).answers_to(host)
