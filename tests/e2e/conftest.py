"""Real gateways for tests that go all the way."""

from support.fixtures import gateway, home, serve, solving

__all__ = ["gateway", "home", "serve", "solving"]
