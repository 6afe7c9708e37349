"""Capabilities for Helve in Python: the standard library is all it needs.

The frames are JSON lines on two sockets that the host opened: file descriptor 3 is the main channel, 4 the control
channel. Standard output is free: what is printed there reaches the log of the host and never the protocol.

    main channel ──▶ reader ──▶ one thread per call ──▶ Capability
    control channel ──▶ control thread: notes cancels, and ends the process group when the host is gone
"""

import asyncio
import contextvars
import inspect
import itertools
import json
import os
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager

from helve_values import CapabilityCancelled, CapabilityError, decode, encode, input_error, to_wire_error

PROTOCOL = 1
FEATURES = ["prefetch", "reconfigure", "cleanup", "signals", "options", "stream", "stats", "control"]
MIN_PROGRESS_SECONDS = 0.05
ORDER = itertools.count()
CURRENT = contextvars.ContextVar("call", default=None)


class Wire:
    """The main channel. Threads may send at the same time, so each line goes out whole."""

    def __init__(self):
        self.main, self.control = socket.socket(fileno=3), socket.socket(fileno=4)
        self.sending = threading.Lock()

    def send(self, **frame):
        line = json.dumps({"jsonrpc": "2.0", **frame}, allow_nan=False).encode() + b"\n"
        with self.sending:
            self.main.sendall(line)

    def log(self, level, message, call_id=None):
        about = {} if call_id in (None, "instance") else {"id": call_id}
        self.send(method="log", params={**about, "level": level, "message": message, "time": time.time() * 1000})


class Progress:
    """How far a call is, as its code says and as its heartbeats keep saying: at most one frame each 50 ms."""

    def __init__(self, call):
        self.call, self.lock = call, threading.RLock()
        self.value, self.message, self.warned = -1, "", False
        self.beats, self.sent_at, self.waiting = [], 0.0, None

    def report(self, value, message=None):
        with self.lock:
            self.value = self.accept(value)
            if self.beats:
                self.beats[-1]["base"] = message if message is not None else self.beats[-1]["base"]
            elif message is not None:
                self.message = message
            self.touch()

    def accept(self, value):
        if value != value or value in (float("inf"), float("-inf")):
            raise input_error(f"Cannot report progress: it is {value}", ["progress"])
        if value == -1 or 0 <= value <= 1:
            return value
        if not self.warned:
            self.warned = True
            self.call.log("warn", f"Progress {value} was clamped: it is -1, or between 0 and 1")
        return min(1, max(0, value))

    def touch(self):
        """Shows the pair now, or when its turn comes."""
        left = self.sent_at + MIN_PROGRESS_SECONDS - time.monotonic()
        if left <= 0:
            self.show()
        elif self.waiting is None:
            self.waiting = threading.Timer(left, self.flush)
            self.waiting.daemon = True
            self.waiting.start()

    def flush(self):
        with self.lock:
            if self.waiting is not None:
                self.show()

    def show(self):
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting, self.sent_at = None, time.monotonic()
        about = {}
        if self.beats:
            beat = self.beats[-1]
            self.message = f"{beat['base']} ({time.monotonic() - beat['since']:.1f}s)"
            about["phase"] = beat["phase"]
        self.call.send("progress", progress=self.value, message=self.message, **about)

    @contextmanager
    def beat(self, phase, interval=0.5, progress=None):
        beat = {"phase": phase, "base": phase, "since": time.monotonic()}
        over = threading.Event()
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

    def tick(self, beat, interval, over):
        while not over.wait(interval):
            with self.lock:
                if self.beats and self.beats[-1] is beat:
                    self.touch()


class Call:
    """One call from its first to its last moment: its id, its cancel, its news."""

    def __init__(self, worker, call_id, kind, envelope=None):
        self.worker, self.id, self.kind = worker, call_id, kind
        self.envelope = {"attempt": 1, "control": {}, **(envelope or {})}
        self.cancelled, self.reason, self.callbacks = threading.Event(), None, []
        self.seq, self.used, self.progress = itertools.count(1), {}, Progress(self)

    def send(self, method, **params):
        self.worker.wire.send(method=method, params={"id": self.id, "seq": next(self.seq), **params})

    def log(self, level, message):
        self.worker.wire.log(level, message, self.id)

    def usage(self, usage, add=False):
        delta = {unit: n if add else n - self.used.get(unit, 0) for unit, n in usage.items()}
        for unit, n in delta.items():
            self.used[unit] = self.used.get(unit, 0) + n
        self.send("usage", delta=delta)

    def on_cancel(self, callback):
        entry = (next(ORDER), callback)
        # What is registered while there is no task stays for all of them.
        home = self if self.kind == "task" else self.worker.instance
        home.callbacks.append(entry)
        return lambda: home.callbacks.remove(entry) if entry in home.callbacks else None

    def request_cancel(self, reason):
        self.reason = self.reason or reason
        self.cancelled.set()

    def check_cancel(self):
        if self.cancelled.is_set():
            raise CapabilityCancelled(self.id, self.reason)


def action(name):
    """Marks a method as the handler of an action."""

    def mark(method):
        method.helve_action = name
        return method

    return mark


class Capability:
    """What an author fills in; `name`, `version`, `initialize`, `get_config_schema` and `get_current_config` are needed."""

    name = version = initialize = get_config_schema = get_current_config = None
    execute = None
    actions = {}

    def prefetch(self):
        pass

    def cleanup(self):
        pass

    def on_disable(self):
        pass

    def on_enable(self):
        pass

    def get_config_options(self):
        return {}

    def execute_stream(self, *args):
        if self.execute is None:
            raise input_error(f'Cannot execute "{self.name}": it has no such method', ["execute"])
        yield settle(self.execute(*args))

    def reconfigure(self, old, new):
        """Releases what the changed fields name, then applies the new configuration."""
        self.release_triggers(old or {}, new or {})
        apply = getattr(self, "_apply_config", None) or self.initialize
        settle(apply(new or {}))

    def release_triggers(self, old, new):
        changed = {key for key in {*old, *new} if old.get(key) != new.get(key) or type(old.get(key)) is not type(new.get(key))}
        fields = self.get_config_schema().get("properties", {})
        triggers = dict.fromkeys(fields[key].get("x-reload-trigger") for key in fields if key in changed)
        for trigger in filter(None, triggers):
            hook = getattr(self, f"_release_{trigger}", None)
            try:
                settle(hook() if hook else None)
            except Exception as error:
                current().log("error", f"The release hook of {trigger} failed: {error}")

    def cancel(self, call_id=None, reason=None):
        WORKER.cancel(call_id, reason, CURRENT.get())

    def check_cancel(self):
        current().check_cancel()

    def register_cancel_callback(self, callback):
        return current().on_cancel(callback)

    @contextmanager
    def cancel_signal_to(self, callback):
        undo = current().on_cancel(callback)
        try:
            yield
        finally:
            undo()

    def report_progress(self, progress, message=None):
        current().progress.report(progress, message)

    def report_usage(self, usage, add=False):
        current().usage(usage, add)

    def heartbeat(self, phase, interval=0.5, progress=None):
        return current().progress.beat(phase, interval, progress)


def current():
    """The call of the code that asks; outside of one, the instance."""
    return CURRENT.get() or WORKER.instance


def record_account(kind, payload):
    current().send("account", type=kind, payload=encode(payload))


def settle(result):
    """Waits for what a coroutine gives."""
    return asyncio.run(result) if inspect.iscoroutine(result) else result


def actions_of(capability_class):
    """All actions by name, inherited ones too; None takes one away."""
    table = {}
    for owner in reversed(capability_class.__mro__):
        for method, value in vars(owner).items():
            if hasattr(value, "helve_action"):
                table[value.helve_action] = method
        table.update(vars(owner).get("actions") or {})
    return {name: method for name, method in table.items() if method is not None}


class Gate:
    """Switches a capability off and on: each change is told once, and "off" only after the last call."""

    def __init__(self, worker):
        self.worker, self.enabled, self.lock = worker, True, threading.Lock()

    def set(self, enabled):
        with self.lock:
            if enabled == self.enabled:
                return
            self.enabled = enabled
            if not enabled:
                self.worker.when_idle()
            settle(self.worker.capability.on_enable() if enabled else self.worker.capability.on_disable())


class StreamAnswer:
    """Sends what a generator yields, as far as the host's credit goes; without credit it is not advanced."""

    def __init__(self, call, credit):
        self.call, self.credit, self.news = call, credit or {"chunks": 16, "bytes": 1 << 20}, threading.Condition()
        self.sent, self.acked, self.open = 0, 0, []

    def ack(self, seq):
        with self.news:
            self.open = [one for one in self.open if one[0] > seq]
            self.news.notify()

    def wake(self):
        with self.news:
            self.news.notify()

    def has_room(self, size):
        waiting = sum(one[1] for one in self.open)
        return not self.open or (len(self.open) < self.credit["chunks"] and waiting + size <= self.credit["bytes"])

    def run(self, source):
        try:
            for value in source:
                chunk = encode(value)
                size = len(json.dumps(chunk))
                with self.news:
                    self.news.wait_for(lambda: self.has_room(size) or self.call.cancelled.is_set())
                    self.call.check_cancel()
                    self.sent += 1
                    self.open.append((self.sent, size))
                params = {"id": self.call.id, "seq": self.sent, "value": chunk, "bytes": size}
                self.call.worker.wire.send(method="chunk", params=params)
        finally:
            source.close()
        return self.sent


def to_stream(result):
    if inspect.isgenerator(result):
        return result
    return (one for one in [settle(result)])


class Worker:
    """The worker's side: boot, hello, calls, until the host says shutdown."""

    def __init__(self, classes, adapters=()):
        self.wire, self.classes = Wire(), {one.__name__: one for one in classes}
        self.adapter_classes = {one.__name__: one for one in adapters}
        self.instance, self.capability, self.adapters = Call(self, "instance", "instance"), None, {}
        self.live, self.early, self.streams, self.last_epoch = {}, {}, {}, 0
        self.idle, self.gate = threading.Condition(), Gate(self)

    def serve(self):
        threading.Thread(target=self.watch_control, daemon=True).start()
        for line in self.wire.main.makefile("rb"):
            frame = json.loads(line)
            method, params = frame.get("method"), frame.get("params", {})
            if method == "shutdown":
                break
            handler = {"boot": self.boot, "cancel": self.on_cancel, "ack": self.on_ack}.get(method)
            if method == "call":
                self.last_epoch = params["epoch"]
                threading.Thread(target=self.call, args=(frame["id"], params), daemon=True).start()
            elif handler:
                handler(params)
            elif "id" in frame:
                error = {"code": -32601, "message": f'Cannot answer "{method}": there is no such method'}
                self.wire.send(id=frame["id"], error=error)
        sys.stdout.flush()
        os._exit(0)

    def watch_control(self):
        """Sees a cancel while the other threads are busy. End of file means that the host is gone."""
        for line in self.wire.control.makefile("rb"):
            frame = json.loads(line)
            call = self.live.get(frame.get("params", {}).get("id"))
            if frame.get("method") == "cancel" and call:
                call.request_cancel(frame["params"].get("reason"))
                self.wake(call.id)
        os.killpg(0, signal.SIGKILL)

    def boot(self, params):
        try:
            CURRENT.set(Call(self, "boot", "boot"))
            self.capability = self.make(params.get("capability") or {})
            for source in params.get("adapters", []):
                adapter = self.adapter_classes[source["export"]](self.capability)
                self.adapters[adapter.task_name] = adapter
        except BaseException as error:
            self.wire.send(id="boot", error={"code": -32000, "message": str(error), "data": to_wire_error(error)})
            os._exit(69)
        finally:
            CURRENT.set(None)
        capability = self.capability
        self.wire.send(
            method="hello",
            params={
                "protocol": PROTOCOL,
                "capability": capability.name,
                "version": capability.version,
                "pid": os.getpid(),
                "runtime": "python " + sys.version.split()[0],
                "features": FEATURES,
                "actions": sorted(actions_of(type(capability))),
                "adapters": {task: public_methods(adapter) for task, adapter in self.adapters.items()},
            },
        )

    def make(self, source):
        """The class that the host names, or the only one there is."""
        only = next(iter(self.classes.values())) if len(self.classes) == 1 else None
        found = self.classes.get(source.get("export"), only)
        if found is None:
            raise CapabilityError("DEFINITION", f"Cannot load {source.get('export')}: there is no such class")
        needed = {"name": "name", "version": "version", "initialize": "initialize"}
        needed.update(get_config_schema="getConfigSchema", get_current_config="getCurrentConfig")
        missing = [said for member, said in needed.items() if getattr(found, member) is None]
        if missing:
            text = f"Cannot make {found.__name__}: it lacks {', '.join(missing)}"
            raise CapabilityError("DEFINITION", text, {"missing": missing})
        return found()

    def call(self, call_id, params):
        operation = params["op"]
        kind = "task" if operation in TASKS else "lifecycle"
        call = Call(self, call_id, kind, params.get("envelope"))
        stream = StreamAnswer(call, params.get("credit")) if operation.endswith("Stream") else None
        CURRENT.set(call)
        with self.idle:
            self.live[call_id] = call
            if stream:
                self.streams[call_id] = stream
        result, failure = None, None
        try:
            if call_id in self.early:
                call.request_cancel(self.early.pop(call_id))
            call.check_cancel()
            answer = self.perform(operation, params)
            result = {"chunks": stream.run(to_stream(answer))} if stream else {"value": encode(settle(answer))}
        except BaseException as error:
            failure = {"code": -32000, "message": str(error), "data": to_wire_error(error)}
        call.progress.flush()
        with self.idle:
            del self.live[call_id]
            self.streams.pop(call_id, None)
            self.idle.notify_all()
        if failure:
            self.wire.send(id=call_id, error=failure)
        else:
            self.wire.send(id=call_id, result={**result, **({"usage": call.used} if call.used else {})})

    def perform(self, operation, params):
        capability, args, named = self.capability, decode(params.get("args") or []), decode(params.get("named") or {})
        if operation in ("action", "actionStream"):
            return self.dispatch(actions_of(type(capability)), capability, "action", params.get("action"), named)
        if operation in ("task", "taskStream"):
            adapter = self.adapters.get(params.get("task"))
            if adapter is None:
                raise input_error(f'Cannot call task "{params.get("task")}": no adapter serves it', ["task"])
            methods = {name: name for name in public_methods(adapter)}
            return self.dispatch(methods, adapter, "method", params.get("method"), named)
        if operation == "execute" and capability.execute is None:
            return next(capability.execute_stream(*args))
        if operation in ("onDisable", "onEnable"):
            return self.gate.set(operation == "onEnable")
        if operation == "reconfigure":
            return self.change_config(*args)
        if operation == "stats":
            return {"pid": os.getpid(), "cpuMs": round(time.process_time() * 1000), "inFlight": self.in_flight()}
        if operation not in METHODS:
            raise input_error(f'Cannot perform "{operation}": there is no such operation', ["op"])
        return getattr(capability, METHODS[operation])(*args)

    def dispatch(self, table, owner, what, name, named):
        if name not in table:
            known = ", ".join(table) or "none"
            raise input_error(f'Cannot call {what} "{name}": there is no such one; there is {known}', [what])
        return getattr(owner, table[name])(**named)

    def change_config(self, old, new):
        """As a whole or not at all: after a failure the worker has the old configuration."""
        prepare = getattr(self.capability, "_prepare_config", None)
        settle(prepare(new or {}) if prepare else None)
        try:
            self.capability.reconfigure(old, new)
        except Exception as error:
            try:
                self.capability.reconfigure(new, old)
            except Exception as again:
                raise CapabilityError("CONFIG_LOST", "Cannot apply the old configuration either", cause=again) from again
            raise error

    def on_ack(self, params):
        stream = self.streams.get(params["id"])
        if stream:
            stream.ack(params["seq"])

    def on_cancel(self, params):
        call_id, reason = params["id"], params.get("reason")
        if call_id == "instance":
            self.cancel(None, reason, None)
        elif call_id in self.live:
            self.cancel(call_id, reason, None)
        elif params.get("epoch", 0) > self.last_epoch:
            self.early[call_id] = reason

    def cancel(self, call_id, reason, inside):
        """Of one call, of the current one or, outside of a call, of all: flags first, then the callbacks in order."""
        with self.idle:
            everything = list(self.live.values())
        calls = [self.live[call_id]] if call_id in self.live else [inside] if inside else everything
        for call in calls:
            call.request_cancel(reason)
            self.wake(call.id)
        entries = {entry for call in [self.instance, *calls] for entry in call.callbacks}
        for _, callback in sorted(entries, key=lambda entry: entry[0]):
            try:
                callback(reason)
            except Exception as error:
                (calls or [self.instance])[0].log("error", f"A cancel callback failed: {error}")

    def wake(self, call_id):
        stream = self.streams.get(call_id)
        if stream:
            stream.wake()

    def in_flight(self):
        return sum(call.kind == "task" for call in self.live.values())

    def when_idle(self):
        with self.idle:
            self.idle.wait_for(lambda: self.in_flight() == 0)


TASKS = {"execute", "executeStream", "action", "actionStream", "task", "taskStream"}
METHODS = {
    "initialize": "initialize",
    "prefetch": "prefetch",
    "cleanup": "cleanup",
    "getConfigSchema": "get_config_schema",
    "getCurrentConfig": "get_current_config",
    "getConfigOptions": "get_config_options",
    "execute": "execute",
    "executeStream": "execute_stream",
}


def public_methods(adapter):
    return sorted(name for name in dir(type(adapter)) if not name.startswith("_") and callable(getattr(adapter, name)))


WORKER = None


def serve(*classes, adapters=()):
    """Serves one of these capabilities, the one that the host names, until the host is done."""
    global WORKER
    WORKER = Worker(classes, adapters)
    WORKER.serve()
