import { type TimerClock } from '@helve/core';
import { expect, test } from 'vitest';
import { createMemoryDiagnosticsStore } from '../memory/memory-diagnostics-store.js';
import type { DiagnosticLine, DiagnosticsStore } from '../port/diagnostics-store.js';
import { DiagnosticsWriter } from './diagnostics-writer.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const line = (message: string, atMs: number): DiagnosticLine => ({
  atMs,
  source: 'log',
  level: 'info',
  instanceId: 'one',
  message,
});

/** Creates a clock that a test sets. */
function clockAt(nowMs: number): TimerClock & { set(ms: number): void } {
  let at = nowMs;
  return { now: () => at, wallMs: () => at, after: () => () => undefined, set: (ms) => void (at = ms) };
}

test('DiagnosticsWriter drops what is too old with its first batch, and again an hour later', async () => {
  const store = createMemoryDiagnosticsStore();
  await store.append([line('ancient', 0), line('recent', 35 * DAY)]);
  const clock = clockAt(40 * DAY);
  const writer = new DiagnosticsWriter(store, { clock });
  const messages = async () => (await writer.read()).map(({ message }) => message);
  expect(await messages()).toEqual(['ancient', 'recent']);
  writer.add(line('new', clock.wallMs()));
  expect(await messages()).toEqual(['recent', 'new']);
  clock.set(66 * DAY);
  writer.add(line('later', clock.wallMs()));
  expect(await messages()).toEqual(['new', 'later']);
});

test('DiagnosticsWriter looks at the size once an hour, not with every batch', async () => {
  const inner = createMemoryDiagnosticsStore();
  let prunes = 0;
  const store: DiagnosticsStore = {
    append: (lines) => inner.append(lines),
    read: (filter) => inner.read(filter),
    prune: (retention, nowMs) => ((prunes += 1), inner.prune(retention, nowMs)),
  };
  const clock = clockAt(0);
  const writer = new DiagnosticsWriter(store, { clock, retention: { maxAgeMs: DAY, maxBytes: 1 } });
  for (const at of [0, HOUR - 1, HOUR, HOUR + 1]) {
    clock.set(at);
    writer.add(line(`at ${at}`, at));
    await writer.close();
  }
  expect(prunes).toBe(2);
  expect((await writer.read()).length).toBeLessThan(4);
});

test('DiagnosticsWriter goes on when nothing can be dropped', async () => {
  const inner = createMemoryDiagnosticsStore();
  const store: DiagnosticsStore = {
    append: (lines) => inner.append(lines),
    read: (filter) => inner.read(filter),
    prune: () => Promise.reject(new Error('the disk is full')),
  };
  const writer = new DiagnosticsWriter(store);
  writer.add(line('kept', Date.now()));
  expect((await writer.read()).map(({ message }) => message)).toEqual(['kept']);
  expect(writer.lost).toBe(0);
});
