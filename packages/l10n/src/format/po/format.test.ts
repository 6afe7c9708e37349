import { textRun } from '@helve/flow';
import { describeFormat } from '../../testing/describe-format.js';
import { poFormat } from './format.js';

const header = (...fields: readonly string[]): string =>
  [
    'msgid ""',
    'msgstr ""',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    ...fields.map((field) => `"${field}\\n"`),
    '',
    '',
  ].join('\n');

const german = header('Language: de', 'Plural-Forms: nplurals=2; plural=(n != 1);');
const headerBlock = { id: 'header', type: 'header', translatable: false };

const variable = (id: string, data: string) => ({ kind: 'ph', id, type: 'code:variable', data }) as const;

describeFormat(poFormat, {
  testedApart: ['htmlValues', 'wrap'],
  cases: [
    {
      name: 'messages with all kinds of comments',
      input: `# Translators of this file\n${german}#  who: a person\n#. What the button does\n#. and where\n#: src/a.c:12 src/b.c:3\n#: src/c.c:4\n#, fuzzy, c-format\n#| msgctxt "old menu"\n#| msgid "Open %s"\nmsgctxt "menu"\nmsgid "Open file %s"\nmsgstr "Datei %s öffnen"\n\n#~ msgid "gone"\n#~ msgstr "weg"\n`,
      blocks: [
        { ...headerBlock, note: 'Translators of this file', properties: { role: 'header', 'target-language': 'de' } },
        {
          name: 'menu',
          text: 'Open file %s',
          target: 'Datei %s öffnen',
          note: 'What the button does\nand where\n who: a person',
          properties: {
            context: 'menu',
            references: 'src/a.c:12 src/b.c:3\nsrc/c.c:4',
            flags: 'c-format',
            previous: 'Open %s',
            previousContext: 'old menu',
          },
        },
      ],
    },
    {
      name: 'strings of several lines, escapes and what has no text yet',
      input: `${german}msgid ""\n"one\\n"\n"two \\"quoted\\" \\\\ \\t\\303\\251\\x41"\nmsgstr ""\n"eins\\n"\n"zwei"\n\nmsgid "new"\nmsgstr ""\n\nmsgid "a" msgstr "b"\nmsgid "last"\n  msgstr"letzte"`,
      blocks: [
        headerBlock,
        { text: 'one\ntwo "quoted" \\ \téA', target: 'eins\nzwei' },
        { text: 'new', target: '' },
        { text: 'a', target: 'b' },
        { text: 'last', target: 'letzte' },
      ],
    },
    {
      name: 'plural forms',
      input: `${german}#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n`,
      blocks: [
        headerBlock,
        {
          source: [
            {
              kind: 'plural',
              pivot: 'n',
              forms: {
                one: [{ kind: 'ph', id: '1', type: 'code:variable', data: '%d' }, textRun(' file')],
                other: [{ kind: 'ph', id: '1', type: 'code:variable', data: '%d' }, textRun(' files')],
              },
            },
          ],
          target: '{n,plural,one{%d Datei}other{%d Dateien}}',
        },
      ],
    },
    {
      name: 'messages that the file has twice, and one in another context',
      input: `${german}msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n\nmsgctxt ""\nmsgid "a"\nmsgstr "3"\n`,
      blocks: [
        headerBlock,
        { text: 'a', target: '1' },
        { text: 'a', target: '2' },
        { text: 'a', target: '3', properties: { context: '' } },
      ],
    },
    {
      name: 'a file without a header',
      input: 'msgid "a"\nmsgstr "b"\n',
      blocks: [{ text: 'a', target: 'b' }],
      spreads: 'the header is written for the target',
    },
    {
      name: 'CRLF, a byte order mark and a domain',
      input: `\uFEFF${german.replaceAll('\n', '\r\n')}domain "x"\r\n\r\n# c\r\nmsgid ""\r\n"a\\n"\r\n"b"\r\nmsgstr ""\r\n"c\\n"\r\n"d"\r\n`,
      blocks: [headerBlock, { text: 'a\nb', target: 'c\nd', note: 'c' }],
    },
    {
      name: 'UTF-16',
      input: Buffer.from(`\uFEFF${german}# ы\nmsgid "ключ"\nmsgstr "значение 😀"\n`, 'utf16le'),
      blocks: [headerBlock, { text: 'ключ', target: 'значение 😀', note: 'ы' }],
    },
    {
      name: 'keys instead of source texts',
      input: `${german.replace('de', 'en')}#. Above the list\nmsgid "list.title"\nmsgstr "My files"\n\nmsgid "list.count"\nmsgid_plural "list.count"\nmsgstr[0] "one"\nmsgstr[1] "many"\n`,
      options: { bilingual: false },
      spreads: 'the header is written for the target',
      blocks: [
        headerBlock,
        {
          id: 'list.title',
          name: 'list.title',
          text: 'My files',
          properties: { key: 'list.title' },
          note: 'Above the list',
        },
        { id: 'list.count', text: '{n,plural,one{one}other{many}}' },
      ],
    },
    {
      name: 'a charset on the line of msgstr itself',
      input: Buffer.from(
        'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "size"\nmsgstr "Größe"\n',
        'latin1',
      ),
      blocks: [{ type: 'header' }, { text: 'size', target: 'Größe' }],
    },
    {
      name: 'a charset that the header names',
      input: Buffer.from(`${german.replace('UTF-8', 'ISO-8859-1')}msgid "size"\nmsgstr "Größe"\n`, 'latin1'),
      blocks: [headerBlock, { text: 'size', target: 'Größe' }],
    },
    {
      name: 'an encoding that the options name',
      input: Buffer.concat([Buffer.from('msgid "a"\nmsgstr "'), Buffer.from([0xe0]), Buffer.from('"\n')]),
      options: { encoding: 'windows-1251' },
      blocks: [{ text: 'a', target: 'а' }],
      spreads: 'the header is written for the target',
    },
    {
      name: 'fuzzy translations left alone',
      input: `${german}#, fuzzy\nmsgid "a"\nmsgstr "vielleicht"\n\nmsgid "b"\nmsgstr "sicher"\n`,
      options: { fuzzy: 'skip' },
      blocks: [
        headerBlock,
        { text: 'a', target: '', translatable: false },
        { text: 'b', target: 'sicher', translatable: true },
      ],
    },
    {
      name: 'codes by their flags',
      input: `${german}#, python-brace-format\nmsgid "%s {name}"\nmsgstr ""\n\n#, qt-format\nmsgid "%1 of %L2"\nmsgstr "%L2: %1"\n\n#, no-c-format\nmsgid "%s sold"\nmsgstr ""\n\n#, python-format\nmsgid "%r is no %(kind)r"\nmsgstr ""\n\n#, c-format\nmsgid "%s %r"\nmsgstr ""\n`,
      blocks: [
        headerBlock,
        { source: [textRun('%s '), { kind: 'ph', id: '1', type: 'code:variable', data: '{name}' }] },
        { source: [variable('1', '%1'), textRun(' of '), variable('2', '%L2')] },
        { source: [textRun('%s sold')] },
        { source: [variable('1', '%r'), textRun(' is no '), variable('2', '%(kind)r')] },
        { source: [variable('1', '%s'), textRun(' %r')] },
      ],
    },
    {
      name: 'no codes at all',
      input: `${german}#, c-format\nmsgid "%s <b>"\nmsgstr "%s"\n`,
      options: { codeFinder: { enabled: false } },
      blocks: [headerBlock, { source: [textRun('%s <b>')] }],
    },
    { name: 'nothing but comments', input: '# one\n\n#~ msgid "a"\n#~ msgstr "b"\n', blocks: [] },
    { name: 'no byte', input: '', blocks: [] },
  ],
  // Of a file with keys only the source side is read back.
  probed: [
    'messages with all kinds of comments',
    'strings of several lines, escapes and what has no text yet',
    'a file without a header',
    'CRLF, a byte order mark and a domain',
    'UTF-16',
  ],
  exceptions: [
    { check: 'X13', reason: 'escapes of numbers are bytes, and no other has two spellings' },
    { check: 'X31', of: 'fuzzy translations left alone', reason: 'translations that are not read are not written' },
    { check: 'X30', of: 'fuzzy translations left alone', reason: 'a message is put in without its translation' },
  ],
  badValues: [
    {
      name: 'a wrong escape',
      input: 'msgid "b"\nmsgstr ""\n\nmsgctxt "é"\nmsgid "a"\nmsgstr "x \\q"\n',
      block: 'é',
      line: 6,
      column: 11,
    },
    {
      name: 'a wrong escape in the first message',
      input: 'msgctxt "c"\nmsgid "\\q"\nmsgstr ""\n',
      block: 'c',
      line: 2,
      column: 8,
    },
  ],
  plurals: [
    {
      name: 'plural forms',
      input:
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      ordered: 'the forms are numbered by the rule of gettext',
      categories: { byLocale: { fr: ['one', 'other'] }, reason: 'gettext has two forms of French' },
    },
  ],
  malformed: [
    { name: 'a string that does not end on its line', input: 'msgid "a\nmsgstr "b"\n', line: 1, column: 9 },
    { name: 'a string that does not end', input: 'msgid "a"\nmsgstr "b', line: 2, column: 8 },
    { name: 'an unknown keyword', input: 'msgid "a"\nmsgtxt "b"\n', line: 2, column: 1 },
    { name: 'a message without msgstr', input: 'msgid "a"\n\nmsgid "b"\nmsgstr ""\n', line: 3, column: 1 },
    { name: 'an end inside a message', input: '# c\nmsgid "a"\n', line: 3, column: 1 },
    { name: 'a keyword without a string', input: 'msgid\nmsgstr "b"\n', line: 2, column: 1 },
    { name: 'a string without a keyword', input: '# c\n  "b"\n', line: 2, column: 3 },
    { name: 'a form with the wrong number', input: 'msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\n', line: 3, column: 1 },
    { name: 'msgstr of a plural', input: 'msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', line: 3, column: 1 },
    { name: 'a form of a message without plural', input: 'msgid "a"\nmsgstr[0] "c"\n', line: 2, column: 1 },
    { name: 'a comment inside a message', input: 'msgid "é"\n  # c\nmsgstr "c"\n', line: 2, column: 3 },
    { name: 'a wrong escape', input: 'msgid "é\\q"\nmsgstr ""\n', line: 1, column: 9 },
    { name: 'a NUL byte', input: 'msgid "a"\n\0msgstr ""\n', line: 2, column: 1 },
    { name: 'two keywords in one', input: 'msgidmsgid "a"\n', line: 1, column: 1 },
    {
      name: 'bytes that are not of the charset',
      input: Buffer.concat([Buffer.from(german), Buffer.from([0x23, 0xff, 0x0a])]),
      code: 'L10N_ENCODING',
    },
    { name: 'an unknown charset', input: german.replace('UTF-8', 'KLINGON-1'), code: 'L10N_ENCODING' },
    { name: 'more bytes than allowed', input: german, options: { maxBytes: 8 }, code: 'L10N_LIMIT' },
  ],
});
