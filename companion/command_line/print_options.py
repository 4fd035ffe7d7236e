"""The options of ``print`` that the print page has too, as their declarations in ``printkit.job.options`` say."""

from __future__ import annotations

import argparse
from typing import Any

from printkit.job.options import OPTIONS, PrintOption


def add(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options of these names, in this order."""
    for name in names:
        one = OPTIONS[name]
        parser.add_argument(f"--{name}", dest=one.attribute, default=one.default, help=one.help, **_value(one))


def values(args: argparse.Namespace, options: tuple[PrintOption, ...]) -> dict[str, Any]:
    """What was given for these options, or their defaults, by the attributes of the job that keep them."""
    return {one.attribute: getattr(args, one.attribute) for one in options}


def _value(one: PrintOption) -> dict[str, Any]:
    """What argparse asks for to read a value of this kind."""
    match one.kind:
        case "flag":
            return {"action": "store_true"}
        case "choice":
            return {"choices": one.choices, "type": type(one.choices[0])}
        case "millimetres":
            return {"metavar": one.metavar, "type": float}
        case "whole number":
            return {"metavar": one.metavar, "type": int}
        case "letter":
            return {"metavar": one.metavar, "type": _letter}
        case "text":
            return {"metavar": one.metavar}


def _letter(typed: str) -> str:
    return typed.strip().upper()
