import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Run, Runs } from '../../contract/run.js';
import { arbitraryRuns } from '../../testing/content-kit.js';
import { normaliseRuns, textRun } from '../run/normalise-runs.js';
import { parsePlaceholderText, placeholderText } from './placeholder-text.js';
import { parseSemanticHtml, semanticHtml } from './semantic-html.js';
import { units } from '../run/units.js';

const variable: Run = { kind: 'ph', id: '1', type: 'code:variable', data: '{{name}}', equiv: 'name', disp: 'Name' };
const open: Run = {
  kind: 'pc-open',
  id: '2',
  type: 'link:hyperlink',
  data: '<a href="x">',
  constraints: { deletable: true, cloneable: false, reorderable: true },
};
const close: Run = { kind: 'pc-close', id: '2', type: 'link:hyperlink', data: '</a>' };
const source = normaliseRuns([textRun('Hi '), variable, textRun(', '), open, textRun('go'), close]);

describe.each([
  ['parsePlaceholderText', placeholderText, parsePlaceholderText],
  ['parseSemanticHtml', semanticHtml, parseSemanticHtml],
] as const)('%s', (name, write, parse) => {
  test(`K27 ${name} gives back every unit as it was`, () => {
    fc.assert(
      fc.property(arbitraryRuns({ formDepth: 2 }), (runs) => {
        for (const unit of units(runs)) {
          if (unit.runs.length === 0) continue;
          expect(parse(write(unit.runs), unit.runs)).toEqual({ runs: unit.runs, unknown: [], missing: [] });
        }
      }),
    );
  });

  test(`KV9 ${name} gives back what only looks like markup`, () => {
    for (const literal of [
      'a literal <x id="1"/>',
      'a < b & c',
      '&lt;b&gt; &amp;amp; &#65; &nbsp;',
      '<b data-id="1">x</b>',
    ]) {
      const runs = [textRun(literal)];
      expect(parse(write(runs), runs).runs).toEqual(runs);
    }
  });

  test(`K27 ${name} keeps ids that hold signs of the markup`, () => {
    const ids = ['a/', '/a', 'sub:1', 'open:1', 'a"b', "a'b", 'a b', '<&>', '%2F', 'é😀'];
    for (const id of ids) {
      const runs: Runs = normaliseRuns([
        { ...variable, id },
        textRun('x'),
        { ...open, id: `${id}2` },
        { ...close, id: `${id}2` },
      ]);
      expect(parse(write(runs), runs)).toEqual({ runs, unknown: [], missing: [] });
    }
  });

  test(`K27 ${name} keeps halves that stand alone, and clones in their turn`, () => {
    const [alone, other] = [{ ...open, isolated: true } as Run, { ...close, id: '3', isolated: true } as Run];
    const clones = [variable, { ...variable, disp: 'again' } as Run];
    const runs = normaliseRuns([alone, textRun('x'), other, ...clones]);
    expect(parse(write(runs), runs)).toEqual({ runs, unknown: [], missing: [] });
  });
});

describe('what a model answers', () => {
  test('KV9 parsePlaceholderText lists a tag of no source code as unknown and fills in those it knows', () => {
    const { runs, unknown, missing } = parsePlaceholderText('<x id="2"/>Los<x id="/2"/> <x id="9/"/>', source);
    expect(runs).toEqual([
      open,
      textRun('Los'),
      close,
      textRun(' '),
      { kind: 'ph', id: '9', type: 'code:placeholder', data: '' },
    ]);
    expect(unknown).toEqual([{ id: '9', kind: 'ph' }]);
    expect(missing).toEqual([{ id: '1', kind: 'ph' }]);
  });

  test('K27 parsePlaceholderText takes an id of another kind for another code', () => {
    expect(parsePlaceholderText('<x id="1"/>', source).unknown).toEqual([{ id: '1', kind: 'pc-open' }]);
  });

  test('K27 parsePlaceholderText reads tags as models vary them and joins the text between', () => {
    expect(parsePlaceholderText(`<x id = '1/' >A<x  id="2"/>b &gt; c<x id="/2" />`, source).runs).toEqual([
      variable,
      textRun('A'),
      open,
      textRun('b > c'),
      close,
    ]);
    expect(parsePlaceholderText('a < b <y> c', source).runs).toEqual([textRun('a < b <y> c')]);
    expect(parsePlaceholderText('', source).runs).toEqual([textRun('')]);
  });

  test('K27 parseSemanticHtml finds moved codes, drops foreign tags and keeps their text', () => {
    const html = '<p>Geh <a data-id="2" href="y">hin</a>, <b>lieber</b> <span data-id="1"></span>&nbsp;&#x1F600;</p>';
    expect(parseSemanticHtml(html, source)).toEqual({
      runs: [textRun('Geh '), open, textRun('hin'), close, textRun(', lieber '), variable, textRun('\u00a0😀')],
      unknown: [],
      missing: [],
    });
  });

  test('K27 parseSemanticHtml lists unknown and missing ids', () => {
    const { runs, unknown, missing } = parseSemanticHtml('<i data-id="9">x</i><br data-id="8"/>', source);
    expect(unknown.map(({ id, kind }) => `${kind} ${id}`)).toEqual(['pc-open 9', 'pc-close 9', 'ph 8']);
    expect(missing).toHaveLength(3);
    expect(runs.map(({ kind }) => kind)).toEqual(['pc-open', 'text', 'pc-close', 'ph']);
  });

  test('K27 both readers take any text without failing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'x', ' id="1"', ' data-id=2', '&', '#', ';', '"', 'b') }),
        (text) => {
          expect(parsePlaceholderText(text, source).runs.length).toBeGreaterThan(0);
          expect(parseSemanticHtml(text, source).runs.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
