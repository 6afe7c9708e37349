import { compileJsonSchema, type JsonSchemaObject } from '@helve/core';
import type { Payload, TargetStatus } from '@helve/flow';
import { targetStatuses } from '@helve/flow';
import { ScriptFailure } from '../../script/script-failure.js';

/** One output of a script: the current part with its writes, or a new part. */
export type ScriptOutput = { readonly own: unknown } | { readonly part: unknown };

/** The writes of a script to a block. */
export interface ScriptWrites {
  readonly source?: string | readonly unknown[];
  readonly targets?: {
    readonly [variant: string]: {
      readonly content: string | readonly unknown[];
      readonly status?: TargetStatus;
      readonly score?: number;
    };
  };
  readonly spans?: readonly ScriptSpan[];
  readonly annotations?: { readonly [key: string]: Payload };
  readonly properties?: { readonly [key: string]: string | null };
}

/** A span over one side; without a start it covers the whole side. */
export interface ScriptSpan {
  readonly type: string;
  readonly variant?: string;
  readonly layer?: string;
  readonly id?: string;
  readonly path?: string;
  readonly start?: number;
  readonly end?: number;
  readonly props?: { readonly [key: string]: string };
  readonly value?: Payload;
}

const text = { type: 'string' } as const;
const offset = { type: 'integer', minimum: 0 } as const;
const content = { type: ['string', 'array'] } as const;
const payload = { type: 'object', properties: { type: text }, required: ['type'] } as const;

const writesSchema: JsonSchemaObject = {
  type: 'object',
  properties: {
    source: content,
    targets: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          content,
          status: { enum: [...targetStatuses] },
          score: { type: 'number', minimum: 0, maximum: 1 },
        },
        required: ['content'],
      },
    },
    spans: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: text,
          variant: { type: ['string', 'null'] },
          layer: text,
          id: text,
          path: text,
          start: offset,
          end: offset,
          props: { type: 'object', additionalProperties: text },
          value: payload,
        },
        required: ['type'],
        dependentRequired: { start: ['end'], end: ['start'] },
      },
    },
    annotations: { type: 'object', additionalProperties: payload },
    properties: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
  },
};
const writes = compileJsonSchema(writesSchema);

/** Parses the outputs of a script. */
export function readOutputs(answer: string): readonly ScriptOutput[] {
  const list: unknown = JSON.parse(answer);
  return Array.isArray(list) ? (list as ScriptOutput[]) : [];
}

/** Validates the writes of a script to a block. */
export function readWrites(value: unknown): ScriptWrites {
  const result = writes.check(value);
  if (result.ok) return value as ScriptWrites;
  const [first] = result.issues;
  throw new ScriptFailure('error', `its output is invalid: ${first?.message ?? ''}, at "${first?.pointer ?? ''}"`);
}
