import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Vault } from '@helve/flow';
import { createMemoryVault } from './create-memory-vault.js';
import { openFileVault } from './open-file-vault.js';

const key = Buffer.alloc(32, 7);
const scope = { document: 'a.json', block: 'b1' };
const canary = 'canary-4711 Übergröße';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-vault-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const record = (token: string, value = canary) => ({ ...scope, secret: { token, category: 'person', value } });

describe.each([
  ['memory', async (): Promise<Vault> => createMemoryVault(key)],
  ['file', async (): Promise<Vault> => openFileVault({ path: join(await createFolder(), 'v.ndjson'), key })],
])('a vault in %s', (_, open) => {
  test('T95 gives back what was put, by document, block and token, in order', async () => {
    const vault = await open();
    await vault.put([record('t1'), record('t2', 'two')]);
    expect(await vault.get(scope, 't1')).toEqual({ token: 't1', category: 'person', value: canary });
    expect((await vault.list(scope)).map(({ token }) => token)).toEqual(['t1', 't2']);
    expect(await vault.get({ ...scope, block: 'b2' }, 't1')).toBeUndefined();
    expect(await vault.list({ document: 'b.json', block: 'b1' })).toEqual([]);
    await vault.close();
  });

  test('T95 lists what was put last at the end, also when it was there before', async () => {
    const vault = await open();
    for (const token of ['t1', 't2', 't1', 't1']) await vault.put([record(token)]);
    expect((await vault.list(scope)).map(({ token }) => token)).toEqual(['t2', 't1']);
    await vault.close();
  });

  test('T93 a token is equal for equal originals of one category, and for nothing else', async () => {
    const vault = await open();
    const token = vault.tokenOf('person', 'Ada');
    expect(token).toMatch(/^rdx[a-z2-7]{10}$/);
    expect(vault.tokenOf('person', 'Ada')).toBe(token);
    expect(vault.tokenOf('place', 'Ada')).not.toBe(token);
    expect(createMemoryVault(randomBytes(32)).tokenOf('person', 'Ada')).not.toBe(token);
    await vault.close();
  });
});

describe('a vault file', () => {
  async function createVault() {
    const path = join(await createFolder(), 'v.ndjson');
    const vault = await openFileVault({ path, key });
    await vault.put([record('t1')]);
    await vault.close();
    return path;
  }

  test('T95 does not tell what its blocks are called, and finds them by their names', async () => {
    const path = join(await createFolder(), 'v.ndjson');
    const named = { document: 'a.json', block: `/${canary}` };
    const vault = await openFileVault({ path, key });
    await vault.put([{ ...named, secret: record('t1', 'x').secret }]);
    await vault.close();
    expect(await readFile(path, 'utf8')).not.toContain('canary');
    const again = await openFileVault({ path, key });
    expect(await again.list(named)).toMatchObject([{ token: 't1', value: 'x' }]);
    await again.close();
  });

  test('T95 holds nothing in clear, is private, and can be read again', async () => {
    const path = await createVault();
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('canary');
    expect(text).not.toContain('person');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({
      schema: 'helve.vault/v1',
      keyId: expect.any(String),
      id: expect.any(String),
    });
    const again = await openFileVault({ path, key });
    expect(await again.get(scope, 't1')).toMatchObject({ value: canary });
    await again.put([record('t1')]);
    await again.close();
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('T95 with another key, or when a line was changed or moved, it does not open', async () => {
    const path = await createVault();
    await expect(openFileVault({ path, key: Buffer.alloc(32, 8) })).rejects.toThrow(/another key/);
    await expect(openFileVault({ path, key: Buffer.alloc(16) })).rejects.toThrow(/16 bytes instead of 32/);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/"block":"[^"]+"/u, '"block":"b9"'));
    await expect(openFileVault({ path, key })).rejects.toThrow(/line 2 of its file was changed/);
    await writeFile(path, '{"schema":"other"}\n');
    await expect(openFileVault({ path, key })).rejects.toThrow(/is not helve\.vault\/v1/);
    await writeFile(path, `${text}garbage\n`);
    await expect(openFileVault({ path, key })).rejects.toThrow(/line 3 of its file is not a record/);
  });

  test('T95 half a line at its end, from a crash, is cut off and nothing else is lost', async () => {
    const path = await createVault();
    const text = await readFile(path, 'utf8');
    await appendFile(path, '{"document":"a.json","bl');
    const vault = await openFileVault({ path, key });
    expect(await vault.get(scope, 't1')).toMatchObject({ value: canary });
    await vault.put([record('t2')]);
    await vault.close();
    expect((await readFile(path, 'utf8')).startsWith(text)).toBe(true);
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
  });

  test('T95 lines that were deleted or moved are noticed, also at the end, and so is a file that is gone', async () => {
    const path = join(await createFolder(), 'v.ndjson');
    const vault = await openFileVault({ path, key });
    for (const token of ['t1', 't2', 't3']) await vault.put([record(token)]);
    await vault.close();
    const text = await readFile(path, 'utf8');
    const [header = '', one = '', two = '', three = ''] = text.trimEnd().split('\n');
    const refused = async (...lines: readonly string[]) => {
      await writeFile(path, lines.map((line) => `${line}\n`).join(''));
      await expect(openFileVault({ path, key })).rejects.toMatchObject({ code: 'L10N_VAULT' });
    };
    await refused(header, one, three);
    await refused(header, two, three);
    await refused(header, two, one, three);
    await refused(header, one, two);
    await refused(header);
    await refused();
    await rm(path);
    await expect(openFileVault({ path, key })).rejects.toThrow(/its file is gone/);
    await writeFile(path, text);
    const again = await openFileVault({ path, key });
    expect(await again.list(scope)).toHaveLength(3);
    await again.close();
    await rm(`${path}.head`);
    await expect(openFileVault({ path, key })).rejects.toThrow(/its head is missing/);
  });

  test('T95 a file that is none of ours is refused and stays as it is', async () => {
    const path = join(await createFolder(), 'v.ndjson');
    await writeFile(path, 'the only copy of something else, without a line end');
    await expect(openFileVault({ path, key })).rejects.toThrow(/is not helve\.vault\/v1/);
    expect(await readFile(path, 'utf8')).toBe('the only copy of something else, without a line end');
  });

  test('T95 what another process has added is there before the next record', async () => {
    const path = join(await createFolder(), 'v.ndjson');
    const one = await openFileVault({ path, key });
    const other = await openFileVault({ path, key });
    await one.put([record('t1')]);
    await other.put([record('t2')]);
    await one.put([record('t3')]);
    expect((await one.list(scope)).map(({ token }) => token)).toEqual(['t1', 't2', 't3']);
    await one.close();
    await other.close();
  });

  test('T95 a folder that is not there is said so', async () => {
    await expect(openFileVault({ path: join(await createFolder(), 'no', 'v'), key })).rejects.toThrow(
      /cannot be opened/,
    );
  });

  test('T95 many writers at once leave whole lines', async () => {
    const path = join(await createFolder(), 'v.ndjson');
    const vault = await openFileVault({ path, key });
    await Promise.all(Array.from({ length: 50 }, (_, index) => vault.put([record(`t${index}`)])));
    await vault.close();
    const again = await openFileVault({ path, key });
    expect(await again.list(scope)).toHaveLength(50);
    await again.close();
  });
});
