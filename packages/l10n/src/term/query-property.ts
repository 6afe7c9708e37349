import type { LocaleId, StepContext } from '@helve/flow';
import { termStatuses, type TermStatus } from './concept.js';
import type { TermQuery } from './contract.js';

const statuses = { type: 'array', items: { enum: termStatuses } } as const;

/** The parameters of tools that look terms up. */
export const queryProperties = {
  domains: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Lists the domains that terms are taken from; all without.',
  },
  statuses: { ...statuses, default: [], description: 'Lists the statuses that terms may have; any without.' },
  minScore: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.8,
    description: 'Is the least score of a match: 1 as written, 0.95 in another case, 0.9 in another form.',
  },
  inflection: {
    enum: ['none', 'light'],
    default: 'light',
    description: 'Finds terms in the usual forms of their language, or only as they are given.',
  },
  asOf: {
    type: 'string',
    pattern: String.raw`^\d{4}-\d\d-\d\d$`,
    description: 'Is the day on which terms must hold, such as `2030-01-31`; the day of the run without.',
  },
  tags: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Leaves out terms that are only for other tags.',
  },
} as const;

export const checkStatusesProperty = {
  ...statuses,
  default: ['preferred', 'approved'],
  description: 'Lists the statuses of target terms that may be used.',
} as const;

interface QueryConfig {
  readonly domains: readonly string[];
  readonly inflection: 'none' | 'light';
  readonly asOf?: string;
  readonly tags: readonly string[];
}

/** What a config asks for, in one locale. */
export function toQuery(
  { domains, inflection, asOf, tags }: QueryConfig,
  ctx: Pick<StepContext, 'clock'>,
  locale: LocaleId,
  wanted: readonly TermStatus[],
): TermQuery {
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  return { locale, domains, statuses: wanted, inflection, asOf: asOf ?? today, tags };
}
