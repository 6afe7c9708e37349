import {
  compileJsonSchema,
  isPlainObject,
  type JsonObject,
  type JsonSchema,
  type JsonSchemaObject,
  type Loss,
} from '@helve/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectArguments } from './restore/project-arguments.js';
import { restoreArguments } from './restore/restore-arguments.js';
import { schemaCompilers } from './schema-compilers.js';
import { compileFor, parametersOf, toolWith } from '../../../../test/provider-form/declared.js';
import { fromGemini } from '../../../../test/provider-form/from-gemini.js';
import { toolSchemas } from '../../../../test/provider-form/schema-arbitrary.js';
import { sendStrict } from '../../../../test/provider-form/send-strict.js';
import { valuesFor } from '../../../../test/provider-form/value-arbitrary.js';

/** Keys whose schema equals that of another key, only at another position of the declaration. */
const sameSchema = ['openaiResponses', 'openaiResponsesStrict', 'openaiRealtime', 'geminiLive'];
const providers = schemaCompilers.map(({ provider }) => provider).filter((provider) => !sameSchema.includes(provider));

const runs = 150;

/** A tool's schema with a value that it accepts. */
const calls = toolSchemas
  .filter((schema) => isSound(schema))
  .chain((schema) => fc.tuple(fc.constant(schema), valuesFor(schema)))
  .filter(([schema, value]) => takes(schema, value));

function isSound(schema: JsonSchemaObject): boolean {
  try {
    compileJsonSchema(schema);
    return true;
  } catch {
    return false;
  }
}

/** The tool's own verdict: undeclared arguments are rejected. */
function takes(schema: JsonSchema, value: unknown): boolean {
  return compileJsonSchema(schema, { unknown: 'reject' }).check(value).ok;
}

function asJsonSchema(provider: string, declaration: JsonObject): JsonSchema {
  const parameters = parametersOf(declaration);
  return provider === 'geminiNative' || provider === 'geminiLive' ? fromGemini(parameters) : parameters;
}

test.each(providers)('a value that a tool takes is valid in the form of %s, and comes back as it was', (provider) => {
  fc.assert(
    fc.property(calls, ([schema, value]) => {
      const compiled = compileFor(provider, toolWith(schema));
      if ('refused' in compiled) return;
      const form = asJsonSchema(provider, compiled.schema);
      const spoken = projectArguments(compiled.restore, value);
      const sent =
        provider.endsWith('Strict') && provider.startsWith('openai') ? sendStrict(form as JsonObject, spoken) : spoken;
      const narrower = compiled.losses.some(({ effect }) => effect === 'narrower');
      if (!narrower) expect(compileJsonSchema(form).check(sent)).toMatchObject({ ok: true });
      const before = JSON.stringify(sent);
      const { value: restored } = restoreArguments(compiled.restore, sent);
      expect(JSON.stringify(sent)).toBe(before);
      expect(withoutMadeNulls(value, restored)).toEqual(value);
      expect(takes(schema, restored)).toBe(true);
    }),
    { numRuns: runs },
  );
});

/** Removes nulls that a strict form had to send for absent values. */
function withoutMadeNulls(original: unknown, restored: unknown): unknown {
  if (Array.isArray(original) && Array.isArray(restored)) {
    return restored.map((item, index) => withoutMadeNulls(original[index], item));
  }
  if (!isPlainObject(original) || !isPlainObject(restored)) return restored;
  const kept = Object.entries(restored).filter(([name, value]) => value !== null || Object.hasOwn(original, name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutMadeNulls(original[name], value)]));
}

test.each(providers)('every keyword is in the form of %s or in its losses', (provider) => {
  fc.assert(
    fc.property(toolSchemas.filter(isSound), (schema) => {
      const compiled = compileFor(provider, toolWith(schema));
      if ('refused' in compiled) {
        expect(compiled.losses.some(({ action }) => action === 'refused')).toBe(true);
        return;
      }
      const left = countKeywords(placesOf(parametersOf(compiled.schema)));
      const unsaid = placesOf(schema).filter((place) => !isTold(place, compiled.losses));
      for (const [keyword, count] of countKeywords(unsaid)) {
        expect([keyword, (left.get(keyword) ?? 0) >= count]).toEqual([keyword, true]);
      }
    }),
    { numRuns: runs },
  );
});

interface KeywordPlace {
  readonly pointer: string;
  readonly keyword: string;
}

/**
 * True when a keyword was reported itself, or is part of something that was: moved keywords go as a whole, and merged
 * ones have one loss for all.
 */
function isTold({ pointer, keyword }: KeywordPlace, losses: readonly Loss[]): boolean {
  return losses.some((loss) => {
    if (loss.pointer === pointer && loss.keyword === keyword) return true;
    const asWhole = loss.action !== 'rewritten' || ['allOf', 'anyOf', 'oneOf', 'enum', 'const'].includes(loss.keyword);
    // Parts of an intersection may meet anywhere below it.
    const place = ['$defs', 'allOf'].includes(loss.keyword) ? loss.pointer : `${loss.pointer}/${loss.keyword}`;
    return asWhole && (pointer === place || pointer.startsWith(`${place}/`));
  });
}

/** Lists every keyword of a schema with its pointer; an empty list of required names says nothing. */
function placesOf(schema: unknown, pointer = ''): KeywordPlace[] {
  if (!isPlainObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const isSaid = keyword !== '$defs' && !(keyword === 'required' && Array.isArray(value) && value.length === 0);
    return [...(isSaid ? [{ pointer, keyword }] : []), ...placesBelow(keyword, value, `${pointer}/${keyword}`)];
  });
}

function placesBelow(keyword: string, value: unknown, pointer: string): KeywordPlace[] {
  if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword)) return placesOf(value, pointer);
  if (!['properties', 'patternProperties', '$defs', 'anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword))
    return [];
  return Object.entries(value as object).flatMap(([name, schema]: [string, unknown]) =>
    placesOf(schema, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

function countKeywords(places: readonly KeywordPlace[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { keyword } of places) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  return counts;
}

test.each(providers)(
  'A37: the form of %s is the same every time, and the schema it is made of stays as it was',
  (provider) => {
    fc.assert(
      fc.property(toolSchemas.filter(isSound), (schema) => {
        const before = JSON.stringify(schema);
        const first = JSON.stringify(compileFor(provider, toolWith(schema)));
        expect(JSON.stringify(schema)).toBe(before);
        expect(JSON.stringify(compileFor(provider, toolWith(schema)))).toBe(first);
      }),
      { numRuns: runs },
    );
  },
);
