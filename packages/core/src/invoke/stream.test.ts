import { invokeTool, ok } from '@helve/core';
import type { Progress, ToolHook } from '@helve/core';
import { describe, expect, test, vi } from 'vitest';
import { manualClock, settle, thrownBy, toolThat, watch } from '../../../../test/engine-kit.js';

async function* chunks<T>(...values: T[]): AsyncGenerator<T> {
  for (const value of values) {
    await settle();
    yield value;
  }
}

describe('progress', () => {
  test('C120 only rises, reaches onProgress, and is dropped after the answer', async () => {
    const seen: Progress[] = [];
    let afterwards = () => {};
    const tool = toolThat((_input, ctx) => {
      ctx.progress(1, 4);
      ctx.progress(1);
      ctx.progress(0.5);
      ctx.progress(Number.NaN);
      ctx.progress(3, 4, 'almost');
      afterwards = () => ctx.progress(4, 4);
    });
    await invokeTool({ tool, onProgress: (progress) => void seen.push(progress) });
    afterwards();
    expect(seen).toEqual([
      { done: 1, total: 4 },
      { done: 3, total: 4, message: 'almost' },
    ]);
  });

  test('a listener that throws does not fail the tool', async () => {
    const { reports, options } = watch();
    const tool = toolThat((_input, ctx) => (ctx.progress(1), 'done'));
    const onProgress = () => {
      throw new Error('listener');
    };
    expect(await invokeTool({ tool, onProgress, ...options })).toBe('done');
    expect(reports).toHaveLength(1);
  });
});

describe('a streamed output', () => {
  test('C121 is drained under back-pressure, joined, and leaves live only past redaction', async () => {
    const log: string[] = [];
    const tool = toolThat(async function* () {
      for (const letter of ['a', 'b']) {
        log.push(`made ${letter}`);
        yield letter;
      }
    });
    const onChunk = async (chunk: unknown) => {
      await settle();
      log.push(`took ${String(chunk)}`);
    };
    expect(await invokeTool({ tool, onChunk })).toBe('ab');
    expect(log).toEqual(['made a', 'took a', 'made b', 'took b']);

    expect(await invokeTool({ tool: toolThat(() => chunks<unknown>(1, 'b')) })).toEqual([1, 'b']);
    const returns = async function* () {
      yield 'part';
      return { whole: true };
    };
    expect(await invokeTool({ tool: toolThat(returns) })).toEqual({ whole: true });
    expect(await invokeTool({ tool: toolThat(() => Promise.resolve(chunks('x', 'y'))) })).toBe('xy');

    const live: unknown[] = [];
    const plain: ToolHook = { willRedactOutput: (ctx) => void (ctx.output = '***') };
    const chunkwise: ToolHook = { ...plain, redactChunk: (chunk) => `(${String(chunk)})` };
    const listen = (hooks: ToolHook[]) =>
      invokeTool({ tool: toolThat(() => chunks('s', 't')), hooks, onChunk: (chunk) => void live.push(chunk) });
    expect(await listen([chunkwise, plain])).toBe('***');
    expect(live.splice(0)).toEqual([]);
    expect(await listen([chunkwise])).toBe('***');
    expect(live).toEqual(['(s)', '(t)']);
  });

  test('after a live chunk there is no new attempt, and without one there is', async () => {
    const retries: ToolHook = {
      aroundExecute: (_ctx, inner) => inner().catch(() => inner()),
      onRetry: () => void log.push('onRetry'),
      onGiveUp: () => void log.push('onGiveUp'),
    };
    const log: unknown[] = [];
    let runs = 0;
    const tool = toolThat(async function* () {
      runs += 1;
      yield 'some';
      throw new Error(`broken ${runs}`);
    });
    const onChunk = (chunk: unknown) => void log.push(chunk);
    await expect(invokeTool({ tool, hooks: [retries], onChunk })).rejects.toThrow('broken 1');
    expect(log.splice(0)).toEqual(['some']);
    await expect(invokeTool({ tool, hooks: [retries] })).rejects.toThrow('broken 3');
    expect(log).toEqual(['onRetry', 'onGiveUp']);

    const twice: ToolHook = { aroundExecute: async (_ctx, next) => [await next(), await next()] };
    expect(await invokeTool({ tool: toolThat(() => chunks('x')), hooks: [twice], onChunk })).toEqual(['x', 'x']);
  });

  test('a cancel calls return, and no chunk leaves after it', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const log: unknown[] = [];
    const tool = toolThat(async function* () {
      try {
        yield 1;
        await new Promise<void>((resolve) => void clock.after(1_000, resolve));
        yield 2;
        yield 3;
      } finally {
        log.push('cleaned up');
      }
    });
    const onChunk = (chunk: unknown) => void log.push(chunk);
    const call = invokeTool({ tool, onChunk, signal: controller.signal, clock, ...watch().options });
    const answered = thrownBy(call);
    await clock.advance(10);
    controller.abort();
    await clock.advance(1_000);
    expect(await answered).toMatchObject({ code: 'CALL_CANCELLED' });
    expect(log).toEqual([1, 'cleaned up']);
  });

  test('a stream that begins after the cancel is closed at once', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    let pulled = 0;
    let returned = false;
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: false, value: (pulled += 1) }),
        return: () => Promise.resolve({ done: true, value: (returned = true) }),
      }),
    };
    const tool = toolThat(async () => {
      controller.abort();
      await settle();
      return stream;
    });
    await expect(invokeTool({ tool, signal: controller.signal, clock })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
    await settle();
    expect([pulled, returned]).toEqual([0, true]);
  });

  test('a listener that fails closes the stream and fails the call', async () => {
    let cleaned = false;
    const tool = toolThat(async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        cleaned = true;
      }
    });
    const onChunk = () => Promise.reject(new Error('socket closed'));
    await expect(invokeTool({ tool, onChunk })).rejects.toThrow('socket closed');
    expect(cleaned).toBe(true);
  });

  test('a return that fails during a cancel is reported and nothing more', async () => {
    const { reports, options } = watch();
    const controller = new AbortController();
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => Promise.reject(new Error('no return')),
      }),
    };
    const call = invokeTool({
      tool: toolThat(() => stream),
      signal: controller.signal,
      graceMs: 1,
      zombieMs: 1,
      ...options,
    });
    await settle();
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    await vi.waitUntil(() => reports.some(({ thrown }) => (thrown as Error).message === 'no return'), 10_000);
  });

  test('a stream may return a reply', async () => {
    const tool = toolThat(async function* () {
      yield 'a';
      return ok('whole', { meta: { parts: 1 } });
    });
    expect(await invokeTool({ tool })).toBe('whole');
  });
});

test('a tool knows whether somebody takes its chunks, so that it may return all at once', async () => {
  const tool = toolThat((_input, ctx) => (ctx.takesChunks ? chunks('a', 'b') : 'ab at once'));
  expect(await invokeTool({ tool })).toBe('ab at once');
  expect(await invokeTool({ tool, onChunk: () => undefined })).toBe('ab');
});
