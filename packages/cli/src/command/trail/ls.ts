import {
  nearestNames,
  recordedOutcomes,
  type RecordedOutcome,
  type StoredCallRecord,
  type TrailFilter,
  type TrailStore,
} from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { didYouMean } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import { toDuration } from '../../text/trace-table.js';
import { flagText, type Command } from '../command.js';
import { toOutcomeText } from './find-records.js';
import { ownerLabel } from '../approvals/find-approval.js';
import { readCount } from '../../flags/read-count.js';

const DEFAULT_LIMIT = 50;

/** `helve trail ls`: the latest records. */
export const trailLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the latest records',
  flags: [
    { name: 'tool', value: 'ID', docs: 'only of this tool' },
    { name: 'user', value: 'ID', docs: 'only of this user' },
    { name: 'outcome', value: 'KIND', docs: `only with this outcome: ${recordedOutcomes.join(', ')}` },
    {
      name: 'unknown',
      docs: 'only calls of unknown outcome: their process died, or the trail failed',
    },
    { name: 'limit', value: 'COUNT', docs: `maximum number to list (default: ${DEFAULT_LIMIT})` },
    { name: 'json', docs: 'as JSON' },
  ],
  examples: [
    'trail ls',
    'trail ls --tool word_count --outcome failed',
    'trail ls --unknown',
    'trail ls --limit 5 --json',
  ],
  async run({ terminal, flags, openStore }) {
    const filter = readFilter(flags);
    const { trail } = await openStore();
    const records = filter.outcome === 'unknown' ? await listUnknown(trail, filter) : await trail.list(filter);
    if (flags['json'] === true) {
      terminal.print(JSON.stringify(records, undefined, 2));
    } else if (records.length === 0) {
      terminal.notify('There are no such records');
    } else {
      const { style, width } = terminal;
      const header = ['WHEN', 'REQUEST', 'TOOL', 'USER', 'DOOR', 'TOOK', 'OUTCOME'];
      terminal.print(toTable(records.map(toRow), { header, style, width }));
    }
    return ExitCode.done;
  },
};

/** A call that still runs is not unknown. */
async function listUnknown(trail: Pick<TrailStore, 'list'>, filter: TrailFilter): Promise<readonly StoredCallRecord[]> {
  const { limit = DEFAULT_LIMIT } = filter;
  const found: StoredCallRecord[] = [];
  let page = await trail.list({ ...filter, limit });
  for (;;) {
    found.push(...page.filter(({ running }) => running !== true));
    const last = page.at(-1);
    if (last === undefined || page.length < limit || found.length >= limit) return found.slice(0, limit);
    page = await trail.list({ ...filter, limit, beforeSeq: last.seq });
  }
}

function toRow(record: StoredCallRecord): string[] {
  const { startedAt, requestId, toolId, owner, door, durationMs, outcome, error } = record;
  const took = outcome.kind === 'unknown' ? '-' : toDuration(durationMs);
  const why = error === undefined ? '' : ` ${error.code ?? error.type}`;
  return [startedAt, String(requestId), toolId, ownerLabel(owner), door ?? '-', took, `${toOutcomeText(record)}${why}`];
}

function readFilter(flags: Readonly<Record<string, unknown>>): TrailFilter {
  const [toolId, userId, outcome, limit] = ['tool', 'user', 'outcome', 'limit'].map((name) => flagText(flags, name));
  return {
    ...(toolId === undefined ? {} : { toolId }),
    ...(userId === undefined ? {} : { userId }),
    ...(outcome === undefined ? {} : { outcome: readOutcome(outcome) }),
    ...(flags['unknown'] === true ? { outcome: 'unknown' } : {}),
    ...(limit === undefined ? {} : { limit: readCount(limit, 'limit') }),
  };
}

function readOutcome(text: string): RecordedOutcome['kind'] {
  const outcome = recordedOutcomes.find((kind) => kind === text);
  if (outcome !== undefined) return outcome;
  const problem = `--outcome must be one of ${recordedOutcomes.join(', ')}, got "${text}"`;
  throw cliErrors.create('CLI_USAGE', { problem }, { details: didYouMean(nearestNames(text, recordedOutcomes, 1)) });
}
