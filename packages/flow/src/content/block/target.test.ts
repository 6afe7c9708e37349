import { describe, expect, test } from 'vitest';
import type { Origin } from '../../contract/block.js';
import { textRun } from '../run/normalise-runs.js';
import { createTarget } from './target.js';

describe('createTarget', () => {
  test('createTarget shares a frozen origin and copies any other', () => {
    const frozen: Origin = Object.freeze({ kind: 'mt', engine: 'demo' });
    expect(createTarget([textRun('a')], { status: 'draft', origin: frozen }).origin).toBe(frozen);
    const loose = { kind: 'mt' as const, engine: 'demo' };
    const target = createTarget([textRun('a')], { status: 'draft', origin: loose, score: 0.5 });
    loose.engine = 'other';
    expect(target).toEqual({
      runs: [textRun('a')],
      status: 'draft',
      origin: { kind: 'mt', engine: 'demo' },
      score: 0.5,
    });
    expect(Object.isFrozen(target) && Object.isFrozen(target.origin)).toBe(true);
  });
});
