import type { JsonSchema, JsonSchemaObject } from '@helve/core';
import { originKinds } from '../../contract/block.js';
import { severities, type PayloadTypes } from './payload-type.js';

/** Behavior of spans when the content under them changes. */
export type OverlayPolicy = 'container' | 'mark' | 'finding';

export interface PayloadRow {
  readonly type: keyof PayloadTypes;
  readonly schema: JsonSchemaObject;
  readonly policy?: OverlayPolicy;
  /** The overlay that the policy is for, when it has another name. */
  readonly overlay?: string;
}

const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const number: JsonSchema = { type: 'number' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const share: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
const runs = { type: 'array', items: { type: 'object' } };
const oneOf = (...values: readonly string[]): JsonSchema => ({ enum: values });
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const mapOf = (values: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: values });

type Fields = { readonly [name: string]: unknown };

/** An object that must have the first fields and may have the second; others are let through. */
function object(must: Fields, may: Fields = {}): JsonSchemaObject {
  return { type: 'object', properties: { ...must, ...may } as Record<string, JsonSchema>, required: Object.keys(must) };
}

const originFields = {
  engine: text,
  tool: text,
  toolVersion: text,
  reference: text,
  timestamp: text,
  confidence: share,
};
const origin = object({ kind: oneOf(...originKinds) }, originFields);
const countsOf = (values: JsonSchema) => object({}, { source: count, targets: mapOf(values), forms: mapOf(values) });

/** The payloads that are known from the start. */
export const payloadData: readonly PayloadRow[] = Object.freeze<PayloadRow[]>([
  {
    type: 'note',
    schema: object({
      items: listOf(
        object(
          { text },
          { from: text, priority: { type: 'integer', minimum: 1 }, annotates: oneOf('source', 'target', 'general') },
        ),
      ),
    }),
  },
  {
    type: 'alt-translations',
    schema: object({
      items: listOf(
        object(
          { target: runs, locale: text },
          {
            source: runs,
            origin,
            score: share,
            matchType: oneOf('exact', 'fuzzy', 'mt', 'ai'),
            engine: text,
            toolId: text,
            segment: { type: 'object' },
            ambiguous: flag,
            rejected: text,
            repaired: flag,
          },
        ),
      ),
    }),
  },
  {
    type: 'term',
    policy: 'mark',
    schema: object(
      { text, targets: listOf(object({ text, locale: text }, { status: text })) },
      { conceptId: text, status: text, score: share, matchType: text },
    ),
  },
  {
    type: 'entity',
    policy: 'mark',
    schema: object({ entityType: text, dnt: flag, by: oneOf('llm', 'ner', 'rule', 'manual') }, { confidence: share }),
  },
  {
    type: 'term-candidate',
    policy: 'mark',
    schema: object(
      {},
      {
        definition: text,
        category: text,
        translatability: oneOf('dnt', 'consistent', 'free'),
        confidence: share,
        status: text,
      },
    ),
  },
  {
    type: 'findings',
    policy: 'finding',
    overlay: 'qa',
    schema: object({
      findings: listOf(
        object(
          {
            id: text,
            rule: text,
            check: text,
            severity: oneOf(...severities),
            message: text,
            side: oneOf('source', 'target'),
            fingerprint: text,
          },
          {
            suggestion: text,
            fix: object({ edits: listOf({ type: 'object' }) }, { variant: { type: ['string', 'null'] } }),
            variant: text,
            path: listOf({ type: 'object' }),
            subject: text,
            metadata: { type: 'object' },
            stale: flag,
            suppressed: flag,
          },
        ),
      ),
      score: number,
    }),
  },
  { type: 'word-count', schema: countsOf(count) },
  { type: 'seg-count', schema: countsOf(count) },
  {
    type: 'char-count',
    schema: object(
      {},
      { source: count, sourceNoSpace: count, graphemes: count, targets: { type: 'object' }, forms: { type: 'object' } },
    ),
  },
  {
    type: 'tm-match',
    schema: object({
      matches: mapOf(object({ score: share, tier: text, ambiguous: flag, matched: count, total: count })),
    }),
  },
  {
    type: 'repetition',
    schema: object({ status: oneOf('unique', 'first', 'repetition'), group: text, count, index: count }),
  },
  {
    type: 'diff',
    schema: object({ status: oneOf('new', 'unchanged', 'leveraged', 'modified') }, { score: share, ref: text }),
  },
  {
    type: 'comparison',
    schema: object({
      status: oneOf('identical', 'different', 'missing-1', 'missing-2', 'missing-both'),
      ratio: share,
      diff: { type: 'array' },
    }),
  },
  { type: 'structure', schema: object({}, { role: text, plane: text, visibility: text, level: { type: 'integer' } }) },
  { type: 'timing', schema: object({ startMs: number, endMs: number }) },
  { type: 'geometry', schema: object({ x: number, y: number, width: number, height: number }, { page: count }) },
  { type: 'relations', schema: object({ items: listOf(object({ type: text, to: text })) }) },
  { type: 'source-origin', schema: origin },
  {
    type: 'redaction.secret',
    schema: object({ tokens: listOf(object({ id: text, category: text }, { part: text })) }),
  },
  {
    type: 'editor-anchor',
    policy: 'mark',
    schema: object({ system: text, ref: text }, { extra: { type: 'object' } }),
  },
  { type: 'scoping-report', schema: object({}) },
  {
    type: 'review',
    schema: object({}, { score: { type: 'number', minimum: 0, maximum: 100 }, assessment: text, suggestion: text }),
  },
  { type: 'brand-voice', schema: object({}, { score: number }) },
  { type: 'entity-mapping', schema: object({}) },
  { type: 'encoding', schema: object({}) },
  { type: 'segmentation', policy: 'container', schema: object({}) },
  { type: 'alignment', policy: 'container', schema: object({}) },
  { type: 'protected', policy: 'mark', schema: object({}) },
]);
