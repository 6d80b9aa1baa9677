"""Who is who: guests with signed tokens, and the names that they claim."""

import asyncio
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer

from pasjans_services.eventstore.names import new_name
from pasjans_services.eventstore.registry import Registry

PLAYER_ID_BYTES: Final = 9
NAME_MIN: Final = 2
NAME_MAX: Final = 24
_JOINERS: Final = frozenset("-_ .")
_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK")


class BadName(ValueError):
    """A name that cannot be claimed; the message says which names can."""


class NameTaken(ValueError):
    """A name that somebody else has."""


class BadToken(ValueError):
    """A token that this service did not sign."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a token.

    Attributes:
        id: 12 characters of URL-safe base64, random; public.
        name: The claimed name, or None for a guest.
        bot: Whether a program chooses the moves, by what the player said.
    """

    id: str
    name: str | None = None
    bot: bool = False


class Players:
    """Signs and reads tokens; keeps names. All of it is the same in each process on one store."""

    def __init__(self, registry: Registry, secret: str) -> None:
        self._registry = registry
        self._signer = URLSafeSerializer(secret, salt="pasjans.token.1")

    @classmethod
    async def open(cls, registry: Registry) -> "Players":
        """The players of one store; the first process on it makes the signing secret."""
        secret = await registry.put_if_absent("secret", secrets.token_urlsafe(32), None)
        return cls(registry, secret)

    async def guest(self, *, bot: bool = False) -> tuple[Player, str]:
        """A new guest, and the token that proves who it is."""
        id_ = new_name(PLAYER_ID_BYTES)
        if bot:
            await self._note_bot(id_)
        return Player(id_, bot=bot), self._signer.dumps({"player": id_})

    async def from_token(self, token: str, *, bot: bool = False) -> Player:
        """The player whose token this is.

        Args:
            token: From `guest`.
            bot: Whether the player says that a program chooses the moves, which holds for good.

        Raises:
            BadToken: When this service did not sign it.
        """
        try:
            claims: object = self._signer.loads(token)
        except BadSignature as error:
            raise BadToken(
                "this token was not signed here; say hello without one to become a new guest"
            ) from error
        match claims:
            case {"player": str(id_)}:
                pass
            case _:
                raise BadToken("this token names no player; say hello without one")
        name, known = await asyncio.gather(
            self.name_of(id_), self._registry.get(f"player:{id_}:bot")
        )
        if bot and known is None:
            await self._note_bot(id_)
        return Player(id_, name, bot=bot or known is not None)

    async def _note_bot(self, player: str) -> None:
        await self._registry.put(f"player:{player}:bot", "yes", None)

    async def name_of(self, player: str) -> str | None:
        """The name a player has claimed, or None."""
        return await self._registry.get(f"player:{player}:name")

    async def claim(self, player: str, wanted: str) -> str:
        """Give a player a name. A name once claimed stays its player's for good.

        Returns:
            The name as it will be shown.

        Raises:
            BadName: When it is not a name.
            NameTaken: When somebody else has it.
        """
        name = clean_name(wanted)
        holder = await self._registry.put_if_absent(f"name:{folded(name)}", player, None)
        if holder != player:
            raise NameTaken(f"the name {name} is taken; choose another")
        await self._registry.put(f"player:{player}:name", name, None)
        return name


def clean_name(wanted: str) -> str:
    """The name in its normal form: NFKC, single spaces.

    Raises:
        BadName: Unless it has 2 to 24 letters of one script (Latin, Cyrillic or Greek), digits and
            single `-`, `_`, `.` or spaces between them. Control characters, right-to-left marks
            and letters of two scripts that look alike are so kept out.
    """
    name = " ".join(unicodedata.normalize("NFKC", wanted).split())
    if not NAME_MIN <= len(name) <= NAME_MAX:
        raise BadName(f"a name has {NAME_MIN} to {NAME_MAX} characters, not {len(name)}")
    if name[0] in _JOINERS or name[-1] in _JOINERS:
        raise BadName("a name begins and ends with a letter or a digit")
    scripts: set[str] = set()
    for before, character in zip(" " + name, name, strict=False):
        if character in _JOINERS:
            if before in _JOINERS:
                raise BadName("a name has a letter or a digit between two marks or spaces")
        elif character.isalpha():
            scripts.add(unicodedata.name(character, "UNKNOWN").split(" ")[0])
        elif not (character.isascii() and character.isdigit()):
            raise BadName("a name has letters, the digits 0 to 9, and - _ . or spaces between them")
    if len(scripts) > 1 or not scripts <= set(_SCRIPTS):
        raise BadName("a name has letters of one script: Latin, Cyrillic or Greek")
    return name


def folded(name: str) -> str:
    """What two names that people would take for the same one have in common."""
    bare = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in bare if not unicodedata.combining(c) and c not in _JOINERS)
