"""What storage classes of translate-toolkit take, as one number: python3 toolkit.py <measure> <module.Class> < paths."""

import importlib
import logging
import sys
import time

logging.disable(logging.CRITICAL)


def passed(storage, paths, reads_texts):
    """Milliseconds of a pass over files that are parsed and serialised, and how many came back as they were.

    Most storage classes decode a text when somebody asks for it, and not before."""
    module, name = storage.split(".")
    kind = getattr(importlib.import_module(f"translate.storage.{module}"), name)
    identical = 0
    began = time.perf_counter()
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        try:
            store = kind()
            store.filename = path
            store.parse(content)
            if reads_texts:
                texts = [(unit.source, unit.target) for unit in store.units]
            identical += bytes(store) == content
        except Exception:
            pass
    return (time.perf_counter() - began) * 1000, identical


what, kind = sys.argv[1:]
ms, same = passed(kind, sys.stdin.read().splitlines(), what == "ms-with-texts")
print(same if what == "identical" else ms)
