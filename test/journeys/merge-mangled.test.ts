import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from './project.js';

const en = `{
  "a": "Hello <b>world</b> {name}",
  "b": "Two",
  "n": "{count, plural, one {# file} other {# files}}",
  "d": "Four words are here"
}
`;
const de = `{
  "a": "Hallo <b>Welt</b> {name}",
  "b": "Zwei",
  "n": "{count, plural, one {# Datei} other {# Dateien}}",
  "d": "Hier sind vier Wörter"
}
`;

type Mangle = (text: string) => string;
type Counts = Readonly<Record<string, number>>;

/** Everything came back, and "Zwo" is new. */
const whole: Counts = { applied: 1, unchanged: 3, missing: 0, damaged: 0, unknown: 0 };
const damaged: Counts = { applied: 1, unchanged: 2, missing: 0, damaged: 1, unknown: 0 };

/** Changes that tools between make to files, each with the counts of its merge. */
const manglers: Readonly<Record<string, Readonly<Record<string, readonly [Mangle, Counts]>>>> = {
  xliff2: {
    're-indented': [(text) => text.replaceAll(/>\n\s*</g, '>\n\t\t<'), whole],
    'with attributes in another order': [
      (text) => text.replaceAll(/<unit id="(\w+)" name="(\w+)"/g, '<unit name="$2" id="$1"'),
      whole,
    ],
    'with a byte order mark': [(text) => `\uFEFF${text}`, whole],
    'with CRLF': [(text) => text.replaceAll('\n', '\r\n'), whole],
    'with dropped notes': [(text) => text.replaceAll(/<notes>.*?<\/notes>/gs, ''), whole],
    'with dropped metadata': [(text) => text.replaceAll(/<mda:metadata.*?<\/mda:metadata>/gs, ''), whole],
    'with renamed ids': [(text) => text.replaceAll(/<unit id="u(\d)"/g, '<unit id="seg-$1"'), whole],
    'with moved codes': [
      (text) => text.replace(/<target>Hallo (<pc.*?<\/pc>) (<ph[^>]*\/>)<\/target>/, '<target>$2 $1</target>'),
      { ...whole, applied: 2, unchanged: 2 },
    ],
    'with a doubled code': [
      (text) => text.replace(/<target>Hallo (<pc.*?<\/pc>) (<ph[^>]*\/>)<\/target>/, '<target>$1 $2 $2</target>'),
      damaged,
    ],
    'with a missing code': [
      (text) => text.replace(/<target>Hallo (<pc.*?<\/pc>) (<ph[^>]*\/>)<\/target>/, '<target>$1</target>'),
      damaged,
    ],
    'with half of its units': [
      (text) => text.replaceAll(/<unit id="u[34]".*?<\/unit>/gs, ''),
      { ...whole, unchanged: 1, missing: 2 },
    ],
  },
  xliff: {
    're-indented': [(text) => text.replaceAll(/>\n\s*</g, '>\n<'), whole],
    'with a byte order mark': [(text) => `\uFEFF${text}`, whole],
    'with CRLF': [(text) => text.replaceAll('\n', '\r\n'), whole],
    'with dropped notes and contexts': [
      (text) => text.replaceAll(/<context-group.*?<\/context-group>/gs, '').replaceAll(/<note>.*?<\/note>/gs, ''),
      whole,
    ],
    'with a missing code': [(text) => text.replace(/(<target[^>]*>Hallo .*?)<ph id="2".*?<\/ph>/, '$1'), damaged],
    'with half of its units': [
      (text) => text.replace(/<trans-unit id="u4".*?<\/trans-unit>/s, ''),
      { ...whole, unchanged: 2, missing: 1 },
    ],
  },
  po: {
    'with CRLF': [(text) => text.replaceAll('\n', '\r\n'), whole],
    'with a byte order mark': [(text) => `\uFEFF${text}`, whole],
    're-wrapped': [
      (text) => text.replace('msgstr "Hier sind vier Wörter"', 'msgstr ""\n"Hier sind "\n"vier Wörter"'),
      whole,
    ],
    'with dropped comments': [(text) => text.replaceAll(/^#.*\n/gm, ''), whole],
    'with a missing code': [(text) => text.replace('Hallo <b>Welt</b> {name}', 'Hallo <b>Welt</b>'), damaged],
    'with half of its units': [
      (text) => text.slice(0, text.indexOf('msgctxt "n"')),
      { ...whole, unchanged: 1, missing: 2 },
    ],
  },
  csv: {
    'with semicolons': [
      (text) =>
        text
          .replace(/^\uFEFF?/, '')
          .split('\r\n')
          .map(toSemicolons)
          .join('\r\n'),
      whole,
    ],
    'without a byte order mark': [(text) => text.replace(/^\uFEFF/, ''), whole],
    'with LF': [(text) => text.replaceAll('\r\n', '\n'), whole],
    'with a missing code': [(text) => text.replace('Hallo <1>Welt</1> {2}', 'Hallo <1>Welt</1>'), damaged],
  },
  tmx: {
    're-indented': [(text) => text.replaceAll(/>\n\s*</g, '>\n\t<'), whole],
    'with a byte order mark': [(text) => `\uFEFF${text}`, whole],
    'with dropped properties': [(text) => text.replaceAll(/<prop .*?<\/prop>/g, ''), whole],
    'with regions in its languages': [(text) => text.replaceAll('xml:lang="de"', 'xml:lang="de-DE"'), whole],
    'with a missing code': [(text) => text.replace(/(<seg>Hallo .*?)<ph.*?<\/ph>/, '$1'), damaged],
    'with half of its units': [
      (text) => text.replace(/<tu tuid="u4".*?<\/tu>/s, ''),
      { ...whole, unchanged: 2, missing: 1 },
    ],
  },
};

/** A record with semicolons; none of the texts has one of the signs inside. */
function toSemicolons(line: string): string {
  return /"/.test(line) ? line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';') : line.replaceAll(',', ';');
}

async function createReturn(format: string, mangle: Mangle) {
  const { helve, folder } = await createProject({ 'locales/en.json': en, 'locales/de.json': de });
  const ran = await helve(['extract', 'locales/en.json', '--target', 'de', '--to', format, '--json']);
  const { outputs } = JSON.parse(ran.stdout) as { readonly outputs: readonly { readonly path: string }[] };
  const path = outputs[0]?.path ?? '';
  const text = mangle((await readFile(join(folder, path), 'utf8')).replace(/Zwei/, 'Zwo'));
  const file = `back/${path.split('/').at(-1) ?? ''}`;
  await mkdir(join(folder, 'back'));
  await writeFile(join(folder, file), text);
  const merge = async () => {
    const merged = await helve(['merge', 'back', '--json']);
    return JSON.parse(merged.stdout) as { readonly counts: Counts; readonly unread: readonly object[] };
  };
  return { merge, read: () => readFile(join(folder, 'locales/de.json'), 'utf8') };
}

describe.each(Object.entries(manglers))('returned files as %s', (format, rows) => {
  test.each(Object.entries(rows))(
    'X120 %s are merged as far as they are sound, and once',
    async (_name, [mangle, counts]) => {
      const { merge, read } = await createReturn(format, mangle);
      const first = await merge();
      expect(first).toMatchObject({ counts, unread: [] });
      const text = await read();
      expect(text).toContain('"Zwo"');
      if (counts === whole || counts === damaged) expect(text).toBe(de.replace('Zwei', 'Zwo'));
      expect((await merge()).counts).toMatchObject({ applied: 0 });
      expect(await read()).toBe(text);
    },
  );
});
