import { codeFinder, type CodeFinder } from '../../code/code-finder.js';
import { valueCodes, type HtmlOptions } from '../../format-option.js';
import type { Dialect } from './dialect.js';

/** Creates the code finder of a file: the codes that its tool writes as text come before those of the options. */
export function dialectFinder(options: HtmlOptions, { codes = [], messages }: Dialect): CodeFinder {
  const own = valueCodes(options);
  const presets = messages === true ? [...new Set(['icu' as const, ...own.presets])] : own.presets;
  return codeFinder({ ...own, presets, rules: [...codes, ...own.rules] });
}
