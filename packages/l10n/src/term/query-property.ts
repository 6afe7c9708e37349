import type { LocaleId, StepContext } from '@helve/flow';
import { termStatuses, type TermStatus } from './concept.js';
import type { TermQuery } from './contract.js';

const statuses = { type: 'array', items: { enum: termStatuses } } as const;

/** Parameters of tools that look up terms. */
export const queryProperties = {
  domains: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Domains to take terms from. Default: all.',
  },
  statuses: { ...statuses, default: [], description: 'Statuses that terms may have. Default: any.' },
  minScore: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.8,
    description: 'Minimum score of a match: 1 as written, 0.95 in another case, 0.9 in another form.',
  },
  inflection: {
    enum: ['none', 'light'],
    default: 'light',
    description: 'Find terms in the usual inflections of their language, or only as they are given.',
  },
  asOf: {
    type: 'string',
    pattern: String.raw`^\d{4}-\d\d-\d\d$`,
    description: 'Date on which terms must be valid, such as `2030-01-31`. Default: the day of the run.',
  },
  tags: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Tags of the content; terms that are only for other tags are left out.',
  },
} as const;

export const checkStatusesProperty = {
  ...statuses,
  default: ['preferred', 'approved'],
  description: 'Statuses of target terms that are allowed.',
} as const;

interface QueryConfig {
  readonly domains: readonly string[];
  readonly inflection: 'none' | 'light';
  readonly asOf?: string;
  readonly tags: readonly string[];
}

/** Converts a config to a query in one locale. */
export function toQuery(
  { domains, inflection, asOf, tags }: QueryConfig,
  ctx: Pick<StepContext, 'clock'>,
  locale: LocaleId,
  wanted: readonly TermStatus[],
): TermQuery {
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  return { locale, domains, statuses: wanted, inflection, asOf: asOf ?? today, tags };
}
