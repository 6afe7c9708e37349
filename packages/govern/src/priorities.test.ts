import { callTool, defineTool, type ToolHook, type TraceEvent } from '@helve/core';
import { expect, test } from 'vitest';
import {
  authorize,
  breaker,
  budget,
  cache,
  confirm,
  consent,
  createMemoryStores,
  idempotency,
  loops,
  modes,
  priorities,
  rateLimit,
  retry,
  telemetry,
  timeout,
} from './index.js';

const stores = createMemoryStores();
const span = {
  spanContext: () => ({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 1 }),
  setAttributes: () => undefined,
  addEvent: () => undefined,
  setStatus: () => undefined,
  end: () => undefined,
};
const read = defineTool({
  id: 'read',
  description: 'Reads',
  inputSchema: { type: 'object' },
  policy: { category: 'retrieval', sideEffects: 'none', idempotent: true },
  execute: () => 1,
});

/** Listed in the wrong order on purpose. */
const hooks: ToolHook[] = [
  timeout({ attemptMs: 1_000 }),
  breaker(),
  retry(),
  telemetry({ tracer: { startSpan: () => span } }),
  cache({ store: stores.cache, ttlMs: 1_000, tools: [read] }),
  idempotency({ store: stores.idempotency }),
  rateLimit({ limit: 5, windowMs: 1_000, store: stores.quota }),
  budget({ perTurn: { total: 5 }, store: stores.counter }),
  loops(),
  confirm({ store: stores.approvals }),
  consent({ store: stores.consent }),
  authorize(),
  modes(),
];

test('G4 hooks that meet in a stage run in the order of the table, however they are listed', async () => {
  expect(priorities).toMatchObject({
    modes: 900,
    authorize: 800,
    loops: 900,
    budget: 800,
    rateLimit: 700,
    idempotency: 900,
    cache: 500,
    telemetry: 900,
    retry: 700,
    breaker: 600,
    timeout: 500,
  });
  const table: ReadonlyMap<string, number> = new Map(Object.entries(priorities));
  for (const { name = '', priority } of hooks) expect(priority?.()).toBe(table.get(name));

  await stores.consent.grant('//ada', 'read', 'ada', 0);
  const events: TraceEvent[] = [];
  const answer = await callTool({
    tool: read,
    user: { id: 'ada' },
    sessionId: 's',
    call: { turnId: 't' },
    idempotencyKey: 'k',
    hooks,
    trace: (event) => events.push(event),
  });
  expect(answer.ok).toBe(true);
  const orderOf = (stage: string) =>
    events
      .filter((event) => event.stage === stage)
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ hook }) => hook);
  expect(orderOf('willAuthorize')).toEqual(['modes', 'authorize']);
  expect(orderOf('willCheckConsent')).toEqual(['consent', 'confirm']);
  expect(orderOf('willAcquireQuota')).toEqual(['loops', 'budget', 'rateLimit']);
  expect(orderOf('willReadCache')).toEqual(['idempotency', 'cache']);
  // Wrappers are recorded when they end, so the innermost comes first.
  expect(orderOf('aroundExecute')).toEqual(['timeout', 'breaker', 'retry', 'telemetry']);
});
