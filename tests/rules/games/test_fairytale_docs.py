"""The pages about Fairy Tale say what the code does: rulings, refusal codes, calculators."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rules.games.fairytale import citations
from rules.games.fairytale.calculators import CALCULATORS
from rules.games.fairytale.house_rules import OPTIONS
from rules.score import Why

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "rules" / "games" / "fairytale"
RULINGS = (GAME / "RULINGS.md").read_text(encoding="utf-8")
CODE = {path.name: path.read_text(encoding="utf-8") for path in GAME.glob("*.py")}
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_fairytale_*.py"))
IDS = [f"FT-R{n}" for n in range(1, 18)] + [f"FT-R{n}" for n in range(20, 24)]


def test_every_ruling_has_its_line_and_its_test() -> None:
    rows = {cells[1].strip(): cells for cells in (line.split("|") for line in RULINGS.splitlines()) if len(cells) == 7}
    assert [key for key in rows if key.startswith("FT-R")] == IDS
    for key in IDS:
        names = re.findall(r"`(test_\w+)`", rows[key][5])
        assert names, key
        assert all(f"def {name}(" in TESTS for name in names), key


def test_every_ruling_the_code_cites_is_written_down() -> None:
    cited = {key for text in CODE.values() for key in re.findall(r"FT-R\d+", text)}
    assert cited <= set(IDS)
    whys = [value for value in vars(citations).values() if isinstance(value, Why)]
    assert len(whys) > 20
    assert all(why.source.startswith("Fairy Tale rulebook, ") and why.text.endswith(".") for why in whys)


def test_every_option_names_its_ruling_and_is_written_down() -> None:
    for option in OPTIONS:
        assert option.ruling in IDS
        assert f"`{option.id}`" in RULINGS


def test_every_refusal_code_is_written_down() -> None:
    found: set[str] = set()
    modules = "naming_cards stages_and_draft play corrections scan settle game effects seat_away"
    for name in modules.split():
        # What a scan says of a card is no refusal.
        text = re.sub(r'ScanProblem\(\s*"[a-z_]+"', "", CODE[f"{name}.py"])
        found |= set(re.findall(r'^\s+"([a-z]+(?:_[a-z]+)*)",$', text, re.MULTILINE))
        found |= set(re.findall(r'judge\.(?:struct|rule|warn)\([^"\n]+, "([a-z_]+)", ', text))
        found |= set(re.findall(r'(?:Objection|Refusal|Notice)\((?:Level\.\w+, )?"([a-z_]+)"', text))
    assert len(found) > 30
    assert [code for code in sorted(found) if f"`{code}`" not in RULINGS] == []


def test_every_calculator_is_documented() -> None:
    page = (ROOT / "docs" / "calculators" / "fairytale.md").read_text(encoding="utf-8")
    assert [op for op in CALCULATORS if f"`{op}`" not in page] == []
    lines = [
        json.loads(line) for block in re.findall(r"```jsonl\n(.*?)```", page, re.DOTALL) for line in block.splitlines()
    ]
    assert len(lines) >= 16
    for question, answer in zip(lines[::2], lines[1::2], strict=True):
        assert json.loads(json.dumps(CALCULATORS[question["op"]](question))) == answer
    assert "fairytale" in (ROOT / "docs" / "calculators.md").read_text(encoding="utf-8")
