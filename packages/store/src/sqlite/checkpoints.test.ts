import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCheckpoints } from './checkpoints.js';
import type { Connection } from './connection.js';
import { connectFile, openFile } from './open-file.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-checkpoints-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MIB = 1 << 20;

function open(name: string): Connection {
  const connection = connectFile(openFile({ path: join(scratch, name) }), 'NORMAL');
  connection.exec('CREATE TABLE something (it TEXT)');
  return connection;
}

function write(connection: Connection): void {
  connection.run('INSERT INTO something VALUES (?)', ['x'.repeat(2 * MIB)]);
}

describe('createCheckpoints', () => {
  test('brings the log into the file once enough was written', async () => {
    const connection = open('enough.db');
    const checkpoints = createCheckpoints(connection);
    write(connection);
    checkpoints.wrote(MIB - 1);
    await checkpoints.close();
    expect(statSync(connection.path).size).toBeLessThan(MIB);
    checkpoints.wrote(1);
    await checkpoints.close();
    expect(statSync(connection.path).size).toBeGreaterThan(2 * MIB);
    connection.close();
  });

  test('keeps nobody from writing while it is under way', async () => {
    const connection = open('meanwhile.db');
    const checkpoints = createCheckpoints(connection);
    write(connection);
    checkpoints.wrote(MIB);
    write(connection);
    checkpoints.wrote(MIB);
    await checkpoints.close();
    expect(connection.all('SELECT it FROM something')).toHaveLength(2);
    connection.close();
  });

  test('a file that is gone keeps nobody from writing to what is left of it', async () => {
    const connection = open('gone.db');
    const checkpoints = createCheckpoints(connection);
    rmSync(connection.path);
    write(connection);
    checkpoints.wrote(MIB);
    await expect(checkpoints.close()).resolves.toBeUndefined();
    expect(connection.all('SELECT it FROM something')).toHaveLength(1);
    connection.close();
  });

  test('has nothing to do in memory', async () => {
    const connection = connectFile(':memory:', 'NORMAL');
    const checkpoints = createCheckpoints(connection);
    checkpoints.wrote(2 * MIB);
    await expect(checkpoints.close()).resolves.toBeUndefined();
    connection.close();
  });
});
