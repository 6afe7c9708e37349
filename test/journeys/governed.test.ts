import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { StoredCallRecord } from '@helve/core';
import { expect, test } from 'vitest';
import { governed } from './fixtures.js';
import { createProject, postJson, startHeaderOf, urlOf, type Project } from './project.js';

const user = userInfo().username;

async function recordsOf({ helve }: Project, ...flags: string[]): Promise<readonly StoredCallRecord[]> {
  const { stdout } = await helve(['trail', 'ls', '--json', ...flags]);
  return JSON.parse(stdout) as readonly StoredCallRecord[];
}

test('a call by terminal and one over HTTP leave a record each: who, which door, which tool, what came of it', async () => {
  const project = await createProject(governed);
  expect(await project.helve(['call', 'add', '--a', '1', '--b', '2'])).toMatchObject({ code: 0, stderr: '' });
  const server = project.start(['serve', '--port', '0']);
  const url = await urlOf(server);
  await postJson(`${url}/v1/tools/add/call`, { a: 3, b: 4 }, { 'x-request-id': 'by-http' });

  const records = await recordsOf(project);
  expect(records).toMatchObject([
    { requestId: 'by-http', toolId: 'add', userId: 'anonymous', door: 'http', output: { sum: 7 } },
    { toolId: 'add', toolVersion: '1.0.0', userId: user, door: 'cli', input: { a: 1, b: 2 }, output: { sum: 3 } },
  ]);
  expect(records.every(({ outcome }) => outcome.kind === 'success')).toBe(true);

  const listed = (await (await fetch(`${url}/v1/trail?tool=add&limit=1`)).json()) as { records: unknown };
  expect(listed.records).toMatchObject([{ requestId: 'by-http' }]);
  expect(await (await fetch(`${url}/v1/trail/by-http`)).json()).toMatchObject({ output: { sum: 7 } });
  expect(await postJson(`${url}/v1/trail/verify`, {}, await startHeaderOf(server))).toMatchObject({
    status: 200,
    body: { ok: true, count: 2 },
  });
});

test('refusals and failures are records too', async () => {
  const project = await createProject(governed);
  expect((await project.helve(['call', 'add', '--input', '-'], { stdin: '{"a":1}' })).code).toBe(2);
  expect((await project.helve(['call', 'add', '--a', '13', '--b', '1'])).code).toBe(1);
  expect((await project.helve(['call', 'send', '--to', 'bob'])).code).toBe(1);
  expect(await recordsOf(project)).toMatchObject([
    { toolId: 'send', outcome: { kind: 'aborted' }, error: { type: 'CONFIRMATION_REQUIRED' } },
    { toolId: 'add', outcome: { kind: 'failed' }, error: { type: 'CONFLICT', message: 'Cannot add 13' } },
    { toolId: 'add', outcome: { kind: 'failed' }, error: { type: 'VALIDATION' } },
  ]);
  const url = await urlOf(project.start(['serve', '--port', '0']));
  expect((await postJson(`${url}/v1/tools/nothing/call`, {})).status).toBe(404);
  expect(await recordsOf(project, '--tool', 'nothing')).toMatchObject([{ error: { type: 'NOT_FOUND' }, door: 'http' }]);
  expect(await recordsOf(project, '--tool', 'send')).toHaveLength(1);
  expect(await recordsOf(project, '--outcome', 'failed', '--limit', '1')).toHaveLength(1);
  expect(await recordsOf(project, '--user', 'nobody')).toEqual([]);
  const { stdout } = await project.helve(['trail', 'ls']);
  expect(stdout).toMatch(/send +\S+ +cli +\S+ ms +aborted CONFIRMATION_REQUIRED/);
});

test('helve trail shows one record with what each hook decided, and no secret', async () => {
  const project = await createProject(governed);
  await project.helve(['call', 'login', '--name', 'ann', '--password', 'canary-7421']);
  const [record] = await recordsOf(project);
  const { code, stdout } = await project.helve(['trail', 'show', String(record?.requestId)]);
  expect(code).toBe(0);
  for (const text of ['Output', '"ann 11"', 'Redacted', '/rawInput/password', 'willAuthorize  ', 'execute  '])
    expect(stdout).toContain(text);
  expect(stdout).not.toContain('canary-7421');
  expect(await project.helve(['trail', 'show', 'none'])).toMatchObject({ code: 2, stdout: '' });
  expect(await project.helve(['trail', 'ls', '--outcome', 'fine'])).toMatchObject({ code: 2, stdout: '' });
  expect(await project.helve(['trail', 'ls', '--limit', '0'])).toMatchObject({ code: 2, stdout: '' });
});

test('an injected secret is in no answer, log line, record or file, also when the tool throws it', async () => {
  const canary = 'canary-93b1e7d2-key';
  const project = await createProject({
    'key.txt': canary,
    'helve.config.mjs': `import { readFileSync } from 'node:fs';
import { defineTool, token } from '@helve/core';
import { secrets } from '@helve/govern';

const key = token('key');
const source = { read: () => readFileSync('key.txt', 'utf8') };
const tool = (id, run) => defineTool({
  id, description: 'Needs a key', policy: { sideEffects: 'none' }, inputSchema: { type: 'object' },
  execute: (_, ctx) => run(ctx.get(key).reveal()),
});
const fail = (thrown) => { throw thrown; };
export default {
  tools: [
    tool('give', (text) => ({ text, header: 'Basic ' + Buffer.from('u:' + text).toString('base64') })),
    tool('fail', (text) => fail(Object.assign(new Error('no ' + text, { cause: new Error(text) }), { url: text }))),
    tool('say', (text) => fail('no ' + text)),
  ],
  hooks: [secrets({ source, map: Object.fromEntries(['give', 'fail', 'say'].map((id) => [id, [{ name: 'k', token: key }]])) })],
};
`,
  });
  const server = project.start(['serve', '--port', '0']);
  const url = await urlOf(server);
  const said: unknown[] = [];
  for (const id of ['give', 'fail', 'say']) {
    const whole = await postJson(`${url}/v1/tools/${id}/call`, {}, { 'x-request-id': `${id}-1` });
    expect([id, whole.status]).toEqual([id, id === 'give' ? 200 : 500]);
    const streamed = await fetch(`${url}/v1/tools/${id}/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{}',
    });
    const record = await (await fetch(`${url}/v1/trail/${id}-1`)).text();
    expect(record).toContain(`"${id}"`);
    said.push(whole, await streamed.text(), record);
    said.push(
      await project.helve(['call', id, '--envelope', '--trace']),
      await project.helve(['trail', 'show', `${id}-1`]),
    );
  }
  server.process.kill('SIGTERM');
  said.push(await server.ended);
  for (const shown of ['fail (request fail-1)', '[secret]']) expect(JSON.stringify(said)).toContain(shown);
  const files = (await readdir(join(project.folder, '.helve'))).filter((name) => name.startsWith('helve.db'));
  // SQLite's side files go when the last one who has the store open is done.
  const read = (name: string) => readFile(join(project.folder, '.helve', name), 'latin1').catch(() => '');
  for (const name of files) said.push(await read(name));
  for (const form of [canary, Buffer.from(`u:${canary}`).toString('base64').slice(4, 24)])
    expect(JSON.stringify(said)).not.toContain(form);
});

test('helve call --trace shows on stderr which hooks ran and what each decided', async () => {
  const { helve } = await createProject(governed);
  const { code, stdout, stderr } = await helve(['call', 'add', '--a', '1', '--b', '2', '--trace']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ sum: 3 });
  const lines = stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^STAGE +HOOK +TOOK +DECIDED$/);
  const steps = lines.slice(1).map((line) => line.split(/ {2,}/));
  const stages = steps.map(([stage]) => stage);
  expect(stages.indexOf('willAuthorize')).toBeLessThan(stages.indexOf('inputCheck'));
  expect(stages.indexOf('inputCheck')).toBeLessThan(stages.indexOf('execute'));
  expect(stages.indexOf('execute')).toBeLessThan(stages.indexOf('willAudit'));
  for (const [, hook, took, decided] of steps) {
    expect(hook).toMatch(/^(?:-|\w+)$/);
    expect(took).toMatch(/^[\d.]+ ms$/);
    // Where the machine is busy, a hook may settle after the answer.
    expect(decided).toMatch(/^(?:ok|skipped)(?: \(after the answer\))?$/);
  }
  const refused = await helve(['call', '--trace', 'send', '--to', 'bob']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^willCheckConsent +confirm +[\d.]+ ms +aborted$/m);
  expect(refused.stderr).not.toMatch(/^execute/m);
});

test('hooks and dependencies come from the config, and a hook may refuse', async () => {
  const { helve, write } = await createProject(governed);
  await write({
    'helve.config.ts': `import { defineConfig } from '@helve/cli';
import type { ToolHook, ToolInvokeContext } from '@helve/core';
import { add, greet, greeting } from './tools.mjs';

class Manners implements ToolHook {
  willValidateInput({ input }: ToolInvokeContext) {
    if ((input as { name?: string }).name === 'Voldemort') throw new Error('unsaid');
  }
}
const noZero: ToolHook = {
  name: 'noZero',
  willValidateInput: (ctx) => {
    if ((ctx.input as { a?: number }).a === 0) ctx.abort('Cannot add nothing', 'PERMANENT');
  },
};
export default defineConfig({
  tools: [add, greet],
  hooks: [noZero, Manners],
  dependencies: { singletons: [[greeting, 'Welcome']] },
});
`,
  });
  const named = ['--config', 'helve.config.ts'];
  const greeted = await helve(['call', 'greet', '--name', 'Ada', ...named]);
  expect(greeted).toMatchObject({ code: 0, stdout: `"Welcome, Ada from ${user}"\n`, stderr: '' });
  const refused = await helve(['call', 'add', '--a', '0', '--b', '1', '--trace', ...named]);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Cannot add nothing') });
  expect(refused.stderr).toMatch(/^willValidateInput +noZero +[\d.]+ ms +aborted$/m);
  expect((await helve(['call', 'greet', '--name', 'Voldemort', ...named])).code).toBe(1);
});

test('rules of the config change the preset, and misspelt ones are refused', async () => {
  const { helve, write } = await createProject(governed);
  const config = (rules: string) =>
    write({
      'helve.config.mjs': `import { add } from './tools.mjs'; export default { tools: [add], govern: ${rules} };`,
    });
  await config(`{ rateLimit: { limit: 1 } }`);
  expect((await helve(['call', 'add', '--a', '1', '--b', '1'])).code).toBe(0);
  const limited = await helve(['call', 'add', '--a', '1', '--b', '1']);
  expect(limited).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Cannot call "add"') });
  await config(`{ rateLimits: {} }`);
  const misspelt = await helve(['call', 'add', '--a', '1', '--b', '1']);
  expect(misspelt).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"rateLimit"') });
});

test('with govern: false nothing is asked and nothing is kept', async () => {
  const { helve, folder, write } = await createProject(governed);
  await write({
    'helve.config.mjs': `import { send } from './tools.mjs'; export default { tools: [send], govern: false };`,
  });
  expect(await helve(['call', 'send', '--to', 'bob'])).toMatchObject({ code: 0, stdout: '{\n  "sent": "bob"\n}\n' });
  expect(existsSync(join(folder, '.helve'))).toBe(false);
  expect(await helve(['approvals', 'ls'])).toMatchObject({ code: 2, stderr: expect.stringContaining('`govern`') });
  expect((await helve(['tools'])).stdout).not.toContain('result_read');
});

test('what is kept lies beside the config, or where the config says', async () => {
  const { helve, folder, shell, write } = await createProject({ ...governed, 'a/b/note.txt': '' });
  await shell('cd a/b && ../../node_modules/.bin/helve call add --a 1 --b 2');
  expect(existsSync(join(folder, '.helve', 'helve.db'))).toBe(true);
  await write({
    'a/helve.config.mjs': `import { add } from '../tools.mjs'; export default { tools: [add], store: { path: 'kept/x.db' } };`,
  });
  await helve(['call', 'add', '--a', '1', '--b', '2', '--config', 'a/helve.config.mjs']);
  expect(existsSync(join(folder, 'a', 'kept', 'x.db'))).toBe(true);
});

test('a call prints all of a result that is too large for a model, and the trail keeps its head', async () => {
  const { helve } = await createProject({
    'helve.config.mjs': `export default { tools: [{
      id: 'many', name: 'many', description: 'Gives much', hooksByStage: {}, inputSchema: { type: 'object' },
      execute: () => Array.from({ length: 100000 }, (_, n) => n),
    }] };`,
  });
  const { code, stdout } = await helve(['call', 'many']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveLength(100_000);
  const [record] = JSON.parse((await helve(['trail', 'ls', '--json'])).stdout) as { output: { handle: string } }[];
  const read = await helve(['call', 'result_read', '--handle', record?.output.handle ?? '', '--length', '7']);
  expect(JSON.parse(read.stdout)).toMatchObject({ text: '[0,1,2,', nextOffset: 7 });
});

test('a Postgres that does not answer lets no call through, and its password stays inside', async () => {
  const { helve } = await createProject({
    ...governed,
    'helve.config.mjs': `import { add } from './tools.mjs';
export default { tools: [add], store: { postgres: 'postgres://ann:canary-7421@127.0.0.1:1/helve' } };`,
  });
  const { code, stdout, stderr } = await helve(['call', 'add', '--a', '1', '--b', '2']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Cannot reach Postgres');
  expect(stderr).not.toContain('canary-7421');
});

test('a store that cannot be opened lets no call through', async () => {
  const { helve, write } = await createProject(governed);
  await write({ '.helve/helve.db': 'not a database, but somebody’s own notes'.repeat(50) });
  const { code, stdout, stderr } = await helve(['call', 'add', '--a', '1', '--b', '2']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('not a SQLite database');
});
