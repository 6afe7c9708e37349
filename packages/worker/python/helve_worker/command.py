"""The commands of this package: `serve` and `describe` are for hosts, `new` is for people."""

from __future__ import annotations

import sys
from typing import List, Optional

from .worker import serve

USAGE = """helve-worker new NAME [FOLDER]   begin a capability: its module, its manifest and a test

A host runs what you write: helve worker validate FOLDER, helve worker call NAME ACTION
"""


def main(arguments: Optional[List[str]] = None) -> None:
    verb, *rest = (sys.argv[1:] if arguments is None else arguments) or [""]
    if verb == "serve":
        serve()
    elif verb == "describe":
        from .describe import describe_to_host

        describe_to_host(rest[0])
    elif verb == "new" and rest:
        from .new import begin

        begin(*rest[:2])
    else:
        sys.stdout.write(USAGE)
        sys.exit(0 if verb in ("", "help", "-h", "--help") else 2)
