import { nearestNames, recordedOutcomes, type TrailFilter } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { WaitingFilter } from '../port/approvals.js';
import type { WorkerLogQuery } from '../port/workers.js';
import { jobKinds, jobStates, type JobQuery } from '../port/jobs.js';
import type { Inbound } from './inbound.js';

const maxLimit = 500;

const maxApprovals = 200;

const maxLines = 1000;

const levels = ['debug', 'info', 'warn', 'error'];

/** Every word that a query may hold, with the filter that it stands for. */
type Words<F> = Readonly<Record<string, (text: string) => F>>;

const trailWords: Words<TrailFilter> = {
  tool: (toolId) => ({ toolId }),
  user: (userId) => ({ userId }),
  session: (sessionId) => ({ sessionId }),
  outcome: (text) => ({ outcome: readWord('outcome', text, recordedOutcomes) }),
  before: (text) => ({ beforeSeq: readWhole('before', text, Number.MAX_SAFE_INTEGER) }),
  limit: (text) => ({ limit: readWhole('limit', text, maxLimit) }),
};

const approvalWords: Words<WaitingFilter> = {
  limit: (text) => ({ limit: readWhole('limit', text, maxApprovals) }),
};

const logWords: Words<Partial<WorkerLogQuery>> = {
  level: (text) => ({ level: readLevel(text) }),
  limit: (text) => ({ limit: readWhole('limit', text, maxLines) }),
};

const jobWords: Words<JobQuery> = {
  state: (text) => ({ states: [readWord('state', text, jobStates)] }),
  kind: (text) => ({ kind: readWord('kind', text, jobKinds) }),
  limit: (text) => ({ limit: readWhole('limit', text, maxLimit) }),
};

export function readTrailQuery({ query }: Inbound): TrailFilter {
  return readQuery(query, trailWords);
}

export function readApprovalQuery({ query }: Inbound): WaitingFilter {
  return readQuery(query, approvalWords);
}

export function readJobQuery({ query }: Inbound): JobQuery {
  return readQuery(query, jobWords);
}

export function readLogQuery({ query }: Inbound): Partial<WorkerLogQuery> {
  return readQuery(query, logWords);
}

/** Reads the filter that a query spells out; an unknown word is refused, since leaving it out would show too much. */
function readQuery<F extends object>(query: string, words: Words<F>): F {
  const parts = [...new URLSearchParams(query)].map(([name, text]) => {
    const read = Object.hasOwn(words, name) ? words[name] : undefined;
    if (read === undefined) throw unknownWord(name, Object.keys(words));
    return read(text);
  });
  return Object.assign({}, ...parts) as F;
}

function readWord<const Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw invalid(`"${name}" must be one of ${words.join(', ')}`);
}

function readLevel(text: string): string {
  if (levels.includes(text)) return text;
  throw invalid(`"level" must be one of ${levels.join(', ')}`);
}

function readWhole(name: string, text: string, max: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw invalid(`"${name}" must be a whole number from 1 to ${max}`);
}

function unknownWord(name: string, known: readonly string[]): Error {
  const [nearest] = nearestNames(name, known);
  return invalid(`there is no "${name}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

function invalid(problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return gatewayErrors.create('GATEWAY_QUERY_INVALID', { problem }, options);
}
