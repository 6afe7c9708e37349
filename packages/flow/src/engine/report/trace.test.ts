import { describe, expect, test } from 'vitest';
import { memoryDocument, partsOf, SmallTools, someTexts } from '../../testing/run-kit.js';
import { runFlow } from '../run-flow.js';
import type { FlowTraceEvent } from './trace.js';

const marks = {
  produces: [
    { type: 'property:seen', side: 'source' },
    { type: 'note', side: 'source' },
  ],
} as const;

async function traced(recoverable: boolean): Promise<readonly FlowTraceEvent[]> {
  const events: FlowTraceEvent[] = [];
  const annotate = {
    annotate: (view: { setAnnotation(key: string, value: { type: string; items: [] }): void }) =>
      view.setAnnotation('note', { type: 'note', items: [] }),
  };
  const tools = new SmallTools()
    .add({ id: 'plain', ...marks }, annotate)
    .add(
      { id: 'hides', ...(recoverable ? { recoverable: true } : {}), produces: [{ type: 'source', side: 'source' }] },
      {
        transform: () => ({ replaceAll: 'hidden' }),
      },
    )
    .add(
      { id: 'restores', requires: ['vault'], produces: [{ type: 'source', side: 'source' }] },
      {
        transform: () => ({ replaceAll: 'canary' }),
      },
    );
  const document = memoryDocument('doc', () => partsOf(['canary', ...someTexts(99)]));
  const plan = tools.plan([
    { tool: 'plain' },
    { tool: 'hides' },
    { tool: 'plain' },
    { tool: 'restores' },
    { tool: 'plain' },
  ]);
  await runFlow(
    plan,
    { documents: [document] },
    {
      tools: tools.registry,
      trace: { blocks: (_, block) => block === 'b1', write: (event) => events.push(event) },
    },
  );
  return events;
}

describe('trace', () => {
  test('K118 each step tells when batches enter and leave, and how chosen blocks looked before and after', async () => {
    const events = await traced(false);
    expect(events.every(({ schema, document }) => schema === 'helve.trace/v1' && document === 'doc')).toBe(true);
    const sizes = events.flatMap((event) => (event.node === '1' && event.kind === 'enter' ? [event.parts] : []));
    expect(sizes).toEqual([64, 38]);
    const states = events.flatMap((event) => ('state' in event && event.node === '2' ? [event] : []));
    expect(states.map(({ kind, block }) => [kind, block])).toEqual([
      ['before', 'b1'],
      ['after', 'b1'],
    ]);
    expect(states.map(({ state }) => JSON.stringify(state).includes('canary'))).toEqual([true, false]);
    const times = events.flatMap((event) => ('us' in event ? [event.us] : []));
    expect(times.every((us, index) => us >= (times[index - 1] ?? 0))).toBe(true);
  });

  test('K118 on the open side of a step that hides secrets only digests are told', async () => {
    const events = await traced(true);
    expect(JSON.stringify(events)).not.toContain('canary');
    const after = (node: string) => events.find((event) => event.node === node && event.kind === 'after');
    expect(JSON.stringify(after('2'))).toContain('hidden');
    expect(JSON.stringify(after('3'))).toContain('hidden');
    expect(after('5')).toMatchObject({ state: { source: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  });
});
