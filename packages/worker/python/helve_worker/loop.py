"""One event loop for all coroutines of a worker, so that clients made in one call serve the next."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import threading
from typing import Any, AsyncIterator, Coroutine, Iterator, Optional

from .call import CURRENT


class Loop:
    """Begins with the first coroutine, in a thread of its own."""

    def __init__(self) -> None:
        self.loop: Optional[asyncio.AbstractEventLoop] = None
        self.lock = threading.Lock()

    def start(self) -> asyncio.AbstractEventLoop:
        with self.lock:
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                threading.Thread(target=self.loop.run_forever, name="helve-loop", daemon=True).start()
            return self.loop

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Waits for a coroutine; a cancel of the current call reaches it where it awaits."""
        future = asyncio.run_coroutine_threadsafe(work, self.start())
        call = CURRENT.get()
        if call is None:
            return future.result()
        call.on_wake.append(future.cancel)
        if call.cancelled:
            future.cancel()
        try:
            return future.result()
        except (asyncio.CancelledError, concurrent.futures.CancelledError):
            call.check_cancel()
            raise
        finally:
            call.on_wake.remove(future.cancel)


LOOP = Loop()


def settle(result: Any) -> Any:
    """Waits for what a coroutine gives; anything else is there already."""
    return LOOP.run(result) if inspect.iscoroutine(result) else result


def pull(source: AsyncIterator[Any]) -> Iterator[Any]:
    """The values of an asynchronous generator, for a thread that waits for each."""
    end = object()

    async def following() -> Any:
        try:
            return await source.__anext__()
        except StopAsyncIteration:
            return end

    try:
        while True:
            value = LOOP.run(following())
            if value is end:
                return
            yield value
    finally:
        close = getattr(source, "aclose", None)
        if close is not None:
            asyncio.run_coroutine_threadsafe(close(), LOOP.start()).result()


def is_stream(result: Any) -> bool:
    """True for generators; a list is a value."""
    return inspect.isgenerator(result) or inspect.isasyncgen(result)


def values_of(result: Any) -> Iterator[Any]:
    """The values of a stream, or the one value of anything else."""
    if inspect.isasyncgen(result):
        return pull(result)
    if inspect.isgenerator(result):
        return result
    return iter_one(result)


def iter_one(result: Any) -> Iterator[Any]:
    value = settle(result)
    if is_stream(value):
        yield from values_of(value)
    else:
        yield value
