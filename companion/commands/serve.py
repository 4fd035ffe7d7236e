"""``tablewright serve``: the companion, for every phone in the network."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from companion.app import Service
from companion.cli import JobError
from companion.datadir import cache_folder, claim, default_folder
from companion.errors import Trouble
from companion.limits import Limits, no_limits
from companion.network import Network
from companion.server import PortTaken, listen, serve
from companion.sqlstore import SqlStore
from companion.tables import Tables
from companion.welcome import welcome
from printkit import pressed
from rules import games

HELP = "Start the companion and show the address phones join at."
EXAMPLE = "tablewright serve --port 8080"
PORT = 8000
PORTS_TRIED = 10
ANYWHERE = ("0.0.0.0", "::")
BACK_WITHIN_S = 24 * 3600
SHOWN = 5


def add(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and where tables are kept."""
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all of this computer's)")
    parser.add_argument("--port", type=_port, help=f"the port (default: {PORT}, or the next that is free)")
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"where tables are kept (default: {default_folder()})")
    parser.add_argument(
        "--database",
        default=os.environ.get("TABLEWRIGHT_DATABASE"),
        metavar="URL",
        help="keep tables in PostgreSQL instead (postgresql+psycopg://user@host/name; or TABLEWRIGHT_DATABASE)",
    )
    parser.add_argument("--no-https", action="store_true", help="serve plain HTTP only, which is all there is so far")


def _port(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word} is not a port; expected 1 to 65535")
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C."""
    folder = args.data or default_folder()
    pressed.keep_in(cache_folder())
    with ExitStack() as ending:
        try:
            if not args.database:
                ending.enter_context(claim(folder))
            store = SqlStore(args.database) if args.database else SqlStore.at(folder)
        except Trouble as trouble:
            raise JobError(trouble.text) from trouble
        ending.callback(store.close)
        sock = ending.enter_context(_listen(args.host, args.port))
        only = "" if args.host in ANYWHERE else args.host
        network = Network(sock.getsockname()[1], only=only, names=_names())
        tables = Tables(store)
        kept_in = "the database" if args.database else str(folder)
        limits = no_limits() if os.environ.get("TABLEWRIGHT_LIMITS") == "off" else Limits()
        serve(Service(tables, network, limits), sock, lambda: _ready(tables, network, kept_in))
    return 0


def _names() -> tuple[str, ...]:
    return tuple(os.environ.get("TABLEWRIGHT_NAMES", "").replace(",", " ").split())


def _listen(host: str, port: int | None) -> socket.socket:
    # Every second one: HTTPS will listen beside each.
    tries = [port] if port else range(PORT, PORT + 2 * PORTS_TRIED, 2)
    try:
        for number in tries:
            try:
                return listen(host, number)
            except PortTaken:
                continue
    except OSError as error:
        reason = error.strerror or str(error)
        text = f"cannot listen on {host}, port {port or PORT} ({reason}); choose another with --host and --port"
        raise JobError(text) from error
    if port:
        raise JobError(f"port {port} is taken by another program; stop that one, or choose another with --port")
    raise JobError(f"the ports from {PORT} on are all taken; choose another with --port")


def _ready(tables: Tables, network: Network, kept_in: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    for line in welcome(
        network,
        kept_in,
        colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
        blocks="█".encode(encoding, "ignore").decode(encoding) == "█",
    ):
        print(line)
    for line in _unfinished(tables, network):
        print(line)
    sys.stdout.flush()


def _unfinished(tables: Tables, network: Network) -> list[str]:
    """Tables somebody may come back to, each with a link that makes the host the host again."""
    lines = []
    try:
        recent = tables.store.recent(time.time() - BACK_WITHIN_S, SHOWN)
        for table in recent:
            secret = tables.host_link(table.row.code, lives_s=BACK_WITHIN_S)
            title = games.load(table.row.game).info.title
            minutes = max(0, round((time.time() - table.used_at) / 60))
            lines += [
                f"  {table.row.code}  {title}, {minutes} minutes ago",
                f"          {network.base_url()}/t/{table.row.code}/claim?key={secret}",
            ]
    except (Trouble, KeyError):
        return []
    return ["", "Tables of the last day; the link makes its opener the host again:", *lines] if lines else []
