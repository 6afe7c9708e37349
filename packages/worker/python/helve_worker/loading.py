"""Finds the classes that a host names in the modules that it names."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType
from typing import Any, Callable, Dict, Optional

from .adapter import is_adapter
from .capability import ToolCapability
from .errors import CapabilityDefinitionError

#: Classes that a program serves itself, by name; see `serve`.
SERVED: Dict[str, type] = {}


def load_class(source: Dict[str, Any], fits: Callable[[Any], bool]) -> type:
    """The class that the host names, or the only one that fits."""
    name = source.get("export")
    module = source.get("module")
    if SERVED:
        return choose(SERVED, name, fits, module or "this program")
    if not module:
        raise refused("a capability", "the host did not name one")
    return choose(classes_of(load_module(module)), name, fits, module)


def load_module(module: str) -> ModuleType:
    """Imports a file by its path, with its folder on the path of modules, or a module by its dotted name."""
    if not (module.endswith(".py") or os.path.isabs(module)):
        return importlib.import_module(module)
    path = os.path.abspath(module)
    folder, name = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise refused(module, "there is no such file")
    if name in sys.modules and getattr(sys.modules[name], "__file__", None) == path:
        return sys.modules[name]
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


def classes_of(module: ModuleType) -> Dict[str, type]:
    """The classes of a module; one that another module defines counts only where the module has none of its own."""
    every = {name: value for name, value in vars(module).items() if isinstance(value, type) and name[0] != "_"}
    own = {name: value for name, value in every.items() if value.__module__ == module.__name__}
    return own if any(is_capability(one) or is_adapter(one) for one in own.values()) else every


def choose(classes: Dict[str, type], name: Optional[str], fits: Callable[[Any], bool], module: str) -> type:
    if name is not None:
        if name not in classes:
            raise refused(module, f'it has no class "{name}"; there is {", ".join(classes) or "none"}')
        return classes[name]
    found = [value for value in classes.values() if fits(value)]
    if len(found) == 1:
        return found[0]
    many = ", ".join(value.__name__ for value in found)
    raise refused(module, f"it has several classes that fit: {many}" if found else "it has no class that fits")


def is_capability(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, ToolCapability) and value is not ToolCapability


def is_whole(value: Any) -> bool:
    """True for a class that can be created; one that others extend may lack members."""
    from .capability import REQUIRED

    return is_capability(value) and all(hasattr(value, member) for member in REQUIRED)


def refused(module: str, details: str) -> CapabilityDefinitionError:
    return CapabilityDefinitionError(f'Cannot load "{module}": {details}', details=details)
