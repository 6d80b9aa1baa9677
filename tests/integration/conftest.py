"""Real gateways over real data servers."""

from support.fixtures import gateway, serve
from support.inprocessfixtures import inprocess, running, shared, web

__all__ = ["gateway", "inprocess", "running", "serve", "shared", "web"]
