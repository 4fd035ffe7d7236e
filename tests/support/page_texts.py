"""Every text the pages look up: the sentences of the templates, and those of the scripts."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import Environment, nodes

import templates
from companion.web import page_language
from companion.web.kept_fragments import KeptFragments


def template_texts() -> frozenset[str]:
    """The sentences the templates say with ``_``."""
    reader = Environment(autoescape=True, extensions=[KeptFragments])
    found: set[str] = set()
    for name in templates.names("web"):
        if name.endswith(".html"):
            found.update(_sentences(reader.parse(templates.text("web", name))))
    return frozenset(found)


def _sentences(page: nodes.Template) -> Iterator[str]:
    for call in page.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "_" and call.args:
            said = call.args[0]
            assert isinstance(said, nodes.Const), f"line {call.lineno}: _() takes the sentence itself"
            yield " ".join(said.value.split())


def script_texts() -> frozenset[str]:
    """What the scripts say."""
    return frozenset(page_language.script_texts())
