"""A worker for Helve in Python: the standard library is all it needs.

The frames are JSON lines on two sockets that the host opened: file descriptor 3 is the main channel, 4 the control
channel. Standard output is free: what is printed there reaches the log of the host and never the protocol.
"""

import json
import os
import signal
import socket
import sys
import threading
import time

MAIN, CONTROL = socket.socket(fileno=3), socket.socket(fileno=4)
SENDING = threading.Lock()
CANCELLED = set()  # ids of calls that the host wants to end; also of calls that have not come yet

CONFIG_SCHEMA = {"type": "object", "properties": {"suffix": {"type": "string", "default": ""}}}
CONFIG = {"suffix": ""}


def send(**frame):
    """Writes one frame. Threads may send at the same time, so each line goes out whole."""
    line = json.dumps({"jsonrpc": "2.0", **frame}).encode() + b"\n"
    with SENDING:
        MAIN.sendall(line)


def watch_control():
    """Sees a cancel while the main thread is busy. End of file means that the host is gone: so is this process group."""
    for line in CONTROL.makefile("rb"):
        frame = json.loads(line)
        if frame.get("method") == "cancel":
            CANCELLED.add(frame["params"]["id"])
    os.killpg(0, signal.SIGKILL)


class Call:
    """What the code of an action may want to say or know while it runs."""

    def __init__(self, call_id, params):
        self.id, self.params, self.seq = call_id, params, 0

    def check_cancel(self):
        if self.id in CANCELLED:
            raise InterruptedError("the call was cancelled")

    def progress(self, progress, message=""):
        self.seq += 1
        send(method="progress", params={"id": self.id, "seq": self.seq, "progress": progress, "message": message})

    def usage(self, **delta):
        self.seq += 1
        send(method="usage", params={"id": self.id, "seq": self.seq, "delta": delta})


def shout(call, text="", times=1, pause=0.05):
    for done in range(times):
        call.check_cancel()
        call.progress((done + 1) / times, f"round {done + 1}")
        time.sleep(pause)
    call.usage(letters=len(text))
    return text.upper() + CONFIG["suffix"]


def spin(call):
    """A loop that never gives its thread back, and ends all the same when it is asked to."""
    while True:
        call.check_cancel()


def echo(call, value=None):
    return value


def refuse(call, field="text"):
    raise ValueError(field)


ACTIONS = {"shout": shout, "spin": spin, "echo": echo, "refuse": refuse}

HELLO = {
    "protocol": 1,
    "capability": "upper",
    "version": "1.0.0",
    "pid": os.getpid(),
    "runtime": "python " + sys.version.split()[0],
    "actions": sorted(ACTIONS),
    "features": ["control"],
}


def answer(call_id, params):
    """Does what one call asks for; whatever it raises becomes the answer."""
    op, args = params["op"], params.get("args") or []
    if op == "initialize":
        CONFIG.update(args[0] or {} if args else {})
        return None
    if op == "getConfigSchema":
        return CONFIG_SCHEMA
    if op == "getCurrentConfig":
        return CONFIG
    if op != "action" or params.get("action") not in ACTIONS:
        raise KeyError(params.get("action", op))
    return ACTIONS[params["action"]](Call(call_id, params), **(params.get("named") or {}))


def to_error(error):
    """The code names the class that the error has on the other side."""
    if isinstance(error, InterruptedError):
        return {"code": "CANCELLED"}
    if isinstance(error, KeyError):
        return {"code": "INPUT", "message": f"Cannot call {error}: there is no such action",
                "fields": {"fieldsInvalid": ["action"]}}
    if isinstance(error, (TypeError, ValueError)):
        return {"code": "INPUT", "fields": {"fieldsInvalid": [str(error)]}}
    return {"code": "FATAL"}


def main():
    threading.Thread(target=watch_control, daemon=True).start()
    for line in MAIN.makefile("rb"):
        frame = json.loads(line)
        method, params = frame.get("method"), frame.get("params", {})
        if method == "boot":
            send(method="hello", params=HELLO)
        elif method == "cancel":
            CANCELLED.add(params["id"])
        elif method == "call":
            try:
                send(id=frame["id"], result={"value": answer(frame["id"], params)})
            except Exception as error:
                send(id=frame["id"], error={"code": -32000, "message": str(error), "data": to_error(error)})
            CANCELLED.discard(frame["id"])
        elif method == "shutdown":
            return


main()
