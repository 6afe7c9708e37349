import type { ToolError } from '@helve/core';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { toStoreError } from './to-store-error.js';

test('a full disk is a passing trouble, whoever says so', () => {
  const database = new Database(':memory:');
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)');
  const fill = () => database.prepare('INSERT INTO t VALUES (?)').run(['x'.repeat(100_000)]);
  for (const thrown of [thrownBy(fill), Object.assign(new Error('no space'), { code: 'ENOSPC' })]) {
    expect(toStoreError(thrown, '/home/ada/project/.helve/store.db')).toMatchObject({
      code: 'STORE_DISK_FULL',
      type: 'TRANSIENT',
      message: 'Cannot write to ".helve/store.db": the disk is full',
    });
  }
  database.close();
});

test('what was not foreseen keeps its cause and shows only its code', () => {
  const database = new Database(':memory:');
  const cause = thrownBy(() => database.exec('SELECT * FROM nowhere'));
  expect(toStoreError(cause, 'store.db')).toMatchObject({
    code: 'STORE_FAILED',
    message: 'Cannot use "store.db": the database failed (SQLITE_ERROR)',
    cause,
  });
  database.close();
});

function thrownBy(step: () => unknown): unknown {
  try {
    step();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('no error tells where on the machine a store is', () => {
  const path = '/home/ada/project/.helve/helve.db';
  const codes = [
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_NOTADB',
    'SQLITE_CORRUPT',
    'SQLITE_CANTOPEN',
    'EACCES',
    'EIO',
    '',
  ];
  for (const code of codes) {
    const told = toStoreError(Object.assign(new Error(`cannot do it at ${path}`), { code }), path) as ToolError;
    expect([told.message, JSON.stringify(told.details)].join(), code).not.toContain('/home');
    expect(told.message, code).toContain('.helve/helve.db');
  }
});
