import type {
  DiagnosticFilter,
  DiagnosticLevel,
  DiagnosticLine,
  JournalEntry,
  JournalFilter,
} from '@helve/worker/host';
import { toColumnText } from './column-text.js';

/** Columns for looking up lines and entries; they repeat fields of the text. */
export const idColumns = ['instance_id', 'session', 'job_id', 'run_id', 'call_id'] as const;

/** One condition on a row; a list of values matches any of them. */
export type Condition =
  | readonly [column: string, operator: '=' | 'contains', value: string]
  | readonly [column: string, operator: '>' | '>=' | '<', value: number]
  | readonly [column: string, operator: 'in', values: readonly string[]];

/** Maximum number of lines deleted per pruning step, so that no caller waits for a long one. */
export const PRUNE_LIMIT = 1_000;

/** One stored line or entry as a row. */
export interface EntryRow {
  readonly seq: number;
  readonly text: string;
}

type Ids = Pick<JournalFilter, 'instanceId' | 'session' | 'jobId' | 'runId' | 'callId'>;

// In the order of the port's levels; the type ensures that none is missing.
const ranks: { readonly [Level in DiagnosticLevel]: number } = {
  trace: 0,
  debug: 1,
  info: 2,
  warn: 3,
  error: 4,
  fatal: 5,
};

/** Returns the values of `idColumns`, in their order. */
export function toIdColumns({ instanceId, session, jobId, runId, callId }: Ids): readonly (string | null)[] {
  return [instanceId, session, jobId, runId, callId].map((id) => (id === undefined ? null : toColumnText(id)));
}

export function rankOf({ level }: Pick<DiagnosticLine, 'level'>): number {
  return ranks[level];
}

export function journalConditions(filter: JournalFilter): readonly Condition[] {
  const { kinds } = filter;
  return [...idConditions(filter), ...(kinds === undefined ? [] : [['kind', 'in', kinds] as const])];
}

export function diagnosticConditions(filter: DiagnosticFilter): readonly Condition[] {
  const { sources, minLevel } = filter;
  return [
    ...idConditions(filter),
    ...(sources === undefined ? [] : [['source', 'in', sources] as const]),
    ...(minLevel === undefined ? [] : [['level', '>=', ranks[minLevel]] as const]),
  ];
}

/** Limits the number of rows of a read; the default is all of them. */
export function rowLimit(last = Number.MAX_SAFE_INTEGER): number {
  return Math.min(Math.max(0, Math.floor(last)), Number.MAX_SAFE_INTEGER);
}

/** Turns rows, newest first, into numbered entries, oldest first. */
export function fromNewestFirst<Entry extends object>(
  rows: readonly EntryRow[],
  read: (text: string) => Entry,
): readonly (Entry & { readonly seq: number })[] {
  return rows.toReversed().map(({ seq, text }) => ({ ...read(text), seq }));
}

export const toDiagnosticLine = (text: string) => JSON.parse(text) as DiagnosticLine;
export const toJournalEntry = (text: string) => JSON.parse(text) as JournalEntry;

function idConditions(filter: Ids & { readonly afterSeq?: number }): readonly Condition[] {
  const ids = toIdColumns(filter).flatMap((id, index): Condition[] => {
    const column = idColumns[index];
    return id === null || column === undefined ? [] : [[column, '=', id]];
  });
  return filter.afterSeq === undefined ? ids : [...ids, ['seq', '>', filter.afterSeq]];
}
