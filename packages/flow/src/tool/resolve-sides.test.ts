import { describe, expect, test } from 'vitest';
import { markedKey } from '../binding/explain-plan.js';
import { toolMeta } from '../testing/tool-meta.js';
import { resolveSides } from './resolve-sides.js';

const meta = toolMeta({
  id: 'sample',
  cardinality: 'bilingual',
  produces: [
    { type: 'source', side: 'source' },
    { type: 'qa', side: 'target' },
  ],
});
const info = { meta, isLocalProvider: () => false, tool: () => undefined };

describe('resolveSides', () => {
  test.each([
    [true, false, [], ['qa@target', 'source@source']],
    [false, true, ['target@target'], ['qa@target', 'target@target?']],
    [true, true, ['target@target?'], ['qa@target', 'source@source', 'target@target?']],
  ])(
    'K89 source %s and target %s give the ports of what is rewritten',
    (applySource, applyTarget, consumes, produces) => {
      const resolved = resolveSides({ applySource, applyTarget }, info);
      expect(resolved.consumes?.map(markedKey)).toEqual(consumes);
      expect(resolved.produces?.map(markedKey)).toEqual(produces);
      expect(resolved.cardinality).toBe('monolingual');
      expect(resolved.diagnostics).toBeUndefined();
    },
  );

  test('K89 both sides off is an error', () => {
    const { diagnostics } = resolveSides({ applySource: false, applyTarget: false }, info);
    expect(diagnostics?.map(({ severity }) => severity)).toEqual(['error']);
  });
});
