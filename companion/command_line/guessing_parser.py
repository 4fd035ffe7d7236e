"""The command line's parser: a word it does not know gets a guess at the one that was meant, in one sentence."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from rules.values.columns import nearest, shown

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
"""The hyphen, and what word processors and chats make of it."""

MM = "MM"
"""What stands for a length in the help."""


class Parser(argparse.ArgumentParser):
    """argparse, with its refusals of unknown options, choices and words as one sentence with a guess."""

    def parse_known_args(  # type: ignore[override]  # the overloads differ in the namespace's type alone
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse does; an option that is unknown is said before anything that is missing."""
        words = sys.argv[1:] if args is None else list(args)
        for word in self._own(words):
            if self._is_strange(word):
                self.refuse(self._no_option(word.partition("=")[0]))
        read, left = super().parse_known_args(words, namespace)
        if left:
            self.refuse(f"{shown(left[0])} is one word too many. {self.prog} --help says what there may be.")
        return read, left

    def refuse(self, text: str) -> NoReturn:
        """Leave with status 2 and that sentence; how the command is called would only hide it."""
        self.exit(2, f"{self.prog}: {text}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = tuple(map(str, action.choices))
        if isinstance(action, argparse._SubParsersAction):
            near = nearest(str(value).lower(), known)
            self.refuse(f"{shown(str(value))} is not a {str(action.metavar).lower()}; {near}")
        named = "/".join(action.option_strings) or str(action.metavar or action.dest)
        self.refuse(f"{named}: {shown(str(value))} is not known; {nearest(str(value).lower(), known)}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """As argparse does; a length may be written ``2,5mm`` as people do, and a number that is none is a sentence."""
        plain = arg_string.strip().lower().removesuffix("mm").replace(",", ".") if action.metavar == MM else arg_string
        try:
            return super()._get_value(action, plain)
        except argparse.ArgumentError:
            if action.type not in (int, float):
                raise
            named = "/".join(action.option_strings) or str(action.metavar or action.dest)
            kind = (
                "a whole number; write one such as 1" if action.type is int else "a number; write one such as 2 or 2.5"
            )
            self.refuse(f"{named}: {shown(arg_string)} is not {kind}{' (in mm)' if action.metavar == MM else ''}")

    def _own(self, words: list[str]) -> Iterable[str]:
        """The words that may be options of this very command: those before ``--``, and before a command of its own."""
        for word in words:
            if word == "--" or (self._subparsers is not None and word[:1] not in DASHES):
                return
            yield word

    def _is_strange(self, word: str) -> bool:
        """Whether a word looks like an option and is none, not even one cut short."""
        if len(word) < 2 or word[0] not in DASHES or " " in word or re.fullmatch(r"-[\d.,]+", word):
            return False  # a lone dash is standard input; with a space it is a name; -5 is a number
        options = tuple(self._option_string_actions)
        if word[0] != "-":
            return f"--{word.strip(DASHES)}".partition("=")[0] in options
        if word.startswith("--"):
            return not any(option.startswith(word.partition("=")[0]) for option in options)
        return word[:2] not in options

    def _no_option(self, word: str) -> str:
        options = [option[2:] for option in self._option_string_actions if option.startswith("--")]
        meant = word.strip(DASHES).lower().replace("_", "-")
        close = difflib.get_close_matches(meant[:80], options, n=1, cutoff=0.6)
        after = "; options of a command come after its name" if self._subparsers is not None else ""
        cure = f"Did you mean --{close[0]}?" if close else f"{self.prog} --help lists them{after}."
        return f"{shown(word)} is not an option of {self.prog.rpartition(' ')[2]}. {cure}"
