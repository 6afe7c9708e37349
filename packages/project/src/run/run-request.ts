import type { JsonObject } from '@helve/core';
import type { ErrorPolicy } from '@helve/flow';
import type { GateThresholds, Suppression } from '@helve/l10n';
import type { AnnotationLimit } from './step/plan-report.js';

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
