import json
from pathlib import Path

import pytest

import pasjans
from pasjans.deals import position_text
from pasjans_engine.view import view
from support.scripted import dealt

DEALS = Path(__file__).parents[2] / "data" / "oracles" / "deals.jsonl"


def test_seeds_give_the_deals_and_commitments_of_the_oracle() -> None:
    for line in DEALS.read_text(encoding="utf-8").splitlines()[:50]:
        known = json.loads(line)
        assert pasjans.commitment_of(known["seed"]) == known["commitment"]
        for rules in ("polish", "russian"):
            assert pasjans.deal_of(rules, known["seed"]) == known["domino"]


@pytest.mark.parametrize("seed", ["", "zz" * 32, "00" * 31, "00" * 33])
def test_what_is_not_a_seed_is_a_value_error(seed: str) -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        pasjans.commitment_of(seed)
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        pasjans.deal_of("polish", seed)


def test_unknown_rules_are_of_a_later_version() -> None:
    with pytest.raises(pasjans.Unsupported, match="update it"):
        pasjans.deal_of("knights", "00" * 32)
    with pytest.raises(pasjans.Unsupported, match="update it"):
        position_text("knights", (1, 2, 3))


def test_the_position_is_written_in_notation() -> None:
    game = dealt()
    assert position_text("polish", view(game)) == game.deal.replace("00", "--")


def test_the_position_of_queens_hides_what_lies_face_down() -> None:
    game = dealt("queens")
    prisoners, columns, _ = game.deal.split(" | ")
    text = position_text("queens", view(game))

    assert text == f"{' '.join(['--'] * 8)} | {' '.join(['??'] * 7)} | {columns} | -- | 65"
    assert prisoners not in text
