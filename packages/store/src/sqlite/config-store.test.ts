import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@helve/store';
import Database from 'libsql';
import { afterAll, expect, test } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'helve-config-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const record = { capability: 'whisper', config: { size: 1 }, enabled: true, envOverrides: {} };

test.each([
  ['text that is no JSON', '{"capability":', 'it is not JSON'],
  ['a list', '[]', 'it is not an object'],
  ['no name', '{"config":{},"enabled":true,"envOverrides":{}}', '"capability" is not a text'],
  ['a config that is a list', '{"capability":"a","config":[]}', '"config" is not an object'],
  ['no switch', '{"capability":"a","config":{}}', '"enabled" is not true or false'],
  [
    'an override that is no text',
    '{"capability":"a","config":{},"enabled":true,"envOverrides":{"A":1}}',
    '"envOverrides" is not an object of texts',
  ],
])('a config record with %s is an error, and the others stay readable', async (name, text, problem) => {
  const path = join(scratch, `${name}.db`);
  const store = openSqliteStore({ path });
  await store.config.put('good', record);
  await store.config.put('bad', record);
  const database = new Database(path);
  database.prepare('UPDATE instance SET record = ? WHERE id = ?').run([text, 'bad']);
  database.close();
  await expect(store.config.get('bad')).rejects.toMatchObject({
    code: 'STORE_CONFIG_CORRUPT',
    message: `Cannot read the record of instance "bad": ${problem}`,
  });
  expect(await store.config.get('good')).toEqual(record);
  await store.close();
});
