"""Begins a capability: its module, its manifest and a test that runs without a host."""

from __future__ import annotations

import json
import os
import re
import sys

MODULE = '''"""{name}"""

from helve_worker import CapabilityInputError, ToolCapability, capability_action


class {title}(ToolCapability):
    """Says hello"""

    name, version = "{name}", "1.0.0"

    def __init__(self):
        self.config = {{"greeting": "Hello"}}

    def initialize(self, config=None):
        self.config.update(config or {{}})

    def get_config_schema(self):
        return {{"type": "object", "properties": {{"greeting": {{"type": "string", "default": "Hello"}}}}}}

    def get_current_config(self):
        return dict(self.config)

    @capability_action("greet", policy={{"sideEffects": "none", "idempotent": True}})
    def greet(self, who: str):
        """Greets somebody"""
        if not who:
            raise CapabilityInputError("Cannot greet: who is empty", ["who"])
        self.report_progress(0.5, f"greeting {{who}}")
        return f"{{self.config['greeting']}}, {{who}}!"
'''

TEST = '''"""Run it with `python -m unittest`."""

import unittest

from helve_worker.testing import run_action
from {module} import {title}


class Test{title}(unittest.TestCase):
    def test_greets(self):
        ran = run_action({title}(), "greet", who="Ada")
        self.assertEqual(ran.result, "Hello, Ada!")
        self.assertEqual(ran.progress, [(0.5, "greeting Ada")])


if __name__ == "__main__":
    unittest.main()
'''


def begin(name: str, folder: str = "capabilities") -> None:
    if not re.match(r"[A-Za-z][A-Za-z0-9_-]{0,63}\Z", name):
        sys.exit(f'Cannot begin "{name}": a name has letters, digits, "_" and "-", and begins with a letter')
    target = os.path.join(folder, name)
    if os.path.exists(target):
        sys.exit(f'Cannot begin "{name}": "{target}" is there already')
    os.makedirs(target)
    module = name.replace("-", "_")
    title = "".join(part[:1].upper() + part[1:] for part in re.split("[-_]", name))
    names = {"name": name, "module": module, "title": title}
    write(os.path.join(target, f"{module}.py"), MODULE.format(**names))
    write(os.path.join(target, f"test_{module}.py"), TEST.format(**names))
    write(os.path.join(target, "capability.json"), json.dumps(manifest(names), indent=2) + "\n")
    sys.stdout.write(f"{target}: write {module}.py, then `helve worker manifest {target}`\n")


def manifest(names: "dict[str, str]") -> "dict[str, object]":
    code = {
        "name": names["name"],
        "version": "1.0.0",
        "description": "Says hello",
        "runtime": "python",
        "module": f"./{names['module']}.py",
        "export": names["title"],
    }
    return {"format": "helve.capability/1", "code": code}


def write(file: str, text: str) -> None:
    with open(file, "w", encoding="utf-8") as target:
        target.write(text)
