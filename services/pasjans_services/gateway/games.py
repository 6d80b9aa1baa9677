"""New games: a deal, a name, and the first event of a log."""

from typing import Final

from pasjans_engine.rules import Rules
from pasjans_services import telemetry
from pasjans_services.eventstore.base import Appended, EventStore
from pasjans_services.eventstore.records import Header, encode_dealt
from pasjans_services.eventstore.registry import Registry
from pasjans_services.feed.base import Announce, Occasion
from pasjans_services.games.deals import Deal, new_game_id
from pasjans_services.players import Player

REPEATED_CREATE_S: Final = 600
DEALING: Final = ""
"""The command id of a first event; no client can send it, since its ids are not empty."""


class Games:
    """Makes games.

    Args:
        store: Where their logs begin.
        registry: Remembers for ten minutes which game a create request made.
        announce: Tells that a game is about to begin or to end.
    """

    def __init__(self, store: EventStore, registry: Registry, announce: Announce) -> None:
        self._store = store
        self._registry = registry
        self._announce = announce

    async def create(self, rules: Rules, deal: Deal, player: Player, request: str) -> str:
        """Deal a game to a player.

        A request that is repeated within ten minutes makes no second game.

        Args:
            rules: The rules it is played by.
            deal: The layout.
            player: Whose game it is.
            request: The request's id, unique for the player.

        Returns:
            The game's name.

        Raises:
            StoreUnavailable: When the store cannot be reached.
        """
        game_id = await self._registry.put_if_absent(
            f"create:{player.id}:{request}", new_game_id(), REPEATED_CREATE_S
        )
        header = Header(
            rules=rules.id,
            rules_version=rules.version,
            deal=deal.text,
            commitment=deal.commitment,
            seed=deal.seed,
            deal_id=deal.id,
            player=player.id,
            source=deal.source,
            bot=player.bot,
        )
        await self._announce(game_id, Occasion.DEALT)
        records = [encode_dealt(header)]
        outcome = await self._store.append(game_id, 0, DEALING, records, final=False)
        if isinstance(outcome, Appended):
            telemetry.GAMES.labels(rules.id).inc()
        return game_id
