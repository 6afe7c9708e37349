import { compileJsonSchema, type JsonObject } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillArguments } from './fill-arguments.js';

const now = new Date(2026, 2, 4, 12, 0); // a Wednesday
const local = (...at: [number, number, number, number, number]) => new Date(...at).toISOString().replace('.000', '');

function fill(text: string, properties: JsonObject, required: string[], words = 'Do the thing') {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false };
  return fillArguments({ name: 'do_thing', title: '', description: words, inputSchema }, text, now);
}

const text = { type: 'string' };
const integer = { type: 'integer' };

describe('fillArguments', () => {
  test.each<[sentence: string, schema: JsonObject, value: unknown]>([
    ['send it to ada@example.org, please', { type: 'string', format: 'email' }, 'ada@example.org'],
    ['see https://example.org/a?b=1.', { type: 'string', format: 'uri' }, 'https://example.org/a?b=1'],
    ['ping 10.0.0.7', { type: 'string', format: 'ipv4' }, '10.0.0.7'],
    ['at 2026-03-05T15:30:00Z', { type: 'string', format: 'date-time' }, '2026-03-05T15:30:00Z'],
    ['on 2026-03-05 15:30', { type: 'string', format: 'date-time' }, local(2026, 2, 5, 15, 30)],
    ['tomorrow at 15:00', { type: 'string', format: 'date-time' }, local(2026, 2, 5, 15, 0)],
    ['at 9am on friday', { type: 'string', format: 'date-time' }, local(2026, 2, 6, 9, 0)],
    ['next wednesday at noon', { type: 'string', format: 'date-time' }, local(2026, 2, 11, 12, 0)],
    ['at 11:00', { type: 'string', format: 'date-time' }, local(2026, 2, 5, 11, 0)],
    ['in 2 hours', { type: 'string', format: 'date-time' }, local(2026, 2, 4, 14, 0)],
    ['due tomorrow', { type: 'string', format: 'date' }, '2026-03-05'],
    ['add 12 of them', { type: 'integer', minimum: 5 }, 12],
    ['from 3 to 12', { type: 'integer', minimum: 5 }, 12],
    ['about -1.5 degrees', { type: 'number' }, -1.5],
    ['for 5 minutes', { type: 'integer', description: 'How many seconds' }, 300],
    ['for half an hour', { type: 'integer', description: 'How many minutes' }, 30],
    ['in kilometres or miles? miles', { enum: ['km', 'miles'] }, 'miles'],
    ['make it extra large', { enum: ['small', 'extra_large'] }, 'extra_large'],
    ['order 123456 is late', { type: 'string', pattern: '^[0-9]{6}$' }, '123456'],
    [
      'invite ada@example.org and bob@example.org',
      { type: 'array', items: { type: 'string', format: 'email' } },
      ['ada@example.org', 'bob@example.org'],
    ],
    ['sum 1, 2 and 3', { type: 'array', items: { type: 'number' } }, [1, 2, 3]],
    ['value=seven', text, 'seven'],
    ['call it "Old Tom"', text, 'Old Tom'],
    ['with value', { type: 'boolean' }, true],
    ['without value', { type: 'boolean' }, false],
    ['value off', { type: 'boolean' }, false],
  ])('%s gives the value of %j', (sentence, schema, value) => {
    expect(fill(sentence, { value: schema }, ['value'])).toEqual({ args: { value }, missing: [] });
  });

  test('two arguments of one kind take the values in the order they are mentioned', () => {
    const unit = { enum: ['kelvin', 'celsius', 'fahrenheit'] };
    expect(fill('convert 20 celsius to fahrenheit', { from: unit, to: unit }, ['from', 'to']).args).toEqual({
      from: 'celsius',
      to: 'fahrenheit',
    });
  });

  test.each([
    ['search the handbook for parental leave', 'parental leave'],
    ['Could you please look up parental leave?', 'parental leave?'],
    ['What is parental leave?', 'What is parental leave?'],
    ['Do the thing: Ann <ann@example.org>', 'Ann <ann@example.org>'],
  ])('one required text takes the rest of "%s"', (sentence, query) => {
    expect(fill(sentence, { query: text }, ['query'], 'Searches the handbook').args).toEqual({ query });
  });

  test('several parameters share a sentence', () => {
    const properties = {
      title: text,
      start: { type: 'string', format: 'date-time' },
      duration_minutes: integer,
      guests: { type: 'array', items: { type: 'string', format: 'email' } },
      place: text,
    };
    const said = 'Schedule a design review with ada@example.org tomorrow at 15:00 for 45 minutes';
    expect(fill(said, properties, ['title', 'start'])).toEqual({
      args: {
        title: 'design review',
        start: local(2026, 2, 5, 15, 0),
        duration_minutes: 45,
        guests: ['ada@example.org'],
      },
      missing: [],
    });
    expect(fill('"Lunch" tomorrow at 12:30 place: "Room 4"', properties, ['title', 'start']).args).toEqual({
      title: 'Lunch',
      start: local(2026, 2, 5, 12, 30),
      place: 'Room 4',
    });
  });

  test('an optional number is taken by its name only', () => {
    const properties = { query: text, limit: { type: 'integer', maximum: 5 } };
    expect(fill('find version 2 of the plan', properties, ['query']).args).toEqual({ query: 'version 2 of the plan' });
    expect(fill('find "the plan", limit 2', properties, ['query']).args).toEqual({ query: 'the plan', limit: 2 });
    expect(fill('find "the plan", limit 9', properties, ['query']).args).toEqual({ query: 'the plan' });
  });

  test.each(['What is the status of order 17?', 'Status of order 17.', 'Is it (order: 17)?'])(
    'a value by its name comes without the punctuation of %j',
    (sentence) => {
      expect(fill(sentence, { order: text }, ['order']).args).toEqual({ order: '17' });
      expect(fill(sentence, { order: integer }, ['order']).args).toEqual({ order: 17 });
    },
  );

  test('what the sentence does not have is missing', () => {
    const properties = { start: { type: 'string', format: 'date-time' }, count: integer };
    expect(fill('do the thing', properties, ['start', 'count'])).toEqual({ args: {}, missing: ['start', 'count'] });
    expect(fill('do 200', { count: { type: 'integer', maximum: 10 } }, ['count']).missing).toEqual(['count']);
  });

  test('whatever is said, the arguments fit the schema or some are missing', () => {
    const schemas: readonly JsonObject[] = [
      text,
      { type: 'string', minLength: 3, maxLength: 8 },
      { type: 'string', format: 'email' },
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
      { type: 'string', format: 'time' },
      { type: 'string', pattern: '^[a-z]{2}[0-9]+$' },
      { enum: ['red', 'dark_blue', 7] },
      { type: 'integer', minimum: 1, maximum: 12 },
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
      { anyOf: [{ type: 'null' }, integer] },
    ];
    const pieces = `find|red|dark|blue|"a b"|it's|ab12|7|-3.5|5 minutes|in 2 days|tomorrow|at 25:00|at 9 pm|2026-02-31`;
    const odd = String.raw`2026-13-01T00:00Z|a@b.co|value:|other=|(|[|\|“`;
    const words = fc.constantFrom(...`${pieces}|${odd}`.split('|'));
    const sentence = fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }).map((parts) => parts.join(' '));
    const schema = fc.constantFrom(...schemas);
    fc.assert(
      fc.property(sentence, schema, schema, fc.boolean(), (said, value, other, both) => {
        const required = both ? ['value', 'other'] : ['value'];
        const { args, missing } = fill(said, { value, other }, required);
        const inputSchema: JsonObject = { type: 'object', properties: { value, other }, additionalProperties: false };
        expect(compileJsonSchema(inputSchema).check(args).ok).toBe(true);
        expect(missing).toEqual(required.filter((name) => !(name in args)));
      }),
      { numRuns: 1_000 },
    );
  });
});
