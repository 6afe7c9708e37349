import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreSuite } from '@helve/flow/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { openFolderBlobs } from './open-folder-blobs.js';

const scratch = mkdtempSync(join(tmpdir(), 'helve-blobs-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(scratch, `${(folders += 1)}`, 'blobs');

blobStoreSuite('folder', async () => ({
  blobs: openFolderBlobs({ path: newFolder() }),
  close: async () => undefined,
}));

describe('openFolderBlobs', () => {
  test('M36 what a process left half written is swept after an hour', async () => {
    const path = newFolder();
    await openFolderBlobs({ path }).put(Buffer.from('one'));
    const drafts = join(path, 'tmp');
    for (const name of ['old', 'new']) writeFileSync(join(drafts, name), 'half');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    utimesSync(join(drafts, 'old'), longAgo, longAgo);
    await openFolderBlobs({ path }).put(Buffer.from('two'));
    expect(readdirSync(drafts)).toEqual(['new']);
  });

  test('keeps what only its user may read', async () => {
    const path = newFolder();
    const { sha256 } = await openFolderBlobs({ path }).put(Buffer.from('secret'));
    const { mode } = statSync(join(path, sha256.slice(0, 2), sha256.slice(2)));
    expect([statSync(path).mode & 0o777, mode & 0o777]).toEqual([0o700, 0o600]);
  });
});
