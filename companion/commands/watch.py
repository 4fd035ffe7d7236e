"""``tablewright watch``: a camera over the table logs what is laid."""

from __future__ import annotations

import argparse
import os
import time
from urllib.parse import urlsplit

from companion.camera.table_client import Client, OutOfReach, Refused
from companion.errors import JobError

HELP = "Watch the table with a camera and log the cards that are laid."
EXAMPLE = "tablewright watch --camera 0 --table KR7TQX --token KEY"
SERVER = "http://localhost:8000"


def add(parser: argparse.ArgumentParser) -> None:
    """Which camera, which table, who for."""
    parser.add_argument(
        "--camera",
        required=True,
        metavar="N",
        help="the camera's number (0 is the first), the address of a network camera (rtsp://...), or a video file",
    )
    parser.add_argument("--table", required=True, metavar="CODE", help="the table's code")
    parser.add_argument(
        "--token",
        default=os.environ.get("TABLEWRIGHT_TOKEN", ""),
        metavar="KEY",
        help="whose cards: the key from the table's page Seats, A camera over the table (or TABLEWRIGHT_TOKEN)",
    )
    parser.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"where the table is served (default: {SERVER})"
    )
    parser.add_argument("--seat", type=_seat, metavar="N", help="the seat, counted from 1, where the key opens several")
    parser.add_argument("--ask", action="store_true", help="log nothing, only say what is seen")


def _seat(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 99:
        raise argparse.ArgumentTypeError(f"{word} is no seat; seats count from 1")
    return int(word) - 1


def run(args: argparse.Namespace) -> int:
    """Watch until Ctrl+C or the end of the video."""
    from companion.camera.overhead_camera import NoCamera, Source, Watcher

    client = Client(args.server, args.table)
    title = _let_in(client, args.token)
    watcher = Watcher(client, _tell, auto=not args.ask, seat=args.seat)
    try:
        for number, picture in enumerate(Source(args.camera).frames()):
            if number == 0:
                _tell(f"Watching {title}. Stop with Ctrl+C.")
            watcher.show(picture)
    except NoCamera as problem:
        raise JobError(str(problem)) from problem
    except Refused as refused:
        raise JobError(refused.text) from refused
    except KeyboardInterrupt:
        pass
    _tell(f"{watcher.cards} cards seen, {watcher.logged} logged.")
    return 0


def _let_in(client: Client, word: str) -> str:
    """Have the client hold the seat's token. Returns the table in words."""
    where = urlsplit(client.server).netloc or client.server
    try:
        if word:
            client.tokens = [word]
        look = client.look()
        if word and not look["held"]:
            client.tokens = list(client.arrive(word)["tokens"])
            look = client.look()
    except OutOfReach as problem:
        text = f"nobody answers at {client.server} ({problem}); start tablewright serve there, or name it with --server"
        raise JobError(text) from problem
    except Refused as refused:
        if refused.code == "link_spent":
            raise JobError(
                f"the key opens no seat at the table {client.table}; make a new one on the table's page Seats, "
                "A camera over the table"
            ) from refused
        raise JobError(f"{where}: {refused.text}") from refused
    if not look["held"]:
        raise JobError(
            f"whose cards does the camera see? Name a key with --token; the table {client.table} makes one on its page "
            "Seats, A camera over the table"
        )
    return f"{look['game']['title']}, table {look['code']}"


def _tell(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {line}", flush=True)
