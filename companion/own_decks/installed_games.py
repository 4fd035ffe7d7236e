"""Games that were installed as packages, brought with the faces they name."""

from __future__ import annotations

from companion import late
from printkit.print_refusal import LayoutError
from rules import games, installed_plugins
from rules.plugin import Plugin
from rules.values.picture import PictureError


def bring() -> tuple[str, ...]:
    """Have every installed game known, its cards on its own face. Gives a line for each that is left out."""
    said = list(installed_plugins.bring_installed())
    for name, plugin in installed_plugins.installed().items():
        try:
            _bring_face(name, plugin)
        except (LayoutError, PictureError, OSError) as error:
            games.send_away(name)
            said.append(f"{name} is left out: its face cannot be used ({error}); update its package")
    return tuple(said)


def _bring_face(name: str, plugin: Plugin) -> None:
    if not plugin.cards.cards or not (plugin.look or plugin.face):
        return
    title, file = plugin.game.info.title, plugin.face
    layout = late.own_faces.read_face(name, title, look=plugin.look, file=file, said_in=str(file or name))
    late.card_layout.bring(name, late.own_faces.bound(layout, plugin.cards, file.parent) if file else layout)
