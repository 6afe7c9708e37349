"""`python -m helve_worker`: runs capabilities for a host, describes them, and begins new ones."""

import os
import sys

if not __package__:
    # Run by its path: the modules of this package must not hide those of a tool.
    __package__ = "helve_worker"
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    import helve_worker  # noqa: F401

    del sys.path[0]

from helve_worker.command import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
