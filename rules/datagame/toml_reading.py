"""A TOML file read with care: what is missing, foreign or out of bounds is noted with its line, and reading goes on."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.datagame import toml_faults
from rules.text import say
from rules.values.cards import DeckError, Problem
from rules.values.columns import nearest, one_line, shown

FILE = "game.toml"
MOST_BYTES = 200_000
NEWEST = 2
"""The newest format there is."""
_ID = re.compile(r"[a-z][a-z0-9_]{0,23}")
NEEDS_2 = "write format = 2 in the first line"
Answer = bool | int | str


@dataclass(frozen=True, slots=True)
class Given:
    """The table a file is read for: how many sit there, and what was chosen."""

    players: int
    options: Mapping[str, Answer]


class Page:
    """One file. Raises DeckError where it is no TOML at all; everything else collects in ``problems``.

    ``given`` settles numbers that depend on it, and leaves out what is not part of such a table. ``players`` (least and
    most) and ``options`` (their values by id) are what such numbers may depend on. ``broken`` are the families of ids
    in which something is wrong already: who names one of them is not told so a second time. ``meant`` are the keys that
    mistyped ones of a table were probably meant to be: nobody is told to add those, or that they are missing.
    """

    def __init__(self, data: bytes, file: str, given: Given | None = None) -> None:
        self.file, self.problems, self.given = file, list[Problem](), given
        self.format = NEWEST
        self.players: tuple[int, int] = (1, 1)
        self.options: dict[str, tuple[str, ...]] = {}
        self.broken: set[str] = set()
        self.meant: dict[tuple[str, int], set[str]] = {}
        try:
            if len(data) > MOST_BYTES:
                raise DeckError(
                    [
                        Problem(
                            file,
                            1,
                            "",
                            say(
                                "has {count:,} bytes; {most_bytes:,} are the most",
                                count=len(data),
                                most_bytes=MOST_BYTES,
                            ),
                        )
                    ]
                )
            self.text = data.decode("utf-8-sig")
            self.values: dict[str, Any] = tomllib.loads(self.text.replace("\r\n", "\n"))
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise DeckError(
                [Problem(file, line, "", "is not UTF-8; save it once more, and choose UTF-8 as its encoding")]
            ) from None
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found[1]) if found else self.text.count("\n") + 1
            line, text = toml_faults.fault(re.sub(r" \(at .*", "", str(error)), self.text.splitlines(), line)
            raise DeckError([Problem(file, line, "", text)]) from None
        except RecursionError:
            raise DeckError([Problem(file, 1, "", "holds brackets in brackets without end; leave them out")]) from None

    def fault(self, section: str, number: int, key: str, text: str) -> None:
        """Note what is wrong with a key of the ``number``-th table of that name (from 0)."""
        for meant in self.meant.get((section, number), ()):
            if key == meant or re.search(rf"add {meant}\b", text):
                return
        self.problems.append(Problem(self.file, self.line_of(section, number, key), key or section, text))

    def only(self, known: tuple[str, ...], newer: tuple[str, ...] = ()) -> None:
        """Note every key at the top of the file that is not known; ``newer`` are those of format 2."""
        for key in self.values:
            text = self.foreign(key, known, newer, "is not known")
            if text:
                self.problems.append(Problem(self.file, self.line_of(key, 0, ""), one_line(key)[:40], text))

    def foreign(self, key: str, known: tuple[str, ...], newer: tuple[str, ...], not_known: str) -> str:
        """What to say about a key, nothing where it belongs here."""
        if key in known or (key in newer and self.format > 1):
            return ""
        if key in newer:
            return f"is a word of format 2; {NEEDS_2}"
        words = (*known, *newer) if self.format > 1 else known
        return say("{not_known}; {nearest}", not_known=not_known, nearest=nearest(key, words))

    def mistyped(self, section: str, number: int, key: str, known: tuple[str, ...]) -> None:
        """Remember what a key that is not known was probably meant to be."""
        self.meant.setdefault((section, number), set()).update(
            difflib.get_close_matches(key[:80], known, n=1, cutoff=0.5)
        )

    def number(self, key: str, default: int) -> int:
        """A whole number at the top of the file, ``default`` where there is none or where it is something else."""
        found = self.values.get(key, default)
        return found if type(found) is int else -1

    def table(self, name: str, known: tuple[str, ...], newer: tuple[str, ...] = (), *, needed: bool = True) -> Table:
        """The one table of that name."""
        found = self.values.get(name, None if needed else {})
        if not isinstance(found, dict):
            text = (
                say("is missing; begin the file with [{name}]", name=name)
                if found is None
                else say("must be a table: [{name}]", name=name)
            )
            self.fault(name, 0, "", text)
            return Table(self._silent(), name, 0, {})  # a page nobody looks at: one fault is enough
        table = Table(self, name, 0, found)
        table.only(known, newer)
        return table

    def _silent(self) -> Page:
        page = Page(b"", self.file, self.given)
        page.format, page.players, page.options = self.format, self.players, self.options
        return page

    def tables(self, name: str, most: int) -> tuple[Table, ...]:
        """Every [[table]] of that name, in order; those that are not part of the given table are left out."""
        found = self.values.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self.fault(name, 0, "", say("must stand in two pairs of brackets: [[{name}]]", name=name))
            return ()
        if len(found) > most:
            self.fault(
                name, most, "", say("stands here {count} times; {most} are the most", count=len(found), most=most)
            )
        every = (Table(self, name, number, one) for number, one in enumerate(found[:most]))
        return tuple(one for one in every if self.given is None or one.is_there(self.given))

    def line_of(self, section: str, number: int, key: str) -> int:
        """Where a key stands, else where its table begins; tomllib does not say."""
        begins, heading = 0, re.compile(rf"\s*\[\[?\s*{re.escape(section)}\s*\]\]?")
        count, lines = -1, self.text.splitlines()
        for at, line in enumerate(lines, 1):
            if heading.match(line):
                count += 1
                begins = at if count == number else begins
            elif line.lstrip().startswith("[") and "=" not in line and begins:
                break
            if begins and count == number and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return at
        return begins or next((n for n, line in enumerate(lines, 1) if line.lstrip().startswith(section)), 1)


@dataclass(frozen=True)
class Table:
    """One table of a page. Each reader answers with something usable, whatever it noted."""

    page: Page
    name: str
    number: int
    values: Mapping[str, Any]
    inside: str = ""
    """The key of the table this one stands in, in braces."""

    def fault(self, key: str, text: str) -> None:
        """Note what is wrong with a key."""
        self.page.fault(self.name, self.number, self.inside or key, f"{key}: {text}" if self.inside else text)

    def only(self, known: tuple[str, ...], newer: tuple[str, ...] = ()) -> None:
        """Note every key that is not known; ``newer`` are those of format 2."""
        for key in self.values:
            text = self.page.foreign(key, known, newer, "is not known here")
            if text:
                self.fault(one_line(key)[:40], text)
                if not self.inside:
                    self.page.mistyped(self.name, self.number, key, (*known, *newer))

    def needs(self, *, by_round: bool = True) -> tuple[int, ...]:
        """The rounds in which the table is there (empty: all); what else it ``needs`` is looked at with care too."""
        if "needs" not in self.values:
            return ()
        found = self.values["needs"]
        if not isinstance(found, dict) or not found:
            self.fault("needs", "expected what must hold, such as { players = [3, 4] }")
            return ()
        own = Table(self.page, self.name, self.number, found, "needs")
        least, most = self.page.players
        known = (*(("round",) if by_round else ()), "players", *self.page.options)
        for key, values in found.items():
            words = self.page.options.get(key, ())
            if key not in known and "option" in self.page.broken:
                continue
            if key not in known:
                own.fault(one_line(key)[:40], say("is not known here; {nearest}", nearest=nearest(key, known)))
            elif not isinstance(values, list) or not values:
                own.fault(key, "expected a list in brackets of what it may be")
            elif key in ("players", "round"):
                low, high = (least, most) if key == "players" else (1, 99)
                if not all(type(one) is int and low <= one <= high for one in values):
                    own.fault(key, say("expected numbers from {low} to {high}", low=low, high=high))
            else:
                for one in values:
                    if one not in words:
                        own.fault(
                            key, say("{one} is not known; {near}", one=shown(str(one)), near=nearest(str(one), words))
                        )
        rounds = found.get("round", ()) if by_round else ()
        return tuple(rounds) if isinstance(rounds, list) and all(type(one) is int for one in rounds) else ()

    def is_there(self, given: Given) -> bool:
        """Whether it is part of that table."""
        found = self.values.get("needs")
        for key, values in found.items() if isinstance(found, dict) else ():
            now = given.players if key == "players" else given.options.get(key)
            if key != "round" and isinstance(values, list) and now not in values:
                return False
        return True

    def listed(self, key: str, known: tuple[str, ...], newer: tuple[str, ...] = ()) -> tuple[Table, ...]:
        """A table in braces under a key, or several of them in brackets."""
        found = self.values.get(key)
        several = found if isinstance(found, list) else [found]
        if not several or not all(isinstance(one, dict) for one in several):
            self.fault(key, say("expected {{ {words} }}", words=", ".join(f"{word} = ..." for word in known)))
            return ()
        if isinstance(found, list) and self.page.format == 1:
            self.fault(key, f"a list is a word of format 2; {NEEDS_2}")
        tables = tuple(Table(self.page, self.name, self.number, dict(one or {}), key) for one in several)
        for one in tables:
            one.only(known, newer)
        return tables

    def inner(self, key: str, known: tuple[str, ...]) -> Table:
        """A table in braces under a key."""
        found = self.values.get(key)
        if not isinstance(found, dict):
            self.fault(key, say("expected {{ {words} }}", words=", ".join(f"{word} = ..." for word in known)))
            return Table(self.page._silent(), self.name, number=self.number, values={}, inside=key)
        inner = Table(self.page, self.name, number=self.number, values=found, inside=key)
        inner.only(known)
        return inner

    def text(self, key: str, most: int, default: str | None = None) -> str:
        """A line of text."""
        found = self.values.get(key, default)
        if not isinstance(found, str) or (not found.strip() and default is None):
            self.fault(key, f'{"is missing; " * (found is None)}expected a text in quotation marks, such as "Rafters"')
            return default or ""
        line = one_line(found)
        if len(line) > most:
            self.fault(key, say("has {count} characters; {most} are the most", count=len(line), most=most))
        # A brace would be taken for the name of a seat.
        return line.replace("{", "(").replace("}", ")")

    def word(self, key: str, form: re.Pattern[str], expected: str) -> str:
        """A word of a form."""
        if key not in self.values:
            self.fault(key, say("is missing; expected {expected}", expected=expected))
            return ""
        found = self.text(key, 200)
        if found and not form.fullmatch(found):
            self.fault(key, say("{shown} does not fit; expected {expected}", shown=shown(found), expected=expected))
        return found

    def id(self) -> str:
        """The table's id."""
        return self.word("id", _ID, "small letters, digits and _")

    def label(self, id_: str) -> str:
        """What people read for it: its label, else its id."""
        return self.text("label", 40, id_.replace("_", " ").capitalize())

    def choice(self, key: str, known: tuple[str, ...], default: str | None, family: str = "") -> str:
        """One of the words; ``default`` None where it must be there. ``family`` is what they are the ids of."""
        found = self.values.get(key, default)
        if isinstance(found, str) and (found in known or found == default):
            return found
        if isinstance(found, str) and family in self.page.broken:
            return found
        listed = nearest(str(found), known) if known else "nothing fits yet; add it to the file first"
        missing = (
            say("is missing; expected one of {words}", words=", ".join(known))
            if known
            else say("is missing, and {listed}", listed=listed)
        )
        self.fault(
            key,
            missing if found is None else say("{shown} is not known; {listed}", shown=shown(str(found)), listed=listed),
        )
        return known[0] if known else ""

    def ids(self, key: str, known: tuple[str, ...], family: str = "", *, needed: bool = False) -> tuple[str, ...]:
        """A list of words, each of them known; ``family`` is what they are the ids of."""
        found = self.values.get(key, None if needed else [])
        if not isinstance(found, list) or (needed and not found) or not all(isinstance(one, str) for one in found):
            self.fault(key, say("expected ids in brackets, such as [{words}]", words=", ".join(known[:2])))
            return ()
        strange = next((one for one in found if one not in known), None)
        if strange is not None and family not in self.page.broken:
            listed = nearest(strange, known) if known else "nothing fits yet; add it to the file first"
            self.fault(key, say("{shown} is not known; {listed}", shown=shown(strange), listed=listed))
        return tuple(one for one in found if one in known)

    def yes(self, key: str) -> bool:
        """True or false; false where nothing is said."""
        found = self.values.get(key, False)
        if not isinstance(found, bool):
            self.fault(key, "expected true or false, without quotation marks")
        return found is True

    def whole_or(self, key: str, low: int, high: int, words: tuple[str, ...], default: int | None = None) -> int | str:
        """A whole number, or the id of a counter, or another of the words."""
        found = self.values.get(key)
        if not isinstance(found, str):
            return self.whole(key, low, high, default)
        if found not in words and "counter" not in self.page.broken:
            near = nearest(found, words) if words else "no counter of the table has that id"
            self.fault(key, say("{shown} is not known; {near}", shown=shown(found), near=near))
        return found

    def _settled(self, key: str, found: Mapping[str, Any], low: int, high: int) -> int | None:
        """A number that depends on how many play or on an option, for the given table; None where it is none."""
        given, (least, most) = self.page.given, self.page.players
        known = ("players", *self.page.options)
        name: str = next(iter(found)) if len(found) == 1 else ""
        values: Any = found.get(name)
        if self.page.format == 1:
            self.fault(key, f"a table in braces is a word of format 2; {NEEDS_2}")
        elif name not in known and name and "option" in self.page.broken:
            return None
        elif name not in known:
            forms = ", ".join(f"{{ {word} = ... }}" for word in known)
            self.fault(key, say("expected a whole number, or one of {forms}", forms=forms))
        elif name == "players":
            if isinstance(values, list) and _all_whole(values, low, high) and len(values) == most - least + 1:
                return int(values[max(0, (given.players if given else least) - least)])
            text = "players: expected {count} whole numbers from {low} to {high}, one for {least} players and up"
            self.fault(key, say(text, count=most - least + 1, low=low, high=high, least=least))
        else:
            words = self.page.options[name]
            if isinstance(values, dict) and set(values) == set(words) and _all_whole(values.values(), low, high):
                return int(values[str(given.options.get(name, words[0])) if given else words[0]])
            form = ", ".join(f"{word} = ..." for word in words)
            self.fault(key, say("{name}: expected whole numbers {{ {form} }}", name=name, form=form))
        return None

    def whole(self, key: str, low: int, high: int, default: int | None = None, *, varies: bool = False) -> int:
        """A whole number; with ``varies`` it may depend on how many play or on an option."""
        found = self.values.get(key, default)
        if varies and isinstance(found, dict):
            settled = self._settled(key, found, low, high)
            return low if settled is None else settled
        if type(found) is int and low <= found <= high:
            return found
        self.fault(
            key,
            say(
                "{more}expected a whole number from {low} to {high}{quotes}",
                more="is missing; " if found is None else "",
                quotes=", without quotation marks" if isinstance(found, str) else "",
                low=low,
                high=high,
            ),
        )
        return low

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        """A list of lines."""
        found = self.values.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) and one.strip() for one in found):
            self.fault(key, 'expected texts in brackets: ["Play one card", "Draw to five"]')
            return ()
        if len(found) > 12 or any(len(one) > most for one in found):
            self.fault(key, say("expected at most 12 texts of {most} characters", most=most))
        return tuple(one_line(one).replace("{", "(").replace("}", ")") for one in found)

    def wholes(self, key: str, most: int) -> tuple[int, ...]:
        """A list of whole numbers, at least one."""
        found = self.values.get(key, [])
        if isinstance(found, list) and 0 < len(found) <= 200 and _all_whole(found, -most, most):
            return tuple(found)
        self.fault(key, "expected whole numbers in brackets, for 0, 1, 2 and so on: [0, 0, -1, -2]")
        return (0,)


def _all_whole(values: Any, low: int, high: int) -> bool:
    return isinstance(values, Iterable) and all(type(one) is int and low <= one <= high for one in values)
