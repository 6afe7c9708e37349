import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { governed } from './fixtures.js';
import { createProject, postJson, startHeaderOf, urlOf } from './project.js';

interface Refusal {
  readonly ok: false;
  readonly error: {
    readonly type: string;
    readonly details: {
      readonly approvalId: string;
      readonly reason?: string;
    };
  };
}

async function createDesk() {
  const project = await createProject(governed);
  const sent = () => {
    const file = join(project.folder, 'sent.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const list = async () => JSON.parse((await project.helve(['approvals', 'ls', '--json'])).stdout) as { id: string }[];
  return { ...project, sent, list };
}

/** The server, and a way to ask it for a letter. */
async function serve({ start }: Pick<Awaited<ReturnType<typeof createDesk>>, 'start'>) {
  const server = start(['serve', '--port', '0']);
  const url = await urlOf(server);
  const send = async (input: unknown, headers: Record<string, string> = {}) => {
    const { status, body } = await postJson(`${url}/v1/tools/send/call`, input, headers);
    return { status, body: body as Refusal };
  };
  return { url, send, decider: await startHeaderOf(server) };
}

test('a call that needs a person waits, says how to approve it, and runs once when somebody does', async () => {
  const { helve, shell, sent, list } = await createDesk();
  const asked = await helve(['call', 'send', '--to', 'bob']);
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr).toContain('to: "bob"');
  const line = /`(helve approvals approve (apr_\w+))`/.exec(asked.stderr);
  expect(sent()).toEqual([]);

  expect((await helve(['approvals', 'ls'])).stdout).toMatch(/^apr_\w+ +confirmation +send .*to: "bob"$/m);
  expect(await list()).toMatchObject([{ id: line?.[2], kind: 'confirmation', toolId: 'send' }]);
  expect(await shell(`node_modules/.bin/${line?.[1] ?? ''}`)).toMatchObject({
    code: 0,
    stdout: '{\n  "sent": "bob"\n}\n',
  });
  expect(sent()).toEqual(['bob']);

  expect(await helve(['approvals', 'approve', line?.[2] ?? ''])).toMatchObject({
    code: 0,
    stdout: '{\n  "sent": "bob"\n}\n',
    stderr: expect.stringContaining('ran once'),
  });
  expect(await list()).toEqual([]);
  expect((await helve(['approvals'])).stderr).toBe('Nothing waits for an answer\n');
  expect(sent()).toEqual(['bob']);
});

test('a call that a person rejects never runs', async () => {
  const { helve, sent, list } = await createDesk();
  await helve(['call', 'send', '--to', 'bob']);
  const [{ id } = { id: '' }] = await list();
  expect(await helve(['approvals', 'reject', id])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Rejected'),
  });
  expect((await helve(['approvals', 'approve', id])).code).toBe(1);
  expect((await helve(['approvals', 'approve', 'apr_none'])).code).toBe(2);
  expect(sent()).toEqual([]);
});

test('two who approve at the same moment make one call', async () => {
  const { helve, sent, list } = await createDesk();
  await helve(['call', 'send', '--to', 'bob']);
  const [{ id } = { id: '' }] = await list();
  const codes = await Promise.all([1, 2, 3].map(async () => (await helve(['approvals', 'approve', id])).code));
  expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
  expect(sent()).toEqual(['bob']);
});

test('the preset strict asks once for a tool that writes, and a person may agree', async () => {
  const { helve } = await createProject({
    'helve.config.mjs': `export default { govern: 'strict', tools: [{
      id: 'note', name: 'note', description: 'Takes a note', hooksByStage: {},
      inputSchema: { type: 'object', properties: {} }, outputSchema: { type: 'string' }, execute: () => 'noted',
    }] };`,
  });
  const asked = await helve(['call', 'note']);
  expect(asked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('helve approvals approve apr_') });
  const id = /apr_\w+/.exec(asked.stderr)?.[0] ?? '';
  expect((await helve(['approvals', 'ls'])).stdout).toMatch(new RegExp(`^${id} +consent +note `, 'm'));
  expect(await helve(['approvals', 'approve', id])).toMatchObject({ code: 0, stdout: '' });
  expect(await helve(['call', 'note'])).toMatchObject({ code: 0, stdout: '"noted"\n' });
  const { stdout } = await helve(['trail', 'ls']);
  for (const text of ['note ', 'consent.grant']) expect(stdout).toContain(text);
});

test('what is asked over HTTP can be approved over HTTP and by terminal, once', async () => {
  const desk = await createDesk();
  const { url, send, decider } = await serve(desk);
  const first = (await send({ to: 'bob' })).body.error.details;
  const second = (await send({ to: 'ann' })).body.error.details;
  const third = (await send({ to: 'eve' })).body.error.details;
  const listed = (await (await fetch(`${url}/v1/approvals`)).json()) as { approvals: { id: string }[] };
  expect(listed.approvals.map(({ id }) => id)).toEqual([first, second, third].map(({ approvalId }) => approvalId));
  // Arguments are for who may decide.
  expect(JSON.stringify(listed)).not.toContain('arguments');

  const approve = (id: string) =>
    postJson(`${url}/v1/approvals/${id}/approve`, {}, { ...decider, 'x-request-id': `r-${id}` });
  expect(await approve(first.approvalId)).toMatchObject({ status: 200, body: { ok: true, data: { sent: 'bob' } } });
  expect(await approve(first.approvalId)).toMatchObject({ status: 200, body: { ok: true, data: { sent: 'bob' } } });
  expect(await desk.helve(['approvals', 'approve', second.approvalId])).toMatchObject({ code: 0 });
  expect((await postJson(`${url}/v1/approvals/${third.approvalId}/reject`, {}, decider)).status).toBe(200);
  expect(desk.sent()).toEqual(['bob', 'ann']);

  const record = await (await fetch(`${url}/v1/trail/r-${first.approvalId}`)).json();
  expect(record).toMatchObject({ toolId: 'send', userId: 'anonymous', door: 'http', input: { to: 'bob' } });
});
