import { expect, test } from 'vitest';
import type { FlowPlan, PlanStep } from '../../contract/plan.js';
import { toolMeta } from '../../testing/tool-meta.js';
import { nodesWithSecrets } from './nodes-with-secrets.js';

const kinds = {
  step: toolMeta({ id: 'step' }),
  redact: toolMeta({ id: 'redact', recoverable: true, requires: ['vault'] }),
  unredact: toolMeta({ id: 'unredact', requires: ['vault'] }),
};

function planOf(...steps: readonly (keyof typeof kinds)[]): FlowPlan {
  const nodes = steps.map((kind, index): PlanStep => ({
    kind: 'step',
    node: String(index + 1),
    pointer: '',
    tool: kind,
    version: '1.0.0',
    config: {},
    contract: kinds[kind],
    onError: 'fail',
    parallelBlocks: 1,
    overwriteApproved: false,
    localeSets: [],
    fingerprint: '',
  }));
  return {
    schema: 'helve.plan/v1',
    flow: 'f',
    name: 'f',
    sourceLocale: 'en',
    targetLocales: [],
    passes: [],
    io: {},
    nodes,
    hash: '',
  };
}

test('T95 steps before a redaction and after its end see private data', () => {
  expect([...nodesWithSecrets(planOf('step', 'redact', 'step', 'unredact', 'step'))]).toEqual(['1', '5']);
  expect([...nodesWithSecrets(planOf('step', 'unredact', 'step'))]).toEqual(['3']);
  expect([...nodesWithSecrets(planOf('step', 'redact', 'step'))]).toEqual(['1']);
  expect([...nodesWithSecrets(planOf('step', 'step'))]).toEqual([]);
});
