import { codeFinder, type CodeFinder } from '../../code/code-finder.js';
import { valueCodes, type HtmlOptions } from '../../format-option.js';
import type { Dialect } from './dialect.js';

/** Creates the code finder of a file: the codes that its tool writes as text come before those of the options. */
export function dialectFinder(options: HtmlOptions, { codes = [], presets = [] }: Dialect): CodeFinder {
  const own = valueCodes(options);
  return codeFinder({ ...own, presets: [...new Set([...presets, ...own.presets])], rules: [...codes, ...own.rules] });
}
