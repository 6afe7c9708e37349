import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

/** Every target lacks a sign that it must have, so that each block has a finding. */
const flow = `steps:
  - { tool: create-target, config: { copySource: true } }
  - { tool: chars-check, config: { requiredChars: § } }
`;
const config = '{ "govern": false, "locales": { "source": "en", "targets": ["de"] } }';

async function createFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-lines-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const all = { 'helve.config.json': config, 'flow.yaml': flow, ...files };
  for (const [name, content] of Object.entries(all)) await writeFile(join(cwd, name), content);
  return async (...argv: readonly string[]) => {
    const out = { stdout: '', stderr: '' };
    const io: Io = {
      stdout: { write: (text) => (out.stdout += text) },
      stderr: { write: (text) => (out.stderr += text) },
      stdin: (async function* () {})(),
      cwd,
      user: 'tester',
      env: {},
      signal: new AbortController().signal,
    };
    return { code: await main(argv, io), ...out };
  };
}

interface Report {
  readonly findings: readonly { readonly location: { readonly line?: number; readonly column?: number } }[];
}

const linesOf = ({ findings }: Report) => [
  ...new Set(findings.map(({ location: { line, column } }) => `${line}:${column}`)),
];

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const catalog = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"

# Für alle
#: menu.c:1
msgid "Größe"
msgstr "Größe"

msgctxt "x"
msgid "one"
msgid_plural "many"
msgstr[0] "ein"
msgstr[1] "viele"
`;
const unit = (inner: string) => `\n  <trans-unit id="ü"><source>A</source>${inner}</trans-unit>\n`;

const files: Readonly<Record<string, readonly [content: string | Uint8Array, lines: readonly string[]]>> = {
  'app.po': [catalog, ['9:1', '14:1']],
  'app.json': ['{\n  "😀": "Hello",\r\n  "b": { "ü":\t"World" }\n}\n', ['2:8', '3:15']],
  'bom.json': ['\uFEFF{ "a": "Hello" }', ['1:8']],
  'wide.properties': [utf16('# Ü\na=Hello\n\nbb = World\n'), ['2:3', '4:6']],
  'guide.md': ['# Über\n\nOne\ntwo *three*.\n\n- four\n', ['1:3', '3:1', '6:3']],
  'note.txt': ['One\r\n\r\nTwo\r\n', ['1:1', '3:1']],
  'old.xlf': [
    `<xliff version="1.2"><file original="x" source-language="en" target-language="de" datatype="x"><body>${unit('')}</body></file></xliff>`,
    ['2:3'],
  ],
};

test.each(Object.entries(files))(
  'T45 each finding in %s has its line and column',
  async (file, [content, lines]) => {
    const helve = await createFolder({ [file]: content });
    const { stdout, stderr } = await helve('run', 'flow.yaml', file, '-o', 'out-{name}{ext}', '--json');
    const { check } = JSON.parse(stdout || stderr) as { readonly check: Report };
    expect(linesOf(check)).toEqual(lines);
  },
  60_000,
);

test('T45 a finding far behind others has its own line', async () => {
  const texts = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 'Hello']));
  const helve = await createFolder({ 'app.json': JSON.stringify(texts, null, 1) });
  const { stdout } = await helve('run', 'flow.yaml', 'app.json', '-o', 'out.json', '--json');
  const { check } = JSON.parse(stdout) as { readonly check: Report };
  expect(linesOf(check)).toEqual(
    Array.from({ length: 2_000 }, (_, index) => `${index + 2}:${`"k${index}": `.length + 2}`),
  );
}, 60_000);

test('T45 lines are told in text, JSON and SARIF, and for a file that is replaced', async () => {
  const helve = await createFolder({ 'app.po': catalog.replace('msgstr "Größe"', 'msgstr "Größe 4"') });
  const check = ['check', 'app.po', '--check', 'qa-check'];
  expect((await helve(...check)).stdout).toMatch(/^qa\.number-.* minor .*\n {2}app\.po:9:1 /m);
  const told = await helve(...check, '--format', 'json');
  expect(linesOf(JSON.parse(told.stdout) as Report)).toEqual(['9:1']);
  const sarif = JSON.parse((await helve(...check, '--format', 'sarif')).stdout) as object;
  const physicalLocation = { artifactLocation: { uri: 'app.po' }, region: { startLine: 9, startColumn: 1 } };
  expect(sarif).toMatchObject({ runs: [{ results: [{ locations: [{ physicalLocation }] }] }] });
  const replaced = await helve('run', 'flow.yaml', 'app.po', '--in-place', '--json');
  expect(linesOf((JSON.parse(replaced.stdout) as { readonly check: Report }).check)).toEqual(['9:1', '14:1']);
}, 60_000);
