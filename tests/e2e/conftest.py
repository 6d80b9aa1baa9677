"""Real gateways for tests that go all the way."""

from support.fixtures import gateway, serve, solving

__all__ = ["gateway", "serve", "solving"]
