"""The reference page of a language."""

from __future__ import annotations

from ludwright.language.grammar import signature
from ludwright.language.reference_page import field_docs, reference_page
from tests.language.toy import Empty, Row, Tangle, Toy, ToyGame


def test_signatures_follow_the_notation() -> None:
    assert signature(Row) == "(row [Piece] 2..9 [strict])"
    assert signature(Empty) == "(empty from | to | any | SiteLabel)"
    assert "[(home SiteLabel)]" in signature(ToyGame)
    assert "(size 1..20+)" in signature(ToyGame)
    assert "{from | to | any}*" in signature(Tangle)


def test_words_under_fields_are_found() -> None:
    assert field_docs(Empty)["cell"] == "Which cell is asked about."


def test_every_ludeme_has_its_heading_and_example() -> None:
    page = reference_page(Toy.vocabulary, "# The toy language")
    assert page.startswith("# The toy language\n")
    for cls in Toy.vocabulary.ludemes:
        assert f"### {f'`{cls.word}`' if cls.word else cls.__name__}\n" in page
        assert cls.example in page
        assert f"{signature(cls)}" in page
    assert "Which cell is asked about." in page
    assert "- `strict`: [`row`](#ludeme-row)" in page
