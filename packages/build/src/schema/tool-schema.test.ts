import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTools, soundSchema, toolFolder } from '../../../../test/build-kit.js';
import type { BuildOptions } from '../index.js';
import { toolSchema } from './tool-schema.js';

/** Builds a `schema.json` with a change, and returns codes and pointers of the problems. */
async function said(schema: object, options: Partial<BuildOptions> = {}): Promise<string[]> {
  const project = await createTools(toolFolder('ignore-user', schema));
  const result = await project.build(options);
  return [...(result.ok ? [] : result.problems), ...result.warnings].map(({ code, pointer }) => `${code} ${pointer}`);
}

const parameters = (more: object) => ({ parameters: { ...soundSchema.parameters, ...more } });
const property = (a: object) => parameters({ properties: { a }, required: [] });

describe('fields', () => {
  test.each([
    'toolId',
    'version',
    'description',
    'category',
    'parameters',
    'sideEffects',
    'idempotent',
    'requiresConfirmation',
    'latencyBudgetMs',
  ])('%s has to be there', async (field) => {
    expect(await said({ [field]: undefined })).toEqual([`BUILD_FIELD_MISSING /${field}`]);
  });

  test('unknown fields are errors, those with x- in front are not', async () => {
    expect(await said({ sideEffect: 'none', 'x-team': 'a' })).toEqual(['BUILD_FIELD_UNKNOWN /sideEffect']);
  });

  test('F6 parameters are JSON Schema 2020-12: $schema, prefixItems, unions and local references', async () => {
    const rich = parameters({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: {
        place: { $ref: '#/$defs/place' },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        map: { type: 'object', additionalProperties: { type: 'string' }, required: ['any'] },
      },
      required: ['place'],
      anyOf: [{ required: ['pair'] }, { required: ['either'] }],
      $defs: {
        place: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    });
    expect(await said(rich)).toEqual([]);
    expect(await said(property({ type: 'strng' }))).toEqual(['BUILD_SCHEMA /parameters/properties/a/type']);
    const old = parameters({ $schema: 'http://json-schema.org/draft-07/schema#' });
    expect(await said(old)).toEqual(['BUILD_SCHEMA /parameters/$schema']);
  });

  test.each([
    ['F7', 'category', ['banana', 1, null, '']],
    ['F8', 'sideEffects', ['banana', true, null]],
    ['F9', 'idempotent', ['true', 1, null]],
    ['F11', 'latencyBudgetMs', [0, -5, '800', null]],
    ['F12', 'version', ['1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-', 1]],
  ])('%s %s takes only what it should', async (_, field, wrong) => {
    for (const value of wrong)
      expect(await said({ [field]: value }), String(value)).toEqual([`BUILD_FIELD_INVALID /${field}`]);
  });

  test('F9 requiresConfirmation is a boolean too', async () => {
    expect(await said({ requiresConfirmation: 'yes' })).toEqual(['BUILD_FIELD_INVALID /requiresConfirmation']);
  });

  test('F11 a budget that overflows to infinity is refused', async () => {
    const project = await createTools();
    const text = (await project.read('ignore-user/schema.json')).replace(
      '"latencyBudgetMs": 500',
      '"latencyBudgetMs": 1e999',
    );
    await project.write({ 'ignore-user/schema.json': text });
    expect(await project.problems()).toMatchObject([{ code: 'BUILD_FIELD_INVALID', pointer: '/latencyBudgetMs' }]);
  });

  test('F12 versions with a prerelease and a build are fine', async () => {
    expect(await said({ version: '1.2.3-beta.1+build.5' })).toEqual([]);
  });

  test('F10 modes are some of the known ones, each once; left out means all', async () => {
    expect(await said({ allowedModes: undefined })).toEqual([]);
    expect(await said({ allowedModes: [] })).toEqual(['BUILD_FIELD_INVALID /allowedModes']);
    expect(await said({ allowedModes: ['text', 'text'] })).toEqual(['BUILD_FIELD_INVALID /allowedModes']);
    expect(await said({ allowedModes: ['kiosk'] })).toEqual(['BUILD_MODE_UNKNOWN /allowedModes/0']);
    expect(await said({ allowedModes: ['kiosk'] }, { modes: ['kiosk'] })).toEqual([]);
  });

  test('F13 the root of the parameters is a closed object', async () => {
    expect(await said(parameters({ additionalProperties: true }))).toEqual([
      'BUILD_SCHEMA_ROOT /parameters/additionalProperties',
    ]);
    expect(await said(parameters({ additionalProperties: undefined }))).toEqual([
      'BUILD_SCHEMA_ROOT /parameters/additionalProperties',
    ]);
    expect(await said(parameters({ type: ['object'] }))).toEqual(['BUILD_SCHEMA_ROOT /parameters/type']);
  });

  test('examples have to fit, and the slots of a preview have to name parameters', async () => {
    expect(await said({ examples: [{ userId: 'a' }], preview: 'Block {/userId}?' })).toEqual([]);
    expect(await said({ examples: [{ userId: 'a', extra: 1 }, {}] })).toEqual([
      'BUILD_EXAMPLE /examples/0/extra',
      'BUILD_EXAMPLE /examples/1/userId',
    ]);
    expect(await said({ preview: 'Block {/user} for {seconds}' })).toEqual([
      'BUILD_PREVIEW /preview',
      'BUILD_PREVIEW /preview',
    ]);
  });

  test('effects come from the closed set, titles and tags say something', async () => {
    expect(await said({ effects: ['api-call'], tags: ['moderation'], title: 'Ignore', strict: true })).toEqual([]);
    expect(await said({ effects: ['teleport'] })).toEqual(['BUILD_FIELD_INVALID /effects/0']);
    expect(await said({ tags: [''], title: ' ' })).toEqual([
      'BUILD_FIELD_INVALID /tags/0',
      'BUILD_FIELD_INVALID /title',
    ]);
  });
});

describe('rules between fields', () => {
  const retrieval = { category: 'retrieval', sideEffects: 'read_only', idempotent: true, requiresConfirmation: false };
  const utility = { ...retrieval, category: 'utility', sideEffects: 'none' };

  test('F14 a retrieval tool is idempotent and does not write, a utility tool does not write', async () => {
    expect(await said(retrieval)).toEqual([]);
    expect(await said({ ...retrieval, idempotent: false })).toEqual(['BUILD_POLICY /idempotent']);
    expect(await said({ ...retrieval, sideEffects: 'writes' })).toEqual(['BUILD_POLICY /sideEffects']);
    expect(await said({ ...utility, sideEffects: 'writes' })).toEqual(['BUILD_POLICY /sideEffects']);
    expect(await said({ ...utility, idempotent: false })).toEqual(['W_UTILITY_NOT_IDEMPOTENT /idempotent']);
  });

  test('F14 undeclared required names, remote references, a nested $id and unknown keywords are errors', async () => {
    expect(await said(parameters({ required: ['userid'] }))).toEqual(['BUILD_SCHEMA_REQUIRED /parameters/required/0']);
    expect(await said(property({ $ref: 'https://example.com/a.json' }))).toEqual([
      'BUILD_SCHEMA /parameters/properties/a/$ref',
    ]);
    expect(await said(property({ $id: 'inner', type: 'string' }))).toEqual([
      'BUILD_SCHEMA_ID /parameters/properties/a/$id',
    ]);
    expect(await said(property({ type: 'string', minLenght: 1 }))).toEqual([
      'BUILD_SCHEMA_KEYWORD /parameters/properties/a/minLenght',
    ]);
    expect(await said(property({ type: 'string', 'x-sensitive': true }))).toEqual([]);
    const inOutput = { outputSchema: { type: 'object', properties: { a: { tpye: 'string' } } } };
    expect(await said(inOutput)).toEqual(['BUILD_SCHEMA_KEYWORD /outputSchema/properties/a/tpye']);
  });

  test('risky writes and slow voice tools draw a warning', async () => {
    expect(await said({ requiresConfirmation: false })).toEqual(['W_UNCONFIRMED_WRITE /requiresConfirmation']);
    expect(await said({ ...retrieval, latencyBudgetMs: 801 })).toEqual(['W_VOICE_BUDGET /latencyBudgetMs']);
    expect(await said({ latencyBudgetMs: 1000 })).toEqual([]);
    expect(await said({ latencyBudgetMs: 1001, allowedModes: undefined })).toEqual(['W_VOICE_BUDGET /latencyBudgetMs']);
    expect(await said({ latencyBudgetMs: 5000, allowedModes: ['text'] })).toEqual([]);
  });
});

test('whatever a schema.json holds, the build answers with problems and never throws', async () => {
  const project = await createTools();
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record(
      Object.fromEntries(
        Object.keys(soundSchema).map((key) => [
          key,
          fc.oneof(fc.constant(soundSchema[key as 'toolId']), fc.jsonValue()),
        ]),
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(value, async (schema) => {
      await project.write({ 'ignore-user/schema.json': JSON.stringify(schema) });
      expect(typeof (await project.build()).ok).toBe('boolean');
    }),
    { numRuns: 60 },
  );
});

test('the schema for editors that ships is the one that the build goes by', () => {
  const shipped: unknown = JSON.parse(readFileSync(new URL('../../schema/tool-schema.json', import.meta.url), 'utf8'));
  expect(shipped).toEqual(toolSchema);
});
