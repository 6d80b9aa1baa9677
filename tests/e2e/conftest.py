"""Real gateways for tests that go all the way."""

from support.fixtures import gateway, serve

__all__ = ["gateway", "serve"]
