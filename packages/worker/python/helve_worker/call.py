"""One call from its first to its last moment: its id, its cancel, its reports."""

from __future__ import annotations

import contextvars
import itertools
import math
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

from .errors import CapabilityCancelledError, CapabilityInputError
from .progress import Progress

INSTANCE = "instance"
BOOT = "boot"
CancelCallback = Callable[[Optional[str]], Any]

ORDER = itertools.count()
CURRENT: "contextvars.ContextVar[Optional[Call]]" = contextvars.ContextVar("helve_call", default=None)


class Sink:
    """Takes the reports of calls; this one keeps none of them, for capabilities outside of a worker."""

    def notify(self, method: str, **params: Any) -> None:
        pass

    def log(self, level: str, message: str, call_id: Optional[str] = None) -> None:
        pass


class Call:
    """`kind` is task, lifecycle, boot or instance."""

    def __init__(self, sink: Sink, call_id: str, kind: str, envelope: Optional[Dict[str, Any]] = None):
        self.sink, self.id, self.kind = sink, call_id, kind
        self.envelope = {"callId": call_id, "attempt": 1, "control": {}, **(envelope or {})}
        self.cancelled, self.reason = threading.Event(), None  # type: threading.Event, Optional[str]
        self.callbacks: List[Tuple[int, CancelCallback]] = []
        self.on_wake: List[Callable[[], None]] = []
        self.seq, self.used = itertools.count(1), {}  # type: itertools.count[int], Dict[str, float]
        self.progress = Progress(self.send, lambda text: self.log("warn", text))

    def send(self, method: str, **params: Any) -> None:
        self.sink.notify(method, id=self.id, seq=next(self.seq), **params)

    def log(self, level: str, message: str) -> None:
        self.sink.log(level, message, None if self.id == INSTANCE else self.id)

    def report_usage(self, usage: Dict[str, float], add: bool = False) -> None:
        wrong = [str(unit) for unit, n in usage.items() if not is_figure(n)]
        if wrong:
            names = '", "'.join(wrong)
            raise CapabilityInputError(f'Cannot report usage: "{names}" is no finite number from 0 on', wrong)
        delta = {unit: n if add else n - self.used.get(unit, 0) for unit, n in usage.items()}
        for unit, n in delta.items():
            self.used[unit] = self.used.get(unit, 0) + n
        self.send("usage", delta=delta)

    def on_cancel(self, callback: CancelCallback) -> Callable[[], None]:
        """Registers a callback, which runs at once if the call is cancelled already."""
        entry = (next(ORDER), callback)
        self.callbacks.append(entry)
        if self.cancelled.is_set():
            callback(self.reason)
        return lambda: self.callbacks.remove(entry) if entry in self.callbacks else None

    def request_cancel(self, reason: Optional[str]) -> None:
        """Sets the flag and wakes what waits: an await, or a stream without credit."""
        self.reason = self.reason or reason
        self.cancelled.set()
        for wake in list(self.on_wake):
            wake()

    def forgive(self) -> None:
        self.cancelled.clear()
        self.reason = None

    def check_cancel(self) -> None:
        if self.cancelled.is_set():
            raise CapabilityCancelledError(
                f'Cannot continue call "{self.id}": it was cancelled', call_id=self.id, reason=self.reason
            )


def is_figure(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value) and value >= 0


def current_call() -> Optional[Call]:
    """The call of the code that asks; None outside of calls."""
    return CURRENT.get()
