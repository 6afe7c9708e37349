/** A range of a line. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;

/** True when a line is the delimiter row that makes the line above the head of a table. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/u.test(line) && delimiterRow.test(line);
}

/** Splits a row into cells, without the white space around them; `\|` is not a border. */
export function rowCells(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  for (let at = 0; at <= line.length; at += 1) {
    const char = line[at];
    if (char === '\\' && (line[at + 1] === '\\' || line[at + 1] === '|')) at += 1;
    else if (char === '|' || at === line.length) {
      cells.push(trimmed(line, start, at));
      start = at + 1;
    }
  }
  if (/^[ \t]*\|/u.test(line)) cells.shift();
  const last = cells.at(-1);
  if (cells.length > 1 && last && last.start === last.end) cells.pop();
  return cells;
}

/** Decodes the Markdown in a cell. */
export function fromCell(raw: string): string {
  return raw.includes('\\') ? raw.replaceAll(/\\([\\|])/gu, (pair, char: string) => (char === '|' ? '|' : pair)) : raw;
}

/** Encodes Markdown for a cell; an escaped border stays so. */
export function toCell(markdown: string): string {
  return markdown.replaceAll(/(\\*)\|/gu, (found, slashes: string) =>
    slashes.length % 2 === 1 ? found : `${slashes}\\|`,
  );
}

function trimmed(line: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && isBlank(line.charCodeAt(start))) start += 1;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

function isBlank(char: number): boolean {
  return char === 32 || char === 9;
}
