"""The managed half of a tool: identity, lifecycle, configuration, cancellation and reports."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Set

from .actions import action_entries, call_named, collect_capability_actions
from .call import CURRENT, CancelCallback
from .calls import Calls
from .config import Config, fields_that_changed, reload_triggers
from .env import EnvVarSpec
from .errors import CapabilityDefinitionError, CapabilityInputError
from .loop import settle

#: What a class must have, by the names of the wire.
REQUIRED = {
    "name": "name",
    "version": "version",
    "initialize": "initialize",
    "get_config_schema": "getConfigSchema",
    "get_current_config": "getCurrentConfig",
}


class SupportedActions:
    """The names of a class's actions, read from the class or an instance."""

    def __get__(self, _instance: Any, owner: type) -> Set[str]:
        return collect_capability_actions(owner)


class ToolCapability:
    """Fill in `name`, `version`, `initialize`, `get_config_schema` and `get_current_config`; the rest is optional."""

    config_class: Any = None
    WORKER_ENV: Iterable[EnvVarSpec] = ()
    supported_actions: Any = SupportedActions()

    _calls: Calls

    def __new__(cls, *_args: Any, **_named: Any) -> "ToolCapability":
        missing = [said for member, said in REQUIRED.items() if not hasattr(cls, member)]
        if missing:
            names = ", ".join(member for member, said in REQUIRED.items() if said in missing)
            raise CapabilityDefinitionError(f"Cannot create {cls.__name__}: it lacks {names}", missing=missing)
        made = super().__new__(cls)
        made._calls = Calls()
        return made

    def prefetch(self) -> Any:
        """Loads slow resources before the first call needs them."""

    def cleanup(self) -> Any:
        """Gives back what `initialize` took."""

    def on_disable(self) -> Any:
        """Runs when the instance is switched off, after its last call."""

    def on_enable(self) -> Any:
        """Runs when the instance is switched on again."""

    def get_config_options(self) -> Any:
        """The values that fields of the configuration accept now: `FieldOptions` by field."""
        return {}

    def execute_stream(self, *args: Any, **named: Any) -> Iterator[Any]:
        if not hasattr(self, "execute"):
            raise no_execute(self)
        yield settle(self.execute(*args, **named))

    def reconfigure(self, old: Optional[Config], new: Optional[Config]) -> Any:
        """Releases what the changed fields name, then applies the new configuration."""
        self.reconfigure_with_triggers(old, new)
        apply: Callable[[Config], Any] = getattr(self, "_apply_config", None) or getattr(self, "initialize")
        settle(apply(new or {}))

    def reconfigure_with_triggers(self, old: Optional[Config], new: Optional[Config]) -> None:
        """Runs the release hook of each trigger whose field changed; one that fails does not stop the others."""
        changed = self.fields_that_changed(old, new)
        fired = dict.fromkeys(trigger for field, trigger in reload_triggers(self).items() if field in changed)
        for trigger in fired:
            hook = getattr(self, f"_release_{trigger}", None)
            try:
                settle(hook() if hook else None)
            except Exception as error:
                self._calls.current.log("error", f'The release hook of "{trigger}" failed: {error}')

    def fields_that_changed(self, old: Optional[Config], new: Optional[Config]) -> Set[str]:
        return fields_that_changed(old, new)

    @property
    def _cancel_requested(self) -> bool:
        return self._calls.current.cancelled

    def cancel(self, call_id: Optional[str] = None, reason: Optional[str] = None) -> None:
        """Cancels one call; without an id the current one or, outside of calls, all of them."""
        self._calls.cancel(call_id, reason)

    def check_cancel(self) -> None:
        """Raises CapabilityCancelledError if the current call was cancelled: call it in loops."""
        self._calls.current.check_cancel()

    def register_cancel_callback(self, callback: CancelCallback) -> Callable[[], None]:
        """Runs a callback on cancel: of this call or, outside of tasks, of every call. Gives what undoes it."""
        call = CURRENT.get()
        home = call if call is not None and call.kind == "task" else self._calls.instance
        return home.on_cancel(callback)

    @contextmanager
    def cancel_signal_to(self, callback: CancelCallback) -> Iterator[None]:
        undo = self.register_cancel_callback(callback)
        try:
            yield
        finally:
            undo()

    def report_progress(self, progress: float, message: Optional[str] = None) -> None:
        """Says how far the call is: from 0 to 1, or -1 if that is unknown."""
        self._calls.current.progress.report(progress, message)

    def report_usage(self, usage: Dict[str, float], add: bool = False) -> None:
        self._calls.current.report_usage(usage, add)

    def heartbeat(self, phase: str, interval: float = 0.5, progress: Optional[float] = None) -> Any:
        """Reports progress each `interval` seconds during a block that reports none itself."""
        return self._calls.current.progress.beat(phase, interval, progress)

    def dispatch_to_action(self, action: str, /, **named: Any) -> Any:
        """Calls the handler of an action, own or inherited."""
        entry = action_entries(type(self)).get(action)
        if entry is None:
            known = ", ".join(sorted(action_entries(type(self)))) or "none"
            text = f'Cannot call action "{action}": there is no such one; there is {known}'
            raise CapabilityInputError(text, ["action"])
        return call_named(getattr(self, entry.method), f'action "{action}"', named)


def no_execute(capability: Any) -> CapabilityInputError:
    instead = ", ".join(f'action "{name}"' for name in sorted(action_entries(type(capability)))) or "it has no actions"
    text = f'Cannot execute "{capability.name}": it has no such method; use {instead}'
    return CapabilityInputError(text, ["execute"])
