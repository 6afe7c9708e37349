/** Rules by which the cells of a table are spelled. */
export interface CellSyntax {
  /** One character. */
  readonly delimiter: string;
  /** False where quotation marks are text like any other. */
  readonly quotes: boolean;
}

/** Table of comma-separated values, as RFC 4180 has it. */
export const commaSyntax: CellSyntax = Object.freeze({ delimiter: ',', quotes: true });

/**
 * Spells a text as a cell: one that was quoted stays so, and one that must be is. Undefined for a text that needs quotes
 * where there are none.
 */
export function encodeCell(text: string, syntax: CellSyntax, quoted = false): string | undefined {
  if (!quoted && !needsQuotes(text, syntax)) return text;
  if (syntax.quotes) return `"${text.replaceAll('"', '""')}"`;
  return /[\r\n]/u.test(text) || text.includes(syntax.delimiter) ? undefined : text;
}

function needsQuotes(text: string, { delimiter, quotes }: CellSyntax): boolean {
  // A byte order mark at the begin of a file would not be text.
  return (
    /[\r\n]/u.test(text) || text.includes(delimiter) || text.startsWith('\uFEFF') || (quotes && text.includes('"'))
  );
}

/** True for the spelling of a quoted cell. */
export function isQuoted(cell: string, { quotes }: CellSyntax): boolean {
  return quotes && cell.startsWith('"');
}

/** Position of what stands behind the closing quotation mark of a cell, where nothing may; undefined for a sound cell. */
export function strayText(cell: string, syntax: CellSyntax): number | undefined {
  if (!isQuoted(cell, syntax)) return undefined;
  const after = closingQuote(cell, 1) + 1;
  return after === cell.length ? undefined : after;
}

/** Reads the text of a sound cell. */
export function decodeCell(cell: string, syntax: CellSyntax): string {
  return isQuoted(cell, syntax) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

/** Finds the quotation mark that closes a cell; -1 where none does. */
export function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at;
}
