import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { CapabilityConfigError } from '../error/input-errors.js';
import { checkManifest } from './check-manifest.js';
import { discoverManifests } from './discover-manifests.js';
import { effectiveManifest, platformProblem, refreshedManifest } from './effective-manifest.js';
import type { AdapterManifest, CapabilityManifest, ManifestCode } from './manifest.js';
import { readManifest, toManifest, writeManifest } from './read-manifest.js';

const code: ManifestCode = {
  name: 'upper',
  version: '1.0.0',
  description: 'Shouts',
  runtime: 'command',
  command: ['python3', 'upper.py'],
};
const minimal: CapabilityManifest = { format: 'helve.capability/1', code };
const adapter: AdapterManifest = {
  format: 'helve.adapter/1',
  name: './speak.js#Speak',
  version: '1.0.0',
  taskName: 'speak',
  module: './speak.js',
  export: 'Speak',
  protocolMembers: { methods: [{ name: 'shout', params: ['text'], input: { type: 'string' } }], properties: [] },
};
const full: CapabilityManifest = {
  format: 'helve.capability/1',
  code: {
    name: 'whisper',
    version: '2.0.0',
    description: 'Writes down what is said',
    runtime: 'node',
    module: './whisper.js',
    export: 'Whisper',
    resources: { requiresGpu: true, platforms: ['linux'], accelerators: ['cuda'] },
    configSchema: { type: 'object', properties: { model: { type: 'string', 'x-reload-trigger': 'model' } } },
    workerEnv: [
      { name: 'HF_HOME', default: '${HELVE_MODELS_DIR}/hf' },
      { name: 'TOKEN', secret: true, required: true },
    ],
    structuralSurface: {
      methods: [],
      properties: ['name'],
      attributes: [{ name: 'WORKER_ENV', type: 'Array' }],
      base: [],
    },
    types: { transcribe: '(audio: string) => string' },
    actions: [{ name: 'list', description: 'Lists', input: { type: 'object' }, policy: { idempotent: true } }],
  },
  witness: { configSchemaHash: `sha256:${'0'.repeat(64)}` },
  install: { cwd: '/srv/whisper', envVars: { OMP: '1' }, installedAt: '2026-01-01T00:00:00Z', packageSource: 'folder' },
  overrides: { install: { envVars: { OMP: '4' } }, resources: { requiresGpu: false } },
};

const withCode = (change: object) => ({ ...full, code: { ...full.code, ...change } });
const pointers = (value: unknown) => checkManifest(value).map(({ pointer }) => pointer);

const folders: string[] = [];
async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-manifest-'));
  folders.push(folder);
  return folder;
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe('checkManifest', () => {
  test.each([minimal, adapter, full])('accepts $format with what it may hold', (manifest) => {
    expect(checkManifest(manifest)).toEqual([]);
  });

  test('another format fails loudly, and so do unknown keys in any section', () => {
    for (const value of [{}, null, [], { ...full, format: 'helve.capability/2' }, { ...full, format: 'constructor' }]) {
      expect(pointers(value)).toEqual(['/format']);
    }
    expect(pointers({ ...full, extra: 1 })).toEqual(['/extra']);
    expect(pointers(withCode({ memoryMb: 4000 }))).toEqual(['/code/memoryMb']);
    expect(pointers({ ...full, install: { env: {} } })).toEqual(['/install/env']);
    expect(pointers({ ...full, overrides: { code: {} } })).toEqual(['/overrides/code']);
    expect(pointers({ ...adapter, protocolMembers: { methods: [], properties: [], more: [] } })).toEqual([
      '/protocolMembers/more',
    ]);
  });

  test('what is required, and how a name may look, is checked', () => {
    expect(pointers({ format: 'helve.capability/1', code: {} })).toHaveLength(4);
    for (const name of ['', 'a b', '../x', 'x'.repeat(65)])
      expect(pointers(withCode({ name }))).toEqual(['/code/name']);
    expect(pointers({ ...adapter, name: 'Speak' })).toEqual(['/name']);
    expect(pointers({ ...full, install: { installedAt: 'yesterday' } })).toEqual(['/install/installedAt']);
  });

  test('a runtime has a module or a command, never a line for a shell', () => {
    expect(pointers({ ...minimal, code: { ...code, command: 'python3 upper.py' } })).toEqual(['/code/command']);
    expect(pointers({ ...minimal, code: { ...code, module: './x.js' } })).toEqual(['/code/module']);
    expect(pointers(withCode({ module: undefined }))).toEqual(['/code/module']);
    expect(pointers(withCode({ command: ['node'] }))).toEqual(['/code/command']);
    expect(pointers(withCode({ runtime: 'docker' }))).toEqual(['/code/runtime']);
  });

  test('R17 a secret with a default or options is refused again when a manifest is checked', () => {
    expect(pointers(withCode({ workerEnv: [{ name: 'TOKEN', secret: true, default: 'abc' }] }))).toEqual([
      '/code/workerEnv/0',
    ]);
    expect(pointers(withCode({ workerEnv: [{ name: 'A' }, { name: 'TOKEN', secret: true, options: ['x'] }] }))).toEqual(
      ['/code/workerEnv/1'],
    );
  });

  test('R16 no manifest may hold the value of a secret', () => {
    expect(pointers({ ...full, install: { envVars: { TOKEN: 'abc' } } })).toEqual(['/install/envVars/TOKEN']);
    expect(pointers({ ...full, overrides: { install: { envVars: { TOKEN: 'abc' } } } })).toEqual([
      '/overrides/install/envVars/TOKEN',
    ]);
  });

  test('R19 no manifest may set what the host owns', () => {
    expect(pointers({ ...full, install: { envVars: { HELVE_WIRE_FD: '9' } } })).toEqual([
      '/install/envVars/HELVE_WIRE_FD',
    ]);
  });

  test('R31 broken templates are reported with their place, and nothing is started', () => {
    const workerEnv = [{ name: 'A', default: '${NOPE}' }, { name: 'B' }, { name: 'C', default: 'x${' }];
    const issues = checkManifest(withCode({ workerEnv }));
    expect(issues.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
      ['/code/workerEnv/0', 'template'],
      ['/code/workerEnv/2', 'template'],
    ]);
  });

  test('a schema that does not compile is reported', () => {
    expect(pointers(withCode({ configSchema: { type: 'strin' } }))[0]).toContain('/code/configSchema');
  });
});

describe('readManifest and writeManifest', () => {
  test('a manifest comes back as it was, frozen, with the same bytes each time', async () => {
    const path = join(await freshFolder(), 'whisper.capability.json');
    const { format, ...rest } = full;
    await writeManifest(path, { ...rest, format });
    const bytes = await readFile(path, 'utf8');
    expect(bytes.startsWith('{\n  "format": "helve.capability/1",\n  "code": {')).toBe(true);
    const read = await readManifest(path);
    expect(read).toEqual(full);
    expect(Object.isFrozen((read as CapabilityManifest).code.workerEnv)).toBe(true);
    await writeManifest(path, read);
    expect(await readFile(path, 'utf8')).toBe(bytes);
  });

  test('a wrong manifest is neither read nor written, with pointers to all that is wrong', async () => {
    const path = join(await freshFolder(), 'capability.json');
    const wrong = { ...minimal, code: { ...code, version: 1, extra: true } };
    await expect(writeManifest(path, wrong as never)).rejects.toMatchObject({ code: 'CONFIG' });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    try {
      toManifest(wrong);
      expect.unreachable();
    } catch (error) {
      expect(CapabilityConfigError.is(error) && error.fieldsInvalid.toSorted()).toEqual([
        '/code/extra',
        '/code/version',
      ]);
    }
    await writeFile(path, '{ no json');
    await expect(readManifest(path)).rejects.toThrow('it is not JSON');
  });
});

describe('effectiveManifest', () => {
  test("the operator's overlay wins, key by key", () => {
    const { code: merged, install } = effectiveManifest(full);
    expect(merged.resources).toEqual({ requiresGpu: false, platforms: ['linux'], accelerators: ['cuda'] });
    expect(install).toMatchObject({ cwd: '/srv/whisper', envVars: { OMP: '4' } });
    expect(effectiveManifest(minimal).code).toEqual(code);
  });

  test('a refresh keeps the overlay and the day of the install', () => {
    const fresh = { ...full, overrides: {}, install: { cwd: '/new', installedAt: '2027-01-01T00:00:00Z' } };
    const refreshed = refreshedManifest(full, fresh, '2026-06-01T00:00:00Z');
    expect(refreshed.overrides).toEqual(full.overrides);
    expect(refreshed.install).toMatchObject({
      cwd: '/new',
      installedAt: '2026-01-01T00:00:00Z',
      refreshedAt: '2026-06-01T00:00:00Z',
      envVars: { OMP: '1' },
    });
    expect(checkManifest(refreshed)).toEqual([]);
  });

  test('a platform that is not listed is a problem', () => {
    expect(platformProblem(full, 'linux')).toBeUndefined();
    expect(platformProblem(full, 'win32')).toContain('runs on linux');
    expect(platformProblem(minimal, 'win32')).toBeUndefined();
  });
});

describe('discoverManifests', () => {
  async function put(folder: string, name: string, content: unknown): Promise<string> {
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  test('search paths are read in order, the first of a name wins, and what is shadowed or broken is listed', async () => {
    const [first, second] = [await freshFolder(), await freshFolder()];
    const winner = await put(first, 'upper/capability.json', minimal);
    const loser = await put(second, 'upper.capability.json', minimal);
    const speak = await put(second, 'speak.adapter.json', adapter);
    const bad = await put(second, 'bad.capability.json', { ...minimal, format: 'other' });
    const torn = await put(second, 'torn/capability.json', '{');
    await put(second, 'package.json', {});
    await put(second, 'node_modules/capability.json', minimal);
    const report = await discoverManifests([first, second, join(first, 'nowhere'), first]);
    expect(report.capabilities.map(({ path, directory }) => [path, directory])).toEqual([
      [winner, join(first, 'upper')],
    ]);
    expect(report.adapters.map(({ path, manifest }) => [path, manifest.taskName])).toEqual([[speak, 'speak']]);
    expect(report.shadowed).toEqual([{ name: 'upper', path: loser, by: winner }]);
    expect(report.broken).toMatchObject([
      { path: bad, fieldsInvalid: ['/format'] },
      { path: torn, reason: expect.stringContaining('not JSON') },
    ]);
    expect(report.absent).toEqual([join(first, 'nowhere')]);
  });

  test('a path may be a manifest itself', async () => {
    const path = await put(await freshFolder(), 'any-name.json', minimal);
    expect((await discoverManifests([path])).capabilities).toHaveLength(1);
  });
});
