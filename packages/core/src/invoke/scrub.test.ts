import { callTool, ControlAbort, ok, ToolError, type Progress, type ToolHook, type ToolRecord } from '@helve/core';
import { expect, test } from 'vitest';

const SECRET = 'canary-7f3a';

const inject: ToolHook = { name: 'inject', willInjectSecrets: (ctx) => ctx.addSecret(SECRET) };

function toolThat(execute: ToolRecord['execute']): ToolRecord {
  return { id: 'it', name: 'It', description: 'Does it', inputSchema: { type: 'object' }, hooksByStage: {}, execute };
}

test('a secret of the call leaves it neither in intents, meta and progress nor in a report', async () => {
  const seen: unknown[] = [];
  const onProgress = (progress: Progress) => seen.push(progress);
  const report = (thrown: unknown) => seen.push(thrown instanceof Error ? [thrown.message, thrown.stack] : thrown);
  const telling = toolThat((_, ctx) => {
    ctx.progress(1, 2, `with ${SECRET}`);
    ctx.setMeta('note', { key: btoa(SECRET) });
    return ok('done', { intents: [{ type: 'SET_PENDING_MESSAGE', message: SECRET }], meta: { other: SECRET } });
  });
  seen.push(await callTool({ tool: telling, hooks: [inject], onProgress, report }));
  const throwing = toolThat(() => {
    throw new Error(`cannot log in with ${SECRET}`);
  });
  seen.push(await callTool({ tool: throwing, hooks: [inject], report }));
  const text = JSON.stringify(seen);
  expect(text).toContain('with ');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(btoa(SECRET));
});

test('a refusal of a call with marked input is told, and not reported as a failure', async () => {
  const reported: unknown[] = [];
  const report = (thrown: unknown) => reported.push(thrown);
  const inputSchema = { type: 'object', properties: { key: { type: 'string', writeOnly: true } } };
  const refusing = { ...toolThat(() => Promise.reject(new ToolError('CONFLICT', 'no'))), inputSchema } as ToolRecord;
  const rawInput = { key: SECRET };
  expect(await callTool({ tool: refusing, rawInput, report })).toMatchObject({ error: { type: 'CONFLICT' } });
  const asking: ToolHook = {
    name: 'ask',
    willCheckConsent: () => {
      throw new ControlAbort('A person has to say yes');
    },
  };
  expect(await callTool({ tool: refusing, rawInput, hooks: [asking], report })).toMatchObject({ ok: false });
  expect(reported).toEqual([]);
});

test('what the schema of a tool marks in its input stands in no error of it', async () => {
  const seen: unknown[] = [];
  const report = (thrown: unknown) => seen.push(thrown instanceof Error ? [thrown.message, thrown.stack] : thrown);
  const sensitive = { type: 'string', 'x-sensitive': true } as const;
  const inputSchema = {
    type: 'object',
    properties: { keys: { type: 'array', items: sensitive }, name: { type: 'string' } },
  };
  const audit: ToolHook = { name: 'audit', willAudit: (ctx) => void seen.push([...ctx.secrets].length) };
  for (const thrown of [new ToolError('CONFLICT', `no ${SECRET}`, { details: { tried: SECRET } }), new Error(SECRET)]) {
    const tool = { ...toolThat(() => Promise.reject(thrown)), inputSchema } as ToolRecord;
    seen.push(await callTool({ tool, rawInput: { keys: [SECRET, 'ab'], name: 'bob' }, report, hooks: [audit] }));
  }
  expect(JSON.stringify(seen)).not.toContain(SECRET);
  expect(seen).toContain(1);
});
