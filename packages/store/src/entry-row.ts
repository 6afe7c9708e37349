import type {
  DiagnosticFilter,
  DiagnosticLevel,
  DiagnosticLine,
  JournalEntry,
  JournalFilter,
} from '@helve/worker/host';
import { toColumnText } from './column-text.js';

/** The columns by which lines and entries are found; they repeat what the text says. */
export const idColumns = ['instance_id', 'session', 'job_id', 'run_id', 'call_id'] as const;

/** One thing that a row must fulfil; several values mean one of them. */
export type Condition =
  | readonly [column: string, operator: '=', value: string]
  | readonly [column: string, operator: '>' | '>=', value: number]
  | readonly [column: string, operator: 'in', values: readonly string[]];

/** How many lines one step of a pruning takes, so that no caller waits for a long one. */
export const PRUNE_LIMIT = 1_000;

/** A stored line or entry as its table gives it. */
export interface EntryRow {
  readonly seq: number;
  readonly text: string;
}

type Ids = Pick<JournalFilter, 'instanceId' | 'session' | 'jobId' | 'runId' | 'callId'>;

// In the order of the port's levels; the type sees to it that none is missing.
const ranks: { readonly [Level in DiagnosticLevel]: number } = {
  trace: 0,
  debug: 1,
  info: 2,
  warn: 3,
  error: 4,
  fatal: 5,
};

/** The values of the id columns, in their order. */
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

/** How many rows a read gives at most; all of them unless told. */
export function rowLimit(last = Number.MAX_SAFE_INTEGER): number {
  return Math.min(Math.max(0, Math.floor(last)), Number.MAX_SAFE_INTEGER);
}

/** A line or entry with its number; rows come newest first, readers want the oldest first. */
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
