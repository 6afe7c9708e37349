import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fillConfig } from '../config/check-config.js';
import { configKeys, type HelveConfig, type ResolvedConfig } from '../config/config-keys.js';
import { createReach } from './reach.js';

function projectWith(config: HelveConfig, files: Readonly<Record<string, string>> = {}) {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'helve-reach-')));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, 'project');
  const all = { '../secret.json': 'secret', '../out/inner.json': 'secret', 'content/a.json': 'a', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const resolved = fillConfig({ ...config }, configKeys) as unknown as ResolvedConfig;
  return { folder, reach: createReach({ config: resolved, configFile: join(folder, 'helve.config.mjs'), folder }) };
}

const roots = [{ path: 'content', write: true }, { path: 'notes' }];

function answerTo(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${String(error.code)} ${error.message}` : String(error);
  }
}

describe('reach', () => {
  test('opens files of declared roots, and writes where the root says so', () => {
    const { folder, reach } = projectWith({ roots }, { 'notes/n.json': 'n' });
    const file = reach.open('content/a.json');
    expect(readFileSync(file, 'utf8')).toBe('a');
    closeSync(file);
    expect(reach.locate(join(folder, 'content', 'new', 'b.json'), 'write')).toBe(
      join(folder, 'content', 'new', 'b.json'),
    );
    expect(reach.locate('notes/n.json', 'read')).toBe(join(folder, 'notes', 'n.json'));
    expect(answerTo(() => reach.locate('notes/n.json', 'write'))).toContain('PROJECT_PATH_REFUSED');
  });

  test('answers alike whether or not a file is there', () => {
    const { folder, reach } = projectWith({ roots }, { 'content/.env': 'x', 'content/sub/node_modules/p.json': 'x' });
    symlinkSync(join(folder, '..', 'out'), join(folder, 'content', 'link'));
    symlinkSync(join(folder, '..', 'out', 'nothing'), join(folder, 'content', 'dangling'));
    symlinkSync(join(folder, '..', 'secret.json'), join(folder, 'content', 'there'));
    const pairs = [
      ['../secret.json', '../nobody.json'],
      ['content/link/inner.json', 'content/link/nobody.json'],
      ['content/.env', 'content/.nob'],
      ['content/there', 'content/dangling'],
      ['content/sub/node_modules/p.json', 'content/sub/node_modules/q.json'],
    ];
    for (const [there = '', missing = ''] of pairs) {
      const [one, other] = [there, missing].map((path) => answerTo(() => reach.open(path)).replaceAll(path, 'PATH'));
      expect(one).toContain('PROJECT_PATH_REFUSED');
      expect(other).toBe(one);
      expect(answerTo(() => reach.locate(there, 'write'))).toContain('PROJECT_PATH_REFUSED');
    }
  });

  test.each([
    'content/../../secret.json',
    'content/a.json\0.txt',
    '/etc/passwd',
    String.raw`C:\content\a.json`,
    '.helve/helve.db',
    'content/.HELVE/x.json',
    'content/Node_Modules/x.json',
    'content/\u200b.env',
    'content/helve.config.json',
    'content/HELVE.CONFIG.MJS',
    'helve.mcp.json',
    'content/tool_registry.json',
    'content/package.json',
    'content/tool.ts',
    'content/tool.ｍjs',
    'content/store.db-wal',
    'content/vault.key',
    'content/handler.js. ',
    '',
  ])('refuses %j, also where a root is the whole project', (path) => {
    const { reach } = projectWith({ roots: [{ path: '.', write: true }, ...roots] });
    expect(answerTo(() => reach.locate(path, 'read'))).toContain('PROJECT_PATH_REFUSED');
    expect(answerTo(() => reach.locate(path, 'write'))).toContain('PROJECT_PATH_REFUSED');
  });

  test('what the project works with itself is not reached by path, wherever it is kept', () => {
    const { reach } = projectWith({
      roots: [{ path: '.', write: true }],
      tools: ['./lib/tools.json5'],
      flows: ['flows'],
      store: { path: 'data/kept' },
      workers: { paths: ['capabilities'] },
      resources: { vaults: { legal: 'vaults/legal.ndjson' } },
    });
    const own = [
      'flows/a.yaml',
      'data/kept',
      'data/kept-wal',
      'vaults/legal.ndjson.head',
      'capabilities/x/manifest.json',
      'vaults/legal.ndjson',
      'lib/tools.json5',
    ];
    for (const path of own) expect(answerTo(() => reach.locate(path, 'write'))).toContain('PROJECT_PATH_REFUSED');
    expect(reach.admits('flows/deep/a.yaml')).toBe(true);
  });

  test('without roots the content of the project is read and its outputs are written; without either nothing is', () => {
    const content = [{ path: 'app/*.json', target: 'out/{name}.{lang}{ext}' }];
    const { reach } = projectWith({ content }, { 'app/en.json': '{}', 'app/deep/x.json': '{}' });
    expect([reach.admits('app/en.json'), reach.admits('app/deep/x.json'), reach.admits('content/a.json')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(answerTo(() => reach.locate('out/en.de.json', 'write'))).toBe('done');
    for (const path of ['app/en.json', 'out/deep/en.de.json', 'out/en.de.mjs', 'out/.en.de.json'])
      expect(answerTo(() => reach.locate(path, 'write'))).toContain('PROJECT_PATH_REFUSED');
    const closed = projectWith({}).reach;
    expect(closed.admits('content/a.json')).toBe(false);
    expect(() => closed.open('content/a.json')).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ suggestion: expect.stringContaining("roots: [{ path: 'content' }]") }),
      }),
    );
  });

  test('a search begins and goes on only where something can be read, whatever links say', () => {
    const { folder, reach } = projectWith({ roots }, { 'content/sub/a.json': 'a', 'content/node_modules/x.json': '' });
    symlinkSync(join(folder, '..', 'out'), join(folder, 'content', 'link'));
    const into = ['.', '/', 'content', 'content/sub', 'notes', join(folder, 'content')];
    expect(into.map((path) => [path, reach.leadsInto(path)])).toEqual(into.map((path) => [path, true]));
    const closed = ['/usr', '../out', 'other', 'content/link', 'content/link/deep', 'content/node_modules', '.helve'];
    expect(closed.map((path) => [path, reach.leadsInto(path)])).toEqual(closed.map((path) => [path, false]));
  });

  test('a refusal says a path as its caller did, and proposes a root only for what none covers in the project', () => {
    const { folder, reach } = projectWith({ roots });
    symlinkSync(join(folder, '..', 'out'), join(folder, 'content', 'link'));
    const refusalOf = (path: string, use: 'read' | 'write' = 'read') => {
      try {
        return reach.locate(path, use);
      } catch (error) {
        return JSON.stringify([error instanceof Error && error.message, Reflect.get(Object(error), 'details')]);
      }
    };
    for (const path of ['../x.json', '/etc/passwd', 'content/link/inner.json', 'content/../../x.json']) {
      expect(refusalOf(path)).toContain(`\\"${path}\\"`);
      expect(refusalOf(path)).not.toContain('roots: [');
      expect(refusalOf(path)).not.toContain(dirname(folder));
    }
    expect(refusalOf('other/a.json')).toContain("roots: [{ path: 'other' }]");
    expect(refusalOf('notes/n.json', 'write')).toContain("roots: [{ path: 'notes', write: true }]");
  });

  test('a link that is swapped in between the check and the opening never wins', async () => {
    const { folder, reach } = projectWith({ roots });
    const [inside, outside] = [join(folder, 'content', 'real'), join(folder, '..', 'out')];
    mkdirSync(inside);
    writeFileSync(join(inside, 'inner.json'), 'public');
    const swap = join(folder, 'content', 'swap');
    const code = `
      const { symlinkSync, renameSync } = require('node:fs');
      const { workerData: { swap, places } } = require('node:worker_threads');
      for (let at = 0; ; at++) { symlinkSync(places[at % 2], swap + '.new'); renameSync(swap + '.new', swap); }`;
    symlinkSync(inside, swap);
    const swapping = new Worker(code, { eval: true, workerData: { swap, places: [outside, inside] } });
    onTestFinished(async () => void (await swapping.terminate()));
    await new Promise((resolve) => swapping.once('online', resolve));
    const seen = new Set<string>();
    for (const until = Date.now() + 500; Date.now() < until;) {
      try {
        const file = reach.open('content/swap/inner.json');
        seen.add(readFileSync(file, 'utf8'));
        closeSync(file);
        const made = reach.create('content/swap/new.json', join(swap, '.new.json.tmp'), 0o600);
        closeSync(made);
        rmSync(join(inside, '.new.json.tmp'), { force: true });
      } catch {
        rmSync(join(inside, '.new.json.tmp'), { force: true });
      }
    }
    expect([...seen]).toEqual(['public']);
  });
});
