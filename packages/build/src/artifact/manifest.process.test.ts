import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { createTools, toolFolder, type ToolProject } from '../../../../test/build-kit.js';

const core = resolve(import.meta.dirname, '../../../core/src/index.ts');

const main = `import { artifact, handlers, toolRegistry } from './tools/tool_registry.js';
await toolRegistry.load();
toolRegistry.lock();
const [js, ts] = await Promise.all(['plain', 'typed'].map((id) => toolRegistry.executeTool(id, { rawInput: { userId: 'bob' } })));
console.log(JSON.stringify({ version: artifact.version, same: toolRegistry.version === artifact.version, handlers: Object.keys(handlers), js, ts }));
`;

async function createApp(): Promise<{ project: ToolProject; entry: string; elsewhere: string }> {
  const handler = `import { word } from '../_shared/word.js';\nexport const execute = async (input: { userId: string }): Promise<object> => ({ ok: true, data: word + input.userId });`;
  const project = await createTools({
    ...toolFolder('plain'),
    ...toolFolder('typed', {}, { 'handler.js': undefined, 'handler.ts': handler }),
    '_shared/word.ts': `export const word: string = 'hello ';`,
  });
  expect(await project.build()).toMatchObject({ ok: true });
  const entry = join(project.dir, '..', 'main.js');
  await writeFile(entry, main);
  await writeFile(join(project.dir, '..', 'package.json'), '{ "type": "module" }');
  const elsewhere = await realpath(await mkdtemp(join(tmpdir(), 'helve-elsewhere-')));
  await writeFile(join(elsewhere, 'package.json'), '{ "type": "module" }');
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  return { project, entry, elsewhere };
}

/** Runs a program where no sources are left, and where code generation from strings is forbidden. */
function run(file: string): unknown {
  const flags = ['--disallow-code-generation-from-strings'];
  return JSON.parse(execFileSync(process.execPath, [...flags, file], { encoding: 'utf8' }));
}

const expected = {
  version: expect.stringMatching(/^1\.0\./),
  same: true,
  handlers: ['plain', 'typed'],
  js: { ok: true, data: { ignored: 'bob' }, intents: [{ type: 'END_VOICE_SESSION' }] },
  ts: { ok: true, data: 'hello bob' },
};

test('F25 esbuild bundles the manifest, and the bundle runs elsewhere', async () => {
  const { project, entry, elsewhere } = await createApp();
  await build({
    entryPoints: [entry],
    outdir: elsewhere,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    alias: { '@helve/core': core },
    logLevel: 'silent',
  });
  await project.remove('..');
  expect(run(join(elsewhere, 'main.js'))).toMatchObject(expected);
});

test('F25 rolldown bundles the manifest, and the bundle runs elsewhere', async () => {
  const { project, entry, elsewhere } = await createApp();
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { alias: { '@helve/core': core } },
    logLevel: 'silent',
  });
  await bundle.write({ dir: elsewhere, format: 'esm' });
  await bundle.close();
  await project.remove('..');
  expect(run(join(elsewhere, 'main.js'))).toMatchObject(expected);
});

test('F25 Node runs the manifest from a copy of the folder, without a bundler', async () => {
  const { project, elsewhere } = await createApp();
  const coreBundle = join(elsewhere, 'node_modules/@helve/core/index.js');
  await build({
    entryPoints: [core],
    outfile: coreBundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  await writeFile(join(elsewhere, 'node_modules/@helve/core/package.json'), '{ "type": "module", "main": "index.js" }');
  await writeFile(join(elsewhere, 'main.js'), main);
  execFileSync('cp', ['-r', project.dir, join(elsewhere, 'tools')]);
  await project.remove('..');
  expect(run(join(elsewhere, 'main.js'))).toMatchObject(expected);
});

test('the types of the manifest compile, and know the handlers', async () => {
  const { project, elsewhere } = await createApp();
  const root = resolve(import.meta.dirname, '../../../..');
  await symlink(join(root, 'node_modules'), join(elsewhere, 'node_modules'));
  execFileSync('cp', ['-r', project.dir, join(elsewhere, 'tools')]);
  await writeFile(
    join(elsewhere, 'main.ts'),
    `import { artifact, handlers, toolRegistry } from './tools/tool_registry.js';
export const version: string = artifact.version + toolRegistry.version;
export const load: () => Promise<unknown> = handlers.plain;
// @ts-expect-error -- there is no such tool
handlers.nobody;
`,
  );
  const paths = { '@helve/core': [core] };
  const checks = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true };
  const lib = ['es2023', 'es2024.string', 'esnext.decorators', 'esnext.disposable', 'dom'];
  const compilerOptions = { ...checks, module: 'nodenext', target: 'es2023', lib, noEmit: true, types: [], paths };
  await writeFile(join(elsewhere, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const check = () => execFileSync(process.execPath, [tsc, '-p', elsewhere], { encoding: 'utf8', stdio: 'pipe' });
  const errors = attempt(check).filter((line) => !line.includes('packages/core'));
  expect(errors).toEqual([]);
}, 60_000);

function attempt(check: () => string): string[] {
  try {
    return check().split('\n').filter(Boolean);
  } catch (error) {
    return (error as { stdout: string }).stdout.split('\n').filter((line) => line.includes('error'));
  }
}
