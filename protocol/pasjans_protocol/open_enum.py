"""Words of the protocol that may grow."""

from enum import StrEnum
from typing import Self


class OpenStrEnum(StrEnum):
    """A set of words to which a later version may add.

    A word that is not in the set still decodes: to a member that is equal to the word and is
    not listed when the class is iterated. So a new refusal code does not break an old client.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = value.upper()
        member._value_ = value
        return member
