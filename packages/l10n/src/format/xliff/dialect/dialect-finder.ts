import { codeFinder, type CodeFinder } from '../../code/code-finder.js';
import { valueCodes, type HtmlOptions } from '../../format-option.js';
import { dialects, type Dialect, type DialectName } from './dialect.js';

/** Creates the code finder of a file: the codes that its tool writes as text come before those of the options. */
export function dialectFinder(options: HtmlOptions, { codes = [], presets = [] }: Dialect): CodeFinder {
  const own = valueCodes(options);
  return codeFinder({ ...own, presets: [...new Set([...presets, ...own.presets])], rules: [...codes, ...own.rules] });
}

/** Creates the code finders of files by their dialects, each once. */
export function dialectFinders(options: HtmlOptions): (dialect: DialectName | undefined) => CodeFinder {
  const known = new Map<DialectName, CodeFinder>();
  return (dialect = 'plain') => {
    const found = known.get(dialect) ?? dialectFinder(options, dialects[dialect]);
    known.set(dialect, found);
    return found;
  };
}
