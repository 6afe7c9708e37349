import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistryArtifact } from '@helve/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTools, plainCompilers, soundDoc, toolFolder } from '../../../test/build-kit.js';
import { buildRegistry, checkRegistry } from './index.js';
import { checkToolFolders } from './check-registry.js';
import { problemCodes } from './problem/problem-codes.js';

const ids = async (project: Awaited<ReturnType<typeof createTools>>) =>
  (JSON.parse(await project.read('tool_registry.json')) as RegistryArtifact).tools.map(({ toolId }) => toolId);

describe('folders', () => {
  test('F1 a directory with four files is a tool, guide.md stands for both docs, and other files may lie beside', async () => {
    const project = await createTools({
      ...toolFolder('ignore-user', {}, { 'handler.test.js': 'throw 1', 'data/notes.txt': 'x' }),
      ...toolFolder(
        'guided',
        {},
        { 'doc.md': undefined, 'doc_summary.md': undefined, 'guide.md': '# Guided\n\nDoes it.\n' },
      ),
      ...toolFolder(
        'module',
        {},
        { 'handler.js': undefined, 'handler.mjs': 'export const execute = () => ({ ok: true });' },
      ),
      ...toolFolder(
        'typed',
        {},
        { 'handler.js': undefined, 'handler.ts': 'export const execute = (): object => ({ ok: true });' },
      ),
    });
    expect(await project.build()).toMatchObject({ ok: true });
    expect(await ids(project)).toEqual(['guided', 'ignore_user', 'module', 'typed']);
    await project.write({ 'guided/doc.md': soundDoc, 'typed/handler.mjs': '' });
    expect(await project.problems()).toMatchObject([
      { tool: 'guided', file: 'guided/doc.md', code: 'BUILD_DOCS_TWICE' },
      { tool: 'typed', file: 'typed/handler.mjs', code: 'BUILD_HANDLER_TWICE' },
    ]);
  });

  test('F2 hidden and underscored directories and plain files are skipped, the others come in code-unit order', async () => {
    const project = await createTools({
      ...toolFolder('zeta'),
      ...toolFolder('a_b'),
      ...toolFolder('a-c'),
      ...toolFolder('a0'),
      ...toolFolder('_core', { nonsense: 1 }),
      ...toolFolder('.hidden', { nonsense: 1 }),
      'node_modules/left-pad/index.js': '',
      'README.md': 'plain',
    });
    await project.build();
    expect(await ids(project)).toEqual(['a_c', 'a0', 'a_b', 'zeta']);
  });

  test('F3 the id is the name of the folder with "-" as "_", fits the pattern, and belongs to one folder', async () => {
    const long = `a${'b'.repeat(64)}`;
    const project = await createTools({
      ...toolFolder('a-b'),
      ...toolFolder('a_b'),
      ...toolFolder('Upper'),
      ...toolFolder('1st'),
      ...toolFolder(long),
      ...toolFolder('other', { toolId: 'another' }),
    });
    expect((await project.problems()).map(({ file, code }) => [file, code])).toEqual([
      ['1st', 'BUILD_FOLDER_NAME'],
      ['Upper', 'BUILD_FOLDER_NAME'],
      ['a-b', 'BUILD_ID_TWICE'],
      ['a_b', 'BUILD_ID_TWICE'],
      [long, 'BUILD_FOLDER_NAME'],
      ['other/schema.json', 'BUILD_ID_MISMATCH'],
    ]);
  });

  test.each(['schema.json', 'doc_summary.md', 'doc.md', 'handler.js'])(
    'F4 a missing %s stops the build, and the message names tool and file',
    async (file) => {
      const project = await createTools(toolFolder('ignore-user', {}, { [file]: undefined }));
      const [problem, ...others] = await project.problems();
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ tool: 'ignore_user', code: 'BUILD_FILE_MISSING' });
      expect(problem?.message).toContain('"ignore_user"');
      expect(problem?.message).toContain(file);
      expect(problem?.hint).not.toBe('');
    },
  );

  test('F5 broken JSON is told with tool, line and column', async () => {
    const project = await createTools(
      toolFolder('ignore-user', {}, { 'schema.json': '{\n  "toolId": "x",\n  oops\n}' }),
    );
    expect(await project.problems()).toEqual([
      {
        tool: 'ignore_user',
        file: 'ignore-user/schema.json',
        line: 3,
        code: 'BUILD_JSON',
        message: 'Not JSON at line 3, column 3: expected a string in double quotes',
        hint: problemCodes.BUILD_JSON,
      },
    ]);
    await project.write({ 'ignore-user/schema.json': '{ "toolId": "a", "toolId": "b" }' });
    expect(await project.problems()).toMatchObject([{ line: 1, message: expect.stringContaining('occurs twice') }]);
  });

  test('F5 every text that JSON.parse refuses is refused with a place inside the text, and every other one is not', async () => {
    const project = await createTools(toolFolder());
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((text) => text.replace(/[\]}",:]/, '')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await project.write({ 'ignore-user/schema.json': text });
        const broken = (await project.problems()).find(({ code }) => code === 'BUILD_JSON');
        expect(broken === undefined || broken.message.includes('occurs twice')).toBe(parses(text));
        if (broken !== undefined) expect(broken.line).toBeLessThanOrEqual(text.split('\n').length);
      }),
      { numRuns: 60 },
    );
  });

  test('folders that are links are tools, unreadable text is told, and the folders of the build itself are reserved', async () => {
    const project = await createTools({ ...toolFolder('handlers'), ...toolFolder('_real', { toolId: 'real' }) });
    await symlink(join(project.dir, '_real'), join(project.dir, 'linked'));
    expect((await project.problems()).map(({ tool, code }) => [tool, code])).toEqual([
      ['handlers', 'BUILD_FOLDER_RESERVED'],
      ['linked', 'BUILD_ID_MISMATCH'],
    ]);
    const other = await createTools(toolFolder());
    await other.remove('ignore-user/doc.md');
    await mkdir(join(other.dir, 'ignore-user', 'doc.md'));
    expect(await other.problems()).toMatchObject([{ code: 'BUILD_FILE_MISSING', file: 'ignore-user/doc.md' }]);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a build', () => {
  test('F18 tells all problems of all tools together, each with its place, and writes nothing', async () => {
    const project = await createTools({
      ...toolFolder('first', { category: 'banana', latencyBudgetMs: -5 }, { 'doc.md': '# first\n' }),
      ...toolFolder('second', {}, { 'handler.js': 'export const run = 1;', 'doc_summary.md': '' }),
      ...toolFolder('third'),
    });
    const before = await project.readAll();
    const problems = await project.problems();
    expect(new Set(problems.map(({ code }) => code))).toEqual(
      new Set(['BUILD_FIELD_INVALID', 'BUILD_DOC_SECTION', 'BUILD_HANDLER_EXECUTE', 'BUILD_SUMMARY']),
    );
    expect(problems.find(({ pointer }) => pointer === '/category')).toEqual({
      tool: 'first',
      file: 'first/schema.json',
      pointer: '/category',
      line: 5,
      code: 'BUILD_FIELD_INVALID',
      message: 'Expected one of "retrieval", "action", "utility", got "banana"',
      hint: expect.any(String),
    });
    expect(await project.readAll()).toEqual(before);
  });

  test('F18 a failed build keeps the last good registry, and a good one leaves no draft behind', async () => {
    const project = await createTools(
      toolFolder('typed', {}, { 'handler.js': undefined, 'handler.ts': 'export function execute() {}' }),
    );
    expect(await project.build()).toMatchObject({ ok: true });
    const good = await project.readAll();
    expect(Object.keys(good).filter((name) => name.includes('tmp'))).toEqual([]);
    await project.write({ 'typed/handler.ts': 'export function execute( {' });
    expect(await project.build()).toMatchObject({ ok: false });
    expect(await project.readAll()).toEqual({ ...good, 'typed/handler.ts': 'export function execute( {' });
  });

  test('F18 where a file cannot take its place, the artifact of before stays', async () => {
    const project = await createTools();
    const out = join(project.dir, '..', 'out');
    await project.build({ out });
    const before = await project.read('../out/tool_registry.json');
    await project.remove('../out/tool_registry.js');
    await project.write({ 'ignore-user/doc_summary.md': 'Changed.\nVery much.', '../out/tool_registry.js/keep': '' });
    await expect(project.build({ out })).rejects.toMatchObject({ code: 'BUILD_WRITE_FAILED' });
    expect(await project.read('../out/tool_registry.json')).toBe(before);
    expect((await readdir(out)).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  test('F26 adding a folder and building is all, and a deleted or renamed one is gone with its files', async () => {
    const typed = { 'handler.js': undefined, 'handler.ts': 'export const execute = () => ({ ok: true });' };
    const project = await createTools(toolFolder('first', {}, typed));
    await project.build();
    await project.write(toolFolder('second', {}, typed));
    await project.build();
    expect(await ids(project)).toEqual(['first', 'second']);
    expect(await project.read('tool_registry.js')).toContain('second: () => import("./handlers/second.js")');
    await rename(join(project.dir, 'first'), join(project.dir, 'third'));
    await project.write({
      'third/schema.json': (await project.read('third/schema.json')).replace('"first"', '"third"'),
    });
    await project.build();
    expect(await ids(project)).toEqual(['second', 'third']);
    expect(await readdir(join(project.dir, 'handlers'))).toEqual(['second.js', 'third.js']);
  });

  test('F27 no tools make a valid, empty registry', async () => {
    const project = await createTools({});
    expect(await project.build()).toMatchObject({
      ok: true,
      artifact: { tools: [], version: expect.stringMatching(/^1\.0\./) },
    });
    const { loadRegistry } = await import('@helve/core');
    const artifact = JSON.parse(await project.read('tool_registry.json')) as RegistryArtifact;
    expect(loadRegistry(artifact, {}).list()).toEqual([]);
  });

  test('options that make no sense are refused before anything is read', async () => {
    const { dir } = await createTools();
    const refused = (options: object, code = 'BUILD_OPTION_INVALID') =>
      expect(buildRegistry({ dir, compilers: plainCompilers, ...options })).rejects.toMatchObject({ code });
    await refused({ dir: join(dir, 'nowhere') }, 'BUILD_FOLDER_MISSING');
    await refused({ dri: dir });
    await refused({ compilers: [] });
    await refused({ compilers: [...plainCompilers, ...plainCompilers] });
    await refused({ compilers: [...plainCompilers, { ...plainCompilers[0], provider: '../evil' }] });
    await refused({ providers: ['banana'] });
    await refused({ sourceDateEpoch: 'yesterday' });
  });

  test('warnings do not stop a build, unless it is strict', async () => {
    const project = await createTools(toolFolder('ignore-user', { requiresConfirmation: false }));
    expect(await project.build()).toMatchObject({ ok: true, warnings: [{ code: 'W_UNCONFIRMED_WRITE' }] });
    expect(await project.problems({ strict: true })).toMatchObject([{ code: 'W_UNCONFIRMED_WRITE' }]);
  });
});

describe('a check', () => {
  test('checkToolFolders tells what is wrong and writes nothing', async () => {
    const project = await createTools(toolFolder('ignore-user', { idempotent: 'yes' }));
    const before = await project.readAll();
    const options = { dir: project.dir, compilers: plainCompilers };
    expect(await checkToolFolders(options)).toMatchObject({ problems: [{ pointer: '/idempotent' }], warnings: [] });
    expect(await project.readAll()).toEqual(before);
  });

  test('checkRegistry says whether a build would change anything', async () => {
    const project = await createTools(
      toolFolder('typed', {}, { 'handler.js': undefined, 'handler.ts': 'export function execute() {}' }),
    );
    const check = () => checkRegistry({ dir: project.dir, compilers: plainCompilers });
    expect(await check()).toMatchObject({
      ok: false,
      problems: [],
      outdated: expect.arrayContaining(['tool_registry.json']),
    });
    const built = await project.build({ sourceDateEpoch: '1700000000' });
    expect(await check()).toMatchObject({ ok: true, version: built.ok ? built.artifact.version : '' });
    await project.write({ 'typed/handler.ts': 'export function execute() { return 1; }' });
    expect(await check()).toMatchObject({ ok: false, outdated: ['handlers/typed.js', 'tool_registry.json'] });
    await project.build();
    await project.write({ 'handlers/old.js': '' });
    expect(await check()).toMatchObject({ ok: false, outdated: ['handlers/old.js'] });
    await project.remove('typed/doc.md');
    expect(await check()).toMatchObject({ ok: false, outdated: [], problems: [{ code: 'BUILD_FILE_MISSING' }] });
  });
});

test('the page about tool folders names every warning', () => {
  const page = readFileSync(new URL('../../../docs/write-a-tool-folder.md', import.meta.url), 'utf8');
  const warnings = Object.keys(problemCodes).filter((code) => code.startsWith('W_'));
  expect(warnings.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
