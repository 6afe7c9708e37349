import { compileJsonSchema } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInFlows } from './built-in-flows.js';
import { flowDocumentSchema } from './flow-document-schema.js';
import { flowKeys } from './flow-keys.js';
import { readFlow } from './read-flow.js';

const schema = compileJsonSchema(flowDocumentSchema);

/** Values that often stand where they should, and sometimes where they should not. */
const policy = fc.constantFrom<unknown>(
  'fail',
  'skip',
  'stop',
  { retry: {} },
  { retry: { attempts: 2 }, then: 'quarantine' },
  { then: 'fail' },
  { retry: { factor: 0 } },
);
const step: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  step: fc.oneof(
    { depthSize: 'small' },
    fc.record(
      {
        tool: fc.constantFrom<unknown>('a', 'b', '', 3),
        label: fc.constantFrom<unknown>('x', 3),
        config: fc.constantFrom<unknown>({}, { a: 1 }, []),
        locales: fc.constantFrom<unknown>(['de'], ['de', 'pt-BR'], [], ['no locale'], 'de'),
        onError: policy,
        parallelBlocks: fc.constantFrom<unknown>(1, 8, 0, 1.5, '2', 2000),
        overwriteApproved: fc.constantFrom<unknown>(true, 'yes'),
        colour: fc.constant('red'),
      },
      { requiredKeys: ['tool'] },
    ),
    fc.record(
      { parallel: fc.array(tie('branch'), { maxLength: 2 }), tool: fc.constant('a') },
      { requiredKeys: ['parallel'] },
    ),
    fc.constantFrom<unknown>(7, {}, { label: 'x' }),
  ),
  branch: fc.oneof({ depthSize: 'small' }, tie('step'), fc.record({ steps: fc.array(tie('step'), { maxLength: 2 }) })),
})).step;
const rare = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 1, nil: undefined });
const steps = fc.array(step, { maxLength: 2 });
const document = fc.oneof(
  fc.record({
    $schema: rare(fc.constantFrom<unknown>('./flow.json', 3)),
    name: rare(fc.constantFrom<unknown>('A flow', '--', 3)),
    io: rare(fc.constantFrom<unknown>({ source: 'file' }, { sink: './x' })),
    onError: rare(policy),
    steps,
  }),
  fc.record({
    apiVersion: fc.constantFrom('v1', 'v2'),
    kind: fc.constantFrom('FlowDefinition', 'Flow'),
    spec: fc.record({ steps }),
  }),
);

describe('flowDocumentSchema', () => {
  test('K92 accepts exactly the documents that the reader accepts', () => {
    let good = 0;
    fc.assert(
      fc.property(document, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const { diagnostics } = readFlow(plain);
        if (diagnostics.length === 0) good += 1;
        expect(schema.check(plain).ok, JSON.stringify([plain, diagnostics])).toBe(diagnostics.length === 0);
      }),
      { numRuns: 500 },
    );
    expect(good).toBeGreaterThan(20);
  });

  test('K95 accepts every built-in flow', () => {
    for (const { name, description, spec } of builtInFlows) {
      expect(schema.check({ name, description, ...spec }).ok, name).toBe(true);
      expect(schema.check({ apiVersion: 'v1', kind: 'FlowDefinition', metadata: { name }, spec }).ok, name).toBe(true);
    }
  });

  test('K92 knows the same keys as the reader, each with a description', () => {
    const definitions = flowDocumentSchema.$defs as Record<
      string,
      { properties: Record<string, { description?: string }> }
    >;
    expect(Object.keys(definitions['toolStep']?.properties ?? {})).toEqual([...flowKeys.tool]);
    expect(Object.keys(definitions['parallelStep']?.properties ?? {})).toEqual([...flowKeys.parallel]);
    expect(Object.keys(definitions['bare']?.properties ?? {})).toEqual([...flowKeys.bare]);
    expect(Object.keys(definitions['enveloped']?.properties ?? {})).toEqual([...flowKeys.envelope]);
    for (const property of Object.values(definitions['toolStep']?.properties ?? {}))
      expect(property.description).toMatch(/\.$/);
  });
});
