"""What opens a seat: keys that move it to another phone, and asking the host for a lost one back."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import NotYours, TooOften
from companion.storage.store_protocol import Ask, Key, KeyKind
from companion.table.live_table import Joined, LiveTable, must
from companion.table.registry import Registry, check_id
from companion.table.tokens import digest, new_token, token_from
from rules.game_protocol import Level, Refusal, Seat
from rules.log import Handover
from rules.text import say

LINK_LIVES_S = 15 * 60
ASKS_MAX = 8
ASKS_OF_ONE = 2
"""So many of one address, so that one device does not keep everybody else from asking."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a phone keeps while it waits for the host: the number both screens show, and the secret to claim with."""

    number: int
    secret: str


class SeatKeys:
    """What people do about the keys of seats. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def hand_over(self, code: str, tokens: Iterable[str], seat: Seat | None) -> str:
        """A secret for a link that moves a seat (None: the host's place) to another phone or address, once.

        It works for a quarter of an hour. The host can make one for any seat somebody sits at.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            if seat is None:
                must(who.host, "Only the host can hand over the host's place.")
            else:
                must(who.host or seat in who.held, "Only the person who sits there, or the host, can move a seat.")
                live.known_seat(seat)
                if not live.is_taken(seat):
                    raise Refusal(
                        Level.STRUCT,
                        "seat_free",
                        say("Nobody sits at seat {number}; simply join there.", number=seat + 1),
                    )
            return self._link(live, seat, by_host=who.host and seat not in who.held)

    def _link(self, live: LiveTable, seat: Seat | None, by_host: bool, lives_s: float = LINK_LIVES_S) -> str:
        secret = new_token()
        kind: KeyKind = "host_link" if by_host else "link"
        key = Key(digest(secret), kind, seat, self.registry.clock() + lives_s)
        self.registry.commit(live, put=[key], drop=self._spent(live))
        return secret

    def _spent(self, live: LiveTable) -> list[str]:
        now = self.registry.clock()
        return [key.digest for key in live.keys.values() if key.until is not None and key.until < now]

    def claim(self, code: str, secret: str, id: str | None = None) -> Joined:
        """Take the seat a link moves. The seat's old token opens nothing from then on, and everybody sees it.

        A link works once; the phone that sends the same secret ``id`` with it again, because it heard no answer, is
        given the same once more.
        """
        live = self.registry.live(code)
        with live.lock:
            token = new_token() if id is None else token_from("claim", live.code, secret, check_id(id))
            done = live.keys.get(digest(token))
            if done is not None:
                return Joined(done.seat, token)
            key = live.keys.get(digest(secret))
            if key is None or key.until is None or key.until < self.registry.clock():
                raise NotYours("link_spent", "This link was used already or is too old; ask for a new one.")
            if key.seat is None:
                hosts = [old.digest for old in live.keys.values() if old.seat is None]
                self.registry.commit(live, put=[Key(digest(token), "host")], drop=hosts)
                return Joined(None, token)
            by = None if key.kind == "host_link" else key.seat
            put = [Key(digest(token), "seat", key.seat)]
            self.registry.record(live, [Handover(seat=key.seat)], by=by, put=put, drop=live.seat_digests(key.seat))
            return Joined(key.seat, token)

    def claimable(self, code: str, secret: str, id: str | None = None) -> bool:
        """Whether ``claim`` would give a seat now: the host said yes and the link is fresh, or it was this phone's."""
        live = self.registry.live(code)
        if id is not None and digest(token_from("claim", live.code, secret, id)) in live.keys:
            return True
        key = live.keys.get(digest(secret))
        return key is not None and key.until is not None and key.until >= self.registry.clock()

    def awaits(self, code: str, secret: str) -> bool:
        """Whether the phone that asked for a seat with that ``secret`` has no answer yet."""
        wanted = digest(secret)
        return any(ask.digest == wanted for ask in self.registry.live(code).asks.values())

    def one_more_host(self, code: str, *, first: bool = False, id: str | None = None) -> str:
        """A token that makes its holder a host beside whoever is: the owner of a club night, or its first sitter.

        With ``first`` only while nobody but the opener has one, "" else; of two who ask at once one gets it. The same
        secret ``id`` sent twice gets the same token.
        """
        live = self.registry.live(code)
        with live.lock:
            token = new_token() if id is None else token_from("host", live.code, id)
            if digest(token) in live.keys:
                return token
            if first and sum(key.kind == "host" for key in live.keys.values()) > 1:
                return ""
            self.registry.commit(live, put=[Key(digest(token), "host")])
            return token

    def host_link(self, code: str, *, lives_s: float) -> str:
        """A secret that makes its claimer the host, for whoever sits at the server itself."""
        live = self.registry.live(code)
        with live.lock:
            return self._link(live, None, by_host=True, lives_s=lives_s)

    def take_over(self, code: str, tokens: Iterable[str], seat: Seat) -> Joined:
        """The host's phone takes a seat whose phone has died. Everybody sees it in the log."""
        live = self.registry.live(code)
        with live.lock:
            must(live.who(tokens).host, "Only the host can take over somebody else's seat.")
            return self.claim(code, self.hand_over(code, tokens, seat))

    def ask(self, code: str, seat: Seat, address: str = "") -> Asked:
        """Ask the host for a seat somebody sits at, from a phone that lost it. ``claim`` works once it was granted.

        ``address`` is where the phone is. Raises TooOften where it asks for two already, or several others do.
        """
        live = self.registry.live(code)
        with live.lock:
            live.known_seat(seat)
            if not live.is_taken(seat):
                raise Refusal(
                    Level.STRUCT, "seat_free", say("Nobody sits at seat {number}; simply join there.", number=seat + 1)
                )
            now = self.registry.clock()
            given_up = tuple(ask.id for ask in live.asks.values() if ask.at < now - LINK_LIVES_S)
            if len(live.asks) - len(given_up) >= ASKS_MAX:
                raise TooOften("Several phones are asking for seats already; let the host answer those first.", 30)
            asked_from = {id: where for id, where in live.asked_from.items() if id in live.asks and id not in given_up}
            if address and list(asked_from.values()).count(address) >= ASKS_OF_ONE:
                raise TooOften("This phone asks for two seats already; let the host answer those first.", 30)
            secret, number = new_token(), 10 + secrets.randbelow(90)
            ask = Ask(new_token(), seat, number=number, digest=digest(secret), at=now)
            self.registry.commit(live, asks=(ask,), answered=given_up)
            live.asked_from = {**asked_from, ask.id: address}
            return Asked(ask.number, secret)

    def grant(self, code: str, tokens: Iterable[str], ask_id: str, *, give: bool = True) -> None:
        """The host's one tap: the phone that asked may claim the seat, or (``give`` False) may not."""
        live = self.registry.live(code)
        with live.lock:
            must(live.who(tokens).host, "Only the host can give a seat back.")
            ask = live.asks.get(ask_id)
            if ask is None:
                raise Refusal(Level.STRUCT, "no_such_ask", "That phone no longer asks; let it ask again.")
            key = Key(ask.digest, "host_link", ask.seat, self.registry.clock() + LINK_LIVES_S)
            self.registry.commit(live, put=[key] if give else [], drop=self._spent(live), answered=(ask_id,))
