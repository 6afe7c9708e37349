"""One call from its first to its last moment: its id, its cancel, its reports."""

from __future__ import annotations

import contextvars
import itertools
import math
from concurrent.futures import Future
from typing import Any, Callable, Dict, List, Optional, Tuple

from .errors import CapabilityCancelledError, CapabilityInputError, from_wire_error
from .progress import Progress
from .values import KEY, decode, encode
from .wire import FrameTooLargeError

INSTANCE = "instance"
BOOT = "boot"
CancelCallback = Callable[[Optional[str]], Any]

ORDER = itertools.count()
CURRENT: "contextvars.ContextVar[Optional[Call]]" = contextvars.ContextVar("helve_call", default=None)


class Sink:
    """Takes the reports of calls; this one keeps none of them, for capabilities outside of a worker."""

    #: True for a host, which calls other tools.
    calls_tools = False

    def notify(self, method: str, **params: Any) -> None:
        pass

    def log(self, level: str, message: str, call_id: Optional[str] = None) -> None:
        pass


class Call:
    """`kind` is task, lifecycle, boot or instance."""

    def __init__(self, sink: Sink, call_id: str, kind: str, envelope: Optional[Dict[str, Any]] = None):
        self.sink, self.id, self.kind = sink, call_id, kind
        self.envelope = {"callId": call_id, "attempt": 1, "control": {}, **(envelope or {})}
        self.cancelled, self.reason = False, None  # type: bool, Optional[str]
        self.callbacks: List[Tuple[int, CancelCallback]] = []
        self.on_wake: List[Callable[[], None]] = []
        self.seq, self.used = itertools.count(1), {}  # type: itertools.count[int], Dict[str, float]
        self.asked: Dict[int, "Future[Any]"] = {}
        self.reported: Optional[Progress] = None

    @property
    def progress(self) -> Progress:
        """Made with the first report: most calls have none."""
        if self.reported is None:
            self.reported = Progress(self.send, lambda text: self.log("warn", text))
        return self.reported

    def send(self, method: str, **params: Any) -> None:
        """Sends a report; one that is too long is lost, and its call goes on."""
        try:
            self.sink.notify(method, id=self.id, seq=next(self.seq), **params)
        except FrameTooLargeError as error:
            self.log("warn", f"A report was lost: {error}")

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

    def invoke(self, tool: str, input: Any = None) -> Any:  # noqa: A002
        """Has the host call another tool and gives its result; raises its error, or CapabilityCancelledError."""
        self.check_cancel()
        if not self.sink.calls_tools:
            raise CapabilityInputError(f'Cannot call tool "{tool}": there is no host that calls tools', ["tool"])
        seq, answer = next(self.seq), Future()  # type: int, Future[Any]
        self.asked[seq] = answer
        self.on_wake.append(answer.cancel)
        try:
            self.sink.notify("invoke", id=self.id, seq=seq, tool=tool, input=encode(input))
            if self.cancelled:
                answer.cancel()
            return answer.result()
        finally:
            self.on_wake.remove(answer.cancel)
            del self.asked[seq]
            self.check_cancel()

    def answer(self, params: Dict[str, Any]) -> None:
        """Ends the wait for another tool."""
        asked = self.asked.get(params["seq"])
        if asked is None or not asked.set_running_or_notify_cancel():
            return
        try:
            if "thrown" in params:
                raise thrown_error(params["thrown"])
            asked.set_result(decode(params.get("value")))
        except Exception as error:
            asked.set_exception(error)

    def on_cancel(self, callback: CancelCallback) -> Callable[[], None]:
        """Registers a callback, which runs at once if the call is cancelled already."""
        entry = (next(ORDER), callback)
        self.callbacks.append(entry)
        if self.cancelled:
            callback(self.reason)
        return lambda: self.callbacks.remove(entry) if entry in self.callbacks else None

    def request_cancel(self, reason: Optional[str]) -> None:
        """Sets the flag and wakes what waits: an await, or a stream without credit."""
        self.reason = self.reason or reason
        self.cancelled = True
        for wake in list(self.on_wake):
            wake()

    def forgive(self) -> None:
        self.cancelled = False
        self.reason = None

    def check_cancel(self) -> None:
        if self.cancelled:
            raise CapabilityCancelledError(
                f'Cannot continue call "{self.id}": it was cancelled', call_id=self.id, reason=self.reason
            )


def is_figure(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value) and value >= 0


def current_call() -> Optional[Call]:
    """The call of the code that asks; None outside of calls."""
    return CURRENT.get()


def thrown_error(thrown: Any) -> Exception:
    wire = thrown.get("data") if isinstance(thrown, dict) and thrown.get(KEY) == "error" else {"message": str(thrown)}
    return from_wire_error(wire)
