"""A TOML file read with care: what is missing, foreign or out of bounds is noted with its line, and reading goes on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.text import say
from rules.values.cards import DeckError, Problem
from rules.values.columns import nearest, one_line, shown

MOST_BYTES = 200_000
_ID = re.compile(r"[a-z][a-z0-9_]{0,23}")


class Page:
    """One file. Raises DeckError where it is no TOML at all; everything else collects in ``problems``."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file, self.problems = file, list[Problem]()
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
            raise DeckError([Problem(file, line, "", "is not UTF-8; save it as a text in UTF-8")]) from None
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            said = re.sub(r" \(at .*", "", one_line(str(error)))
            text = say(
                "cannot be read as TOML ({said}); compare the line with the example in docs/own-games.md", said=said
            )
            line = int(found[1]) if found else self.text.count("\n") + 1
            raise DeckError([Problem(file, line, "", text)]) from None
        except RecursionError:
            raise DeckError([Problem(file, 1, "", "holds brackets in brackets without end; leave them out")]) from None

    def fault(self, section: str, number: int, key: str, text: str) -> None:
        """Note what is wrong with a key of the ``number``-th table of that name (from 0)."""
        self.problems.append(Problem(self.file, self._line(section, number, key), key or section, text))

    def only(self, section: str, known: tuple[str, ...]) -> None:
        """Note every key at the top of the file that is not known."""
        for key in self.values:
            if key not in known:
                self.problems.append(
                    Problem(
                        self.file,
                        self._line(key, 0, ""),
                        one_line(key)[:40],
                        say("is not known; {nearest}", nearest=nearest(key, known)),
                    )
                )

    def table(self, name: str, known: tuple[str, ...], *, needed: bool = True) -> Table:
        """The one table of that name."""
        found = self.values.get(name, None if needed else {})
        if not isinstance(found, dict):
            text = (
                say("is missing; begin the file with [{name}]", name=name)
                if found is None
                else say("must be a table: [{name}]", name=name)
            )
            self.fault(name, 0, "", text)
            return Table(Page(b"", self.file), name, 0, {})  # a page nobody looks at: one fault is enough
        table = Table(self, name, 0, found)
        table.only(known)
        return table

    def tables(self, name: str, most: int) -> tuple[Table, ...]:
        """Every [[table]] of that name, in order."""
        found = self.values.get(name, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self.fault(name, 0, "", say("must stand in two pairs of brackets: [[{name}]]", name=name))
            return ()
        if len(found) > most:
            self.fault(
                name, most, "", say("stands here {count} times; {most} are the most", count=len(found), most=most)
            )
        return tuple(Table(self, name, number, one) for number, one in enumerate(found[:most]))

    def _line(self, section: str, number: int, key: str) -> int:
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

    def only(self, known: tuple[str, ...]) -> None:
        """Note every key that is not known."""
        for key in self.values:
            if key not in known:
                self.fault(one_line(key)[:40], say("is not known here; {nearest}", nearest=nearest(key, known)))

    def inner(self, key: str, known: tuple[str, ...]) -> Table:
        """A table in braces under a key."""
        found = self.values.get(key)
        if not isinstance(found, dict):
            self.fault(key, say("expected {{ {words} }}", words=", ".join(f"{word} = ..." for word in known)))
            return Table(Page(b"", self.page.file), self.name, number=self.number, values={}, inside=key)
        inner = Table(self.page, self.name, number=self.number, values=found, inside=key)
        inner.only(known)
        return inner

    def text(self, key: str, most: int, default: str | None = None) -> str:
        """A line of text."""
        found = self.values.get(key, default)
        if not isinstance(found, str) or (not found.strip() and default is None):
            self.fault(key, "is missing" if found is None else 'expected a text in quotation marks, such as "Rafters"')
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

    def choice(self, key: str, known: tuple[str, ...], default: str | None) -> str:
        """One of the words; ``default`` None where it must be there."""
        found = self.values.get(key, default)
        if isinstance(found, str) and (found in known or found == default):
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

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number."""
        found = self.values.get(key, default)
        if type(found) is int and low <= found <= high:
            return found
        self.fault(
            key,
            say(
                "{more}expected a whole number from {low} to {high}",
                more="is missing; " if found is None else "",
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
        if isinstance(found, list) and found and all(type(one) is int and abs(one) <= most for one in found):
            return tuple(found)
        self.fault(key, "expected whole numbers in brackets, for 0, 1, 2 and so on: [0, 0, -1, -2]")
        return (0,)
