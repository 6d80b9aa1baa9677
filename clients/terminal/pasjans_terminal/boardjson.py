"""A board as JSON, the same of one that is shown once and of one that is followed."""

from collections.abc import Sequence

from pasjans import BoardInfo, BoardPage, BoardRow, Row
from pasjans_terminal.jsonline import time_text


def board_fields(info: BoardInfo, rows: Sequence[Row], own: str | None) -> dict[str, object]:
    """A board with some of its rows.

    Args:
        info: the board.
        rows: one after another.
        own: id of the player whose rows are marked.
    """
    fields: dict[str, object] = {
        "board": info.board,
        "title": info.title,
        "rules": info.rules,
        "ends": time_text(info.ends),
        "size": info.size,
        "rows": [_row_fields(row, info.rules, own) for row in rows],
    }
    if isinstance(info, BoardPage):
        fields["next"] = info.next
    return fields


def _row_fields(row: Row, rules: str, own: str | None) -> dict[str, object]:
    fields: dict[str, object] = {
        "place": row.place,
        "rank": row.rank,
        "game": row.game,
        "player": row.player,
        "name": row.name,
        "own": row.player == own,
        "moves": row.moves,
        "par": row.par,
        "over_par": row.over_par,
        "optimal": row.optimal,
        "windows": row.windows,
        "draws": row.draws,
        "undos": row.undos,
        "finished": time_text(row.finished),
        "rules": rules,
    }
    if isinstance(row, BoardRow):
        fields |= {"rules_version": row.rules_version, "deal_id": row.deal_id}
    return fields
