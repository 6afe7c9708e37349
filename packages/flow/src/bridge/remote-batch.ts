import type { Json, JsonObject, JsonSchemaObject } from '@helve/core';
import { lossKinds, type LossNote } from '../contract/loss.js';
import { flowErrors } from '../flow-errors.js';
import { lazyCheck } from './lazy-check.js';

/** A batch on its way to another process. */
export interface RemoteBatch {
  readonly tool: string;
  readonly config: JsonObject;
  readonly locales: { readonly source: string; readonly target?: string; readonly all: readonly string[] };
  readonly document: string;
  /** Targets that somebody has approved may be replaced. */
  readonly overwriteApproved?: boolean;
  /** A stream of `helve.parts/v1`. */
  readonly parts: string;
}

/** Reply to a remote batch. */
export interface RemoteReply {
  readonly parts: string;
  readonly report?: readonly Json[];
  readonly losses?: readonly LossNote[];
}

const text: JsonSchemaObject = { type: 'string' };

const checkBatch = lazyCheck({
  type: 'object',
  properties: {
    tool: text,
    config: { type: 'object' },
    locales: {
      type: 'object',
      properties: { source: text, target: text, all: { type: 'array', items: text } },
      required: ['source', 'all'],
    },
    document: text,
    overwriteApproved: { type: 'boolean' },
    parts: text,
  },
  required: ['tool', 'config', 'locales', 'document', 'parts'],
});

const checkReply = lazyCheck({
  type: 'object',
  properties: {
    parts: text,
    report: { type: 'array' },
    losses: {
      type: 'array',
      items: {
        type: 'object',
        properties: { kind: { enum: lossKinds }, detail: { type: 'object' } },
        required: ['kind', 'detail'],
      },
    },
  },
  required: ['parts'],
});

/** A batch as it came from the other process; what has another form is refused. */
export function readBatch(value: unknown): RemoteBatch {
  assertForm(checkBatch(value), 'a batch of parts');
  return value as RemoteBatch;
}

/** The answer to a batch, as it came from whoever has the tool; what has another form is refused. */
export function readReply(value: unknown, from: string): RemoteReply {
  assertForm(checkReply(value), `the answer of "${from}"`);
  return value as RemoteReply;
}

function assertForm(result: ReturnType<typeof checkReply>, what: string): void {
  if (result.ok) return;
  const [issue] = result.issues;
  const problem = `${what} is wrong at "${issue?.pointer ?? ''}": ${issue?.message ?? ''}`;
  throw flowErrors.create('FLOW_CONTENT', { problem });
}
