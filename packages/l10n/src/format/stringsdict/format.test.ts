import { textRun, type Block, type PluralKey, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { readDocument, withContent, writeDocument, type KitOptions } from '../../testing/document-kit.js';
import { pluralContent } from '../plural/plan-members.js';
import { illegalCharacter } from '../xml/reference.js';
import { stringsdictFormat } from './format.js';

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n';
const file = (...lines: readonly string[]): string =>
  `${head}${lines.map((line) => `\t${line}\n`).join('')}</dict>\n</plist>\n`;
const pair = (key: string, value: string): readonly string[] => [`<key>${key}</key>`, `<string>${value}</string>`];
const dict = (...lines: readonly string[]): readonly string[] => [
  '<dict>',
  ...lines.map((line) => `\t${line}`),
  '</dict>',
];
const variable = (name: string, ...forms: readonly (readonly [string, string])[]): readonly string[] => [
  `<key>${name}</key>`,
  ...dict(
    ...pair('NSStringFormatSpecTypeKey', 'NSStringPluralRuleType'),
    ...pair('NSStringFormatValueTypeKey', 'd'),
    ...forms.flatMap(([key, value]) => pair(key, value)),
  ),
];
const entry = (key: string, format: string, ...variables: readonly (readonly string[])[]): readonly string[] => [
  `<key>${key}</key>`,
  ...dict(...pair('NSStringLocalizedFormatKey', format), ...variables.flat()),
];
const rule = (key: string, type: string, ...cases: readonly (readonly [string, string])[]): readonly string[] => [
  `<key>${key}</key>`,
  ...dict(`<key>NSString${type}RuleType</key>`, ...dict(...cases.flatMap(([name, value]) => pair(name, value)))),
];

const files = entry('files', '%#@n@', variable('n', ['one', '%d file'], ['other', '%d files']));
const two = entry(
  'two',
  '%1$#@m@ and %2$#@s@',
  variable('m', ['one', '%d minute'], ['other', '%d minutes']),
  variable('s', ['one', '%d second'], ['other', '%d seconds']),
);
const forms = (pivot: string, ...entries: readonly (readonly [PluralKey, string])[]): Runs =>
  pluralContent(
    entries.map(([key, content]) => [key, [textRun(content)]] as const),
    { pivot },
  );

describeFormat(stringsdictFormat, {
  cases: [
    {
      name: 'plurals with notes',
      input: file('<!-- Number of files -->', ...files, ...two, ...entry('plain', 'Hi %@')),
      blocks: [
        { name: 'files', note: 'Number of files', text: '{n,plural,one{%d file}other{%d files}}' },
        { name: 'two', note: undefined },
        { name: 'plain', text: 'Hi %@', type: 'string' },
      ],
    },
    {
      name: 'widths, devices and strings',
      input: file(
        ...rule('w', 'VariableWidth', ['20', 'short'], ['50', 'long']),
        ...rule('d', 'DeviceSpecific', ['iphone', 'tap'], ['other', 'click']),
        ...pair('s', 'text &lt; more'),
        '<key>e</key>',
        '<string/>',
        '<key>x</key>',
        '<true/>',
      ),
      options: { maxDepth: 20 },
      blocks: [
        {
          name: 'w',
          source: [{ kind: 'select', pivot: 'width', cases: { '20': [textRun('short')], other: [textRun('long')] } }],
        },
        {
          name: 'd',
          source: [{ kind: 'select', pivot: 'device', cases: { iphone: [textRun('tap')], other: [textRun('click')] } }],
        },
        { name: 's', text: 'text < more' },
        { name: 'e', text: '' },
      ],
    },
    {
      name: 'repeated keys',
      input: file(...pair('a', '1'), ...pair('a', '2'), ...pair('', '3')),
      blocks: [{ id: 'a' }, { id: 'a#2', name: 'a' }, { id: '(empty)', name: '' }],
    },
    {
      name: 'codes that are not looked for',
      input: file(...pair('a', '%@')),
      options: { codeFinder: { enabled: false } },
      blocks: [{ source: [textRun('%@')] }],
    },
    {
      name: 'UTF-16',
      input: Buffer.from(`\uFEFF<plist><dict>${pair('a', 'é').join('')}</dict></plist>`, 'utf16le'),
      options: { encoding: 'utf-16le' },
      blocks: [{ text: 'é' }],
    },
  ],
  testedApart: ['maxLengthPattern'],
  badValues: [
    { name: 'a missing variable', input: file(...entry('a', '%#@x@')), block: 'a', line: 8, column: 3 },
    {
      name: 'a variable that contains itself',
      input: file(...entry('a', '%#@x@', variable('x', ['other', '%#@y@']), variable('y', ['other', '%#@x@']))),
      block: 'a',
      line: 25,
      column: 4,
    },
    {
      name: 'a form that is no string',
      input: file(...entry('a', '%#@x@', ['<key>x</key>', '<dict><key>other</key><true/></dict>'])),
      block: 'a',
      line: 10,
      column: 25,
    },
  ],
  spellings: [
    {
      name: 'references and literal characters',
      fileOf: (raw) => file(...entry('a', raw)),
      raw: "caf&#233; é &apos; ' &gt; >",
      text: "café é ' ' > >",
    },
  ],
  plurals: [
    {
      name: 'a variable',
      input: file(...files),
    },
  ],
  malformed: [
    { name: 'another root', input: '<dict/>', line: 1, column: 1 },
    { name: 'no dictionary', input: '<plist>\n<array/></plist>', line: 1, column: 1 },
    { name: 'a value without a key', input: '<plist><dict>\n<string>x</string></dict></plist>', line: 2, column: 1 },
    { name: 'a key without a value', input: '<plist><dict>\n<key>x</key></dict></plist>', line: 2, column: 1 },
    { name: 'a compiled file', input: 'bplist00\u0001', line: 1, column: 1 },
    {
      name: 'an unknown entity',
      input: '<plist><dict><key>a</key>\n<string>&b;</string></dict></plist>',
      line: 2,
      column: 9,
    },
    { name: 'no end', input: '<plist><dict>', line: 1, column: 8 },
    { name: 'more bytes than allowed', input: '<plist/>', options: { maxBytes: 4 }, code: 'L10N_LIMIT' },
    {
      name: 'entities that expand to too much',
      input: '<!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><plist/>',
      options: { maxExpansion: 15 },
      code: 'L10N_LIMIT',
    },
  ],
  refuses: [{ matches: illegalCharacter, reason: 'XML 1.0 does not allow it' }],
});

/** Writes a file with other content in some blocks, by name. */
async function edited(input: string, changes: Readonly<Record<string, Runs>>, kit: KitOptions = {}) {
  const document = await readDocument(stringsdictFormat, input, kit);
  const parts = withContent(stringsdictFormat, document.parts, ({ name }: Block) => changes[name], 'de');
  const { bytes, losses } = await writeDocument(stringsdictFormat, { ...document, parts }, kit);
  return { written: Buffer.from(bytes).toString(), losses };
}

async function contentOf(input: string, kit: KitOptions = {}): Promise<Runs> {
  return (await readDocument(stringsdictFormat, input, kit)).blocks[0]?.source ?? [];
}

describe('stringsdict', () => {
  test('XV5a a variable is a plural whose forms have codes', async () => {
    const [plural] = await contentOf(file(...files));
    expect(plural).toMatchObject({ kind: 'plural', pivot: 'n' });
    expect(plural?.kind === 'plural' && plural.forms.one).toMatchObject([
      { kind: 'ph', id: '1', data: '%d' },
      { text: ' file' },
    ]);
  });

  test('XV5b text between variables is changed alone, and positions stay', async () => {
    const input = file(...two);
    const runs = await contentOf(input);
    expect(runs).toMatchObject([{ pivot: 'm' }, { text: ' and ' }, { pivot: 's' }]);
    const french = runs.map((run) => (run.kind === 'text' ? textRun(' et ') : run));
    expect((await edited(input, { two: french })).written).toBe(input.replace(' and ', ' et '));
  });

  test('XV5c forms of the target language stand before other, with the tabs of the file', async () => {
    const polish = forms('n', ['one', '1'], ['few', '2'], ['many', '5'], ['other', '0,5']);
    const expected = entry(
      'files',
      '%#@n@',
      variable('n', ['one', '1'], ['few', '2'], ['many', '5'], ['other', '0,5']),
    );
    expect((await edited(file(...files), { files: polish }, { targetLocale: 'pl' })).written).toBe(file(...expected));
  });

  test('XV5d zero is the number 0 in a language without that category', async () => {
    const input = file(...entry('a', '%#@n@', variable('n', ['zero', 'none'], ['one', '1'], ['other', 'many'])));
    expect(await contentOf(input)).toEqual(forms('n', ['=0', 'none'], ['one', '1'], ['other', 'many']));
    expect(await contentOf(input, { sourceLocale: 'lv' })).toEqual(
      forms('n', ['zero', 'none'], ['one', '1'], ['other', 'many']),
    );
    const german = forms('n', ['=0', 'keine'], ['one', '1'], ['other', 'many']);
    expect((await edited(input, { a: german }, { targetLocale: 'de' })).written).toBe(input.replace('none', 'keine'));
  });

  test('XV5e a missing variable is refused by name', async () => {
    await expect(contentOf(file(...entry('a', '%#@x@')))).rejects.toThrow(/the variable "x" is missing/u);
  });

  test('XV5f references stay spelled as they were', async () => {
    const input = file(...entry('a', 'x &lt; &#39;%#@n@&#39;', variable('n', ['other', '&gt;y'])));
    const runs = await contentOf(input);
    const changed = runs.map((run) => (run.kind === 'text' ? textRun(run.text.replace('x', 'z')) : run));
    expect((await edited(input, { a: changed })).written).toBe(input.replace('x &lt;', 'z &lt;'));
  });

  test('X12 entities of the doctype stay references', async () => {
    const input =
      '<!DOCTYPE plist [<!ENTITY brand "Acme">]><plist><dict><key>a</key><string>I use &brand;</string></dict></plist>';
    const runs = await contentOf(input);
    expect(runs).toMatchObject([
      { text: 'I use ' },
      { kind: 'ph', type: 'code:variable', equiv: 'brand', disp: 'Acme' },
    ]);
    const changed = [textRun('Mit '), ...runs.slice(1)];
    expect((await edited(input, { a: changed })).written).toBe(input.replace('I use', 'Mit'));
  });

  test('XV5g widths are a choice, and the widest is the rest', async () => {
    const input = file(...rule('w', 'VariableWidth', ['50', 'long'], ['20', 'short']));
    const runs = await contentOf(input);
    expect(runs).toEqual([
      { kind: 'select', pivot: 'width', cases: { '20': [textRun('short')], other: [textRun('long')] } },
    ]);
    const longer = [
      { kind: 'select', pivot: 'width', cases: { '20': [textRun('kurz')], other: [textRun('lang')] } } as const,
    ];
    expect((await edited(input, { w: longer })).written).toBe(input.replace('long', 'lang').replace('short', 'kurz'));
  });

  test('X44 forms may name further variables, which are written in their place', async () => {
    const nested = entry(
      'a',
      '%#@x@',
      variable('x', ['one', 'one in %2$#@y@'], ['other', '%d in %2$#@y@']),
      variable('y', ['other', 'places']),
    );
    const [plural] = await contentOf(file(...nested));
    if (plural?.kind !== 'plural') throw new TypeError('There is no plural');
    expect(plural.forms.one).toMatchObject([{ text: 'one in ' }, { kind: 'plural', pivot: 'y' }]);
    const inner = forms('y', ['other', 'Orten']);
    const changed = {
      ...plural,
      forms: { one: [textRun('eins in '), ...inner], other: [textRun('%d in '), ...inner] },
    };
    const { written, losses } = await edited(file(...nested), { a: [changed] });
    expect(written).toBe(
      file(...nested)
        .replace('one in', 'eins in')
        .replace('places', 'Orten'),
    );
    expect(losses).toEqual([]);
  });

  test('X44 a variable has one text, and another one for it is reported', async () => {
    const input = file(...entry('a', '%#@x@, %#@x@', variable('x', ['other', 'x'])));
    const { written, losses } = await edited(input, {
      a: [...forms('x', ['other', 'y']), textRun(', '), ...forms('x', ['other', 'z'])],
    });
    expect(written).toBe(input.replace('<string>x<', '<string>y<'));
    expect(losses).toMatchObject([{ kind: 'form-lost', detail: { forms: ['x'] } }]);
  });

  test('X44 a variable that is made has its types', async () => {
    const input = file(...entry('a', 'x'));
    const runs = [textRun('a '), ...forms('n', ['one', '%lld b'], ['other', '%lld c'])];
    const made = variable('n', ['one', '%lld b'], ['other', '%lld c']).map((line) => line.replace('>d<', '>lld<'));
    expect((await edited(input, { a: runs })).written).toBe(file(...entry('a', 'a %#@n@', made)));
  });

  test('X44 text that would refer to a variable is refused', async () => {
    await expect(edited(file(...entry('a', 'x')), { a: [textRun('%#@y@')] })).rejects.toMatchObject({
      code: 'L10N_UNWRITABLE',
    });
  });

  test('X44 variables that name each other many times over are refused', async () => {
    const many = (name: string): string => `%#@${name}@`.repeat(30);
    const input = file(
      ...entry(
        'a',
        '%#@b@',
        variable('b', ['other', many('c')]),
        variable('c', ['other', many('d')]),
        variable('d', ['other', many('e')]),
        variable('e', ['other', 'x']),
      ),
    );
    await expect(contentOf(input)).rejects.toMatchObject({ code: 'L10N_PARSE' });
  });

  test('X16 zero wins over the number 0, which is reported', async () => {
    const input = file(...entry('a', '%#@n@', variable('n', ['zero', '0'], ['other', 'x'])));
    const both = forms('n', ['=0', 'exactly 0'], ['zero', 'zero'], ['one', 'one'], ['other', 'x']);
    const { written, losses } = await edited(input, { a: both }, { targetLocale: 'lv' });
    expect(written).toBe(file(...entry('a', '%#@n@', variable('n', ['zero', 'zero'], ['one', 'one'], ['other', 'x']))));
    expect(losses).toEqual([{ kind: 'form-lost', block: 'a', detail: { reason: 'not-in-format', forms: ['=0'] } }]);
  });

  test('X17 other exact numbers are reported', async () => {
    const { losses } = await edited(file(...files), { files: forms('n', ['=7', 'seven'], ['other', 'x']) });
    expect(losses).toMatchObject([{ kind: 'form-lost', detail: { forms: ['=7'] } }]);
  });

  test('X15 a text without a number is the format itself', async () => {
    const { written } = await edited(file(...files), { files: [textRun('files')] });
    expect(written).toBe(file(...files).replace('%#@n@', 'files'));
    expect(dataText(await contentOf(written))).toBe('files');
  });
});
