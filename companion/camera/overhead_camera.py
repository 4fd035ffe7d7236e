"""A camera over the table: its frames go to the table's server, what becomes of them is told line by line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from companion.camera.table_client import Client, OutOfReach, Refused
from vision.picture.opencv_setup import cv2

QUALITY = 88
WANTED_PX = (1920, 1080)
RETRY_S = 2.0
STOPPED_FRAMES = 30
"""So many times in a row a camera may have no frame before it counts as stopped."""


class NoCamera(Exception):  # noqa: N818 - an answer with the cure
    """The camera, address or file gives no picture. The text is one sentence with the cure."""


@dataclass
class Source:
    """A camera by its number, an address (rtsp:, http:), or a video file, which is played at its own pace."""

    name: str
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def frames(self) -> Iterator[NDArray[np.uint8]]:
        """The newest frame, again and again; of a file every frame, no faster than it was filmed.

        Raises NoCamera.
        """
        capture = self._open()
        try:
            if self._live:
                yield from self._newest(capture)
            else:
                yield from self._played(capture)
        finally:
            capture.release()

    @property
    def _live(self) -> bool:
        return self.name.isdigit() or "://" in self.name

    def _open(self) -> Any:
        if not self._live and not Path(self.name).is_file():
            raise NoCamera(f"{self.name}: there is no such video file; a camera is named by its number, from 0 on")
        capture = cv2.VideoCapture(int(self.name) if self.name.isdigit() else self.name)
        if not capture.isOpened():
            raise NoCamera(self._why())
        if self.name.isdigit():
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_PX[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_PX[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def _why(self) -> str:
        if self.name.isdigit():
            return (
                f"camera {self.name} does not answer; is it plugged in, and not used by another program? "
                "Try --camera 0, 1 or 2"
            )
        if self._live:
            return f"{self.name} gives no video; try the address in a video player first"
        return f"{self.name} cannot be played as a video; save it as MP4 or AVI"

    def _newest(self, capture: Any) -> Iterator[NDArray[np.uint8]]:
        without = 0
        while without < STOPPED_FRAMES:
            there, picture = capture.read()
            if there:
                without = 0
                yield picture
            else:
                without += 1
                self.sleep(0.1)
        raise NoCamera(f"the camera {self.name} has stopped; plug it in again, then start the command once more")

    def _played(self, capture: Any) -> Iterator[NDArray[np.uint8]]:
        fps = capture.get(cv2.CAP_PROP_FPS)
        pause = 1 / fps if 1 <= fps <= 240 else 1 / 25
        next_s, number = self.clock(), 0
        while True:
            there, picture = capture.read()
            if not there:
                break
            number += 1
            next_s = max(next_s + pause, self.clock())  # a file waits where a camera would not
            self.sleep(max(0.0, next_s - self.clock()))
            yield picture
        if not number:
            raise NoCamera(self._why())


@dataclass
class Watcher:
    """One camera's look at one table. ``tell`` gets a line for every new card, event and trouble."""

    client: Client
    tell: Callable[[str], None]
    auto: bool = True
    seat: int | None = None
    session: str = field(default_factory=lambda: str(uuid4()))
    sleep: Callable[[float], None] = time.sleep
    cards: int = 0
    logged: int = 0
    _known: set[int] = field(default_factory=set)
    _said: str = ""
    _away: bool = False
    _number: int = 0

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Send one frame and tell what came of it. Raises Refused where the server will never take one."""
        done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            return
        self._number += 1
        query: dict[str, str | int] = {
            "session": self.session,
            "n": self._number,
            "mode": "auto" if self.auto else "ask",
        }
        if self.seat is not None:
            query["seat"] = self.seat
        try:
            sight = self.client.frame(jpeg.tobytes(), **query)
        except OutOfReach:
            if not self._away:
                self.tell("The server is out of reach; trying again until it answers.")
            self._away = True
            self.sleep(RETRY_S)
            return
        except Refused as refused:
            if refused.status in (403, 404):
                raise
            if refused.status != 429:
                self._say(refused.text)
                self.sleep(RETRY_S)
            self.sleep(0.1)
            return
        if self._away:
            self.tell("The server answers again.")
        self._away = False
        self._understood(sight)

    def _understood(self, sight: Any) -> None:
        for card in sight["cards"]:
            if card["believed"] and card["laid"] not in self._known:
                self._known.add(card["laid"])
                self.cards += 1
                self.tell(f"seen    {card['name']}")
        if sight["submitted"]:
            self.logged += 1
            self.tell(f"logged  {sight['said']}")
        waiting = len(sight["codes"]) if self.auto and sight["full"] else 0
        words = " ".join(problem["text"] for problem in sight["problems"] if problem["code"] != "not_seen")
        if waiting > 1 and sight["choices"]:
            words = f"{waiting} cards can mean several things; choose on a phone (Scan, Live camera). {words}".strip()
        self._say(words)

    def _say(self, words: str) -> None:
        """Each trouble once, until another takes its place."""
        if words and words != self._said:
            self.tell(f"        {words}")
        if words:
            self._said = words
