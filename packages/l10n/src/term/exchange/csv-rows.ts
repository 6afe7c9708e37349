/** A row of a CSV file, with the line it begins in. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A quote that is never closed, with its line. */
export class OpenQuote extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Cannot read the row: the quote of line ${line} is never closed`);
    this.line = line;
  }
}

/**
 * Parses rows of fields, piece by piece. A quoted field may contain anything, a quote doubled; the delimiter is the
 * comma, semicolon or tab that the first row has most of. Empty rows are skipped.
 */
export async function* csvRows(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<CsvRow> {
  const splitter = new Splitter();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const end = splitter.completeUpTo(text, rest.length);
    yield* splitter.rows(text.slice(0, end));
    rest = text.slice(end);
  }
  if (splitter.isOpen) throw new OpenQuote(splitter.line);
  if (rest !== '') yield* splitter.rows(rest);
}

class Splitter {
  line = 1;
  /** True when the unsplit text ends inside quotes. */
  isOpen = false;
  #atFieldStart = true;
  #hasJustClosed = false;
  #separator = '';

  /** Returns the position after the last line end outside quotes; the text before `from` was scanned before. */
  completeUpTo(text: string, from: number): number {
    if (this.#separator === '' && text !== '') this.#separator = detectSeparator(text);
    let end = 0;
    for (let at = from; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (char === '"') this.#quote();
      else {
        this.#hasJustClosed = false;
        if (this.isOpen) continue;
        if (char === '\n') end = at + 1;
        this.#atFieldStart = char === '\n' || char === this.#separator;
      }
    }
    return end;
  }

  /** Handles a quote: it opens a field only at its start, and after the closing one it stands for itself. */
  #quote(): void {
    const opens = !this.isOpen && (this.#atFieldStart || this.#hasJustClosed);
    this.#hasJustClosed = this.isOpen;
    this.isOpen = opens;
    this.#atFieldStart = false;
  }

  *rows(text: string): Generator<CsvRow> {
    const field = fieldPatterns[this.#separator] ?? /$/gu;
    let fields: string[] = [];
    let { line } = this;
    for (const [matched, quoted, plain = '', end = ''] of text.matchAll(field)) {
      fields.push(unguarded(quoted === undefined ? plain : quoted.replaceAll('""', '"')));
      this.line += matched.split('\n').length - 1;
      if (end === this.#separator) continue;
      if (fields.some((each) => each.trim() !== '')) yield { line, fields };
      fields = [];
      line = this.line;
    }
  }
}

const separators = [',', ';', '\t'] as const;

function detectSeparator(text: string): string {
  const [head = ''] = text.replaceAll(/"(?:[^"]|"")*"/gu, '').split('\n');
  const [most] = separators.toSorted((one, other) => head.split(other).length - head.split(one).length);
  return most ?? ',';
}

const fieldPatterns: { readonly [separator: string]: RegExp } = Object.fromEntries(
  separators.map((each) => [each, new RegExp(`(?:"((?:[^"]|"")*)"|([^${each}\\r\\n]*))(${each}|\\r?\\n|\\r|$)`, 'gu')]),
);

/** Text that a spreadsheet would take for a formula, also after leading quotes. */
const formula = /^'*[=+\-@\t\r]/u;

/** Formats one row; fields are quoted if necessary, and none is a formula to a spreadsheet. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => toField(formula.test(field) ? `'${field}` : field)).join(',')}\n`;
}

function toField(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the quote that keeps a field from being a formula. */
function unguarded(field: string): string {
  return field.startsWith("'") && formula.test(field) ? field.slice(1) : field;
}
