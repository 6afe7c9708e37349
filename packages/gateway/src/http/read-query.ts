import { nearestNames, type TrailFilter } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';

const maxLimit = 500;

/** Every word a query may hold, and how it narrows the list. */
const words: { readonly [name: string]: (text: string) => TrailFilter } = {
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

/** The filter that a query spells out; a word that means nothing is refused, since it would show too much. */
export function readTrailQuery(url: string): TrailFilter {
  const parts = [...new URL(url).searchParams].map(([name, text]) => {
    const read = Object.hasOwn(words, name) ? words[name] : undefined;
    if (read === undefined) throw unknownWord(name);
    return read(text);
  });
  return Object.assign({}, ...parts) as TrailFilter;
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

function unknownWord(name: string): Error {
  const [nearest] = nearestNames(name, Object.keys(words));
  return invalid(`there is no "${name}"`, nearest === undefined ? undefined : `Did you mean "${nearest}"?`);
}

function invalid(problem: string, suggestion?: string): Error {
  const options = suggestion === undefined ? {} : { details: { suggestion } };
  return gatewayErrors.create('GATEWAY_QUERY_INVALID', { problem }, options);
}
