import type { DiagnosticLine, DiagnosticsStore } from '@helve/worker/host';
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
import { lockNames, type Connections, type StatementRunner } from './connections.js';
import { where } from './where.js';

const COLUMNS = `at_ms, source, level, ${idColumns.join(', ')}, start_bytes, end_bytes, text`;
const INSERT = `INSERT INTO helve.diagnostics (${COLUMNS})
  SELECT ${COLUMNS} FROM unnest($1::double precision[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::text[],
    $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::text[])
    WITH ORDINALITY AS row (${COLUMNS}, ordinality) ORDER BY ordinality`;

export function createDiagnosticsStore(connections: Connections): DiagnosticsStore {
  /** Deletes in many small steps, so that other statements run in between. */
  async function drop(staysIf: string, value: (runner: StatementRunner) => Promise<number>): Promise<number> {
    for (let total = 0; ;) {
      const dropped = await connections.write(async (runner) => {
        await lockNames(runner, ['diagnostics']);
        return dropSome(runner, staysIf, await value(runner));
      });
      total += dropped;
      if (dropped < PRUNE_LIMIT) return total;
    }
  }

  return Object.freeze({
    append: async (lines) => {
      const texts = lines.map((line) => JSON.stringify(line));
      await connections.write(async (runner) => {
        await lockNames(runner, ['diagnostics']);
        await runner.run(INSERT, toColumns(lines, texts, await endOfLast(runner)));
      });
    },
    read: (filter = {}) =>
      connections.once(async (runner) => {
        const { sql, values } = where(diagnosticConditions(filter), 1);
        const rows = await runner.all<EntryRow>(
          `SELECT seq::double precision AS seq, text FROM helve.diagnostics WHERE ${sql}
           ORDER BY helve.diagnostics.seq DESC LIMIT $1`,
          [rowLimit(filter.last), ...values],
        );
        return fromNewestFirst(rows, toDiagnosticLine);
      }),
    prune: async ({ maxAgeMs, maxBytes }, nowMs) => {
      const old = await drop('at_ms > $1', async () => nowMs - maxAgeMs);
      return old + (await drop('start_bytes >= $1', async (runner) => (await endOfLast(runner)) - maxBytes));
    },
  } satisfies DiagnosticsStore);
}

function toColumns(lines: readonly DiagnosticLine[], texts: readonly string[], start: number) {
  const ids = lines.map(toIdColumns);
  const sizes = texts.map((text) => Buffer.byteLength(text));
  let end = start;
  const ends = sizes.map((size) => (end += size));
  return [
    lines.map(({ atMs }) => atMs),
    lines.map(({ source }) => source),
    lines.map(rankOf),
    ...idColumns.map((_, index) => ids.map((row) => row[index] ?? null)),
    [start, ...ends.slice(0, -1)],
    ends,
    texts,
  ];
}

async function endOfLast(runner: StatementRunner): Promise<number> {
  const sql = 'SELECT end_bytes::double precision AS "end" FROM helve.diagnostics ORDER BY seq DESC LIMIT 1';
  return (await runner.first<{ end: number }>(sql))?.end ?? 0;
}

/** Deletes a few of the oldest lines, up to the first that stays. */
function dropSome(runner: StatementRunner, staysIf: string, value: number): Promise<number> {
  return runner.run(
    `DELETE FROM helve.diagnostics WHERE seq IN (
       SELECT seq FROM helve.diagnostics WHERE seq < coalesce(
         (SELECT seq FROM helve.diagnostics WHERE ${staysIf} ORDER BY seq LIMIT 1), ${Number.MAX_SAFE_INTEGER})
       ORDER BY seq LIMIT ${PRUNE_LIMIT})`,
    [value],
  );
}
