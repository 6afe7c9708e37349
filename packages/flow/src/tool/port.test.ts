import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OverlayType } from '../contract/overlay.js';
import type { IOPort } from '../contract/meta.js';
import { isPseudoPort, isStandOffPort, portKey, portMatches, portsCollide, type ScopedPort } from './port.js';

const qa: IOPort = { type: 'qa', side: 'target' };
const target: IOPort = { type: 'target', side: 'target' };

describe('portKey', () => {
  test.each([
    [{ type: 'entity', side: 'source' }, {}, 'entity@source'],
    [{ type: 'segmentation', side: 'source', layer: '' }, {}, 'segmentation@source'],
    [{ type: 'segmentation', side: 'source', layer: 'clauses' }, {}, 'segmentation@source#clauses'],
    [{ type: 'target', side: 'target' }, { variant: 'de' }, 'target@target;de'],
    [{ type: 'qa', side: 'target' }, { check: 'term-check' }, 'qa@target:term-check'],
    [{ type: 'property:x', side: 'source' }, {}, 'property:x@source'],
  ] satisfies [IOPort, object, string][])('K75 spells %j with %j as %s', (port, scope, key) => {
    expect(portKey(port, scope)).toBe(key);
  });

  test('K75 gives two ports one key exactly when nothing tells them apart', () => {
    const part = fc.constantFrom('a', 'b');
    const scoped = fc.record({
      port: fc.record({
        type: part,
        side: fc.constantFrom('source' as const, 'target' as const),
        layer: fc.constantFrom('', 'l'),
      }),
      variant: fc.option(fc.constantFrom('de', 'fr'), { nil: undefined }),
      check: fc.option(part, { nil: undefined }),
    });
    fc.assert(
      fc.property(scoped, scoped, (one, other) => {
        const sameKey = portKey(one.port, one) === portKey(other.port, other);
        expect(sameKey).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

describe('portMatches', () => {
  const cases: [string, ScopedPort, ScopedPort, boolean][] = [
    ['any check when none is asked for', { port: qa }, { port: qa, check: 'term-check' }, true],
    ['only the check that is asked for', { port: qa, check: 'qa-check' }, { port: qa, check: 'term-check' }, false],
    ['any variant when none is asked for', { port: target }, { port: target, variant: 'de' }, true],
    ['only the variant that is asked for', { port: target, variant: 'fr' }, { port: target, variant: 'de' }, false],
    ['a step that works on every target of the run', { port: target, variant: 'fr' }, { port: target }, true],
    ['no other layer', { port: { ...qa, layer: 'x' } }, { port: qa }, false],
    ['no other side', { port: { type: 'qa', side: 'source' } }, { port: qa }, false],
  ];
  test.each(cases)('K75 accepts %s', (_, wanted, given, matches) => {
    expect(portMatches(wanted, given)).toBe(matches);
  });

  test('K75 findings of different checks are different ports', () => {
    expect(portsCollide({ port: qa, check: 'a' }, { port: qa, check: 'b' })).toBe(false);
    expect(portsCollide({ port: qa, check: 'a' }, { port: qa, check: 'a' })).toBe(true);
  });
});

test('K75 target, source, layer and properties are pseudo-ports, overlays are marks', () => {
  for (const type of ['target', 'source', 'layer', 'property:note']) {
    expect([isPseudoPort({ type, side: 'source' }), isStandOffPort({ type, side: 'source' })]).toEqual([true, false]);
  }
  for (const type of Object.values(OverlayType)) expect(isStandOffPort({ type, side: 'source' })).toBe(true);
  expect(isStandOffPort({ type: 'word-count', side: 'source' })).toBe(false);
});
