import { Buffer } from 'node:buffer';
import {
  callTool,
  defineTool,
  ToolError,
  type CallRecord,
  type InvokeOptions,
  type ToolHook,
  type ToolRecord,
} from '@helve/core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { audit, redactInput, redactOutput } from '../index.js';
import type { RedactOutputOptions } from './redact-output.js';

const person = { name: 'Ada', mail: 'ada@example.org', notes: 'pin 1234-5678', phone: 5550100 };
const lookUp: ToolRecord = defineTool({
  id: 'look_up',
  description: 'Finds a person',
  inputSchema: { type: 'object', additionalProperties: true },
  execute: () => ({ person }),
});

function call(options: RedactOutputOptions, more: Partial<InvokeOptions> = {}) {
  return callTool({ tool: lookUp, user: { id: 'ada' }, hooks: [redactOutput(options)], ...more });
}

/** Creates a hook that adds a secret, as an application might. */
function knows(secret: string): ToolHook {
  return { name: 'knows', willInjectSecrets: (ctx) => ctx.addSecret(secret) };
}

describe('redactOutput', () => {
  test('takes out paths, patterns and names in the mode asked for', async () => {
    const options = { paths: ['/person/mail'], patterns: [/\d{4}-\d{4}/], keys: ['Phone'] };
    expect(await call(options)).toMatchObject({
      data: { person: { name: 'Ada', mail: '[redacted]', notes: 'pin [redacted]', phone: '[redacted]' } },
    });
    expect(await call({ ...options, mode: 'remove' })).toMatchObject({
      data: { person: { name: 'Ada', notes: 'pin ' } },
    });
    expect(JSON.stringify(await call({ ...options, mode: 'hash', salt: 's' }))).toMatch(/"mail":"sha256:[0-9a-f]{64}"/);
    expect(person.mail).toBe('ada@example.org');
  });

  test('shows everything to callers with one of the roles', async () => {
    const options = { paths: ['/person/mail'], roles: ['support', 'admin'] };
    const admin = await call(options, { user: { id: 'eve', roles: ['admin'] } });
    expect(admin).toMatchObject({ data: { person } });
    const other = await call(options, { user: { id: 'eve', roles: ['sales'] } });
    expect(other).toMatchObject({ data: { person: { mail: '[redacted]' } } });
  });

  test('takes out fields that the output schema marks: optional ones go, needed ones are masked', async () => {
    const tree = z.object({
      get children() {
        return z.array(tree).optional();
      },
      token: z.string().meta({ 'x-sensitive': true }),
      age: z.number().optional().meta({ writeOnly: true }),
    });
    const tool = defineTool({
      id: 'tree',
      description: 'A tree',
      inputSchema: { type: 'object' },
      outputSchema: tree,
      execute: () => ({ token: 'a', age: 1, children: [{ token: 'b', age: 2, children: [{ token: 'c' }] }] }),
    });
    const expected = { token: '[redacted]', children: [{ token: '[redacted]', children: [{ token: '[redacted]' }] }] };
    expect(await callTool({ tool, hooks: [redactOutput()] })).toMatchObject({ ok: true, data: expected });
    expect(JSON.stringify(await callTool({ tool, hooks: [redactOutput()] }))).not.toContain('age');
    expect(await callTool({ tool, hooks: [redactOutput({ marked: false })] })).toMatchObject({
      data: { token: 'a', age: 1 },
    });
  });

  test('finds marks behind references, branches, patterns and lists', async () => {
    const sensitive = { type: 'string', 'x-sensitive': true } as const;
    const tool = defineTool({
      id: 'marks',
      description: 'Marks',
      inputSchema: { type: 'object' },
      outputSchema: {
        type: 'object',
        properties: {
          ref: { $ref: '#/$defs/s~1x' },
          branch: { anyOf: [{ type: 'object', properties: { a: sensitive } }, { type: 'string' }] },
          list: { type: 'array', prefixItems: [{ type: 'string' }, sensitive] },
        },
        patternProperties: { '^x-': sensitive },
        additionalProperties: { type: 'object', additionalProperties: sensitive },
        required: ['ref', 'branch', 'list', 'x-a', 'more'],
        $defs: { 's/x': sensitive },
      },
      execute: () => ({ ref: 'r', branch: { a: 'a' }, list: ['0', '1'], 'x-a': 'x', more: { deep: 'd' } }),
    });
    expect(await callTool({ tool, hooks: [redactOutput({ mode: 'mask' })] })).toMatchObject({
      data: {
        ref: '[redacted]',
        branch: { a: '[redacted]' },
        list: ['0', '[redacted]'],
        'x-a': '[redacted]',
        more: { deep: '[redacted]' },
      },
    });
  });

  test('fails closed, without a trace of the output', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    const tool = { ...lookUp, execute: () => 'canary' };
    const response = await callTool({ tool, hooks: [redactOutput({ patterns: [broken] })] });
    expect(response).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
    expect(JSON.stringify(response)).not.toContain('canary');
  });

  test('redacts chunks as they leave, also where a chunk ends in the middle', async () => {
    const secret = 'canary-0123456789';
    const tool = defineTool({
      id: 'stream',
      description: 'Streams',
      inputSchema: { type: 'object' },
      async *execute() {
        yield 'my key is cana';
        yield 'ry-01234567';
        yield '89, keep it. ';
        yield { person };
      },
    });
    const chunks: unknown[] = [];
    const hooks = [knows(secret), redactOutput({ paths: ['/person/mail', '/3/person/phone'] })];
    const response = await callTool({ tool, hooks, onChunk: (chunk) => chunks.push(chunk) });
    expect(chunks.join('')).not.toContain('canary');
    expect(chunks.slice(0, 3)).toEqual(['my key is ', '', '[secret], keep it. ']);
    expect(chunks[3]).toEqual({ person: { ...person, mail: '[redacted]', phone: '[redacted]' } });
    expect(JSON.stringify(response)).not.toContain(secret);
  });

  test('redacts patterns in chunks, and lets a role see them', async () => {
    const tool = defineTool({
      id: 'stream',
      description: 'Streams',
      inputSchema: { type: 'object' },
      async *execute() {
        yield `${'x'.repeat(600)} 1234-`;
        yield `5678 ${'y'.repeat(600)}`;
      },
    });
    const stream = async (roles: string[]) => {
      const chunks: unknown[] = [];
      const hooks = [redactOutput({ patterns: [/\d{4}-\d{4}/], roles: ['admin'] })];
      await callTool({ tool, hooks, user: { id: 'a', roles }, onChunk: (chunk) => chunks.push(chunk) });
      return chunks.join('');
    };
    expect(await stream([])).not.toContain('1234');
    expect(await stream(['admin'])).toContain('1234-5678');
  });

  test.each([[{ role: ['x'] }], [{ roles: [] }], [{ marked: 'yes' }], [{ paths: ['x'] }]])('refuses %j', (options) => {
    expect(() => redactOutput(options as unknown as RedactOutputOptions)).toThrow('Cannot create redactOutput');
  });
});

test('G12 redactInput and redactOutput take out paths and patterns in three modes and fail closed, by role and by chunk; secrets of the call leave in no form', async () => {
  const secret = 'canary/secret+1';
  const encoded = Buffer.from(`user:${secret}`).toString('base64');
  const records: CallRecord[] = [];
  const sink = { append: async (record: CallRecord) => void records.push(record) };
  let input: unknown;
  const tool = defineTool({
    id: 'leaky',
    description: 'Leaks',
    inputSchema: { type: 'object', properties: { how: { type: 'string' }, ssn: { type: 'string' } } },
    async *execute({ how, ssn }: { how?: string; ssn?: string }) {
      input = { how, ssn };
      if (how === 'throw') throw new ToolError('PERMANENT', `Cannot log in with ${secret}`, { details: { encoded } });
      if (how === 'unknown') throw Object.assign(new Error(`at ${encoded}`), { config: { headers: [secret] } });
      yield { id: 7, header: `Basic ${encoded}`, raw: secret, mail: 'ada@example.org', text: 'tel 555-0100' };
    },
  });
  for (const mode of ['mask', 'remove', 'hash'] as const) {
    for (const how of ['return', 'throw', 'unknown']) {
      for (const roles of [[], ['admin']]) {
        const chunks: unknown[] = [];
        const hooks = [
          knows(secret),
          redactInput({ paths: ['/ssn'], mode }),
          redactOutput({ paths: ['/0/mail'], patterns: [/\d{3}-\d{4}/], mode, roles: ['admin'] }),
          audit({ sink }),
        ];
        const rawInput = { how, ssn: '123' };
        const user = { id: 'ada', roles };
        const response = await callTool({
          tool,
          rawInput,
          user,
          hooks,
          exposeMessages: true,
          onChunk: (one) => chunks.push(one),
        });
        const everything = JSON.stringify([response, chunks, records]);
        for (const form of [secret, encoded, encoded.slice(8, 24)]) expect(everything).not.toContain(form);
        expect(input).not.toMatchObject({ ssn: '123' });
        expect(response.ok).toBe(how === 'return');
        if (!response.ok) continue;
        const own = JSON.stringify([response.data, chunks]);
        expect(own.includes('ada@example.org')).toBe(roles.length > 0);
        expect(own.includes('555-0100')).toBe(roles.length > 0);
        expect(own).toContain('[secret]');
      }
    }
  }
  const broken = redactOutput({
    patterns: [
      () => {
        throw new Error('broken');
      },
    ],
  });
  expect(await callTool({ tool: lookUp, hooks: [broken] })).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
});
