import fc from 'fast-check';
import { runsText } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { plural, show, t, variable } from '../testing/runs-kit.js';
import { adoptEdges } from './adopt-edges.js';

describe('adoptEdges', () => {
  const text = (target: string, stored: string, source: string) =>
    runsText(adoptEdges([t(target)], [t(stored)], [t(source)]));

  test.each([
    ['Ende', 'End', 'End\n', 'Ende\n'],
    ['Ende\n', 'End\n', 'End', 'Ende'],
    ['\nEnde', '\nEnd', ' End ', ' Ende '],
    ['Name:', 'Name: ', 'Name: ', 'Name:'],
    ['Ende', 'End\n', 'End\n', 'Ende\n'],
    ['Ende\n', 'End', 'End', 'Ende'],
    ['a\nb', 'x\ny', 'x\r\ny', 'a\r\nb'],
    ['a\r\nb\r\n', 'x\r\ny\r\n', 'x\ny\n', 'a\nb\n'],
  ])('turns %j, stored for %j, into the target of %j: %j', (target, stored, source, expected) => {
    expect(text(target, stored, source)).toBe(expected);
  });

  test('codes at an edge have no white space, and stay', () => {
    const adapted = adoptEdges([variable('x'), t(' da')], [variable('x'), t(' there')], [variable('x'), t(' there\n')]);
    expect(show(adapted)).toBe('<x id="x/"/> da\n');
  });

  test('each form gets the edges of its own form of the source, else of "other"', () => {
    const [stored, source] = [plural({ one: 'a', other: 'b' }), plural({ one: 'a\n', other: 'b\n' })];
    const target = plural({ one: 'x', few: 'y', other: 'z' });
    expect(show(adoptEdges([target], [stored], [source]))).toBe('{one[x\n] few[y\n] other[z\n]}');
  });

  test('a target always ends with a line break where the text does, and only there', () => {
    const edge = fc.constantFrom('', ' ', '\n', ' \n', '\n\n');
    fc.assert(
      fc.property(
        fc.array(edge, { minLength: 6, maxLength: 6 }),
        ([a = '', b = '', c = '', d = '', e = '', f = '']) => {
          const made = text(`${a}Ziel${b}`, `${c}Quelle${d}`, `${e}Quelle${f}`);
          expect([made.startsWith('\n'), made.endsWith('\n')]).toEqual([
            /^\s*\n/u.test(e) ? made.startsWith('\n') : false,
            /\n\s*$/u.test(f) ? made.endsWith('\n') : false,
          ]);
          expect([/^\s*\n/u.test(made), /\n\s*$/u.test(made)]).toEqual([/^\s*\n/u.test(e), /\n\s*$/u.test(f)]);
        },
      ),
    );
  });
});
