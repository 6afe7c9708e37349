import { expect, test } from 'vitest';
import { toBlocks, toInlineTexts } from './to-blocks.js';

test('toBlocks cuts headings, paragraphs, lists and code', () => {
  const markdown =
    '# Title\nFirst line\nsecond line\n\n- one\n  goes on\n- two\n\n```json\n{ "a": 1 }\n\n# no title\n```\nThe end:\n1. a\n2. b\n\n| a | b |\n| - | - |\n';
  expect(toBlocks(markdown)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'First line second line' },
    { kind: 'list', ordered: false, items: ['one goes on', 'two'] },
    { kind: 'code', text: '{ "a": 1 }\n\n# no title' },
    { kind: 'paragraph', text: 'The end:' },
    { kind: 'list', ordered: true, items: ['a', 'b'] },
    { kind: 'code', text: '| a | b |\n| - | - |' },
  ]);
  expect(toBlocks('')).toEqual([]);
  expect(toBlocks('```\nnever closed')).not.toEqual([]);
});

test('toSpans finds code and strong words, and keeps all others', () => {
  expect(toInlineTexts('Use `a*b` and **never** 2 * 3 ` alone')).toEqual([
    { kind: 'plain', text: 'Use ' },
    { kind: 'code', text: 'a*b' },
    { kind: 'plain', text: ' and ' },
    { kind: 'strong', text: 'never' },
    { kind: 'plain', text: ' 2 * 3 ` alone' },
  ]);
});
