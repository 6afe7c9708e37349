import { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';
import type { WorkerFinding } from '@helve/project/worker';

/** All of them on stdout; warnings do not fail. */
export function printFindings(
  findings: readonly WorkerFinding[],
  { json, good, terminal }: { readonly json: boolean; readonly good: string; readonly terminal: Terminal },
): ExitCode {
  const { style, width, print, notify } = terminal;
  const ok = findings.every(({ level }) => level === 'warning');
  const rows = findings.map(({ level, where, message }) => [level, where, message]);
  if (json) print(JSON.stringify({ ok, findings }, undefined, 2));
  else if (rows.length > 0) print(toTable(rows, { header: ['LEVEL', 'WHERE', 'WHAT'], style, width }));
  if (ok && !json) notify(good);
  return ok ? ExitCode.done : ExitCode.failed;
}
