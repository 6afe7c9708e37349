import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  combinedDigestOf,
  contractDigestOf,
  loadRegistry,
  registryVersionOf,
  type Json,
  type ProviderFile,
  type RegistryArtifact,
  type SchemaCompiler,
} from '@helve/core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createTools,
  plainCompilers,
  soundDoc,
  soundSummary,
  toolFolder,
  type ToolProject,
} from '../../../../test/build-kit.js';

const artifactOf = async (project: ToolProject) =>
  JSON.parse(await project.read('tool_registry.json')) as RegistryArtifact;

async function built(project: ToolProject): Promise<RegistryArtifact> {
  expect(await project.build()).toMatchObject({ ok: true });
  return artifactOf(project);
}

const typed = (
  code = `import { n } from './n.js';\nexport const execute = (): object => ({ ok: true, data: n });`,
) => ({
  'handler.js': undefined,
  'handler.ts': code,
  'n.ts': 'export const n: number = 1;',
});

describe('the artifact', () => {
  test('F19 has the keys of the registry in a fixed order', async () => {
    const artifact = await built(await createTools());
    expect(Object.keys(artifact)).toEqual([
      'formatVersion',
      'helveVersion',
      'version',
      'gitCommit',
      'buildTimestamp',
      'contractDigest',
      'implementationDigest',
      'providersDigest',
      'providerDigests',
      'names',
      'sideFiles',
      'tools',
      'fileDigest',
    ]);
    expect(artifact).toMatchObject({
      formatVersion: 1,
      version: expect.stringMatching(/^1\.0\.[0-9a-f]{8}$/),
      names: { ignore_user: 'ignore_user' },
    });
  });

  test('F20 has everything about a tool, two provider forms inside and the others in side files', async () => {
    const extra = {
      title: 'Ignore',
      tags: ['moderation'],
      examples: [{ userId: 'a' }],
      preview: 'Ignore {/userId}?',
      'x-team': 1,
    };
    const project = await createTools(toolFolder('ignore-user', extra));
    const artifact = await built(project);
    const [tool] = artifact.tools;
    const declared =
      'toolId version title category description jsonSchema sideEffects idempotent requiresConfirmation allowedModes latencyBudgetMs tags examples preview summary';
    const made = 'documentation handlerPath providerSchemas restore losses contractDigest implementationDigest';
    expect(Object.keys(tool ?? {})).toEqual(`${declared} ${made}`.split(' '));
    expect(tool).toMatchObject({
      summary: soundSummary.trim(),
      documentation: soundDoc,
      handlerPath: 'handlers/ignore_user.js',
    });
    expect(Object.keys(tool?.providerSchemas ?? {})).toEqual(['geminiNative', 'openai']);
    expect(artifact.sideFiles).toEqual({ mcp: 'tool_registry.providers/mcp.json' });
    const beside = JSON.parse(await project.read('tool_registry.providers/mcp.json')) as ProviderFile;
    expect(beside).toMatchObject({
      provider: 'mcp',
      digest: artifact.providerDigests['mcp'],
      tools: { ignore_user: { schema: { name: 'ignore_user' }, restore: [], losses: [] } },
    });
  });

  test('F21 the version follows from the three digests, and those from the tools', async () => {
    const artifact = await built(await createTools({ ...toolFolder('one'), ...toolFolder('two') }));
    expect(artifact.version).toBe(registryVersionOf(artifact));
    const contracts = Object.fromEntries(artifact.tools.map((tool) => [tool.toolId, contractDigestOf(tool)]));
    expect(artifact.contractDigest).toBe(combinedDigestOf(contracts));
    expect(() => loadRegistry(artifact, {})).not.toThrow();
  });

  test('F22 is the same, byte for byte, in another folder, order, time zone and with a cache', async () => {
    const files = { ...toolFolder('one', {}, typed()), ...toolFolder('two'), ...toolFolder('three') };
    const backwards = Object.fromEntries(Object.entries(files).toReversed());
    const [first, second] = [await createTools(files), await createTools(backwards)];
    await first.build();
    const zone = process.env['TZ'];
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    process.env['TZ'] = 'Pacific/Kiritimati';
    const cacheDir = join(second.dir, '..', 'cache');
    await second.build({ cacheDir, compilers: plainCompilers.toReversed() });
    expect(await second.readAll()).toEqual(await first.readAll());
    await rm(join(second.dir, 'tool_registry.json'));
    expect(await second.build({ cacheDir })).toMatchObject({ ok: true, cached: 3, written: ['tool_registry.json'] });
    expect(await second.readAll()).toEqual(await first.readAll());
  });

  test.each<[string, object, Record<string, string>, keyof RegistryArtifact]>([
    ['version', { version: '1.0.1' }, {}, 'contractDigest'],
    ['description', { description: 'Other' }, {}, 'contractDigest'],
    ['category', { category: 'utility', sideEffects: 'none' }, {}, 'contractDigest'],
    [
      'parameters',
      { parameters: { type: 'object', properties: {}, additionalProperties: false } },
      {},
      'contractDigest',
    ],
    ['sideEffects', { sideEffects: 'none' }, {}, 'contractDigest'],
    ['idempotent', { idempotent: false }, {}, 'contractDigest'],
    ['requiresConfirmation', { requiresConfirmation: false }, {}, 'contractDigest'],
    ['allowedModes', { allowedModes: ['text'] }, {}, 'contractDigest'],
    ['latencyBudgetMs', { latencyBudgetMs: 501 }, {}, 'contractDigest'],
    ['title', { title: 'T' }, {}, 'contractDigest'],
    ['tags', { tags: ['t'] }, {}, 'contractDigest'],
    ['effects', { effects: ['api-call'] }, {}, 'contractDigest'],
    ['outputSchema', { outputSchema: { type: 'object' } }, {}, 'contractDigest'],
    ['strict', { strict: false }, {}, 'contractDigest'],
    ['examples', { examples: [{ userId: 'a' }] }, {}, 'contractDigest'],
    ['preview', { preview: 'p' }, {}, 'contractDigest'],
    ['the summary', {}, { 'doc_summary.md': 'a\nb' }, 'contractDigest'],
    ['the documentation', {}, { 'doc.md': `${soundDoc}\nMore.` }, 'contractDigest'],
    [
      'the handler',
      {},
      { 'handler.ts': `export { n } from './n.js';\nexport function execute() {}` },
      'implementationDigest',
    ],
    ['a local module', {}, { 'n.ts': 'export const n: number = 2;' }, 'implementationDigest'],
  ])(
    'F23 changing %s changes the version, and the digests tell contract from implementation',
    async (_, schema, files, expected) => {
      const before = await built(await createTools(toolFolder('ignore-user', {}, typed())));
      const after = await built(await createTools(toolFolder('ignore-user', schema, { ...typed(), ...files })));
      expect(after.version).not.toBe(before.version);
      const digests = ['contractDigest', 'implementationDigest'] as const;
      expect(digests.filter((digest) => after[digest] !== before[digest])).toEqual([expected]);
    },
  );

  test('F23 what is no part of a tool changes nothing', async () => {
    const before = await built(await createTools(toolFolder('ignore-user', {}, typed())));
    const other = { ...typed(), 'handler.test.ts': 'a test', 'notes.md': 'notes' };
    const after = await built(
      await createTools(toolFolder('ignore-user', { $schema: '../x.json', 'x-note': 1 }, other)),
    );
    expect(after.version).toBe(before.version);
  });

  test('F24 tells commit and commit time of the repository, and whether tracked tool files differ', async () => {
    const project = await createTools();
    expect(await built(project)).toMatchObject({ gitCommit: 'unknown', buildTimestamp: '1970-01-01T00:00:00Z' });
    const env = {
      ...process.env,
      GIT_AUTHOR_DATE: '2026-01-13T11:00:00+01:00',
      GIT_COMMITTER_DATE: '2026-01-13T11:00:00+01:00',
    };
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project.dir, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        env,
        encoding: 'utf8',
      });
    git('init', '-q');
    expect(await built(project)).toMatchObject({ gitCommit: 'unknown' });
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    const head = git('rev-parse', 'HEAD').slice(0, 8);
    await project.write({ 'ignore-user/untracked.txt': 'new' });
    expect(await built(project)).toMatchObject({ gitCommit: head, buildTimestamp: '2026-01-13T10:00:00Z' });
    await project.write({ 'ignore-user/doc_summary.md': 'Other.\nText.' });
    expect(await built(project)).toMatchObject({ gitCommit: `${head}-dirty` });
    const dated = await project.build({ sourceDateEpoch: '1700000000' });
    expect(dated.ok && dated.artifact.buildTimestamp).toBe('2023-11-14T22:13:20Z');
  });

  test('F25 holds no absolute path, no eval and no secret, and imports by literals relative to itself', async () => {
    const canary = 'canary-5f1d9c';
    process.env['HELVE_CANARY'] = canary;
    onTestFinished(() => void delete process.env['HELVE_CANARY']);
    const project = await createTools({
      ...toolFolder('plain', {}, { '.env': canary, 'handler.test.js': canary, 'fixtures/secret.json': `"${canary}"` }),
      ...toolFolder('typed', {}, typed()),
      '.env': canary,
      '_private/keys.txt': canary,
    });
    const out = join(project.dir, '..', 'out');
    for (const target of [project.dir, out]) {
      const result = await project.build({ out: target });
      const files = await project.readAll(target);
      for (const path of result.ok ? result.files : []) {
        const text = files[path] ?? '';
        for (const secret of [canary, project.dir, process.cwd(), 'file://']) expect(text).not.toContain(secret);
        expect(text).not.toMatch(/\beval\(|new Function\(|\r/);
        expect(text).toMatch(/[^\n]\n$/);
      }
      const imports = [...(files['tool_registry.js'] ?? '').matchAll(/import\(([^,)]*)/g)].map(([, path]) => path);
      expect(imports.map(String).toSorted()).toEqual(
        [
          target === out ? '"./handlers/plain.js"' : '"./handlers/plain.js"',
          '"./handlers/typed.js"',
          '"./tool_registry.providers/mcp.json"',
        ].toSorted(),
      );
    }
  });

  test('F22 line ends change nothing, in documents and in code', async () => {
    const files = { ...typed(), 'n.ts': '/*! kept\n comment */\nexport const n = `a\nb`;\n' };
    const toolFiles = toolFolder('ignore-user', {}, files);
    const windows = Object.entries(toolFiles).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]);
    const [one, other] = [
      await built(await createTools(toolFiles)),
      await built(await createTools(Object.fromEntries(windows))),
    ];
    expect(other.version).toBe(one.version);
  });

  test('keeps the order of keys that an author wrote, whatever the schema', async () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(keys, async (names) => {
        const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
        const parameters = { additionalProperties: false, properties, type: 'object' };
        const project = await createTools(toolFolder('ignore-user', { parameters }));
        const { jsonSchema } = (await built(project)).tools[0] ?? {};
        expect(JSON.stringify(jsonSchema)).toBe(JSON.stringify(parameters));
      }),
      { numRuns: 10 },
    );
  });

  test('is JSON by two spaces like the files beside it, with and without tools', async () => {
    for (const folders of [{}, { ...toolFolder('one'), ...toolFolder('two') }]) {
      const project = await createTools(folders);
      await project.build();
      const files = Object.entries(await project.readAll()).filter(([path]) => /^tool_registry.*\.json$/.test(path));
      expect(files.length).toBeGreaterThan(1);
      for (const [, text] of files) expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    }
  });

  test('is reached through a link as through its real path', async () => {
    const project = await createTools(toolFolder('typed', {}, typed()));
    await project.build();
    const before = await project.readAll();
    await mkdir(join(project.dir, '..', 'links'));
    await symlink(project.dir, join(project.dir, '..', 'links', 'tools'));
    expect(await project.build({ dir: join(project.dir, '..', 'links', 'tools') })).toMatchObject({ written: [] });
    expect(await project.readAll()).toEqual(before);
  });
});

describe('provider forms', () => {
  const loss = {
    pointer: '/properties/seconds',
    keyword: 'minimum',
    action: 'dropped',
    effect: 'wider',
    note: '',
  } as const;
  const lossy = (provider: string, result: object): SchemaCompiler => ({
    provider,
    version: '1',
    compile: () => ({ schema: {}, losses: [], restore: [], ...result }),
  });
  const withCompiler = (...more: SchemaCompiler[]) => ({ compilers: [...plainCompilers, ...more] });

  test('a dropped rule is a warning with its losses, which are in the artifact too', async () => {
    const project = await createTools();
    const result = await project.build(withCompiler(lossy('other', { losses: [loss] })));
    expect(result).toMatchObject({
      ok: true,
      warnings: [
        { code: 'W_LOSS', message: expect.stringContaining('other drops "minimum" at "/properties/seconds"') },
      ],
    });
    const file = JSON.parse(await project.read('tool_registry.providers/other.json')) as ProviderFile;
    expect(file.tools['ignore_user']?.losses).toEqual([loss]);
  });

  test('a form that refuses valid arguments stops the build, unless the tool agrees', async () => {
    const narrower = withCompiler(lossy('other', { losses: [{ ...loss, action: 'rewritten', effect: 'narrower' }] }));
    expect(await (await createTools()).problems(narrower)).toMatchObject([{ code: 'BUILD_NARROWER' }]);
    const agreed = await createTools(toolFolder('ignore-user', { 'x-allow-narrower': ['other'] }));
    expect(await agreed.build(narrower)).toMatchObject({ ok: true });
  });

  test('a refused form is left out and told; one that every tool needs, or that strict demands, stops the build', async () => {
    const refused = { refused: true, schema: undefined, losses: [{ ...loss, action: 'refused' }] };
    const project = await createTools();
    const result = await project.build(withCompiler(lossy('otherStrict', refused)));
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'W_LOSS' }] });
    expect((await artifactOf(project)).tools[0]?.losses).toMatchObject({ otherStrict: [{ action: 'refused' }] });
    expect(JSON.parse(await project.read('tool_registry.providers/otherStrict.json'))).toMatchObject({ tools: {} });
    const demanding = await createTools(toolFolder('ignore-user', { strict: true }));
    expect(await demanding.problems(withCompiler(lossy('otherStrict', refused)))).toMatchObject([
      { code: 'BUILD_STRICT' },
    ]);
    const forbidding = await createTools(toolFolder('ignore-user', { strict: false }));
    expect(await forbidding.build(withCompiler(lossy('otherStrict', refused)))).toMatchObject({
      ok: true,
      warnings: [],
    });
    const needed = { compilers: [lossy('openai', refused), ...plainCompilers.slice(1)] };
    expect(await project.problems(needed)).toMatchObject([{ code: 'BUILD_PROVIDER' }]);
  });

  test('compilers work on frozen copies, one that throws is told, and the list can be trimmed', async () => {
    const project = await createTools();
    const vandal: SchemaCompiler = {
      provider: 'vandal',
      version: '1',
      compile: ({ inputSchema }) => {
        (inputSchema as { type: Json }).type = 'array';
        return { schema: {}, losses: [], restore: [] };
      },
    };
    expect(await project.problems(withCompiler(vandal))).toMatchObject([{ code: 'BUILD_PROVIDER_FAILED' }]);
    expect(await project.build({ providers: [] })).toMatchObject({ ok: true });
    expect((await artifactOf(project)).sideFiles).toEqual({});
  });

  test('names of providers come from the name map', async () => {
    const project = await createTools();
    await project.build({ names: (ids) => Object.fromEntries(ids.map((id) => [id, `x_${id}`])) });
    const artifact = await artifactOf(project);
    expect(artifact.names).toEqual({ ignore_user: 'x_ignore_user' });
    expect(artifact.tools[0]?.providerSchemas['openai']).toMatchObject({ function: { name: 'x_ignore_user' } });
  });
});
