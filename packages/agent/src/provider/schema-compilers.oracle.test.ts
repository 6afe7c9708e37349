import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import {
  compileJsonSchema,
  frozenCopy,
  isPlainObject,
  type JsonObject,
  type JsonSchemaObject,
  type ToolContract,
} from '@helve/core';
import fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { toProviderNames } from './provider-names.js';
import { schemaCompilers } from './schema-compilers.js';
import { compileFor, parametersOf, toolWith } from '../../../../test/provider-form/declared.js';
import { lowerDefinition } from '../../../../test/provider-form/lower-definition.js';
import { problemsIn } from '../../../../test/provider-form/provider-rules.js';
import { toolSchemas } from '../../../../test/provider-form/schema-arbitrary.js';

const providers = schemaCompilers.map(({ provider }) => provider);

/** The strict transformers of the vendors' own SDKs; a schema they leave unchanged is strict already. */
const transformers: Readonly<Record<string, (schema: JsonObject) => unknown>> = {
  openaiStrict: (schema) => toStrictJsonSchema(structuredClone(schema)),
  anthropicStrict: (schema) => transformJSONSchema(structuredClone(schema)),
};
const strict = Object.keys(transformers);

function assertFixedPoint(provider: string, tool: ToolContract): void {
  const compiled = compileFor(provider, tool);
  if ('refused' in compiled) return;
  const parameters = parametersOf(compiled.schema);
  expect(transformers[provider]?.(parameters)).toEqual(parameters);
}

function isSound(schema: JsonSchemaObject): boolean {
  try {
    compileJsonSchema(schema);
    return true;
  } catch {
    return false;
  }
}

describe('generated schemas', () => {
  test.each(strict)('%s: the strict form is a fixed point of the transformer in the SDK', (provider) => {
    const schemas = toolSchemas.filter(isSound);
    fc.assert(
      fc.property(schemas, (schema) => assertFixedPoint(provider, toolWith(schema))),
      { numRuns: 300 },
    );
  });

  test.each(providers)('%s: what is made keeps the rules of the provider', (provider) => {
    fc.assert(
      fc.property(toolSchemas.filter(isSound), (schema) => {
        const compiled = compileFor(provider, toolWith(schema));
        if (!('refused' in compiled)) expect(problemsIn(provider, compiled.schema)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('2,886 real definitions', needs('shared'), () => {
  const file = resolve(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'pick-bfcl.json');
  let tools: readonly ToolContract[] = [];

  beforeAll(() => {
    const { tools: definitions } = JSON.parse(readFileSync(file, 'utf8')) as { tools: ToolContract[] };
    tools = definitions.map(({ name, description, ...rest }) =>
      frozenCopy(
        toolWith(lowerDefinition((rest as { parameters?: unknown }).parameters), { id: name, name, description }),
      ),
    );
  });

  test('names are safe, and no two are the same', () => {
    const names = Object.values(toProviderNames(tools.map(({ id }) => id)));
    expect(names).toHaveLength(2886);
    expect(new Set(names).size).toBe(2886);
  });

  test.each(providers)(
    '%s takes every form that is made, and every constraint that is gone is told',
    { timeout: 120_000 },
    (provider) => {
      const names = toProviderNames(tools.map(({ id }) => id));
      const compiler = schemaCompilers.find((candidate) => candidate.provider === provider);
      let refused = 0;
      for (const tool of tools) {
        const compiled = compiler?.compile(tool, names);
        if (compiled === undefined || 'refused' in compiled) {
          refused += 1;
          expect(compiled?.losses.some(({ action }) => action === 'refused')).toBe(true);
          continue;
        }
        expect(problemsIn(provider, compiled.schema)).toEqual([]);
        const told = new Set(compiled.losses.map(({ pointer, keyword }) => `${pointer} ${keyword}`));
        const left = JSON.stringify(parametersOf(compiled.schema));
        for (const place of constraintsIn(tool.inputSchema)) {
          expect([tool.id, place, told.has(place) || left.includes(JSON.stringify(place.split(' ')[1]))]).toEqual([
            tool.id,
            place,
            true,
          ]);
        }
      }
      // Untyped parameters and open objects have no strict form; everything else has every form.
      expect(refused).toBeLessThanOrEqual(provider.endsWith('Strict') ? 220 : 0);
    },
  );

  test.each(strict)(
    '%s: each strict form is a fixed point of the transformer in the SDK',
    { timeout: 120_000 },
    (provider) => {
      for (const tool of tools) assertFixedPoint(provider, tool);
    },
  );

  test(
    'anthropicStrict has the structure that the transformer in the SDK gives for the tool itself',
    { timeout: 120_000 },
    () => {
      for (const tool of tools) {
        const compiled = compileFor('anthropicStrict', tool);
        if ('refused' in compiled || compiled.restore.length > 0) continue;
        const theirs = transformers['anthropicStrict']?.(tool.inputSchema as JsonObject);
        expect(structureOf(parametersOf(compiled.schema))).toEqual(structureOf(theirs));
      }
    },
  );
});

/** Lists the keywords that restrict or describe values, as `pointer keyword`. */
function constraintsIn(schema: unknown, pointer = ''): string[] {
  if (!isPlainObject(schema)) return [];
  const own = ['default', 'enum', 'format', 'minItems', 'maxItems'].filter((keyword) => Object.hasOwn(schema, keyword));
  const properties = Object.entries(schema['properties'] ?? {}).flatMap(([name, child]: [string, unknown]) =>
    constraintsIn(child, `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [
    ...own.map((keyword) => `${pointer} ${keyword}`),
    ...properties,
    ...constraintsIn(schema['items'], `${pointer}/items`),
  ];
}

/** Returns a schema without its texts; an empty list of required names counts as none. */
function structureOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structureOf);
  if (!isPlainObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'description' || isPlainObject(value));
  return Object.fromEntries(
    kept
      .filter(([key, value]) => key !== 'required' || (Array.isArray(value) && value.length > 0))
      .map(([key, value]) => [key, key === 'required' ? [...(value as string[])].sort() : structureOf(value)]),
  );
}
