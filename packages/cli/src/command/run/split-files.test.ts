import { expect, test } from 'vitest';
import { planFlags } from '../../flags/plan-flags.js';
import { runFlags } from './run-flags.js';
import { splitFiles } from './split-files.js';

const { flags } = planFlags({
  type: 'object',
  properties: {
    prefix: { type: 'string' },
    images: { type: 'boolean' },
    args: { type: 'array', items: { type: 'string' } },
  },
});

test.each<[string, string, string]>([
  ['a.json --prefix [ b.json', '--prefix [', 'a.json b.json'],
  ['--images a.json --no-images b.json', '--images --no-images', 'a.json b.json'],
  ['--prefix= a.json', '--prefix=', 'a.json'],
  ['-o out.json - --json', '--output out.json --json', '-'],
  ['--args -a --args=-b x', '--args -a --args=-b', 'x'],
  ['--json -- --odd.json', '--json', '--odd.json'],
  ['-h', '-h', ''],
  ['-q a.json', '-q', 'a.json'],
  ['-- -q', '', '-q'],
])('K84 splitFiles tells files from flags in "%s"', (line, words, files) => {
  const split = splitFiles(line.split(' '), runFlags, flags);
  expect({ words: split.words.join(' '), files: split.files.join(' ') }).toEqual({ words, files });
});
