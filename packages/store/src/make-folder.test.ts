import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqliteStore } from './sqlite/open-sqlite-store.js';

// A recursive mkdir never comes back from there.
test.skipIf(!existsSync('/proc/self'))('a store is refused where its folder cannot be made', () => {
  expect(() => openSqliteStore({ path: '/proc/x/deep/store.db' })).toThrow(/ENOENT|proc/u);
});
