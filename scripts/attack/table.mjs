/** @typedef {{ attack: string, acknowledged: number, lost: number, doubled: number, leaked: number, note?: string }} Tally */

const counts = /** @type {const} */ (['acknowledged', 'lost', 'doubled', 'leaked']);

/** One line for each attack. @param {readonly Tally[]} rows */
export function toTable(rows) {
  const head = ['attack', ...counts, ''];
  const lines = rows.map((row) => [row.attack, ...counts.map((key) => String(row[key])), row.note ?? '']);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)));
  /** @param {readonly string[]} line */
  const toLine = (line) =>
    line
      .map((cell, column) =>
        column === 0 || column > counts.length ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [head, ...lines].map(toLine).join('\n');
}
