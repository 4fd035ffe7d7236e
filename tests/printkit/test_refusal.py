"""A refusal of a print job is one thing that a terminal and a page each say in their own words."""

from __future__ import annotations

from printkit.print_refusal import Aside, PrintError, for_page, option
from rules.text import say


def test_a_terminal_reads_the_option_and_its_value() -> None:
    text = say("leaves no room; leave {gap} out", gap=option("gap"))
    assert str(PrintError(text, option("gap"), "3")) == "--gap 3: leaves no room; leave --gap out"


def test_a_page_reads_its_own_words() -> None:
    text = say("leaves no room; leave {gap} out", gap=option("gap"))
    assert PrintError(text, option("gap"), "3").page == "the gap: leaves no room; leave the gap out"


def test_a_file_is_named_on_a_page_too() -> None:
    error = PrintError("is not text", option("slots"), "my sprue.yml, line 3")
    assert error.page == "your own places my sprue.yml, line 3: is not text"


def test_words_about_the_terminal_are_left_out_on_a_page() -> None:
    text = say("As before{aside}.", aside=Aside(" (--no-second-code leaves it out)"))
    assert str(text) == "As before (--no-second-code leaves it out)."
    assert for_page(text) == "As before."


def test_a_refusal_about_a_file_names_no_option() -> None:
    error = PrintError("profile.toml, front: is missing")
    assert (str(error), error.page) == ("profile.toml, front: is missing",) * 2
