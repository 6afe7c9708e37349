import { canonicalJson, digest, sha256 } from '@helve/core';
import { expect, test } from 'vitest';
import { partitionOf } from './partition.js';

const anonymous = { id: 'anonymous' };

test('G5 canonical is RFC 8785 and SHA-256, and a partition is the user with the tenant; an anonymous caller without session has none', () => {
  expect(canonicalJson({ b: 1, a: [1e21, '€'] })).toBe('{"a":[1e+21,"€"],"b":1}');
  expect(digest({ b: 1, a: 2 })).toBe(sha256('{"a":2,"b":1}'));

  const ada = partitionOf({ user: { id: 'ada' }, sessionId: 's1' });
  expect(partitionOf({ user: { id: 'ada' }, sessionId: 's2' })).toBe(ada);
  expect(partitionOf({ user: { id: 'ada' }, sessionId: undefined })).toBe(ada);
  const others = [
    partitionOf({ user: { id: 'bob' }, sessionId: 's1' }),
    partitionOf({ user: { id: 'ada', tenant: 'acme' }, sessionId: 's1' }),
    partitionOf({ user: { id: 'ada', tenant: 'globex' }, sessionId: 's1' }),
    partitionOf({ user: { id: 'ada', issuer: 'helve:keys' }, sessionId: 's1' }),
    partitionOf({ user: { id: 'anonymous', issuer: 'helve:keys' }, sessionId: 's1' }),
    partitionOf({ user: anonymous, sessionId: 's1' }),
    partitionOf({ user: anonymous, sessionId: 's2' }),
  ];
  expect(new Set([ada, ...others]).size).toBe(8);
  expect(partitionOf({ user: anonymous, sessionId: undefined })).toBeUndefined();
});

test('no crafted id gives the partition of somebody else', () => {
  const crafted = ['ada","acme', 'ada\u0000acme', '["user","ada","acme"]', 'ada|acme'];
  const real = partitionOf({ user: { id: 'ada', tenant: 'acme' }, sessionId: undefined });
  for (const id of crafted) expect(partitionOf({ user: { id }, sessionId: undefined })).not.toBe(real);
  expect(partitionOf({ user: anonymous, sessionId: 'ada' })).not.toBe(
    partitionOf({ user: { id: 'ada' }, sessionId: undefined }),
  );
});
