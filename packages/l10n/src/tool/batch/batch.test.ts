import { flowTool, schemaFrom, type Part, type ToolEntry, type ToolMeta } from '@helve/flow';
import type { BatchMark } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { runSteps, toParts } from '../../testing/run-tool.js';
import { batch } from './batch.js';

/** Creates a step that records the group of each block. */
function noting(seen: (BatchMark | undefined)[]): ToolEntry {
  const meta: ToolMeta = {
    id: 'noting',
    version: '1.0.0',
    category: 'enrich',
    displayName: 'Noting',
    description: 'Notes the groups.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [],
  };
  const schema = schemaFrom({ type: 'object', properties: {} }, meta);
  return {
    name: 'noting',
    schema,
    factory: () => flowTool({ meta, schema, annotate: (_, ctx) => void seen.push(ctx.batch) }),
  };
}

async function run(config: { size?: number; maxChars?: number }, parts: readonly Part[]) {
  const seen: (BatchMark | undefined)[] = [];
  const done = await runSteps([batch, noting(seen)], [{ tool: 'batch', config }, { tool: 'noting' }], parts);
  return { ...done, groups: seen.map((mark) => mark && [mark.id, mark.index, mark.size]) };
}

describe('batch', () => {
  test('T54 batch gives the next step exactly the groups it gathered', async () => {
    const { groups, report } = await run({ size: 2 }, toParts(['a', 'b', 'c', 'd', 'e']));
    expect(report.status).toBe('ok');
    expect(groups).toEqual([
      [1, 0, 2],
      [1, 1, 2],
      [2, 0, 2],
      [2, 1, 2],
      [3, 0, 1],
    ]);
  });

  test('T54 batch ends a group before it has too many characters', async () => {
    const { groups } = await run({ maxChars: 5 }, toParts(['abc', 'de', 'f', 'ghijklm', 'n']));
    expect(groups.map((mark) => mark?.[0])).toEqual([1, 1, 2, 3, 4]);
  });

  test('TV34 a mark of a layer or group never precedes the blocks before it', async () => {
    const [start, a, b, c, end] = toParts(['a', 'b', 'c']) as [Part, Part, Part, Part, Part];
    const group: Part = { kind: 'group-start', group: { id: 'g', name: 'g', type: 'list', properties: {} } };
    const parts = [start, a, group, b, { kind: 'group-end', id: 'g' } as const, c, end];
    const { parts: out, groups } = await run({ size: 10 }, parts);
    expect(out.map(({ kind }) => kind)).toEqual(parts.map(({ kind }) => kind));
    expect(groups).toEqual([
      [1, 0, 1],
      [2, 0, 1],
      [3, 0, 1],
    ]);
  });

  test('K113 batch stops when the run is cancelled', async () => {
    const stop = new AbortController();
    stop.abort();
    const { report } = await runSteps([batch], [{ tool: 'batch' }], toParts(['a']), { signal: stop.signal });
    expect(report.status).toBe('cancelled');
  });
});
