"""The calls of one capability: those in flight, those that were cancelled before they began, and the instance."""

from __future__ import annotations

import threading
from typing import Dict, List, Optional

from .call import CURRENT, INSTANCE, Call, Sink

#: Cancels of calls that may never come.
MAX_EARLY = 1000


class Calls:
    def __init__(self) -> None:
        self.live: Dict[str, Call] = {}
        self.early: Dict[str, Optional[str]] = {}
        self.changing, self.awaited = threading.Lock(), 0
        self.ended = threading.Condition(self.changing)
        self.instance = Call(Sink(), INSTANCE, "instance")

    @property
    def current(self) -> Call:
        return CURRENT.get() or self.instance

    @property
    def in_flight(self) -> int:
        return sum(call.kind == "task" for call in list(self.live.values()))

    def begin(self, call: Call) -> None:
        with self.changing:
            self.live[call.id] = call
            if call.kind == "task":
                self.instance.forgive()
            if call.id in self.early:
                call.request_cancel(self.early.pop(call.id))

    def end(self, call: Call) -> None:
        with self.changing:
            del self.live[call.id]
            if self.awaited > 0:
                self.ended.notify_all()

    def when_idle(self) -> None:
        with self.changing:
            self.awaited += 1
            self.ended.wait_for(lambda: self.in_flight == 0)
            self.awaited -= 1

    def cancel(self, call_id: Optional[str], reason: Optional[str]) -> None:
        """Cancels one call; without an id the current one or, outside of calls, all: flags first, then callbacks."""
        named = self.live.get(call_id) if call_id is not None else CURRENT.get()
        if call_id is not None and named is None:
            if len(self.early) < MAX_EARLY:
                self.early[call_id] = reason
            return
        calls: List[Call] = list(self.live.values()) if named is None else [named]
        if named is None:
            self.instance.request_cancel(reason)
        for call in calls:
            call.request_cancel(reason)
        self.run_callbacks(calls, reason)

    def run_callbacks(self, calls: List[Call], reason: Optional[str]) -> None:
        entries = {entry for call in [self.instance, *calls] for entry in call.callbacks}
        for _, callback in sorted(entries, key=lambda entry: entry[0]):
            try:
                callback(reason)
            except Exception as error:
                (calls or [self.instance])[0].log("error", f"A cancel callback failed: {error}")
