import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongRun } from '../long-runs.js';
import { createProject, type Project } from './project.js';

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args]);

/** A repository with one commit. */
async function createRepository(files: Readonly<Record<string, string>>): Promise<Project> {
  const project = await createProject(files);
  git(project.folder, 'init', '-q');
  git(project.folder, 'add', ...Object.keys(files));
  git(project.folder, 'commit', '-q', '-m', 'first');
  return project;
}

interface CheckJson {
  readonly files: readonly string[];
  readonly findings: readonly {
    readonly rule: string;
    readonly location: { readonly file: string; readonly name: string };
  }[];
}

describe('--since', () => {
  test('of files, it takes those that differ from the revision, committed or not, and new ones', async () => {
    const { helve, write, folder } = await createRepository({
      'a.json': '{"k":"A"}',
      'b.json': '{"k":"B"}',
      'c.json': '{"k":"C"}',
    });
    await write({ 'a.json': '{"k":"AA"}' });
    git(folder, 'commit', '-q', '-am', 'second');
    await write({ 'b.json': '{"k":"BB"}', 'd.json': '{"k":"D"}' });
    const counted = async (...flags: readonly string[]) => {
      const { stdout } = await helve(['word-count', 'a.json', 'b.json', 'c.json', 'd.json', '--json', ...flags]);
      const { documents, unchanged } = JSON.parse(stdout) as {
        documents: readonly { document: string }[];
        unchanged?: number;
      };
      return [documents.map(({ document }) => document).join(' '), unchanged];
    };
    expect(await counted('--since', 'HEAD~1')).toEqual(['a.json b.json d.json', 1]);
    expect(await counted('--changed')).toEqual(['b.json d.json', 2]);
  });

  test('X122 of pairs, it takes the keys whose source differs, and their old translation may be replaced', async () => {
    const { helve, write, folder } = await createRepository({
      'en.json': '{"a":"Hello {name}","b":"Bye {name}","c":"See {name}"}',
      'de.json': '{"a":"Hallo","b":"Tschüss","c":"Siehe"}',
    });
    await write({ 'en.json': '{"a":"Hello {name}","b":"Goodbye {name}","c":"See {name}"}' });
    const checked = await helve(['check', 'de.json', '--since', 'HEAD', '--json']);
    const { findings } = JSON.parse(checked.stdout) as CheckJson;
    expect(new Set(findings.map(({ location }) => location.name))).toEqual(new Set(['b']));
    const ran = await helve([
      'ai-translate',
      'en.json',
      '--target',
      'de',
      '--existing',
      'auto',
      '--changed',
      '--skip-matched=false',
    ]);
    expect(ran.code).toBe(0);
    const made = JSON.parse(await readFile(join(folder, 'de.json'), 'utf8')) as Record<string, string>;
    expect(made).toEqual({ a: 'Hallo', b: '⟦de⟧ Goodbye {name}', c: 'Siehe' });
  });

  test('X122 a run counts translations that are older than their source, and --redo changed replaces them alone', async () => {
    const { helve, write, folder } = await createRepository({
      'en.json': '{"a":"Hello","b":"Bye"}',
      'de.json': '{"a":"Hallo","b":"Tschüss"}',
      'fr.json': '{"a":"Salut","b":"Au revoir"}',
    });
    await write({ 'en.json': '{"a":"Hello","b":"Goodbye","c":"New"}', 'fr.json': '{"a":"Salut","b":"Adieu"}' });
    const run = (...flags: readonly string[]) =>
      helve(['ai-translate', 'en.json', '--target', 'de,fr', '--existing', 'auto', '--changed', ...flags]);
    const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')) as object;
    const ran = await run('--json');
    const { documents } = JSON.parse(ran.stdout) as {
      documents: readonly { pairs: readonly { locale: string; changed: number }[] }[];
    };
    expect(documents[0]?.pairs.map(({ locale, changed }) => [locale, changed])).toEqual([
      ['de', 1],
      ['fr', 0],
    ]);
    expect(await read('de.json')).toEqual({ a: 'Hallo', b: 'Tschüss', c: '⟦de⟧ New' });
    const note = 'de.json: 1 translation is older than its source; --redo changed replaces it';
    expect((await run('--force')).stderr).toContain(note);
    const redone = await run('--redo', 'changed');
    expect(redone.stderr).not.toContain(note);
    expect(await read('de.json')).toEqual({ a: 'Hallo', b: '⟦de⟧ Goodbye', c: '⟦de⟧ New' });
    expect(await read('fr.json')).toEqual({ a: 'Salut', b: 'Adieu', c: '⟦fr⟧ New' });
  });

  test('X122 a check tells translations that are older than their source, and no others', async () => {
    const { helve, write } = await createRepository({
      'en.json': '{"a":"Hello","b":"Bye"}',
      'de.json': '{"a":"Hallo","b":"Tschüss","c":"Neu"}',
      'fr.json': '{"a":"Salut","b":"Au revoir","c":"Neuf"}',
    });
    await write({ 'en.json': '{"a":"Hello","b":"Goodbye","c":"New"}' });
    await write({ 'fr.json': '{"a":"Salut","b":"Adieu","c":"Neuf"}' });
    const { code, stdout } = await helve(['check', '.', '--since', 'HEAD', '--json']);
    const { findings } = JSON.parse(stdout) as CheckJson;
    expect(findings.map(({ rule, location }) => [rule, location.file, location.name])).toEqual([
      ['qa.changed-source', 'de.json', 'b'],
    ]);
    expect(code).toBe(0);
    expect((await helve(['check', '.'])).stdout).not.toContain('qa.changed-source');
    await write({ 'flow.yaml': 'steps:\n  - tool: ai-translate\n  - tool: qa-check\n' });
    const run = ['run', 'flow.yaml', 'en.json', '--target', 'de', '--existing', 'auto', '--changed'];
    expect((await helve(run)).stdout).toContain('qa.changed-source');
    expect((await helve([...run, '--redo', 'changed'])).stdout).not.toContain('qa.changed-source');
  });

  test('a changed translation is checked, and nothing at all is no failure', async () => {
    const { helve, write } = await createRepository({
      'en.json': '{"a":"Hello {name}","b":"{x}"}',
      'de.json': '{"a":"Hallo {name}","b":""}',
    });
    expect(await helve(['check', '.', '--changed'])).toMatchObject({ code: 0 });
    await write({ 'de.json': '{"a":"Hallo","b":""}' });
    const { code, stdout } = await helve(['check', '.', '--changed', '--json']);
    expect(code).toBe(3);
    expect(new Set((JSON.parse(stdout) as CheckJson).findings.map(({ location }) => location.name))).toEqual(
      new Set(['a']),
    );
  });

  test('outside of a repository, and for a revision that is none, it says so', async () => {
    const { helve, folder } = await createProject({ 'a.json': '{"k":"A"}' });
    const outside = await helve(['word-count', 'a.json', '--since', 'main']);
    expect(outside.code).toBe(2);
    expect(outside.stderr).toContain('is not in a git repository');
    git(folder, 'init', '-q');
    const unknown = await helve(['word-count', 'a.json', '--since', '--output=evil']);
    expect(unknown.code).toBe(2);
    const missing = await helve(['word-count', 'a.json', '--since', 'no-such-branch']);
    expect(missing.stderr).toContain('git knows no such revision');
  });
});

describe('files that have not changed', () => {
  test('they are left out, unless their outputs have changed, or --force is given', async () => {
    const { helve, write, folder } = await createProject({ 'a.json': '{"k":"A"}', 'b.json': '{"k":"B"}' });
    const run = async (...flags: readonly string[]) =>
      (await helve(['pseudo-translate', 'a.json', 'b.json', '--overwrite', ...flags])).stdout;
    expect(await run()).not.toContain('unchanged');
    expect(await run()).toContain('2 files unchanged');
    await write({ 'a.json': '{"k":"AA"}' });
    expect(await run()).toContain('1 file unchanged');
    await rm(join(folder, 'b_qps.json'));
    expect(await run()).toContain('1 file unchanged');
    await write({ 'b_qps.json': 'edited' });
    expect(await run()).toContain('1 file unchanged');
    expect(await readFile(join(folder, 'b_qps.json'), 'utf8')).toContain('▒');
    expect(await run('--prefix', '[')).not.toContain('unchanged');
    expect(await run('--prefix', '[', '--force')).not.toContain('unchanged');
  });

  test('a run with checks, counts or a memory leaves nothing out', async () => {
    const { helve } = await createProject({ 'a.json': '{"k":"A"}' });
    const run = async () => (await helve(['word-count', 'a.json', '-o', 'b.json'])).stdout;
    await run();
    expect(await run()).not.toContain('unchanged');
  });

  test('what is left out is what a full run would write, whatever happens between two runs', async () => {
    const edits = fc.array(
      fc.record({
        file: fc.constantFrom('en.json', 'de.json', 'fr.json'),
        key: fc.constantFrom('a', 'b', 'c'),
        text: fc.constantFrom('', 'x', 'y', 'z'),
        upper: fc.boolean(),
      }),
      { minLength: 2, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (steps) => {
        const files = { 'en.json': '{"a":"1","b":"2"}', 'de.json': '{"a":"eins"}', 'fr.json': '{}' };
        const [steady, full] = [await createProject(files), await createProject(files)];
        for (const { file, key, text, upper } of steps) {
          for (const [project, flags] of [
            [steady, []],
            [full, ['--force']],
          ] as const) {
            const old = JSON.parse(await readFile(join(project.folder, file), 'utf8')) as object;
            await project.write({ [file]: JSON.stringify({ ...old, [key]: text }) });
            const flow = upper ? ['search-replace', '--search', 'x', '--replace', 'xx'] : ['create-target'];
            const run = [...flow, 'en.json', '--target', 'de,fr', '--existing', 'auto', ...flags];
            expect(await project.helve(run)).toMatchObject({ code: 0 });
            expect(await project.helve(run)).toMatchObject({ code: 0 });
          }
          for (const name of Object.keys(files)) {
            const [one, other] = [steady, full].map(({ folder }) => readFile(join(folder, name), 'utf8'));
            expect(await one).toBe(await other);
          }
        }
      }),
      // Each of them is a story of its own, of a second or two.
      { numRuns: isLongRun ? 6 : 3, interruptAfterTimeLimit: 50_000 },
    );
  }, 60_000);
});
