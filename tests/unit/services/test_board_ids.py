from datetime import UTC, date, datetime

import pytest

from pasjans_services.leaderboard.ids import (
    Board,
    Group,
    NoSuchBoard,
    Scope,
    boards_of_rules,
    parse_board,
)

TODAY = date(2026, 11, 30)
DEAL = "nd3inchcdznabcd7"


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("all:polish", Board(Scope.ALL, "polish")),
        ("all:russian:bots", Board(Scope.ALL, "russian", None, Group.BOTS)),
        ("all:russian:assisted", Board(Scope.ALL, "russian", None, Group.ASSISTED)),
        ("dealt:polish", Board(Scope.DEALT, "polish")),
        ("daily:polish:2026-11-30", Board(Scope.DAILY, "polish", "2026-11-30")),
        ("daily:polish:2024-02-29:bots", Board(Scope.DAILY, "polish", "2024-02-29", Group.BOTS)),
        (f"deal:russian:{DEAL}", Board(Scope.DEAL, "russian", DEAL)),
        (f"deal:russian:{DEAL}:bots", Board(Scope.DEAL, "russian", DEAL, Group.BOTS)),
        (f"deal:russian:{DEAL}:assisted", Board(Scope.DEAL, "russian", DEAL, Group.ASSISTED)),
    ],
)
def test_a_board_and_its_id(text: str, board: Board) -> None:
    assert parse_board(text, TODAY) == board
    assert board.id == text
    assert board.key == f"board:{text}"


def test_a_daily_board_without_a_day_is_that_of_today() -> None:
    assert parse_board("daily:polish", TODAY).id == "daily:polish:2026-11-30"
    assert parse_board("daily:polish:bots", TODAY).id == "daily:polish:2026-11-30:bots"


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "all",
        "all:",
        "all:czech",
        "all:polish:",
        "all:polish:x",
        "all::polish",
        "all:polish:bots:bots",
        "all:polish:assisted:bots",
        "all:polish:people",
        "All:polish",
        "bots",
        "best:polish",
        "dealt:polish:2026-11-30",
        "daily:polish:",
        "daily:polish:2026-12-01",
        "daily:polish:2026-11-31",
        "daily:polish:20261130",
        "daily:polish:2026-W48-1",
        "daily:polish:２０２６-11-30",
        "deal:polish",
        "deal:polish:bots",
        f"deal:polish:{DEAL[:10]}",
        f"deal:polish:{DEAL.upper()}",
        f"deal:polish:{DEAL}\n",
        f"deal:polish:{DEAL}:x",
        f"deal:czech:{DEAL}",
    ],
)
def test_what_is_no_id_is_refused_with_what_ids_look_like(text: str) -> None:
    with pytest.raises(NoSuchBoard, match="there is no board"):
        parse_board(text, TODAY)


def test_a_daily_board_ends_at_midnight_utc_and_others_never() -> None:
    daily = Board(Scope.DAILY, "polish", "2026-12-31")
    assert daily.ends == datetime(2027, 1, 1, tzinfo=UTC)
    assert daily.ends_ms == 1_798_761_600_000
    for board in (Board(Scope.ALL, "polish"), Board(Scope.DEAL, "polish", DEAL)):
        assert board.ends is None
        assert board.ends_ms is None


def test_each_board_has_its_board_of_everything() -> None:
    for group in Group:
        everything = Board(Scope.ALL, "polish", None, group)
        for board in boards_of_rules("polish", TODAY):
            if board.group == group:
                assert board.everything == everything
        assert Board(Scope.DEAL, "polish", DEAL, group).everything == everything


def test_titles_say_what_a_board_ranks() -> None:
    titles = [board.title for board in boards_of_rules("polish", TODAY)]
    assert titles == [
        "Polish rules, all deals, all time",
        "Polish rules, deals of this server, all time",
        "Polish rules, deal of 2026-11-30 (UTC)",
        "Polish rules, all deals, all time, assisted",
        "Polish rules, deals of this server, all time, assisted",
        "Polish rules, deal of 2026-11-30 (UTC), assisted",
        "Polish rules, all deals, all time, bots",
        "Polish rules, deals of this server, all time, bots",
        "Polish rules, deal of 2026-11-30 (UTC), bots",
    ]


def test_titles_name_games_of_cards() -> None:
    assert Board(Scope.ALL, "queens").title == "Topsy-Turvy Queens, all deals, all time"
    title = "Topsy-Turvy Queens, three passes, deals of this server, all time"
    assert Board(Scope.DEALT, "queens-3pass").title == title
