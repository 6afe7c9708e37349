import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, describe, expect, test } from 'vitest';
import { npm } from '../scripts/set-up/install.mjs';

const root = join(import.meta.dirname, '..');
const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
const scratch = mkdtempSync(join(tmpdir(), 'helve-publish-'));
const slow = { timeout: 120_000 };

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Packed {
  readonly folder: string;
  readonly tarball: string;
  readonly files: readonly string[];
}

/** What is private is part of another package, or of none. */
const published = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .filter((folder) => readManifest(folder)['private'] !== true);
const packed = pack(published).map((one) => ({ ...one, name: basename(one.folder) }));

describe.each(packed)('packages/$name', ({ name, ...one }) => {
  const { folder, tarball, files } = one;

  test('says what a registry shows', () => {
    expect(readManifest(folder)).toMatchObject({
      name: `@helve/${name}`,
      license: 'Apache-2.0',
      description: expect.stringMatching(/^[A-Z].{10,}[^.]$/),
      keywords: expect.arrayContaining(['helve']),
      engines: { node: '>=20.19' },
      exports: { '.': expect.anything() },
      files: expect.arrayContaining(['dist']),
    });
    for (const range of Object.values(readManifest(folder)['peerDependencies'] ?? {}))
      expect(range).toMatch(/^(?:\^|>=)\d/);
    expect(existsSync(join(folder, 'README.md')), 'has a README.md').toBe(true);
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  test('pleases publint', slow, async () => {
    expect(await lintPackage(one)).toEqual([]);
  });

  test('packs what users need, with the right types, and nothing else', slow, () => {
    expect(files.filter((path) => /\.test\.|\.test-d\.|tsbuildinfo|^src\//.test(path))).toEqual([]);
    expect(checkTypes(tarball)).toBe('');
  });
});

test('the gateway ships the page that it serves', slow, () => {
  const files = packed.find(({ name }) => name === 'gateway')?.files;
  expect(files).toContain('static/index.html');
  const page = readFileSync(join(root, 'packages', 'gateway', 'static', 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, path]) => `static/${path}`);
  expect(named.some((path) => path.endsWith('.js')) && named.some((path) => path.endsWith('.css'))).toBe(true);
  expect(files).toEqual(expect.arrayContaining(named));
});

test('the checks see a file that is not there and types that are not those of the code', slow, async () => {
  const folder = join(scratch, 'broken');
  mkdirSync(folder);
  const exports = { '.': { types: './index.d.cts', default: './index.js' }, './gone': './gone.js' };
  const manifest = { name: 'broken', version: '1.0.0', type: 'module', exports };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), 'export const one = 1;\n');
  writeFileSync(join(folder, 'index.d.cts'), 'export declare const one: 1;\n');
  const [broken] = pack([folder]);
  expect(broken && (await lintPackage(broken))).toContainEqual(
    expect.stringContaining('gone.js but the file does not exist'),
  );
  expect(checkTypes(broken?.tarball ?? '')).toContain('Masquerading as CJS');
});

async function lintPackage({ folder, files }: Packed): Promise<string[]> {
  const contents = files.map((name) => ({
    name: `package/${name}`,
    data: new Uint8Array(readFileSync(join(folder, name))),
  }));
  const { messages } = await publint({ pkgDir: 'package', strict: true, pack: { files: contents } });
  return messages.map((message) => formatMessage(message, readManifest(folder), { color: false }) ?? message.code);
}

/** Packs folders of packages, in their order. */
function pack(folders: readonly string[]): readonly Packed[] {
  const [command, args] = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', scratch, ...folders]);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: scratch, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const answers = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  return folders.map((folder, index) => ({
    folder,
    tarball: join(scratch, answers[index]?.filename ?? ''),
    files: answers[index]?.files.map(({ path }) => path) ?? [],
  }));
}

/** The report of attw, or nothing when it is content. */
function checkTypes(tarball: string): string {
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--no-emoji', '--format', 'ascii'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [attw, tarball, ...options], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

function readManifest(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
}
