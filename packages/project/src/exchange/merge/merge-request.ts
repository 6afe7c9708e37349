import type { JsonObject, JsonSchemaObject } from '@helve/core';
import { targetStatuses, type TargetStatus } from '@helve/flow';
import { failingResults, type FailingResult } from '@helve/l10n/run';

const texts = { type: 'array', items: { type: 'string' } } as const;

/** Choices for units without a translation in a new file. */
export const fallbacks = Object.freeze(['source', 'empty', 'omit'] as const);
export type MergeFallback = (typeof fallbacks)[number];

/** Input of `l10n.merge`, for the terminal, models and programs alike. */
export const mergeProperties = {
  files: { ...texts, minItems: 1, description: 'Returned files, folders or patterns.' },
  output: {
    type: 'string',
    description: 'Template of the paths of translations; auto, the default, takes those that are there.',
  },
  layout: {
    enum: ['target', 'source'],
    description: 'Layout of the translations: their own (the default), or that of their source.',
  },
  batch: {
    type: 'string',
    pattern: '^[0-9a-f]{4,64}$',
    description: 'Batch of returned files that name none, by its id or the beginning of it.',
  },
  onStale: {
    enum: ['skip', 'draft', 'apply'],
    description: 'Treatment of units whose source has changed since. Default: skip.',
  },
  onCodes: {
    enum: ['reject', 'repair'],
    description: 'Treatment of lost codes at the edges of a text. Default: reject.',
  },
  onConflict: {
    enum: ['existing', 'returned', 'newer'],
    description: 'Translation that stays where both have changed. Default: existing.',
  },
  minState: { enum: targetStatuses, description: 'Minimum state of a translation.' },
  setState: { enum: targetStatuses, description: 'State that merged translations get.' },
  allow: {
    type: 'array',
    items: { enum: failingResults },
    description: 'Results that are no failure: stale, damaged, unknown, conflict.',
  },
  complete: { type: 'boolean', description: 'Fail if units are missing.' },
  prune: { type: 'boolean', description: 'Remove entries of translations that their source does not have.' },
  fallback: {
    enum: fallbacks,
    description: 'Text of units without a translation in a new file. Default: as the format expects it.',
  },
  flow: {
    anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    description: 'Flow whose steps run between merging and writing.',
  },
  tm: { type: 'string', description: 'Translation memory for merged translations. Default: that of the project.' },
  noTm: { type: 'boolean', description: 'Keep merged translations out of the translation memory.' },
  atomic: { type: 'boolean', description: 'Write no file unless all can be written.' },
  check: { type: 'boolean', description: 'Report what would be merged without writing it.' },
  report: { type: 'string', description: 'File for the report, with the texts that were not merged.' },
  overwrite: { type: 'boolean', description: 'Replace files that are not translations of the merged files.' },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** Input of `l10n.merge`, as its schema has checked it. */
export interface MergeRequest {
  readonly files: readonly string[];
  readonly output?: string;
  readonly layout?: 'target' | 'source';
  readonly batch?: string;
  readonly onStale?: 'skip' | 'draft' | 'apply';
  readonly onCodes?: 'reject' | 'repair';
  readonly onConflict?: 'existing' | 'returned' | 'newer';
  readonly minState?: TargetStatus;
  readonly setState?: TargetStatus;
  readonly allow?: readonly FailingResult[];
  readonly complete?: boolean;
  readonly prune?: boolean;
  readonly fallback?: MergeFallback;
  readonly flow?: string | JsonObject;
  readonly tm?: string;
  readonly noTm?: boolean;
  readonly atomic?: boolean;
  readonly check?: boolean;
  readonly report?: string;
  readonly overwrite?: boolean;
}
