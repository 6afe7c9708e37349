import { describe, expect, test } from 'vitest';
import type { Block } from '../contract/block.js';
import { createBlock } from '../content/block/block.js';
import { textRun } from '../content/run/normalise-runs.js';
import { createTarget } from '../content/block/target.js';
import { runsOf } from '../testing/runs-of.js';
import { digestContent, enforceImmutability } from './enforce-immutability.js';

const fr = createTarget(runsOf('Salut'), { status: 'draft' });
const other = createTarget(runsOf('Salut'), { status: 'reviewed' });

function block(): Block {
  return createBlock({ id: 'b1', source: 'Hello', targets: { fr } });
}

describe('enforceImmutability', () => {
  const changes: readonly [surface: string, change: (block: Block) => void][] = [
    ['source', (one) => (one['source'] = runsOf('Bye'))],
    ['targets', (one) => (one.targets = {})],
    ['target "fr"', (one) => (one.targets['fr'] = other)],
    ['target "fr"', (one) => delete one.targets['fr']],
    ['target "de"', (one) => (one.targets['de'] = fr)],
  ];

  test('K59 a change of source or targets is refused with tool, block and surface, and undone', () => {
    for (const [surface, change] of changes) {
      const one = block();
      const before = JSON.stringify(one);
      const digest = digestContent(one);
      change(one);
      expect(() => enforceImmutability(one, digest, { tool: 'probe' })).toThrow(
        expect.objectContaining({
          code: 'FLOW_IMMUTABLE',
          details: expect.objectContaining({ tool: 'probe', block: 'b1', surface }),
        }),
      );
      expect(JSON.stringify(one)).toBe(before);
    }
  });

  test('K59 a first target counts as a change too', () => {
    const one = createBlock({ id: 'b1', source: 'Hello' });
    const digest = digestContent(one);
    one.targets['fr'] = fr;
    expect(() => enforceImmutability(one, digest, { tool: 'probe', capability: 'annotate' })).toThrow(
      'the target "fr"',
    );
    expect(one.targets).toEqual({});
  });

  test('K64 a tool that reads the stream is held to its capability', () => {
    const allowed = (capability: 'translate' | 'transform', change: (block: Block) => void): boolean => {
      const one = block();
      const digest = digestContent(one);
      change(one);
      try {
        enforceImmutability(one, digest, { tool: 'probe', capability });
        return true;
      } catch {
        return false;
      }
    };
    expect(changes.map(([, change]) => allowed('translate', change))).toEqual([false, true, true, true, true]);
    expect(changes.map(([, change]) => allowed('transform', change))).toEqual([true, true, true, true, true]);
  });

  test('K3 content that came in unfrozen cannot be changed in place once it is watched', () => {
    const one = block();
    const run = { kind: 'text' as const, text: 'loose' };
    one['source'] = [run];
    digestContent(one);
    expect(() => (run.text = 'changed')).toThrow(TypeError);
    expect(() => (one.source as unknown[]).push(textRun('x'))).toThrow(TypeError);
  });
});
