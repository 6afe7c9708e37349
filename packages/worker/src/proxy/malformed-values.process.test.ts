import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CapabilityError } from '../error/capability-error.js';
import { builtInKinds } from '../wire/wire-type.js';
import { RemoteCapabilityProxy } from './remote-capability-proxy.js';
import type { RemoteRequest } from './remote-request.js';

const malformed: readonly object[] = [
  { __wire__: 'bigint', data: 'x' },
  { __wire__: 'bigint' },
  { __wire__: 'number', data: 'many' },
  { __wire__: 'bytes', data: 7 },
  { __wire__: 'buffer', data: null },
  { __wire__: 'array', data: 7 },
  { __wire__: 'array', data: ['Float64Array', 'AQ=='] },
  { __wire__: 'date', data: 'never' },
  { __wire__: 'map', data: 5 },
  { __wire__: 'map', data: [5] },
  { __wire__: 'set', data: null },
  { __wire__: 'object', data: [null] },
  { __wire__: 'object', data: [[{}, 1]] },
  { __wire__: 'file', data: null },
  { __wire__: 'file', data: { path: '/a' } },
  { __wire__: 'regexp', data: '(' },
  { __wire__: 'regexp', data: ['(', ''] },
];

const { value: anyTagged } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, 5, '', 'x', '(', '1970-01-01', 'AQ==', true, {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'path', 'size', 'code', 'message', 'cause', '__proto__'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.record({ __wire__: fc.constantFrom(...builtInKinds, 'other'), data: tie('value') }),
    fc.constantFrom(...malformed),
  ),
}));

const proxy = new RemoteCapabilityProxy({
  instanceId: 'lying',
  transport: {
    kind: 'ndjson',
    command: [process.execPath, join(import.meta.dirname, '..', 'testing', 'fixture', 'lying.mjs')],
    env: {},
  },
});
beforeAll(() => proxy.start());
afterAll(() => proxy.terminate(0));

const ask = (action: string, value: unknown): RemoteRequest => ({
  op: action === 'chunk' ? 'actionStream' : 'action',
  action,
  named: { text: JSON.stringify(value) },
});

/** Returns the code of the failure; undefined for a call that gives something. */
async function codeOf(action: string, value: unknown): Promise<string | undefined> {
  const request = ask(action, value);
  try {
    if (action === 'chunk') for await (const _ of proxy.stream(request)) continue;
    else await proxy.call(request).result;
    return undefined;
  } catch (error) {
    expect(CapabilityError.is(error)).toBe(true);
    return (error as CapabilityError).code;
  }
}

describe('a value that a worker sends and nobody can read', () => {
  test.each(['result', 'chunk', 'account'])('fails its call alone: as a %s', async (action) => {
    const other = proxy.call(ask('result', 'well')).result;
    for (const value of malformed) expect([value, await codeOf(action, { at: [value] })]).toEqual([value, 'PROTOCOL']);
    expect(await other).toBe('well');
    expect(await proxy.call(ask('result', { __wire__: 'bigint', data: '-7' })).result).toBe(-7n);
  });

  test('fails its call with the text of the error where it is in an error', async () => {
    for (const value of malformed) expect(await codeOf('error', { code: 'INPUT', fields: { value } })).toBe('PROTOCOL');
    expect(await codeOf('error', { code: 'INPUT', fields: { fieldsInvalid: [{ toString: 5 }] } })).toBe('PROTOCOL');
  });

  test('or anything else leaves the host as it was', async () => {
    const action = fc.constantFrom('result', 'chunk', 'account', 'error');
    await fc.assert(
      fc.asyncProperty(action, anyTagged, async (kind, value) => {
        await codeOf(kind, value);
        expect(await proxy.call(ask('result', 1)).result).toBe(1);
      }),
    );
  });
});
