import { isPlainObject, type Json } from '@helve/core';
import { AnnoNote, type Payload, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';

/**
 * Paths of human-written text in payloads: names descend, `*` is every item, `**` every text below, and a trailing `#`
 * marks content. The other fields are numbers, ids and fixed words.
 */
const textFields: Readonly<Record<string, readonly string[]>> = Object.freeze({
  note: ['items.*.text', 'items.*.from'],
  'alt-translations': ['items.*.source#', 'items.*.target#'],
  term: ['text', 'targets.*.text'],
  'term-candidate': ['definition'],
  findings: [
    'findings.*.message',
    'findings.*.suggestion',
    'findings.*.subject',
    'findings.*.metadata.**',
    'findings.*.fix.edits.*.replacement#',
  ],
  comparison: ['diff.**'],
  review: ['assessment', 'suggestion'],
  'scoping-report': ['**'],
  'brand-voice': ['**'],
  'entity-mapping': ['**'],
});

/** The annotations of a block that may hold text, besides notes. */
export const textAnnotations = Object.freeze([
  'alt-translation',
  'comparison',
  'review',
  'scoping-report',
  'brand-voice',
  'entity-mapping',
] as const);

/** The overlays whose payloads may hold text. */
export const textOverlays = Object.freeze(['term', 'term-candidate', 'qa'] as const);

export const noteKey = AnnoNote;

/** Payloads that are known to have no text. */
const withoutText: ReadonlySet<string> = new Set([
  'entity',
  'word-count',
  'char-count',
  'seg-count',
  'tm-match',
  'repetition',
  'diff',
  'structure',
  'timing',
  'geometry',
  'relations',
  'source-origin',
  'redaction.secret',
  'editor-anchor',
  'encoding',
  'segmentation',
  'alignment',
  'protected',
]);

/** True when the text fields of a payload type are known, even if there are none. */
export function isKnownPayload({ type }: Payload): boolean {
  return Object.hasOwn(textFields, type) || withoutText.has(type);
}

type ValuePath = readonly (string | number)[];

/** A text or some content in a payload. */
export interface PayloadText {
  readonly place: ValuePath;
  readonly text?: string;
  readonly runs?: Runs;
}

/** Lists every human-written text in a payload. */
export function textsIn(payload: Payload): readonly PayloadText[] {
  const fields = Object.hasOwn(textFields, payload.type) ? textFields[payload.type] : undefined;
  return (fields ?? []).flatMap((field) => [...lookUp(payload, field.split('.'), [])]);
}

/** Replaces values in a payload. */
export function withTexts(payload: Payload, values: readonly (readonly [ValuePath, string | Runs])[]): Payload {
  const copy = structuredClone(payload);
  for (const [path, value] of values) {
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
    Reflect.set(Object(holder), path.at(-1) ?? '', value);
  }
  return copy;
}

function* lookUp(value: Json | undefined, [step, ...rest]: readonly string[], path: ValuePath): Generator<PayloadText> {
  if (step === undefined) {
    if (typeof value === 'string') yield { place: path, text: value };
  } else if (step === '**') {
    yield* everyText(value, path);
  } else if (step === '*') {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* lookUp(item, rest, [...path, index]);
  } else if (isPlainObject(value)) {
    const name = step.replace('#', '');
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (name === step) yield* lookUp(member, rest, [...path, name]);
    // Content was checked when the payload was created.
    else if (Array.isArray(member)) yield { place: [...path, name], runs: normaliseRuns(member as Runs) };
  }
}

function* everyText(value: Json | undefined, path: ValuePath): Generator<PayloadText> {
  if (typeof value === 'string') yield { place: path, text: value };
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* everyText(item, [...path, index]);
  else if (isPlainObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      // The type of the payload is not text.
      if (path.length > 0 || key !== 'type') yield* everyText(member, [...path, key]);
    }
  }
}
