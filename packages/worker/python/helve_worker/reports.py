"""Facts beside the result of a call, which the host journals."""

from __future__ import annotations

from typing import Any

from .call import current_call
from .values import encode


def record_account(kind: str, payload: Any) -> None:
    """States a fact such as a saved result or a cache hit; it is kept for failed calls too."""
    call = current_call()
    if call is None:
        raise RuntimeError("Cannot record an account: there is no current call")
    call.send("account", type=kind, payload=encode(payload))


def heartbeat(phase: str, interval: float = 0.5, progress: Any = None) -> Any:
    """The heartbeat of the current call, also while a module is imported."""
    call = current_call()
    if call is None:
        raise RuntimeError("Cannot start a heartbeat: there is no current call")
    return call.progress.beat(phase, interval, progress)
