"""Compiling, and where the compiled code is kept.

Compiling takes some seconds, so the code is kept in the first of these folders that can be
written to: the one that `NUMBA_CACHE_DIR` names, `__pycache__` beside the source, and the user's
cache folder. If none can, it is compiled anew in each process. Numba looks for changes in the
file of a function only, and not in those of the functions that it calls; so the folder's name has
a digest of all the files beside the kernel, and of those here. Numba writes a file under another
name first and then renames it, so that processes that compile at the same time do not disturb
each other.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")

_SHARED: Final = Path(__file__).parent


class Jit:
    """The compiler of the kernels in one folder."""

    def __init__(self, source: Path) -> None:
        self._source = source
        self._folder = self._writable_folder()

    def compiled(self, function: Callable[P, R]) -> Callable[P, R]:
        """The function, compiled when it is first called; it runs without Python's lock."""
        with _cache_in(self._folder):
            return _jit(function, nogil=True, cache=self._folder is not None)

    def folders(self) -> Iterator[Path]:
        """Where compiled code may be kept, best first."""
        files = [path for folder in (_SHARED, self._source) for path in sorted(folder.glob("*.py"))]
        digest = sha256(b"".join(path.read_bytes() for path in files))
        for parent in self._parents():
            yield parent / f"pasjans-kernels-{digest.hexdigest()[:16]}"

    def _writable_folder(self) -> Path | None:
        for folder in self.folders():
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryFile(dir=folder):
                    return folder
            except OSError:
                continue
        return None

    def _parents(self) -> Iterator[Path]:
        named = os.environ.get("NUMBA_CACHE_DIR")
        if named:
            yield Path(named)
        yield self._source / "__pycache__"
        home = Path.home() if "HOME" in os.environ else None
        caches = os.environ.get("XDG_CACHE_HOME")
        if caches:
            yield Path(caches)
        elif home is not None:
            yield home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """The function, to be called from compiled ones only; it becomes part of them."""
    return _jit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _jit(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    return cast("Callable[P, R]", cast("Any", numba).njit(**options)(function))


@contextmanager
def _cache_in(folder: Path | None) -> Generator[None]:
    """Numba's setting, changed while a function is declared and no longer."""
    config = cast("Any", numba).config
    before = config.CACHE_DIR
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
