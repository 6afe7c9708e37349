import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Io } from '../../io.js';
import { main } from '../../main.js';

beforeAll(() => import('@helve/project/run'), 120_000);

/** A file that goes to a translator, and what comes back without one of its tokens. */
interface Handoff {
  readonly file: string;
  readonly text: string;
  readonly dropped: readonly [from: string, to: string];
  readonly lost: { readonly block: string; readonly token: string };
}

const handoffs: readonly Handoff[] = [
  {
    file: 'app.json',
    text: '{ "a": "Write to ada@example.org", "b": "Ask bo@example.org or cy@example.org", "c": "Hi" }',
    dropped: ['or [REDACTED:Email#2]', 'oder'],
    lost: { block: '/b', token: '[REDACTED:Email#2]' },
  },
  {
    file: 'app.properties',
    text: 'a=Write to ada@example.org\nb=Hi\n',
    dropped: ['Write to [REDACTED:Email]', 'Schreibe'],
    lost: { block: 'a', token: '[REDACTED:Email]' },
  },
  {
    file: 'guide.md',
    text: '# Hi ada@example.org\n\nAsk **bo@example.org** now.\n',
    dropped: ['**\\[REDACTED:Email\\]**', '**sie**'],
    lost: { block: '2', token: '[REDACTED:Email]' },
  },
  {
    file: 'note.txt',
    text: 'Hi\n\nWrite to ada@example.org\n',
    dropped: ['to [REDACTED:Email]', ''],
    lost: { block: '2', token: '[REDACTED:Email]' },
  },
  {
    file: 'shop.po',
    text: `msgid ""
msgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"

#. For bo@example.org
#, c-format
msgid "%d mails of <b>ada@example.org</b>"
msgstr "%d Mails von <b>ada@example.org</b>"

msgctxt "to bo@example.org"
msgid "Hi"
msgstr "Hallo"
`,
    dropped: ['Mails von <b>[REDACTED:Email#1]', 'Mails<b>'],
    lost: { block: 'mht33h7ppl4', token: '[REDACTED:Email#1]' },
  },
  {
    file: 'tour.xlf',
    text: `<xliff version="1.2"><file original="x" source-language="en" target-language="de" datatype="x"><body>
<trans-unit id="u1"><source>Ask ada@example.org</source><target>Frag ada@example.org</target><note>By bo@example.org</note></trans-unit>
</body></file></xliff>
`,
    dropped: ['Frag [REDACTED:Email#1]', 'Frag'],
    lost: { block: 'u1', token: '[REDACTED:Email#1]' },
  },
];

async function createFolder() {
  const cwd = await mkdtemp(join(tmpdir(), 'helve-redact-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFile(join(cwd, name), text);
  await write('helve.config.json', '{ "govern": false, "locales": { "source": "en" } }');
  const helve = async (...argv: readonly string[]) => {
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
  return { helve, write, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

interface Ran {
  readonly check?: {
    readonly findings: readonly { readonly rule: string; readonly location: { readonly block: string } }[];
  };
}

test.each(handoffs)(
  'T97 $file comes back as it was, and a token that the translator dropped is told',
  async ({ file, text, dropped: [from, to], lost }) => {
    const { helve, write, read } = await createFolder();
    await write(file, text);
    expect(await helve('redact', file, '--presets', 'email', '-o', '{name}.safe{ext}')).toMatchObject({ code: 0 });
    const safe = file.replace('.', '.safe.');
    const given = await read(safe);
    expect(given).not.toContain('@example.org');
    expect(await helve('unredact', safe, '-o', `back-${file}`)).toMatchObject({ code: 0 });
    expect(await read(`back-${file}`)).toBe(text);

    expect(given).toContain(from);
    await write(safe, given.replace(from, to));
    const { code, stdout, stderr } = await helve('unredact', safe, '-o', `back-${file}`, '--json');
    expect({ code, told: stderr }).toEqual({ code: 3, told: expect.stringContaining('1 critical') });
    expect((JSON.parse(stdout) as Ran).check?.findings).toMatchObject([
      {
        rule: 'redaction.token-lost',
        message: expect.stringContaining(`"${lost.token}" is missing`),
        location: { file: safe, block: lost.block },
      },
    ]);
    expect(stdout).not.toContain('@example.org');
  },
  60_000,
);

test('T96 what was restored before, or never taken out, is not lost', async () => {
  const { helve, write } = await createFolder();
  await write('app.json', '{ "a": "Write to ada@example.org" }');
  await helve('redact', 'app.json', '--presets', 'email', '-o', 'safe.json');
  await helve('unredact', 'safe.json', '--in-place');
  expect(await helve('unredact', 'safe.json', 'app.json', '-o', 'back-{name}{ext}')).toMatchObject({ code: 0 });
}, 60_000);

test('T96 a text that was redacted again is held to its latest tokens', async () => {
  const { helve, write } = await createFolder();
  const redact = async (text: string) => {
    await write('app.json', JSON.stringify({ a: text }));
    await helve('redact', 'app.json', '--presets', 'email', '-o', 'safe.json');
  };
  await redact('Write to ada@example.org or bo@example.org');
  await redact('Write to cy@example.org');
  expect(await helve('unredact', 'safe.json', '-o', 'back.json')).toMatchObject({ code: 0 });
  await redact('Write to ada@example.org or bo@example.org');
  await write('safe.json', '{ "a": "Write to [REDACTED:Email#1]" }');
  expect(await helve('unredact', 'safe.json', '-o', 'back.json')).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('"[REDACTED:Email#2]" is missing'),
  });
}, 60_000);
