"""What a capability logs goes to the host, with the id of its call."""

from __future__ import annotations

import logging
import sys
from typing import Any, Optional

from .call import INSTANCE, current_call
from .wire import Wire

LEVELS = ((logging.ERROR, "error"), (logging.WARNING, "warn"), (logging.INFO, "info"), (logging.NOTSET, "debug"))
THRESHOLDS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING, "error": logging.ERROR}


class HostHandler(logging.Handler):
    def __init__(self, wire: Wire):
        super().__init__()
        self.wire = wire

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self.wire.log(level_name(record.levelno), self.format(record), call_id())
        except Exception:
            self.handleError(record)


def level_name(number: int) -> str:
    return next(name for least, name in LEVELS if number >= least)


def call_id() -> Optional[str]:
    call = current_call()
    return None if call is None or call.id == INSTANCE else call.id


def logs_to_host(wire: Wire, level: Any) -> None:
    """Sends records of `logging` as log frames, and printed lines when they are whole."""
    root = logging.getLogger()
    root.addHandler(HostHandler(wire))
    root.setLevel(THRESHOLDS.get(level, logging.INFO))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
