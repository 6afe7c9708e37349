"""What a generator yields, as far as the host's credit goes; without credit it is not advanced."""

from __future__ import annotations

import json
import threading
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .call import Call
from .errors import CapabilityFatalError
from .loop import values_of
from .values import encode
from .wire import Wire

CREDIT = {"chunks": 16, "bytes": 1 << 20}


class StreamAnswer:
    def __init__(self, wire: Wire, call: Call, credit: Optional[Dict[str, int]]):
        self.wire, self.call, self.credit = wire, call, credit or CREDIT
        self.news, self.sent = threading.Condition(), 0
        self.open: List[Tuple[int, int]] = []
        call.on_wake.append(self.wake)

    def ack(self, seq: int) -> None:
        with self.news:
            self.open = [one for one in self.open if one[0] > seq]
            self.news.notify()

    def wake(self) -> None:
        with self.news:
            self.news.notify()

    def run(self, source: Any) -> int:
        """Pulls until the end and gives the number of chunks; a cancel closes the generator where it stands."""
        values: Iterator[Any] = values_of(source)
        try:
            self.wait_for(0)
            for value in values:
                self.send(encode(value))
                self.wait_for(0)
        finally:
            close = getattr(values, "close", None)
            if close is not None:
                close()
        return self.sent

    def send(self, chunk: Any) -> None:
        size = len(json.dumps(chunk))
        self.wait_for(size)
        self.sent += 1
        with self.news:
            self.open.append((self.sent, size))
        self.wire.notify("chunk", id=self.call.id, seq=self.sent, value=chunk, bytes=size)

    def wait_for(self, size: int) -> None:
        with self.news:
            self.news.wait_for(lambda: self.has_room(size) or self.call.cancelled)
        self.call.check_cancel()

    def has_room(self, size: int) -> bool:
        """A chunk that is larger than the window passes alone."""
        waiting = sum(one[1] for one in self.open)
        return not self.open or (len(self.open) < self.credit["chunks"] and waiting + size <= self.credit["bytes"])


def drain(source: Any, streams: str, call: Call, max_bytes: int) -> Any:
    """What a generator gives to a caller that takes no stream: all values as a list, or the last one."""
    values: List[Any] = []
    last, size = None, 0
    for value in values_of(source):
        call.check_cancel()
        last = encode(value)
        if streams == "last":
            continue
        values.append(last)
        size += len(json.dumps(last))
        if size > max_bytes:
            text = f"Cannot collect the values of a stream: they are over {max_bytes} bytes; call it as a stream"
            raise CapabilityFatalError(text)
    return last if streams == "last" else values
