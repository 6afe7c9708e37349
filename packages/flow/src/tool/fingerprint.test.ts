import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.js';

test('K73 the fingerprint of a config is the digest of its canonical JSON', () => {
  const golden = '8e62fbea06d1734c2a8c3676faaea7e010a79adc21bf1a34ddb7dfaf5e9fadf8';
  expect(fingerprintOf({ suffix: ']', prefix: '[', expansionPercent: 0 })).toBe(golden);
});

test('K73 the fingerprint changes with what else shapes the result', () => {
  const config = { model: 'm' };
  const prints = [
    fingerprintOf(config),
    fingerprintOf(config, { prompt: 'a' }),
    fingerprintOf(config, { prompt: 'b' }),
  ];
  expect(new Set(prints).size).toBe(3);
  expect(fingerprintOf(config, {})).toBe(prints[0]);
});
