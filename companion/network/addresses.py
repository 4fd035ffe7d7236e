"""Where this computer can be reached, and under which names it answers."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from urllib.parse import urlsplit

import ifaddr

# Interfaces of virtual machines, containers and tunnels: they have addresses, but no phone at the table is on them.
_VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vbox",
    "vmnet",
    "vethernet",
    "tun",
    "tap",
    "wg",
    "utun",
    "tailscale",
    "zt",
)
_NAME = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,9}")
_ELSEWHERE = ("192.0.2.1", 9)  # nothing is ever sent there: connecting a UDP socket only picks a route


Networks = tuple[IPv4Network | IPv6Network, ...]


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this computer: ``ip``, and the name of the network interface for people (Wi-Fi, eth0)."""

    ip: str
    interface: str

    @property
    def host(self) -> str:
        """The address as it stands in a link."""
        return f"[{self.ip}]" if ":" in self.ip else self.ip


def addresses() -> tuple[Address, ...]:
    """The addresses phones in the same network may reach this computer at, the likeliest first.

    Empty where there is no network at all.
    """
    found: dict[str, Address] = {}
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            if _reachable(text):
                found.setdefault(text, Address(text, adapter.nice_name))
    first = _routed()
    # IPv6 only where there is nothing else: its addresses are long, change daily and are many.
    usual = [address for address in found.values() if ":" not in address.ip] or list(found.values())
    return tuple(sorted(usual, key=lambda address: _rank(address, first)))


def networks(words: Iterable[str]) -> Networks:
    """Addresses and networks as people write them (10.0.0.7, 10.0.0.0/8, ::1). Raises ValueError naming a wrong one."""
    return tuple(ipaddress.ip_network(word, strict=False) for word in words)


def within(ip: str, networks: Networks) -> bool:
    """Whether an address lies in one of the networks; what is no address does not."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in networks)


def _reachable(ip: str) -> bool:
    address = ipaddress.ip_address(ip)
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)


def _rank(address: Address, first: str) -> tuple[bool, bool, bool, str]:
    ip = ipaddress.ip_address(address.ip)
    virtual = address.interface.lower().startswith(_VIRTUAL)
    return virtual, address.ip != first, not ip.is_private, address.ip


def _routed() -> str:
    """The address this computer would send from, "" without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            ip: str = probe.getsockname()[0]
        except OSError:
            return ""
        return ip


@dataclass
class Network:
    """What this process tells people to type: scheme, port, and the address the host has chosen among several.

    ``only`` is the address it was told to listen on, where that is one of many; ``names`` are further names it
    answers to (a hosted table's domain). ``https_port`` is where the same pages are served over HTTPS, 0 where they are
    not, and ``https_off`` says why. ``proxies`` are those whose word counts about where a request comes from.
    """

    port: int = 8000
    scheme: str = "http"
    only: str = ""
    names: tuple[str, ...] = ()
    https_port: int = 0
    https_off: str = ""
    chosen: str = ""
    proxies: Networks = ()

    def is_proxy(self, ip: str) -> bool:
        """Whether that is the address of a proxy that is trusted."""
        return within(ip, self.proxies)

    def addresses(self) -> tuple[Address, ...]:
        """Where phones may reach us, the chosen one first, then the likeliest."""
        if self.only:
            return (Address(self.only, ""),)
        return tuple(sorted(addresses(), key=lambda address: address.ip != self.chosen))

    def has(self, ip: str) -> bool:
        """Whether that is one of the addresses phones may reach us at."""
        return any(address.ip == ip for address in self.addresses())

    def base_url(self, address: Address | None = None) -> str:
        """The link to the front page at the address, or at the best one; this computer's own where there is none."""
        if address is None:
            if self.names:
                return self._url(self.names[0])
            address = next(iter(self.addresses()), None)
        return self._url(address.host if address else "localhost")

    def local_url(self) -> str:
        """The link to the front page for a browser on this computer itself."""
        return self._url(Address(self.only, "").host if self.only else "localhost")

    def secure_url(self, host: str = "") -> str:
        """The link to the front page over HTTPS at a host (as links spell it), or at the best address; "" without."""
        if not self.https_port:
            return ""
        if not host:
            address = next(iter(self.addresses()), None)
            host = address.host if address else "localhost"
        return f"https://{host}:{self.https_port}"

    def hosts(self) -> tuple[str, ...]:
        """Every address and name a certificate has to hold."""
        return (*(address.ip for address in self.addresses()), *self.names)

    def _url(self, host: str) -> str:
        usual = {"http": 80, "https": 443}[self.scheme]
        return f"{self.scheme}://{host}" + ("" if self.port == usual else f":{self.port}")

    def answers_to(self, host_header: str) -> bool:
        """Whether a Host header is one of ours.

        Numbers, localhost, names in .local, this computer's own name and the configured ones. Anything else may be
        a foreign page that made its own name point here to read the tables of this network (DNS rebinding).
        """
        try:
            host = (urlsplit(f"//{host_header}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if _is_number(host):
            return True
        ours = ("localhost", socket.gethostname().lower(), *(name.lower() for name in self.names))
        return bool(_NAME.fullmatch(host)) and (host in ours or host.endswith((".local", ".localhost")))


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
