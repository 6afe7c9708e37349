import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createLogSync } from './log-sync.js';
import { connectFile, openFile } from './open-file.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-log-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('createLogSync', () => {
  test('waits for the log of a file, again and again', async () => {
    const path = openFile({ path: join(scratch, 'some.db') });
    const connection = connectFile(path, 'NORMAL');
    connection.exec('CREATE TABLE something (it TEXT)');
    const log = createLogSync(path);
    for (let time = 0; time < 2; time += 1) await expect(log.sync()).resolves.toBeUndefined();
    await log.close();
    connection.close();
  });

  test('says so where there is no log to wait for, and tries again', async () => {
    const path = join(scratch, 'none.db');
    const log = createLogSync(path);
    await expect(log.sync()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    const connection = connectFile(openFile({ path }), 'NORMAL');
    connection.exec('CREATE TABLE something (it TEXT)');
    await log.sync();
    await log.close();
    connection.close();
  });

  test('has nothing to wait for in memory', async () => {
    const log = createLogSync(':memory:');
    await expect(log.sync()).resolves.toBeUndefined();
    await log.close();
  });
});
