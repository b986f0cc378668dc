"""A progress bar of tqdm, if that is installed, for calls that compute many matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

_shown = False


def set_progress(shown: bool) -> None:
    """Whether calls for stacks of matrices show a bar after a second, if tqdm is installed."""
    global _shown
    _shown = bool(shown)


def progress(items: Iterable[Any], total: int, name: str) -> Iterator[Any]:
    if _shown and total > 1:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            return iter(tqdm(items, total=total, desc=name, delay=1.0, leave=False))
    return iter(items)
