import type { Runs } from '@helve/flow';
import { codeFinder } from '../format/code/code-finder.js';
import { tmxOptions } from '../format/tmx/options.js';
import { textContent, UnitIds } from '../format/tmx/read-seg.js';

/** Reads a text that a person looks up: variables and tags in it are codes, as they are in the entries of a memory. */
export function queryContent(text: string): Runs {
  return textContent(text, new UnitIds(), codeFinder(tmxOptions({}).codeFinder));
}
