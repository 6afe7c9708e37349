import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTools, plainCompilers, soundDoc, toolFolder } from '../../../../test/build-kit.js';

const typed = {
  'handler.js': undefined,
  'handler.ts': `import { n } from '../_shared/n.js';\nexport const execute = () => ({ ok: true, data: n });`,
};

async function createCached() {
  const project = await createTools({
    ...toolFolder('one', { requiresConfirmation: false }),
    ...toolFolder('two', {}, typed),
    ...toolFolder('three'),
    '_shared/n.ts': 'export const n = 1;',
  });
  const cacheDir = join(project.dir, '..', 'cache');
  const cached = async (options = {}) => {
    const result = await project.build({ cacheDir, ...options });
    return result.ok ? result.cached : result.problems;
  };
  return { ...project, cacheDir, cached };
}

test('an unchanged tool is not built again, and its warnings are told all the same', async () => {
  const { build, cacheDir, cached } = await createCached();
  expect(await cached()).toBe(0);
  expect(await build({ cacheDir })).toMatchObject({
    ok: true,
    cached: 3,
    written: [],
    warnings: [{ code: 'W_UNCONFIRMED_WRITE' }],
  });
});

test('only what changed is built again: files of the folder, modules outside of it, options, versions, names', async () => {
  const { write, remove, cached } = await createCached();
  await cached();
  await write({ 'three/doc.md': `${soundDoc}\nMore.` });
  expect(await cached()).toBe(2);
  await write({ '_shared/n.ts': 'export const n = 2;' });
  expect(await cached()).toBe(2);
  await write({ '_shared/other.ts': '' });
  expect(await cached()).toBe(2);
  expect(await cached()).toBe(3);
  expect(await cached({ modes: ['kiosk'] })).toBe(0);
  expect(await cached({ compilers: plainCompilers.map((compiler) => ({ ...compiler, version: '2' })) })).toBe(0);
  expect(await cached({ names: () => ({ one: 'uno', two: 'two', three: 'three' }) })).toBe(0);
  await cached();
  await remove('_shared/n.ts');
  expect(await cached()).toMatchObject([{ tool: 'two', code: 'BUILD_HANDLER' }]);
});

test('what is broken in the cache is built anew, and tools that are gone leave it', async () => {
  const { cacheDir, cached, remove } = await createCached();
  await cached();
  await writeFile(join(cacheDir, 'one.json'), '{ "key": ');
  expect(await cached()).toBe(2);
  await remove('two');
  await cached();
  expect((await readdir(cacheDir)).toSorted()).toEqual(['one.json', 'three.json']);
});

test('after any sequence of edits, a build with a cache gives the bytes of a clean one', async () => {
  const { build, write, readAll, cacheDir, dir } = await createCached();
  const edit = fc.oneof(
    fc.record({
      path: fc.constantFrom('one/doc_summary.md', 'three/doc_summary.md'),
      text: fc.stringMatching(/^[a-z]{1,5}\n[a-z]{1,5}$/),
    }),
    fc.record({ path: fc.constant('_shared/n.ts'), text: fc.nat(9).map((n) => `export const n = ${n};`) }),
    fc.record({
      path: fc.constant('one/handler.js'),
      text: fc.nat(9).map((n) => `export const execute = () => ${n};`),
    }),
    fc.record({
      path: fc.constant('three/schema.json'),
      text: fc.nat(9).map((n) => toolFolder('three', { description: `Says ${n}` })['three/schema.json'] ?? ''),
    }),
  );
  const clean = join(dir, '..', 'clean');
  const quick = join(dir, '..', 'quick');
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 3 }), async (edits) => {
      for (const { path, text } of edits) await write({ [path]: text });
      await rm(clean, { recursive: true, force: true });
      await build({ out: clean });
      await build({ out: quick, cacheDir });
      expect(await readAll(quick)).toEqual(await readAll(clean));
    }),
    { numRuns: 15 },
  );
});
