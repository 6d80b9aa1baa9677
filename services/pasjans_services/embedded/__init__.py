"""The embedded data server: a real Valkey that lives and dies with the service.

Every process of the service on one data folder shares one server. The first process spawns it,
later ones find it, and when the process that spawned it ends, however it ends, the server writes
its log to the disk and goes; a process that is still there then spawns it anew.
"""

from pasjans_services.embedded.address import Address
from pasjans_services.embedded.errors import EmbeddedError
from pasjans_services.embedded.process import AppendFsync
from pasjans_services.embedded.server import EmbeddedServer, embedded

__all__ = ["Address", "AppendFsync", "EmbeddedError", "EmbeddedServer", "embedded"]
