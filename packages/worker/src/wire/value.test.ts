import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CapabilityInputError } from '../error/input-errors.js';
import { decodeValue } from './decode-value.js';
import { encodeValue, type WireMode } from './encode-value.js';
import { WireFile } from './wire-file.js';
import { UnknownWireValue, wireType } from './wire-type.js';

const modes: readonly WireMode[] = ['json', 'clone'];

function roundTrip(value: unknown, mode: WireMode): unknown {
  const { value: encoded } = encodeValue(value, mode);
  return decodeValue(mode === 'json' ? JSON.parse(JSON.stringify(encoded)) : structuredClone(encoded));
}

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.bigInt(),
  fc.string(),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array(),
  fc.float32Array(),
);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__wire__', 'data', '__proto__')), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
    fc.array(leaf, { maxLength: 3 }).map((items) => new Set(items)),
  ),
}));

class Point {
  readonly x: number;
  readonly y: Date;

  constructor(x: number, y: Date) {
    this.x = x;
    this.y = y;
  }
}

class Other {}

describe.each(modes)('values as %s', (mode) => {
  test('R5: whatever structured clone can copy arrives as what it was', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(roundTrip(value, mode)).toEqual(value);
      }),
    );
  });

  test('what is plain already is not copied', () => {
    const value = { a: [1, 'two', null, { b: true }] };
    expect(encodeValue(value, mode).value).toBe(value);
  });

  test('a class that the wire was taught travels under its kind, at any depth', () => {
    wireType('test.point', {
      class: Point,
      encode: ({ x, y }) => ({ x, y }),
      decode: (data) => new Point((data as Point).x, (data as Point).y),
    });
    const value = { points: new Map([['a', [new Point(1, new Date(5))]]]) };
    expect(roundTrip(value, mode)).toEqual(value);
    const [point] = (roundTrip(value, mode) as typeof value).points.get('a') ?? [];
    expect(point).toBeInstanceOf(Point);
  });

  test('errors that are values keep their class, name and cause', () => {
    const mine = roundTrip(new CapabilityInputError('no', { fieldsInvalid: ['a'] }), mode);
    expect(mine).toBeInstanceOf(CapabilityInputError);
    expect(mine).toMatchObject({ fieldsInvalid: ['a'] });
    const plain = roundTrip(new TypeError('outer', { cause: new Error('inner') }), mode);
    expect(plain).toMatchObject({ name: 'TypeError', message: 'outer', cause: { message: 'inner' } });
  });

  test('a file goes as a handle', () => {
    const file = new WireFile({ path: '/data/a', size: 3, sha256: 'ab', owner: 'c1' });
    expect(roundTrip(file, mode)).toEqual(file);
    expect(roundTrip(file, mode)).toBeInstanceOf(WireFile);
  });

  test('functions, symbols, promises and what contains itself are refused', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    for (const value of [() => 1, Symbol('a'), Promise.resolve(1), circle]) {
      expect(() => encodeValue({ value }, mode)).toThrow(/^Cannot send a /);
    }
  });
});

test('an unknown kind arrives as an unknown value and goes back as it came', () => {
  const data = { __wire__: 'geo', data: { lat: 1 } };
  const value = decodeValue(structuredClone(data));
  expect(value).toEqual(new UnknownWireValue('geo', { lat: 1 }));
  expect(encodeValue(value, 'json').value).toEqual(data);
});

test('a kind has one class, a class one kind, and the kinds of the wire are taken', () => {
  const source = { class: Other, encode: () => 1, decode: () => new Other() };
  wireType('test.other', source);
  expect(() => wireType('test.other', source)).not.toThrow();
  expect(() => wireType('test.other', { ...source, class: class Third {} })).toThrow('it belongs to the class Other');
  expect(() => wireType('test.another', source)).toThrow('Other travels as "test.other"');
  expect(() => wireType('date', { ...source, class: class Fourth {} })).toThrow('the wire uses it itself');
});
