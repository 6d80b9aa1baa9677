"""What can go wrong with the embedded data server."""


class EmbeddedError(Exception):
    """The embedded data server cannot be had; the message says why and what to do."""
