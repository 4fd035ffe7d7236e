"""The options the command line and the print page share: both offer the same choices and begin with the same values."""

from __future__ import annotations

import argparse

import pytest
from plain_phone import PlainPhone, toy_service

from companion.app import create_app
from companion.commands import print_
from companion.web import print_form
from printkit.job.options import FIT_OPTIONS, OPTIONS, SPEC_OPTIONS, PrintOption


@pytest.fixture(scope="module")
def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    print_.add(made)
    return made


@pytest.fixture(scope="module")
def phone() -> PlainPhone:
    phone = PlainPhone(toy_service())
    phone.open("/print?game=tower&what=all")
    return phone


def by_form(query: str) -> print_form.Asked:
    with create_app(toy_service()).test_request_context(f"/print?game=tower&what=all&{query}"):
        return print_form.read()


@pytest.mark.parametrize("one", OPTIONS.values(), ids=list(OPTIONS))
def test_every_option_is_on_the_command_line(one: PrintOption, parser: argparse.ArgumentParser):
    action = next(found for found in parser._actions if f"--{one.name}" in found.option_strings)
    assert (action.help, action.metavar) == (one.help, one.metavar)
    assert tuple(action.choices or ()) == one.choices


@pytest.mark.parametrize("one", OPTIONS.values(), ids=list(OPTIONS))
def test_every_option_is_on_the_page_with_its_choices(one: PrintOption, phone: PlainPhone):
    fields = phone.page.select(f"#print-form [name={one.field}]")
    assert fields
    if one.kind == "choice":
        shown = {field["value"] for field in (fields[0].select("option") if fields[0].name == "select" else fields)}
        assert shown == {str(choice) for choice in (*one.choices, one.default)}


@pytest.mark.parametrize("one", [one for one in OPTIONS.values() if one.kind in ("millimetres", "whole number")])
def test_a_number_that_is_none_is_told_by_the_pages_words(one: PrintOption):
    said = by_form(f"{one.field}=many").no
    assert said.lower().startswith(f"{one.page_words}: “many” is no number; write one ")


def test_prices_that_are_no_numbers_are_told_by_their_names():
    said = by_form("sheet_price=q&ink_price=w").no
    assert said.startswith("Sheet price: “q” is no number")
    assert "The ink price: “w” is no number" in said


def test_page_and_command_line_begin_with_the_same_values(parser: argparse.ArgumentParser):
    typed, asked = parser.parse_args(["tower"]), by_form("")
    for kept, options in ((asked.spec, SPEC_OPTIONS), (asked.fit, FIT_OPTIONS)):
        for one in options:
            assert getattr(typed, one.attribute) == getattr(kept, one.attribute) == one.default, one.name


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("--ink low --set b --start-at 4 --marks none --sleeved", "ink=low&set=b&start_at=4&marks=none&sleeved=on"),
        ("--card-size mini --gap 4 --bleed 1.5 --corners 3", "card_size=mini&gap=4&bleed=1,5&corners=3"),
        ("--guides full --registration 4 --proof", "guides=full&registration=4&proof=on"),
        ("--keep-typos", "typos=on"),
        ("--eco-backs", "eco_backs=on"),
        ("--labels 5160", "labels=5160"),
    ],
)
def test_page_and_command_line_read_the_same(words: str, query: str, parser: argparse.ArgumentParser):
    typed, asked = parser.parse_args(["tower", *words.split()]), by_form(query)
    assert asked.no == ""
    for kept, options in ((asked.spec, SPEC_OPTIONS), (asked.fit, FIT_OPTIONS)):
        for one in options:
            assert getattr(typed, one.attribute) == getattr(kept, one.attribute), one.name
    assert by_form("&".join(f"{name}={value}" for name, value in asked.pairs)).spec == asked.spec
