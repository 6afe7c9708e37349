import { expect, test } from 'vitest';
import { startVictim } from './kit.js';

const config = `
import { defineTool } from '@helve/core';

const never = () => new Promise(() => {});
const hangs = (stage) => ({
  name: 'hangs',
  filter: (ctx) => ctx.rawInput.stage === stage,
  [stage]: never,
});
const hang = defineTool({
  id: 'hang',
  description: 'Works at once, and is watched by somebody who never finishes',
  inputSchema: { type: 'object', properties: { stage: { type: 'string' } }, required: ['stage'] },
  policy: { category: 'utility', sideEffects: 'none', effects: [], idempotent: true, requiresConfirmation: false },
  execute: ({ stage }) => {
    if (stage === 'onError') throw new Error('as asked');
    return { stage };
  },
});

export default {
  tools: [hang],
  hooks: ['onMetrics', 'willAudit', 'didAudit', 'onError'].map(hangs),
  govern: { semaphore: { limit: 1 }, authorize: false },
  server: { port: 0, callTimeoutMs: 100 },
};
`;

test('an observer that never settles holds neither the answer nor the only slot', async () => {
  const { callBothWays } = await startVictim({ 'helve.config.mjs': config });
  await callBothWays('hang', { stage: 'none' });
  for (const stage of ['onMetrics', 'willAudit', 'didAudit', 'onError']) {
    const startMs = performance.now();
    const answers = await callBothWays('hang', { stage });
    const tookMs = performance.now() - startMs;
    const expected = stage === 'onError' ? 500 : 200;
    expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
    // Exact limits are proven with a clock of their own; here the machine may be busy.
    expect(tookMs, stage).toBeLessThan(1_000);
    const recorded = answers.map(({ body }) => (body as { meta: { recorded?: boolean } }).meta.recorded);
    // On a busy machine the trail may be late for others, too, and then the answer says so.
    if (stage === 'willAudit') expect(recorded, stage).toEqual([false, false]);
  }
});
