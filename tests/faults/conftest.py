"""Real gateways and data servers, which the tests here hurt."""

from support.fixtures import gateway, serve
from support.inprocessfixtures import inprocess, running, shared, web

__all__ = ["gateway", "inprocess", "running", "serve", "shared", "web"]
