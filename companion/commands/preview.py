"""``tablewright preview``: a folder's cards and first screen in the browser, while its files are written."""

from __future__ import annotations

import argparse
import logging
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from werkzeug.serving import make_server

from companion.app import create_app
from companion.command_line import games_option
from companion.errors import JobError
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.folder_preview import FolderPreview
from companion.own_decks.game_folders import FolderRefusal
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables
from companion.web import preview

HELP = "Show the cards and the first screen of a game of your own, and again whenever a file is saved."
EXAMPLE = "tablewright preview rafters/"
HOST = "127.0.0.1"


def add(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with game.toml")


def run(args: argparse.Namespace) -> int:
    """Serve this computer alone until Ctrl+C."""
    games_option.bring_installed()
    with ExitStack() as ending:
        try:
            shown = FolderPreview(args.folder)
        except FolderRefusal as refusal:
            raise JobError(str(refusal)) from None
        store = SqlStore.at(Path(ending.enter_context(TemporaryDirectory(prefix="tablewright-"))))
        ending.callback(store.close)
        app = create_app(Service(Tables(store), Network(only=HOST), no_limits()))
        app.extensions[preview.PREVIEW] = preview.Drawn(shown)
        app.register_blueprint(preview.bp)
        server = make_server(HOST, 0, app, threaded=True)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # a line a request helps nobody
        ending.callback(shown.watch().set)
        print(f"{shown.plan.title}: http://{HOST}:{server.server_port}/preview", flush=True)
        print("It is shown again whenever a file of the folder is saved. Ctrl+C ends it.", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0
