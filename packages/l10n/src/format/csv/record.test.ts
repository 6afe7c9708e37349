import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ScanFault } from '../text/scan-entries.js';
import { encodeCell, type CellSyntax } from './cell.js';
import { parseTable, scanRecord, spellRecord } from './record.js';

const delimiters = fc.constantFrom(',', ';', '\t', '|');
const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', ' ', 'a', 'é', '😀', "'", '=') });
const row = fc.array(cell, { minLength: 1, maxLength: 5 });

describe('records of a table', () => {
  test('are read back as they were spelled, with every delimiter and line end', () => {
    fc.assert(
      fc.property(fc.array(row), delimiters, fc.constantFrom('\n', '\r\n', '\r'), (rows, delimiter, lineEnd) => {
        const syntax: CellSyntax = { delimiter, quotes: true };
        const text = rows.map((texts) => spellRecord(texts, syntax) + lineEnd).join('');
        expect(parseTable(text, syntax)).toEqual(rows);
      }),
    );
  });

  test('are not complete until the text tells where they end', () => {
    const syntax = { delimiter: ',', quotes: true };
    const text = 'a,"b\r\n""c"""\r\n';
    for (let length = 0; length < text.length; length += 1)
      expect(scanRecord(text.slice(0, length), 0, false, syntax), text.slice(0, length)).toBeUndefined();
    expect(scanRecord(`${text}x`, 0, false, syntax)).toEqual({ start: 0, ends: [1, 12], end: 14 });
  });

  test('with an open quotation mark are a fault at the mark', () => {
    expect(() => parseTable('a,b\nc,"d\n')).toThrow(new ScanFault('the quotation mark is not closed', 6));
  });

  test('have quotes where a cell must, and keep those that a cell had', () => {
    const syntax = { delimiter: ';', quotes: true };
    expect(['a b', 'a,b', 'a;b', 'a"b', 'a\nb', ''].map((text) => encodeCell(text, syntax))).toEqual([
      'a b',
      'a,b',
      '"a;b"',
      '"a""b"',
      '"a\nb"',
      '',
    ]);
    expect(encodeCell('a', syntax, true)).toBe('"a"');
  });

  test('without quotes cannot hold a delimiter or a line end', () => {
    const syntax = { delimiter: '\t', quotes: false };
    expect(['"a"', 'a\tb', 'a\nb'].map((text) => encodeCell(text, syntax))).toEqual(['"a"', undefined, undefined]);
    expect(parseTable('"a\t"b"\n', syntax)).toEqual([['"a', '"b"']]);
  });
});
