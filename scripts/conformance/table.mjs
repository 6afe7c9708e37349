/** @typedef {import('./run-suite.mjs').Row} Row */

/** One line for each scenario, one for each part, and what went wrong. @param {readonly Row[]} rows */
export function toTable(rows) {
  const width = Math.max(...rows.map(({ scenario }) => scenario.length));
  const parts = [...new Set(rows.map(({ part }) => part))];
  return parts
    .flatMap((part) => {
      const own = rows.filter((row) => row.part === part);
      return ['', part, ...own.map((row) => `  ${toLine(row, width)}`), `  ${toSum(own)}`];
    })
    .join('\n');
}

/** @param {Row} row @param {number} width */
function toLine({ scenario, passed, failed, note = '' }, width) {
  const counts = `${String(passed).padStart(3)} passed  ${String(failed).padStart(3)} failed`;
  const [first = '', ...more] = note.trim().split('\n');
  const below = failed > 0 ? more.map((line) => `\n      ${line}`).join('') : '';
  return `${failed === 0 ? '✓' : '✗'} ${scenario.padEnd(width)}  ${counts}  ${first}${below}`.trimEnd();
}

/** @param {readonly Row[]} rows */
function toSum(rows) {
  const wanted = rows.filter((row) => row.wanted);
  const green = wanted.filter(({ failed }) => failed === 0).length;
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  return `= ${green} of ${wanted.length} that count are green; ${passed} checks passed, ${failed} failed`;
}
