import type { Block, Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { markdownFormat } from '../../format/markdown/format.js';
import { readDocument } from '../../testing/document-kit.js';
import { foundIn } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { qaCheck } from './qa-check.js';

type Content = Runs | string;
interface Scene {
  readonly locale?: string;
  readonly source?: string;
  readonly fields?: Parameters<typeof aBlock>[2];
}

async function found(
  source: Content,
  target: Content,
  config = {},
  { locale = 'de', source: from = 'en', fields }: Scene = {},
) {
  const block = aBlock(source, { [locale]: target }, { ...fields, sourceLocale: from });
  const run = await runTool(qaCheck, [block], { config, source: from, targets: [locale] });
  expect(run.report.status).toBe('ok');
  return foundIn(run.block);
}

/** Returns the broken rules, without the check's name. */
async function rules(source: Content, target: Content, config = {}, scene: Scene = {}) {
  return (await found(source, target, config, scene)).map(({ rule }) => rule.slice(3));
}

const code = (id: string, data: string, more = {}) =>
  ({ kind: 'ph', id, type: 'code:variable', data, ...more }) as const;

test.each(['0x', '1 ', '[a](', '--', '%(', '<a ', "'"])(
  'long texts of nothing but %j are checked in no time',
  async (sign) => {
    const text = sign.repeat(20_000);
    const began = cpuNow();
    await rules(text, `${text}1`);
    expect(cpuNow() - began).toBeLessThan(5000);
  },
);

describe('qa-check on codes of files', () => {
  const interpolation = (id: string, equiv: string) =>
    code(id, `<x id="${id}" equiv-text="${equiv}"/>`, { type: 'code:markup', equiv });

  test('inline codes of XLIFF are equal by id, not by the text they stand for', async () => {
    const source = [t('Every '), interpolation('INTERPOLATION', '{{ interval }}'), t(' s')];
    expect(await rules(source, [t('Alle '), interpolation('INTERPOLATION', '{{interval}}'), t(' s')])).toEqual([]);
    const other = await rules(source, [t('Alle '), interpolation('INTERPOLATION_1', '{{ interval }}'), t(' s')]);
    expect(other).toEqual(['unknown-code-id']);
  });

  const from = (data: string, more = {}) => code('1', data, { type: 'code:markup', ...more });
  const fixed = { constraints: { deletable: false, cloneable: false, reorderable: true } };
  const free = { constraints: { deletable: true, cloneable: true, reorderable: true } };

  test.each([
    ['an id that the source lacks', [], [from('<x id="9"/>')], ['unknown-code-id 9']],
    ['another id for the same element', [from('<ph id="1"/>')], [from('<ph id="3"/>')], ['unknown-code-id 3']],
    [
      'another element',
      [from('<x id="1"/>', fixed)],
      [from('<ph id="3"/>')],
      ['unknown-code-id 3', 'missing-code-id 1'],
    ],
    ['a required code', [from("<p:x equiv-text='id=\"7\"' id='1'/>", fixed)], [], ['missing-code-id 1']],
    ['a code that may be deleted', [from('<ph id="1"/>', free)], [], ['missing-code']],
    [
      'an allowed copy',
      [from('<ph id="1"/>', free)],
      [from('<ph id="1"/>', free), from('<ph id="2" copyOf="1"/>', free)],
      [],
    ],
    [
      'a copy by its data',
      [from('<ph id="1" dataRef="d"/>', free)],
      [from('<ph id="1" dataRef="d"/>', free), from('<ph id="2" dataRef="d"/>')],
      [],
    ],
    [
      'a forbidden copy',
      [from('<ph id="1"/>', fixed)],
      [from('<ph id="1"/>', fixed), from('<ph id="2" copyOf="1"/>')],
      ['extra-code'],
    ],
  ])('T26 ids of inline codes of XLIFF: %s', async (_, source, target, expected) => {
    const codes = (runs: readonly object[]) => [t('a '), ...runs.flatMap((run) => [run, t(' ')])] as Runs;
    const findings = await found(codes(source), codes(target), { checkTrailingWhitespace: false });
    expect(
      findings.map(({ rule, message }) => [rule.slice(3), /id "(\d)"/.exec(message)?.[1]].join(' ').trim()),
    ).toEqual(expected);
  });

  test('T26 a span of Android is what it holds, with or without the span', async () => {
    const span = (id: string, text: string) =>
      code(id, `<xliff:g id="${id}" example="9%">${text}</xliff:g>`, { subType: 'xml:xliff:g', equiv: id, ...fixed });
    const wrapped = [span('n', '%1$d%%'), t(' of '), span('app', 'Acme')];
    const bare = [t('Acme: '), code('1', '%1$d', fixed), code('2', '%%', fixed)];
    expect(await rules(wrapped, bare)).toEqual([]);
    expect(await rules(bare, [span('x', '%1$d%%'), t(' von '), span('y', 'Acme')])).toEqual([]);
    expect(await rules(wrapped, [span('n', '%2$d%%'), t(' von '), span('app', 'Acme')])).toEqual([
      'non-deletable-missing',
    ]);
    expect(await rules([t('About '), span('app', 'Acme')], 'Über die App')).toEqual(['non-deletable-missing']);
    const files = [plural({ one: [span('count', '%d'), t(' file')], other: [span('count', '%d'), t(' files')] })];
    expect(await rules(files, [plural({ one: 'Eine Datei', other: [span('n', '%d'), t(' Dateien')] })])).toEqual([]);
  });

  test('T26 another id is told with the one of the source', async () => {
    const [finding] = await found([t('a '), from('<pc id="1">')], [t('a '), from('<pc id="3">')]);
    expect(finding).toMatchObject({
      message: 'The id "3" of an inline code is not in the source, which has "1"',
      suggestion: 'Write "<pc id="1">"',
    });
  });
});

describe('qa-check on codes that people may add or respell', () => {
  const fixed = { constraints: { deletable: false, cloneable: false, reorderable: true } };
  const mark = (data: string) => [
    { kind: 'pc-open', id: '1', type: 'code:markup', data } as const,
    t('Hallo'),
    { kind: 'pc-close', id: '1', type: 'code:markup', data: '</mrk>' } as const,
  ];

  test('a comment of a reviewer around text is no code, and protected text is one', async () => {
    expect(await rules('Hello', mark('<mrk mtype="x-sdl-comment" cid="7">'))).toEqual([]);
    expect(await rules('Hello', mark('<mrk mtype="protected">'))).toEqual(['extra-code']);
  });

  test('a code with other spaces in it has one finding', async () => {
    const source = [t('Of type '), code('1', '{{ type }}', fixed)];
    const target = [t('Vom Typ '), code('1', '{{type}}', fixed)];
    const { block } = await runTool(qaCheck, [aBlock(source, { de: target })], { format: 'xliff', targets: ['de'] });
    expect(foundIn(block).map(({ rule }) => rule)).toEqual(['qa.non-deletable-missing']);
  });

  test.each([
    ['Nodes ', 'Knoten', []],
    ['You are protected! ', 'Sie sind geschützt!', []],
    ['Image: ', 'Bild:', ['qa.trailing-whitespace']],
  ])('in XLIFF, %j → %j may lose a space that no value follows', async (source, target, expected) => {
    const { block } = await runTool(qaCheck, [aBlock(source, { de: target })], { format: 'xliff', targets: ['de'] });
    expect(foundIn(block).map(({ rule }) => rule)).toEqual(expected);
    expect(await rules(source, target)).toEqual(['trailing-whitespace']);
  });

  test('a host of an example may be another, which is minor', async () => {
    expect(await found('Example: example.com', 'Beispiel: beispiel.com')).toMatchObject([
      { rule: 'qa.url', severity: 'minor' },
    ]);
    expect(await found('Like helve.org', 'Wie helfe.org')).toMatchObject([{ rule: 'qa.url', severity: 'major' }]);
  });
});

describe('qa-check on arguments of ICU messages', () => {
  const argument = (id: string, data: string, equiv?: string) => code(id, data, equiv === undefined ? {} : { equiv });
  const rulesFor = async (source: string, target: string, equiv?: string) =>
    (await found([t('a '), argument('1', source, equiv)], [t('b '), argument('1', target, equiv)])).map(
      ({ rule, severity }) => `${rule.slice(3)} ${severity}`,
    );

  test.each([
    ['{d, date, short}', '{d, time, short}', ['argument-type major']],
    ['{n, number}', '{n}', ['argument-type major']],
    ['{n}', '{n, number}', ['argument-type minor']],
    ['{n, number, percent}', '{n, number, integer}', ['argument-format major']],
    ['{n, number, ::currency/EUR}', '{n, number}', ['argument-format major']],
    ['{n,number}', '{ n , number }', []],
    ['{d, date, short}', '{d, date, ::yMMMd}', []],
    ['{n, number}', '{m, number}', ['non-deletable-missing major']],
  ])('T26 %s is compared with %s', async (source, target, expected) => {
    expect(await rulesFor(source, target)).toEqual(expected);
  });

  test('T26 arguments that a format names are compared as they are written', async () => {
    expect(await rulesFor('{n, number}', '{n}', 'n')).toEqual(['argument-type major']);
  });

  test('T26 an argument of another type is put right by its fix', async () => {
    const [finding] = await found([t('a '), argument('1', '{n, number}')], [t('b '), argument('1', '{n}')]);
    expect(finding?.fix).toMatchObject({
      variant: 'de',
      edits: [{ start: 2, end: 3, replacement: [{ data: '{n, number}' }] }],
    });
  });
});

describe('qa-check on Markdown', () => {
  const rulesOf = async (source: string, target: string) => {
    const runsOf = async (text: string) => (await readDocument(markdownFormat, `${text}\n`)).blocks[0]?.source ?? [];
    return rules(await runsOf(source), await runsOf(target), {}, { locale: 'zh' });
  };

  test('texts of shortcodes are translated, and emphasis may be strong', async () => {
    const tooltip = (text: string) => `{{< tooltip text="${text}" term_id="pod" >}}`;
    expect(await rulesOf(`List the ${tooltip('Pods')} now`, `列出 ${tooltip('容器组')} 现在`)).toEqual([]);
    expect(await rulesOf('It has *two* patterns', '它有**两种**模式')).toEqual([]);
  });
});

describe('qa-check on links of Markdown', () => {
  const rulesOf = async (source: string, target: string) => {
    const runsOf = async (text: string) => (await readDocument(markdownFormat, `${text}\n`)).blocks[0]?.source ?? [];
    return found(await runsOf(source), await runsOf(target));
  };

  test.each([
    ['See [the docs](/docs/x) now', 'Siehe [die Doku](/de/docs/x) jetzt'],
    ['See [the docs](/docs/x) now', 'Siehe [die Doku](../handbuch.md) jetzt'],
    ['See ![the menu](menu.png) now', 'Siehe ![das Menü](menu.de.png) jetzt'],
    ['See <https://a.example/docs> now', 'Siehe <https://a.example/de/docs> jetzt'],
    ['See https://a.example/docs now', 'Siehe https://a.example/de/docs jetzt'],
  ])('%j may have an address of its own language', async (source, target) => {
    expect(await rulesOf(source, target)).toEqual([]);
  });

  test('a link that is gone, or has lost its variable, is still found', async () => {
    const lost = await rulesOf('See [the docs](/docs/x) now', 'Siehe die Doku jetzt');
    expect(lost.map(({ rule }) => rule)).toContain('qa.non-deletable-missing');
    const changed = await rulesOf('See [the docs](/docs/{{id}}) now', 'Siehe [die Doku](/de/docs) jetzt');
    expect(changed.map(({ rule }) => rule)).toContain('qa.extra-code');
  });
});

describe('qa-check on content', () => {
  test('T26 a block without a target, or with an empty one, breaks empty-target and no other rule', async () => {
    const untranslated = async (block: Block, config = {}) =>
      foundIn((await runTool(qaCheck, [block], { config })).block);
    expect(await untranslated(aBlock('Hello  12'))).toMatchObject([
      { rule: 'qa.empty-target', check: 'qa-check', severity: 'minor', variant: 'de', source: { start: 0, end: 9 } },
    ]);
    expect(await rules('Hello 12', ' ')).toEqual(['empty-target']);
    expect(await untranslated(aBlock('  '))).toEqual([]);
    expect(await untranslated(aBlock('Hello'), { checkEmptyTarget: false })).toEqual([]);
  });

  test('T26 a target without a source breaks empty-source', async () => {
    expect(await found('', 'Hallo')).toMatchObject([
      { rule: 'qa.empty-source', severity: 'minor', target: { start: 0, end: 5 } },
    ]);
    expect(await rules('', 'Hallo', { checkEmptySource: false })).toEqual([]);
    expect(await rules('', '')).toEqual([]);
  });

  test('X122 a translation that the run knows to be older than its source breaks changed-source', async () => {
    const fields = { properties: { '@changed': 'de' } };
    expect(await found('Hello', 'Hallo', {}, { fields })).toMatchObject([
      { rule: 'qa.changed-source', severity: 'minor', source: { start: 0, end: 5 }, target: { start: 0, end: 5 } },
    ]);
    expect(await rules('Hello', 'Hallo', { checkChangedSource: false }, { fields })).toEqual([]);
    expect(await rules('Hello', 'Hallo', {}, { fields: { properties: { '@changed': 'fr', previous: 'Hi' } } })).toEqual(
      [],
    );
  });

  test('TV22 a block that is only a placeholder is not empty', async () => {
    expect(await rules([variable('1')], [variable('1')])).toEqual([]);
    expect(await rules([variable('1')], '')).toEqual(['empty-target']);
  });

  test('T2 blocks that are not translated are left alone', async () => {
    expect(await rules('Hello', '', {}, { fields: { translatable: false } })).toEqual([]);
  });
});

describe('qa-check on white space', () => {
  test('T26 edge white space must be that of the source', async () => {
    expect(await found('Hello', ' Hallo')).toMatchObject([
      {
        rule: 'qa.leading-whitespace',
        severity: 'minor',
        message: 'The target starts with a space, the source with no white space',
        target: { start: 0, end: 1 },
        source: { start: 0, end: 0 },
      },
    ]);
    expect(await found('Hello\u00a0', 'Hallo')).toMatchObject([
      { rule: 'qa.trailing-whitespace', source: { start: 5, end: 6 }, target: { start: 5, end: 5 } },
    ]);
    expect(await rules(' Hello ', ' Hallo ')).toEqual([]);
    expect(await rules('\tHello', ' Hallo')).toEqual(['leading-whitespace']);
    expect(await rules('Hello', ' Hallo ', { checkLeadingWhitespace: false })).toEqual(['trailing-whitespace']);
    expect(await rules('Hello', ' Hallo ', { checkTrailingWhitespace: false })).toEqual(['leading-whitespace']);
  });

  test('T26 one final line end is no defect, two are', async () => {
    expect(await rules('Hello\n', 'Hallo')).toEqual([]);
    expect(await rules('Hello', 'Hallo\r\n')).toEqual([]);
    expect(await rules('Hello\n', 'Hallo\n\n')).toEqual(['trailing-whitespace']);
    expect(await rules('Hello \n', 'Hallo\n')).toEqual(['trailing-whitespace']);
    expect(await rules('Hello, ', '你好，', {}, { locale: 'zh-CN' })).toEqual([]);
    expect(await rules('Hello, ', '你好', {}, { locale: 'zh-CN' })).toContain('trailing-whitespace');
  });

  test('T26 two spaces are found where the source has none', async () => {
    expect(await found('Hello world', 'Hallo  Welt   ja')).toMatchObject([
      { rule: 'qa.double-spaces', severity: 'minor', subject: '  ', target: { start: 5, end: 7 } },
      { rule: 'qa.double-spaces', subject: '   ', target: { start: 11, end: 14 } },
    ]);
    expect(await rules('Hello  world', 'Hallo  Welt')).toEqual([]);
    expect(await rules('Hello world', 'Hallo  Welt', { checkDoubleSpaces: false })).toEqual([]);
  });

  test('TV22 codes are no white space and hide none', async () => {
    expect(await rules([variable('1'), t(' each')], [variable('1'), t(' je')])).toEqual([]);
    const around = (word: string) => [t(`${word} `), variable('1'), t(' world')];
    expect(await rules(around('Hello'), around('Hallo'))).toEqual([]);
    expect(await found([...bold('1', t('a')), t(' b')], [...bold('1', t('c')), t('  d')])).toMatchObject([
      { rule: 'qa.double-spaces', target: { start: 3, end: 5 } },
    ]);
  });

  test('T26 program code in a text is one character, and places behind it are right', async () => {
    const codeSpan = (text: string): Runs => [
      { kind: 'pc-open', id: '1', type: 'fmt:code', data: '<code>' },
      t('a  b'),
      { kind: 'pc-close', id: '1', type: 'fmt:code', data: '</code>' },
      t(text),
    ];
    expect(await found(codeSpan(' says x'), codeSpan(' sagt  y'))).toMatchObject([
      { rule: 'qa.double-spaces', target: { start: 11, end: 13 } },
    ]);
  });
});

describe('qa-check on words', () => {
  test('T26 a word that stands twice in a row is found, whatever its case', async () => {
    expect(await found('See the file', 'Siehe die Die Datei')).toMatchObject([
      { rule: 'qa.doubled-word', severity: 'minor', subject: 'die', target: { start: 6, end: 13 } },
    ]);
    expect(await rules('Bye bye', 'Tschüs tschüs')).toEqual([]);
    expect(await rules('See it', 'Sieh, sieh es')).toEqual([]);
    expect(await rules('See it', 'Die Diebe sehen')).toEqual([]);
    expect(await rules('Node A and B', 'Uzel A a B', {}, { locale: 'cs' })).toEqual([]);
    expect(await rules('It is a test', 'It is a a test', {}, { locale: 'en-GB' })).toEqual(['doubled-word']);
    expect(await rules('See the file', 'Siehe die die Datei', { checkDoubledWord: false })).toEqual([]);
  });

  test('T26 words that may stand twice are a list of the config', async () => {
    expect(await rules('If they know', 'Ob Sie sie kennen')).toEqual([]);
    expect(await rules('If they know', 'Ob Sie sie kennen', { doubledWordExceptions: [] })).toEqual(['doubled-word']);
    expect(await rules('The new road', 'Ο ΔΡΟΜΟΣ δρόμος, δρομος Δρομος', {}, { locale: 'el' })).toEqual([
      'doubled-word',
    ]);
    expect(await rules('A file, a user', 'Файл файл, Юзер', {}, { locale: 'ru' })).toEqual(['doubled-word']);
    expect(await rules('one by one', 'tek tek', {}, { locale: 'tr' })).toEqual([]);
    expect(await rules('Whether it opens', 'Indica se se abre', {}, { locale: 'gl' })).toEqual([]);
    expect(await rules('With the name NAME', 'Med navn NAVN', {}, { locale: 'da' })).toEqual([]);
    expect(await rules('If they know', 'Ob der Der kennt', { doubledWordExceptions: ['DER'] })).toEqual([]);
  });

  test('TV22 a code between equal words keeps them apart', async () => {
    expect(await rules([t('a '), variable('x'), t(' b')], [t('the '), variable('x'), t(' the')])).toEqual([]);
    expect(await rules([variable('x'), t('some word')], [variable('x'), t('the the')])).toEqual(['doubled-word']);
  });

  test('T26 an empty form of a plural is found as such, and for nothing else', async () => {
    const source = [plural({ one: [variable('1'), t(' file')], other: [variable('1'), t(' files')] })];
    const target = [
      plural({ one: [variable('1'), t(' plik')], few: [variable('1'), t(' pliki')], many: [], other: [] }),
    ];
    expect(await found(source, target, {}, { locale: 'pl' })).toMatchObject([
      {
        rule: 'qa.empty-target',
        severity: 'major',
        message: expect.stringMatching(/^The form "many" is not translated into "pl", /),
      },
      { rule: 'qa.empty-target', severity: 'major', message: expect.stringMatching(/^The form "other" is/) },
    ]);
    const inCatalog = { locale: 'pl', fields: { properties: { flags: 'fuzzy, c-format' } } };
    expect(await found(source, target, {}, inCatalog)).toMatchObject([{ severity: 'critical' }, {}]);
    const text = [plural({ one: 'plik', few: '', many: '' })];
    expect(
      await found(source, text, {}, { locale: 'pl', fields: { properties: { flags: 'no-c-format' } } }),
    ).toMatchObject([{ rule: 'qa.empty-target', severity: 'major' }, {}]);
    expect(await rules(source, target, { checkEmptyTarget: false }, { locale: 'pl' })).toEqual([]);
  });

  test('T26 a target that is the source is found if it has words of the source language', async () => {
    expect(await found('Open the file', 'Open the file')).toMatchObject([
      { rule: 'qa.same-as-source', severity: 'minor', source: { start: 0, end: 13 }, target: { start: 0, end: 13 } },
    ]);
    const withCode = [t('Open the file '), variable('1')];
    expect(await rules(withCode, withCode)).toEqual(['same-as-source']);
    expect(await rules(withCode, withCode, { sameWithCodes: false })).toEqual([]);
    expect(await rules('Open the file', 'Open the file', { checkSameAsSource: false })).toEqual([]);
    expect(await rules('Open the file', 'Open the file', {}, { locale: 'en-GB' })).toEqual([]);
  });

  test.each(['Delete account', 'Log out', 'Open settings', 'Reset password', 'Three green boats', 'Close all windows'])(
    'T26 the short text %j should not stay as it is',
    async (text) => {
      expect(await found(text, text)).toMatchObject([{ rule: 'qa.same-as-source', severity: 'minor' }]);
      expect(await rules(text, text, {}, { locale: 'en-GB' })).toEqual([]);
    },
  );

  test.each(['Open source', 'Visual Studio', 'Select kqueue()', 'core dump', 'Open PDF', 'reply-to', 'Copyright 2020'])(
    'T26 the name or loan word %j may stay as it is',
    async (text) => {
      expect(await rules(text, text)).toEqual([]);
    },
  );

  test.each(['…', '12', 'MiB', 'Status', 'https://example.org/a', 'John Doe', 'git add [-f] <path>', '%s: %d'])(
    'T26 %j may stay as it is',
    async (text) => {
      expect(await rules(text, text)).toEqual([]);
    },
  );

  test('T26 sameWithNames and sameWithNumbers include names and numbers', async () => {
    expect(await rules('12', '12', { sameWithNumbers: true })).toEqual(['same-as-source']);
    expect(await rules('Status', 'Status', { sameWithNames: true })).toEqual(['same-as-source']);
    expect(await rules('12', '12', { sameWithNames: true })).toEqual([]);
  });
});

describe('qa-check on characters and lengths', () => {
  test('T26 lost characters and text of a wrong encoding are found', async () => {
    expect(await found('Coffee', 'Caf\ufffd')).toMatchObject([
      { rule: 'qa.corrupted-characters', severity: 'major', target: { start: 3, end: 4 } },
    ]);
    expect(await found('Coffee', 'CafÃ©', {}, { locale: 'fr' })).toMatchObject([
      { rule: 'qa.corrupted-characters', suggestion: 'Café' },
    ]);
    expect(await rules('Coffee', 'CafÃ©', { checkCorrupted: false }, { locale: 'fr' })).toEqual([]);
  });

  test.each([
    ['it’s', 'itâ€™s', 'en'],
    ['Привет', 'ÐŸÑ€Ð¸Ð²ÐµÑ‚', 'ru'],
    ['日本', 'æ—¥æœ¬', 'ja'],
    ['zażółć', 'zaÅ¼Ã³Å‚Ä‡', 'pl'],
  ])('T26 %j that was read as %j is found in %s', async (_, target, locale) => {
    expect(await rules('Some text', target, {}, { locale })).toContain('corrupted-characters');
  });

  test.each([
    ['MENÜ…', 'de'],
    ['« CAFÉ »', 'fr'],
    ['Ä“', 'de'],
    ['Übung – für Mädchen', 'de'],
    ['Ã', 'pt'],
  ])('T26 %j is no broken text', async (target, locale) => {
    if (target === 'Ä“') return expect(await rules('Abcd', `„${target}`, {}, { locale })).toEqual([]);
    return expect(await rules('Some text', target, { checkMinCharLength: false }, { locale })).toEqual([]);
  });

  test('T26 the length in percent of the source has limits, and others for short sources', async () => {
    const ofLength = (length: number) => 'ab '.repeat(length).slice(0, length - 1) + 'x';
    expect(await found(ofLength(21), ofLength(43), { checkDoubledWord: false, charLengthSlack: 0 })).toMatchObject([
      {
        rule: 'qa.max-length',
        severity: 'minor',
        message: 'The target has 43 characters, too many for the 21 of the source',
      },
    ]);
    const lengths = async (source: number, target: number, config = {}) =>
      rules(ofLength(source), ofLength(target), {
        checkDoubledWord: false,
        checkSameAsSource: false,
        charLengthSlack: 0,
        ...config,
      });
    expect(await lengths(21, 42)).toEqual([]);
    expect(await lengths(20, 70)).toEqual([]);
    expect(await lengths(20, 71)).toEqual(['max-length']);
    expect(await lengths(40, 18)).toEqual([]);
    expect(await lengths(40, 17)).toEqual(['min-length']);
    expect(await lengths(20, 6)).toEqual([]);
    expect(await lengths(20, 5)).toEqual(['min-length']);
    expect(await lengths(20, 71, { checkMaxCharLength: false })).toEqual([]);
    expect(await lengths(20, 5, { checkMinCharLength: false })).toEqual([]);
    expect(await lengths(20, 60, { maxCharLengthBreak: 19 })).toEqual(['max-length']);
    expect(await lengths(40, 60, { maxCharLengthAbove: 140 })).toEqual(['max-length']);
    expect(await lengths(20, 60, { maxCharLengthBelow: 250 })).toEqual(['max-length']);
    expect(await lengths(20, 8, { minCharLengthBreak: 10 })).toEqual(['min-length']);
    expect(await lengths(40, 20, { minCharLengthAbove: 60 })).toEqual(['min-length']);
    expect(await lengths(20, 8, { minCharLengthBelow: 50 })).toEqual(['min-length']);
  });

  test('T26 a sign of Chinese, Japanese or Korean counts as several letters', async () => {
    const source = 'The connection to the server was closed before all of the data arrived';
    expect(await rules(source, '数据到达前与服务器的连接已断开', {}, { locale: 'zh' })).toEqual([]);
    expect(await rules(source, '全データの到着前にサーバー接続が切れました', {}, { locale: 'ja' })).toEqual([]);
    expect(await rules(source, '断开', {}, { locale: 'zh' })).toEqual(['min-length']);
  });

  test('T26 absoluteMax and the hint of a block are limits of their own', async () => {
    expect(await found('Hello you', 'Hallo du!', { absoluteMax: 8 })).toMatchObject([
      { rule: 'qa.absolute-max-length', severity: 'major', message: 'The target has 9 characters, at most 8 allowed' },
    ]);
    expect(await rules('Hello you', 'Hallo du!', { absoluteMax: 9 })).toEqual([]);
    const hinted = (maxLength: number, unit: 'utf8' | 'chars') => ({ fields: { displayHint: { maxLength, unit } } });
    expect(await rules('Hello', 'Hälló', {}, hinted(5, 'chars'))).toEqual([]);
    expect(await rules('Hello', 'Hälló', {}, hinted(5, 'utf8'))).toEqual(['absolute-max-length']);
  });
});

describe('qa-check on patterns', () => {
  const tag = { source: '@[a-z]+', description: 'Names of people' };

  test('T26 what a pattern finds in the source must be in the target', async () => {
    expect(await found('Ask @ann or @bob', 'Frag @ann', { patterns: [tag] })).toMatchObject([
      { rule: 'qa.pattern-mismatch', severity: 'minor', subject: '@bob', source: { start: 12, end: 16 } },
    ]);
    expect(await rules('Ask @ann', 'Frag @ann', { patterns: [tag] })).toEqual([]);
    expect(await rules('@ann @ann', '@ann oder', { patterns: [tag] })).toEqual(['pattern-mismatch']);
  });

  test('T26 with a pattern for the target, both must be found as often', async () => {
    const patterns = [{ source: String.raw`\?`, target: '？', description: 'Question marks' }];
    expect(await rules('Who? You?', '誰？君？です', { patterns }, { locale: 'ja' })).toEqual([]);
    expect(await found('Who? You?', '誰？君です', { patterns }, { locale: 'ja' })).toMatchObject([
      {
        message: 'Question marks: 2 matches in the source, 1 in the target',
        source: { start: 3, end: 4 },
        target: { start: 1, end: 2 },
      },
    ]);
  });

  test('T26 a pattern that may take long is run elsewhere, with the same result', async () => {
    const patterns = [{ source: '(a+)+b', description: 'Slow' }];
    expect(await rules('aab', 'xyz', { patterns })).toEqual(['pattern-mismatch']);
  });

  test('T4 a bad pattern is refused when the flow is loaded', async () => {
    await expect(found('a', 'b', { patterns: [{ source: '(', description: 'Bad' }] })).rejects.toThrow(
      'Cannot use the pattern "("',
    );
  });
});

describe('qa-check on codes', () => {
  test('T26 codes that are missing or extra are found at their places', async () => {
    const source = [t('Hi '), code('1', '%s'), t(' and '), code('2', '%d')];
    const missing = await found(source, [t('Hallo '), code('1', '%s')]);
    expect(missing).toMatchObject([
      { rule: 'qa.non-deletable-missing', severity: 'major', subject: '%d', source: { start: 9, end: 10 } },
    ]);
    const extra = await found([t('Hi')], [t('Hallo '), code('1', '%s')]);
    expect(extra).toMatchObject([{ rule: 'qa.extra-code', severity: 'major', target: { start: 6, end: 7 } }]);
    expect(await rules(source, [code('2', '%d'), t(' und '), code('1', '%s')])).toEqual([]);
  });

  test('T26 formatting that a translation adds is told once, and minor', async () => {
    const raised: Runs = [
      t('le 2'),
      { kind: 'pc-open', id: 's', type: 'fmt:bold', data: '<b>' },
      t('e'),
      { kind: 'pc-close', id: 's', type: 'fmt:bold', data: '</b>' },
    ];
    expect((await found([t('the 2nd')], raised)).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['qa.extra-code', 'minor'],
    ]);
  });

  test('T26 codes that say the place of their value are those that take it in turn', async () => {
    const taken = [code('1', '%s'), t(' has '), code('2', '%d')];
    const placed = (first: string, second: string) => [code('1', first), t(' in '), code('2', second)];
    expect(await rules(taken, placed('%2$d', '%1$s'))).toEqual([]);
    expect(await rules(placed('%2$d', '%1$s'), taken)).toEqual([]);
    expect(await rules(taken, placed('%2$d', '%3$s'))).toContain('non-deletable-missing');
    expect(await rules(taken, placed('%2$s', '%1$d'))).toContain('extra-code');
  });

  test('T26 spaces within double braces mean nothing', async () => {
    expect(await rules([t('Hi '), code('1', '{{ name }}')], [t('Hallo '), code('1', '{{name}}')])).toEqual([]);
  });

  test('T26 codes are the same by kind, type, and what they stand for', async () => {
    expect(await rules([t('a'), code('1', '%1', { equiv: 'x' })], [t('b'), code('2', '{x}', { equiv: 'x' })])).toEqual(
      [],
    );
    const typed = (type: string): Runs => [t(type), { kind: 'ph', id: '1', type, data: '#' }];
    expect(await rules(typed('code:variable'), typed('code:placeholder'))).toEqual(['non-deletable-missing']);
  });

  test('T26 a code with another name is one fault', async () => {
    const source = [t('Hi '), code('1', '{name}')];
    const target = [t('Hallo '), code('1', '{nom}')];
    expect(await found(source, target)).toMatchObject([
      {
        rule: 'qa.non-deletable-missing',
        message: 'The code "{name}" of the source is "{nom}" in the target',
        suggestion: 'Write "{name}"',
      },
    ]);
    expect(await rules(source, target, { checkSpanConstraints: false })).toEqual(['missing-code']);
    expect(await rules(source, [...target, code('2', '{x}')])).toEqual([
      'non-deletable-missing',
      'extra-code',
      'extra-code',
    ]);
  });

  test('T26 checkCodeDifference and checkSpanConstraints turn their rules off', async () => {
    const source = [t('Hi '), code('1', '%s')];
    expect(await rules(source, 'Hallo', { checkCodeDifference: false })).toEqual(['non-deletable-missing']);
    expect(await rules(source, 'Hallo', { checkSpanConstraints: false })).toEqual(['missing-code']);
    expect(await rules([...bold('1', t('Hi'))], 'Hallo')).toEqual(['missing-code']);
    expect(await rules([...bold('1', t('Hi'))], 'Hallo', { checkCodeDifference: false })).toEqual([]);
  });

  test('T26 a code that must stand once must not be repeated', async () => {
    const config = { checkCodeDifference: false };
    const picture = { kind: 'ph', id: '1', type: 'media:image', data: '<img>' } as const;
    expect(await found([t('a'), picture], [picture, t('b'), { ...picture, id: '2' }], config)).toMatchObject([
      {
        rule: 'qa.non-cloneable-duplicated',
        severity: 'major',
        target: { start: 2, end: 3 },
        source: { start: 1, end: 2 },
      },
    ]);
    expect(await rules([...bold('1', t('a'))], [...bold('1', t('b')), ...bold('2', t('c'))], config)).toEqual([]);
  });

  test('T26 strictCodeOrder wants codes in order; a code that is fixed must never move', async () => {
    const source = [code('1', '%1'), t(' a '), code('2', '%2')];
    const swapped = [code('2', '%2'), t(' b '), code('1', '%1')];
    expect(await rules(source, swapped)).toEqual([]);
    expect(await found(source, swapped, { strictCodeOrder: true })).toMatchObject([
      {
        rule: 'qa.code-order',
        severity: 'minor',
        subject: '%1',
        source: { start: 0, end: 1 },
        target: { start: 4, end: 5 },
      },
    ]);
    const fixed = { kind: 'ph', id: '1', type: 'code:function', data: '$t(x)' } as const;
    expect(await found([fixed, t(' a '), code('2', '%2')], [code('2', '%2'), t(' b '), fixed])).toMatchObject([
      { rule: 'qa.code-order', severity: 'major', subject: '$t(x)' },
    ]);
  });

  test('T26 the number may be absent in one and in exact forms, and nowhere else', async () => {
    const files = (word: string) => [code('1', '%d'), t(` ${word}`)];
    const source = [plural({ one: files('file'), other: files('files') })];
    expect(await rules(source, [plural({ one: 'eine Datei', other: files('Dateien') })])).toEqual([]);
    expect(await found(source, [plural({ one: files('Datei'), other: 'Dateien' })])).toMatchObject([
      {
        rule: 'qa.non-deletable-missing',
        path: [{ run: 0, form: 'other' }],
        source: { path: '/0:other', start: 0, end: 1 },
      },
    ]);
    const exact = [plural({ '=0': files('files'), other: files('files') })];
    const exactTarget = [plural({ '=0': 'nichts', one: files('Datei'), other: files('Dateien') })];
    expect(await rules(exact, exactTarget)).toEqual([]);
  });

  test('T26 a form may have the number that its source writes as a word, and each form is compared by itself', async () => {
    const files = (word: string) => [code('1', '%d'), t(` ${word}`)];
    const source = [plural({ one: 'one file', other: files('files') })];
    const target = (few: Content) => [
      plural({
        one: files('файл'),
        few: typeof few === 'string' ? [t(few)] : few,
        many: files('файлов'),
        other: files('файла'),
      }),
    ];
    expect(await rules(source, target(files('файла')), {}, { locale: 'ru' })).toEqual([]);
    expect(await rules(source, target('файла'), {}, { locale: 'ru' })).toEqual(['non-deletable-missing']);
    const named = (data: string) => [
      plural({
        one: [code('1', data, { equiv: 'who' }), t(' a')],
        other: [code('1', data, { equiv: 'who' }), t(' b')],
      }),
    ];
    expect(
      await rules(named('{who}'), [plural({ one: 'x y', other: [code('1', '{who}', { equiv: 'who' }), t(' z')] })]),
    ).toEqual(['non-deletable-missing']);
  });

  test('T26 a plural that became text is a missing code', async () => {
    expect(await rules([plural({ one: 'file', other: 'files' })], 'Dateien')).toContain('non-deletable-missing');
  });
});

describe('qa-check on numbers', () => {
  test.each([
    ['de', '1.234,5'],
    ['fr', '1 234,5'],
    ['fr', '1\u202f234,5'],
    ['ar', '١٬٢٣٤٫٥'],
    ['ar', '1,234.5'],
    ['fa', '۱٬۲۳۴٫۵'],
    ['de-CH', '1’234.5'],
    ['hi', '1,234.5'],
  ])('TV24 1,234.5 of English is %s %j', async (locale, number) => {
    expect(await rules('Costs 1,234.5 euros', `xx ${number} yyyyyyyyy`, {}, { locale })).toEqual([]);
  });

  test('TV24 12 that became 21 is a mismatch, with both places', async () => {
    expect(await found('Wait 12 days', 'Warte 21 Tage')).toMatchObject([
      {
        rule: 'qa.number-mismatch',
        severity: 'major',
        message: 'The number "12" of the source is "21" in the target',
        source: { start: 5, end: 7 },
        target: { start: 6, end: 8 },
      },
    ]);
    expect(await rules('Wait 12 days', 'Warte 21 Tage', { checkNumbers: false })).toEqual([]);
  });

  test('T26 small numbers may be words, and one that is missing is minor', async () => {
    expect(await rules('Wait 3 days', 'Warte drei Tage')).toEqual([]);
    expect(await rules('Wait three days', 'Warte 3 Tage')).toEqual([]);
    expect(await found('Wait 3 days', 'Warte Tage')).toMatchObject([{ rule: 'qa.number-mismatch', severity: 'minor' }]);
    expect(await found('Wait 13 days', 'Warte dreizehn Tage')).toMatchObject([{ severity: 'major' }]);
    expect(await found('Wait 1.5 days', 'Warte anderthalb Tage')).toMatchObject([{ severity: 'major' }]);
  });

  test('T26 another version is one finding', async () => {
    expect(await found('Off since 3.8.1 and 3.7.6', 'Aus seit 3.9.0, 3.8.1 und 3.7.6')).toHaveLength(1);
    expect(await found('Needs version 15.22.37', 'Braucht eine Version')).toHaveLength(1);
  });

  test.each([
    ['On 2024-05-01', 'Am 01.05.2024', 'de'],
    ['Python 3.5 is old', 'Python 3.5 ist alt', 'de'],
    ['Use 192.168.100.200', 'Nimm 192.168.100.200', 'de'],
    ['Version 1.2.3 is out', 'Version 1.2.3 ist da', 'de'],
    ['Points 1, 2 and 3', 'Punkte 1, 2 und 3', 'de'],
    ['Only versions 2, 3 and 4', 'Bara versioner 2,3 och 4', 'sv'],
    ['Enter 1 000 here', 'Entrez 1 000 ici', 'fr'],
    ['At 10:30 today', 'Heute um 10.30', 'de'],
    ['１２ of them', '12 davon', 'de'],
    ['Of 1,00,000 people', 'Von 100.000 Leuten', 'de'],
    ['See %1$s and %2$s', 'Siehe %2$s und %1$s', 'de'],
    ['%s of %s files', '%1$s von %2$s Dateien', 'de'],
    ['1.50 or so', 'etwa 1,5', 'de'],
    ['Clamps between 0.0 and 1.0', 'Begrenzt zwischen 0.0 und 1.0', 'de'],
    ['OpenGL 3 (3.3 or 3.0)', 'OpenGL 3 (3.3 oder 3.0)', 'de'],
    ['Until 6 p.m. today', 'Heute bis 18 Uhr', 'de'],
    ['Until 6:30 PM today', "Aujourd'hui jusqu'à 18:30", 'fr'],
    ['Closed from 12 a.m. on', 'Ab 0 Uhr geschlossen', 'de'],
    ['Until 18:00 today', 'Only until 6 PM today', 'en-US'],
    ['Set up i18n for scripts', 'Internationalisierung der Skripte einrichten', 'de'],
    ['Show in the foreground', 'Mostrar em 1º plano', 'pt'],
    ['The window is empty', '၀င်းဒိုး သည် ဗလာ', 'my'],
    ['Over 2 billion rows were read', '超过 20 亿行已读取', 'zh'],
    ['It has 25,000 users', '它有 2.5 万用户', 'zh'],
    ['In the 21st century', 'Au XXIe siècle', 'fr'],
    ['calendar:week_start:0', 'calendar:week_start:1', 'de'],
    ['137 if the KILL signal (128+9) was sent', '137, wenn das Signal KILL kam (137 = 128+9)', 'de'],
  ])('T26 the numbers of %j are those of %j', async (source, target, locale) => {
    expect(await rules(source, target, {}, { locale })).toEqual([]);
  });

  test.each([
    ['Costs 1,234 euros', 'Kostet 1,234 Euro', 'de'],
    ['Costs 15 and 15', 'Kostet 15 und so', 'de'],
    ['Costs 1.5', 'Kostet 15', 'de'],
    ['About 100 of', 'Etwa 1000 von', 'de'],
    ['Until 6 p.m. today', 'Heute bis 19 Uhr', 'de'],
  ])('T26 the numbers of %j are not those of %j', async (source, target, locale) => {
    expect(await rules(source, target, {}, { locale })).toContain('number-mismatch');
  });

  test('T26 the numbers of an example may be others, which is minor', async () => {
    expect(await found('Give the time, e.g. 15:30 or 2:35 pm', 'Die Zeit, z. B. 15:30 oder 16:45')).toMatchObject([
      { rule: 'qa.number-mismatch', severity: 'minor' },
      { rule: 'qa.number-mismatch', severity: 'minor' },
    ]);
  });

  test('T26 a number that a translation adds, or says less often, is major unless it may be a word', async () => {
    expect(await found('A googol of them', 'Davon gibt es 10 hoch 100')).toMatchObject([
      { rule: 'qa.number-mismatch', severity: 'minor', message: 'The number "10" is not in the source' },
      { rule: 'qa.number-mismatch', severity: 'major', message: 'The number "100" is not in the source' },
    ]);
    expect(await found('In base 64, or base 64 bytes', 'In Bytes zur Basis 64')).toMatchObject([
      { rule: 'qa.number-mismatch', severity: 'major' },
    ]);
    expect(await found('Wait 64 days, or 13', 'Warte 64 Tage')).toMatchObject([{ severity: 'major' }]);
    expect(await found('Wait 64 days', 'Warte 46 Tage, oder 13')).toMatchObject([
      { severity: 'major', message: 'The number "64" of the source is "46" in the target' },
      { severity: 'major' },
    ]);
  });

  test('T26 the number that a plural form is for may be a number, a word or a code', async () => {
    const source = [plural({ one: '1 file', other: [code('1', '%d'), t(' files')] })];
    const target = [plural({ one: 'eine Datei', other: [code('1', '%d'), t(' Dateien')] })];
    expect(await rules(source, target)).toEqual([]);
    expect(
      await rules([plural({ one: '20 files', other: '20 of them' })], [plural({ one: 'x files', other: '20 davon' })]),
    ).toEqual(['number-mismatch']);
  });
});

describe('qa-check on plural forms', () => {
  test('T26 a form that the language needs is missing, one that it never uses is too much', async () => {
    const source = [plural({ one: 'a file', other: 'files' })];
    expect(
      await found(source, [plural({ one: 'plik', many: 'plików', other: 'pliku' })], {}, { locale: 'pl' }),
    ).toMatchObject([{ rule: 'qa.plural-forms', severity: 'major', subject: 'few', target: { start: 0, end: 1 } }]);
    expect(await found(source, [plural({ '=1': 'jeden', other: 'pliku' })], {}, { locale: 'pl' })).toMatchObject([
      {
        subject: 'one few many',
        message: expect.stringContaining('has no forms "one", "few" and "many", which Polish'),
      },
    ]);
    expect(await found(source, [plural({ one: 'ファイル', other: 'ファ' })], {}, { locale: 'ja' })).toMatchObject([
      { rule: 'qa.plural-forms', severity: 'minor', subject: 'one' },
    ]);
    expect(
      await rules(source, [plural({ one: 'plik', other: 'pliku' })], { checkPluralForms: false }, { locale: 'pl' }),
    ).toEqual([]);
  });

  test('T26 forms for fractions and millions alone are not asked for, exact numbers are always fine', async () => {
    const source = [plural({ '=0': 'none', one: 'a file', other: 'files' })];
    const target = [plural({ '=0': 'rien', one: 'un', other: 'fichiers' })];
    expect(await rules(source, target, {}, { locale: 'fr' })).toEqual([]);
    expect(await rules(source, target, {}, { locale: 'qps' })).toEqual([]);
  });
});

describe('qa-check at large', () => {
  test('T26 text of a pseudo-locale is compared by its codes alone', async () => {
    const target = [t('7Yx42  Открыть'), code('1', '%s')];
    const scene = { locale: 'en-US-saptrc' };
    expect(await rules([t('Open '), code('1', '%s')], target, {}, scene)).toEqual(['glued-code']);
    expect(await rules([t('Open it')], [t('7Yx42  Открыть'), code('1', '%s')], {}, scene)).toEqual(['extra-code']);
  });

  test('T26 words that a language shares with others do not tell of them', async () => {
    const source = 'Based on work of the Regents of the University of California';
    const target = 'Basado en trabajo de los Regents of the University of California';
    expect(await rules(source, target.replace(' los', ''), {}, { locale: 'es' })).not.toContain('wrong-language');
  });

  test.each([
    [
      'Please restart the computer to finish the update',
      'Veuillez redémarrer l’ordinateur pour terminer la mise à jour',
      'de',
    ],
    ['The network is not available at the moment', 'Il servizio di rete non è più disponibile', 'de'],
    ['Your password has been changed', 'Tu contraseña se ha cambiado con éxito', 'de'],
    ['The settings could not be saved', 'Indstillingerne kunne ikke gemmes på disken', 'de'],
    ['Choose a picture from your gallery', 'Wählen Sie ein Bild für Ihr Album', 'es'],
  ])('T26 %j → %j is in another language than %s', async (source, target, locale) => {
    expect(await rules(source, target, {}, { locale })).toContain('wrong-language');
  });

  test.each([
    ['The band plays in a café in San José', 'Die Band „Los Niños“ spielt morgen im Café San José', 'de'],
    ['Visit the Museo del Prado with José', 'Besuchen Sie Museo del Prado mit José', 'de'],
    ['Author: Frédéric Chopin et André Gide', 'Autor: Frédéric Chopin et André Gide', 'pl'],
  ])('T26 %j → %j is in its own language, %s', async (source, target, locale) => {
    expect(await rules(source, target, {}, { locale })).not.toContain('wrong-language');
  });

  test.each([
    ['Close the window now', 'Close the window jetzt', ['half-translated']],
    ['Open the file before you go', 'Open the file first', ['half-translated']],
    ['Ask the Bank of England', 'Bank of England fragen', []],
    ['Press Save and close', 'Save and close drücken, um zu sichern', []],
  ])('T26 %j → %j: most of it is the source', async (source, target, expected) => {
    expect((await rules(source, target)).filter((rule) => rule === 'half-translated')).toEqual(expected);
  });

  test('T26 severities change single rules; an unknown rule is refused by name', async () => {
    const config = { severities: { 'qa.double-spaces': 'critical', 'qa.number-mismatch': 'off' } };
    expect(await found('Wait 12 days', 'Warte  21 Tage', config)).toMatchObject([
      { rule: 'qa.double-spaces', severity: 'critical' },
    ]);
    await expect(found('a', 'b', { severities: { 'qa.double-space': 'off' } })).rejects.toThrow('"qa.double-space"');
    await expect(found('a', 'b', { checkDoubleSpace: false })).rejects.toThrow('"checkDoubleSpace"');
  });

  test('T2 the target of the run is checked, or the one that the config names', async () => {
    const block = aBlock('Hello', { de: 'Hallo', fr: 'Bonjour  toi' });
    const run = await runTool(qaCheck, [block], { targets: ['de'] });
    expect(foundIn(run.block)).toEqual([]);
    const own = await runTool(qaCheck, [block], { targets: [], config: { targetLocale: 'fr' } });
    expect(foundIn(own.block).map(({ variant, rule }) => [variant, rule])).toEqual([['fr', 'qa.double-spaces']]);
  });

  test('T26 a clean block is left untouched, and every form of a plural is looked at', async () => {
    const { block } = await runTool(qaCheck, [aBlock('Hello', { de: 'Hallo' })]);
    expect(block.overlays).toEqual([]);
    const forms = await found(
      [plural({ one: 'a file', other: 'files' })],
      [plural({ one: 'eine  Datei', other: 'Dateien' })],
    );
    expect(forms).toMatchObject([{ rule: 'qa.double-spaces', target: { path: '/0:one', start: 4, end: 6 } }]);
  });
});

describe('qa-check on catalogs of programs', () => {
  const inCatalog = async (source: Content, target: Content, locale = 'de') => rules(source, target, {}, { locale });

  test.each([
    ['Usage: tool\n\t-q\tquiet\n', 'Aufruf: tool\n    -q  still\n', 'de'],
    ['  -C DIR, --directory=DIR\n          Change to DIR.\n', '  -C ORDNER, --directory=ORDNER  Nach ORDNER.\n', 'de'],
    ['No help for it. Try "help".', 'Dazu gibt es keine Hilfe.\nVersuchen Sie „help“.', 'de'],
    ['No sign was found that is not used\nin the message', 'Kein unbenutztes Zeichen gefunden', 'de'],
    ['Parallel jobs are not supported here.', 'Parallele Abarbeitung \nwird hier nicht unterstützt.', 'de'],
    ['strip the carriage return', 'das Zeichen „\\r“ entfernen', 'de'],
    ['done.    ', 'fertig. ', 'de'],
    ['The file is in /etc/app.', '文件在 /etc/app 中。', 'zh'],
    ['See http://www.example.net/isrc/ for it', 'Siehe http://www.example.net/isrc dazu', 'de'],
    ['Set user.email to you@example.com', 'Setzen Sie user.email auf du@example.com', 'de'],
    ['LRM mark of the text', 'לר”ס סימן של הטקסט', 'he'],
    ["If `in WORDS' is not there, `in all' is used", "Ohne „in WORDS“ wird 'in all' genommen", 'de'],
    ['***(press x to go on)*********', '***(weiter mit x)***********', 'de'],
    ['An example program is running', 'Eit eksempel\u00ADprogram køyrer no', 'nn'],
    ['Do not change it until you know what it is', 'Nemojte ga menjati dok ne znate šta je to', 'sr-Latn'],
  ])('T26 %j → %j is as it should be', async (source, target, locale) => {
    expect(await inCatalog(source, target, locale)).toEqual([]);
  });

  test.each([
    ['Name\tSize\tDate', 'Name Größe Datum', 'tabs'],
    ['Enter your name:  ', 'Geben Sie Ihren Namen ein:', 'trailing-whitespace'],
    ['First name\nLast name', 'Vorname Nachname', 'inner-line-ends'],
    ['The file is in /etc/app.', 'Die Datei ist in /etc/ap.', 'path'],
    ['Write to help@example.org', 'Schreiben Sie an hilf@example.org', 'email'],
  ])('T26 %j → %j is found', async (source, target, rule) => {
    expect(await inCatalog(source, target)).toEqual([rule]);
  });

  test('T26 the names of translators are no translation', async () => {
    const names = 'Erika Mustermann <erika@example.org>, 2010, 2012-2015.\nMax Mustermann, 2018.';
    expect(await inCatalog('translator-credits', names)).toEqual([]);
    expect(await inCatalog('Your emails', 'a@example.org, b2@example.org')).toEqual([]);
  });

  test('T26 a directive with another width, or with letters behind it, is the same', async () => {
    const total = [t('total '), code('1', '%16ld')];
    expect(await inCatalog(total, [t('insgesamt '), code('1', '%14ld')])).toEqual([]);
    expect(await inCatalog([t('total %16ldK')], [t('insgesamt '), code('1', '%14ld'), t(' K')])).toEqual([]);
    const read = [t('block '), code('1', '%u'), t(' of '), code('2', '%s'), t(': '), code('3', '%m')];
    const placed = [code('1', '%2$s'), t(', Block '), code('2', '%1$u'), t(': '), code('3', '%3$m')];
    expect(await inCatalog(read, placed)).toEqual([]);
  });

  test('T26 a word in CAPITALS and braces that the usage explains may be translated', async () => {
    const usage = (word: string) => [t(`${word}  copy\n`), code('1', `{${word}}`), t('  repeat')];
    expect(await inCatalog(usage('INTEGER'), usage('GANZZAHL'))).toEqual([]);
    expect(await inCatalog([t('Hi '), code('1', '{NAME}')], [t('Hallo '), code('1', '{NOM}')])).toEqual([
      'non-deletable-missing',
    ]);
  });

  test('T26 a form for which the language has no name may lack the number', async () => {
    const source = [plural({ one: [code('1', '%d'), t(' byte')], other: [code('1', '%d'), t(' bytes')] })];
    const target = [
      plural({
        one: [code('1', '%d'), t(' бајт')],
        few: [code('1', '%d'), t(' бајта')],
        other: [code('1', '%d'), t(' бајтова')],
        many: 'Један бајт',
      }),
    ];
    expect((await inCatalog(source, target, 'sr')).filter((rule) => rule !== 'plural-forms')).toEqual([]);
  });
});

describe('qa-check on forms with bars between them', () => {
  const limit = (id: string) => code(id, '{{ limit }}');
  const source = [t('Choose one file.|Choose '), limit('1'), t(' files.')];

  test('T26 a language has as many forms as it needs', async () => {
    const polish = [
      t('Wybierz '),
      limit('1'),
      t(' plik.|Wybierz '),
      limit('2'),
      t(' pliki.|Wybierz '),
      limit('3'),
      t(' plików.'),
    ];
    expect(await rules(source, polish, {}, { locale: 'pl' })).toEqual([]);
    expect(await rules(source, [limit('1'), t('個のファイルを選択')], {}, { locale: 'ja' })).toEqual([]);
    const zero = [
      t('Izvēlieties 0 failus.|Izvēlieties '),
      limit('1'),
      t(' failu.|Izvēlieties '),
      limit('2'),
      t(' failus.'),
    ];
    expect(await rules(source, zero, {}, { locale: 'lv' })).toEqual([]);
  });

  test('T26 a code that no form has is missing, and one in its place is the same fault', async () => {
    const other = [t('Wähle eine Datei.|Wähle '), code('1', '{{ max }}'), t(' Dateien.')];
    expect(await rules(source, other)).toEqual(['non-deletable-missing']);
  });
});

describe('qa-check on what people mistype', () => {
  test.each([
    ['At most 250 MB', 'Höchstens 250 GB', 'de', 'unit'],
    ['See https://docs.example.org/a', 'Siehe https://dcs.example.org/a', 'de', 'url'],
    ['See https://www.example.org/a', 'Siehe https://ww.example.org/a', 'de', 'url'],
    ['Delete the group "a"?', 'Eliminar el grupo "a"?', 'es', 'opening-mark'],
    ['Now 50% more', 'Jetzt 50 mehr', 'de', 'unit'],
    ['It costs $20 now', 'Es kostet jetzt 20 €', 'de', 'unit'],
    ['Until 2026-03-14 only', 'Nur bis 2026-14-03', 'de', 'number-mismatch'],
    ['The name G_FILENAME is set', 'Der Name G_FILENAMES ist gesetzt', 'de', 'name'],
    ['Run `npm start` now', 'Jetzt `npm starten` ausführen', 'de', 'name'],
    ['Save it by Ctrl+Shift+S', 'Mit Strg+Umschalt+A sichern', 'de', 'shortcut'],
    ['A &lt;b&gt; tag', 'Ein & lt;b&gt; Element', 'de', 'markup'],
  ])('T26 %j → %j is found', async (source, target, locale, rule) => {
    expect(await rules(source, target, {}, { locale })).toEqual([rule]);
  });

  test.each([
    ['At most 250 MB', 'Au plus 250 Mo', 'fr'],
    ['At most 250 MB', 'Не более 250 МБ', 'ru'],
    ['50% off today', 'Heute fünfzig Prozent (50 Prozent) weniger', 'de'],
    ['50% off today', 'Bugün %50 indirim', 'tr'],
    ['It costs $20', 'Es kostet 20 Dollar', 'de'],
    ['It costs $20', 'Es kostet 20 USD', 'de'],
    ['Until 2026-03-14 only', 'Nur bis zum 14.03.2026', 'de'],
    ['  FILE.po   input file', '  DATEI.po  Eingabedatei', 'de'],
    ['Files such as name.txt', 'Dateien wie etwa datei.txt', 'de'],
    ['  -n MIN_DAYS  days to wait', '  -n MIN_TAGE  Tage zum Warten', 'de'],
    ['Call `run_all` or ``x = 1`` first', 'Zuerst `run_all()` oder ``x = 1`` aufrufen', 'de'],
    ['This is :dfn:`complementing` it', 'Das ist das :dfn:`Komplementieren`', 'de'],
    ['Use `name` here', 'Hier `Name` verwenden', 'de'],
    ['Press Ctrl+Enter', 'Strg+Eingabe drücken', 'de'],
    ['Press Alt+F4', 'Alt + F4 drücken', 'de'],
    ['Do you want it?', '¿Lo quiere?', 'es'],
    ['What now?', 'Qué?', 'es'],
    ['This file is not there. Please choose another one.', '文件不存在，请选择其他文件。', 'zh'],
    [
      'The colour was not found. Please choose another one now.',
      'Farbe unbekannt; wählen Sie jetzt bitte eine andere.',
      'de',
    ],
    ['Wait. Wait.', 'Warten. Warten.', 'de'],
  ])('T26 %j → %j is as it should be', async (source, target, locale) => {
    expect(await rules(source, target, {}, { locale })).toEqual([]);
  });

  test('T26 a placeholder may touch the word before it where the source has it so, or the language has no spaces', async () => {
    const source = [t('The id '), code('1', '%d'), t(' is taken')];
    expect(await rules(source, [t('Die Id'), code('1', '%d'), t(' ist vergeben')])).toEqual(['glued-code']);
    expect(await rules(source, [t('ID'), code('1', '%d'), t('は使用中です')], {}, { locale: 'ja' })).toEqual([]);
    const label = [t('Objects: '), code('1', '%d')];
    expect(await rules(label, [t('Objekte:'), code('1', '%d')])).toEqual(['glued-code']);
    expect(await rules(label, [t('对象：'), code('1', '%d')], {}, { locale: 'zh' })).toEqual([]);
    const size = [t('A '), code('1', '%d'), t(' by '), code('2', '%d'), t(' image')];
    expect(await rules(size, [t('Ein Bild, '), code('1', '%d'), t(' x'), code('2', '%d')])).toEqual([]);
    const cached = [t('add '), code('1', '%s'), t(' to the cache'), code('2', '%s')];
    expect(await rules(cached, [code('1', '%s'), t(' in den Cache'), code('2', '%s')])).toEqual([]);
  });

  test('T26 a pair of codes that lost its text is found', async () => {
    const source = [t('Press '), ...bold('1', t('Save')), t(' now')];
    expect(await rules(source, [t('Jetzt '), ...bold('1'), t('Sichern drücken')])).toEqual(['empty-pair']);
    expect(await rules([...bold('1'), t('a file')], [...bold('1'), t('eine Datei')])).toEqual([]);
  });
});
