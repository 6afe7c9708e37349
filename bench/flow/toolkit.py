"""What translate-toolkit takes, as one number: python3 toolkit.py <measure> <arguments>."""

import resource
import subprocess
import sys
import time


def read_and_write(path, messages):
    """Microseconds per message of a catalog that is parsed and serialised in this process."""
    from translate.storage import po

    began = time.perf_counter()
    with open(path, "rb") as file:
        store = po.pofile(file)
    bytes(store)
    return (time.perf_counter() - began) * 1e6 / int(messages)


def count_catalog(path, messages):
    """Microseconds per message of a catalog whose words are counted in this process."""
    from translate.tools import pocount

    began = time.perf_counter()
    pocount.calcstats(path)
    return (time.perf_counter() - began) * 1e6 / int(messages)


def count(path):
    """Nanoseconds per word of a file of sentences, one in a line, counted as pocount does."""
    from translate.tools.pocount import wordcount

    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    began = time.perf_counter()
    words = sum(wordcount(line) for line in lines)
    return (time.perf_counter() - began) * 1e9 / words


def peak(*command):
    """The MiB that a program had in memory at most."""
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


measures = {
    "read-and-write": read_and_write,
    "count-catalog": count_catalog,
    "count": count,
    "peak": peak,
}
print(measures[sys.argv[1]](*sys.argv[2:]))
