import type { PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { dataText } from '@helve/flow/content';

/** Notation of apostrophes: doubled only where they would quote, or always. */
export type Apostrophes = 'needed' | 'doubled';

const formOrder = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Writes content as an ICU message in canonical form; text is quoted where necessary. */
export function formatMessage(runs: Runs, apostrophes: Apostrophes = 'needed'): string {
  return writeUnit(runs, false, apostrophes);
}

function writeUnit(runs: Runs, inPlural: boolean, apostrophes: Apostrophes): string {
  return runs.map((run) => writeRun(run, inPlural, apostrophes)).join('');
}

function writeRun(run: Run, inPlural: boolean, apostrophes: Apostrophes): string {
  switch (run.kind) {
    case 'text':
      return quoteText(run.text, inPlural, apostrophes);
    case 'plural':
      return writePlural(run, apostrophes);
    case 'select':
      return writeSelect(run, inPlural, apostrophes);
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      return run.data;
    case 'sub':
      return dataText([run]);
  }
}

function writePlural(run: PluralRun, apostrophes: Apostrophes): string {
  const keyword = run.ordinal ? 'selectordinal' : 'plural';
  const offset = run.offset ? ` offset:${run.offset}` : '';
  const keys = Object.keys(run.forms).toSorted((a, b) => rank(a) - rank(b));
  const forms = Object.entries(run.forms);
  const written = keys.map((key) => {
    const content = forms.find(([name]) => name === key)?.[1] ?? [];
    return ` ${key} {${writeUnit(content, true, apostrophes)}}`;
  });
  return `{${run.pivot}, ${keyword},${offset}${written.join('')}}`;
}

/** Ranks exact numbers first, then the categories from `zero` to `other`. */
function rank(key: string): number {
  return key.startsWith('=') ? -1e15 + Number(key.slice(1)) : formOrder.indexOf(key);
}

function writeSelect(run: SelectRun, inPlural: boolean, apostrophes: Apostrophes): string {
  const entries = Object.entries(run.cases);
  const ordered = [...entries.filter(([key]) => key !== 'other'), ...entries.filter(([key]) => key === 'other')];
  const written = ordered.map(([key, content]) => ` ${key} {${writeUnit(content, inPlural, apostrophes)}}`);
  return `{${run.pivot}, select,${written.join('')}}`;
}

/**
 * Quotes syntax characters, with adjacent apostrophes; doubles other apostrophes where they would start a quote: before
 * a character that can be quoted, beside another, and at an end that may meet one.
 */
function quoteText(text: string, inPlural: boolean, apostrophes: Apostrophes): string {
  const syntax = inPlural ? /['{}#]*[{}#]['{}#]*|'+/gu : /['{}]*[{}]['{}]*|'+/gu;
  return text.replaceAll(syntax, (found, at: number) => {
    const doubled = found.replaceAll("'", "''");
    if (!/^'+$/u.test(found)) return `'${doubled}'`;
    const next = text.charAt(at + found.length);
    const plain = apostrophes === 'needed' && found === "'" && next !== '' && !'<>#|'.includes(next);
    return plain ? found : doubled;
  });
}
