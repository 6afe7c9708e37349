import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

const glossary = 'source,target,domain,status\nfile,Datei,os,preferred\nfile,Akte,os,admitted\nfolder,Ordner,os,\n';

/** A folder with some files, and `helve` in it. */
async function project(files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-terms-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const [name, text] of Object.entries({ 'glossary.csv': glossary, ...files })) await write(name, text);
  const helve = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(argv, {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd: folder,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    });
    return { code, ...out };
  };
  const json = async (...argv: readonly string[]) => {
    const ran = await helve(...argv, '--json');
    return { ...ran, value: JSON.parse(ran.stdout || ran.stderr) as Record<string, unknown> };
  };
  return { folder, write, helve, json, read: (name: string) => readFile(join(folder, name), 'utf8') };
}

const importing = ['terms', 'import', 'glossary.csv', '--from', 'en', '--to', 'de'] as const;

describe('helve terms', () => {
  test('T128 import keeps terms in a file of the project, and the same again changes nothing', async () => {
    const { folder, helve, json, read } = await project();
    expect(await helve(...importing)).toMatchObject({ code: 0, stdout: 'main: 2 concepts (2 new), 5 terms\n' });
    const first = await read('.helve/terms/main.json');
    expect(await readdir(join(folder, '.helve/terms'))).toEqual(['main.json']);
    const { code, value } = await json(...importing);
    expect(code).toBe(0);
    expect(value).toMatchObject({
      schema: 'helve.terms/v1',
      name: 'main',
      concepts: 2,
      added: 0,
      terms: 5,
      skipped: [],
    });
    expect(await read('.helve/terms/main.json')).toBe(first);
  });

  test('T128 import replaces on request, takes several files, and names the termbase', async () => {
    const { helve, write } = await project();
    await write('more.csv', 'source,target\nmap,Karte\n');
    await helve(...importing);
    expect((await helve('terms', 'import', 'more.csv', '--to', 'de')).stdout).toContain('3 concepts (1 new)');
    expect((await helve('terms', 'import', 'more.csv', '--to', 'de', '--replace')).stdout).toContain('1 concept');
    const both = await helve('terms', 'import', 'more.csv', 'glossary.csv', '--to', 'de', '--terms', 'brand');
    expect(both.stdout).toBe('brand: 3 concepts (3 new), 7 terms\n');
    const { stdout } = await helve('terms', 'ls');
    expect(stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['NAME', 'brand', 'main', '']);
  });

  test('T128 imports at the same time all count', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const files = names.map((name) => [`${name}.csv`, `source,target\n${name},${name}-de\n`] as const);
    const { folder, helve } = await project(Object.fromEntries(files));
    const imports = files.map(([file]) => helve('terms', 'import', file, '--from', 'en', '--to', 'de'));
    expect((await Promise.all(imports)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect((await helve('terms', 'export')).stdout.split('\n')).toHaveLength(names.length + 2);
    expect((await helve('terms', 'export', '-')).stdout.split('\n')).toHaveLength(names.length + 2);
    expect(await readdir(join(folder, '.helve/terms'))).toEqual(['main.json']);
  });

  test('T128 import where no folder can be made says so', async () => {
    const { helve } = await project({ '.helve': 'a file in the way' });
    const { code, stderr } = await helve(...importing);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot write ".*terms": /u);
  });

  test('T128 import tells what it leaves out, and that its work is partial', async () => {
    const { helve, json, write } = await project();
    await write('bad.csv', 'source,target,status\nmap,Karte,good\nplan,Plan,\n');
    const { code, stderr } = await helve('terms', 'import', 'bad.csv', '--to', 'de');
    expect([code, stderr]).toEqual([1, 'Left out: bad.csv, line 2: "good" is not a status\n']);
    const { value } = await json('terms', 'import', 'bad.csv', '--to', 'de');
    expect(value['skipped']).toEqual([{ file: 'bad.csv', place: 'line 2', reason: '"good" is not a status' }]);
  });

  test.each([
    [['import', 'none.csv'], 'the file "none.csv" cannot be read'],
    [['import', 'glossary.csv'], 'the locale of the column "target" is unknown'],
    [['import', 'glossary.csv', '--to', 'x_'], '--to: "x_" is not a locale'],
    [['import', 'glossary.csv', '--format', 'xls'], '--format is one of csv, tbx, json, not "xls"'],
    [['import', 'glossary.csv', '--to', 'de', '--terms', '../x'], '"../x" is not a valid name for a termbase'],
    [['export', 'a.doc'], '--format is one of csv, tbx, martif, json, not "doc"'],
    [['export', '--from', 'en'], '--from and --to belong together'],
    [['export', 'a.tbx', '--from', 'en', '--to', 'de'], 'choose the columns of csv'],
    [['export', '--terms', 'mian'], 'there is no termbase "mian"'],
    [['lookup', 'file', '--min-score', '2'], '--min-score is a number from 0 to 1, not "2"'],
  ])('T129 %j is refused with exit code 2', async (argv, problem) => {
    const { helve } = await project();
    if (argv[0] !== 'import') await helve(...importing);
    const { code, stdout, stderr } = await helve('terms', ...argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(problem);
  });

  test('T130 a failure is JSON too', async () => {
    const { json } = await project();
    const { code, value } = await json('terms', 'stats');
    expect(code).toBe(2);
    expect(value).toMatchObject({ schema: 'helve.error/v1', code: 'CLI_USAGE' });
  });

  test.each(['csv', 'tbx', 'json'])('T128 what export writes as %s is the same when it is imported', async (ending) => {
    const { helve, json } = await project();
    await helve(...importing);
    expect((await json('terms', 'export', `out.${ending}`)).value).toEqual({
      schema: 'helve.terms/v1',
      file: `out.${ending}`,
      format: ending,
      concepts: 2,
    });
    await helve('terms', 'import', `out.${ending}`, '--terms', 'other');
    const { termbases } = (await json('terms', 'ls')).value as { termbases: readonly { version: string }[] };
    expect(termbases).toHaveLength(2);
    expect(new Set(termbases.map(({ version }) => version)).size).toBe(1);
  });

  test('T128 export writes to stdout, also the columns of two locales or martif', async () => {
    const { helve } = await project();
    await helve(...importing);
    const { stdout } = await helve('terms', 'export', '--from', 'en', '--to', 'de');
    expect(stdout.split('\n')[0]).toBe('source,target,domain,definition,status,concept_id,source_status');
    expect((await helve('terms', 'export', '--format', 'martif')).stdout).toContain('<martif');
  });

  test('T128 lookup finds terms in a text and those it is similar to', async () => {
    const { helve, json } = await project();
    await helve(...importing);
    const { value } = await json('terms', 'lookup', 'Files', '--from', 'en', '--to', 'de');
    expect(value).toEqual({
      schema: 'helve.terms/v1',
      text: 'Files',
      locale: 'en',
      matches: [
        {
          term: 'file',
          found: 'Files',
          start: 0,
          end: 5,
          score: 0.9,
          match: 'inflected',
          status: 'approved',
          conceptId: expect.stringMatching(/^c-/) as string,
          domain: 'os',
          targets: ['de:Datei'],
        },
      ],
    });
    const { stdout } = await helve('terms', 'lookup', 'foldre', '--min-score', '0.6');
    expect(stdout).toMatch(/^folder +0\.67 +fuzzy/m);
    expect(await helve('terms', 'lookup', 'nothing')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No term was found\n',
    });
  });

  test('T128 stats counts by locale, status and domain', async () => {
    const { helve, json } = await project();
    await helve(...importing);
    expect((await json('terms', 'stats')).value).toEqual({
      schema: 'helve.terms/v1',
      concepts: 2,
      terms: 5,
      relations: 0,
      locales: { de: 3, en: 2 },
      statuses: { admitted: 1, approved: 3, preferred: 1 },
      domains: { os: 2 },
    });
    expect((await helve('terms', 'stats')).stdout).toMatch(/^locale +de +3$/m);
  });

  test('T67 candidates of a run are written for a person, who takes them into a termbase', async () => {
    const { helve, read, write } = await project({ 'a.txt': 'The hull and the keel' });
    expect((await helve('ai-terminology', 'a.txt', '--to', 'none', '--report', 'run.json', '--quiet')).code).toBe(0);
    const told = JSON.parse(await read('run.json')) as { reports: Record<string, unknown> };
    // The demo engine finds none.
    expect(await helve('terms', 'export', '--report', 'run.json')).toMatchObject({ code: 2 });
    const candidates = [
      { text: 'hull', count: 3, definition: 'The body of a ship.', category: 'ship', confidence: 0.9 },
      { text: 'keel', count: 1, definition: '', category: '', confidence: 0.6 },
    ];
    await write('run.json', JSON.stringify({ ...told, reports: { 'ai-terminology': { candidates } } }));
    expect(await helve('terms', 'export', 'new.csv', '--report', 'run.json')).toMatchObject({
      code: 0,
      stdout: 'new.csv: 2 concepts as csv\n',
    });
    const [header = '', ...rows] = (await read('new.csv')).trim().split('\n');
    expect(rows.join('\n')).toContain('The body of a ship.');
    await write('new.csv', `${[header, ...rows.filter((row) => row.includes('hull'))].join('\n')}\n`);
    expect(await helve('terms', 'import', 'new.csv')).toMatchObject({ stdout: 'main: 1 concept (1 new), 1 term\n' });
    expect((await helve('terms', 'export', '--report', 'run.json', '--format', 'tbx')).stdout).toContain('<term>keel');
  });

  test('T67 a report without candidates, or a file that is none, is told by name', async () => {
    const { helve, write } = await project();
    await write('run.json', '{"schema":"helve.run/v1","reports":{}}');
    for (const [file, problem] of [
      ['run.json', 'has no candidates'],
      ['glossary.csv', 'cannot be read as JSON'],
    ] as const) {
      const { code, stderr } = await helve('terms', 'export', '--report', file);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`the file "${file}" ${problem}`)]);
    }
    expect(await helve('terms', 'export', '--report', 'run.json', '--terms', 'main')).toMatchObject({ code: 2 });
  });

  test('T128 a project without terms says how to get some', async () => {
    const { helve, json } = await project();
    expect(await helve('terms')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('helve terms import') as string,
    });
    expect((await json('terms', 'ls')).value).toEqual({ schema: 'helve.terms/v1', termbases: [] });
  });

  test('T133 flows use the termbases of the project, or those that its config names', async () => {
    const po = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open the file"\nmsgstr "Öffne das Dokument"\n';
    const { folder, helve, json, write } = await project({ 'de.po': po });
    const rules = async () => {
      const { value } = await json('term-enforce', 'de.po', '--target', 'de', '--to', 'none');
      const { check } = value as { check: { findings: readonly { rule: string }[] } };
      return check.findings.map(({ rule }) => rule);
    };
    const without = await helve('term-enforce', 'de.po', '--target', 'de', '--to', 'none');
    expect(without.stderr + without.stdout).toContain('termbase');
    await helve(...importing);
    expect(await rules()).toEqual(['term.not-used']);
    await mkdir(join(folder, 'terms'));
    await write('terms/own.csv', 'concept_id,locale:en,locale:de\nc1,file,Dokument\n');
    await write('helve.config.json', '{ "terms": "terms/own.csv" }');
    expect(await rules()).toEqual([]);
    await write('helve.config.json', '{ "terms": ["main"] }');
    expect(await rules()).toEqual(['term.not-used']);
  });
});
