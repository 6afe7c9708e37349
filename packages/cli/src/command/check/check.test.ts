import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../main.js';

// The rooms of flows are many files, which take their time to be read as TypeScript.
beforeAll(() => import('@helve/project/run'), 120_000);

const head = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

`;
const message = (source: string, target: string, flag = 'c-format') =>
  `#, ${flag}\nmsgid "${source}"\nmsgstr "${target}"\n\n`;

/** A folder with one catalog, and `helve check` in it. */
async function project(...messages: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'helve-check-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'helve.config.json'), '{}');
  await writeFile(join(folder, 'de.po'), head + messages.join(''));
  const checkOn = async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const code = await main(['check', ...argv], {
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
  const check = async (...argv: readonly string[]) => checkOn('de.po', ...argv);
  return { folder, check, checkOn, catalog: () => readFile(join(folder, 'de.po'), 'utf8') };
}

/** A plugin with two checks, of which one cannot do without a parameter. */
const plugin = `const meta = (id) => ({
  id, version: '1.0.0', category: 'validate', displayName: id, description: 'Finds everything.', cardinality: 'bilingual',
  consumes: [{ type: 'target', side: 'target' }], produces: [{ type: 'qa', side: 'target' }],
});
const schema = (id, required) => ({
  $id: 'helve:tool/' + id, $version: '1.0.0', title: id, description: 'Finds everything.', type: 'object',
  properties: { word: { type: 'string', description: 'A word.' } }, required, additionalProperties: false, toolMeta: meta(id),
});
const payload = { type: 'findings', score: 95, findings: [
  { id: 'f1', rule: 'own-check.any', check: 'own-check', severity: 'major', message: 'Found', side: 'target', variant: 'de', fingerprint: 'ab' },
] };
const entry = (id, required) => ({
  name: id,
  schema: schema(id, required),
  factory: () => ({
    meta: { ...meta(id), capability: 'annotate' },
    async *process(_, input) {
      for await (const part of input) {
        if (part.kind === 'block' && part.block.targets.de)
          part.block.overlays.push({ type: 'qa', variant: 'de', layer: '', spans: [], value: payload });
        yield part;
      }
    },
  }),
});
export function register(helve) {
  helve.check(entry('own-check', []));
  helve.check(entry('needy-check', ['word']));
}`;

describe('helve check', () => {
  test('T133 runs the checks of plugins too, except those that lack a parameter', async () => {
    const { folder, check } = await project(message('Open', 'Auf'));
    await writeFile(join(folder, 'plugin.mjs'), plugin);
    await writeFile(join(folder, 'helve.config.json'), '{ "plugins": ["./plugin.mjs"] }');
    const { code, stdout } = await check('--json');
    const { checks, findings } = JSON.parse(stdout) as {
      readonly checks: readonly { id: string }[];
      findings: readonly object[];
    };
    expect(checks.map(({ id }) => id)).toEqual(['qa-check', 'placeholder-check', 'inconsistency-check', 'own-check']);
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'own-check.any', location: expect.objectContaining({ line: 8 }) }),
    ]);
    expect(code).toBe(3);
    expect((await check('--check', 'qa-check')).stdout).not.toContain('own-check');
  });

  test('T39 --fix writes what is certain, keeps the rest of the file, and tells what is left', async () => {
    const { folder, check, catalog } = await project(
      message('%s has %d files', '%d Dateien in %s'),
      message('Page %d', 'Seite %s'),
      message('Hello {name}', 'Hallo {Name}', 'python-brace-format'),
      message('Open %s', 'Öffnen'),
    );
    const { code, stdout, stderr } = await check('--fix', '--check', 'placeholder-check');
    expect(stderr).toContain('Changed 3 messages');
    expect(code).toBe(3);
    expect(stdout).toMatch(/1 critical, 0 major/);
    expect(await catalog()).toBe(
      head +
        message('%s has %d files', '%2$d Dateien in %1$s') +
        message('Page %d', 'Seite %d') +
        message('Hello {name}', 'Hallo {name}', 'python-brace-format') +
        message('Open %s', 'Öffnen'),
    );
    expect((await readdir(folder)).toSorted()).toEqual(['.helve', 'de.po', 'helve.config.json']);
    expect((await check('--fix', '--check', 'placeholder-check')).stderr).toContain('Changed 0 messages');
  });

  test('T39 what --fix has written breaks no other rule', async () => {
    const { check } = await project(message('%s has %d files', '%d Dateien in %s'));
    const { code, stdout } = await check('--fix');
    expect(code).toBe(0);
    expect(stdout).toMatch(/0 critical, 0 major/);
  });

  test('T2 of catalogs in several languages each is checked, and fixed, in its own', async () => {
    const { folder, checkOn, catalog } = await project(message('Page %d', 'Seite %s'));
    const french = head.replace('Language: de', 'Language: fr_FR');
    await writeFile(join(folder, 'fr.po'), french + message('Page %d', 'Feuille %s'));
    await writeFile(join(folder, 'it.po'), head.replace('Language: de', 'Language: it') + message('Page', ''));
    await writeFile(join(folder, 'en.json'), '{ "page": "Page" }');
    await writeFile(join(folder, 'shop.pot'), head.replace('Language: de', 'Language: ') + message('Page', ''));
    const checks = ['--check', 'placeholder-check,inconsistency-check'];
    const broken = ['de.po de placeholder.type', 'fr.po fr-FR placeholder.type'];
    for (const targets of [[], ['--target', 'de-DE,fr,it']]) {
      const { stdout, stderr } = await checkOn('.', '--format', 'json', ...checks, ...targets);
      expect(stderr).toContain('en.json: skipped, one language');
      expect(stderr).toContain('shop.pot: skipped, no target language');
      const { findings } = JSON.parse(stdout) as { findings: { rule: string; location: Record<string, string> }[] };
      const found = findings.map(({ rule, location }) => `${location['file']} ${location['variant']} ${rule}`);
      const named =
        targets.length === 0 ? broken : broken.map((row) => row.replace(' de ', ' de-DE ').replace('-FR', ''));
      expect(found.toSorted()).toEqual(named);
    }
    const { stdout } = await checkOn('.', '--check', 'qa-check', '--format', 'text');
    expect(stdout).toMatch(/^qa[.]empty-target  \w+  1 finding\n  it[.]po\S*  "Page" it\n/m);
    expect((await checkOn('.', '--fix')).stderr).toContain('Changed 2 messages');
    expect(await catalog()).toBe(head + message('Page %d', 'Seite %d'));
    expect(await readFile(join(folder, 'fr.po'), 'utf8')).toBe(french + message('Page %d', 'Feuille %d'));
  });

  test('T31 catalogs of one language in several countries or scripts are not compared with each other', async () => {
    const { folder, checkOn } = await project(message('Open the file now', 'Die Datei jetzt öffnen'));
    const named = { pt: 'Abrir o ficheiro agora', pt_BR: 'Abrir o arquivo agora', sr: 'Отвори датотеку сада' };
    for (const [language, text] of Object.entries(named))
      await writeFile(
        join(folder, `${language}.po`),
        head.replace('Language: de', `Language: ${language}`) + message('Open the file now', text),
      );
    const latin = head.replace('Language: de', 'Language: sr') + message('Open the file now', 'Otvori datoteku sada');
    await writeFile(join(folder, 'sr@latin.po'), latin);
    const { code, stdout } = await checkOn('.');
    expect(code).toBe(0);
    expect(stdout).toContain('0 critical, 0 major, 0 minor');
  });

  test('T26 white space that is layout of an XLIFF file, or of the page its text is from, means nothing', async () => {
    const { folder, checkOn } = await project();
    const units = [
      [' Edit the file ', 'Datei bearbeiten'],
      ['Open the file', '\n      Die Datei öffnen\n    '],
      ['Name: ', 'Name:'],
    ].map(
      ([source, target], id) =>
        `<trans-unit id="u${id}"><source>${source}</source><target>${target}</target></trans-unit>`,
    );
    const file = `<file original="a" datatype="html" source-language="en" target-language="de"><body>${units.join('')}</body></file>`;
    await writeFile(join(folder, 'de.xlf'), `<xliff version="1.2">${file}</xliff>`);
    const { stdout } = await checkOn('de.xlf');
    expect(stdout).toContain('0 critical, 0 major, 1 minor');
    expect(stdout).toContain('The target ends with no white space, the source with a space');
  });

  test('T45 a run without any check is refused, since it would always pass', async () => {
    const { check } = await project(message('Page %d', 'Seite %s'));
    for (const tool of ['word-count', 'pseudo-translate']) {
      const { code, stdout, stderr } = await check('--check', tool);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`--check names no check: "${tool}"`);
    }
  });

  test('T45 findings are grouped by rule and show place, key and both texts, with the fault in view', async () => {
    const long = 'wort '.repeat(60);
    const { check } = await project(
      message('Open %s', 'Öffnen').replace('msgid', 'msgctxt "menu"\nmsgid'),
      message('Close %s', `${long}Ende`),
    );
    const { stdout } = await check('--check', 'placeholder-check');
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('placeholder.missing  critical  2 findings');
    expect(lines.slice(1, 5)).toEqual([
      expect.stringMatching(/^  de[.]po:\d+:1  menu "Open %s" de$/),
      expect.stringMatching(/^    The placeholder "%s"/),
      '    en  Open %s',
      '    de  Öffnen',
    ]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
  });

  test('T45 of a rule with many minor findings the terminal lists some and counts the others, a file has all', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => message(`Open ${index}`, ''));
    const { folder, check } = await project(...messages);
    const { stdout } = await check();
    expect(stdout).toContain('qa.empty-target  minor  60 findings');
    expect(stdout.match(/ is not translated into/g)).toHaveLength(50);
    expect(stdout).toContain('… and 10 more, which -o FILE and the other formats list');
    await check('-o', 'report.txt');
    expect((await readFile(join(folder, 'report.txt'), 'utf8')).match(/ is not translated into/g)).toHaveLength(60);
  });

  test('--format writes the report of each kind to the file of --output', async () => {
    const { folder, check } = await project(message('Page %d', 'Seite'));
    const begins = { sarif: '{', junit: '<?xml', github: '::error file=de.po,line=', html: '<!doctype html>' };
    for (const [format, begin] of Object.entries(begins)) {
      const { code, stdout } = await check('--format', format, '--output', 'report');
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect((await readFile(join(folder, 'report'), 'utf8')).startsWith(begin)).toBe(true);
    }
    expect((await check('--format', 'pdf')).code).toBe(2);
  });

  test.each([['--output'], ['--write-baseline'], ['--report']])(
    '%s never replaces a file that is checked',
    async (flag) => {
      const { check, catalog } = await project(message('Open', 'Auf'));
      const before = await catalog();
      const { code, stderr } = await check(flag, 'de.po');
      expect(code).toBe(2);
      expect(stderr).toContain('is a file that the run reads or writes');
      expect(await catalog()).toBe(before);
    },
  );

  test.each(['', ','])('--only %j names no key and is refused, instead of standing for all of them', async (keys) => {
    const { check } = await project(message('Open', 'Auf'));
    expect(await check('--only', keys)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--only names no key'),
    });
  });

  test('T43 a baseline that cannot be used is told, with the way to write one', async () => {
    const { folder, check } = await project(message('Page', 'Seite'));
    await writeFile(join(folder, 'known.json'), '{ "ignore": [{ "fingerprint": "abc" }] }');
    for (const file of ['known.json', 'none.json']) {
      const { code, stderr } = await check('--baseline', file);
      expect(code).toBe(2);
      expect(stderr).toContain('--write-baseline');
    }
  });

  test('T39 without --fix no file is touched', async () => {
    const { check, catalog } = await project(message('Page %d', 'Seite %s'));
    const before = await catalog();
    expect((await check()).code).toBe(3);
    expect(await catalog()).toBe(before);
  });

  test('T43 --fix leaves alone what the baseline lives with', async () => {
    const { check, catalog } = await project(message('Page %d', 'Seite %s'));
    const before = await catalog();
    expect((await check('--write-baseline', 'known.json', '--no-fail')).code).toBe(0);
    expect(await check('--fix', '--baseline', 'known.json')).toMatchObject({ code: 0 });
    expect(await catalog()).toBe(before);
  });

  test('T45 a check that ran before and after the fixes is listed once', async () => {
    const { check } = await project(message('Page %d', 'Seite %s'));
    const { stdout } = await check('--fix', '--json', '--check', 'placeholder-check');
    expect(JSON.parse(stdout)).toMatchObject({ pass: true, checks: [{ id: 'placeholder-check' }] });
    expect((JSON.parse(stdout) as { checks: unknown[] }).checks).toHaveLength(1);
  });
});
