"""The control channel of a program that a host started, taken as soon as this package is imported."""

from __future__ import annotations

import os
import stat
from typing import Optional

from .control import Control
from .wire import take_socket


def open_control(usual: Optional[str] = None) -> Optional[Control]:
    """Begins to watch the host; None in a program that no host started."""
    number = os.environ.get("HELVE_CONTROL_FD", usual)
    if number is None or not is_socket(int(number)) or os.getpgrp() != os.getpid():
        return None
    control = Control(take_socket("HELVE_CONTROL_FD", int(number)))
    control.start()
    return control


def is_socket(descriptor: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError:
        return False


CONTROL = open_control()


def take_control() -> Control:
    """The control channel of a program that serves; one that no host started has none."""
    control = CONTROL or open_control("4")
    if control is None:
        raise SystemExit("Cannot serve: a host starts this program, as `helve worker call` does")
    return control
