import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStateSeal } from './request-state.js';

const state = { for: 'tools/call x', owner: '//anna', state: 'kept' };

test('a state comes back as it was, and says nothing on its way', () => {
  const { seal, open } = createStateSeal();
  const sealed = seal(state);
  expect(open(sealed)).toEqual(state);
  expect(seal(state)).not.toBe(sealed);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('kept');
});

test('a state in which anything was changed is refused', () => {
  const { seal, open } = createStateSeal();
  const sealed = seal(state);
  fc.assert(
    fc.property(fc.nat({ max: sealed.length - 1 }), fc.constantFrom('A', 'b', '-', '_', '='), (at, char) => {
      fc.pre(sealed[at] !== char);
      expect(() => open(sealed.slice(0, at) + char + sealed.slice(at + 1))).toThrow(Error);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => open(text)).toThrow(Error);
    }),
  );
});

test('a state of another process, or one that is too old, is refused', () => {
  let now = 0;
  const { seal, open } = createStateSeal(() => now);
  const sealed = seal(state);
  expect(() => createStateSeal(() => now).open(sealed)).toThrow(Error);
  now = 3_600_001;
  expect(() => open(sealed)).toThrow('too old');
});
