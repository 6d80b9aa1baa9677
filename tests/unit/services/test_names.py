import pytest

from pasjans_services.players import BadName, clean_name, folded


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("Zofia", "Zofia"),
        ("Łucja Żółw", "Łucja Żółw"),
        ("Пасьянс-1", "Пасьянс-1"),
        ("  a   b ", "a b"),
        ("ｆｕｌｌ", "full"),
    ],
)
def test_names_that_can_be_claimed(wanted: str, shown: str) -> None:
    assert clean_name(wanted) == shown


@pytest.mark.parametrize(
    "wanted",
    [
        "",
        "a",
        "x" * 25,
        "-ab",
        "ab.",
        "a--b",
        "a\x00b",
        "a\u202eb",
        "a\u200bb",
        "раypal",
        "<b>bold</b>",
        "名前",
        "a_\u0301b",
        "😀😀",
    ],
)
def test_names_that_cannot_be_claimed(wanted: str) -> None:
    with pytest.raises(BadName):
        clean_name(wanted)


@pytest.mark.parametrize(("one", "other"), [("Zofia", "ZOFIA"), ("Jan K", "jan-k"), ("Żuk", "zuk")])
def test_names_that_people_take_for_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)
