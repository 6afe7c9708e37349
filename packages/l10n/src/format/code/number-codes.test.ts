import { textRun } from '@helve/flow';
import { checkRuns, dataText, structuralText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeFinder } from './code-finder.js';
import { numberCodes } from './number-codes.js';

const find = codeFinder({ enabled: true, presets: ['printf', 'html'], rules: [] });
const ph = { kind: 'ph', type: 'code:variable', data: '{x}' } as const;
const open = { kind: 'pc-open', type: 'fmt:bold', data: '(' } as const;
const close = { kind: 'pc-close', type: 'fmt:bold', data: ')' } as const;

describe('numberCodes', () => {
  test('numberCodes numbers known and found codes in reading order', () => {
    const runs = numberCodes([textRun('%s '), open, textRun('%d'), close, ph], find);
    expect(structuralText(runs)).toBe('{1/} {2}{3/}{/2}{4/}');
  });

  test('numberCodes pairs tags of texts across known codes', () => {
    expect(structuralText(numberCodes([textRun('<b>'), ph, textRun('</b>')], find))).toBe('{1}{2/}{/1}');
  });

  test('numberCodes leaves tags alone whose pair would overlap another', () => {
    const runs = numberCodes([textRun('<i>a</i><b>'), open, textRun('</b>'), close], find);
    expect(checkRuns(runs)).toEqual([]);
    expect(structuralText(runs)).toBe('{1}a{/1}{2}{3}{/4}{/3}');
  });

  test('numberCodes looks into each text where a code is inside another', () => {
    const runs = numberCodes([textRun('<a href="'), ph, textRun('">%s</a>')], find);
    expect(dataText(runs)).toBe('<a href="{x}">%s</a>');
    expect(checkRuns(runs)).toEqual([]);
  });

  test('numberCodes gives empty content one empty text', () => {
    expect(numberCodes([], find)).toEqual([textRun('')]);
  });

  test('numberCodes loses no text, and its runs are sound', () => {
    const text = fc.constantFrom('a', '<b>', '</b>', '<i>', '</i>', '%s', '\uFFFC', '<a href="', '">').map(textRun);
    const known = fc.array(fc.constantFrom(ph, textRun('<b>'), textRun('</b>')), { maxLength: 3 });
    const pair = known.map((inside) => [open, ...inside, close]);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            text.map((one) => [one]),
            pair,
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const pieces = parts.flat();
          const runs = numberCodes(pieces, find);
          const expected = pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.data)).join('');
          expect(dataText(runs)).toBe(expected);
          expect(checkRuns(runs)).toEqual([]);
        },
      ),
    );
  });
});
