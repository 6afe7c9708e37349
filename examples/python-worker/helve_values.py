"""Values and errors as they travel: what JSON lacks is tagged, and an error is named by its code."""

import base64
import errno
import math
import traceback
from datetime import datetime, timezone

KEY = "__wire__"
SAFE = 2**53


class BigInt(int):
    """A whole number that is a `bigint` on the other side."""


class WireMap(dict):
    """A `Map` of the other side: a dict whose keys may be anything that can be a key."""


class WireValue:
    """A value of a kind that Python has no word for; it goes back as it came."""

    def __init__(self, kind, data):
        self.kind, self.data = kind, data


def tag(kind, data):
    return {KEY: kind, "data": data}


def encode(value):
    if isinstance(value, (bytes, bytearray)):
        return tag("bytes", base64.b64encode(value).decode())
    if isinstance(value, datetime):
        return tag("date", value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    if isinstance(value, BigInt) or (isinstance(value, int) and abs(value) >= SAFE):
        return tag("bigint", str(int(value)))
    if isinstance(value, float) and not math.isfinite(value):
        return tag("number", "NaN" if value != value else "Infinity" if value > 0 else "-Infinity")
    if isinstance(value, (set, frozenset)):
        return tag("set", [encode(one) for one in value])
    if isinstance(value, WireMap):
        return tag("map", [[encode(key), encode(one)] for key, one in value.items()])
    if isinstance(value, WireValue):
        return tag(value.kind, value.data)
    if isinstance(value, dict):
        plain = {str(key): encode(one) for key, one in value.items()}
        return tag("object", [[key, one] for key, one in plain.items()]) if KEY in plain else plain
    if isinstance(value, (list, tuple)):
        return [encode(one) for one in value]
    return value


DECODERS = {
    "bytes": lambda data: base64.b64decode(data),
    "date": lambda data: datetime.fromisoformat(data.replace("Z", "+00:00")),
    "bigint": lambda data: BigInt(data),
    "number": lambda data: float(data),
    "undefined": lambda data: None,
    "set": lambda data: {decode(one) for one in data},
    "map": lambda data: WireMap((decode(key), decode(one)) for key, one in data),
    "object": lambda data: {key: decode(one) for key, one in data},
}


def decode(value):
    if isinstance(value, list):
        return [decode(one) for one in value]
    if not isinstance(value, dict):
        return value
    if KEY in value:
        kind, data = value[KEY], value.get("data")
        return DECODERS[kind](data) if kind in DECODERS else WireValue(kind, data)
    return {key: decode(one) for key, one in value.items()}


class CapabilityError(Exception):
    """An error that the host knows by its code: INPUT, CONFIG, TRANSIENT, RESOURCE, FATAL and what extends them."""

    def __init__(self, code, message, fields=None, retriable=None, capability_name=None, cause=None):
        super().__init__(message)
        self.code, self.fields, self.retriable = code, fields or {}, retriable
        self.capability_name, self.cause = capability_name, cause


class CapabilityCancelled(CapabilityError):
    def __init__(self, call_id, reason):
        super().__init__("CANCELLED", f'Cannot continue call "{call_id}": it was cancelled')
        self.fields = {"callId": call_id, **({"reason": reason} if reason else {})}


def input_error(message, fields_invalid):
    return CapabilityError("INPUT", message, {"fieldsInvalid": fields_invalid})


CODES = {
    "INPUT": {errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR},
    "TRANSIENT": {errno.ETIMEDOUT, errno.ECONNRESET, errno.ECONNREFUSED, errno.ECONNABORTED, errno.EPIPE, errno.EBUSY, errno.EMFILE},
    "RESOURCE": {errno.ENOMEM, errno.ENOSPC},
}


def to_wire_error(error):
    """The code names the class that the error has on the other side; causes go along."""
    inside = {"message": str(error), "stack": "".join(traceback.format_exception(type(error), error, error.__traceback__))}
    if isinstance(error, CapabilityError):
        wire = {"code": error.code, "fields": error.fields, **inside}
        if error.retriable is not None:
            wire["retriable"] = error.retriable
        if error.capability_name is not None:
            wire["capabilityName"] = error.capability_name
        return {**wire, **({"cause": plain_error(error.cause)} if error.cause else {})}
    for code, numbers in CODES.items():
        if isinstance(error, OSError) and error.errno in numbers:
            return {"code": code, "cause": plain_error(error), **inside}
    return {"code": "FATAL", "fields": {"errorType": "INTERNAL"}, "cause": plain_error(error), **inside}


def plain_error(error):
    """An error of nobody in particular, with those that it collects."""
    wire = {"code": "ERROR", "message": str(error), "fields": {"name": type(error).__name__}}
    collected = getattr(error, "errors", None) or getattr(error, "exceptions", None)
    if collected:
        wire["errors"] = [plain_error(one) for one in collected]
    return wire
