"""The desks of one socket: each made when the socket first asks for something of its part."""

from collections.abc import Mapping

from pasjans_protocol.errors import Code
from pasjans_services.config import Part
from pasjans_services.desk import Desk, DeskMaker, NotGranted, Way


class Desks:
    """See the module.

    Args:
        makers: The parts of this process that have desks.
        way: The socket.
    """

    def __init__(self, makers: Mapping[Part, DeskMaker], way: Way) -> None:
        self._makers = makers
        self._way = way
        self._made: dict[Part, Desk] = {}

    def of(self, part: Part) -> Desk:
        """The part's desk.

        Raises:
            NotGranted: This process has no such part.
        """
        desk = self._made.get(part)
        if desk is None:
            maker = self._makers.get(part)
            if maker is None:
                message = f"this server has no part that does this: ask one with the {part}"
                raise NotGranted(Code.UNSUPPORTED, message)
            desk = self._made[part] = maker.desk(self._way)
        return desk

    def end(self) -> None:
        """End everything: the socket has ended."""
        for desk in self._made.values():
            desk.end()
