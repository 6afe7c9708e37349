import { spawnSync } from 'node:child_process';
import { createBlock } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument } from '../../testing/document-kit.js';
import { insertInto } from '../../testing/format/insert-kit.js';
import { poFormat } from './format.js';

const insert = insertInto.bind(undefined, poFormat);
const header =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: pl\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n';

async function blocksOf(text: string) {
  return (await readDocument(poFormat, text, { targetLocale: 'pl' })).blocks.filter(({ type }) => type !== 'header');
}

const rich = `#. For developers
#: a.c:1
#, c-format
msgctxt "menu"
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "x"
msgstr[1] "y"
`;

describe('insertPo', () => {
  test('X30 a message goes behind its neighbour, with comments and context, and without a translation', async () => {
    const [first, last] = await blocksOf('msgid "a"\nmsgstr ""\n\nmsgid "z"\nmsgstr ""\n');
    const [block] = await blocksOf(rich);
    if (!first || !last || !block) throw new TypeError('There are too few blocks');
    const text = `${header}\n# c\nmsgid "a"\nmsgstr "A"\n\nmsgid "z"\nmsgstr "Z"\n\n#~ msgid "old"\n#~ msgstr "alt"\n`;
    const made = await insert(text, [{ block, after: first.id }], [], { targetLocale: 'pl' });
    expect(made).toBe(
      text.replace(
        'msgstr "A"\n',
        'msgstr "A"\n\n#. For developers\n#: a.c:1\n#, c-format\nmsgctxt "menu"\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n',
      ),
    );
    expect(await insert(text, [], [last.id])).toBe(text.replace('msgid "z"\nmsgstr "Z"\n\n', ''));
  });

  test('X30 the first message goes behind the header, and long texts are wrapped', async () => {
    const block = createBlock({ id: 'a', name: 'key', sourceLocale: 'en', source: `${'word '.repeat(20)}end` });
    expect(await insert(header, [{ block }])).toBe(
      `${header}\nmsgctxt "key"\nmsgid ""\n"${'word '.repeat(15)}"\n"${'word '.repeat(5)}end"\nmsgstr ""\n`,
    );
    expect(await insert('', [{ block: { ...block, source: [{ kind: 'text', text: 'x' }] } }])).toBe(
      'msgctxt "key"\nmsgid "x"\nmsgstr ""\n',
    );
  });

  test('X30 keys have their text as msgstr', async () => {
    const options = { bilingual: false };
    const added = [{ name: 'k', text: 'Text' }];
    expect(await insert('', added, [], { options })).toBe('msgid "k"\nmsgstr "Text"\n');
  });

  test('X30 a message without a text has no place', async () => {
    await expect(insert(header, [{ name: 'k', text: '' }])).rejects.toMatchObject({ code: 'L10N_UNWRITABLE' });
  });

  test('X30 msgfmt accepts what was put in', needs('msgfmt'), async () => {
    const [block] = await blocksOf(rich);
    if (!block) throw new TypeError('There is no block');
    const made = await insert(header, [{ block }, { name: 'b', text: 'two\nlines "q"', after: block.id }]);
    expect(spawnSync('msgfmt', ['-c', '-o', '-', '-'], { input: made, encoding: 'utf8' }).stderr).not.toMatch(/error/);
  });
});
