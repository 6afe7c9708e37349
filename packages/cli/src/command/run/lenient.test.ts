import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

/** A file that breaks rules of XLIFF 2.2 three times, twice at one place. */
const broken = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.2" version="2.2" srcLang="en" trgLang="de">
  <file id="f">
    <unit id="u" a="1" b="2">
      <segment state="new"><source>Open</source><target>Auf</target></segment>
    </unit>
  </file>
</xliff>
`;

async function project(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-lenient-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return async (...argv: readonly string[]) => {
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
}

interface CheckJson {
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly location: { readonly file: string; readonly line: number; readonly key?: string };
  }[];
}

describe('--lenient', () => {
  test('check reads the file, with a finding for each violation', async () => {
    const helve = await project({ 'a.xlf': broken });
    expect(await helve('check', 'a.xlf')).toMatchObject({ code: 1 });
    const { code, stdout } = await helve('check', 'a.xlf', '--lenient', '--json');
    expect(code).toBe(0);
    const { findings } = JSON.parse(stdout) as CheckJson;
    expect(findings.map(({ rule, severity, location }) => [rule, severity, location.file, location.line])).toEqual([
      ['file.repaired', 'minor', 'a.xlf', 3],
      ['file.repaired', 'minor', 'a.xlf', 3],
      ['file.repaired', 'minor', 'a.xlf', 4],
    ]);
  });

  test.each([
    ['a run', ['ai-translate', 'a.xlf', '-o', 'b.xlf']],
    ['status', ['status', 'a.xlf']],
    ['formats check', ['formats', 'check', 'a.xlf']],
  ])('%s reads the file and names each violation', async (_, argv) => {
    const helve = await project({ 'a.xlf': broken });
    expect((await helve(...argv)).code).not.toBe(0);
    const { code, stderr } = await helve(...argv, '--lenient');
    expect(code).toBe(0);
    expect(stderr.match(/^a\.xlf:[34]:\d+: The file breaks the rule "[a-z-]+" of its standard: /gm)).toHaveLength(3);
  });

  test('files of other formats are read as always', async () => {
    const helve = await project({ 'a.json': '{"a":"Text"}' });
    expect(await helve('pseudo-translate', 'a.json', '--lenient')).toMatchObject({ code: 0 });
  });
});

describe('repeated keys', () => {
  const message = (id: string) => `msgid "${id}"\nmsgstr "${id}!"\n\n`;

  test('X11 of a catalog are a critical finding with file, line and key', async () => {
    const head = 'msgid ""\nmsgstr "Language: de\\n"\n\n';
    const helve = await project({ 'de.po': `${head}${message('Open')}${message('Close')}${message('Open')}` });
    const { code, stdout } = await helve('check', 'de.po', '--json');
    expect(code).toBe(3);
    expect((JSON.parse(stdout) as CheckJson).findings).toMatchObject([
      { rule: 'qa.repeated-key', severity: 'critical', location: { file: 'de.po', line: 10, key: '"Open"' } },
    ]);
  });

  test('X11 a message with the name of the block that describes the catalog is not repeated', async () => {
    const head = 'msgid ""\nmsgstr "Language: de\\n"\n\n';
    const helve = await project({ 'de.po': `${head}${message('header')}` });
    const { code, stdout } = await helve('check', 'de.po', '--json');
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as CheckJson).findings).toEqual([]);
  });

  test('X11 of a JSON file are a major finding, and equal ids in parts of an XLIFF file are none', async () => {
    const part = (name: string) =>
      `<file original="${name}" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="1"><source>${name} text</source><target>${name} Worte</target></trans-unit></body></file>`;
    const helve = await project({
      'en.json': '{"a":"One","a":"Two"}',
      'de.json': '{"a":"Eins","a":"Zwei"}',
      'x.xlf': `<xliff version="1.2">${part('One')}${part('Two')}</xliff>`,
    });
    const { stdout } = await helve('check', '.', '--json');
    const { findings } = JSON.parse(stdout) as CheckJson;
    expect(findings.map(({ rule, severity, location }) => [rule, severity, location.file])).toEqual([
      ['qa.repeated-key', 'major', 'en.json'],
    ]);
  });
});
