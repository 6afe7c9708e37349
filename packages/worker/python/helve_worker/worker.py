"""The worker's side: boot, hello, calls, until the host says shutdown.

    main channel ──▶ the thread that has the right reads the next frame; if that is a call, it runs it
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from typing import Any, Dict, List, NamedTuple, Optional

from .actions import collect_capability_actions
from .adapter import is_adapter, task_methods
from .call import BOOT, CURRENT, Call
from .capability import ToolCapability
from .control import Control
from .errors import CapabilityFatalError, WorkerProtocolError, error_text, to_wire_error
from .files import FOLDER
from .hosted import take_control
from .loading import SERVED, is_whole, load_class
from .logs import logs_to_host
from .loop import LOOP, is_stream, settle
from .operations import TASKS, Operations
from .reading import Reading
from .stream import StreamAnswer, drain
from .values import decode, encode
from .wire import PROTOCOL, FrameTooLargeError, Wire, take_socket

FEATURES = [
    *["prefetch", "reconfigure", "cleanup", "signals", "options", "surface", "declarations", "stream", "stats"],
    *["control", "heartbeat"],
]
EXIT_NOT_LOADED = 69
EXIT_PROTOCOL = 76


class Request(NamedTuple):
    """A call that was read and is not answered yet."""

    call: Call
    params: Dict[str, Any]
    #: True when its arguments have to be decoded.
    tagged: bool
    stream: Optional[StreamAnswer]


class Worker:
    def __init__(self, control: Control):
        self.control = control
        control.on_cancel = self.flag_cancel
        self.wire = Wire(take_socket("HELVE_WIRE_FD", 3))
        self.operations: Optional[Operations] = None
        self.streams: Dict[str, StreamAnswer] = {}
        self.frames, self.last_epoch = self.wire.frames(), 0
        self.reading = Reading(self.serve)

    def serve(self) -> None:
        """Reads frames until the host is gone or done, and runs the calls among them."""
        try:
            while self.reading.take():
                kept = True
                while kept:
                    request = self.next_request()
                    number = self.reading.keep()
                    kept = self.reading.is_kept(number, self.run(request))
        except BaseException:
            # What cannot be read ends the worker: a thread that ended alone would leave nobody to read.
            traceback.print_exc()
            os._exit(EXIT_PROTOCOL)

    def next_request(self) -> Request:
        for frame, tagged in self.frames:
            method, params = frame.get("method"), frame.get("params", {})
            if method == "call":
                return self.begin(frame["id"], params, tagged)
            if method in HANDLERS:
                HANDLERS[method](self, params)
            elif method is not None and "id" in frame:
                error = {"code": -32601, "message": f'Cannot answer "{method}": there is no such method'}
                self.wire.send(id=frame["id"], error=error)
        # The control thread ends the group when the host is gone.
        os._exit(0)

    def boot(self, params: Dict[str, Any]) -> None:
        limits = params.get("limits") or {}
        self.wire.max_frame_bytes = limits.get("maxFrameBytes", self.wire.max_frame_bytes)
        FOLDER.use(params.get("session", ""))
        os.environ.update(params.get("secrets") or {})
        logs_to_host(self.wire, params.get("logLevel"))
        call = Call(self.wire, BOOT, "boot")
        CURRENT.set(call)
        try:
            if params.get("protocol") != PROTOCOL:
                reason = f"the host speaks protocol {params.get('protocol')}, this worker {PROTOCOL}"
                raise WorkerProtocolError(f"Cannot start: {reason}", reason=reason)
            hello = self.load(params)
        except BaseException as error:
            self.wire.fail(BOOT, error_text(error), to_wire_error(error))
            os._exit(EXIT_NOT_LOADED if params.get("protocol") == PROTOCOL else EXIT_PROTOCOL)
        finally:
            CURRENT.set(None)
        if limits.get("heartbeatMs"):
            self.control.beat_every(limits["heartbeatMs"], self.beat, lambda: self.calls.in_flight)
        self.wire.notify("hello", **hello)

    def load(self, params: Dict[str, Any]) -> Dict[str, Any]:
        capability = load_class(params.get("capability") or {}, is_whole if not SERVED else lambda _one: True)()
        adapters, failures = self.load_adapters(capability, params.get("adapters") or [])
        self.operations = Operations(capability, adapters)
        self.calls.instance.sink = self.wire
        return {
            "protocol": PROTOCOL,
            "capability": capability.name,
            "version": capability.version,
            "pid": os.getpid(),
            "runtime": "python " + sys.version.split()[0],
            "features": FEATURES,
            "actions": sorted(collect_capability_actions(type(capability))),
            "adapters": {task: task_methods(type(adapter)) for task, adapter in adapters.items()},
            **({"adapterFailures": failures} if failures else {}),
        }

    def load_adapters(self, capability: Any, sources: List[Dict[str, Any]]) -> Any:
        """An adapter that fails is listed; the host decides what follows."""
        adapters: Dict[str, Any] = {}
        failures = []
        for source in sources:
            try:
                adapter = load_class(source, is_adapter)(capability)
                task = adapter.task_name
                if task in adapters:
                    raise TypeError(f'Cannot use adapter "{source["name"]}": another one serves task "{task}"')
                adapters[task] = adapter
            except Exception as error:
                failures.append({"name": source["name"], "taskName": source.get("taskName", ""), "reason": str(error)})
        return adapters, failures

    @property
    def calls(self) -> Any:
        assert self.operations is not None
        return self.operations.capability._calls

    def begin(self, call_id: str, params: Dict[str, Any], tagged: bool) -> Request:
        """Notes a call before the next frame is read, which may be its cancel."""
        self.last_epoch = params.get("epoch", 0)
        kind = "task" if params["op"] in TASKS else "lifecycle"
        call = Call(self.wire, call_id, kind, params.get("envelope"))
        stream = StreamAnswer(self.wire, call, params.get("credit")) if params["op"].endswith("Stream") else None
        if stream is not None:
            self.streams[call_id] = stream
        if self.operations is not None:
            self.calls.begin(call)
        return Request(call, params, tagged, stream)

    def run(self, request: Request) -> float:
        """Runs a call, answers it, and gives the seconds that it took."""
        call, began = request.call, time.monotonic()
        token = CURRENT.set(call)
        result: Dict[str, Any] = {}
        failure: Optional[BaseException] = None
        try:
            result = self.answer(request)
        except BaseException as error:
            failure = error
        CURRENT.reset(token)
        if call.reported is not None:
            call.reported.flush()
        self.streams.pop(call.id, None)
        if self.operations is not None:
            self.calls.end(call)
        FOLDER.remove_of(call.id)
        if failure is None:
            if call.used:
                result["usage"] = call.used
            result["durationMs"] = round((time.monotonic() - began) * 1000)
            failure = self.send_result(call.id, result)
        if failure is not None:
            self.wire.fail(call.id, error_text(failure), to_wire_error(failure))
        return time.monotonic() - began

    def answer(self, request: Request) -> Dict[str, Any]:
        call, params, tagged, stream = request
        if self.operations is None:
            raise CapabilityFatalError("Cannot call: the worker is not ready")
        call.check_cancel()
        args, named = decode_arguments(params) if tagged else (params.get("args") or [], params.get("named") or {})
        value = self.operations.perform(params["op"], params, args, named)
        if stream is not None:
            return {"chunks": stream.run(value)}
        value = settle(value)
        try:
            if is_stream(value):
                return {"value": drain(value, self.operations.streams_of(params), call, self.wire.max_frame_bytes)}
            return {"value": encode(value)}
        except TypeError as error:
            raise CapabilityFatalError(f"Cannot send the result of a call: {error}") from error

    def send_result(self, call_id: str, result: Dict[str, Any]) -> Optional[BaseException]:
        try:
            self.wire.send(id=call_id, result=result)
        except FrameTooLargeError as error:
            return CapabilityFatalError(f"Cannot send the result of a call: {error}")
        return None

    def ack(self, params: Dict[str, Any]) -> None:
        stream = self.streams.get(params["id"])
        if stream is not None:
            stream.ack(params["seq"])

    def invoked(self, params: Dict[str, Any]) -> None:
        call = self.calls.live.get(params["id"]) if self.operations is not None else None
        if call is not None:
            call.answer(params)

    def cancel(self, params: Dict[str, Any]) -> None:
        call_id, reason = params["id"], params.get("reason")
        if self.operations is None:
            return
        if call_id == "instance":
            self.calls.cancel(None, reason)
        elif call_id in self.calls.live or params.get("epoch", 0) > self.last_epoch:
            self.calls.cancel(call_id, reason)

    def flag_cancel(self, call_id: str, reason: Optional[str], _epoch: int) -> None:
        """From the control thread, for calls that never give way: their callbacks run when the main channel is read."""
        call = self.calls.live.get(call_id) if self.operations is not None else None
        if call is not None:
            call.request_cancel(reason)

    def shutdown(self, _params: Dict[str, Any]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def beat(self) -> None:
        """The heartbeat of what runs coroutines, which a block in one of them stops."""
        if LOOP.loop is None:
            self.control.send_beat("main")
        else:
            due = time.monotonic()
            LOOP.loop.call_soon_threadsafe(lambda: self.control.send_beat("main", (time.monotonic() - due) * 1000))


def decode_arguments(params: Dict[str, Any]) -> Any:
    try:
        return decode(params.get("args") or []), decode(params.get("named") or {})
    except Exception as error:
        raise WorkerProtocolError(f"Cannot read what the host sent for a call: {error}") from error


HANDLERS = {"boot": Worker.boot, "cancel": Worker.cancel, "ack": Worker.ack, "invoked": Worker.invoked, "shutdown": Worker.shutdown}


def serve(*classes: type, adapters: Any = ()) -> None:
    """Serves one of these capabilities, the one that the host names, until the host is done."""
    SERVED.update({one.__name__: one for one in [*classes, *adapters]})
    Worker(take_control()).serve()
