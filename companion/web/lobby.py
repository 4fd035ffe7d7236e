"""Opening a table or a score sheet, the lobby where people appear, and sitting down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response

from companion.errors import SeatTaken, Trouble
from companion.network.addresses import Address
from companion.table.player_names import clean_name
from companion.table.snapshot import Snapshot
from companion.table.tables import Joined
from companion.table.tokens import tidy_code
from companion.web import cookies
from companion.web.first_games import on_shelf, shelf
from companion.web.owner import owners
from companion.web.refusal_notice import No, why_not
from companion.web.request import client, host_token, look, number, page, see_other, service, spend, tables, tokens
from rules import games
from rules.game_protocol import DECKS, GameInfo, Refusal, Setup
from rules.log import COLOURS, SHAPES, Person
from rules.values.added_deck import AddedDeck

bp = Blueprint("opening", __name__)
SHEETS_ASKED = 6
"""How many of a phone's tables are asked for the names on its last score sheet."""
Answer = str | Response | tuple[str | Response, int]


@dataclass(frozen=True, slots=True)
class Way:
    """One link into a table, and how its last part is read aloud."""

    url: str
    shown: str
    ip: str
    interface: str


def ways_in(code: str) -> tuple[Way, ...]:
    """The links that lead to the table, the best first; never empty."""
    network = service().network
    found: Iterable[Address | None] = network.addresses() or (None,)
    ways = [_way(network.base_url(address), code, address) for address in found]
    if network.names:
        ways.insert(0, _way(network.base_url(), code, None))
    return tuple(ways)


def _way(base: str, code: str, address: Address | None) -> Way:
    shown = urlsplit(base).netloc
    return Way(f"{base}/j/{code}", shown, address.ip if address else "", address.interface if address else "")


def infos() -> tuple[GameInfo, ...]:
    """What can be played here."""
    known = tables().games
    return tuple(known.info(name) for name in known.playable())


@bp.get("/new")
def new() -> str:
    """Which game, which house rules."""
    return _new(request.args.get("game", ""))


def _new(game: str, no: No | None = None) -> str:
    known = shelf()
    chosen = next((one for one in known if one.info.id == game), known[0] if len(known) == 1 else None)
    info = chosen.info if chosen else None
    return page("new.html", games=known, on_shelf=chosen, game=info, decks=_decks(info), no=no)


def _decks(game: GameInfo | None) -> tuple[AddedDeck, ...]:
    """The decks people typed in that a table of the game may play with."""
    kept = service().game_decks
    return kept.all(game.id) if kept is not None and game is not None and game.decks else ()


@bp.post("/new")
def open_table() -> Answer:
    """Lay the table; whoever opens it is its host, and sits down at once where a name was given."""
    spend("open")
    game = request.form.get("game", "")
    info = next((one for one in infos() if one.id == game), None)
    try:
        opened = tables().open(game, options=chosen_options(info) if info else ())
    except Refusal as problem:
        return _new(game, why_not(problem)), 400
    answer = make_response(see_other(f"/t/{opened.code}"))
    held = [opened.host_token]
    if request.form.get("name", "").strip():
        try:
            joined = tables().join(opened.code, name=request.form["name"], tokens=held)
        except Refusal:
            # The table is open; the lobby asks for the name again and says what was wrong with it.
            return cookies.keep(make_response(see_other(f"/t/{opened.code}/join")), request, opened.code, *held)
        held.append(joined.token)
    return cookies.keep(answer, request, opened.code, *held)


def chosen_options(info: GameInfo) -> tuple[tuple[str, bool | int | str], ...]:
    """The house rules of the posted form, by the values the game knows, and the decks that were chosen.

    What was not touched keeps its default.
    """
    pairs: list[tuple[str, bool | int | str]] = []
    decks = " ".join(filter(None, request.form.getlist(f"option.{DECKS}")))
    if decks:
        pairs.append((DECKS, decks))
    for option in info.options:
        sent = request.form.get(f"option.{option.id}")
        if sent is not None:
            value = next((v for v in option.values if str(v) == sent), sent)
            pairs.append((option.id, value))
    return tuple(pairs)


@bp.get("/score")
def only_score() -> str:
    """Which game and how many players: two taps, then the first photo."""
    return _only_score(request.args.get("game", ""))


def _scored() -> tuple[GameInfo, ...]:
    return tuple(info for info in infos() if "score" in info.modes)


def _only_score(game: str, no: No | None = None) -> str:
    known = _scored()
    chosen = next((info for info in known if info.id == game), known[0] if known else None)
    who = request.form.getlist("who") if no else _scored_last()
    return page("score.html", games=known, game=chosen, decks=_decks(chosen), who=who, no=no)


def _scored_last() -> tuple[str, ...]:
    """The names on this phone's last score sheet: the same people often score the next game."""
    for code in tuple(reversed(cookies.tables(request)))[:SHEETS_ASKED]:
        try:
            seen = tables().look(code, tokens(code))
        except Trouble:
            continue
        if seen.mode == "score" and any(seen.people):
            return tuple(person.name if person else "" for person in seen.people)
    return ()


@bp.post("/score")
def start_sheet() -> Answer:
    """A score sheet on this phone; it is a table like any other, so everything can be undone."""
    spend("open")
    game = request.form.get("game", "")
    info = next((one for one in _scored() if one.id == game), None)
    options, players = chosen_options(info) if info else (), number("players")
    try:
        names = {
            seat: clean_name(name) for seat, name in enumerate(request.form.getlist("who")[:players]) if name.strip()
        }
        opened = tables().open(game, players=players, options=options, mode="score")
    except Refusal as problem:
        return _only_score(game, why_not(problem)), 400
    for seat, name in names.items():
        tables().rename(opened.code, [opened.host_token], seat=seat, name=name)
    answer = make_response(see_other(f"/t/{opened.code}"))
    return cookies.keep(answer, request, opened.code, opened.host_token)


def lobby(seen: Snapshot, no: No | None = None) -> str:
    """Before the game: how to come in, who is here, and, for the host, the button that begins."""
    here = sum(person is not None for person in seen.people)
    low, high = seen.info.players
    return page(
        "lobby.html",
        seen,
        ways=ways_in(seen.code),
        here_count=here,
        low=low,
        high=high,
        free=high - here,
        rules=_spoken_options(seen),
        cover=on_shelf(seen.info).cover,
        no=no,
    )


def _spoken_options(seen: Snapshot) -> tuple[str, ...]:
    by_id = {option.id: option for option in seen.info.options}
    titles = [deck.title for deck in games.added_decks(seen.info.id, Setup(1, seen.options).decks)]
    spoken = ((by_id[key], value) for key, value in seen.options if key in by_id)
    played = (f"Played with {' and '.join(titles)}",) if titles else ()
    return played + tuple(
        option.label if value is True else f"{option.label}: {'no' if value is False else value}"
        for option, value in spoken
        if value != option.default
    )


@bp.get("/join")
def find() -> Answer:
    """The code somebody typed on the first page."""
    typed = request.args.get("code", "")
    service().refuse_guessing(typed, client())
    return _to(typed)


@bp.get("/j/<code>")
def short(code: str) -> Response:
    """What the join code holds: short, so that the squares are large."""
    return _to(code)


def _to(code: str) -> Response:
    """To the table with this code, or to the counter."""
    return see_other(f"/c/{tidy_code(code)}" if service().counters.has(code) else f"/t/{tidy_code(code)}/join")


@bp.get("/t/<code>/join")
def join_page(code: str) -> Answer:
    """Name, colour, shape; or the table itself where this phone sits there already."""
    seen = look(code)
    if seen.held and "more" not in request.args:
        return see_other(f"/t/{seen.code}")
    old = request.args.get("from", "")
    seats = tables().follow(code, old, tokens(old)) if old and tables().next_table(tidy_code(old)) else ()
    if seats:
        answer = make_response(see_other(f"/t/{seen.code}"))
        return cookies.keep(answer, request, seen.code, *(joined.token for joined in seats))
    sitting = cookies.sitting_id(request, code)
    again = tables().joined(code, sitting) if sitting is not None else None
    if again is not None:  # this phone has sat down and never heard of it
        return _seated(code, again)
    return cookies.about_to_sit(make_response(_join(seen, before=_before())), request, code)


def _before() -> Person | None:
    """Who this phone was at the table somebody comes from, so that the next game needs one tap."""
    try:
        old = look(request.args.get("from", ""))
    except Trouble:
        return None
    return old.people[old.viewer] if old.viewer is not None else None


def _join(seen: Snapshot, no: No | None = None, typed: str = "", before: Person | None = None) -> str:
    colours, shapes = free_looks(seen.people)
    asked = cookies.seat_asked(request, seen.code)
    return page(
        "join.html",
        seen,
        colours=colours,
        shapes=shapes,
        typed=typed or (before.name if before else ""),
        before=before,
        more="more" in request.args or bool(seen.held),
        full=seen.begun and all(seen.people),
        asked=asked,
        granted=asked is not None and tables().claimable(seen.code, asked.secret),
        awaits=asked is not None and tables().awaits(seen.code, asked.secret),
        no=no,
    )


def free_looks(people: Iterable[Person | None]) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Every colour and shape, and whether somebody has it."""
    sat = [person for person in people if person]
    taken_colours, taken_shapes = {p.colour for p in sat}, {p.shape for p in sat}
    return [(c, c in taken_colours) for c in COLOURS], [(s, s in taken_shapes) for s in SHAPES]


@bp.post("/t/<code>/join")
def join(code: str) -> Answer:
    """Sit down. A second seat on the same phone is as good as the first."""
    spend("join")
    form = request.form
    try:
        joined = tables().join(
            code,
            name=form.get("name", ""),
            colour=form.get("colour") or None,
            shape=form.get("shape") or None,
            seat=number("at"),
            tokens=tokens(code),
            id=cookies.sitting_id(request, code),
        )
    except (Refusal, SeatTaken) as problem:
        no = why_not(problem)
        return _join(look(code), no, form.get("name", "")), no.status
    return _seated(code, joined)


def _seated(code: str, joined: Joined) -> Response:
    """To the table, with the seat; it is the one that is played unless the phone plays another."""
    first_host = service().club.first_host(code, cookies.sitting_id(request, code))
    held_now = [joined.token, *filter(None, [first_host])]
    answer = cookies.keep(make_response(see_other(f"/t/{tidy_code(code)}")), request, code, *held_now)
    held = look(code).held
    return cookies.sit(answer, request, code, joined.seat) if joined.seat is not None and not held else answer


@bp.post("/t/<code>/begin")
def begin(code: str) -> Answer:
    """Everybody is here."""
    try:
        tables().begin(code, tokens(code), id=request.form.get("id") or None, players=number("players"))
    except (Refusal, Trouble) as problem:
        seen = look(code)
        if seen.begun:
            return see_other(f"/t/{quote(code)}")
        no = why_not(problem)
        return lobby(seen, no), no.status
    return see_other(f"/t/{quote(code)}")


@bp.post("/t/<code>/address")
@owners
def address(code: str) -> Response:
    """Which of several addresses the join code shows, at this and every other table."""
    if host_token(code):
        service().choose_address(request.form.get("ip", ""))
    return see_other(f"/t/{quote(code)}")
