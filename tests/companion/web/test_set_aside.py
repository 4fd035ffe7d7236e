"""A table the disk has lost something of: its page says so, shows how it stood, and its host goes on from there."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables

AWAY = {"REMOTE_ADDR": "192.168.1.30"}
HERE = {"REMOTE_ADDR": "127.0.0.1"}
OURS = {"Origin": "http://localhost"}


class Kept:
    """A table of the Tower with two people, whose last entry the disk has lost."""

    def __init__(self, folder: Path) -> None:
        self.store = SqlStore.at(folder)
        before = Tables(self.store)
        opened = before.open("tower")
        self.code, self.host = opened.code, opened.host_token
        self.tokens = [before.join(self.code, name=name, id=str(uuid.uuid4())).token for name in ("Ada", "Ben")]
        before.begin(self.code, [self.host])
        before.rename(self.code, [self.host], seat=0, name="Adele")
        with self.store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM entries WHERE rev = (SELECT max(rev) FROM entries)")
        self.app = create_app(Service(Tables(self.store), Network(), no_limits()))

    def phone(self, *tokens: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(f"tw_{self.code}", ".".join(tokens), domain="localhost")
        return client


@pytest.fixture
def kept(tmp_path: Path):
    made = Kept(tmp_path)
    yield made
    made.store.close()


def _forms(page: str) -> bool:
    return "/go-on" in page


def test_the_table_says_what_is_missing_and_shows_how_it_stood(kept: Kept):
    phone = kept.phone(kept.tokens[0])
    answer = phone.get(f"/t/{kept.code}", environ_overrides=AWAY)
    assert answer.status_code == 503
    assert "missing on the disk" in answer.text
    assert f"/t/{kept.code}/last-good" in answer.text
    page = phone.get(f"/t/{kept.code}/last-good", environ_overrides=AWAY)
    assert page.status_code == 200
    assert "This table is set aside" in page.text
    assert "As everybody saw it after entry 3" in page.text
    assert not _forms(page.text), "only its host and the owner go on"
    assert phone.post(f"/t/{kept.code}/go-on", environ_overrides=AWAY, headers=OURS).status_code == 403


@pytest.mark.parametrize("who", ["host", "owner"])
def test_its_host_or_the_owner_goes_on_from_there(kept: Kept, who: str):
    phone, place = (kept.phone(kept.host), AWAY) if who == "host" else (kept.phone(), HERE)
    assert _forms(phone.get(f"/t/{kept.code}/last-good", environ_overrides=place).text)
    answer = phone.post(f"/t/{kept.code}/go-on", environ_overrides=place, headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{kept.code}")
    log = phone.get(f"/t/{kept.code}/log", environ_overrides=place)
    assert log.status_code == 200
    assert "goes on from entry 3" in log.text
    assert phone.get(f"/t/{kept.code}/last-good", environ_overrides=place).status_code == 404


def test_the_api_says_it_in_its_own_shape(kept: Kept):
    answer = kept.phone().get(f"/api/tables/{kept.code}", environ_overrides=AWAY)
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "set_aside")
