import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { governed } from './fixtures.js';
import { createProject, postJson, root, urlOf, type Project } from './project.js';

type OpenDatabase = new (path: string) => { exec(sql: string): void; close(): void };

/** Changes the file behind the back of everybody. */
function tamper({ folder }: Project, sql: string): void {
  const Database = createRequire(join(root, 'packages', 'store', 'package.json'))('libsql') as OpenDatabase;
  const database = new Database(join(folder, '.helve', 'helve.db'));
  database.exec(sql);
  database.close();
}

async function createTrail(calls = 3): Promise<Project> {
  const project = await createProject(governed);
  for (let a = 1; a <= calls; a++) await project.helve(['call', 'add', '--a', String(a), '--b', '1']);
  return project;
}

async function lastRequest({ helve }: Project): Promise<string> {
  const { stdout } = await helve(['trail', 'ls', '--limit', '1', '--json']);
  return String((JSON.parse(stdout) as { requestId: string }[])[0]?.requestId);
}

test('helve trail verify verifies an untouched trail and prints its head', async () => {
  const { helve } = await createTrail();
  const { code, stdout } = await helve(['trail', 'verify']);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Trail verified: 3 records, no gaps; head [\da-f]{64}\n$/),
  });
  const head = /head (\w+)/.exec(stdout)?.[1] ?? '';
  expect((await helve(['trail', 'verify', '--head', head])).code).toBe(0);
});

test.each([
  ['changed', `UPDATE trail SET record = replace(record, '"sum":3', '"sum":4') WHERE seq = 2`, 'broken at record 2'],
  ['removed', 'DELETE FROM trail WHERE seq = 2', 'broken at record 2'],
  ['cut off', 'DELETE FROM trail WHERE seq = 3', 'broken at record 3'],
])('helve trail verify exits with 3 when a record was %s', async (_, sql, text) => {
  const project = await createTrail();
  tamper(project, sql);
  const { code, stdout } = await project.helve(['trail', 'verify']);
  expect(code).toBe(3);
  expect(stdout).toContain(text);
});

test('helve trail verify shows an end that was cut off together with its head, and with --head also if the key is gone', async () => {
  const project = await createTrail();
  const head = /head (\w+)/.exec((await project.helve(['trail', 'verify'])).stdout)?.[1] ?? '';
  tamper(
    project,
    `DELETE FROM trail WHERE seq = 3; UPDATE trail_head SET count = 2, hash = (SELECT hash FROM trail WHERE seq = 2)`,
  );
  const cut = { code: 3, stdout: expect.stringContaining('cut off') };
  expect(await project.helve(['trail', 'verify'])).toMatchObject(cut);
  // Whoever owns the folder can write the key too: against them only a head that was noted elsewhere helps.
  for (const end of ['', '.counter', '.counter-wal', '.counter-shm']) {
    rmSync(join(project.folder, '.helve', `trail.key${end}`), { force: true });
  }
  tamper(project, 'UPDATE trail_head SET signature = NULL');
  expect((await project.helve(['trail', 'verify'])).code).toBe(0);
  expect(await project.helve(['trail', 'verify', '--head', head])).toMatchObject(cut);
});

test('helve trail replay makes the same call again, and leaves no record of it', async () => {
  const project = await createTrail(1);
  expect(await project.helve(['trail', 'replay', await lastRequest(project)])).toMatchObject({
    code: 0,
    stdout: 'The answer is the same\n',
    stderr: '',
  });
  expect((await project.helve(['trail', 'verify'])).stdout).toContain('verified: 1 record,');
});

test('helve trail replay shows how the answer of a changed tool differs, and exits with 3', async () => {
  const project = await createTrail(1);
  const changed = governed['tools.mjs'].replace('sum: a + b', 'sum: a - b').replace("'1.0.0'", "'2.0.0'");
  await project.write({ 'tools.mjs': changed });
  const { code, stdout, stderr } = await project.helve(['trail', 'replay', await lastRequest(project)]);
  expect(code).toBe(3);
  expect(stdout).toContain('/output/sum\n  - 2\n  + 0\n');
  expect(stderr).toBe('Recorded with version 1.0.0 of add, replayed with 2.0.0\n');
});

test('helve trail replay compares failures too', async () => {
  const project = await createTrail(0);
  await project.helve(['call', 'add', '--a', '13', '--b', '1']);
  const request = await lastRequest(project);
  expect((await project.helve(['trail', 'replay', request])).code).toBe(0);
  await project.write({ 'tools.mjs': governed['tools.mjs'].replace('Cannot add 13', 'Cannot bear 13') });
  const { code, stdout } = await project.helve(['trail', 'replay', request]);
  expect(code).toBe(3);
  expect(stdout).toContain('/error/message\n  - "Cannot add 13"\n  + "Cannot bear 13"\n');
});

test('helve trail replay lists what was redacted and takes it from --input', async () => {
  const project = await createTrail(0);
  await project.helve(['call', 'login', '--name', 'ann', '--password', 'hunter2']);
  const request = await lastRequest(project);
  const refused = await project.helve(['trail', 'replay', request]);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/\/password +It was redacted/) });
  const replay = (password: string) =>
    project.helve(['trail', 'replay', request, '--input', '-'], { stdin: JSON.stringify({ password }) });
  expect((await replay('hunter3')).code).toBe(0);
  expect(await replay('long one')).toMatchObject({ code: 3, stdout: expect.stringContaining('"ann 8"') });
});

test('helve trail replay runs a tool that writes only when told, and needs no new approval', async () => {
  const project = await createTrail(0);
  const asked = await project.helve(['call', 'send', '--to', 'bob']);
  await project.helve(['approvals', 'approve', /apr_\w+/.exec(asked.stderr)?.[0] ?? '']);
  const request = await lastRequest(project);
  expect(await project.helve(['trail', 'replay', request])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('--execute'),
  });
  expect(await project.helve(['trail', 'replay', request, '--execute'])).toMatchObject({
    code: 0,
    stdout: 'The answer is the same\n',
  });
  expect((await project.shell('cat sent.txt')).stdout).toBe('bob\nbob\n');
  expect((await project.helve(['approvals', 'ls', '--json'])).stdout).toBe('[]\n');
});

test('a trail without its key is told once: beside the answer of a tool that reads, as the reason of one that may not run', async () => {
  const project = await createProject(governed);
  const store = "store: { path: '.helve/helve.db', trailKey: 'keys/none.key' },";
  const config = governed['helve.config.mjs'].replace('export default {', `export default { ${store}`);
  await project.write({ 'helve.config.mjs': config });
  const read = await project.helve(['call', 'add', '--a', '1', '--b', '1']);
  expect(read).toMatchObject({ code: 0, stdout: expect.stringContaining('2') });
  const lines = (text: string) => text.trimEnd().split('\n');
  const problem = expect.stringMatching(
    /^ *Cannot sign the trail: the key ".*none\.key" cannot be used: there is no such file$/,
  );
  const hint = expect.stringMatching(/^Set `store\.trailKey`/);
  expect(lines(read.stderr)).toEqual(['The trail has no record of this call:', problem, hint]);
  const written = await project.helve(['call', 'send', '--to', 'a@b.co', '--yes']);
  expect(written.code).toBe(1);
  expect(lines(written.stderr)).toEqual([
    'Cannot call "send": the trail cannot be written, so the tool was not run',
    problem,
    hint,
  ]);
  expect(existsSync(join(project.folder, 'keys'))).toBe(false);
});

test('a server that is killed under load leaves a whole trail, with every call that was answered', async () => {
  const project = await createTrail(0);
  const server = project.start(['serve', '--port', '0']);
  const url = await urlOf(server);
  const answered = new Set<string>();
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let round = 0; ; round++) {
      const id = `c${client}-${round}`;
      await postJson(`${url}/v1/tools/add/call`, { a: round, b: 1 }, { 'x-request-id': id });
      answered.add(id);
      if (answered.size === 150) server.process.kill('SIGKILL');
    }
  });
  await Promise.allSettled(clients);
  expect((await server.ended).signal).toBe('SIGKILL');

  const { code, stdout } = await project.helve(['trail', 'verify']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Trail verified') });
  const listed = await project.helve(['trail', 'ls', '--json', '--limit', '1000']);
  const kept = new Set((JSON.parse(listed.stdout) as { requestId: string }[]).map(({ requestId }) => requestId));
  expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
  expect((await project.helve(['call', 'add', '--a', '1', '--b', '1'])).code).toBe(0);
});
