import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { loadRegistryFile, watchRegistry } from '@helve/build/load';
import { coreErrors, handlerDigestOf, type ArtifactTool } from '@helve/core';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { artifactTool, buildArtifact, fileText } from '../../../../test/artifact-kit.js';

const always = () => true;
const request = { rawInput: { word: 'hi' } };
const failure = (code: string) => expect.objectContaining({ code });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-load-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Writes a registry like a build; the handlers answer with a word. */
function writeRegistry(
  tools: readonly ArtifactTool[],
  answer = 'done',
  textOf: (value: unknown) => string = fileText,
): string {
  const code = `export const execute = ({ word }) => ({ ok: true, data: word + ' ${answer}' });\n`;
  const withCode = tools.map((tool) => ({ ...tool, implementationDigest: handlerDigestOf(code) }));
  const { artifact, sideFiles } = buildArtifact(withCode, {
    inside: { openai: always },
    beside: { anthropic: always, anthropicStrict: always },
  });
  for (const { handlerPath } of tools) write(handlerPath, code);
  for (const [provider, file] of Object.entries(sideFiles)) write(`providers/${provider}.json`, textOf(file));
  return write('tool_registry.json', textOf(artifact));
}

const plainText = (value: unknown) => JSON.stringify(value);

describe('loadRegistryFile', () => {
  test.each([
    ['written by the build', fileText],
    ['formatted by somebody else', plainText],
  ])('F28 a registry %s loads with handlers and side files', async (_, textOf) => {
    const path = writeRegistry([artifactTool('shout'), artifactTool('word_free')], 'done', textOf);
    const registry = await loadRegistryFile(path);
    await registry.load({ providers: ['anthropic'] });
    registry.lock();
    expect(registry.list().map(({ id }) => id)).toEqual(['shout', 'word_free']);
    expect(await registry.executeTool('shout', request)).toMatchObject({ ok: true, data: 'hi done' });
    expect(registry.getProviderSchemas('openai')).toHaveLength(2);
    expect(registry.getProviderSchemas('anthropic', { strict: 'auto' })).toMatchObject([
      { provider: 'anthropicStrict', name: 'shout' },
      { provider: 'anthropicStrict', name: 'word_free' },
    ]);
    expect(registry.nameFor('shout')).toBe('shout');
  });

  test('a registry without tools, and one with a single tool, load as well', async () => {
    const empty = await loadRegistryFile(writeRegistry([]));
    await empty.load({ providers: ['anthropic'] });
    expect(empty.lock().getProviderSchemas('openai')).toEqual([]);
    const one = await loadRegistryFile(writeRegistry([artifactTool('only')]), { lazy: true });
    expect(one.lock().list()).toHaveLength(1);
  });

  test('texts that look like the layout of the file do no harm', async () => {
    const documentation = '# Tricky\n    }\n    },\n  "tools": [\n    {\n      "toolId": "x",\n';
    const tools = [artifactTool('first', { documentation }), artifactTool('second', { tags: ['Zürich ✓'] })];
    const registry = (await loadRegistryFile(writeRegistry(tools), { lazy: true })).lock();
    expect(registry.getDocumentation('first')).toBe(documentation);
    expect(registry.get('second')?.tags).toEqual(['Zürich ✓']);
  });

  test('F28 a file that is not there is CALL_REGISTRY_MISSING, which says to run helve build', async () => {
    const error = await loadRegistryFile(join(folder, 'none.json')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'CALL_REGISTRY_MISSING', type: 'NOT_FOUND' });
    expect(error).toMatchObject({ details: { suggestion: expect.stringContaining('`helve build`') } });
  });

  test('F28 a file that cannot be read is CALL_REGISTRY_UNREADABLE', async () => {
    mkdirSync(join(folder, 'tool_registry.json'));
    await expect(loadRegistryFile(join(folder, 'tool_registry.json'))).rejects.toThrow(
      failure('CALL_REGISTRY_UNREADABLE'),
    );
  });

  test.each([
    ['{\n  "formatVersion": 1,\n  "version": oops\n}', 'line 3, column 14'],
    ['', 'line 1, column 1'],
    ['{\n  "a": 1', 'line 2, column 9'],
  ])('F28 a file that is not JSON is CALL_REGISTRY_CORRUPT with its position: %j', async (text, position) => {
    const path = write('tool_registry.json', text);
    const error = await loadRegistryFile(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'CALL_REGISTRY_CORRUPT', message: expect.stringContaining(position) });
  });

  test.each(['[]', 'null', '{}', '{"formatVersion":7}', '"text"'])(
    'F28 JSON of another format is CALL_REGISTRY_FORMAT: %s',
    async (text) => {
      const path = write('tool_registry.json', text);
      await expect(loadRegistryFile(path)).rejects.toThrow(failure('CALL_REGISTRY_FORMAT'));
    },
  );

  test('F28 content that was edited by hand is CALL_REGISTRY_DIGEST when it loads', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Does shout', 'Does harm'));
    const edited = await loadRegistryFile(path);
    await expect(edited.load()).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
    const version = writeRegistry([artifactTool('shout')]);
    writeFileSync(
      version,
      readFileSync(version, 'utf8').replace(/"version": "1\.0\.\w+"/, '"version": "1.0.00000000"'),
    );
    await expect(loadRegistryFile(version)).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
  });

  test('F28 a side file of another build is CALL_REGISTRY_DIGEST', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    const { sideFiles } = buildArtifact([artifactTool('other')], { beside: { anthropic: always } });
    write('providers/anthropic.json', fileText(sideFiles['anthropic']));
    await expect((await loadRegistryFile(path)).loadProvider('anthropic')).rejects.toThrow(
      failure('CALL_REGISTRY_DIGEST'),
    );
  });

  test('F28 a handler file that is not there is CALL_HANDLER_MISSING, one without execute CALL_HANDLER_NO_EXECUTE', async () => {
    const code = write('shout/handler.mjs', 'export const other = 1;\n');
    const { artifact } = buildArtifact([
      { ...artifactTool('shout'), implementationDigest: handlerDigestOf(readFileSync(code, 'utf8')) },
    ]);
    const path = write('tool_registry.json', fileText(artifact));
    await expect((await loadRegistryFile(path)).load()).rejects.toThrow(failure('CALL_HANDLER_NO_EXECUTE'));
    const gone = writeRegistry([artifactTool('gone')]);
    rmSync(join(folder, 'gone'), { recursive: true });
    await expect((await loadRegistryFile(gone)).load()).rejects.toThrow(failure('CALL_HANDLER_MISSING'));
  });

  test('F28 a handler that was changed after the build is CALL_REGISTRY_DIGEST, whatever its line ends', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    const file = join(folder, 'shout/handler.mjs');
    const code = readFileSync(file, 'utf8');
    writeFileSync(file, code.replaceAll('\n', '\r\n'));
    const same = (await (await loadRegistryFile(path)).load()).lock();
    expect(await same.executeTool('shout', request)).toMatchObject({ data: 'hi done' });
    writeFileSync(file, code.replace('done', 'stolen'));
    await expect((await loadRegistryFile(path)).load()).rejects.toThrow(failure('CALL_REGISTRY_DIGEST'));
    const lazy = (await loadRegistryFile(path, { lazy: true })).lock();
    expect(await lazy.executeTool('shout', request)).toMatchObject({ ok: false, error: { type: 'INTERNAL' } });
  });

  test('a handler outside of the folder of the registry is refused, by whatever path or link', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'helve-outside-'));
    onTestFinished(() => rmSync(outside, { recursive: true }));
    const code = 'export const execute = () => ({ ok: true });\n';
    writeFileSync(join(outside, 'handler.mjs'), code);
    writeRegistry([artifactTool('shout')]);
    symlinkSync(outside, join(folder, 'linked'));
    symlinkSync(join(outside, 'handler.mjs'), join(folder, 'linked.mjs'));
    const paths = [
      join(outside, 'handler.mjs'),
      `../${basename(outside)}/handler.mjs`,
      `shout/../../${basename(outside)}/handler.mjs`,
      'linked/handler.mjs',
      'linked.mjs',
      'data:text/javascript,export const execute = 1',
      'file:///handler.mjs',
      String.raw`..\handler.mjs`,
    ];
    for (const handlerPath of paths) {
      const tool = { ...artifactTool('shout'), handlerPath, implementationDigest: handlerDigestOf(code) };
      const file = write('tool_registry.json', fileText(buildArtifact([tool]).artifact));
      await expect((await loadRegistryFile(file)).load(), handlerPath).rejects.toThrow(failure('CALL_REGISTRY_FORMAT'));
    }
  });

  test('handlers of the application can stand in', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    const handlers = { shout: () => Promise.resolve({ execute: () => ({ ok: true, data: 'mine' }) }) };
    const registry = (await loadRegistryFile(path, { handlers, lazy: true })).lock();
    expect(await registry.executeTool('shout', request)).toMatchObject({ data: 'mine' });
  });

  test('every code of the loader is a row of the error table', () => {
    const codes = new Set(coreErrors.rows.map(({ code }) => code));
    const words = ['MISSING', 'UNREADABLE', 'CORRUPT', 'FORMAT', 'DIGEST'].map((word) => `CALL_REGISTRY_${word}`);
    expect([...words, 'CALL_HANDLER_MISSING', 'CALL_HANDLER_NO_EXECUTE'].filter((code) => !codes.has(code))).toEqual(
      [],
    );
  });
});

describe('watchRegistry', () => {
  test('F34 a rebuilt registry is a new object; a session goes on with the snapshot it began with', async () => {
    const path = writeRegistry([artifactTool('shout')], 'old');
    const watch = await watchRegistry(path, { debounceMs: 5 });
    try {
      const session = watch.current.snapshot();
      expect(await session.executeTool('shout', request)).toMatchObject({ data: 'hi old' });
      const swapped = waitFor(() => watch.current !== session);
      writeRegistry([artifactTool('shout', { version: '2.0.0' }), artifactTool('extra')], 'new');
      await swapped;
      expect(await watch.current.executeTool('shout', request)).toMatchObject({
        data: 'hi new',
        meta: { toolVersion: '2.0.0' },
      });
      expect(await session.executeTool('shout', request)).toMatchObject({
        data: 'hi old',
        meta: { toolVersion: '1.2.0' },
      });
      expect(session.list()).toHaveLength(1);
      expect(watch.current.version).not.toBe(session.version);
    } finally {
      watch.close();
    }
  });

  test('F34 a reload that fails keeps the registry that serves, and says why', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    const errors: Error[] = [];
    const watch = await watchRegistry(path, { debounceMs: 5, onError: (error) => errors.push(error) });
    try {
      const before = watch.current;
      writeFileSync(path, '{ "cut');
      await waitFor(() => errors.length > 0);
      expect(errors[0]).toMatchObject({ code: 'CALL_REGISTRY_CORRUPT' });
      await expect(watch.reload()).rejects.toThrow(failure('CALL_REGISTRY_CORRUPT'));
      expect(watch.current).toBe(before);
      writeRegistry([artifactTool('shout')]);
      expect(await watch.reload()).toBe(before);
    } finally {
      watch.close();
    }
  });

  test('prepare makes each registry ready, and onSwap hears of it', async () => {
    const path = writeRegistry([artifactTool('shout')]);
    const prepared: string[] = [];
    const swaps: string[] = [];
    const watch = await watchRegistry(path, {
      lazy: true,
      prepare: (registry) => prepared.push(registry.version),
      onSwap: ({ version }) => swaps.push(version),
    });
    watch.close();
    writeRegistry([artifactTool('other')]);
    const next = await watch.reload();
    expect(prepared).toHaveLength(2);
    expect(swaps).toEqual([next.version]);
    expect(watch.current).toBe(next);
    expect(next.sealed).toBe(true);
  });

  test('a registry that is not there cannot be watched', async () => {
    await expect(watchRegistry(join(folder, 'none.json'))).rejects.toThrow(failure('CALL_REGISTRY_MISSING'));
  });
});

describe('import graphs', () => {
  const source = (path: string) => join(import.meta.dirname, '..', '..', '..', path);
  const graphOf = async (entry: string, external: string[] = []) => {
    const options = {
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    } as const;
    const { metafile } = await build({ ...options, entryPoints: [entry], external, packages: 'external' });
    const inputs = Object.values(metafile.inputs);
    const outside = inputs.flatMap(({ imports }) =>
      imports.filter(({ external: is }) => is === true).map(({ path }) => path),
    );
    return { files: Object.keys(metafile.inputs), outside: [...new Set(outside)].toSorted() };
  };

  test('F29 core and an artifact with its manifest import no provider SDK', async () => {
    expect((await graphOf(source('core/src/index.ts'))).outside).toEqual([]);
    writeRegistry([artifactTool('shout')]);
    const manifest = write(
      'tool_registry.js',
      `import { loadRegistry } from '@helve/core';
import artifact from './tool_registry.json';
export const handlers = { shout: () => import('./shout/handler.mjs') };
export const toolRegistry = loadRegistry(artifact, handlers);\n`,
    );
    expect((await graphOf(manifest)).outside).toEqual(['@helve/core']);
  });

  test('the loaders bring in neither the builder nor a bundler', async () => {
    const { files, outside } = await graphOf(source('build/src/load.ts'));
    expect(outside.filter((path) => !path.startsWith('node:'))).toEqual(['@helve/core']);
    expect(files.filter((path) => !path.includes('/src/load'))).toEqual([expect.stringMatching(/json-text\.ts$/)]);
  });
});

async function waitFor(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it took too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
