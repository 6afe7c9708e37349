import type { JsonObject, JsonSchemaObject } from '@helve/core';
import { exchangeFormats, unitKinds, type ExchangeFormat, type UnitKind } from '@helve/l10n/run';

const texts = { type: 'array', items: { type: 'string' } } as const;
const count = { type: 'integer', minimum: 1 } as const;

/** Input of `l10n.extract`, for the terminal, models and programs alike. */
export const extractProperties = {
  files: { ...texts, description: 'Files, folders or patterns to read. Default: the content of the project.' },
  to: { enum: exchangeFormats, description: 'Format of the exchange files. Default: xliff2.' },
  xliffVersion: { enum: ['2.0', '2.1', '2.2'], description: 'Version of XLIFF 2 files. Default: 2.2.' },
  sourceLocale: { type: 'string', description: 'Source locale. Default: the one of the project.' },
  targetLocales: { ...texts, description: 'Target locales. Default: those of the project, or of each bilingual file.' },
  output: { type: 'string', description: 'Folder of the exchange files. Default: exchange.' },
  existing: {
    type: 'string',
    description: 'Template of the paths of existing translations; auto, the default, finds them.',
  },
  format: { type: 'string', description: 'Format of the files to read. Default: detected for each file.' },
  only: {
    type: 'array',
    items: { enum: unitKinds },
    description: 'Units to extract: new, draft, changed. Default: all.',
  },
  flow: {
    anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }],
    description: 'Flow whose steps run between reading and writing.',
  },
  segment: { type: 'boolean', description: 'Split texts into sentences.' },
  split: { ...count, description: 'Maximum number of units in an exchange file.' },
  splitWords: { ...count, description: 'Maximum number of source words in an exchange file.' },
  join: { type: 'boolean', description: 'Write one exchange file for each target.' },
  dedupe: { type: 'boolean', description: 'Extract texts that occur several times once.' },
  context: { type: 'integer', minimum: 0, maximum: 20, description: 'Number of neighbours to name on each side.' },
  showLocked: { type: 'boolean', description: 'Show texts that are not to be translated, marked as such.' },
  withSource: { type: 'boolean', description: 'Store the bytes of the files with the batch.' },
  note: { type: 'string', maxLength: 4000, description: 'Note for translators.' },
  batch: { type: 'string', pattern: '^[0-9a-f]{8,64}$', description: 'Id of the batch. Default: from its content.' },
  sinceBatch: {
    type: 'string',
    pattern: '^[0-9a-f]{8,64}$',
    description: 'Batch to compare with: only units whose text is new since are changed.',
  },
  strict: { type: 'boolean', description: 'Fail, and write nothing, if anything would be lost.' },
  explain: { type: 'boolean', description: 'Report what would be written and lost without writing it.' },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** Input of `l10n.extract`, as its schema has checked it. */
export interface ExtractRequest {
  readonly files?: readonly string[];
  readonly to?: ExchangeFormat;
  readonly xliffVersion?: '2.0' | '2.1' | '2.2';
  readonly sourceLocale?: string;
  readonly targetLocales?: readonly string[];
  readonly output?: string;
  readonly existing?: string;
  readonly format?: string;
  readonly only?: readonly UnitKind[];
  readonly flow?: string | JsonObject;
  readonly segment?: boolean;
  readonly split?: number;
  readonly splitWords?: number;
  readonly join?: boolean;
  readonly dedupe?: boolean;
  readonly context?: number;
  readonly showLocked?: boolean;
  readonly withSource?: boolean;
  readonly note?: string;
  readonly batch?: string;
  readonly sinceBatch?: string;
  readonly strict?: boolean;
  readonly explain?: boolean;
}
