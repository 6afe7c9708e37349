import {
  canonicalJson,
  compileJsonSchema,
  frozenCopy,
  nearestNames,
  type CompiledSchema,
  type Json,
  type JsonSchemaObject,
} from '@helve/core';
import type { Payload } from '../../contract/payload.js';
import { flowErrors } from '../../flow-errors.js';
import { annotationPayloads } from './annotation-key.js';
import type { OverlaySpan } from '../../contract/overlay.js';
import { payloadData, type OverlayPolicy } from './payload-schema.js';
import type { PayloadTypes } from './payload-type.js';
import { fieldsText, payloadViews, type PayloadView } from './payload-view.js';

interface Registered {
  readonly schema: JsonSchemaObject;
  readonly policy: OverlayPolicy | undefined;
  readonly overlay: string;
  readonly view: PayloadView;
  /** Compiled when the first payload of the type is checked. */
  compiled?: CompiledSchema;
}

export interface PayloadOptions {
  /** Behavior of the overlay's spans when content under them is edited. */
  readonly policy?: OverlayPolicy;
  /** The overlay that the policy is for; the payload's own type without. */
  readonly overlay?: string;
  /** Presentation of its annotations to people. */
  readonly view?: PayloadView;
}

const registry = new Map<string, Registered>();
const policies = new Map<string, OverlayPolicy>();
for (const { type, schema, ...options } of payloadData)
  registerPayload(type, schema, { ...options, view: payloadViews[type] });

/** Makes a type of payload known, for annotations, overlays and spans alike. The same again is nothing new. */
export function registerPayload(type: string, schema: JsonSchemaObject, options: PayloadOptions = {}): void {
  const { policy, overlay = type, view = {} } = options;
  const entry: Registered = { schema: frozenCopy(schema), policy, overlay, view };
  const known = registry.get(type);
  if (known !== undefined) {
    if (sameEntry(known, entry)) return;
    throw flowErrors.create('FLOW_REGISTRATION', {
      name: type,
      problem: 'a payload of this type is already registered',
    });
  }
  registry.set(type, entry);
  if (entry.policy !== undefined && !policies.has(entry.overlay)) policies.set(entry.overlay, entry.policy);
}

function sameEntry(a: Registered, b: Registered): boolean {
  return a.policy === b.policy && a.overlay === b.overlay && canonicalJson(a.schema) === canonicalJson(b.schema);
}

/** The types of payload that are known. */
export function payloadTypes(): readonly string[] {
  return [...registry.keys()];
}

/** Gives the behavior of an overlay's spans under edits; spans of an unknown type are marks. */
export function overlayPolicy(overlayType: string): OverlayPolicy {
  return policies.get(overlayType) ?? 'mark';
}

/** A payload of a known type: checked and frozen. */
export function newPayload<Type extends keyof PayloadTypes>(
  type: Type,
  fields: Omit<PayloadTypes[Type], 'type'>,
): Payload & PayloadTypes[Type];
export function newPayload(type: string, fields: { readonly [field: string]: Json }): Payload;
export function newPayload(type: string, fields: object): Payload {
  if (!registry.has(type)) {
    const [near] = nearestNames(type, payloadTypes());
    const hint = near === undefined ? '' : `, the nearest is "${near}"`;
    throw flowErrors.create('FLOW_CONTENT', { problem: `no payload of type "${type}" is registered${hint}` });
  }
  const payload = frozenCopy({ ...fields, type }) as Payload;
  const [problem] = checkPayload(payload);
  if (problem !== undefined) throw flowErrors.create('FLOW_CONTENT', { problem });
  return payload;
}

/** A payload that was just built to its type, of members that are frozen already: neither copied nor checked. */
export function sealPayload<Type extends keyof PayloadTypes>(
  payload: PayloadTypes[Type],
): Payload & PayloadTypes[Type] {
  // Its fields are JSON values, which the types of some do not say.
  return Object.freeze(payload) as Payload & PayloadTypes[Type];
}

/** Checks a payload against its schema; one of an unknown type passes. */
export function checkPayload(payload: Payload): readonly string[] {
  const entry = registry.get(payload.type);
  if (entry === undefined) return [];
  entry.compiled ??= compileJsonSchema(entry.schema);
  const result = entry.compiled.check(payload);
  return result.ok
    ? []
    : result.issues.map((issue) => `payload "${payload.type}" at "${issue.pointer}": ${issue.message}`);
}

/** Returns a payload as its type, or undefined when it is of another type. */
export function payloadOf<Type extends keyof PayloadTypes>(
  payload: Payload | undefined,
  type: Type,
): (Payload & PayloadTypes[Type]) | undefined {
  return isPayload(payload, type) ? payload : undefined;
}

/** True for a payload of one type; its fields were checked where it came in. */
export function isPayload<Type extends keyof PayloadTypes>(
  payload: Payload | undefined,
  type: Type,
): payload is Payload & PayloadTypes[Type] {
  return payload?.type === type;
}

/** An annotation in words: its kind, and what it says. */
export interface ShownAnnotation {
  readonly kind: string;
  readonly texts: readonly string[];
}

/** Puts an annotation into words; `type` is its key, or the type of its overlay. */
export function showAnnotation(type: string, value: Payload | undefined, span?: OverlaySpan): ShownAnnotation {
  const { show } = viewOf(value?.type ?? type);
  return { kind: annotationKind(type), texts: show === undefined ? [fieldsText(value)] : show(value, span) };
}

/** Returns the word for one annotation of a key or of an overlay type. */
export function annotationKind(type: string): string {
  return viewOf(type).kind ?? type;
}

/** True for annotations whose tools report totals. */
export function isCounted(type: string): boolean {
  return viewOf(type).counted === true;
}

/** Finds a view by payload type, annotation key or overlay type. */
function viewOf(type: string): PayloadView {
  const keys: { readonly [key: string]: string } = annotationPayloads;
  const entry = registry.get(type) ?? registry.get(keys[type] ?? '');
  return (entry ?? [...registry.values()].find(({ overlay }) => overlay === type))?.view ?? {};
}
