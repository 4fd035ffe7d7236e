"""The examples of docs/api.md, run one after the other against a server of the real games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from memory_store import MemoryStore

from companion.app import create_app
from companion.service import Service
from companion.table.tables import Tables

TEXT = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"```http\n(?P<method>[A-Z]+) (?P<path>\S+)\n(?P<rest>(?:[^\n]+\n)*)\n(?P<status>\d+)\n(?P<answer>.*?)\n```",
    re.DOTALL,
)


def test_the_examples_do_what_they_say():
    client = create_app(Service(Tables(MemoryStore()))).test_client()
    real = {}
    examples = list(EXAMPLE.finditer(TEXT))
    assert len(examples) == TEXT.count("```http")
    for example in examples:
        lines = translated(example["rest"], real).splitlines()
        headers = dict(line.split(": ", 1) for line in lines if not line.startswith("{"))
        body = next((json.loads(line) for line in lines if line.startswith("{")), None)
        answer = client.open(translated(example["path"], real), method=example["method"], headers=headers, json=body)
        expected = json.loads(example["answer"])
        got = answer.get_json()
        assert answer.status_code == int(example["status"]), (example["path"], got)
        for field, shown in secrets(expected):
            real[shown] = got[field]
        assert_part(json.loads(translated(json.dumps(expected), real)), got)


def secrets(expected: dict[str, Any]) -> list[tuple[str, str]]:
    return [(field, expected[field]) for field in ("code", "token", "host_token") if field in expected]


def translated(text: str, real: dict[str, str]) -> str:
    for shown, value in real.items():
        text = re.sub(rf"\b{shown}\b", value, text)
    return text


def assert_part(expected: Any, got: Any) -> None:
    """What the page shows is there; answers may hold more."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_part(value, got[key])
    else:
        assert expected == got
