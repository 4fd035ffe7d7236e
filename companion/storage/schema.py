"""The database's tables, and how one of an older version is brought forward."""

from __future__ import annotations

import sqlalchemy as sa

from companion.errors import Trouble
from companion.storage.chain import link, origin
from companion.storage.store_protocol import EntryRow, TableRow

SCHEMA = 5
"""2 keeps with an entry the lines it was told by, 3 what a finished game came to; 4 chains entries and has heads; 5 has
checkpoints of long logs."""
_CODE = sa.String(6)

META = sa.MetaData()
ABOUT = sa.Table("tablewright", META, sa.Column("schema", sa.Integer, primary_key=True))
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("code", _CODE, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("by", sa.Integer),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("told", sa.Text),
    sa.Column("chain", sa.String(64)),
    sa.UniqueConstraint("code", "id"),
)
KEYS = sa.Table(
    "keys",
    META,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("until", sa.Double),
)
ASKS = sa.Table(
    "asks",
    META,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
RESULTS = sa.Table(
    "results",
    META,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Double, nullable=False, index=True),
    sa.Column("rev", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
HEADS = sa.Table(
    "heads",
    META,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("rev", sa.Integer, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
)
CHECKPOINTS = sa.Table(
    "checkpoints",
    META,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("edition", sa.String(64), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)
"""What long logs added up to at some of their entries: ``chain`` is that of the entry, ``digest`` that of the row."""
LAID_ASIDE = sa.Table(
    "laid_aside",
    META,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("code", _CODE, nullable=False, index=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("row", sa.Text, nullable=False),
)
"""The entries of damaged tables that went on without them, as they could be read, for whoever looks closely."""
NOTES = sa.Table(
    "notes",
    META,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)


def prepare(connection: sa.Connection) -> None:
    """Make the database ready, one of an older version too. Raises Trouble where a newer Tablewright has changed it."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once on an empty database.
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(8107)"))
    found = None
    if sa.inspect(connection).has_table(ABOUT.name):
        found = connection.execute(sa.select(ABOUT.c.schema)).scalar()
    if found is not None and found > SCHEMA:
        raise Trouble("store_newer", "These tables were kept by a newer Tablewright; update this one to open them.")
    META.create_all(connection)
    if found is None:
        connection.execute(sa.insert(ABOUT), {"schema": SCHEMA})
    elif found < SCHEMA:
        if found < 2:
            connection.execute(sa.text("ALTER TABLE entries ADD COLUMN told TEXT"))
        if found < 4:
            connection.execute(sa.text("ALTER TABLE entries ADD COLUMN chain VARCHAR(64)"))
            _chain_all(connection)
        connection.execute(sa.update(ABOUT).values(schema=SCHEMA))


def _chain_all(connection: sa.Connection) -> None:
    """Chain the entries of every table as they are."""
    columns = (ENTRIES.c.rev, ENTRIES.c.id, ENTRIES.c.at, ENTRIES.c.by, ENTRIES.c.body, ENTRIES.c.told)
    here = (ENTRIES.c.code == sa.bindparam("its_code"), ENTRIES.c.rev == sa.bindparam("its_rev"))
    for row in connection.execute(sa.select(TABLES)).all():
        table = TableRow(*row)
        digest, rev, links = origin(table), 0, []
        query = sa.select(*columns).where(ENTRIES.c.code == table.code).order_by(ENTRIES.c.rev)
        for entry in connection.execute(query):
            digest, rev = link(digest, table.code, EntryRow(*entry)), entry.rev
            links.append({"its_code": table.code, "its_rev": rev, "chain": digest})
        if links:
            connection.execute(sa.update(ENTRIES).where(*here), links)
        connection.execute(sa.insert(HEADS), {"code": table.code, "rev": rev, "chain": digest, "version": 1})
