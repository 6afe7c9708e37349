import type { JsonObject, JsonSchemaObject } from '@helve/core';
import { flowProperty } from '@helve/flow/engine';
import type { ErrorPolicy } from '@helve/flow';
import type { GateThresholds, Suppression } from '@helve/l10n';
import type { AnnotationLimit } from './step/plan-report.js';

const texts = { type: 'array', items: { type: 'string' } } as const;

/** Input of `flow.run`, for the terminal, models and programs alike. */
export const runProperties = {
  flow: flowProperty,
  files: { ...texts, description: 'Files, folders or patterns to read, or - for standard input.' },
  from: { type: 'string', description: 'Source of the content: file, store, none, or a locator such as po:app.po.' },
  to: { type: 'string', description: 'Sink of the content: file, store, none, or a locator.' },
  output: {
    type: 'string',
    description: 'Template of output paths, with {dir}, {name}, {ext}, {lang} and {relpath}; auto derives them.',
  },
  existing: {
    type: 'string',
    description: 'Template of the paths of existing translations of monolingual files; auto derives them.',
  },
  overwrite: { type: 'boolean', description: 'Allow outputs to replace files that are not read.' },
  only: {
    ...texts,
    description: 'Globs over the names of the blocks to work on, such as home.*. Default: all blocks.',
  },
  except: { ...texts, description: 'Globs over the names of blocks to leave alone.' },
  redo: {
    type: 'array',
    items: { enum: ['changed', 'fuzzy', 'draft'] },
    description: 'Existing translations that engines replace. Default: none; only missing translations are filled.',
  },
  since: { type: 'string', description: 'Git revision: work only on what has changed since. At the terminal only.' },
  force: { type: 'boolean', description: 'Run files again that have not changed since they were written.' },
  format: { type: 'string', description: 'Format of the files. Default: detected for each file.' },
  sourceLocale: { type: 'string', description: 'Source locale. Default: the one of the project.' },
  targetLocales: { ...texts, description: 'Target locales. Default: those of the project.' },
  concurrency: { type: 'integer', minimum: 1, description: 'Maximum number of documents to process at the same time.' },
  parallelBlocks: {
    type: 'integer',
    minimum: 1,
    description: 'Maximum number of blocks that a step processes at the same time.',
  },
  onError: {
    enum: ['fail', 'skip', 'quarantine', 'retry'],
    description: 'Policy for blocks on which a step fails.',
  },
  keepGoing: { type: 'boolean', description: 'Continue with the other documents when one fails.' },
  inPlace: { type: 'boolean', description: 'Allow outputs to replace their inputs.' },
  strict: { type: 'boolean', description: 'Fail when something would be skipped or is missing.' },
  lenient: {
    type: 'boolean',
    description:
      'Read files that break rules of their format, where it has a lenient reader, and report each violation.',
  },
  explain: { type: 'boolean', description: 'Describe the run without running it.' },
  explainPrompts: { type: 'boolean', description: 'Describe the run and the prompts for models without running it.' },
  annotations: {
    anyOf: [{ type: 'integer', minimum: 0 }, { const: 'all' }],
    description: 'Maximum number of annotations to list, or all. Default: 20 of a run that only annotates, else none.',
  },
  gate: {
    type: 'object',
    additionalProperties: true,
    description: 'Limits for the findings of checks: maxCritical, maxMajor, maxMinor and minScore.',
  },
  ignore: {
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Findings to ignore.',
  },
} as const satisfies { readonly [name: string]: JsonSchemaObject };

/** The input of `flow.run`, as its schema has checked it. */
export interface RunRequest {
  readonly flow: string | JsonObject;
  readonly files?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
  readonly existing?: string;
  readonly overwrite?: boolean;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly redo?: readonly ('changed' | 'fuzzy' | 'draft')[];
  readonly since?: string;
  readonly force?: boolean;
  readonly format?: string;
  readonly sourceLocale?: string;
  readonly targetLocales?: readonly string[];
  readonly concurrency?: number;
  readonly parallelBlocks?: number;
  readonly onError?: 'fail' | 'skip' | 'quarantine' | 'retry';
  readonly keepGoing?: boolean;
  readonly inPlace?: boolean;
  readonly strict?: boolean;
  readonly lenient?: boolean;
  readonly explain?: boolean;
  readonly explainPrompts?: boolean;
  readonly annotations?: AnnotationLimit;
  readonly gate?: Partial<GateThresholds>;
  readonly ignore?: readonly Suppression[];
}

/** True for the input of `flow.run`, whose schema has checked everything else. */
export function isRunRequest(input: object): input is RunRequest {
  return 'flow' in input;
}

/** True for a request that describes a run and makes none. */
export function isExplanation({ explain, explainPrompts }: RunRequest): boolean {
  return explain === true || explainPrompts === true;
}

/** A word for an error policy; `retry` stands for its defaults. */
export function toErrorPolicy(word: RunRequest['onError']): ErrorPolicy | undefined {
  return word === 'retry' ? { retry: {} } : word;
}
