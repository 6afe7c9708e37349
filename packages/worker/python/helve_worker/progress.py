"""How far a call is, as its code says and as its heartbeats keep saying: at most one frame each 50 ms."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional

from .errors import CapabilityInputError

MIN_SECONDS = 0.05
Send = Callable[..., None]


class Beat:
    def __init__(self, phase: str):
        self.phase = self.base = phase
        self.since = time.monotonic()

    @property
    def text(self) -> str:
        return f"{self.base} ({time.monotonic() - self.since:.1f}s)"


class Progress:
    def __init__(self, send: Send, warn: Callable[[str], None]):
        self.send, self.warn, self.lock = send, warn, threading.RLock()
        self.value: float = -1
        self.message, self.warned = "", False
        self.beats: List[Beat] = []
        self.sent_at, self.waiting = 0.0, None  # type: float, Optional[threading.Timer]

    def report(self, value: float, message: Optional[str] = None) -> None:
        with self.lock:
            self.value = self.accept(value)
            if message is not None and self.beats:
                self.beats[-1].base = message
            elif message is not None:
                self.message = message
            self.touch()

    def accept(self, value: float) -> float:
        if value != value or value in (float("inf"), float("-inf")):
            raise CapabilityInputError(f"Cannot report progress: it is {value}", ["progress"])
        if value == -1 or 0 <= value <= 1:
            return value
        if not self.warned:
            self.warned = True
            self.warn(f"Progress {value} was clamped: it is -1, or between 0 and 1")
        return min(1, max(0, value))

    def touch(self) -> None:
        """Shows the pair now, or when its turn comes."""
        left = self.sent_at + MIN_SECONDS - time.monotonic()
        if left <= 0:
            self.show()
        elif self.waiting is None:
            self.waiting = threading.Timer(left, self.flush)
            self.waiting.daemon = True
            self.waiting.start()

    def flush(self) -> None:
        with self.lock:
            if self.waiting is not None:
                self.show()

    def show(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting, self.sent_at = None, time.monotonic()
        phase: Dict[str, Any] = {}
        if self.beats:
            self.message, phase = self.beats[-1].text, {"phase": self.beats[-1].phase}
        self.send("progress", progress=self.value, message=self.message, **phase)

    @contextmanager
    def beat(self, phase: str, interval: float = 0.5, progress: Optional[float] = None) -> Iterator[None]:
        beat, over = Beat(phase), threading.Event()
        with self.lock:
            self.value = self.value if progress is None else self.accept(progress)
            self.beats.append(beat)
            self.touch()
        threading.Thread(target=self.tick, args=(beat, interval, over), daemon=True).start()
        try:
            yield
        finally:
            over.set()
            with self.lock:
                if self.beats[-1] is beat and self.waiting is not None:
                    self.show()
                self.beats.remove(beat)

    def tick(self, beat: Beat, interval: float, over: threading.Event) -> None:
        while not over.wait(interval):
            with self.lock:
                if self.beats and self.beats[-1] is beat:
                    self.touch()
