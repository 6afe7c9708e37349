import { defineTool, Tool, type JsonSchemaObject } from '@helve/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hydrate } from '../hydrate.js';
import { attachValidator } from './attach-validator.js';
import { prepareValidators } from './prepare-validators.js';
import type { ValidatorEngine } from './validator-engine.js';

const parameters = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1 }, tag: { enum: ['a', 'b'] } },
  required: ['n'],
} as const;

function makeClass() {
  @Tool({ type: 'function', name: 'take', parameters })
  class Take {
    readonly input: unknown;

    constructor(input: unknown) {
      this.input = input;
    }
  }
  return Take;
}

/** Another library behind the same contract. */
const ajvEngine: ValidatorEngine = {
  name: 'ajv',
  version: '8',
  compile(schema: JsonSchemaObject) {
    const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
    return (value) =>
      validate(value)
        ? { ok: true }
        : {
            ok: false,
            issues: (validate.errors ?? []).map(({ instancePath, keyword, message = '' }) => ({
              pointer: instancePath,
              keyword,
              message,
            })),
          };
  },
};

const call = (args: string) => ({ id: '1', name: 'take', args });

test('A22 attachValidator sets the validator of a class, which provenance names', async () => {
  const Take = makeClass();
  attachValidator(Take, (value) => ({ ok: (value as { n: number }).n !== 13, issues: [] }), {
    name: 'lucky',
    version: '7',
  });
  const [good, bad, stray] = await hydrate([call('{"n":1}'), call('{"n":13}'), call('{"n":1,"z":1}')], [Take]);
  expect(good).toMatchObject({
    success: true,
    provenance: { validator: { name: 'lucky', version: '7', compiledAt: 'decoration' } },
  });
  expect(bad).toMatchObject({ success: false, errors: [{ stage: 'validate' }] });
  expect(stray).toMatchObject({ success: false, errors: [{ detail: { pointer: '/z' } }] });
  attachValidator(Take, async function mine() {
    return { ok: true, value: { n: 2 } };
  });
  const [named] = await hydrate([call('{"n":1}')], [Take]);
  expect(named).toMatchObject({ tool: { input: { n: 2 } }, provenance: { validator: { name: 'mine' } } });
});

test('A22 a record from an artifact brings its validator too', async () => {
  const record = defineTool({ id: 'take', description: 't', inputSchema: parameters, execute: () => 1 });
  attachValidator(record, () => ({ ok: true }), { name: 'built', compiledAt: 'build' });
  const [result] = await hydrate([call('{"n":1}')], [record]);
  expect(result?.provenance.validator).toMatchObject({ name: 'built', compiledAt: 'build' });
});

test('A23 eager validators are compiled before the first call, lazy ones at it; provenance says when', async () => {
  let compiled = 0;
  const engine: ValidatorEngine = { ...ajvEngine, compile: (schema) => ((compiled += 1), ajvEngine.compile(schema)) };
  const [Lazy, Eager, Prepared] = [makeClass(), makeClass(), makeClass()];
  const nobody = [{ id: '1', name: 'nobody' }];
  const when = async (tool: typeof Lazy) =>
    (await hydrate([call('{"n":1}')], [tool], { engine }))[0]?.provenance.validator;

  await hydrate(nobody, [Lazy], { engine });
  expect(compiled).toBe(0);
  expect(await when(Lazy)).toMatchObject({ name: 'ajv', version: '8', compiledAt: 'hydration' });
  await hydrate(nobody, [Eager], { engine, validators: 'eager' });
  expect(compiled).toBe(2);
  expect(await when(Eager)).toMatchObject({ compiledAt: 'decoration' });
  prepareValidators([Prepared], { engine });
  expect(compiled).toBe(3);
  expect(await when(Prepared)).toMatchObject({ compiledAt: 'decoration' });
  await when(Prepared);
  expect(compiled).toBe(3);
});

test('A23 verdicts are equal, whichever engine is asked and whenever it was compiled', async () => {
  const [Lazy, Eager] = [makeClass(), makeClass()];
  prepareValidators([Eager]);
  const member = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('a', 'b', 'c', null, 1.5));
  const value = fc.record({ n: member, tag: member, stray: member }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(value, async (args) => {
      const text = JSON.stringify(args);
      const verdicts = await Promise.all([
        hydrate([call(text)], [Lazy]),
        hydrate([call(text)], [Eager]),
        hydrate([call(text)], [Lazy], { engine: ajvEngine }),
      ]);
      expect(new Set(verdicts.map(([result]) => result?.success)).size).toBe(1);
    }),
    { numRuns: 200 },
  );
});

test('prepareValidators throws what is wrong with a schema, and with a class', () => {
  const broken = defineTool({
    id: 'b',
    description: 'b',
    inputSchema: { type: 'nonsense' as never },
    execute: () => 1,
  });
  expect(() => prepareValidators([broken])).toThrow(/type/);
  expect(() => prepareValidators([class Plain {}])).toThrow(/not decorated/);
});

test('a validator that throws is the error of its call', async () => {
  const Take = makeClass();
  attachValidator(Take, () => {
    throw new Error('out of order');
  });
  const [result] = await hydrate([call('{"n":1}')], [Take]);
  expect(result).toMatchObject({ success: false, errors: [{ stage: 'validate' }] });
});
