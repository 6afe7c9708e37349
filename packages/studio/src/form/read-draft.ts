import type { Issue } from '../wire/wire.js';
import type { Draft, ListDraft, ObjectDraft, VariantDraft } from './draft.js';
import type { Field, ListField, ObjectField, VariantField } from './field.js';
import { memberPointer } from './pointer.js';

/** Value of a draft, with the issues that keep it from being sent. */
export interface DraftValue {
  /** Value; `undefined` when the field is left out. */
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Pointers of all fields that can show an issue. */
  readonly pointers: ReadonlySet<string>;
}

interface Walk {
  readonly issues: Issue[];
  readonly pointers: Set<string>;
}

/** Reads the input from a form. */
export function readDraft(field: Field, draft: Draft): DraftValue {
  const walk: Walk = { issues: [], pointers: new Set() };
  return { value: read(field, draft, '', walk), ...walk };
}

function read(field: Field, draft: Draft, pointer: string, walk: Walk): unknown {
  walk.pointers.add(pointer);
  if (field.kind === 'fixed') return field.initial;
  if (field.kind === 'boolean') return draft.kind === 'flag' && draft.on;
  if (field.kind === 'list') return draft.kind === 'list' ? readList(field, draft, pointer, walk) : undefined;
  if (field.kind === 'object') return draft.kind === 'object' ? readObject(field, draft, pointer, walk) : undefined;
  if (field.kind === 'variant') return draft.kind === 'variant' ? readVariant(field, draft, pointer, walk) : undefined;
  const text = draft.kind === 'text' ? draft.text : '';
  if (text === '') return nothing(field, pointer, walk);
  if (field.kind === 'text') return text;
  return field.kind === 'number' ? readNumber(text, pointer, walk) : readJson(text, pointer, walk);
}

/** Reads an empty field: an issue when it is required. */
function nothing(field: Field, pointer: string, walk: Walk): null | undefined {
  if (!field.required) return undefined;
  if (field.nullable) return null;
  walk.issues.push({
    pointer,
    message: field.kind === 'choice' || field.kind === 'variant' ? 'Choose one' : 'Enter a value',
  });
  return undefined;
}

function readNumber(text: string, pointer: string, walk: Walk): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  // JSON would say another number than was typed.
  const isRounded = /^-?\d+$/.test(text) && !Number.isSafeInteger(number) && String(number) !== text;
  if (Number.isFinite(number) && !isRounded) return number;
  walk.issues.push({ pointer, message: isRounded ? 'Too large to be sent exactly' : 'Not a number' });
  return undefined;
}

function readJson(text: string, pointer: string, walk: Walk): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    walk.issues.push({ pointer, message: 'Not valid JSON' });
    return undefined;
  }
}

function readList(field: ListField, { items }: ListDraft, pointer: string, walk: Walk): unknown {
  if (items.length === 0 && !field.required) return undefined;
  return items.map(({ draft }, index) => read(field.item, draft, memberPointer(pointer, index), walk));
}

function readObject(field: ObjectField, draft: ObjectDraft, pointer: string, walk: Walk): unknown {
  const isEmpty = field.members.length === 0 && draft.others.length === 0;
  if (!draft.included || (isEmpty && !field.required)) return nothing(field, pointer, walk);
  const members = field.members.map(({ name, field: member }) => {
    const held = draft.members[name];
    return [name, held && read(member, held, memberPointer(pointer, name), walk)] as const;
  });
  const { others: other } = field;
  const others =
    other === undefined
      ? []
      : draft.others.map((row) => {
          const member = memberPointer(pointer, row.name);
          if (row.name === '') walk.issues.push({ pointer: member, message: 'Give it a name' });
          return [row.name, read(other, row.draft, member, walk)] as const;
        });
  // `fromEntries` makes own members of every name, `__proto__` too.
  return Object.fromEntries([...members, ...others].filter(([, value]) => value !== undefined));
}

function readVariant(field: VariantField, { index, draft }: VariantDraft, pointer: string, walk: Walk): unknown {
  const variant = field.variants[index];
  return variant === undefined ? nothing(field, pointer, walk) : read(variant, draft, pointer, walk);
}
