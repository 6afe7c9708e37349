"""What each operation of the wire does with a capability."""

from __future__ import annotations

import os
import time
from dataclasses import asdict, is_dataclass
from threading import Lock
from typing import Any, Callable, Dict

from .actions import action_entries, call_named
from .adapter import task_methods
from .capability import ToolCapability, no_execute
from .control import rss_bytes
from .describe import describe_action, describe_methods
from .errors import CapabilityInputError, ConfigLostError
from .loop import settle
from .surface import derive_structural_surface

TASKS = {"execute", "executeStream", "action", "actionStream", "task", "taskStream"}
BEGAN = time.monotonic()


class Operations:
    """A capability with its adapters, and whether it is switched on."""

    def __init__(self, capability: ToolCapability, adapters: Dict[str, Any]):
        self.capability, self.adapters = capability, adapters
        self.enabled, self.switching = True, Lock()

    def perform(self, operation: str, params: Dict[str, Any], args: Any, named: Dict[str, Any]) -> Any:
        capability = self.capability
        if operation in ("action", "actionStream"):
            return capability.dispatch_to_action(params.get("action") or "", **named)
        if operation in ("task", "taskStream"):
            return self.run_task(params.get("task"), params.get("method"), named)
        if operation == "execute":
            return self.execute()(*args, **named)
        if operation == "executeStream":
            return capability.execute_stream(*args, **named)
        if operation not in SIMPLE:
            raise CapabilityInputError(f'Cannot perform "{operation}": there is no such operation', ["op"])
        return SIMPLE[operation](self, args)

    def streams_of(self, params: Dict[str, Any]) -> str:
        """What a generator gives to a caller that takes no stream."""
        entry = action_entries(type(self.capability)).get(params.get("action") or "")
        return (entry and entry.streams) or "list"

    def execute(self) -> Callable[..., Any]:
        if not hasattr(self.capability, "execute"):
            raise no_execute(self.capability)
        found: Callable[..., Any] = getattr(self.capability, "execute")
        return found

    def run_task(self, task: Any, method: Any, named: Dict[str, Any]) -> Any:
        adapter = self.adapters.get(task)
        if adapter is None:
            raise CapabilityInputError(f'Cannot call task "{task}": no adapter serves it', ["task"])
        if method not in task_methods(type(adapter)):
            known = ", ".join(task_methods(type(adapter)))
            raise CapabilityInputError(f'Cannot call method "{method}": there is no such one; there is {known}', ["method"])
        return call_named(getattr(adapter, method), f'method "{task}.{method}"', named)

    def switch(self, enabled: bool) -> None:
        """Each change is told once, and "off" only after the last call."""
        with self.switching:
            if enabled == self.enabled:
                return
            self.enabled = enabled
            if not enabled:
                self.capability._calls.when_idle()
            settle(self.capability.on_enable() if enabled else self.capability.on_disable())

    def change_config(self, old: Any, new: Any) -> None:
        """As a whole or not at all: after a failure the worker has the old configuration."""
        prepare = getattr(self.capability, "_prepare_config", None)
        settle(prepare(new or {}) if prepare else None)
        try:
            settle(self.capability.reconfigure(old, new))
        except Exception as error:
            try:
                settle(self.capability.reconfigure(new, old))
            except Exception:
                name = self.capability.name  # type: ignore[attr-defined]
                raise ConfigLostError(f'Cannot configure "{name}": the old configuration cannot be applied either') from error
            raise error

    def declarations(self) -> Dict[str, Any]:
        """Everything that the classes declare to callers, in the form of a manifest."""
        capability_class = type(self.capability)
        return {
            "actions": [describe_action(entry, capability_class) for entry in action_entries(capability_class).values()],
            "workerEnv": [one.as_json() for one in capability_class.WORKER_ENV],
            "tasks": {task: describe_methods(type(adapter)) for task, adapter in self.adapters.items()},
        }

    def stats(self) -> Dict[str, Any]:
        return {
            "pid": os.getpid(),
            "uptimeMs": round((time.monotonic() - BEGAN) * 1000),
            "rssBytes": rss_bytes(),
            "cpuMs": round(time.process_time() * 1000),
            "inFlight": self.capability._calls.in_flight,
        }

    def options(self) -> Any:
        fields = settle(self.capability.get_config_options()) or {}
        return {name: asdict(one) if is_dataclass(one) and not isinstance(one, type) else one for name, one in fields.items()}


def hook(name: str) -> Callable[[Operations, Any], Any]:
    return lambda self, args: getattr(self.capability, name)(*args)


SIMPLE: Dict[str, Callable[[Operations, Any], Any]] = {
    "initialize": hook("initialize"),
    "prefetch": hook("prefetch"),
    "cleanup": hook("cleanup"),
    "getConfigSchema": hook("get_config_schema"),
    "getCurrentConfig": hook("get_current_config"),
    "getConfigOptions": lambda self, _args: self.options(),
    "reconfigure": lambda self, args: self.change_config(*args),
    "onDisable": lambda self, _args: self.switch(False),
    "onEnable": lambda self, _args: self.switch(True),
    "structuralSurface": lambda self, _args: derive_structural_surface(type(self.capability)),
    "declarations": lambda self, _args: self.declarations(),
    "stats": lambda self, _args: self.stats(),
}
