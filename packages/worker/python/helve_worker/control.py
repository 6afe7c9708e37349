"""What keeps a worker reachable and mortal: it begins before any code of the tool is imported.

    control channel ──▶ thread: notes cancels of busy calls, sends heartbeats, ends the group when the host is gone
                  └───▶ watcher: a process without Python code to run, for imports that hold the interpreter's lock
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import threading
import time
from typing import Any, Callable, Dict, Optional

CancelSeen = Callable[[str, Optional[str], int], None]


class Control:
    """Reads the control channel in a thread of its own."""

    def __init__(self, channel: socket.socket):
        self.channel, self.on_cancel = channel, None  # type: socket.socket, Optional[CancelSeen]
        self.began, self.every, self.next_beat = time.monotonic(), 0.0, 0.0
        self.on_beat: Callable[[], None] = lambda: None
        self.in_flight: Callable[[], int] = lambda: 0
        self.waker, self.woken = socket.socketpair()
        self.sending = threading.Lock()

    def start(self) -> None:
        start_watcher(self.channel.fileno())
        threading.Thread(target=self.run, name="helve-control", daemon=True).start()

    def beat_every(self, milliseconds: float, on_beat: Callable[[], None], in_flight: Callable[[], int]) -> None:
        """Begins heartbeats: of this thread, and by `on_beat` of the one that runs coroutines."""
        self.on_beat, self.in_flight = on_beat, in_flight
        self.every, self.next_beat = milliseconds / 1000, time.monotonic()
        self.waker.send(b"x")

    def run(self) -> None:
        rest = b""
        try:
            while True:
                wait = max(0.0, self.next_beat - time.monotonic()) if self.every else None
                ready = select.select([self.channel, self.woken], [], [], wait)[0]
                if self.woken in ready:
                    self.woken.recv(64)
                if self.channel in ready:
                    data = self.channel.recv(65536)
                    if not data:
                        break
                    *lines, rest = (rest + data).split(b"\n")
                    for line in lines:
                        self.receive(json.loads(line))
                self.beat_if_due()
        finally:
            end_group()

    def receive(self, frame: Dict[str, Any]) -> None:
        params = frame.get("params", {})
        if frame.get("method") == "cancel" and self.on_cancel is not None:
            self.on_cancel(params["id"], params.get("reason"), params.get("epoch", 0))

    def beat_if_due(self) -> None:
        if not self.every or time.monotonic() < self.next_beat:
            return
        self.next_beat = time.monotonic() + self.every
        self.send_beat("control")
        self.on_beat()

    def send_beat(self, sender: str, lag_ms: float = 0) -> None:
        params = {
            "from": sender,
            "uptimeMs": round((time.monotonic() - self.began) * 1000),
            "loopLagMs": round(lag_ms),
            "rssBytes": rss_bytes(),
            "inFlight": self.in_flight(),
        }
        line = json.dumps({"jsonrpc": "2.0", "method": "heartbeat", "params": params}).encode() + b"\n"
        with self.sending:
            self.channel.sendall(line)


def start_watcher(channel: int) -> None:
    """Starts a process that only waits for the end of the host; it is nobody's child, and dies with the group."""
    if not hasattr(os, "fork"):
        return
    child = os.fork()
    if child != 0:
        os.waitpid(child, 0)
        return
    if os.fork() != 0:
        os._exit(0)
    try:
        watch(channel)
    finally:
        end_group()


def watch(channel: int) -> None:
    for descriptor in range(0, max(channel, 16)):
        if descriptor != channel:
            close_quietly(descriptor)
    waiting = select.poll()
    # The hang-up of the host; what it sends is for the thread and is not read here.
    waiting.register(channel, getattr(select, "POLLRDHUP", 0))
    while not any(event & ~select.POLLIN for _, event in waiting.poll()):
        time.sleep(0.05)


def close_quietly(descriptor: int) -> None:
    try:
        os.close(descriptor)
    except OSError:
        pass


def end_group() -> None:
    """Ends this process and all that it started, at once."""
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def rss_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
