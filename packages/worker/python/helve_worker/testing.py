"""Runs a capability without a host: what a call gave, what it reported, and what a cancel does to it.

    ran = run_action(Stats(), "count", to=3)
    assert (ran.result, ran.usage) == (3, {"numbers": 3})
"""

from __future__ import annotations

import uuid
from typing import Any, Callable, Dict, List, Optional, Tuple

from .call import CURRENT, Call, Sink
from .capability import ToolCapability
from .loop import is_stream, settle, values_of
from .values import decode, encode


class Run(Sink):
    """One call and its reports; `result` is as a host would get it, and a generator gives a list."""

    def __init__(self) -> None:
        self.result: Any = None
        self.progress: List[Tuple[float, str]] = []
        self.usage: Dict[str, float] = {}
        self.logs: List[Tuple[str, str]] = []
        self.accounts: List[Tuple[str, Any]] = []
        self.on_progress: Optional[Callable[[float, str], None]] = None

    def notify(self, method: str, **params: Any) -> None:
        if method == "progress":
            self.progress.append((params["progress"], params["message"]))
            if self.on_progress is not None:
                self.on_progress(params["progress"], params["message"])
        elif method == "usage":
            for unit, delta in params["delta"].items():
                self.usage[unit] = self.usage.get(unit, 0) + delta
        elif method == "account":
            self.accounts.append((params["type"], decode(params["payload"])))

    def log(self, level: str, message: str, call_id: Optional[str] = None) -> None:
        self.logs.append((level, message))


def run_action(
    capability: ToolCapability,
    action: str,
    /,
    *,
    on_progress: Optional[Callable[[float, str], None]] = None,
    **named: Any,
) -> Run:
    """Calls an action as a host would; raises what it raises. `on_progress` may call `capability.cancel(...)`."""
    return run_call(capability, lambda: capability.dispatch_to_action(action, **named), on_progress)


def run_call(
    capability: ToolCapability, body: Callable[[], Any], on_progress: Optional[Callable[[float, str], None]] = None
) -> Run:
    """Runs anything as one call of a capability."""
    ran = Run()
    ran.on_progress = on_progress
    call = Call(ran, str(uuid.uuid4()), "task")
    capability._calls.begin(call)
    token = CURRENT.set(call)
    try:
        value = settle(body())
        ran.result = decode(encode(list(values_of(value)) if is_stream(value) else value))
        call.check_cancel()
        return ran
    finally:
        CURRENT.reset(token)
        call.progress.flush()
        capability._calls.end(call)
