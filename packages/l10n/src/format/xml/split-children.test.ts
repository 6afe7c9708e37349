import { bytesSource } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { choppedSource } from '../../testing/document-kit.js';
import { openXml } from './open-xml.js';
import { splitChildren, type XmlPiece } from './split-children.js';

const options = { maxBytes: 2 ** 30, encoding: 'auto' };
const isContainer = (_: string, depth: number): boolean => depth === 0;

async function split(source: ReturnType<typeof bytesSource>): Promise<readonly XmlPiece[]> {
  const pieces: XmlPiece[] = [];
  for await (const some of splitChildren(await openXml(source, 'a.xml', options), { file: 'a.xml', isContainer })) {
    pieces.push(...some);
  }
  return pieces;
}

const shown = (pieces: readonly XmlPiece[]): readonly string[] =>
  pieces.map(({ kind, text }) => `${kind} ${text.slice(0, 60)}`);

describe('splitChildren', () => {
  test('splitChildren gives the nodes of the container, with the white space before each', async () => {
    const text =
      '<?xml version="1.0"?><!-- <r> --><r a=">">\n <a><a/>x</a>\n <!-- </r> --><b/> text <![CDATA[<]]><?pi?></r >\n';
    const pieces = await split(bytesSource(Buffer.from(text)));
    expect(shown(pieces)).toEqual([
      'head <?xml version="1.0"?><!-- <r> --><r a=">">',
      'element <a><a/>x</a>',
      'comment <!-- </r> -->',
      'element <b/>',
      'text text ',
      'text <![CDATA[<]]>',
      'instruction <?pi?>',
      'tail </r >\n',
    ]);
    expect(pieces.slice(1, 4).map(({ space }) => space)).toEqual(['\n ', '\n ', '']);
  });

  test('splitChildren ends an element at the end tag of its own name, however elements nest', async () => {
    const element = '<a x="</a>"><!-- </a> --><a><![CDATA[</a>]]><a></a></a><ab></ab></a\n>';
    expect(shown(await split(bytesSource(Buffer.from(`<r>${element}<c/></r>`))))[1]).toBe(
      `element ${element.slice(0, 60)}`,
    );
  });

  test('splitChildren gives what is left of a file that was cut off', async () => {
    const last = async (text: string) => shown(await split(bytesSource(Buffer.from(text)))).at(-1);
    expect(await last('<r')).toBe('head <r');
    expect(await last('<r><a>')).toBe('element <a>');
    expect(await last('<r> <!-- ')).toBe('comment <!-- ');
    expect(await last('<r> x')).toBe('text x');
    expect(await last('<r> <a/> ')).toBe('tail ');
    expect(await last('<r/>')).toBe('tail ');
  });

  test('splitChildren knows the byte of every character, in pieces of any size', async () => {
    const bytes = Buffer.from('\uFEFF<r>\n <ä>é😀</ä>\r\n <!-- ü --><b>x</b></r>');
    const whole = await split(bytesSource(bytes));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
        const pieces = await split(choppedSource(bytes, size));
        expect(pieces.map(({ kind, text, index, space }) => ({ kind, text, index, space }))).toEqual(
          whole.map(({ kind, text, index, space }) => ({ kind, text, index, space })),
        );
        for (const piece of pieces) {
          const written = bytes.subarray(piece.byteAt(0), piece.byteAt(piece.text.length)).toString();
          expect(written).toBe(piece.text);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('T105 an element that never ends is refused before it fills the memory', async () => {
    const endless = choppedSource(Buffer.from(`<r><a>${'x'.repeat(5 * 2 ** 20)}`), 2 ** 16);
    await expect(split(endless)).rejects.toMatchObject({ code: 'L10N_LIMIT' });
  });

  test.each(['<a', '<!--', '<a>', '</a>', '<![CDATA[', '&', '"', '<a b="'])(
    'X10 splitChildren takes little time for a megabyte of %j',
    async (token) => {
      const hostile = Buffer.from(`<r>${token.repeat(2 ** 20 / token.length)}`);
      const start = cpuNow();
      await split(choppedSource(hostile, 2 ** 15));
      expect(cpuNow() - start).toBeLessThan(1000);
    },
  );
});
