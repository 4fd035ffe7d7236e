"""Tables of cards as people type them in for the games: invented cards, with the shapes the published ones have."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from cut_cards import cut_job
from labelled_sleeves import sleeves_of
from memory_store import MemoryStore
from table_scene import CardArt, render, rows, scatter

from companion.app import create_app
from companion.network.limits import no_limits
from companion.own_decks.game_decks import GameDecks
from companion.service import Service
from companion.storage.store_protocol import Store
from companion.table.tables import Tables
from printkit.input.tables import read_table_file
from printkit.job import print_job
from printkit.job.print_job import PrintSpec
from rules.values.added_deck import AddedDeck

FAIRYTALE = """\
name,copies,faction,value_kind,points,count_of,friend,effects,expert,text
Barn Folk,7,Holy Empire,count,1,name:Barn Folk,,,,
Old Sword,4,Holy Empire,fixed,3,,,,,
Sword Bearer,3,Holy Empire,friend_per,3,,Old Sword,,,
Lone Heir,2,Holy Empire,friend_if,9,,Lost Seal,,,
Lost Seal,1,Holy Empire,fixed,1,,,,,
Moth Wing,7,Fairywood,count,1,name:Moth Wing,,,,
Elder Beech,4,Fairywood,fixed,3,,,,,
Beech Warden,3,Fairywood,friend_per,3,,Elder Beech,,,
Night Gate,3,Shadow,fixed,6,,,you flip 1 Shadow,,
Crow Toll,4,Shadow,fixed,2,,,all flip 1 Holy Empire; you unflip 1,,
Grey Debt,2,Shadow,fixed,-2,,,you unflip 1 Holy Empire,,
Dusk Ledger,2,Shadow,most,6,faction:Shadow,,,1,
Lantern Hunt,1,Shadow,none,,,,you hunt 1,1,Look at a card of somebody else.
"""


def read(decks: GameDecks, text: str, *, game: str, title: str, letters: str = "") -> AddedDeck:
    """The deck of a table, not kept."""
    return decks.read(read_table_file(text.encode(), "my.csv"), "my.csv", game=game, title=title, letters=letters)


def added(data: Path, text: str, *, game: str, title: str, letters: str = "") -> AddedDeck:
    """The deck of a table, kept in a folder."""
    decks = GameDecks(data)
    return decks.add(read(decks, text, game=game, title=title, letters=letters))


def service_at(data: Path, store: Store | None = None) -> Service:
    """A server that keeps its decks in a folder, and its tables in ``store``."""
    decks = GameDecks(data)
    return Service(Tables(store or MemoryStore(), decks=decks), limits=no_limits(), game_decks=decks)


def paper_cards(deck: AddedDeck) -> dict[str, CardArt]:
    """Every card of the deck as scissors leave it, by its code."""
    done = print_job.make(PrintSpec(deck.game), deck=deck.deck)
    return {art.text: art for art in cut_job(done, {str(code) for _, code in deck.deck.codes()}, dpi=150)}


def cards_in_sleeves(deck: AddedDeck) -> dict[str, CardArt]:
    """The cards of somebody's box in sleeves, each with its printed label, by its code."""
    done = print_job.make(PrintSpec(deck.game, what=("labels",), labels="a4-65"), deck=deck.deck)
    return {art.text: art for page in done.plan.pages for art in sleeves_of(done, page.number)}


def photo(arts: Sequence[CardArt], seed: int) -> bytes:
    """Those cards on a table, seen from the chair."""
    lay = scatter if len(arts) < 3 else rows
    return render(lay(arts, seed=seed), seed=seed, px_per_module=4, tilt_deg=12).photo


class ApiTable:
    """A table over the API: its host opens it, and everybody's token is at hand."""

    def __init__(self, service: Service, game: str, names: Sequence[str], **opened: Any) -> None:
        self.sent = 0
        self.client = create_app(service).test_client()
        answer = self.client.post("/api/tables", json={"game": game, **opened})
        assert answer.status_code in (200, 201), answer.get_json()
        self.code, self.host = answer.get_json()["code"], answer.get_json()["host_token"]
        self.where = f"/api/tables/{self.code}"
        joined = [self.client.post(f"{self.where}/join", json={"name": name}).get_json() for name in names]
        self.tokens = [one["token"] for one in joined]

    def begin(self) -> None:
        """The host begins."""
        answer = self.client.post(f"{self.where}/begin", json={}, headers=self._by(self.host))
        assert answer.status_code == 200, answer.get_json()

    def _by(self, token: str) -> dict[str, str]:
        self.sent += 1
        return {"Authorization": f"Bearer {token}"}

    def look(self, seat: int) -> dict[str, Any]:
        """What that seat sees."""
        found: dict[str, Any] = self.client.get(self.where, headers=self._by(self.tokens[seat])).get_json()
        return found

    def send(self, seat: int, kind: str, **args: Any) -> dict[str, Any]:
        """Report an event; it has to be taken."""
        body = {"id": f"event-{self.sent}", "type": kind, "args": args, "seat": seat}
        answer = self.client.post(f"{self.where}/events", json=body, headers=self._by(self.tokens[seat]))
        assert answer.status_code == 200, answer.get_json()
        found: dict[str, Any] = answer.get_json()
        return found

    def scan(self, seat: int, picture: bytes, mode: str = "auto") -> dict[str, Any]:
        """Send a photo."""
        body = {"image": (BytesIO(picture), "photo.jpg"), "id": f"photo-{self.sent}", "mode": mode}
        answer = self.client.post(f"{self.where}/scan", data=body, headers=self._by(self.tokens[seat]))
        assert answer.status_code == 200, answer.get_json()
        found: dict[str, Any] = answer.get_json()
        return found


def dragoborne_deck(color: str, other: str, names: str) -> str:
    """Fifty cards of two colours and three banners, every figure, keyword and ability column in use somewhere."""
    header = "name,copies,type,color,cost,atk,edr,traits,keywords,dragocross,dice,ability,ambush,burst,text"
    rows = [header]
    for n in range(1, 5):
        rows.append(f"{names} Grunt {n},4,creature,{color},1,2,1,ghoul,,,,,,,")
        rows.append(f"{names} Rider {n},4,creature,{other},2,3,2,wolf,,,,,,,")
    rows += [
        f"{names} Brute,4,creature,{color},3,4,3,ghoul,deadly,{color}: It gets +2/+0,,,,,",
        f"{names} Warden,4,creature,{other},2,2,4,wolf,immune:wolf,,{other} 4-6: +1/+1,,,,",
        f"{names} Horn,4,spell,{color},1,,,,,,,,,,Deal 1 damage to a creature.",
        f"{names} Captain,3,creature,{color},2,2,2,ghoul,invade:{other},,,"
        "continuous: Your other creature at this fort gets +1/+0.,,,",
        f"{names} Snare,3,spell,{other},2,,,,,,,,A creature attacks this fort|draw a card,Draw a card.,Draw two cards.",
        f"Banner of {names},2,banner,{color},,,,,,,,,,,",
        f"Flag of {names},1,banner,{other},,,,,,,,,,,",
    ]
    return "\n".join(rows) + "\n"
