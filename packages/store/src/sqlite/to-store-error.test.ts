import Database from 'libsql';
import { expect, test } from 'vitest';
import { toStoreError } from './to-store-error.js';

test('a full disk is a passing trouble, and says that nothing was kept', () => {
  const database = new Database(':memory:');
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE t (x)');
  const fill = () => database.prepare('INSERT INTO t VALUES (?)').run(['x'.repeat(100_000)]);
  expect(toStoreError(thrownBy(fill), 'store.db')).toMatchObject({
    code: 'STORE_DISK_FULL',
    type: 'TRANSIENT',
    message: 'Cannot write to "store.db": the disk is full',
  });
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
