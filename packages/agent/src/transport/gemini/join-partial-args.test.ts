import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPartialArgs } from './join-partial-args.js';

function join(...pieces: unknown[]): Record<string, unknown> {
  const args = {};
  joinPartialArgs(args, pieces);
  return args;
}

test('joinPartialArgs puts every piece at its place', () => {
  const joined = join(
    { jsonPath: '$.city', stringValue: 'Par', willContinue: true },
    { jsonPath: '$.city', stringValue: 'is' },
    { jsonPath: '$.days[0].name', stringValue: 'Mon' },
    { jsonPath: '$.days[1].rain', boolValue: false },
    { jsonPath: '$["a \\"b\\""]', numberValue: 2 },
    { jsonPath: "$['c.d']", nullValue: 'NULL_VALUE' },
  );
  expect(joined).toEqual({ city: 'Paris', days: [{ name: 'Mon' }, { rain: false }], 'a "b"': 2, 'c.d': null });
});

test('joinPartialArgs never pollutes a prototype, never makes endless lists and never throws', () => {
  join({ jsonPath: '$.__proto__.polluted', boolValue: true }, { jsonPath: '$["__proto__"].polluted', boolValue: true });
  join({ jsonPath: '$.constructor.prototype.polluted', boolValue: true });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((join({ jsonPath: '$.list[4000000000]', numberValue: 1 })['list'] as unknown[]).length).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.anything())), fc.anything(), (paths, value) => {
      const pieces = paths.map((jsonPath) => ({
        jsonPath: typeof jsonPath === 'string' ? `$.${jsonPath}` : jsonPath,
        value,
      }));
      expect(() => join(...pieces, value)).not.toThrow();
    }),
  );
});

test('joinPartialArgs gives back a flat object of texts, however they were cut', () => {
  const names = fc.stringMatching(/^[a-z]{1,6}$/);
  const cut = (key: string, text: string) =>
    [...text].map((stringValue) => ({ jsonPath: `$.${key}`, stringValue, willContinue: true }));
  fc.assert(
    fc.property(fc.dictionary(names, fc.string({ minLength: 1 })), (args) => {
      expect(join(...Object.entries(args).flatMap(([key, text]) => cut(key, text)))).toEqual({ ...args });
    }),
  );
});
