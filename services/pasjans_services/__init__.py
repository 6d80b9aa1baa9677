"""The processes of pasjans: gateways over an event store and a broker."""

from importlib.metadata import version

__version__ = version("pasjans")
