"""Capabilities for Helve in Python: the standard library is all it needs.

    from helve_worker import ToolCapability, capability_action
"""

# The host is watched before anything else is imported.
from . import hosted as _hosted  # noqa: F401
from .actions import capability_action, collect_capability_actions
from .adapter import TaskAdapter
from .call import current_call
from .capability import ToolCapability
from .config import RELOAD_TRIGGER, ConfigOption, FieldOptions, config_json_schema, fields_that_changed
from .env import WORKER_ENV_TEMPLATE_PLACEHOLDERS, EnvVarSpec, expand_worker_env_template, template_check_placeholders
from .errors import (
    CapabilityCancelledError,
    CapabilityConfigError,
    CapabilityError,
    CapabilityFatalError,
    CapabilityInputError,
    CapabilityResourceError,
    CapabilityTimeoutError,
    CapabilityTransientError,
)
from .files import WireFile
from .reports import heartbeat, record_account
from .surface import derive_structural_surface
from .values import BigInt, WireMap, WireValue
from .worker import serve

__version__ = "0.0.0"

__all__ = [
    "BigInt",
    "CapabilityCancelledError",
    "CapabilityConfigError",
    "CapabilityError",
    "CapabilityFatalError",
    "CapabilityInputError",
    "CapabilityResourceError",
    "CapabilityTimeoutError",
    "CapabilityTransientError",
    "ConfigOption",
    "EnvVarSpec",
    "FieldOptions",
    "RELOAD_TRIGGER",
    "TaskAdapter",
    "ToolCapability",
    "WORKER_ENV_TEMPLATE_PLACEHOLDERS",
    "WireFile",
    "WireMap",
    "WireValue",
    "capability_action",
    "collect_capability_actions",
    "config_json_schema",
    "current_call",
    "derive_structural_surface",
    "expand_worker_env_template",
    "fields_that_changed",
    "heartbeat",
    "record_account",
    "serve",
    "template_check_placeholders",
]
