"""What all requests of one server share: the tables, where it is reached, how often who may, cameras and print shop."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from companion.camera.live import LiveCameras
from companion.camera.photo import PhotoReader, Turns
from companion.club.nights import ClubNights
from companion.counters.shared_counters import SharedCounters
from companion.errors import GameGone, NoTable, SetAside, Trouble
from companion.network.addresses import Network
from companion.network.certificates import Authority
from companion.network.limits import Limits
from companion.own_decks.answered_once import AnsweredOnce
from companion.own_decks.decks import OwnDecks
from companion.own_decks.game_decks import GameDecks
from companion.own_decks.taught_decks import TaughtDecks
from companion.own_decks.upload_quota import BYTES, UploadQuota
from companion.printing.history import PrintHistory
from companion.printing.queue import PrintQueue, Work
from companion.printing.sheet_places import SheetPlaces
from companion.storage.data_folder import printers_folder
from companion.table.card_courses import CardCourses
from companion.table.owner_keys import OwnerKeys
from companion.table.seat_handoff import Handoffs
from companion.table.tables import Tables

if TYPE_CHECKING:
    from printkit.job.print_job import Plan


CHOSEN_ADDRESS = "address"
"""The name the host's chosen address is remembered under; where it is not ours just now, it waits."""


@dataclass
class Service:
    """Everything a request may need, made once a process; the pages find it by ``companion.web.request.service``.

    ``authority`` is who vouches for us over HTTPS, None where we serve plain HTTP only.
    """

    tables: Tables
    network: Network = field(default_factory=Network)
    limits: Limits = field(default_factory=Limits)
    decoding: Turns = field(default_factory=Turns)
    authority: Authority | None = None
    handoffs: Handoffs = field(default_factory=Handoffs)
    print_history: PrintHistory | None = None
    printers: Path = field(default_factory=printers_folder)
    own: OwnDecks | None = None
    game_decks: GameDecks | None = None
    taught: TaughtDecks | None = None
    taught_live: AnsweredOnce = field(default_factory=AnsweredOnce)
    owner_keys: OwnerKeys = field(init=False)
    upload_bytes: int = BYTES
    uploads: UploadQuota = field(init=False)
    places: SheetPlaces = field(init=False)
    print_queue: PrintQueue = field(init=False)
    club: ClubNights = field(init=False)
    counters: SharedCounters = field(init=False)
    card_courses: CardCourses = field(init=False)
    photo_reader: PhotoReader = field(init=False)
    live_cameras: LiveCameras = field(init=False)

    def __post_init__(self) -> None:
        self.owner_keys = OwnerKeys(self.tables.store)
        self.photo_reader = PhotoReader(self.tables, self.decoding, self.print_history, self.own, self.taught)
        self.live_cameras = LiveCameras(self.tables, own=self.own)
        self.club = ClubNights(self.tables)
        registry = self.tables.registry
        self.counters = SharedCounters(registry.store, registry.subscriptions, registry.clock)
        self.card_courses = CardCourses(registry)
        self.print_queue = PrintQueue(self._printed)
        self.places = SheetPlaces(self.printers.parent / "places")
        own = (self.own.folder,) if self.own else ()
        taught = (self.taught.folder,) if self.taught else ()
        self.uploads = UploadQuota((*own, *taught, self.printers, self.places.folder), self.upload_bytes)

        self.network.chosen = self.tables.store.remembered(CHOSEN_ADDRESS)

    @property
    def folders(self) -> tuple[Path, ...]:
        """Where things are kept, the innermost first."""
        kept = [self.own.folder] if self.own else []
        return (*kept, self.printers, self.printers.parent)

    def choose_address(self, ip: str) -> None:
        """Advertise this address of several, also after a restart; one that is not ours changes nothing."""
        if self.network.has(ip):
            self.tables.store.remember(CHOSEN_ADDRESS, ip)
            self.network.chosen = ip

    def refuse_foreign_host(self, host: str) -> None:
        """Raise Trouble where a request was meant for another name than ours; ``host`` is its Host header."""
        if not self.network.answers_to(host):
            raise Trouble(
                "foreign_host",
                "This computer does not answer to that name. Use the address shown on the host's screen, "
                "or allow the name with TABLEWRIGHT_NAMES.",
            )

    def refuse_guessing(self, code: str, address: str) -> None:
        """Raise NoTable for a code that opens nothing, TooOften for an address that keeps guessing such.

        A code that opens a table is never refused: whoever guesses may have the same address as people who play.
        """
        try:
            self.tables.live(code)
        except (SetAside, GameGone):
            return  # the code is right, whatever became of its table
        except NoTable:
            if self.counters.has(code):
                return
            self.limits.spend("guess", address)
            raise

    def _printed(self, work: Work, plan: Plan) -> None:
        if self.print_history is not None:
            self.print_history.keep(plan, work.order.spec.game)
