import { describe, expect, test } from 'vitest';
import { toolMeta } from '../testing/tool-meta.js';
import { isLoopbackAddress, resolveLocality } from './resolve-locality.js';

const meta = toolMeta({
  id: 'sample',
  sideEffects: ['tm-read', 'api-call', 'remote-source-egress'],
  requires: ['credentials', 'target-language'],
});
const info = { meta, isLocalProvider: (provider: unknown) => provider === 'demo', tool: () => undefined };

describe('resolveLocality', () => {
  test('K90 a local provider has no egress, no calls and no credentials', () => {
    expect(resolveLocality({ provider: 'demo' }, info)).toEqual({
      sideEffects: ['tm-read'],
      requires: ['target-language'],
    });
  });

  test.each([[{}], [{ provider: 'other' }]])('K90 the provider of %j counts as remote', (config) => {
    expect(resolveLocality(config, info)).toEqual({});
  });
});

test.each([
  ['http://127.0.0.1:11434', true],
  ['http://localhost/v1', true],
  ['http://[::1]:80', true],
  ['http://127.0.0.1.example.com', false],
  ['http://192.0.2.7', false],
  ['not an address', false],
])('K90 %s leads back to this machine: %s', (address, local) => {
  expect(isLoopbackAddress(address)).toBe(local);
});
