"""A real gateway for the properties that are about one."""

from support.fixtures import gateway

__all__ = ["gateway"]
