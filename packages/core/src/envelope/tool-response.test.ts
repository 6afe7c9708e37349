import {
  callTool,
  compileJsonSchema,
  defineTool,
  errorTypes,
  IntentType,
  serializeResponse,
  ToolError,
  toolResponseSchema,
  validateToolResponse,
} from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const meta = {
  toolId: 'it',
  toolVersion: null,
  registryVersion: '0.0.1',
  requestId: 'r',
  duration: 1,
  responseSchemaVersion: '1.0.0',
} as const;
const error = { type: 'AUTH', message: 'No', retryable: false, partialSideEffects: false } as const;
const success = { ok: true, data: 1, intents: [], meta } as const;
const failure = { ok: false, error, intents: [], meta } as const;

function without(value: object, ...keys: string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

describe('validateToolResponse', () => {
  test.each([
    ['a success', success],
    ['a success without data to give', { ...success, data: null }],
    ['a failure', failure],
    ['a failure that says when', { ...failure, error: { ...error, retryable: true, retryAfterMs: 5 } }],
    ['keys of a handler in meta', { ...success, meta: { ...meta, rows: 3 } }],
  ])('accepts %s', (_, response) => {
    expect(validateToolResponse(response)).toEqual({ ok: true, issues: [] });
  });

  test.each([
    ['no object', null, ''],
    ['ok with an error', { ...success, error }, '/error'],
    ['a failure without an error', without(failure, 'error'), '/error'],
    ['a failure with data', { ...failure, data: 1 }, '/data'],
    ['ok that is no boolean', { ...success, ok: 'yes' }, '/ok'],
    ['a type outside the table', { ...failure, error: { ...error, type: 'OOPS' } }, '/error/type'],
    ['a type that every object has', { ...failure, error: { ...error, type: 'toString' } }, '/error/type'],
    ['an empty message', { ...failure, error: { ...error, message: '' } }, '/error/message'],
    ['a time to wait that does not help', { ...failure, error: { ...error, retryAfterMs: 5 } }, '/error/retryAfterMs'],
    ['an intent without a type', { ...success, intents: [{ value: true }] }, '/intents/0'],
    ['intents that are no list', { ...success, intents: {} }, '/intents'],
    ['no meta', without(success, 'meta'), '/meta'],
    [
      'another envelope version',
      { ...success, meta: { ...meta, responseSchemaVersion: '2.0.0' } },
      '/meta/responseSchemaVersion',
    ],
    ['a duration below zero', { ...success, meta: { ...meta, duration: -1 } }, '/meta/duration'],
  ])('F39 refuses %s', (_, response, pointer) => {
    const { ok, issues } = validateToolResponse(response);
    expect(ok).toBe(false);
    expect(issues.map((issue) => issue.pointer)).toContain(pointer);
  });

  test('agrees with toolResponseSchema on every mutation of an envelope', () => {
    const schema = compileJsonSchema(toolResponseSchema);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...Object.keys(errorTypes), ...Object.keys(IntentType), true, false, error, meta),
    );
    const place = fc.constantFrom(
      ['ok'],
      ['data'],
      ['error'],
      ['intents'],
      ['meta'],
      ['extra'],
      ['error', 'type'],
      ['error', 'message'],
      ['error', 'retryable'],
      ['error', 'retryAfterMs'],
      ['error', 'details'],
      ['error', 'extra'],
      ['meta', 'toolId'],
      ['meta', 'toolVersion'],
      ['meta', 'requestId'],
      ['meta', 'duration'],
      ['meta', 'extra'],
    );
    fc.assert(
      fc.property(
        fc.constantFrom(success, failure),
        place,
        fc.option(value, { nil: undefined }),
        (base, path, changed) => {
          const mutated = mutate(structuredClone(base), path, changed);
          expect(validateToolResponse(mutated).ok).toBe(schema.check(mutated).ok);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function mutate(base: object, [first = '', second]: readonly string[], value: unknown): unknown {
  const owner = (second === undefined ? base : (Reflect.get(base, first) ?? base)) as object;
  const key = second ?? first;
  if (value === undefined) Reflect.deleteProperty(owner, key);
  else Reflect.set(owner, key, value);
  return base;
}

describe('envelopes', () => {
  test('F38 every envelope is frozen, complete and fits the exported schema', async () => {
    const schema = compileJsonSchema(toolResponseSchema);
    const inputSchema = { type: 'object', properties: { fails: { type: 'boolean' } } } as const;
    const tool = defineTool({
      id: 'maybe',
      description: 'Fails when told to',
      inputSchema,
      execute: ({ fails }) => {
        if (fails === true) throw new ToolError('CONFLICT', 'Told to', { details: { why: ['so'] } });
      },
    });
    for (const fails of [true, false]) {
      const response = await callTool({ tool, rawInput: { fails } });
      expect(schema.check(response).ok).toBe(true);
      expect(response.intents).toEqual([]);
      expect(response.ok ? response.data : response.error.type).toBe(fails ? 'CONFLICT' : null);
      const parts = [
        response,
        response.meta,
        response.intents,
        response.ok ? response : response.error.details?.['why'],
      ];
      expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
    }
  });

  test.each(['several', 7, [null], [{ message: 'nowhere' }]])(
    'issues of a failure are issues, which %j are not',
    async (issues) => {
      const tool = defineTool({
        id: 'vague',
        description: 'Fails',
        inputSchema: { type: 'object' },
        execute: () => {
          throw new ToolError('CONFLICT', 'No', { details: { issues, why: 'so' } });
        },
      });
      const response = await callTool({ tool });
      expect(response.ok ? undefined : response.error.details).toEqual({ facts: issues, why: 'so' });
    },
  );

  test('serializeResponse turns data without a JSON form into a failure', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    for (const data of [1n, cyclic]) {
      expect(JSON.parse(serializeResponse({ ...success, data }))).toMatchObject({
        ok: false,
        error: { type: 'INTERNAL', partialSideEffects: true, details: { issues: [{ keyword: 'json' }] } },
        meta: { toolId: 'it' },
      });
    }
    expect(JSON.parse(serializeResponse(success))).toEqual(success);
  });
});
