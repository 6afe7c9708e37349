"""Environment variables that a worker reads when it starts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Set

from .errors import CapabilityConfigError

#: Every name that a default may refer to as `${NAME}`.
WORKER_ENV_TEMPLATE_PLACEHOLDERS = frozenset(
    {
        "CAPABILITY_DATA_DIR",
        "CAPABILITY_NAME",
        "CJM_CAPABILITY_DATA_DIR",
        "CJM_MODELS_DIR",
        "HELVE_CAPABILITY_DATA_DIR",
        "HELVE_MODELS_DIR",
    }
)

PLACEHOLDER = re.compile(r"\$\{([^}]*)(\}|$)")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


@dataclass(frozen=True)
class EnvVarSpec:
    """One variable, fixed when the worker starts: a new value needs a new worker. A secret has no default."""

    name: str
    secret: bool = False
    required: bool = False
    label: str = ""
    description: str = ""
    default: Optional[str] = None
    options: Optional[List[str]] = None

    def __post_init__(self) -> None:
        if self.secret and (self.default is not None or self.options is not None):
            raise refused(self.name, "a secret has no default and no options, since that would be a leak")
        if not NAME.match(self.name):
            raise refused(self.name, "a name has letters, digits and underscores, and no digit first")

    def as_json(self) -> Dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value not in (None, "", False)}


def template_check_placeholders(template: str) -> Set[str]:
    """The names that a default refers to; raises CapabilityConfigError for unknown ones."""
    names = set()
    for inside, end in PLACEHOLDER.findall(template):
        if end != "}" or not NAME.match(inside):
            raise CapabilityConfigError(f'Cannot read the template "{template}": "${{{inside}" holds no name')
        names.add(inside)
    unknown = sorted(names - WORKER_ENV_TEMPLATE_PLACEHOLDERS)
    if unknown:
        allowed = ", ".join(sorted(WORKER_ENV_TEMPLATE_PLACEHOLDERS))
        raise CapabilityConfigError(f"Cannot read the template: {', '.join(unknown)} unknown; there are {allowed}")
    return names


def expand_worker_env_template(
    template: str,
    placeholders: Mapping[str, Optional[str]],
    capability_name: str = "",
    var_name: str = "",
) -> str:
    """Puts values in place of `${NAME}`, in one pass; a name without a value is an error."""
    try:
        names = template_check_placeholders(template)
    except CapabilityConfigError as error:
        raise refused(var_name, f'of capability "{capability_name}": {error}') from error
    missing = sorted(name for name in names if placeholders.get(name) is None)
    if missing:
        raise refused(var_name, f'of capability "{capability_name}": {", ".join(missing)} has no value')
    return PLACEHOLDER.sub(lambda found: str(placeholders[found.group(1)]), template)


def refused(name: str, problem: str) -> CapabilityConfigError:
    return CapabilityConfigError(f'Cannot use the variable "{name}": {problem}', [name])
