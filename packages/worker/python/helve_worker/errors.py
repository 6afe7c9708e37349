"""Errors that keep their class and their fields on the way to the host.

Each class has the code by which the host knows it; see the table of errors in the documentation.
"""

from __future__ import annotations

import errno
import traceback
from typing import Any, Dict, List, Optional

from .values import decode, encode


class CapabilityError(Exception):
    """An error of a capability; its fields travel with it."""

    code = "FATAL"

    def __init__(self, message: str, *, retriable: Optional[bool] = None, capability_name: Optional[str] = None, **fields: Any):
        super().__init__(message)
        self.retriable = retriable
        self.capability_name = capability_name
        self.fields = {name: value for name, value in fields.items() if value is not None}

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("fields", {})
        if name in fields:
            return fields[name]
        raise AttributeError(name)


class CapabilityInputError(CapabilityError):
    """The caller asked for something that cannot be; `fields_invalid` names the arguments."""

    code = "INPUT"

    def __init__(self, message: str, fields_invalid: Optional[List[str]] = None, **fields: Any):
        super().__init__(message, **fields)
        self.fields_invalid = list(fields_invalid or [])


class CapabilityConfigError(CapabilityInputError):
    """The configuration or an environment variable is wrong."""

    code = "CONFIG"


class CapabilityDisabledError(CapabilityInputError):
    code = "DISABLED"


class CapabilityTransientError(CapabilityError):
    """It may work later; `retry_after_seconds` says when."""

    code = "TRANSIENT"


class CapabilityTimeoutError(CapabilityTransientError):
    code = "TIMEOUT"


class CapabilityCancelledError(CapabilityTransientError):
    code = "CANCELLED"


class WorkerCrashedError(CapabilityTransientError):
    code = "WORKER_CRASHED"


class QueueFullError(CapabilityTransientError):
    code = "QUEUE_FULL"


class CapabilityResourceError(CapabilityError):
    """The machine lacks memory, a GPU or disk space."""

    code = "RESOURCE"


class WorkerOOMError(CapabilityResourceError):
    code = "WORKER_OOM"


class CapabilityFatalError(CapabilityError):
    """It will not work, however often it is tried."""

    code = "FATAL"


class CapabilityNotLoadedError(CapabilityFatalError):
    code = "NOT_LOADED"


class CapabilityDefinitionError(CapabilityFatalError):
    """The class of a capability is not complete; `missing` names its members."""

    code = "DEFINITION"


class CapabilityCrashLoopError(CapabilityFatalError):
    code = "CRASH_LOOP"


class WorkerProtocolError(CapabilityFatalError):
    code = "PROTOCOL"


class JournalUnavailableError(CapabilityFatalError):
    code = "JOURNAL"


class ConfigLostError(CapabilityFatalError):
    """Neither the new nor the old configuration can be applied: the host starts another worker."""

    code = "CONFIG_LOST"


SYSTEM_CODES = {
    "INPUT": {errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR},
    "TRANSIENT": {
        errno.ETIMEDOUT,
        errno.ECONNRESET,
        errno.ECONNREFUSED,
        errno.ECONNABORTED,
        errno.EPIPE,
        errno.EAGAIN,
        errno.EBUSY,
        errno.EMFILE,
    },
    "RESOURCE": {errno.ENOMEM, errno.ENOSPC},
}


def error_text(error: BaseException) -> str:
    """Its text, also where the author's own `__str__` fails."""
    try:
        return str(error)
    except Exception:
        return f"A {type(error).__name__} whose text cannot be read"


def error_stack(error: BaseException) -> str:
    try:
        return "".join(traceback.format_exception(type(error), error, error.__traceback__))
    except Exception:
        return "".join(traceback.format_tb(error.__traceback__))


def to_wire_error(error: BaseException) -> Dict[str, Any]:
    """The code names the class that the error has on the other side; causes go along. Never raises."""
    try:
        return describe_error(error)
    except Exception:
        return {"code": "FATAL", "fields": {"errorType": "INTERNAL"}, "message": error_text(error)}


def describe_error(error: BaseException) -> Dict[str, Any]:
    inside = {"message": error_text(error), "stack": error_stack(error)}
    if isinstance(error, CapabilityError):
        return {"code": error.code, "fields": wire_fields(error), **about(error), **cause_of(error), **inside}
    code = system_code(error)
    if code is not None:
        return {"code": code, "cause": plain_error(error), **inside}
    return {"code": "FATAL", "fields": {"errorType": "INTERNAL"}, "cause": plain_error(error), **inside}


def system_code(error: BaseException) -> Optional[str]:
    if isinstance(error, MemoryError):
        return "RESOURCE"
    number = error.errno if isinstance(error, OSError) else None
    return next((code for code, numbers in SYSTEM_CODES.items() if number in numbers), None)


def wire_fields(error: CapabilityError) -> Dict[str, Any]:
    fields = {camel_case(name): plain_field(value) for name, value in error.fields.items()}
    if isinstance(error, CapabilityInputError):
        fields["fieldsInvalid"] = [text_of(one) for one in error.fields_invalid]
    return fields


def plain_field(value: Any) -> Any:
    """A field as it travels; what cannot travel goes as its text."""
    try:
        return encode(value)
    except Exception:
        return text_of(value)


def text_of(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return f"a {type(value).__name__} whose text cannot be read"


def about(error: CapabilityError) -> Dict[str, Any]:
    known = {"retriable": error.retriable, "capabilityName": error.capability_name}
    return {name: plain_field(value) for name, value in known.items() if value is not None}


def cause_of(error: BaseException) -> Dict[str, Any]:
    return {"cause": plain_error(error.__cause__)} if error.__cause__ is not None else {}


def plain_error(error: BaseException) -> Dict[str, Any]:
    """An error of no class that the host knows, with those that it collects."""
    wire: Dict[str, Any] = {"code": "ERROR", "message": error_text(error), "fields": {"name": type(error).__name__}}
    collected = getattr(error, "exceptions", None) or getattr(error, "errors", None)
    if isinstance(collected, (list, tuple)):
        wire["errors"] = [plain_error(one) for one in collected if isinstance(one, BaseException)]
    return wire


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def snake_case(name: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)


def from_wire_error(wire: Dict[str, Any]) -> CapabilityError:
    """The error of a call that the host made; one of no class that is known here is fatal."""
    code = wire.get("code")
    known = next((one for one in subclasses(CapabilityError) if one.code == code), None)
    if known is None:
        return CapabilityFatalError(str(wire.get("message", "")))
    fields = decode(wire.get("fields") or {})
    error: CapabilityError = known(str(wire.get("message", "")), **{snake_case(name): one for name, one in fields.items()})
    return error


def subclasses(parent: type) -> List[Any]:
    return [one for child in parent.__subclasses__() for one in [child, *subclasses(child)]]
