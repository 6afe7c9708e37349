"""The right to read the main channel: to hand it to another thread takes longer than a quick call.

    calls are quick:  read ─▶ run ─▶ read ─▶ run ─▶ …              in one thread
                              └─ still running at the next look ─▶ another thread reads
    calls are slow:   read ─▶ another thread reads ─▶ run
"""

from __future__ import annotations

import threading
import time
from typing import Callable

#: A call that takes no longer is quick.
QUICK_SECONDS = 0.0005
#: Time between two looks at a call that runs in the thread that reads.
LOOK_SECONDS = 0.001
#: Looks without a call, after which nobody looks until calls are quick again.
MAX_IDLE_LOOKS = 200
MAX_IDLE_THREADS = 8


class Reading:
    """The right to read, which one thread has at a time; `serve` is run by every thread that wants it."""

    def __init__(self, serve: Callable[[], None]):
        self.serve = serve
        self.right, self.state, self.waiting = threading.Lock(), threading.Lock(), 0
        self.quick, self.watched = False, threading.Event()
        #: Number of the call that runs in the thread that has the right; 0 while that one reads.
        self.running, self.begun = 0, 0
        threading.Thread(target=self.look, name="helve-reading", daemon=True).start()

    def take(self) -> bool:
        """Waits for the right; false for a thread that is not needed. The main thread always is: the program ends with it."""
        with self.state:
            if self.waiting > MAX_IDLE_THREADS and threading.current_thread() is not threading.main_thread():
                return False
            self.waiting += 1
        self.right.acquire()
        with self.state:
            self.waiting -= 1
        return True

    def keep(self) -> int:
        """Begins a call that was read, in quick times without giving up the right; gives its number, or 0."""
        with self.state:
            if self.quick:
                self.begun += 1
                self.running = self.begun
                return self.begun
        self.pass_on()
        return 0

    def is_kept(self, number: int, seconds: float) -> bool:
        """Ends a call; true when its thread still has the right."""
        with self.state:
            kept = number != 0 and self.running == number
            if kept:
                self.running = 0
            elif seconds < QUICK_SECONDS and not self.quick:
                self.quick = True
                self.watched.set()
        return kept

    def pass_on(self) -> None:
        if self.waiting == 0:
            threading.Thread(target=self.serve, name="helve-call", daemon=True).start()
        self.right.release()

    def look(self) -> None:
        """Passes on the right of a call that is not quick after all."""
        seen, idle = 0, 0
        while True:
            self.watched.wait()
            time.sleep(LOOK_SECONDS)
            with self.state:
                stuck = self.running != 0 and self.running == seen
                idle = 0 if self.running != 0 or self.begun != seen else idle + 1
                seen = self.begun
                if stuck:
                    self.running = 0
                if stuck or idle > MAX_IDLE_LOOKS:
                    self.quick, idle = False, 0
                    self.watched.clear()
            if stuck:
                self.pass_on()
