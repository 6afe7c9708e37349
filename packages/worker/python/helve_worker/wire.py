"""The main channel: JSON lines on a socket that the host opened."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from typing import Any, Dict, Iterator, Optional, Tuple

PROTOCOL = 1
MAX_FRAME_BYTES = 16 << 20
ERROR_TEXT = 4096
#: Stands in every frame that holds a value which JSON lacks.
TAG = b'"__wire__"'


write = json.JSONEncoder(allow_nan=False, separators=(",", ":"), check_circular=False).encode
read = json.JSONDecoder().decode


class FrameTooLargeError(Exception):
    """A frame over the limit: it was not sent, and only its own call fails."""

    def __init__(self, size: int, limit: int):
        super().__init__(
            f"Cannot send a frame of {size} bytes: at most {limit} are allowed; stream it, or give a WireFile"
        )


class Wire:
    """Frames of any thread go out whole, one line each."""

    calls_tools = True

    def __init__(self, main: socket.socket):
        self.main, self.lines = main, main.makefile("rb")
        self.sending = threading.Lock()
        self.max_frame_bytes = MAX_FRAME_BYTES

    def frames(self) -> Iterator[Tuple[Dict[str, Any], bool]]:
        """Frames as they come, each with whether it holds tagged values: only those have to be decoded."""
        for line in self.lines:
            yield read(line.decode()), TAG in line

    def send(self, **frame: Any) -> None:
        line = write({"jsonrpc": "2.0", **frame}).encode() + b"\n"
        if len(line) > self.max_frame_bytes:
            raise FrameTooLargeError(len(line), self.max_frame_bytes)
        with self.sending:
            self.main.sendall(line)

    def notify(self, method: str, **params: Any) -> None:
        self.send(method=method, params=params)

    def log(self, level: str, message: str, call_id: Optional[str] = None) -> None:
        about = {} if call_id is None else {"id": call_id}
        self.notify("log", **about, level=level, message=message[: self.max_frame_bytes // 8], time=time.time() * 1000)

    def fail(self, call_id: str, message: str, data: Dict[str, Any]) -> None:
        """An error always arrives: one with a text that is too long arrives with its beginning."""
        try:
            self.send(id=call_id, error={"code": -32000, "message": message, "data": data})
        except (FrameTooLargeError, TypeError, ValueError):
            short = {"code": data["code"], "message": message[:ERROR_TEXT]}
            self.send(id=call_id, error={"code": -32000, "message": message[:ERROR_TEXT], "data": short})


def take_socket(variable: str, usual: int) -> socket.socket:
    """Opens a channel that the host made; children of the worker do not hear of it."""
    return socket.socket(fileno=int(os.environ.pop(variable, usual)))
