"""Games that were installed as packages, brought with the faces, kits and languages they name."""

from __future__ import annotations

from companion import late
from companion.own_decks import game_words
from printkit.print_refusal import LayoutError
from printkit.type.language import ENGLISH, find_language
from rules import games, installed_plugins
from rules.plugin import Plugin
from rules.values.picture import PictureError


def bring() -> tuple[str, ...]:
    """Have every installed game known, with all it brings. Gives a line for each that is left out."""
    said = list(installed_plugins.bring_installed())
    for name, plugin in installed_plugins.installed().items():
        for what, brought in (("face", _bring_face), ("kit", _bring_kit), ("languages", _bring_words)):
            try:
                brought(name, plugin)
            # A text in the place of a path is no attribute or type that fits.
            except (LayoutError, PictureError, game_words.WordsError, OSError, AttributeError, TypeError) as error:
                games.send_away(name)
                said.append(f"{name} is left out: its {what} cannot be used ({error}); update its package")
                break
    return tuple(said)


def _bring_face(name: str, plugin: Plugin) -> None:
    if not plugin.cards.cards or not (plugin.look or plugin.face):
        return
    title, file = plugin.game.info.title, plugin.face
    layout = late.own_faces.read_face(name, title, look=plugin.look, file=file, said_in=str(file or name))
    late.card_layout.bring(name, late.own_faces.bound(layout, plugin.cards, file.parent) if file else layout)


def _bring_kit(name: str, plugin: Plugin) -> None:
    if plugin.kit is None:
        return
    found = late.kit_file.own_kit(plugin.kit, plugin.game.info.title, plugin.cards.size)
    late.kit.made_from(
        found, late.card_layout.find_layout(name), find_language(ENGLISH)
    )  # drawn once: what is wrong is told now
    late.kit_file.bring(name, found)


def _bring_words(name: str, plugin: Plugin) -> None:
    game_words.forget(name)
    if plugin.languages is not None:
        game_words.bring(name, plugin.languages)
