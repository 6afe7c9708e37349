import type { JsonSchemaObject } from '@helve/core';
import { targetStatuses, type TargetStatus } from '@helve/flow';
import {
  keyStyles,
  placeholderDialectNames,
  pluralFolds,
  type KeyStyle,
  type PlaceholderDialectName,
  type PluralFold,
} from '@helve/l10n/run';

const texts = { type: 'array', items: { type: 'string' } } as const;

/** Input of `l10n.convert`, for the terminal, models and programs alike. */
export const convertProperties = {
  files: { ...texts, minItems: 1, description: 'Files, folders or patterns to convert.' },
  to: { type: 'string', description: 'Format of the new files, as ID or ID:PRESET.' },
  output: {
    type: 'string',
    description:
      'Template of output paths, with {dir}, {name}, {ext}, {lang} and {relpath}; auto derives them. Without it, one result is returned as text.',
  },
  sourceLocale: { type: 'string', description: 'Source locale. Default: that of the file, else of the project.' },
  targetLocales: { ...texts, description: 'Languages to write. Default: those that the files have.' },
  existing: {
    type: 'string',
    description: 'Template of the paths of existing translations of monolingual files; auto derives them.',
  },
  format: { type: 'string', description: 'Format of the files to read. Default: detected for each file.' },
  keys: { enum: keyStyles, description: 'Style of the keys. Default: keep.' },
  placeholders: {
    enum: ['keep', ...placeholderDialectNames],
    description: 'Notation of the placeholders. Default: keep.',
  },
  foldPlurals: {
    enum: pluralFolds,
    description: 'Write plural forms as the one for other numbers, as an ICU message, or as a key for each.',
  },
  only: { type: 'array', items: { enum: targetStatuses }, description: 'Statuses of the translations to convert.' },
  overwrite: { type: 'boolean', description: 'Allow outputs to replace files that are not read.' },
  strict: { type: 'boolean', description: 'Fail, and write nothing, if anything would be lost.' },
  explain: { type: 'boolean', description: 'Report what would be written and lost without writing it.' },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** Input of `l10n.convert`, as its schema has checked it. */
export interface ConvertRequest {
  readonly files: readonly string[];
  readonly to: string;
  readonly output?: string;
  readonly sourceLocale?: string;
  readonly targetLocales?: readonly string[];
  readonly existing?: string;
  readonly format?: string;
  readonly keys?: KeyStyle;
  readonly placeholders?: 'keep' | PlaceholderDialectName;
  readonly foldPlurals?: PluralFold;
  readonly only?: readonly TargetStatus[];
  readonly overwrite?: boolean;
  readonly strict?: boolean;
  readonly explain?: boolean;
}
