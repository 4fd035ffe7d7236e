"""An empty place in the PostgreSQL the tests may use, one for each worker and purpose."""

from __future__ import annotations

import os

import pytest
import sqlalchemy as sa

POSTGRES = os.environ.get("TABLEWRIGHT_TEST_POSTGRES")


def empty_schema(purpose: str) -> str:
    """The URL of an empty schema of its own; the test is skipped where there is no PostgreSQL."""
    if not POSTGRES:
        pytest.skip("needs PostgreSQL: set TABLEWRIGHT_TEST_POSTGRES to a URL of an empty database")
    # Workers run at the same time on one database.
    schema = f"tablewright_{purpose}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    engine = sa.create_engine(POSTGRES)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA IF EXISTS {schema} CASCADE"))
        connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
    url = engine.url.update_query_dict({"options": f"-csearch_path={schema}"})
    engine.dispose()
    return url.render_as_string(hide_password=False)
