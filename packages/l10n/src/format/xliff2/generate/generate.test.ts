import { payloadOf, type Block, type Runs } from '@helve/flow';
import { dataText, formsOf, hasForms } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { readDocument, writeDocument } from '../../../testing/document-kit.js';
import { partsOf, richBlocks } from '../../../testing/format/rich-blocks.js';
import { xliff2Format } from '../format.js';

async function generate(version: string, blocks: readonly Block[] = richBlocks): Promise<string> {
  const kit = { options: { version }, targetLocale: 'de', document: 'app.json' };
  const { bytes } = await writeDocument(xliff2Format, { parts: partsOf(blocks), skeleton: undefined }, kit);
  return Buffer.from(bytes).toString();
}

async function readBack(text: string): Promise<ReadonlyMap<string, Block>> {
  const { blocks } = await readDocument(xliff2Format, text, { options: { validation: 'strict' }, targetLocale: 'de' });
  return new Map(blocks.map((block) => [block.name, block]));
}

/** Codes with what they show, forms with their keys. */
function shown(runs: Runs): string {
  return runs
    .map((run) => {
      if (run.kind === 'text') return run.text;
      if (hasForms(run))
        return `{${formsOf(run)
          .map(([key, form]) => `${key}: ${shown(form)}`)
          .join(' ')}}`;
      return `[${run.kind} ${run.id} ${'type' in run ? run.type : ''} ${'disp' in run ? (run.disp ?? '') : ''}]`;
    })
    .join('');
}

describe('a new XLIFF 2 file', () => {
  test.each(['2.0', '2.1', '2.2'])('X31 of version %s keeps every rule of the standard', async (version) => {
    const text = await generate(version);
    expect(text).toContain(
      `xmlns="urn:oasis:names:tc:xliff:document:${version}" version="${version}" srcLang="en" trgLang="de"`,
    );
    expect([...(await readBack(text)).keys()]).toEqual(richBlocks.map(({ name }) => name));
  });

  test('X98 texts, typed codes, notes, context, length, states and proposals survive', async () => {
    const title = (await readBack(await generate('2.2'))).get('home.title');
    if (title === undefined) throw new TypeError('There is no title');
    expect(shown(title.source)).toBe(
      'Hello [ph 1 code:variable Ann], [pc-open 2 fmt:bold <b>]bold & <brave>[pc-close 2 fmt:bold ][ph c3 code:function $t(<&>)]',
    );
    const target = title.targets['de'];
    expect(shown(target?.runs ?? [])).toContain(
      '[pc-open 2 fmt:bold <b>]Hallo[pc-close 2 fmt:bold ] [ph 1 code:variable Ann]',
    );
    expect(target?.status).toBe('reviewed');
    expect(title.displayHint).toEqual({ maxLength: 40, unit: 'chars' });
    expect(title.properties['context']).toBe('Title of the page');
    expect(payloadOf(title.annotations['note'], 'note')?.items).toMatchObject([
      { text: 'A greeting' },
      { text: 'Second\nnote', priority: 2 },
    ]);
    const [proposal] = payloadOf(title.annotations['alt-translation'], 'alt-translations')?.items ?? [];
    expect(proposal).toMatchObject({ score: 0.75, engine: 'tm' });
    expect(shown(proposal?.target ?? [])).toBe('Na [ph 1 code:variable Ann]');
  });

  test('X98 forms are segments of one unit, for both languages', async () => {
    const files = (await readBack(await generate('2.2'))).get('files');
    expect(shown(files?.source ?? [])).toBe('{one: one file few: many files other: many files}');
    expect(shown(files?.targets['de']?.runs ?? [])).toBe('{one: eine few: wenige other: viele}');
    expect(files?.targets['de']?.status).toBe('draft');
  });

  test('X98 forms are messages in versions that have none', async () => {
    const files = (await readBack(await generate('2.1'))).get('files');
    expect(dataText(files?.source ?? [])).toContain('{n, plural, one {one file} other {many files}}');
  });

  test('X31 white space, characters that XML lacks, crossing pairs and locked texts survive', async () => {
    const blocks = await readBack(await generate('2.2'));
    expect(dataText(blocks.get('space')?.source ?? [])).toBe(' two  spaces\n<and a line>\u0001 ');
    expect(blocks.get('space')?.preserveWhitespace).toBe(true);
    expect(shown(blocks.get('crossing')?.source ?? [])).toContain('a[pc-open 3 fmt:italic <b>]b');
    expect(blocks.get('locked')?.translatable).toBe(false);
    expect(blocks.get('new')?.targets['de']?.status).toBe('new');
    expect(blocks.get('done')?.targets['de']?.status).toBe('signed-off');
  });

  test('X31 segments of the source are segments of the unit', async () => {
    const input =
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="u">' +
      '<segment id="a"><source>One.</source><target>Eins.</target></segment><ignorable id="b"><source> </source><target> </target></ignorable>' +
      '<segment id="c"><source>Two.</source><target>Zwei.</target></segment></unit></file></xliff>';
    const { parts } = await readDocument(xliff2Format, input, { targetLocale: 'de' });
    const { bytes } = await writeDocument(xliff2Format, { parts, skeleton: undefined }, { targetLocale: 'de' });
    expect(
      Buffer.from(bytes)
        .toString()
        .match(/<(?:segment|ignorable) id="\w"/g),
    ).toEqual(['<segment id="a"', '<ignorable id="b"', '<segment id="c"']);
  });

  test('X31 an original of each file element stays one', async () => {
    const input =
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">' +
      '<file id="f1" original="a.json"><unit id="u1"><segment><source>a</source></segment></unit></file>' +
      '<file id="f2" original="b.json"><unit id="u2"><segment><source>b</source></segment></unit></file></xliff>';
    const { parts } = await readDocument(xliff2Format, input);
    const { bytes } = await writeDocument(xliff2Format, { parts, skeleton: undefined });
    expect(
      Buffer.from(bytes)
        .toString()
        .match(/original="[^"]*"/g),
    ).toEqual(['original="a.json"', 'original="b.json"']);
  });
});
