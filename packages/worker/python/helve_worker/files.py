"""Handles for data that is too large for a frame: the bytes are in a file that both sides can read."""

from __future__ import annotations

import hashlib
import os
import tempfile
import uuid
from typing import Dict, Iterable, List, Optional, Union

Data = Union[str, bytes, Iterable[bytes]]
CHUNK = 1 << 20


class WireFile:
    """A file that travels by name; a file that a call made lives until its receiver removes it or the worker ends."""

    def __init__(self, path: str, size: int, sha256: str, owner: str):
        self.path, self.size, self.sha256, self.owner = path, size, sha256, owner

    @staticmethod
    def of(path: Union[str, "os.PathLike[str]"], owner: Optional[str] = None) -> "WireFile":
        """Measures and hashes a file that is there; it is not removed."""
        digest, size = hashlib.sha256(), 0
        with open(path, "rb") as source:
            for chunk in iter(lambda: source.read(CHUNK), b""):
                digest.update(chunk)
                size += len(chunk)
        return WireFile(os.fspath(path), size, digest.hexdigest(), owner or current_owner())

    @staticmethod
    def write(data: Data) -> "WireFile":
        """Writes a file for the current call; it goes with the call unless the call gives it away."""
        owner = current_owner()
        path = new_path()
        FOLDER.made.setdefault(owner, []).append(path)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
            for chunk in [data] if isinstance(data, (str, bytes)) else data:
                target.write(chunk.encode() if isinstance(chunk, str) else chunk)
        return WireFile.of(path, owner)

    def read(self) -> bytes:
        with open(self.path, "rb") as source:
            return source.read()

    def read_text(self) -> str:
        return self.read().decode()

    def remove(self) -> None:
        """Removes a received file."""
        if os.path.exists(self.path):
            os.unlink(self.path)

    def note_sent(self) -> None:
        FOLDER.forget(self.owner, self.path)


class Folder:
    """The files of this worker, in one folder that the host removes after it."""

    def __init__(self) -> None:
        self.path: Optional[str] = None
        self.made: Dict[str, List[str]] = {}

    def use(self, session: str) -> None:
        name = "".join(sign if sign.isascii() and (sign.isalnum() or sign == "-") else "_" for sign in session)
        env = os.environ
        temporary = env.get("TMPDIR") or env.get("TMP") or env.get("TEMP") or "/tmp"
        self.path = os.path.join(temporary, f"helve-{name}")

    def forget(self, owner: str, path: str) -> None:
        if path in self.made.get(owner, []):
            self.made[owner].remove(path)

    def remove_of(self, owner: str) -> None:
        """Removes what a call made and did not give away."""
        for path in self.made.pop(owner, []):
            if os.path.exists(path):
                os.unlink(path)


FOLDER = Folder()


def new_path() -> str:
    if FOLDER.path is None:
        return os.path.join(tempfile.mkdtemp(prefix="helve-file-"), "data")
    os.makedirs(FOLDER.path, mode=0o700, exist_ok=True)
    return os.path.join(FOLDER.path, str(uuid.uuid4()))


def current_owner() -> str:
    from .call import current_call

    call = current_call()
    if call is None:
        raise TypeError("Cannot write a file: outside of a call it needs an owner")
    return call.id
