import { Secret } from '@helve/core';
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { secretStoreSuite } from '../testing/secret-store-suite.js';
import { FileSecretStore } from './file-secret-store.js';

const folders: string[] = [];

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-secrets-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

secretStoreSuite('files', async () => ({
  store: new FileSecretStore({ directory: join(await freshFolder(), 'secrets') }),
  close: async () => undefined,
}));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('FileSecretStore', () => {
  test('directories are 0700 and files 0600, also where they were open before', async () => {
    const directory = join(await freshFolder(), 'secrets');
    await mkdir(join(directory, 'tool'), { recursive: true });
    await chmod(directory, 0o755);
    const store = new FileSecretStore({ directory });
    expect(await store.looseModes()).toContain(directory);
    await store.put('tool', 'KEY', new Secret('value'));
    const file = join(directory, 'tool', 'KEY.json');
    expect([await modeOf(directory), await modeOf(join(directory, 'tool')), await modeOf(file)]).toEqual([
      0o700, 0o700, 0o600,
    ]);
    expect(await store.looseModes()).toEqual([]);
    await chmod(file, 0o644);
    expect(await store.looseModes()).toEqual([file]);
  });

  test('a damaged file is an error that shows nothing of it, never an empty secret', async () => {
    const directory = await freshFolder();
    const store = new FileSecretStore({ directory });
    await store.put('tool', 'KEY', new Secret('canary-value'));
    const file = join(directory, 'tool', 'KEY.json');
    for (const damage of ['', '{"format":"helve.secret/1","value":"canary-', '[]', '{"format":"other"}']) {
      await writeFile(file, damage);
      const failed = await store.read('tool').catch((error: unknown) => String(error));
      expect(failed).toContain('damaged');
      expect(failed).not.toContain('canary');
    }
    await rm(file);
    await mkdir(file);
    await expect(store.read('tool')).rejects.toThrow('EISDIR');
  });

  test('a file that belongs to another secret is an error', async () => {
    const directory = await freshFolder();
    const store = new FileSecretStore({ directory });
    await store.put('tool', 'KEY', new Secret('value'));
    await writeFile(join(directory, 'tool', 'OTHER.json'), await readFile(join(directory, 'tool', 'KEY.json')));
    await expect(store.read('tool')).rejects.toThrow('belongs to another secret');
  });

  test('what a writer that died has left is no secret, loses none, and goes with the next write', async () => {
    const directory = await freshFolder();
    const store = new FileSecretStore({ directory });
    await store.put('tool', 'KEY', new Secret('value'));
    const left = join(directory, 'tool', '.KEY.json.0123456789ab.tmp');
    await writeFile(left, '{"format":"helve.secret/1","val');
    expect(await store.list('tool')).toEqual(['KEY']);
    expect((await store.read('tool')).get('KEY')?.reveal()).toBe('value');
    await store.put('tool', 'KEY', new Secret('newer'));
    expect(await readdir(join(directory, 'tool'))).toHaveLength(2);
    const long = new Date(Date.now() - 120_000);
    await utimes(left, long, long);
    await store.put('tool', 'KEY', new Secret('newest'));
    expect(await readdir(join(directory, 'tool'))).toEqual(['KEY.json']);
  });

  test('a refused secret says which of its names or values was wrong, and a kept one prints by its name', async () => {
    const store = new FileSecretStore({ directory: await freshFolder() });
    await expect(store.put('tool', '../KEY', new Secret('v'))).rejects.toMatchObject({ fieldsInvalid: ['key'] });
    await expect(store.read('..')).rejects.toMatchObject({ code: 'INPUT', fieldsInvalid: ['capability'] });
    await expect(store.put('tool', 'KEY', new Secret(''))).rejects.toMatchObject({ fieldsInvalid: ['KEY'] });
    await store.put('tool', 'KEY', new Secret('value'));
    expect(String((await store.read('tool')).get('KEY'))).toBe('[secret:KEY]');
  });

  test('a writer that is killed at any moment leaves the old value or the new one, whole', async () => {
    const directory = await freshFolder();
    const outfile = join(directory, 'writer.mjs');
    const source = `
      import { Secret } from '@helve/core';
      import { FileSecretStore } from './file-secret-store.js';
      const store = new FileSecretStore({ directory: process.argv[2] });
      for (let round = 0; ; round += 1) {
        await store.put('tool', 'KEY', new Secret(String(round % 10).repeat(50_000)));
        if (round === 0) process.stdout.write('ready');
      }`;
    await build({
      stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      alias: { '@helve/core': join(import.meta.dirname, '../../../core/src/index.ts') },
    });
    const store = new FileSecretStore({ directory: join(directory, 'secrets') });
    for (const delayMs of [0, 3, 7, 12]) {
      const writer = spawn(process.execPath, [outfile, store.directory], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(writer.stdout, 'data');
      await setTimeout(delayMs);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      expect((await store.read('tool')).get('KEY')?.reveal()).toMatch(/^(\d)\1{49999}$/);
    }
  });

  test('two stores over one directory do not undo each other', async () => {
    const directory = await freshFolder();
    const stores = [new FileSecretStore({ directory }), new FileSecretStore({ directory })];
    const keys = Array.from({ length: 10 }, (_, index) => `KEY_${index}`);
    await Promise.all(
      stores.flatMap((store, index) => keys.map((key) => store.put('tool', `${key}_${index}`, new Secret('value')))),
    );
    expect(await new FileSecretStore({ directory }).list('tool')).toHaveLength(20);
  });
});
