import { openSqliteStore } from '@helve/store';
import type { DiagnosticLine } from '@helve/worker/host';
import { expect, test } from 'vitest';

const line: DiagnosticLine = { atMs: 0, source: 'stdout', level: 'info', instanceId: 'one', message: 'x'.repeat(100) };
const lots = { maxAgeMs: 1e12, maxBytes: 1e12 };

test('diagnostics never give a number twice, also after all lines went', async () => {
  const store = openSqliteStore({ path: ':memory:' });
  await store.diagnostics.append([line, line]);
  const [, last] = await store.diagnostics.read();
  await store.diagnostics.prune({ ...lots, maxBytes: 0 }, 0);
  await store.diagnostics.append([line]);
  const [next] = await store.diagnostics.read({ afterSeq: last?.seq ?? 0 });
  expect(next?.seq).toBeGreaterThan(last?.seq ?? Infinity);
  await store.close();
});

test('diagnostics drop more lines than one step takes, and keep as many bytes as they may', async () => {
  const store = openSqliteStore({ path: ':memory:' });
  await store.diagnostics.append(Array.from({ length: 5_000 }, () => line));
  const bytes = Buffer.byteLength(JSON.stringify(line));
  expect(await store.diagnostics.prune({ ...lots, maxBytes: 7 * bytes }, 0)).toBe(4_993);
  expect(await store.diagnostics.prune({ ...lots, maxBytes: 7 * bytes }, 0)).toBe(0);
  expect(await store.diagnostics.read()).toHaveLength(7);
  await store.close();
});
