import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { governed, starter } from './fixtures.js';
import { createProject } from './project.js';

interface Answer {
  readonly sessionId: string;
  readonly text: string;
  readonly reason: string;
  readonly events: readonly { readonly type: string; readonly tool?: string }[];
}

async function createDesk() {
  const project = await createProject(governed);
  const sent = () => {
    const file = join(project.folder, 'sent.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  return { ...project, sent };
}

test('one message without any key: the demo model picks a tool, calls it and answers', async () => {
  const { helve } = await createProject(governed);
  const answered = await helve(['chat', '--once', 'Add 2 and 3']);
  expect(answered).toMatchObject({ code: 0, stdout: '5\n' });
  expect(answered.stderr).toContain('No model is configured');
  expect(answered.stderr).toContain('→ add {"a":2,"b":3}');
  expect(answered.stderr).toMatch(/← add ok, \d+ ms/);
  expect((await helve(['trail', 'ls'])).stdout).toMatch(/ add +\S+ +agent /);
});

test('for scripts, the answer and everything that happened is JSON', async () => {
  const { helve } = await createProject(governed);
  const { code, stdout } = await helve(['chat', '--once', 'Add 2 and 3', '--json']);
  const answer = JSON.parse(stdout) as Answer;
  expect(code).toBe(0);
  expect(answer).toMatchObject({ text: '5', reason: 'done' });
  expect(answer.events.map(({ type }) => type)).toEqual([
    'tool_call_started',
    'tool_result',
    'tools_complete',
    'text',
    'turn_end',
  ]);
  expect(await helve(['chat', '--json'])).toMatchObject({ code: 2, stdout: '' });
});

test('a call that needs a person waits after one message, and runs when somebody approves it', async () => {
  const { helve, sent } = await createDesk();
  const asked = await helve(['chat', '--once', 'Send a letter to "bob"']);
  expect(asked).toMatchObject({ code: 1, stdout: expect.stringContaining('approve') });
  const id = /helve approvals approve (apr_\w+)/.exec(asked.stderr)?.[1] ?? '';
  expect(sent()).toEqual([]);
  expect(await helve(['approvals', 'approve', id])).toMatchObject({ code: 0, stdout: '{\n  "sent": "bob"\n}\n' });
  expect(sent()).toEqual(['bob']);
  const json = await helve(['chat', '--once', 'Send a letter to "ann"', '--json']);
  expect(json.stdout).toContain('confirmation_required');
  expect(json.stdout).not.toContain('"token"');
});

test('a conversation asks y or n, and goes on after either', async () => {
  const { helve, sent } = await createDesk();
  const lines = ['Send a letter to "bob"', 'y', 'Send a letter to "eve"', 'n', 'Add 20 and 22', ''];
  const talked = await helve(['chat'], { stdin: lines.join('\n') });
  expect(talked.code).toBe(0);
  expect(talked.stderr).toContain('to: "bob"');
  expect(talked.stderr).toContain('go on? (y/n) → send {"to":"bob"}');
  expect(talked.stderr).toContain('Not done');
  expect(talked.stdout).toContain('bob');
  expect(talked.stdout).toMatch(/42\n$/);
  expect(sent()).toEqual(['bob']);
});

test('Ctrl-C interrupts a turn, although its tool does not listen', async () => {
  const { start } = await createProject(starter);
  const running = start(['chat', '--once', 'wait long']);
  await running.shows('waiting');
  running.process.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, stdout: '' });
});

test('a tool folder from the scaffold is called in a conversation', async () => {
  const { helve } = await createProject({
    'helve.config.json': '{ "tools": ["./tools"] }',
  });
  expect(await helve(['build', '--init', 'greet-person'])).toMatchObject({ code: 0 });
  const answered = await helve(['chat', '--once', 'Greet a person with the text "Ada"']);
  expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining('Ada') });
  expect(answered.stderr).toContain('→ greet_person');
});

test('the conversation is about the tools of the project, not about those of flows', async () => {
  const { helve } = await createProject({
    'helve.config.mjs': `import { defineTool } from '@helve/core';
export default { tools: [defineTool({
  id: 'word_count',
  description: 'Counts the words of a text',
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => ({ words: text.split(' ').length }),
})] };
`,
  });
  const answered = await helve(['chat', '--once', "Count the words of 'one two three'"]);
  expect(answered).toMatchObject({ code: 0, stderr: expect.stringContaining('→ word_count') });
  expect(answered.stdout).toContain('3');
});

test('a tracer of the config sees conversations, requests and calls as one trace', async () => {
  const { helve } = await createProject({
    'helve.config.mjs': `
import { NodeTracerProvider, SimpleSpanProcessor } from ${JSON.stringify(import.meta.resolve('@opentelemetry/sdk-trace-node'))};
import { defineTool } from '@helve/core';
import { telemetry } from '@helve/govern';

const exporter = { export: (spans, done) => (globalThis.seenSpans.push(...spans), done({ code: 0 })), shutdown: async () => {} };
const tracer = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
const add = defineTool({
  id: 'add',
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  execute: ({ a, b }) => a + b,
});
export default { tools: [add], tracer, hooks: [telemetry({ tracer })] };
`,
  });
  const spans: { readonly name: string; readonly spanContext: () => { readonly traceId: string } }[] = [];
  Object.assign(globalThis, { seenSpans: spans });
  expect(await helve(['chat', '--once', 'Add 2 and 3'])).toMatchObject({ code: 0, stdout: '5\n' });
  const names = spans.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['session', 'invoke_agent', 'chat', 'execute_tool add']));
  expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  Reflect.deleteProperty(globalThis, 'seenSpans');
});
