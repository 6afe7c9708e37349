import { textRun, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../testing/describe-format.js';
import { messageFormat } from './format.js';
import { formatMessage } from './format-message.js';
import { parseMessage } from './parse-message.js';

const argument = (data: string, equiv: string, id = '1') =>
  ({ kind: 'ph', id, type: 'code:variable', data, equiv }) as const;

describeFormat(messageFormat, {
  cases: [
    {
      name: 'a plural with an exact number, an offset and a line end behind it',
      input: '{n, plural, offset:1 =0 {none} one {one of # {thing}} other {#}}\n',
      blocks: [
        {
          id: 'message',
          source: [
            {
              kind: 'plural',
              pivot: 'n',
              offset: 1,
              forms: {
                '=0': [textRun('none')],
                one: [textRun('one of '), argument('#', 'n'), textRun(' '), argument('{thing}', 'thing', '2')],
                other: [argument('#', 'n')],
              },
            },
          ],
        },
      ],
    },
    {
      name: 'a select with text around',
      input: 'Seen by {who, select, her {<b>her</b>} other {them}} on {d, date, ::yMMMd}',
      blocks: [
        {
          source: [
            textRun('Seen by '),
            {
              kind: 'select',
              pivot: 'who',
              cases: {
                her: [
                  { kind: 'pc-open', id: '1', type: 'fmt:bold', subType: 'html:b', data: '<b>' },
                  textRun('her'),
                  { kind: 'pc-close', id: '1', type: 'fmt:bold', subType: 'html:b', data: '</b>' },
                ],
                other: [textRun('them')],
              },
            },
            textRun(' on '),
            argument('{d, date, ::yMMMd}', 'd'),
          ],
        },
      ],
    },
    { name: 'an ordinal', input: '{n, selectordinal, one {#st} other {#th}}', blocks: [{ id: 'message' }] },
    {
      name: 'quotes',
      input: "It''s '{'quoted'}' and don't",
      blocks: [{ source: [textRun("It's {quoted} and don't")] }],
    },
    { name: 'nothing', input: '', options: { syntax: 'mf1' }, blocks: [{ text: '' }] },
  ],
  exceptions: [
    { check: 'X9', reason: 'a file is a single message' },
    { check: 'X13', reason: 'a message has no references' },
    { check: 'X15', reason: 'a message has its forms in one value' },
  ],
  malformed: [
    { name: 'more bytes than allowed', input: 'abc', options: { maxBytes: 2 }, code: 'L10N_LIMIT' },
    {
      name: 'bytes that are not of the encoding',
      input: Buffer.of(0xff, 0xff),
      options: { encoding: 'euc-kr' },
      code: 'L10N_ENCODING',
    },
    { name: 'an argument that does not end', input: 'Hello\n{name', line: 2 },
    { name: 'a plural without other', input: '{n, plural, one {x}}' },
    { name: 'an argument without a name', input: 'a {}', line: 1 },
    { name: 'forms nested deeper than allowed', input: `${'{a, select, other {'.repeat(9)}x${'}}'.repeat(9)}` },
  ],
});

describe('formatMessage', () => {
  test('T126 writes what parseMessage read, in canonical form', () => {
    const canonical = [
      '{n, plural, offset:1 =0 {none} =10 {ten} one {# {x, number, percent}} other {#}}',
      '{n, selectordinal, two {#nd} other {#th}}',
      'a {g, select, female {she} other {they}} b',
    ];
    for (const message of canonical) expect(written(message)).toBe(message);
    expect(written('{ n,plural,other{#}one{x} }')).toBe('{n, plural, one {x} other {#}}');
  });

  test('T126 quotes braces and number signs where they would mean something', () => {
    expect(formatMessage([textRun("{a} # it's")])).toBe("'{'a'}' # it's");
    const forms: Runs = [{ kind: 'plural', pivot: 'n', forms: { other: [textRun("no # {'")] } }];
    expect(formatMessage(forms)).toBe("{n, plural, other {no '#' '{'''}}");
  });

  test('T126 any text comes back from a message, in and outside of forms', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z'{}#|\s]*$/u), fc.constantFrom('needed', 'doubled'), (text, apostrophes) => {
        const forms: Runs = [
          textRun(text),
          { kind: 'plural', pivot: 'n', forms: { other: [textRun(text)] } },
          textRun(text),
        ];
        const parsed = parseMessage(formatMessage(forms, apostrophes === 'needed' ? 'needed' : 'doubled'));
        const plural = parsed.ok ? parsed.runs.find((run) => run.kind === 'plural') : undefined;
        expect(plural && dataText(plural.forms.other ?? [])).toBe(text);
        expect(parsed.ok && parsed.runs.filter((run) => run.kind === 'text').map((run) => run.text)).toEqual(
          text === '' ? [] : [text, text],
        );
      }),
    );
  });
});

function written(message: string): string | undefined {
  const parsed = parseMessage(message);
  return parsed.ok ? formatMessage(parsed.runs) : undefined;
}
