import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTools, plainCompilers, toolFolder, type Files } from '../../../../test/build-kit.js';
import { watchToolFolders, type BuildResult } from '../index.js';

const typed = {
  'handler.js': undefined,
  'handler.ts': `import { n } from '../_shared/n.js';\nexport const execute = () => ({ ok: true, data: n });`,
};

async function startWatch(files?: Files) {
  const project = await createTools(files);
  const builds: BuildResult[] = [];
  const watch = watchToolFolders({
    dir: project.dir,
    compilers: plainCompilers,
    onBuild: (result) => builds.push(result),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => watch.close());
  /** Waits until the last build fits. */
  const settles = (holds: (last: BuildResult) => void) =>
    vi.waitFor(() => holds(builds.at(-1) as BuildResult), { timeout: 30_000, interval: 20 });
  const shows = (...ids: string[]) =>
    settles((last) => expect(last?.ok && last.artifact.tools.map(({ toolId }) => toolId)).toEqual(ids));
  await settles((last) => expect(last).toBeDefined());
  return { ...project, builds, watch, settles, shows };
}

test('a watch builds at once, and again for changed, new, renamed and deleted folders', async () => {
  const { dir, write, remove, shows, settles } = await startWatch();
  await shows('ignore_user');
  await write({ 'ignore-user/doc_summary.md': 'Other.\nText.' });
  await settles((last) => expect(last.ok && last.artifact.tools[0]?.summary).toBe('Other.\nText.'));
  await write(toolFolder('second'));
  await shows('ignore_user', 'second');
  await write({ 'second/doc_summary.md': 'Second.\nText.' });
  await settles((last) => expect(last.ok && last.artifact.tools[1]?.summary).toBe('Second.\nText.'));
  await rename(join(dir, 'second'), join(dir, '_second'));
  await shows('ignore_user');
  await rename(join(dir, '_second'), join(dir, 'second'));
  await shows('ignore_user', 'second');
  await remove('ignore-user');
  await shows('second');
});

test('a failed build keeps the last good registry, and the next good one replaces it', async () => {
  const { read, write, settles, shows } = await startWatch();
  const good = await read('tool_registry.json');
  await write({ 'ignore-user/handler.js': 'export const nothing = 1;' });
  await settles((last) => expect(last.ok).toBe(false));
  expect(await read('tool_registry.json')).toBe(good);
  await write({ 'ignore-user/handler.js': 'export const execute = () => ({ ok: true });' });
  await shows('ignore_user');
  expect(await read('tool_registry.json')).not.toBe(good);
});

test('a module outside of the tools folder is watched too', async () => {
  const handler = { ...typed, 'handler.ts': typed['handler.ts'].replace('../_shared', '../../lib') };
  const { write, settles, builds } = await startWatch({
    ...toolFolder('two', {}, handler),
    '../lib/n.ts': 'export const n = 1;',
  });
  const [first] = builds;
  const before = first?.ok === true ? first.artifact.implementationDigest : '';
  await write({ '../lib/n.ts': 'export const n = 2;' });
  await settles((last) => expect(last.ok && last.artifact.implementationDigest).not.toBe(before));
});

test('what a build writes does not start another one, and many changes at once make few builds', async () => {
  const { write, builds, shows, watch } = await startWatch({
    ...toolFolder('two', {}, typed),
    '_shared/n.ts': 'export const n = 1;',
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(builds).toHaveLength(1);
  for (let n = 0; n < 20; n += 1) await write(toolFolder(`tool-${String.fromCharCode(97 + n)}`));
  await shows(...Array.from({ length: 20 }, (_, n) => `tool_${String.fromCharCode(97 + n)}`), 'two');
  expect(builds.length).toBeLessThan(20);
  await watch.close();
  const count = builds.length;
  await write({ 'tool-a/doc_summary.md': 'Other.\nText.' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(builds).toHaveLength(count);
});
