import { nearestNames, type TrailFilter } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import type { WaitingFilter } from '../port/approvals.js';

const maxLimit = 500;

const maxApprovals = 200;

/** Every word that a query may hold, and how it narrows the list. */
type Words<F> = Readonly<Record<string, (text: string) => F>>;

const trailWords: Words<TrailFilter> = {
  tool: (toolId) => ({ toolId }),
  user: (userId) => ({ userId }),
  session: (sessionId) => ({ sessionId }),
  outcome: (text) => ({ outcome: readOutcome(text) }),
  before: (text) => ({ beforeSeq: readWhole('before', text, Number.MAX_SAFE_INTEGER) }),
  limit: (text) => ({ limit: readWhole('limit', text, maxLimit) }),
};

const outcomes = [
  'success',
  'responded',
  'aborted',
  'retryAfter',
  'failed',
  'cancelled',
  'unknown',
] as const satisfies readonly TrailFilter['outcome'][];

const approvalWords: Words<WaitingFilter> = {
  limit: (text) => ({ limit: readWhole('limit', text, maxApprovals) }),
};

export function readTrailQuery(url: string): TrailFilter {
  return readQuery(url, trailWords);
}

export function readApprovalQuery(url: string): WaitingFilter {
  return readQuery(url, approvalWords);
}

/** The filter that a query spells out; a word that means nothing is refused, since it would show too much. */
function readQuery<F extends object>(url: string, words: Words<F>): F {
  const parts = [...new URL(url).searchParams].map(([name, text]) => {
    const read = Object.hasOwn(words, name) ? words[name] : undefined;
    if (read === undefined) throw unknownWord(name, Object.keys(words));
    return read(text);
  });
  return Object.assign({}, ...parts) as F;
}

function readOutcome(text: string): (typeof outcomes)[number] {
  const outcome = outcomes.find((kind) => kind === text);
  if (outcome !== undefined) return outcome;
  throw invalid(`"outcome" must be one of ${outcomes.join(', ')}`);
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
