import { describe, expect, test } from 'vitest';
import { insertInto } from '../../testing/format/insert-kit.js';
import { propertiesFormat } from './format.js';

const insert = insertInto.bind(undefined, propertiesFormat);

describe('insertProperties', () => {
  test('X30 an entry goes behind its neighbour, with its indentation, separator and line end', async () => {
    expect(await insert('# c\r\n  a : 1\r\nc=3\r\n', [{ name: 'b', text: 'x y', after: 'a' }])).toBe(
      '# c\r\n  a : 1\r\n  b : x y\r\nc=3\r\n',
    );
  });

  test('X30 entries that follow each other go behind the first, or to the head', async () => {
    const both = [
      { name: 'b', text: 'B' },
      { name: 'c', text: 'C', after: 'b' },
    ];
    expect(await insert('# note of z\nz=1', both)).toBe('b=B\nc=C\n# note of z\nz=1');
    expect(await insert('a=1\nz=1', [{ name: 'b', text: 'B', after: 'a' }, ...both.slice(1)])).toBe(
      'a=1\nb=B\nc=C\nz=1',
    );
  });

  test('X30 the last line keeps no line end where it had none', async () => {
    expect(await insert('a=1', [{ name: 'b', text: '2', after: 'a' }])).toBe('a=1\nb=2');
  });

  test('X30 a note is a comment, and a comment of the file does not become one', async () => {
    expect(await insert('! head\n', [{ name: 'b', text: '2', note: 'two\nlines' }])).toBe(
      '! head\n\n# two\n# lines\nb=2\n',
    );
    expect(await insert('! x\na=1\n', [{ name: 'b', text: '2', note: 'two', after: 'a' }])).toBe(
      '! x\na=1\n! two\nb=2\n',
    );
  });

  test('X30 keys and values are escaped as the file needs it', async () => {
    expect(await insert('a=1\n', [{ name: '#k y=ü', text: ' é\n', after: 'a' }])).toBe(
      String.raw`a=1` + '\n' + String.raw`\#k\ y\=\u00FC=\ \u00E9\n` + '\n',
    );
    expect(await insert('a=ö\n', [{ name: 'ü', text: 'é', after: 'a' }])).toBe('a=ö\nü=é\n');
  });

  test('X30 an entry is taken out with its comment and its continued lines', async () => {
    expect(await insert('a=1\n# of b\nb=x\\\n  y\n\n# rest\nc=3\n', [], ['b'])).toBe('a=1\n\n# rest\nc=3\n');
  });

  test('X30 an entry may come in the place of one that goes', async () => {
    expect(await insert('a=1\nb=2\n', [{ name: 'c', text: '3', after: 'b' }], ['b'])).toBe('a=1\nc=3\n');
  });
});
