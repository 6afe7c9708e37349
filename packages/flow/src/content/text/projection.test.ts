import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Runs } from '../../contract/run.js';
import { arbitraryRuns } from '../../testing/content-kit.js';
import { generalizedText } from './generalized-text.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { newPayload } from '../payload/payload.js';
import { placeholderText } from './placeholder-text.js';
import {
  dataText,
  flattenRuns,
  hashText,
  hygieneText,
  runsText,
  shapeText,
  structuralText,
  unitText,
} from './projection.js';
import { rangeFor } from '../run/run-range.js';
import { semanticHtml } from './semantic-html.js';

const bold = (type = 'fmt:bold', data: readonly [string, string] = ['<b>', '</b>']): Runs =>
  normaliseRuns([
    textRun('Click '),
    { kind: 'pc-open', id: '1', type, data: data[0] },
    textRun('here'),
    { kind: 'pc-close', id: '1', type, data: data[1] },
    textRun(' for info'),
  ]);

/** One of everything: text, a variable, a pair, a reference, a plural and a select. */
const mixed = normaliseRuns([
  textRun('a '),
  { kind: 'ph', id: '1', type: 'code:variable', data: '{{n}}', equiv: 'n' },
  { kind: 'pc-open', id: '2', type: 'fmt:code', data: '`' },
  textRun('x'),
  { kind: 'pc-close', id: '2', type: 'fmt:code', data: '`' },
  { kind: 'sub', id: '3', ref: 'b9', equiv: 'alt' },
  {
    kind: 'plural',
    pivot: 'n',
    forms: {
      other: [{ kind: 'ph', id: '1', type: 'entity:person', data: '%s' }, textRun(' files')],
      '=10': [textRun('ten')],
      one: [textRun('file')],
      '=2': [textRun('pair')],
    },
  },
  { kind: 'select', pivot: 'who', cases: { other: [textRun('they')], she: [textRun('she')], he: [textRun('he')] } },
]);

const C = '\ufffc';

describe('projections', () => {
  test('KV2 a bold pair shows as text, by id and as tags', () => {
    expect(runsText(bold())).toBe('Click here for info');
    expect(structuralText(bold())).toBe('Click {1}here{/1} for info');
    expect(placeholderText(bold())).toBe('Click <x id="1"/>here<x id="/1"/> for info');
    expect(semanticHtml(bold())).toBe('Click <b data-id="1">here</b> for info');
  });

  test('KV3 bold of HTML and of Markdown have one structural key', () => {
    const [html, markdown] = [bold(), bold('fmt:bold', ['**', '**'])];
    expect(dataText(html)).toBe('Click <b>here</b> for info');
    expect(dataText(markdown)).toBe('Click **here** for info');
    expect(structuralText(html)).toBe(structuralText(markdown));
  });

  test.each([
    ['runsText', runsText, 'a x filesthey'],
    ['unitText', unitText, 'a x'],
    ['shapeText', shapeText, `a ${C}${C}x${C}${C}${C}${C}`],
    ['hygieneText', hygieneText, `a ${C}${C}${C}${C}${C}`],
    [
      'hashText',
      hashText,
      'a x\u0001{"plural":{"forms":{"=10":"ten","=2":"pair","one":"file","other":" files"},"pivot":"n","type":"cardinal"}}\u0001' +
        '\u0001{"select":{"cases":{"he":"he","other":"they","she":"she"},"pivot":"who"}}\u0001',
    ],
    [
      'flattenRuns',
      flattenRuns,
      'a {n}x[alt]{n,plural,=2{pair}=10{ten}one{file}other{{person} files}}{who,select,he{he}she{she}other{they}}',
    ],
    [
      'structuralText',
      structuralText,
      'a {1/}{2}x{/2}[3]{n,plural,=2{pair}=10{ten}one{file}other{{1/} files}}{who,select,he{he}she{she}other{they}}',
    ],
    [
      'generalizedText',
      generalizedText,
      'a {1/}{2}x{/2}[3]{n,plural,=2{pair}=10{ten}one{file}other{{PERSON} files}}{who,select,he{he}she{she}other{they}}',
    ],
    [
      'dataText',
      dataText,
      'a {{n}}`x`b9{n,plural,=2{pair}=10{ten}one{file}other{%s files}}{who,select,he{he}she{she}other{they}}',
    ],
    [
      'placeholderText',
      placeholderText,
      'a <x id="1/"/><x id="2"/>x<x id="/2"/><x id="sub:3"/><x id="plural:0"/><x id="select:1"/>',
    ],
    [
      'semanticHtml',
      semanticHtml,
      'a <span data-id="1"></span><code data-id="2">x</code><span data-id="sub:3"></span><span data-id="plural:0"></span><span data-id="select:1"></span>',
    ],
  ])('K26 %s shows each kind of run in its own way', (_, project, expected) => {
    expect(project(mixed)).toBe(expected);
  });

  test('K26 projections are the same for content that is not frozen yet', () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), (runs) => {
        const loose = JSON.parse(JSON.stringify(runs)) as Runs;
        for (const project of [runsText, shapeText, hygieneText, hashText, structuralText, dataText, semanticHtml]) {
          expect(project(loose)).toBe(project(runs));
        }
      }),
    );
  });

  test('K26 an ordinal plural and an offset show in the keys of a memory', () => {
    const forms = { other: [textRun('x')] };
    expect(structuralText([{ kind: 'plural', pivot: 'n', ordinal: true, forms }])).toBe('{n,selectordinal,other{x}}');
    expect(structuralText([{ kind: 'plural', pivot: 'n', offset: 1, forms }])).toBe('{n,plural,offset:1,other{x}}');
    expect(hashText([{ kind: 'plural', pivot: 'n', offset: 1, ordinal: true, forms }])).toBe(
      '\u0001{"plural":{"forms":{"other":"x"},"offset":1,"pivot":"n","type":"ordinal"}}\u0001',
    );
  });

  test('K26 select cases stand in the order of code points with other last', () => {
    const cases = { other: [], '\u{1f600}': [], '\uff5e': [], zero: [], one: [] };
    expect(structuralText([{ kind: 'select', pivot: 's', cases }])).toBe(
      '{s,select,one{}zero{}\uff5e{}\u{1f600}{}other{}}',
    );
  });

  test('K26 generalizedText names entity spans once, over codes and in every form', () => {
    const runs = normaliseRuns([
      textRun('😀 Ada '),
      { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '<b>' },
      textRun('Byron'),
      { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' },
      textRun(' wrote '),
      { kind: 'plural', pivot: 'n', forms: { one: [textRun('to Bob')], other: [textRun('to Bob')] } },
    ]);
    const person = newPayload('entity', { entityType: 'person', dnt: true, by: 'ner' });
    const inForm = rangeFor(runs, [{ run: 5, form: 'one' }], 3, 6);
    const spans = [
      { id: 'e1', range: rangeFor(runs, [], 2, 12), value: person },
      { id: 'e2', range: rangeFor(runs, [], 4, 6), value: person },
      { id: 'e3', range: inForm, value: person },
    ];
    expect(generalizedText(runs, spans)).toBe('😀 {PERSON}{1}{/1} wrote {n,plural,one{to {PERSON}}other{to Bob}}');
    expect(generalizedText(runs)).toBe(structuralText(runs));
  });

  test('K26 hygieneText takes nested and unclosed program code as it stands', () => {
    const open = { kind: 'pc-open', id: '1', type: 'fmt:code', data: '`', isolated: true } as const;
    expect(hygieneText([open, textRun('  x')])).toBe(`${C}  x`);
  });
});
