import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textRun, type Block, type PluralRun, type Runs } from '@helve/flow';
import { dataText, type ByteSource } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import {
  choppedSource,
  readDocument,
  withContent,
  writeDocument,
  type KitOptions,
} from '../../testing/document-kit.js';
import { poFormat } from './format.js';

const header = (...fields: readonly string[]): string =>
  [
    'msgid ""',
    'msgstr ""',
    ...['Content-Type: text/plain; charset=UTF-8', ...fields].map((field) => `"${field}\\n"`),
    '',
    '',
  ].join('\n');
const german = header('Language: de', 'Plural-Forms: nplurals=2; plural=(n != 1);');

/** Reads a catalog, changes its messages, and writes it. */
async function rewrite(input: string | Uint8Array | ByteSource, change: (block: Block) => void, kit: KitOptions = {}) {
  const setting = { targetLocale: 'de', ...kit };
  const document = await readDocument(poFormat, input, setting);
  for (const block of document.blocks) if (block.type !== 'header') change(block);
  const { bytes, report } = await writeDocument(poFormat, document, setting);
  return { text: Buffer.from(bytes).toString(), report };
}

const translate =
  (text: string, status: 'draft' | 'translated' = 'translated', locale = 'de') =>
  (block: Block) => {
    block.targets[locale] = { runs: [textRun(text)], status };
  };

const forms = (texts: PluralRun['forms']): Runs => [{ kind: 'plural', pivot: 'n', forms: texts }];
const form = (text: string): Runs => [textRun(text)];

/** Returns the result of gettext's own compiler and reader. */
function msgfmt(catalog: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'helve-po-'));
  try {
    const [po, mo] = [join(folder, 'a.po'), join(folder, 'a.mo')];
    writeFileSync(po, catalog);
    execFileSync('msgfmt', ['--check-format', '--check-domain', '-o', mo, po], { stdio: 'pipe' });
    return readFileSync(mo).toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('writePo', () => {
  test('T99 writes the same around changed messages wherever the original is cut', async () => {
    const pieces = Array.from(
      { length: 60 },
      (_, at) =>
        `#: ä.c:${at}\n${at % 3 === 0 ? '#, fuzzy\n' : ''}msgid "größe ${at} 😀"\nmsgstr "${'ж'.repeat(at)}"\n\n`,
    );
    const input = german + pieces.join('');
    const change = (block: Block) => {
      if (block.properties['references']?.endsWith('7') !== true) translate(`neu «${block.id}»`, 'draft')(block);
    };
    const whole = await rewrite(input, change);
    expect(whole.report.changed).toBe(54);
    for (const length of [7, 64, 1000]) {
      const cut = await rewrite(choppedSource(Buffer.from(input), length), change);
      expect(cut).toEqual(whole);
    }
  });

  test('a translation that is too long for the buffer of a writer is written whole', async () => {
    const long = 'ж'.repeat(70_000);
    const { text } = await rewrite(`${german}msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n`, translate(long));
    expect(text).toBe(`${german}msgid "a"\nmsgstr "${long}"\n\nmsgid "c"\nmsgstr "${long}"\n`);
  });

  test('T111 keeps obsolete messages byte for byte, whatever changes around them', async () => {
    const obsolete =
      '# by someone\n#, fuzzy\n#~| msgid "older"\n#~ msgctxt "menu"\n#~ msgid "gone"\n#~ msgstr ""\n#~ "weg, "\n#~"ganz"\n\n#~  msgid "%d file"\n#~ msgid_plural "%d files"\n#~ msgstr[0] "a"\n#~ msgstr[1] "b"\n';
    const input = `${german}msgid "a"\nmsgstr "b"\n\n${obsolete}\nmsgid "c"\nmsgstr "d"\n\n${obsolete}`;
    const { text, report } = await rewrite(input, translate('changed'));
    expect(text).toBe(
      `${german}msgid "a"\nmsgstr "changed"\n\n${obsolete}\nmsgid "c"\nmsgstr "changed"\n\n${obsolete}`,
    );
    expect(report).toMatchObject({ blocks: 3, changed: 2 });
  });

  test('T111 keeps the layout of what it writes', async () => {
    const long = 'A translation that is longer than a line of a catalog may be, so that it has to be broken somewhere';
    const single = `${german}msgid "a"\nmsgstr "b"\n`;
    expect((await rewrite(single, translate(long))).text).toBe(`${german}msgid "a"\nmsgstr "${long}"\n`);
    const multi = `${german}msgid "a"\nmsgstr ""\n"b\\n"\n"c"\n`;
    const { text } = await rewrite(multi, translate(`x\n${long}`));
    expect(text).toBe(
      `${german}msgid "a"\nmsgstr ""\n"x\\n"\n"A translation that is longer than a line of a catalog may be, so that it has "\n"to be broken somewhere"\n`,
    );
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(79);
  });

  test('T127 option wrap breaks lines at its column, and with 0 never', async () => {
    const input = `${german}msgid "a"\nmsgstr ""\n"b\\n"\n"c"\n`;
    const at20 = await rewrite(input, translate('one two three four five'), { options: { wrap: 20 } });
    expect(at20.text).toBe(`${german}msgid "a"\nmsgstr ""\n"one two three "\n"four five"\n`);
    const never = await rewrite(input, translate('one\ntwo'), { options: { wrap: 0 } });
    expect(never.text).toBe(`${german}msgid "a"\nmsgstr "one\\ntwo"\n`);
    const document = readDocument(poFormat, input, { options: { wrap: 'sometimes' } });
    await expect(document).rejects.toMatchObject({ code: 'L10N_OPTIONS' });
  });

  test('T111 writes a draft as fuzzy and takes the mark away from a translation', async () => {
    const input = `${german}#: a.c:1\n#| msgid "z"\nmsgid "a"\nmsgstr ""\n`;
    const draft = (await rewrite(input, translate('b', 'draft'))).text;
    expect(draft).toBe(`${german}#: a.c:1\n#, fuzzy\n#| msgid "z"\nmsgid "a"\nmsgstr "b"\n`);
    expect((await rewrite(draft, translate('b'))).text).toBe(
      `${german}#: a.c:1\n#| msgid "z"\nmsgid "a"\nmsgstr "b"\n`,
    );
    const flagged = `${german}#, fuzzy, c-format\nmsgid "a"\nmsgstr "b"\n`;
    expect((await rewrite(flagged, translate('b'))).text).toBe(`${german}#, c-format\nmsgid "a"\nmsgstr "b"\n`);
  });

  test.each([
    ['no comment', '', '#, fuzzy\n'],
    ['other comments', '# a\n\n#: b.c:1\n', '# a\n\n#: b.c:1\n#, fuzzy\n'],
    ['a context', '#: b.c:1\nmsgctxt "c"\n', '#: b.c:1\n#, fuzzy\nmsgctxt "c"\n'],
    ['flags', '#,c-format\n#: b.c:1\n', '#, fuzzy, c-format\n#: b.c:1\n'],
    ['flags on two lines', '#, a\n# b\n#, c\n', '#, fuzzy, a, c\n# b\n'],
    ['flags that say nothing', '# a\n#| msgid "x"\n#, \n#,\n', '# a\n#| msgid "x"\n#, fuzzy\n'],
    ['flags behind what was before', '#| msgid "x"\n#, c-format\n', '#| msgid "x"\n#, fuzzy, c-format\n'],
    ['a comment that looks like flags', '# see #, here\n#| msgid "x"\n', '# see #, here\n#, fuzzy\n#| msgid "x"\n'],
    ['what was before', '#: b.c:1\n#| msgid "x"\n#| "y"\n', '#: b.c:1\n#, fuzzy\n#| msgid "x"\n#| "y"\n'],
  ])('T111 marks a draft below %s', async (_, head, marked) => {
    const [before, after] = [`${german}${head}msgid "a"\nmsgstr "b"\n`, `${german}${marked}msgid "a"\nmsgstr "b"\n`];
    expect((await rewrite(before, translate('b', 'draft'))).text).toBe(after);
    const returns = (text: string) => text.replaceAll('\n', '\r\n');
    expect((await rewrite(returns(before), translate('b', 'draft'))).text).toBe(returns(after));
  });

  test('T127 po writes notes, references, context and source that changed', async () => {
    const input = `${german}# mine\n#. yours\n#. too\n#: a.c:1\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n`;
    const { text, report } = await rewrite(input, (block) => {
      block.annotations['note'] = {
        type: 'note',
        items: [{ text: 'one\ntwo' }, { text: 'three', from: 'translator' }],
      };
      block.properties['references'] = 'z.c:9';
      block.properties['context'] = 'd "e"';
      block.source = [textRun('A\nB')];
    });
    expect(text).toBe(`${german}# three\n#. one\n#. two\n#: z.c:9\nmsgctxt "d \\"e\\""\nmsgid "A\\nB"\nmsgstr "b"\n`);
    expect(report).toMatchObject({ blocks: 2, changed: 1 });
    const again = await readDocument(poFormat, text);
    expect(again.blocks[1]?.annotations['note']).toEqual({
      type: 'note',
      items: [
        { text: 'one\ntwo', from: 'developer' },
        { text: 'three', from: 'translator' },
      ],
    });
  });

  test('T111 forms beyond those of the header are told, and stay in the file', async () => {
    const strings = ['%d Datei', '%d Dateien', '%d zu viel'].map((text, index) => `msgstr[${index}] "${text}"\n`);
    const input = `${german}msgid "%d file"\nmsgid_plural "%d files"\n${strings.join('')}`;
    const { losses, blocks } = await readDocument(poFormat, input, { targetLocale: 'de' });
    expect(losses).toEqual([{ kind: 'form-lost', detail: { reason: 'beyond-nplurals', count: 1 } }]);
    expect(JSON.stringify(blocks[1]?.targets['de'])).not.toContain('zu viel');
    const changed = await rewrite(input, (block) => {
      const other = [textRun('Dateien')];
      if (block.type !== 'header') {
        block.targets['de'] = {
          runs: [{ kind: 'plural', pivot: 'n', forms: { one: [textRun('Datei')], other } }],
          status: 'translated',
        };
      }
    });
    expect(changed.text).toContain('msgstr[1] "Dateien"\nmsgstr[2] "%d zu viel"\n');
  });

  test('T127 po lists once per file what it cannot hold', async () => {
    const document = await readDocument(poFormat, `${german}msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n`, {
      targetLocale: 'de',
    });
    for (const block of document.blocks) {
      block.overlays.push({ type: 'segmentation', spans: [] } as unknown as Block['overlays'][number]);
      if (block.type !== 'header') block.targets['de'] = { runs: [textRun('x')], status: 'signed-off' };
    }
    const losses: unknown[] = [];
    const sink = { write: () => undefined };
    const ctx = { document: 'a.po', sourceLocale: 'en', targetLocale: 'de', signal: new AbortController().signal };
    async function* parts() {
      yield* document.parts;
    }
    await poFormat.write(parts(), sink, document.skeleton, {}, { ...ctx, lose: (loss) => void losses.push(loss) });
    expect(losses).toEqual([
      { kind: 'overlay-dropped', detail: { reason: 'segmentation', count: 2 } },
      { kind: 'repaired', detail: { reason: 'status', count: 2 } },
    ]);
  });

  test('T111 empties what lost its translation, and keeps that of a file in another language', async () => {
    const input = `${german}#, fuzzy\nmsgid "a"\nmsgstr "b"\n`;
    expect((await rewrite(input, (block) => delete block.targets['de'])).text).toBe(`${german}msgid "a"\nmsgstr ""\n`);
    expect((await rewrite(input, () => undefined, { targetLocale: 'fr' })).text).toBe(input);
    const document = await readDocument(poFormat, input, { targetLocale: 'fr' });
    expect(Object.keys(document.blocks[1]?.targets ?? {})).toEqual(['de']);
    const swiss = await readDocument(poFormat, input, { targetLocale: 'de-CH' });
    expect(Object.keys(swiss.blocks[1]?.targets ?? {})).toEqual(['de-CH']);
  });

  test(
    'TV44 writes three forms of Polish by the header that it adds, and msgfmt accepts them',
    needs('msgfmt'),
    async () => {
      const input = `${header('Language: ')}#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
      const target = forms({
        one: form('%d plik'),
        few: form('%d pliki'),
        many: form('%d plików'),
        other: form('%d pliku'),
      });
      const { text } = await rewrite(input, (block) => (block.targets['pl'] = { runs: target, status: 'translated' }), {
        targetLocale: 'pl',
      });
      expect(text).toContain('"Language: pl\\n"');
      expect(text).toMatch(/"Plural-Forms: nplurals=3; plural=/u);
      expect(text).toContain('msgstr[0] "%d plik"\nmsgstr[1] "%d pliki"\nmsgstr[2] "%d plików"\n');
      expect(msgfmt(text)).toContain('%d plik\0%d pliki\0%d plików');
      const again = await readDocument(poFormat, text);
      const [run] = again.blocks[1]?.targets['pl']?.runs ?? [];
      expect(run?.kind === 'plural' && Object.keys(run.forms)).toEqual(['one', 'few', 'many', 'other']);
    },
  );

  test('T111 writes a header for the target where there is none', needs('msgfmt'), async () => {
    const { text } = await rewrite('# first\nmsgid "a"\nmsgstr ""\n', translate('ä'));
    expect(text).toBe(
      'msgid ""\nmsgstr ""\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Language: de\\n"\n\n# first\nmsgid "a"\nmsgstr "ä"\n',
    );
    expect(msgfmt(text)).toContain('ä');
    const template =
      '#, fuzzy\nmsgid ""\nmsgstr ""\n"Language: \\n"\n"Content-Type: text/plain; charset=CHARSET\\n"\n\nmsgid "a"\nmsgstr ""\n';
    const filled = (await rewrite(template, translate('ä', 'translated', 'pt-BR'), { targetLocale: 'pt-BR' })).text;
    expect(filled).toBe(
      'msgid ""\nmsgstr ""\n"Language: pt_BR\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "ä"\n',
    );
  });

  test('T111 a catalog in an unknown language keeps its header as it is', async () => {
    const input = `#, fuzzy\n${header('Language: ')}msgid "a"\nmsgstr "b"\n`;
    const { text } = await rewrite(input, translate('c', 'translated', 'und'), { targetLocale: 'und' });
    expect(text).toBe(input.replace('"b"', '"c"'));
  });

  test('T99 po turns a catalog of the source language into one of the target', async () => {
    const english = header('Language: en', 'Plural-Forms: nplurals=2; plural=(n != 1);');
    const { text } = await rewrite(`${english}msgid "a"\nmsgstr ""\n`, translate('b', 'translated', 'ja'), {
      targetLocale: 'ja',
    });
    expect(text).toBe(`${header('Language: ja', 'Plural-Forms: nplurals=1; plural=0;')}msgid "a"\nmsgstr "b"\n`);
  });

  test.each([
    ['a form that the header has no number for', forms({ one: form('a'), '=0': form('none'), other: form('b') })],
    ['a form inside of a text', [textRun('x'), ...forms({ other: form('b') })]],
    ['a choice by a word', [{ kind: 'select', pivot: 'g', cases: { other: form('b') } }] satisfies Runs],
    ['NUL', forms({ one: form('\0'), other: form('b') })],
  ])('T100 po refuses %s, and names the block', async (_, runs: Runs) => {
    const input = `${german}msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
    const writing = rewrite(input, (block) => (block.targets['de'] = { runs, status: 'translated' }));
    await expect(writing).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
      message: expect.stringMatching(/^Cannot write block "a" as po: /u),
      details: { block: expect.stringMatching(/^m[0-9a-v]{10}$/u) },
    });
  });

  test('T100 po refuses forms where the message has none, and a message without a source', async () => {
    const input = `${german}msgid "a"\nmsgstr ""\n`;
    const plural = rewrite(
      input,
      (block) => (block.targets['de'] = { runs: forms({ other: form('b') }), status: 'translated' }),
    );
    await expect(plural).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
    await expect(rewrite(input, (block) => void (block.source = form('')))).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
    });
  });

  test('T100 po keeps the forms that did not change as they are spelled', async () => {
    const input = `${german}msgid "a"\nmsgid_plural "b"\nmsgstr[0]   "x" "y"\nmsgstr[1] "z"\n`;
    const { text } = await rewrite(
      input,
      (block) => (block.targets['de'] = { runs: forms({ one: form('xy'), other: form('new') }), status: 'translated' }),
    );
    expect(text).toBe(input.replace('"z"', '"new"'));
  });

  test('T111 puts one text into every form of a message', async () => {
    const input = `${german}msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
    expect((await rewrite(input, translate('x'))).text).toBe(input.replaceAll(/(msgstr\[\d\]) ""/gu, '$1 "x"'));
  });

  test('T101 po names the charset of the encoding that the layer asks for', async () => {
    const document = await readDocument(poFormat, `${german}msgid "a"\nmsgstr "ü"\n`, { targetLocale: 'de' });
    const [first] = document.parts;
    if (first?.kind === 'layer-start') first.layer.encoding = 'windows-1252';
    const { bytes } = await writeDocument(poFormat, document, { targetLocale: 'de' });
    expect(Buffer.from(bytes).toString('latin1')).toBe(
      `${german.replace('UTF-8', 'WINDOWS-1252')}msgid "a"\nmsgstr "ü"\n`,
    );
    expect((await readDocument(poFormat, bytes)).blocks[1]?.targets['de']?.runs).toEqual([textRun('ü')]);
  });

  test('T104 po gives a code the id that it has in the source', async () => {
    const input = `${german}#, c-format\nmsgid "%1$s of <b>%2$s</b>"\nmsgstr "<b>%2$s</b> von %1$s, %3$s"\n`;
    const { blocks } = await readDocument(poFormat, input);
    const ids = (runs: Runs) => runs.flatMap((run) => ('id' in run ? [`${run.id} ${dataText([run])}`] : []));
    expect(ids(blocks[1]?.source ?? [])).toEqual(['1 %1$s', '2 <b>', '3 %2$s', '2 </b>']);
    expect(ids(blocks[1]?.targets['de']?.runs ?? [])).toEqual(['2 <b>', '3 %2$s', '2 </b>', '1 %1$s', '4 %3$s']);
  });
});

test('messages that a file has twice are reported once, and each is written to its own place', async () => {
  const input = `${header('Language: de')}msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n\nmsgctxt "b"\nmsgid "a"\nmsgstr "3"\n`;
  const document = await readDocument(poFormat, input, { targetLocale: 'de' });
  expect(document.losses).toEqual([{ kind: 'repaired', detail: { reason: 'duplicate-key', count: 1 } }]);
  const [, , second] = document.blocks;
  const parts = withContent(
    poFormat,
    document.parts,
    ({ id }) => (id === second?.id ? [textRun('zwei')] : undefined),
    'de',
  );
  const { bytes } = await writeDocument(poFormat, { ...document, parts }, { targetLocale: 'de' });
  expect(Buffer.from(bytes).toString()).toBe(input.replace('"2"', '"zwei"'));
});

test.each(['en', 'de', ''])('a catalog in "%s" that is written in a pseudo-locale names it', async (language) => {
  const input = `${header(`Language: ${language}`)}msgid "a"\nmsgstr ""\n`;
  const document = await readDocument(poFormat, input, { targetLocale: 'qps' });
  const { bytes } = await writeDocument(poFormat, document, { targetLocale: 'qps' });
  expect(Buffer.from(bytes).toString()).toContain('"Language: qps\\n"');
});
