"""Builds the wheel of `helve_worker` with the standard library alone; equal sources give equal bytes.

    pip wheel packages/worker/python        python packages/worker/python/wheel_backend.py FOLDER
"""

import base64
import hashlib
import json
import os
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = "helve_worker"


def version():
    with open(os.path.join(HERE, "..", "package.json"), encoding="utf-8") as described:
        return json.load(described)["version"]


def build_wheel(folder, _settings=None, _metadata=None):
    """Writes the wheel and gives its name, as installers ask for it."""
    about = f"{PACKAGE}-{version()}.dist-info"
    files = {f"{PACKAGE}/{name}": content for name, content in sources()}
    files[f"{about}/METADATA"] = metadata()
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: helve\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{about}/entry_points.txt"] = b"[console_scripts]\nhelve-worker = helve_worker.command:main\n"
    with open(os.path.join(HERE, "..", "LICENSE"), "rb") as license_text:
        files[f"{about}/LICENSE"] = license_text.read()
    files[f"{about}/RECORD"] = record(files, f"{about}/RECORD")
    name = f"{PACKAGE}-{version()}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def sources():
    folder = os.path.join(HERE, PACKAGE)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py") or name == "py.typed":
            with open(os.path.join(folder, name), "rb") as source:
                yield name, source.read()


def metadata():
    lines = [
        "Metadata-Version: 2.1",
        "Name: helve-worker",
        f"Version: {version()}",
        "Summary: Write capabilities for Helve in Python",
        "License: Apache-2.0",
        "Requires-Python: >=3.9",
    ]
    return ("\n".join(lines) + "\n").encode()


def record(files, own):
    rows = []
    for path, content in files.items():
        hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={hashed},{len(content)}")
    return ("\n".join([*rows, f"{own},,"]) + "\n").encode()


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
