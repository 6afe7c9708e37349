import { headText } from '../text/head-text.js';
import { ScanFault } from '../text/scan-entries.js';
import { columnsOf } from './column.js';
import { delimiters } from './options.js';
import { parseTable } from './record.js';

/** Number of characters within which the first records end. */
const lookLength = 4096;

/** Scores how much the first bytes look like a table of texts whose cells one of these delimiters parts. */
export function sniffTable(head: Uint8Array, marks: readonly string[]): number {
  const text = headText(head.subarray(0, lookLength)).replace(/^\uFEFF/u, '');
  if (!/^["\w]/u.test(text)) return 0;
  return Math.max(...delimiters.filter((mark) => marks.includes(mark)).map((mark) => scoreOf(text, mark)));
}

/** A header of known names, with records of its length below it, is a sure sign; one that has others too is a good one. */
function scoreOf(text: string, delimiter: string): number {
  const [names = [], second] = firstRecords(text, delimiter);
  if (second === undefined || second.length !== names.length) return 0;
  const known = columnsOf(names);
  const hasText = known.some(({ role }) => role === 'source' || role === 'target' || role === 'locale');
  if (!hasText || known.length < 2) return 0;
  return known.length === names.length ? 0.8 : 0.6;
}

function firstRecords(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parseTable(text, { delimiter, quotes: true }, 2);
  } catch (error) {
    if (!(error instanceof ScanFault)) throw error;
    return [];
  }
}
