import type { DiagnosticsStore } from '@helve/worker/host';
import {
  diagnosticConditions,
  fromNewestFirst,
  toDiagnosticLine,
  idColumns,
  PRUNE_LIMIT,
  rankOf,
  rowLimit,
  toIdColumns,
  type EntryRow,
} from '../entry-row.js';
import type { Connection } from './connection.js';
import { where } from './where.js';

const INSERT = `INSERT INTO diagnostics (at_ms, source, level, ${idColumns.join(', ')}, start_bytes, end_bytes, text)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function createDiagnosticsStore(connection: Connection): DiagnosticsStore {
  const endOfLast = (): number =>
    connection.first<{ end: number }>('SELECT end_bytes AS end FROM diagnostics ORDER BY seq DESC LIMIT 1')?.end ?? 0;

  /** Deletes a few of the oldest lines, up to the first that stays. */
  function dropSome(staysIf: string, value: number): number {
    return connection.run(
      `DELETE FROM diagnostics WHERE seq IN (
         SELECT seq FROM diagnostics WHERE seq < coalesce(
           (SELECT seq FROM diagnostics WHERE ${staysIf} ORDER BY seq LIMIT 1), ${Number.MAX_SAFE_INTEGER})
         ORDER BY seq LIMIT ${PRUNE_LIMIT})`,
      [value],
    );
  }

  /** Deletes in many small steps, so that other statements run in between. */
  async function drop(staysIf: string, value: () => number): Promise<number> {
    for (let total = 0; ;) {
      const dropped = await connection.write(() => dropSome(staysIf, value()));
      total += dropped;
      if (dropped < PRUNE_LIMIT) return total;
    }
  }

  return Object.freeze({
    append: async (lines) => {
      const rows = lines.map((line) => ({ line, text: JSON.stringify(line) }));
      await connection.write(() => {
        let end = endOfLast();
        for (const { line, text } of rows) {
          const start = end;
          end += Buffer.byteLength(text);
          connection.run(INSERT, [line.atMs, line.source, rankOf(line), ...toIdColumns(line), start, end, text]);
        }
      });
    },
    read: (filter = {}) =>
      connection.once(() => {
        const { sql, values } = where(diagnosticConditions(filter));
        const select = `SELECT seq, text FROM diagnostics WHERE ${sql} ORDER BY seq DESC LIMIT ?`;
        return fromNewestFirst(connection.all<EntryRow>(select, [...values, rowLimit(filter.last)]), toDiagnosticLine);
      }),
    prune: async ({ maxAgeMs, maxBytes }, nowMs) => {
      const old = await drop('at_ms > ?', () => nowMs - maxAgeMs);
      return old + (await drop('start_bytes >= ?', () => endOfLast() - maxBytes));
    },
  } satisfies DiagnosticsStore);
}
