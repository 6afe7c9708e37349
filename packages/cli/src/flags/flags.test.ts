import type { JsonSchemaObject } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildInput } from './build-input.js';
import { describeFlags, describeOwnFlags } from './describe-flags.js';
import { locateFlag } from './locate-flag.js';
import { parseFlags, type OwnFlag } from './parse-flags.js';
import { planFlags } from './plan-flags.js';
import { writeFlags } from './write-flags.js';

const ownFlags: readonly OwnFlag[] = [
  { name: 'input', value: 'FILE', docs: '' },
  { name: 'envelope', docs: '' },
  { name: 'help', docs: '' },
];

const files: Readonly<Record<string, string>> = {
  'note.txt': 'from a file\n',
  'n.txt': ' 7 \n',
  'list.json': '[1, 2]',
};

async function readFake(file: string): Promise<string> {
  const text = files[file];
  if (text === undefined) throw new Error(`Cannot read "${file}": there is no such file`);
  return text;
}

function object(properties: Record<string, JsonSchemaObject>, required: string[] = []): JsonSchemaObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Reads a command line: the input, or every problem. */
async function read(schema: JsonSchemaObject, argv: readonly string[], base: Record<string, unknown> = {}) {
  const parsed = parseFlags(argv, planFlags(schema).flags, ownFlags);
  const { input, findings } = await buildInput(base, parsed.assignments, readFake);
  return { input, own: parsed.own, problems: [...parsed.findings, ...findings].map((f) => `${f.where}: ${f.message}`) };
}

function namesOf(schema: JsonSchemaObject): string[] {
  return planFlags(schema).flags.map(({ name }) => name);
}

describe('flag names', () => {
  test('are kebab-case, with dots for nesting and the whole object beside its members', () => {
    const schema = object({
      maxLength: { type: 'integer' },
      user_id: { type: 'string' },
      URLPath: { type: 'string' },
      address: object({ postCode: { type: 'string' } }),
    });
    expect(namesOf(schema)).toEqual(['max-length', 'user-id', 'url-path', 'address', 'address.post-code']);
  });

  test('give way to reserved flags with --arg-', () => {
    const schema = object({
      input: { type: 'string' },
      color: { type: 'boolean' },
      inner: object({ input: { type: 'string' } }),
    });
    expect(namesOf(schema)).toEqual(['arg-input', 'arg-color', 'inner', 'inner.input']);
  });

  test('stay apart when two parameters would share one', async () => {
    const schema = object({
      fooBar: { type: 'string' },
      foo_bar: { type: 'string' },
      'arg-foo-bar': { type: 'string' },
    });
    expect(new Set(namesOf(schema)).size).toBe(3);
    const { input } = await read(
      schema,
      namesOf(schema).flatMap((name, index) => [`--${name}`, String(index)]),
    );
    expect(input).toEqual({ fooBar: '0', foo_bar: '1', 'arg-foo-bar': '2' });
  });

  test('of a parameter called noColour does not steal the negation of colour silently', async () => {
    const schema = object({ colour: { type: 'boolean' }, noColour: { type: 'string' } });
    expect((await read(schema, ['--no-colour', 'x', '--colour=false'])).input).toEqual({
      colour: false,
      noColour: 'x',
    });
  });

  test('leave out what cannot be typed, and help says so', () => {
    const schema = object({ 'a b': { type: 'string' }, 'x=y': { type: 'string' }, '': { type: 'string' } });
    expect(planFlags(schema).withoutFlag).toEqual([['a b'], ['x=y'], ['']]);
    expect(describeFlags(planFlags(schema))[0]).toEqual(['(a b)', 'only with --input']);
  });

  test('tell a default in their help, unless it is an empty text', () => {
    const text = { type: 'string', description: 'Says it.' } as const;
    const schema = object({ a: { ...text, default: '' }, b: { ...text, default: 'x' } });
    expect(describeFlags(planFlags(schema))).toEqual([
      ['--a TEXT', 'Says it.'],
      ['--b TEXT', 'Says it. (default x)'],
    ]);
  });

  test('show the letter that stands for them, where there is one', () => {
    const [row] = describeOwnFlags([{ name: 'output', short: 'o', value: 'FILE', docs: 'where to' }]);
    expect(row).toEqual(['-o, --output FILE', 'where to']);
  });

  test('end where a schema refers to itself', () => {
    const node = { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/$defs/node' } } } as const;
    const schema = { ...object({ tree: { $ref: '#/$defs/node' } }), $defs: { node } };
    expect(namesOf(schema)).toEqual(['tree', 'tree.name', 'tree.child']);
  });

  test('stay few where definitions double with every level', () => {
    const level = (next: number) => object({ a: { $ref: `#/$defs/d${next}` }, b: { $ref: `#/$defs/d${next}` } });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}`, level(index + 1)]));
    expect(namesOf({ ...level(0), $defs: { ...$defs, d40: { type: 'string' } } }).length).toBeLessThan(200);
  });

  test('cover every branch of a union of objects', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      oneOf: [
        object({ kind: { const: 'circle' }, radius: { type: 'number' } }, ['kind', 'radius']),
        object({ kind: { const: 'box' }, side: { type: 'number' } }, ['kind', 'side']),
      ],
    };
    const flags = planFlags(schema).flags;
    expect(flags.map(({ name, required }) => [name, required])).toEqual([
      ['kind', true],
      ['radius', false],
      ['side', false],
    ]);
    expect(flags[0]?.shape).toMatchObject({ kind: 'choice', choices: ['circle', 'box'] });
  });
});

describe('flag values', () => {
  const schema = object({
    text: { type: 'string' },
    note: { type: ['string', 'null'] },
    count: { type: 'integer' },
    ratio: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    deep: { type: 'boolean' },
    unit: { enum: ['celsius', 'kelvin', 3] },
    tags: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: object({ a: { type: 'number' } }) },
    address: object({ city: { type: 'string' }, zip: { type: 'string' } }),
    mixed: {},
  });

  test.each<[string[], unknown]>([
    [['--text', 'a b'], { text: 'a b' }],
    [['--text=--odd'], { text: '--odd' }],
    [['--text', '-5'], { text: '-5' }],
    [['--text', ''], { text: '' }],
    [['--text', 'null'], { text: 'null' }],
    [['--note', 'null'], { note: 'null' }],
    [['--note:=null'], { note: null }],
    [['--count', '-3'], { count: -3 }],
    [['--count', '1e3'], { count: 1000 }],
    [['--ratio', 'null'], { ratio: null }],
    [['--ratio', '0.5'], { ratio: 0.5 }],
    [['--deep'], { deep: true }],
    [['--no-deep'], { deep: false }],
    [['--deep=false'], { deep: false }],
    [['--unit', '3'], { unit: 3 }],
    [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
    [['--tags:=[]'], { tags: [] }],
    [['--rows', '{"a":1}', '--rows', '{"a":2}'], { rows: [{ a: 1 }, { a: 2 }] }],
    [['--address.city', 'Bern', '--address', '{"zip":"3000"}'], { address: { city: 'Bern', zip: '3000' } }],
    [['--mixed', '[1]'], { mixed: [1] }],
    [['--mixed', 'plain'], { mixed: 'plain' }],
    [['--text', '@note.txt'], { text: 'from a file\n' }],
    [['--text', '@@note.txt'], { text: '@note.txt' }],
    [['--count', '@n.txt'], { count: 7 }],
    [['--mixed:=@list.json'], { mixed: [1, 2] }],
  ])('%j give %j', async (argv, input) => {
    expect(await read(schema, argv)).toMatchObject({ input, problems: [] });
  });

  test.each<[string[], string]>([
    [['--count', '3x'], '--count: Expected a whole number, got "3x"'],
    [['--count', '1.5'], '--count: Expected a whole number, got "1.5"'],
    [['--count', '0x10'], '--count: Expected a whole number, got "0x10"'],
    [['--count', ''], '--count: Expected a whole number, got ""'],
    [
      ['--count', '9007199254740993'],
      '--count: Expected a whole number that can be held exactly, got 9007199254740993',
    ],
    [['--ratio', 'Infinity'], '--ratio: Expected a number, got "Infinity"'],
    [['--deep=yes'], '--deep: Expected true or false, got "yes"'],
    [['--unit', 'celsus'], '--unit: Expected one of celsius, kelvin, 3, got "celsus"'],
    [['--text'], '--text: A value is missing'],
    [['--text', '--deep'], '--text: A value is missing'],
    [['--text', 'a', '--text', 'b'], '--text: It is given 2 times and holds one value'],
    [['--txet', 'a'], '--txet: There is no such flag'],
    [['--no-text'], '--no-text: There is no such flag'],
    [['--envelope=yes'], '--envelope: It takes no value'],
    [['--input:=1'], '--input: There is no such flag'],
    [['stray'], 'stray: Expected a flag here'],
    [['-q'], '-q: There is no such flag'],
    [['--text', '@missing.txt'], '--text: Cannot read "missing.txt": there is no such file'],
  ])('%j are refused: %s', async (argv, problem) => {
    expect((await read(schema, argv)).problems).toEqual([problem]);
  });

  test('are all checked before the first complaint', async () => {
    const { problems } = await read(schema, ['--count', 'x', '--unti', 'kelvin', '--ratio', 'y']);
    expect(problems).toHaveLength(3);
  });

  test('go over those of the input, which stays as it was', async () => {
    const base = { text: 'old', address: { city: 'Bern', zip: '3000' }, tags: ['x'] };
    const { input } = await read(schema, ['--address.city', 'Rome', '--tags', 'y'], base);
    expect(input).toEqual({ text: 'old', address: { city: 'Rome', zip: '3000' }, tags: ['y'] });
    expect(base.address.city).toBe('Bern');
  });

  test('never reach a prototype', async () => {
    const odd = object({ constructor: object({ prototype: { type: 'string' } }) });
    Object.defineProperty(odd.properties, '__proto__', {
      value: object({ polluted: { type: 'string' } }),
      enumerable: true,
    });
    const { input } = await read(odd, ['--constructor.prototype', 'x', '--arg-__proto__.polluted', 'yes']);
    expect(Object.hasOwn(input, '__proto__')).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('are found again from the pointer of an issue', () => {
    const { flags } = planFlags(schema);
    expect(locateFlag('/address/city', flags)).toBe('--address.city');
    expect(locateFlag('/tags/1', flags)).toBe('--tags (item 2)');
    expect(locateFlag('/rows/0/a', flags)).toBe('--rows (item 1)/a');
    expect(locateFlag('/nobody', flags)).toBe('/nobody');
    expect(locateFlag('', flags)).toBe('the input');
  });
});

interface Typed {
  readonly schema: JsonSchemaObject;
  readonly value: unknown;
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('null', 'true', '@', '@@x', '--', '--a', '-', '5', '[]', ''),
);
const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('input', 'fooBar', 'foo_bar', 'noFoo', 'foo', 'help', 'a.b', '__proto__', 'constructor'),
);

const scalar = fc.oneof<fc.Arbitrary<Typed>[]>(
  text.map((value) => ({ schema: { type: 'string' }, value })),
  fc.maxSafeInteger().map((value) => ({ schema: { type: 'integer' }, value })),
  number.map((value) => ({ schema: { type: 'number' }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  fc.oneof(text, fc.constant(null)).map((value) => ({ schema: { type: ['string', 'null'] }, value })),
  fc
    .oneof(fc.boolean(), fc.constant(null))
    .map((value) => ({ schema: { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, value })),
  fc
    .uniqueArray(fc.oneof(text, fc.integer(), fc.boolean()), { minLength: 1 })
    .map((choices) => ({ schema: { enum: choices }, value: choices[0] })),
  fc.oneof(text, fc.integer(), fc.constant(null), fc.array(fc.integer())).map((value) => ({ schema: {}, value })),
);

const { typed } = fc.letrec<{ typed: Typed; list: Typed; record: Typed }>((tie) => ({
  typed: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('record')),
  list: fc.array(text, { maxLength: 4 }).chain((items) =>
    fc.constantFrom<Typed>(
      { schema: { type: 'array', items: { type: 'string' } }, value: items },
      { schema: { type: 'array', items: { type: 'integer' } }, value: items.map((item) => item.length) },
      {
        schema: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
        value: items.map((item) => [item]),
      },
    ),
  ),
  record: fc.uniqueArray(fc.tuple(name, tie('typed')), { selector: ([key]) => key, maxLength: 4 }).map(toRecord),
}));

function toRecord(members: readonly (readonly [string, Typed])[]): Typed {
  return {
    schema: object(Object.fromEntries(members.map(([key, { schema }]) => [key, schema]))),
    value: Object.fromEntries(members.map(([key, { value }]) => [key, value])),
  };
}

test('an input turned into flags and read back is the same input', async () => {
  const inputs = fc.uniqueArray(fc.tuple(name, typed), { selector: ([key]) => key, maxLength: 5 }).map(toRecord);
  await fc.assert(
    fc.asyncProperty(inputs, async ({ schema, value }) => {
      const { argv, rest } = writeFlags(value as Record<string, unknown>, planFlags(schema));
      const { input, problems } = await read(schema, argv, rest);
      expect(problems).toEqual([]);
      expect(input).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});
