import {
  claimedFileDigest,
  contractDigestOf,
  digest,
  FILE_DIGEST_LENGTH,
  providerDigestOf,
  providersDigestOf,
  registryVersionOf,
  sha256,
  withFileDigest,
} from '@helve/core';
import { describe, expect, test } from 'vitest';

import { artifactTool } from '../../../../test/artifact-kit.js';

describe('digests of an artifact', () => {
  test('F21 the version is 1.0 and eight digits of the three digests in canonical form', () => {
    const digests = { contractDigest: 'c', implementationDigest: 'i', providersDigest: 'p' };
    const expected = sha256('{"contractDigest":"c","implementationDigest":"i","providersDigest":"p"}').slice(0, 8);
    expect(registryVersionOf(digests)).toBe(`1.0.${expected}`);
    expect(registryVersionOf({ ...digests, version: 'x', gitCommit: 'y' } as typeof digests)).toBe(`1.0.${expected}`);
  });

  test('a contract digest covers all that an author declares and nothing that the build adds', () => {
    const tool = artifactTool('a');
    const base = contractDigestOf(tool);
    expect(contractDigestOf(Object.fromEntries(Object.entries(tool).toReversed()) as typeof tool)).toBe(base);
    expect(
      contractDigestOf({ ...tool, handlerPath: 'x', implementationDigest: 'y', losses: { z: [] } } as typeof tool),
    ).toBe(base);
    const changes = [
      { description: 'b' },
      { jsonSchema: {} },
      { tags: ['t'] },
      { summary: 's' },
      { documentation: 'd' },
      { idempotent: false },
      { 'x-own': 1 },
    ];
    const changed = changes.map((change) => contractDigestOf({ ...tool, ...change }));
    expect(new Set([base, ...changed]).size).toBe(changes.length + 1);
  });

  test('a providers digest covers names, schemas and restore plans, and not what was lost', () => {
    const form = { schema: { a: 1 }, restore: [], losses: [] };
    const loss = { pointer: '', keyword: 'x', action: 'dropped', effect: 'wider', note: '' } as const;
    expect(providerDigestOf({ t: form })).toBe(providerDigestOf({ t: { ...form, losses: [loss] } }));
    expect(providerDigestOf({ t: form })).not.toBe(providerDigestOf({ t: { ...form, schema: { a: 2 } } }));
    expect(providerDigestOf({ t: form })).not.toBe(
      providerDigestOf({ t: { ...form, restore: [{ step: 'null-removed', pointer: '/a' }] } }),
    );
    expect(providersDigestOf({ t: 't' }, { p: 'd' })).not.toBe(providersDigestOf({ t: 'u' }, { p: 'd' }));
    expect(providersDigestOf({ t: 't' }, { p: 'd' })).toBe(digest({ providers: { p: 'd' }, names: { t: 't' } }));
  });

  test('a file that ends with its digest is still JSON, and the digest is of all that stands before', () => {
    const text = withFileDigest(`${JSON.stringify({ a: 'ü', tools: [] }, null, 2)}\n`);
    const [body, tail] = [text.slice(0, -FILE_DIGEST_LENGTH), text.slice(-FILE_DIGEST_LENGTH)];
    expect(JSON.parse(text)).toEqual({ a: 'ü', tools: [], fileDigest: sha256(body) });
    expect(claimedFileDigest(tail)).toBe(sha256(body));
    expect(text.endsWith('\n}\n')).toBe(true);
    expect(claimedFileDigest(tail.replace('"\n}', '" }'))).toBeUndefined();
    expect(claimedFileDigest('')).toBeUndefined();
  });
});
