"""``tablewright serve``: the companion, for every phone in the network."""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.command_line import games_option
from companion.errors import JobError, Trouble
from companion.network.addresses import Network, Networks, networks
from companion.network.certificates import Authority
from companion.network.limits import Limits, no_limits
from companion.own_decks import folder_watch
from companion.own_decks.decks import OwnDecks
from companion.own_decks.game_decks import GameDecks
from companion.own_decks.game_folders import clashes
from companion.own_decks.taught_decks import TaughtDecks
from companion.own_decks.upload_quota import BYTES
from companion.printing.history import PrintHistory
from companion.server import restore_requests
from companion.server.server import PortTaken, listen, serve
from companion.server.siblings import Siblings
from companion.server.start_message import welcome
from companion.server.warm_up import WarmUp, load_now
from companion.server.worker_processes import Workers
from companion.service import Service
from companion.storage.data_folder import cache_folder, claim, default_folder, printers_folder
from companion.storage.sql_store import SqlStore
from companion.table import past_results
from companion.table.registry import said_of
from companion.table.shared_tables import SharedTables
from companion.table.tables import Tables
from printkit.draw import stream_cache
from rules import games

HELP = "Start the companion and show the address phones join at."
EXAMPLE = "tablewright serve --port 8080"
PORT = 8000
PORTS_TRIED = 10
PORT_MAX = 65535
WORKERS_MOST = 32
ANYWHERE = ("0.0.0.0", "::")
BACK_WITHIN_S = 24 * 3600
SHOWN = 5
LOOKED_AT = 40
GC_THRESHOLDS = (5_000, 10, 200)
"""How often cycles are searched for. Screens are made of very many small things that hold none: at Python's own 700
that search was a sixth of drawing them."""


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
    parser.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="so many processes over one --database (default: 1)"
    )
    games_option.add(parser)
    parser.add_argument(
        "--trust-proxy",
        type=_proxies,
        action="extend",
        default=[],
        metavar="ADDRESS",
        help="a reverse proxy in front of this server (127.0.0.1, 10.0.0.0/8; commas between several): what it says "
        "about who asks counts",
    )
    parser.add_argument(
        "--upload-quota",
        type=_megabytes,
        default=BYTES,
        metavar="MB",
        help=f"how much of the disk uploads may take, removed ones included (default: {BYTES // 1_000_000})",
    )
    parser.add_argument("--no-https", action="store_true", help="serve plain HTTP only, without the live camera")


def _port(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word} is not a port; expected 1 to 65535")
    return int(word)


def _workers(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= WORKERS_MOST:
        raise argparse.ArgumentTypeError(f"{word} is no number of workers; expected 1 to {WORKERS_MOST}")
    return int(word)


def _megabytes(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word[:10]) <= 10**9:
        raise argparse.ArgumentTypeError(f"{word} is not a number of megabytes; expected one like 2000")
    return int(word) * 1_000_000


def _proxies(words: str) -> Networks:
    try:
        return networks(filter(None, words.replace(",", " ").split()))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{words} is not an address; expected one like 127.0.0.1 or 10.0.0.0/8"
        ) from None


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C."""
    folder = args.data or default_folder()
    stream_cache.keep_in(cache_folder())
    games_option.bring(args)
    _can_have_workers(args)
    if args.workers > 1:
        load_now()  # once for all of them, and in memory they share
    # What is loaded by now stays: a search for cycles through all of it would stop every request for a fifth of a
    # second each time, and copy its memory into every worker.
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    with ExitStack() as ending:
        try:
            if not args.database:
                ending.enter_context(claim(folder))
            else:
                SqlStore(args.database).close()  # what is wrong with it is said once, and here
        except Trouble as trouble:
            raise JobError(trouble.text) from trouble
        sock, secure, off = _sockets(args.host, args.port, https=not args.no_https)
        ending.enter_context(sock)
        if secure is not None:
            ending.enter_context(secure)  # also where serving does not begin
        if args.workers == 1:
            _serve(args, folder, sock, secure, off)
            return 0
        place = Path(ending.enter_context(TemporaryDirectory(prefix="tablewright-")))
        if secure is not None:
            _certificate(args, folder, sock)

        def work(number: int) -> None:
            _serve(args, folder, sock, secure, off, Siblings(number, args.workers, place))

        return Workers(args.workers, work).run()


def _can_have_workers(args: argparse.Namespace) -> None:
    if args.workers > 1 and not args.database:
        raise JobError("several workers keep their tables in PostgreSQL; name it with --database")
    if args.workers > 1 and not hasattr(os, "fork"):
        raise JobError("this system has one worker only; leave --workers out")


def _network(args: argparse.Namespace, sock: socket.socket, off: str = "") -> Network:
    only = "" if args.host in ANYWHERE else args.host
    return Network(sock.getsockname()[1], only=only, names=_names(), https_off=off, proxies=tuple(args.trust_proxy))


def _certificate(args: argparse.Namespace, folder: Path, sock: socket.socket) -> None:
    """Have it made before there are several processes that would each make one."""
    with suppress(Trouble, OSError):  # each worker says what is wrong with it
        Authority(folder / "tls", host=socket.gethostname()).vouch(_network(args, sock).hosts())


def _serve(
    args: argparse.Namespace,
    folder: Path,
    sock: socket.socket,
    secure: socket.socket | None,
    off: str,
    siblings: Siblings | None = None,
) -> None:
    """Serve in this process; with ``siblings`` it is one of several."""
    first = siblings is None or siblings.number == 0
    with ExitStack() as ending:
        try:
            store = SqlStore(args.database) if args.database else SqlStore.at(folder)
        except Trouble as trouble:
            raise JobError(trouble.text) from trouble
        ending.callback(store.close)
        network = _network(args, sock, off)
        decks = GameDecks(folder)
        ending.callback(folder_watch.watch(decks.editions).set)
        tables = Tables(store, decks=decks)
        if first:
            ending.callback(past_results.start(tables.registry).set)
        if store.others is not None:
            shared = SharedTables(tables.registry, store.others)
            shared.start()
            ending.callback(shared.close)
        else:
            ending.callback(restore_requests.watch(tables.registry, store, folder).set)
        kept_in = "the database" if args.database else str(folder)
        limits = no_limits() if os.environ.get("TABLEWRIGHT_LIMITS") == "off" else _limits(siblings, ending)
        service = Service(
            tables,
            network,
            limits,
            print_history=PrintHistory(folder),
            own=OwnDecks(folder),
            game_decks=decks,
            taught=TaughtDecks(folder),
            printers=printers_folder(folder),
            upload_bytes=args.upload_quota,
        )
        if siblings is not None:
            service.print_queue.is_mine = siblings.is_mine
        if secure is not None:
            secure = _vouched(service, secure, folder / "tls")
        ready = (lambda: _ready(service, kept_in)) if first else (lambda: None)
        serve(service, sock, ready, secure=secure, siblings=siblings, warm_up=WarmUp())


def _limits(siblings: Siblings | None, ending: ExitStack) -> Limits:
    """What each phone may do; counted for all processes together where there are several."""
    if siblings is None:
        return Limits()
    from companion.network.shared_buckets import SharedBuckets  # where there are workers, there is what it needs

    shared = SharedBuckets(siblings.folder / "limits")
    ending.callback(shared.close)
    return Limits(buckets=shared)


def _names() -> tuple[str, ...]:
    return tuple(os.environ.get("TABLEWRIGHT_NAMES", "").replace(",", " ").split())


def _sockets(host: str, port: int | None, *, https: bool) -> tuple[socket.socket, socket.socket | None, str]:
    """The socket for HTTP, the one for HTTPS beside it, and why there is none."""
    if not https:
        return _listen(host, port), None, "it was started with --no-https"
    for number in [port] if port else range(PORT, PORT + 2 * PORTS_TRIED, 2):
        sock = _listen(host, number) if port else _free(host, number)
        if sock is None:
            continue
        beside = sock.getsockname()[1] + 1
        secure = _free(host, beside) if beside <= PORT_MAX else None
        if secure is not None or port:
            return sock, secure, "" if secure else f"port {beside} beside it is taken by another program"
        sock.close()
    # Every pair is half taken: better without HTTPS than not at all.
    sock = _listen(host, port)
    return sock, None, f"port {sock.getsockname()[1] + 1} beside it is taken by another program"


def _free(host: str, port: int) -> socket.socket | None:
    try:
        return listen(host, port)
    except PortTaken:
        return None
    except OSError as error:
        raise _cannot_listen(host, port, error) from error


def _listen(host: str, port: int | None) -> socket.socket:
    # Every second one: HTTPS listens beside each.
    for number in [port] if port else range(PORT, PORT + 2 * PORTS_TRIED, 2):
        sock = _free(host, number)
        if sock is not None:
            return sock
    if port:
        raise JobError(f"port {port} is taken by another program; stop that one, or choose another with --port")
    raise JobError(f"the ports from {PORT} on are all taken; choose another with --port")


def _cannot_listen(host: str, port: int, error: OSError) -> JobError:
    reason = error.strerror or str(error)
    return JobError(f"cannot listen on {host}, port {port} ({reason}); choose another with --host and --port")


def _vouched(service: Service, secure: socket.socket, folder: Path) -> socket.socket | None:
    """The socket for HTTPS, once there is a certificate for it; without one there is plain HTTP, and a word why."""
    try:
        authority = Authority(folder, host=socket.gethostname())
        authority.vouch(service.network.hosts())
        authority.context()
    except (Trouble, OSError) as problem:
        secure.close()
        service.network.https_off = str(problem)
        return None
    service.authority = authority
    service.network.https_port = secure.getsockname()[1]
    return secure


def _ready(service: Service, kept_in: str) -> None:
    tables, network = service.tables, service.network
    encoding = sys.stdout.encoding or "ascii"
    for line in welcome(
        network,
        kept_in,
        fingerprint=service.authority.fingerprint if service.authority else "",
        colours=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
        blocks="█".encode(encoding, "ignore").decode(encoding) == "█",
        owner_key=service.owner_keys.new_link(),
    ):
        print(line)
    for line in (
        *_set_aside(tables, network),
        *_unfinished(tables, network),
        *(clashes(service.own) if service.own else ()),
    ):
        print(line)
    sys.stdout.flush()


def _set_aside(tables: Tables, network: Network) -> list[str]:
    """The tables the disk has lost something of, each with the page to look at it."""
    try:
        damaged = tables.store.damaged()
    except Trouble as trouble:
        return ["", trouble.text]
    return [
        line
        for code, damage in sorted(damaged.items())
        for line in ("", said_of(code, damage), f"  {network.base_url()}/t/{code}/last-good")
    ]


def _unfinished(tables: Tables, network: Network) -> list[str]:
    """Tables somebody may come back to, each with a link that makes the host the host again."""
    lines = []
    try:
        recent = tables.store.recent(time.time() - BACK_WITHIN_S, LOOKED_AT)
        # Not counters, which belong to nobody, and no table of a game that is not here any more.
        for table in [one for one in recent if one.row.game in games.playable()][:SHOWN]:
            secret = tables.host_link(table.row.code, lives_s=BACK_WITHIN_S)
            title = games.info(table.row.game).title
            minutes = max(0, round((time.time() - table.used_at) / 60))
            lines += [
                f"  {table.row.code}  {title}, {minutes} minutes ago",
                f"          {network.base_url()}/t/{table.row.code}/claim?key={secret}",
            ]
    except (Trouble, KeyError):
        return []
    return ["", "Tables of the last day; the link makes its opener the host again:", *lines] if lines else []
