import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from './project.js';

const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Writes the address of every module that Node loads into a file, those of threads too. */
const counter = (file: string) => {
  const hooks = `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) {
      appendFileSync(${JSON.stringify(file)}, url + '\\n');
      return next(url, context);
    }`;
  return toUrl(`import { register } from 'node:module'; register(${JSON.stringify(toUrl(hooks))});`);
};

/** The files that a command loads, as paths below `packages` or `node_modules`: one that threads load too, several times. */
async function loadedBy(args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { helveProcess, folder } = await createProject(files);
  const log = join(folder, 'loaded.log');
  const { code, stderr } = await helveProcess(args, { env: { NODE_OPTIONS: `--import "${counter(log)}"` } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const urls = (await readFile(log, 'utf8')).split('\n').filter((url) => url.startsWith('file:'));
  return urls.map((url) => url.replace(/^.*\/(?:packages|node_modules)\//, ''));
}

const ofPackage = (name: string) => (path: string) => path.startsWith(`${name}/`);

test('helve --version loads next to nothing', async () => {
  const loaded = await loadedBy(['--version']);
  expect(loaded.length).toBeLessThan(10);
  expect(loaded.filter(ofPackage('commander'))).toEqual([]);
});

test('helve run loads few files, and of the language room only what it begins with', async () => {
  const loaded = await loadedBy(['run', 'pseudo-translate', 'app.json'], { 'app.json': '{ "greeting": "Hello" }' });
  // Four of them are the table of character widths.
  expect(loaded.length).toBeLessThan(46);
  expect(loaded.filter(ofPackage('l10n')).length).toBeLessThan(6);
});

test('a thread of helve run loads neither terminal nor store, and of the language room only what it begins with', async () => {
  const names = [1, 2, 3, 4].map((at) => `app-${at}.json`);
  // Less than this is not shared by threads.
  const text = JSON.stringify({ greeting: 'Hello '.repeat(50_000) });
  const files = Object.fromEntries(names.map((name) => [name, text]));
  const loaded = await loadedBy(['run', 'pseudo-translate', ...names, '--concurrency', '2'], files);
  const times = (path: string) => loaded.filter((each) => each === path).length;
  expect([times('project/bin/flow-thread.js'), times('flow/dist/index.js')]).toEqual([2, 3]);
  expect([times('commander/index.js'), times('store/dist/index.js'), times('govern/dist/index.js')]).toEqual([1, 1, 1]);
  expect(new Set(loaded.filter(ofPackage('l10n'))).size).toBeLessThan(6);
});
