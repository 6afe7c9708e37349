import { visibleText, type JsonObject } from '@helve/core';
import type { JobDetail, JobView, UnitView } from '@helve/flow/engine';
import { storedRun } from '@helve/project/job';
import type { Terminal } from '../../terminal.js';
import { toTable } from '../../text/table.js';

const header = ['Job', 'Kind', 'State', 'Submitted', 'Done', 'Failed', 'Open'];

/** Shows jobs with the numbers of their units. */
export function renderJobs(jobs: readonly JobView[], { style, width }: Terminal): string {
  if (jobs.length === 0) return 'No jobs. Start one with `helve run FLOW FILES --durable`';
  const rows = jobs.map((job) => {
    const { done, bad, open } = countUnits(job);
    return [job.id, job.kind, job.state, shortTime(job.submittedAt), ...[done, bad, open].map(String)];
  });
  return toTable(rows, { header, style, width, numbers: new Set([4, 5, 6]) });
}

/** Shows a job with each of its units. */
export function renderJob(job: JobDetail, units: readonly UnitView[], { style, width }: Terminal): string {
  const run = storedRun(job);
  const { done, bad, open } = countUnits(job);
  const tool = job.data?.['tool'];
  const facts = [
    ['state', job.state],
    ...(typeof tool === 'string' ? [['tool', tool]] : []),
    ['submitted', shortTime(job.submittedAt)],
    ...(job.settledAt === undefined ? [] : [['settled', shortTime(job.settledAt)]]),
    ['units', `${done} done, ${bad} failed, ${open} open`],
    ['build', job.build.slice(0, 12)],
    ...(run === undefined
      ? []
      : [
          ['flow', flowName(run.request.flow)],
          ['folder', run.cwd],
        ]),
  ];
  const rows = units.map((unit) => [
    unit.id,
    unit.state,
    String(unit.attempt),
    visibleText([documentText(unit.input), unitProblem(unit)].filter(Boolean).join('  ')),
  ]);
  const list = toTable(rows, { header: ['Unit', 'State', 'Attempts', 'Files'], style, width, numbers: new Set([2]) });
  return `${style.bold(job.id)}\n${toTable(
    facts.map((row) => row.map(visibleText)),
    { style, width, indent: 2 },
  )}\n\n${list}`;
}

function countUnits({ counts }: JobView) {
  const { done, failed, dead, cancelled } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, bad: failed + dead, open: all - done - failed - dead - cancelled };
}

function flowName(flow: string | JsonObject): string {
  if (typeof flow === 'string') return flow;
  return typeof flow['id'] === 'string' ? flow['id'] : 'a flow of its own';
}

function documentText(input: unknown): string {
  const documents = typeof input === 'object' && input !== null && 'documents' in input ? input.documents : [];
  const names = Array.isArray(documents) ? documents.map(String) : [];
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

/** Tells why a unit is not done; nothing where there is no reason. */
export function unitProblem({ error, signal }: Pick<UnitView, 'error' | 'signal'>): string {
  if (signal !== undefined) return `waits for ${signal}`;
  return error === undefined ? '' : errorText(error);
}

/** Reasons of the engine itself, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  poisoned: 'its process ended three times in a row',
  outcomeUnknown:
    'a step that may happen only once was cut off: say with `--assume done` or `--assume undone` whether it happened',
};

function errorText({ message, reason }: JsonObject): string {
  if (typeof message === 'string') return message;
  return typeof reason === 'string' ? (reasons[reason] ?? reason) : 'unknown';
}

/** A moment as tables show it, in the time of the machine. */
export function shortTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
