import { callTool, defineTool, sha256, type CallRecord, type ToolHook } from '@helve/core';
import { describe, expect, test } from 'vitest';
import { audit, redactInput } from '../index.js';
import type { RedactionOptions } from './redaction.js';

const seen: unknown[] = [];
const note = defineTool({
  id: 'note',
  description: 'Takes notes',
  inputSchema: { type: 'object', additionalProperties: true },
  execute: (input) => {
    seen.push(input);
    return 'noted';
  },
});
const rawInput = { ssn: '123-45-6789', people: [{ mail: 'ada@example.org', age: 36 }], text: 'call 555-0100 now' };

async function inputOf(options: RedactionOptions): Promise<unknown> {
  const safe: unknown[] = [];
  const look: ToolHook = { willExecute: (ctx) => void safe.push(ctx.safeInput) };
  const response = await callTool({ tool: note, rawInput, hooks: [redactInput(options), look] });
  expect(response).toMatchObject({ ok: true });
  expect(safe[0]).toEqual(seen.at(-1));
  return seen.at(-1);
}

describe('redactInput', () => {
  test('masks what paths point at and what patterns match, for the tool and for all who keep the input', async () => {
    const input = await inputOf({ paths: ['/ssn', '/people/*/mail'], patterns: [/\d{3}-\d{4}/] });
    expect(input).toEqual({
      ssn: '[redacted]',
      people: [{ mail: '[redacted]', age: 36 }],
      text: 'call [redacted] now',
    });
    expect(rawInput.ssn).toBe('123-45-6789');
  });

  test('removes, or hashes with a salt, and knows names of fields', async () => {
    expect(await inputOf({ paths: ['/ssn'], keys: ['mail'], mode: 'remove' })).toEqual({
      people: [{ age: 36 }],
      text: rawInput.text,
    });
    const { ssn } = (await inputOf({ paths: ['/ssn'], mode: 'hash', salt: 'pepper' })) as { ssn: string };
    expect(ssn).toBe(`sha256:${sha256('pepper123-45-6789')}`);
  });

  test('fails closed when a pattern throws', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    const runs = seen.length;
    const response = await callTool({
      tool: note,
      rawInput: 'text',
      schemaMode: 'hooks',
      hooks: [redactInput({ patterns: [broken] })],
    });
    expect(response).toMatchObject({
      ok: false,
      error: { type: 'INTERNAL', details: { code: 'GOVERN_REDACTION_FAILED' } },
    });
    expect(seen).toHaveLength(runs);
  });

  test('keeps what it takes out from the trail, also of a call that is refused before', async () => {
    const records: CallRecord[] = [];
    const sink = { append: async (record: CallRecord) => void records.push(record) };
    const refuse: ToolHook = { willAuthorize: (ctx) => ctx.abort('no') };
    await callTool({ tool: note, rawInput, hooks: [refuse, redactInput({ paths: ['/ssn'] }), audit({ sink })] });
    expect(JSON.stringify(records)).not.toContain('123-45-6789');
    expect(records[0]?.redacted).toContain('/rawInput/ssn');
  });

  test.each([
    [{}, 'neither paths nor patterns nor keys'],
    [{ paths: ['ssn'] }, 'Cannot use path "ssn"'],
    [{ path: ['/ssn'] }, 'unknown option "path"'],
    [{ paths: ['/a'], mode: 'blur' }, 'option "mode"'],
    [{ patterns: ['x'] }, 'option "patterns"'],
  ])('refuses %j', (options, problem) => {
    expect(() => redactInput(options as RedactionOptions)).toThrow(problem);
  });
});
