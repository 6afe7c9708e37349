import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { createProject } from '../journeys/project.js';
import { startVictim } from './kit.js';

const config = `
import { defineTool } from '@helve/core';

const inputSchema = { type: 'object' };
export default {
  tools: [
    defineTool({ id: 'write', description: 'Writes', inputSchema, execute: () => ({ done: true }) }),
    defineTool({
      id: 'read',
      description: 'Reads',
      inputSchema,
      policy: { category: 'retrieval', sideEffects: 'read_only', effects: [], idempotent: true, requiresConfirmation: false },
      execute: () => ({ done: true }),
    }),
  ],
  server: { port: 0 },
};
`;

/** Whoever can write the store, but not the key, cuts the tail off and sets the head back. */
function cutTail(folder: string, last: number): void {
  const database = new Database(join(folder, '.helve', 'helve.db'));
  database.exec(`DELETE FROM trail WHERE seq > ${last};
    UPDATE trail_head SET count = ${last}, hash = (SELECT hash FROM trail WHERE seq = ${last})`);
  database.close();
}

test('a cut tail, a lost store and a stale anchor are noticed without help, by the server and by the terminal', async () => {
  const { project, ask, callBothWays, running } = await startVictim({ 'helve.config.mjs': config });
  const { folder, helve, helveProcess } = project;
  await callBothWays('write', {});
  await callBothWays('read', {});
  expect((await ask('/readyz')).status).toBe(200);
  expect(await helve(['trail', 'verify'])).toMatchObject({ code: 0, stdout: expect.stringContaining('6 records') });
  expect(await helve(['trail', 'anchor', '--to', 'anchors.jsonl'])).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse(readFileSync(join(folder, 'anchors.jsonl'), 'utf8'))).toMatchObject({
    count: 6,
    signature: expect.stringMatching(/^hmac-sha256 /),
  });

  cutTail(folder, 2);
  const ready = await ask('/readyz');
  expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('STORE_TRAIL_CUT')]);
  for (const answer of await callBothWays('write', {})) {
    expect(answer.body).toMatchObject({ ok: false, error: { details: { code: 'GOVERN_INTENT_NOT_STORED' } } });
  }
  for (const answer of await callBothWays('read', {})) {
    expect(answer.body).toMatchObject({ ok: true, meta: { recorded: false } });
  }
  const broken = { code: 3, stdout: expect.stringContaining('it ends at record 2, and 6 were written') };
  expect(await helve(['trail', 'verify'])).toMatchObject(broken);

  running.process.kill('SIGTERM');
  await running.ended;
  // A new process signs nothing over it.
  expect((await helve(['call', 'write'])).code).toBe(1);
  removeFiles(folder, 'helve.db');
  expect(await helve(['trail', 'verify'])).toMatchObject({ code: 3, stdout: expect.stringContaining('a new store') });

  // A person says that it is right: that is on record, and the anchor elsewhere still knows better.
  expect((await helve(['trail', 'verify', '--accept'])).code).toBe(0);
  expect((await helve(['trail', 'verify', '--anchors', 'anchors.jsonl'])).code).toBe(3);
  expect(await helveProcess(['trail', 'anchor', '--exec', 'cat'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"count":1'),
  });
}, 30_000);

const removeFiles = (folder: string, name: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, '.helve', `${name}${end}`), { force: true });
};

test('records that were forged without the key stay forged, whoever calls next, and a lost key is told', async () => {
  const { folder, helve } = await createProject({ 'helve.config.mjs': config });
  await helve(['call', 'write']);
  const kept = join(folder, 'kept');
  cpSync(join(folder, '.helve'), kept, { recursive: true });
  removeFiles(folder, 'trail.key');
  removeFiles(folder, 'trail.key.counter');
  const refused = await helve(['call', 'write']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('helve trail verify') });
  expect(refused.stderr).not.toContain('/dist/');
  // The forger takes what is there, and adds to it with a key of their own.
  expect((await helve(['trail', 'verify', '--accept'])).code).toBe(0);
  expect((await helve(['call', 'write'])).code).toBe(0);
  removeFiles(folder, 'trail.key.counter');
  for (const name of ['trail.key', 'trail.key.counter']) cpSync(join(kept, name), join(folder, '.helve', name));
  for (const tool of ['write', 'read']) {
    await helve(['call', tool]);
    expect(await helve(['trail', 'verify'])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('signed with another key'),
    });
  }
}, 30_000);

test('a server whose records or whose store are removed says so and takes no more writes', async () => {
  const { project, ask, callBothWays } = await startVictim({ 'helve.config.mjs': config });
  await callBothWays('write', {});
  const database = new Database(join(project.folder, '.helve', 'helve.db'));
  const last = database.prepare('SELECT * FROM trail ORDER BY seq DESC LIMIT 1').raw().get([]);
  database.exec('DELETE FROM trail WHERE seq = (SELECT max(seq) FROM trail)');
  const assertRefused = async () => {
    const ready = await ask('/readyz');
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('helve trail verify')]);
    for (const answer of await callBothWays('write', {})) {
      expect(answer.body).toMatchObject({
        ok: false,
        error: { retryable: false, details: { code: 'GOVERN_INTENT_NOT_STORED' } },
      });
    }
  };
  await assertRefused();
  database.prepare(`INSERT INTO trail VALUES (${Array(11).fill('?').join()})`).run(last);
  database.close();
  expect((await ask('/readyz')).status).toBe(200);
  removeFiles(project.folder, 'helve.db');
  await assertRefused();
}, 30_000);
