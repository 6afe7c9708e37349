import type { Runs } from '@helve/flow';
import { expect, test } from 'vitest';
import { codeFault } from './code-fault.js';

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const plural = (pivot: string, one: string, other: string) =>
  ({ kind: 'plural', pivot, forms: { one: [text(one)], other: [text(other)] } }) as const;

const source: Runs = [plural('count', 'one item', 'items'), text(' left')];

test('codeFault follows a plural to another place in the sentence', () => {
  const moved: Runs = [text('noch '), plural('count', 'ein Stück', 'Stücke')];
  expect(codeFault({ source }, 'de', moved)).toBeUndefined();
});

test('codeFault misses a form, a plural, and the second of two with one pivot', () => {
  const halved: Runs = [text('noch '), { kind: 'plural', pivot: 'count', forms: { other: [text('Stücke')] } }];
  expect(codeFault({ source }, 'de', halved)).toBe('the form at "/0:one" is missing');
  expect(codeFault({ source }, 'de', [text('noch Stücke')])).toBe('the code "0" is missing');
  const twice: Runs = [...source, text(' of '), plural('count', 'a box', 'boxes')];
  expect(codeFault({ source: twice }, 'de', source)).toBe('the code "1" is missing');
});
