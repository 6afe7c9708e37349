import type { CallRecord, CutPart } from '../contract/trail.js';
import { sha256 } from '../json/sha256.js';

/** Limits for the parts of a record. */
export interface RecordLimits {
  /** Maximum size of the JSON of an input, an output or a provenance. */
  readonly maxPartBytes: number;
  /** Number of characters that stay of a larger one. */
  readonly headChars: number;
}

/** Limits of a stored record: what a call adds to the trail does not grow with its arguments. */
export const storedRecordLimits: RecordLimits = Object.freeze({ maxPartBytes: 65_536, headChars: 8_192 });

const valueParts = ['rawInput', 'input', 'output', 'provenance'] as const;
const listParts = ['trace', 'redacted'] as const;
const idParts = ['toolId', 'sessionId', 'turnId', 'mode', 'door', 'traceparent'] as const;
/** Maximum size of an error, and of a list. */
const MAX_OTHER_BYTES = 16_384;
const MAX_ID_CHARS = 1_024;

type Growing = { -readonly [Part in keyof CallRecord]?: CallRecord[Part] };

/** Cuts the parts of a record that are larger than the limits, and notes their sizes and digests in `cut`. */
export function cutRecord<Row extends CallRecord>(
  record: Row,
  limits: RecordLimits,
  toText: (value: unknown) => string = JSON.stringify,
): Row {
  const changed: Growing = {};
  const cut: CutPart[] = [];
  const head = (text: string) => text.slice(0, limits.headChars).toWellFormed();
  /** Returns the JSON of a part that is too large, and notes it. */
  const tooLarge = (part: keyof CallRecord, maxBytes: number): string | undefined => {
    const text = record[part] === undefined ? undefined : toText(record[part]);
    if (text === undefined || isWithin(text, maxBytes)) return undefined;
    cut.push({ part, bytes: byteLength(text), sha256: sha256(text) });
    return text;
  };
  for (const part of valueParts) {
    const text = tooLarge(part, limits.maxPartBytes);
    if (text !== undefined) changed[part] = head(text);
  }
  for (const part of listParts) {
    const list: readonly unknown[] = record[part];
    if (tooLarge(part, MAX_OTHER_BYTES) !== undefined) Object.assign(changed, { [part]: firstOf(list, toText) });
  }
  for (const part of idParts) {
    if ((record[part]?.length ?? 0) > MAX_ID_CHARS && tooLarge(part, MAX_ID_CHARS) !== undefined)
      changed[part] = record[part]?.slice(0, MAX_ID_CHARS) ?? '';
  }
  const { error, approval } = record;
  if (error !== undefined && tooLarge('error', MAX_OTHER_BYTES) !== undefined) {
    const { issues: _, ...rest } = error;
    changed.error = { ...rest, message: head(error.message) };
  }
  if (approval?.edited !== undefined && tooLarge('approval', MAX_OTHER_BYTES) !== undefined) {
    changed.approval = { ...approval, edited: firstOf(approval.edited, toText) };
  }
  return cut.length === 0 ? record : { ...record, ...changed, cut: mergeCuts(record.cut, cut) };
}

/** Names the parts of a record that were cut, with their sizes; an empty text if there are none. */
export function describeCut({ cut = [] }: Pick<CallRecord, 'cut'>): string {
  return cut.map(({ part, bytes }) => `${part} (${bytes} bytes)`).join(', ');
}

/** A part that was cut before keeps the size and the digest that it had at first. */
function mergeCuts(before: readonly CutPart[] = [], cut: readonly CutPart[]): readonly CutPart[] {
  const known = new Set(before.map(({ part }) => part));
  return [...before, ...cut.filter(({ part }) => !known.has(part))];
}

function firstOf<Item>(list: readonly Item[], toText: (value: unknown) => string): Item[] {
  let left = MAX_OTHER_BYTES;
  const end = list.findIndex((item) => (left -= byteLength(toText(item)) + 1) < 0);
  return list.slice(0, end === -1 ? list.length : end);
}

/** Measures only texts whose length leaves a doubt: a character has at most three bytes. */
function isWithin(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || (text.length <= maxBytes && byteLength(text) <= maxBytes);
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
