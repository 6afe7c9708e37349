import { callTool, createRedactor, defineTool, type ToolHook, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { noteInputRedactor } from '../data/input-redactors.js';
import { confirm, createMemoryApprovalStore } from '../index.js';
import type { ConfirmOptions } from './confirm.js';

const make = (rest: Partial<ToolRecord> = {}): ToolRecord =>
  defineTool({
    id: 'mail',
    title: 'Send a mail',
    description: 'Sends',
    inputSchema: { type: 'object', additionalProperties: true },
    policy: { requiresConfirmation: true },
    execute: () => 'sent',
    ...rest,
  });

async function previewOf(
  rawInput: unknown,
  tool = make(),
  options: Partial<ConfirmOptions> = {},
  ...hooks: ToolHook[]
) {
  const store = createMemoryApprovalStore();
  const answer = await callTool({ tool, rawInput, hooks: [confirm({ store, ...options }), ...hooks] });
  expect(answer).toMatchObject({ ok: false, error: { type: 'CONFIRMATION_REQUIRED' } });
  const [record] = await store.list();
  const shown = answer.ok ? undefined : answer.error.details?.['confirmationRequest'];
  expect(shown).toMatchObject({ preview: record?.preview });
  return record?.preview ?? '';
}

test('the preview is the title with the arguments', async () => {
  expect(await previewOf({ to: 'ada@example.org', n: 2, tags: ['a'] })).toBe(
    'Send a mail: n: 2, tags: ["a"], to: "ada@example.org"',
  );
  expect(await previewOf({})).toBe('Send a mail');
});

test('the tool may word it, with slots for its arguments', async () => {
  const tool = make({ docs: { preview: 'Send {/subject} to {/to/0} and {/to/1}, {/missing}' } });
  expect(await previewOf({ subject: 'Hi', to: ['ada', 'bob'] }, tool)).toBe('Send "Hi" to "ada" and "bob", nothing');
});

test('the host may word it, and leave some to the tool', async () => {
  const preview: ConfirmOptions['preview'] = (ctx) =>
    ctx.toolId === 'mail' ? `${ctx.user.id} sends a mail` : undefined;
  expect(await previewOf({ a: 1 }, make(), { preview })).toBe('anonymous sends a mail');
  expect(await previewOf({ a: 1 }, make({ id: 'other' }), { preview })).toBe('Send a mail: a: 1');
});

test('control characters, line breaks, marks of direction and what is invisible stand in it as escapes', async () => {
  const text = 'a\u0000b\u001b[31mc\u202ed\u2066e\u200ff\u200bg\ufeffh\u{e0041}i\u2028j\nk\u007fl\ud800m';
  const shown = await previewOf({}, make(), { preview: () => text });
  expect(shown).toBe(
    String.raw`a\u0000b\u001b[31mc\u202ed\u2066e\u200ff\u200bg\ufeffh\udb40\udc41i\u2028j\nk\u007fl\ud800m`,
  );
  const inArguments = await previewOf({ text: 'x\u202ey', 'k\u202ee\u0007y': 1 });
  expect(inArguments).toBe(String.raw`Send a mail: "k\u202ee\u0007y": 1, text: "x\u202ey"`);
  const unseen = await previewOf({ text: '\u3164\u115f\u17b4\ufe0f\u2800' });
  expect(unseen).toBe(String.raw`Send a mail: text: "\u3164\u115f\u17b4\ufe0f\u2800"`);
});

test('no text in it reads as another argument', async () => {
  const forged = { note: 'hi", to: "friend', to: 'eve', 'x: 1, to': 2 };
  const words = String.raw`note: "hi\", to: \"friend", to: "eve", "x: 1, to": 2`;
  expect(await previewOf(forged)).toBe(`Send a mail: ${words}`);
  const tool = make({ docs: { preview: 'Send {/note} to {/to}' } });
  expect(await previewOf(forged, tool)).toBe(String.raw`Send "hi\", to: \"friend" to "eve"`);
});

test('it has at most 500 characters, and every argument keeps its place in it', async () => {
  const long = 'x'.repeat(5_000);
  const shown = await previewOf({ a: long, amount: 1_000_000, body: long, to: 'eve' });
  expect(shown.length).toBeLessThanOrEqual(500);
  expect(shown).toContain('amount: 1000000');
  expect(shown).toContain('to: "eve"');
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`argument number ${i}`, long.slice(0, 500)]));
  expect((await previewOf(many)).length).toBeLessThanOrEqual(500);
  const crabs = await previewOf({}, make(), { preview: () => '🦀'.repeat(400) });
  expect(crabs.length).toBeLessThanOrEqual(500);
  expect(crabs.isWellFormed()).toBe(true);
});

test('secrets are not in it: by name, by schema, by value, by rule of the host', async () => {
  const canary = 'canary-3f9a';
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', 'x-sensitive': true }, pin: { type: 'string', writeOnly: true } },
    additionalProperties: true,
  } as const;
  const noting: ToolHook = {
    name: 'noting',
    willCreateInvokeContext(ctx) {
      ctx.addSecret(canary);
      noteInputRedactor(ctx, createRedactor({ paths: ['/home'] }));
    },
  };
  const rawInput = {
    password: canary,
    nested: [{ apiKey: canary, note: `uses ${canary} twice` }],
    code: 'c-1234',
    pin: '0000',
    home: 'Elm Street',
    to: 'bob',
  };
  const shown = await previewOf(rawInput, make({ inputSchema: schema }), {}, noting);
  for (const secret of [canary, 'c-1234', '0000', 'Elm']) expect(shown).not.toContain(secret);
  expect(shown).toContain('to: "bob"');
  const own = await previewOf(rawInput, make(), { preview: () => `key ${canary}` }, noting);
  expect(own).toBe('key [secret]');
});
