"""Play and watch solitaire on a pasjans server.

    async with pasjans.connect("ws://127.0.0.1:8000/ws") as client:
        game = await client.create("polish")
        print(game.position, game.legal)
        await game.play(game.legal[0])

`docs/sdk.md` has more. The connection comes back by itself; what was acknowledged is never lost;
every position was compared with the server's.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pasjans.advice import Advice, Verdict
from pasjans.api_boards import BoardInfo, BoardPage, BoardRow, PlayerProfile, PlayerRecord
from pasjans.api_games import (
    DailyDeal,
    GameInfo,
    GameLog,
    GamePage,
    ListedGame,
    LoggedEvent,
    Ply,
    RuleSet,
)
from pasjans.cards import Cards
from pasjans.client import Client, connect
from pasjans.costs import Costs, WeighedVersion
from pasjans.deals import commitment_of, deal_of
from pasjans.errors import (
    ClientClosed,
    Closed,
    ConnectionLost,
    Disconnected,
    Diverged,
    GameLeft,
    Inconsistent,
    NoAnswer,
    PasjansError,
    Refused,
    Unsupported,
)
from pasjans.game import Game
from pasjans.gamecopy import Result
from pasjans.newest import Newest
from pasjans.options import Options
from pasjans.replay import Replay
from pasjans.rows import Row
from pasjans.standings import Standings
from pasjans.updates import Update, UpdateKind, Updates
from pasjans_engine.status import Status
from pasjans_protocol.errors import Code
from pasjans_protocol.messages import Question, Role, Suggestion
from pasjans_protocol.subprotocols import Subprotocol

if TYPE_CHECKING:
    from pasjans.api import Api
else:

    def __getattr__(name: str) -> object:
        # Loading what speaks HTTP takes nearly as long as all else, and most programs need none.
        if name != "Api":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module("pasjans.api").Api


__all__ = [
    "Advice",
    "Api",
    "BoardInfo",
    "BoardPage",
    "BoardRow",
    "Cards",
    "Client",
    "ClientClosed",
    "Closed",
    "Code",
    "ConnectionLost",
    "Costs",
    "DailyDeal",
    "Disconnected",
    "Diverged",
    "Game",
    "GameInfo",
    "GameLeft",
    "GameLog",
    "GamePage",
    "Inconsistent",
    "ListedGame",
    "LoggedEvent",
    "Newest",
    "NoAnswer",
    "Options",
    "PasjansError",
    "PlayerProfile",
    "PlayerRecord",
    "Ply",
    "Question",
    "Refused",
    "Replay",
    "Result",
    "Role",
    "Row",
    "RuleSet",
    "Standings",
    "Status",
    "Subprotocol",
    "Suggestion",
    "Unsupported",
    "Update",
    "UpdateKind",
    "Updates",
    "Verdict",
    "WeighedVersion",
    "commitment_of",
    "connect",
    "deal_of",
]
