"""What stands behind a point."""

from rules.score import Why


def test_a_citation_names_the_section_and_the_ruling_where_there_is_one() -> None:
    assert Why("Cards count", "Rulebook 000, Scoring").citation == "Rulebook 000, Scoring"
    assert Why("Cards count", "Rulebook 000, Scoring", "FT-R2").citation == "Rulebook 000, Scoring · FT-R2"
