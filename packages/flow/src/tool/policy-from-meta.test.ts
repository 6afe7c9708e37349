import { describe, expect, test } from 'vitest';
import type { ToolMeta } from '../contract/meta.js';
import { toolMeta } from '../testing/tool-meta.js';
import { policyFromMeta } from './policy-from-meta.js';

describe('policyFromMeta', () => {
  test.each<[Partial<ToolMeta>, string, string, boolean]>([
    [{}, 'utility', 'none', false],
    [{ sideEffects: ['tm-read'] }, 'utility', 'read_only', false],
    [{ sideEffects: ['api-call', 'remote-source-egress'] }, 'utility', 'read_only', false],
    [{ sideEffects: ['tm-read', 'tm-write'] }, 'action', 'writes', false],
    [{ sideEffects: ['termbase-write'] }, 'action', 'writes', false],
    [{ sideEffects: ['analytics'] }, 'action', 'writes', false],
    [{ exec: true }, 'action', 'writes', true],
  ])('K76 the effects of %j fill the policy', (facts, category, sideEffects, requiresConfirmation) => {
    expect(policyFromMeta(toolMeta({ id: 'sample', ...facts }))).toEqual({
      category,
      sideEffects,
      effects: facts.sideEffects ?? [],
      idempotent: sideEffects !== 'writes',
      requiresConfirmation,
    });
  });
});
