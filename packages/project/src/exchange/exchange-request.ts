import type { JsonSchemaObject } from '@helve/core';

/** Actions on batches. */
const exchangeActions = ['list', 'show', 'diff', 'clean'] as const;

/** Input of `l10n.exchange`. */
export const exchangeProperties = {
  action: {
    enum: exchangeActions,
    description: 'list, show or compare batches with the files of today, or remove them.',
  },
  batch: { type: 'string', description: 'Id of a batch, or at least four digits of its beginning.' },
  lateDays: {
    type: 'integer',
    minimum: 0,
    description: 'Days after which a unit that is not back is late. Default: 14.',
  },
  olderThanDays: {
    type: 'integer',
    minimum: 0,
    description: 'Of clean: remove batches that are older and wholly back.',
  },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** Input of `l10n.exchange`, as its schema has checked it. */
export interface ExchangeRequest {
  readonly action: (typeof exchangeActions)[number];
  readonly batch?: string;
  readonly lateDays?: number;
  readonly olderThanDays?: number;
}
