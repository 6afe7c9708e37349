import { isPlainObject } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentLimits } from './argument-limits.js';
import { JsonReader } from './json-reader.js';
import { parseArguments } from './parse-arguments.js';
import { parseCauses, type ParseCause } from './unreadable.js';

const parse = (args: unknown, limits: Partial<typeof argumentLimits> = {}) =>
  parseArguments(args, { ...argumentLimits, ...limits });

function failureOf(args: unknown, limits: Partial<typeof argumentLimits> = {}) {
  const parsed = parse(args, limits);
  if (parsed.ok) throw new Error(`Expected a failure, got ${JSON.stringify(parsed.value)}`);
  return parsed.failure;
}

test('A18 arguments may be an object or a JSON string', () => {
  const sent = { city: 'Oslo', days: [1, { deep: null }] };
  const fromObject = parse(sent);
  expect(fromObject).toMatchObject({ ok: true, form: 'object', tolerated: [], value: sent });
  expect(fromObject.value).not.toBe(sent);
  expect(Object.isFrozen(sent)).toBe(false);
  expect(parse(JSON.stringify(sent))).toMatchObject({ ok: true, form: 'string', tolerated: [], value: sent });
});

describe('what is tolerated', () => {
  test('A19 white space and a byte-order mark are trimmed, and that is told', () => {
    expect(parse('\uFEFF \n{"a":1}\t')).toMatchObject({ ok: true, tolerated: ['trim'], value: { a: 1 } });
    expect(parse('{ "a" : 1 }')).toMatchObject({ ok: true, tolerated: [] });
  });

  test('A19 single quotes may delimit strings where strict reading failed, and that is told', () => {
    expect(parse(`{'a': 'it\\'s', "b": "it's", 'c': 'say "x"'}`)).toMatchObject({
      ok: true,
      tolerated: ['single-quotes'],
      value: { a: "it's", b: "it's", c: 'say "x"' },
    });
    expect(parse(`  {'a': 1}`)).toMatchObject({ tolerated: ['trim', 'single-quotes'] });
    expect(parse(`{"a": "it's"}`)).toMatchObject({ tolerated: [] });
  });

  test.each([
    ['a bare name', '{a: 1}'],
    ['a trailing comma', '{"a": 1,}'],
    ['a trailing comma in a list', '{"a": [1,]}'],
    ['a comment', '{"a": 1 /* one */}'],
    ['a word of Python', `{'a': None}`],
    ['a code fence', '```json\n{"a": 1}\n```'],
    ['an escape that only single quotes know', '{"a": "it\\\'s"}'],
    ['two values', '{"a": 1} {"b": 2}'],
    ['a number with a leading zero', '{"a": 01}'],
    ['a control character', '{"a": "\u0001"}'],
  ])('A19 %s is not', (_, text) => {
    expect(failureOf(text).cause).toBe('syntax');
  });

  test('A19 double encoding is not', () => {
    expect(failureOf(JSON.stringify('{"a": 1}')).cause).toBe('not-an-object');
  });
});

describe('a failure to read', () => {
  const cases: readonly (readonly [ParseCause, unknown, number | undefined])[] = [
    ['syntax', '{"a": @}', 6],
    ['syntax', ' \n{"a": @}', 8],
    ['truncated', '{"a": "b', 8],
    ['truncated', '{"a": [1,', 9],
    ['truncated', '{"a"', 4],
    ['truncated', '{"a": tr', 8],
    ['truncated', '{"a": 1.', 8],
    ['truncated', '{"a": "\\u12', 11],
    ['duplicate-key', '{"a": 1, "b": {}, "a": 2}', 18],
    ['duplicate-key', '{"x": {"a": 1, "\\u0061": 2}}', 15],
    ['forbidden-key', '{"a": {"__proto__": {}}}', 7],
    ['forbidden-key', '{"\\u005f_proto__": {}}', 1],
    ['not-an-object', '[1]', 0],
    ['not-an-object', 'null', 0],
    ['not-an-object', [1], undefined],
    ['too-large', `{"a": "${'x'.repeat(argumentLimits.maxBytes)}"}`, argumentLimits.maxBytes],
    ['too-large', `{"a": "${'ü'.repeat(argumentLimits.maxBytes / 2)}"}`, argumentLimits.maxBytes],
    ['too-large', { a: 'x'.repeat(argumentLimits.maxBytes + 1) }, undefined],
    ['too-deep', `{"a": ${'['.repeat(64)}${']'.repeat(64)}}`, 69],
    ['ill-formed-string', '{"a": "\\ud800"}', 6],
    ['ill-formed-string', '{"a": "\uDC00"}', 6],
    ['ill-formed-string', { a: '\uD800' }, undefined],
    ['forbidden-key', JSON.parse('{"a": {"__proto__": 1}}'), undefined],
    ['syntax', { a: () => 1 }, undefined],
    ['syntax', { a: new Date(0) }, undefined],
  ];

  test.each(cases)('A20 has the cause %s, and a position', (cause, args, position) => {
    const failure = failureOf(args);
    expect(failure).toMatchObject({ cause, problem: expect.any(String), pointer: expect.any(String) });
    expect(failure.position).toBe(position);
  });

  test('A20 of every cause but the one that needs a schema is among these cases', () => {
    const shown = new Set(cases.map(([cause]) => cause));
    expect(parseCauses.filter((cause) => !shown.has(cause))).toEqual(['unsafe-integer']);
  });

  test('A20 has a pointer to the value that was read', () => {
    expect(failureOf('{"a": {"b/c": [1, @]}}').pointer).toBe('/a/b~1c/1');
    expect(failureOf({ a: [{ b: 1n }] }).pointer).toBe('/a/0/b');
  });
});

test('parseArguments keeps the limits of depth and of members, each to the last one allowed', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  expect(parse(nested(64)).ok).toBe(true);
  expect(failureOf(nested(65)).cause).toBe('too-deep');
  const list = (items: number) => `{"a":[${Array.from({ length: items }, () => 0).join()}]}`;
  expect(parse(list(9_999)).ok).toBe(true);
  expect(failureOf(list(10_000)).cause).toBe('too-large');
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  expect(failureOf(cyclic).cause).toBe('too-deep');
});

test('A21 empty, blank and absent arguments are no arguments', () => {
  for (const args of ['', '  \n', '\uFEFF', undefined, null]) {
    expect(parse(args)).toMatchObject({ ok: true, form: 'empty', value: {} });
  }
});

test('parseArguments freezes what it gives, all the way down', () => {
  const { value } = parse('{"a": {"b": [{}]}}') as { value: { a: { b: object[] } } };
  for (const part of [value, value.a, value.a.b, value.a.b[0]]) expect(Object.isFrozen(part)).toBe(true);
});

test('parseArguments never touches a prototype', () => {
  parse('{"__proto__": {"polluted": true}}');
  parse('{"constructor": {"prototype": {"polluted": true}}}');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  const { value } = parse('{"constructor": 1, "toString": 2}');
  expect(value).toEqual(JSON.parse('{"constructor": 1, "toString": 2}'));
});

/** True when a name stands twice in some object of a text that `JSON.parse` accepts. */
function hasDuplicates(text: string): boolean {
  try {
    new JsonReader(text, { maxBytes: Infinity, maxDepth: Infinity, maxMembers: Infinity }).read();
    return false;
  } catch (error) {
    return error instanceof Error && /occurs twice/.test(error.message);
  }
}

const plainJson = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'));

describe('JSON.parse is the oracle', () => {
  test('for values it wrote, with any spacing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), plainJson), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        fc.pre(!text.includes('__proto__'));
        const parsed = parse(text);
        expect(parsed.ok && parsed.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('for the careful reader too, on every text that one of the two takes', () => {
    const token = fc.constantFrom(
      ...'{}[]:,"\\ \n-0123456789.eE+'.split(''),
      '"a"',
      '"b":',
      'true',
      'null',
      '\\u00e9',
      '\\"',
      '{"a":1}',
    );
    const mutated = fc.tuple(
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
      fc.nat(),
      token,
    );
    const text = fc.oneof(
      fc.array(token, { maxLength: 12 }).map((parts) => parts.join('')),
      mutated.map(
        ([json, at, char]) => json.slice(0, at % (json.length + 1)) + char + json.slice(at % (json.length + 1)),
      ),
    );
    fc.assert(
      fc.property(text, (sent) => {
        const expected = attempt(() => JSON.parse(sent) as unknown);
        const actual = attempt(() => new JsonReader(sent, { ...argumentLimits }).read().value);
        if (sent.includes('__proto__') || hasDuplicates(sent)) return;
        expect(actual).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  test('for arguments: what it reads as an object without duplicates is read as the same object', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (sent) => {
        const expected: unknown = JSON.parse(sent);
        fc.pre(!sent.includes('__proto__') && !hasDuplicates(sent));
        const parsed = parse(sent);
        expect(parsed.ok).toBe(isPlainObject(expected));
        expect(parsed.value).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

function attempt(read: () => unknown): { readonly value: unknown } | 'refused' {
  try {
    return { value: read() };
  } catch {
    return 'refused';
  }
}
