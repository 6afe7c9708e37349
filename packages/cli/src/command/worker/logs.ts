import { visibleJson, visibleLines } from '@helve/core';
import {
  diagnosticLevels,
  type DiagnosticFilter,
  type DiagnosticLevel,
  type JournalFilter,
  type StoredDiagnosticLine,
  type StoredJournalEntry,
} from '@helve/worker/host';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { LazyStore } from '@helve/project';
import { flagText } from '../command.js';
import { workerVerb } from './worker-verb.js';

type Flags = Readonly<Record<string, unknown>>;
type Ids = Pick<JournalFilter, 'instanceId' | 'session' | 'jobId' | 'runId' | 'callId'>;
type Row = StoredDiagnosticLine | StoredJournalEntry;

const defaultLast = 100;
const pollMs = 200;

/** `helve worker logs [ID]`: prints the output of workers, or their events. */
export const workerLogsCommand = workerVerb({
  name: 'logs',
  args: ['[id]'],
  summary: 'show the logs of workers, or the journal of their events',
  flags: [
    { name: 'journal', docs: 'show the journal: loads, exits, changes, jobs' },
    { name: 'raw', docs: 'show only the raw output of workers' },
    { name: 'level', value: 'LEVEL', docs: `only lines of this level and above: ${diagnosticLevels.join(', ')}` },
    { name: 'call', value: 'ID', docs: 'only of this call' },
    { name: 'job', value: 'ID', docs: 'only of this job' },
    { name: 'run', value: 'ID', docs: 'only of this run' },
    { name: 'session', value: 'ID', docs: 'only of this worker process' },
    { name: 'last', short: 'n', value: 'N', docs: `number of newest entries to show (default: ${defaultLast})` },
    { name: 'follow', short: 'f', docs: 'keep showing new entries until Ctrl-C' },
  ],
  examples: ['worker logs slug', 'worker logs --level warn -n 20', 'worker logs slug --journal', 'worker logs -f'],
  notes: () => 'With --json, one line of JSON for each.',
  async run({ terminal, args: [id], flags, location, json }) {
    const read = await reader(location.store.open(), toIds(id, flags), flags);
    const print = (row: Row) => terminal.print(json ? visibleJson(row) : toText(row, flags['raw'] === true));
    let seen = 0;
    const show = async (filter: { readonly last?: number; readonly afterSeq?: number }) => {
      for (const row of await read(filter)) {
        print(row);
        seen = row.seq;
      }
    };
    await show({ last: readCount(flags) });
    if (flags['follow'] !== true) {
      if (seen === 0) terminal.notify(`There are no such entries${id === undefined ? '' : ` of "${id}"`}`);
      return ExitCode.done;
    }
    const { signal } = terminal.io;
    while (!signal.aborted) {
      await show({ afterSeq: seen });
      await pause(pollMs, signal);
    }
    return ExitCode.interrupted;
  },
});

async function reader(opening: ReturnType<LazyStore['open']>, ids: Ids, flags: Flags) {
  const { journal, diagnostics } = await opening;
  const filter = toDiagnosticFilter(flags);
  return (more: { readonly last?: number; readonly afterSeq?: number }): Promise<readonly Row[]> =>
    flags['journal'] === true ? journal.read({ ...ids, ...more }) : diagnostics.read({ ...ids, ...filter, ...more });
}

function toIds(instanceId: string | undefined, flags: Flags): Ids {
  const ids = {
    instanceId,
    callId: flagText(flags, 'call'),
    jobId: flagText(flags, 'job'),
    runId: flagText(flags, 'run'),
    session: flagText(flags, 'session'),
  };
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));
}

function toDiagnosticFilter(flags: Flags): DiagnosticFilter {
  const level = flagText(flags, 'level');
  if (flags['journal'] === true && (level !== undefined || flags['raw'] === true)) {
    throw usage('--journal has neither levels nor raw output');
  }
  return {
    ...(flags['raw'] === true ? { sources: ['stdout', 'stderr'] } : {}),
    ...(level === undefined ? {} : { minLevel: toLevel(level) }),
  };
}

function toLevel(text: string): DiagnosticLevel {
  const level = diagnosticLevels.find((known) => known === text);
  if (level !== undefined) return level;
  throw usage(`--level is one of ${diagnosticLevels.join(', ')}, not "${text}"`);
}

function readCount(flags: Flags): number {
  const text = flagText(flags, 'last');
  if (text === undefined) return defaultLast;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usage(`--last is a whole number, not "${text}"`);
}

/** What a worker says acts on no terminal, and begins no line as if it were another entry. */
function toText(row: Row, raw: boolean): string {
  const at = new Date(row.atMs).toISOString();
  if ('kind' in row) return `${at} ${row.instanceId ?? row.capability ?? ''} ${row.kind} ${visibleJson(row.facts)}`;
  if (raw) return visibleLines(row.message);
  return `${at} ${row.instanceId} ${row.level} ${visibleLines(row.message).replaceAll('\n', '\n  ')}`;
}

/** Ends early when the signal fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      done();
    }
    signal.addEventListener('abort', finish, { once: true });
  });
}

function usage(problem: string): Error {
  return cliErrors.create('CLI_USAGE', { problem });
}
