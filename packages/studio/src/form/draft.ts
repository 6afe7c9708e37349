import type { Field, ListField, ObjectField, VariantField } from './field.js';

/** Contents of the controls of a field; the shape follows the kind of the field. */
export type Draft = TextDraft | FlagDraft | ListDraft | ObjectDraft | VariantDraft;

/** Contents of texts, numbers, choices and JSON, as typed. */
export interface TextDraft {
  readonly kind: 'text';
  readonly text: string;
}

export interface FlagDraft {
  readonly kind: 'flag';
  readonly on: boolean;
}

export interface ListDraft {
  readonly kind: 'list';
  readonly items: readonly Row[];
}

export interface ObjectDraft {
  readonly kind: 'object';
  /** True when the object is sent at all; a required one always is. */
  readonly included: boolean;
  readonly members: { readonly [name: string]: Draft };
  readonly others: readonly (Row & { readonly name: string })[];
}

export interface VariantDraft {
  readonly kind: 'variant';
  /** Index of the chosen shape; -1 while none is chosen. */
  readonly index: number;
  readonly draft: Draft;
}

/** A row of a list; its `key` stays with it. */
export interface Row {
  readonly key: number;
  readonly draft: Draft;
}

const emptyText: TextDraft = { kind: 'text', text: '' };

/** Creates the initial draft of a field. */
export function newDraft(field: Field): Draft {
  return (field.initial === undefined ? undefined : toDraft(field, field.initial)) ?? emptyDraft(field);
}

/** Converts a value to a draft; `undefined` when the controls cannot hold it. */
export function toDraft(field: Field, value: unknown): Draft | undefined {
  if (value === undefined || (value === null && field.nullable)) return emptyDraft(field);
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? text(value) : undefined;
    case 'number':
      return typeof value === 'number' ? text(String(value)) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'flag', on: value } : undefined;
    case 'choice': {
      const json = JSON.stringify(value);
      return field.choices.some((choice) => choice.json === json) ? text(json) : undefined;
    }
    case 'fixed':
      return JSON.stringify(value) === JSON.stringify(field.initial) ? emptyText : undefined;
    case 'json':
      return text(JSON.stringify(value, undefined, 2));
    case 'list':
      return toList(field, value);
    case 'object':
      return toObject(field, value);
    case 'variant':
      return toVariant(field, value);
  }
}

/** Returns the key of a new row. */
export function nextKey(rows: readonly Row[]): number {
  return rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
}

function emptyDraft(field: Field): Draft {
  switch (field.kind) {
    case 'boolean':
      return { kind: 'flag', on: false };
    case 'list': {
      const count = field.required ? Math.min(Math.max(field.minItems, 1), 20) : 0;
      return { kind: 'list', items: Array.from({ length: count }, (_, key) => ({ key, draft: newDraft(field.item) })) };
    }
    case 'object': {
      const members = Object.fromEntries(field.members.map((member) => [member.name, newDraft(member.field)]));
      return {
        kind: 'object',
        included: (field.required && !field.nullable) || field.members.length === 0,
        members,
        others: [],
      };
    }
    case 'variant': {
      const [first] = field.variants;
      if (!field.required || field.nullable || first === undefined)
        return { kind: 'variant', index: -1, draft: emptyText };
      return { kind: 'variant', index: 0, draft: newDraft(first) };
    }
    default:
      return emptyText;
  }
}

function text(value: string): TextDraft {
  return { kind: 'text', text: value };
}

function toList(field: ListField, value: unknown): ListDraft | undefined {
  if (!Array.isArray(value)) return undefined;
  const drafts = value.map((item) => toDraft(field.item, item));
  if (!drafts.every((draft) => draft !== undefined)) return undefined;
  return { kind: 'list', items: drafts.map((draft, key) => ({ key, draft })) };
}

function toObject(field: ObjectField, value: unknown): ObjectDraft | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = new Set(field.members.map(({ name }) => name));
  const rest = Object.entries(value).filter(([name]) => !names.has(name));
  const { others: other } = field;
  if (rest.length > 0 && other === undefined) return undefined;
  const members = field.members.map((member) => [member.name, memberDraft(member, value)] as const);
  const others = rest.map(([name, item], key) => ({ key, name, draft: other && toDraft(other, item) }));
  if (
    ![...members.map(([, draft]) => draft), ...others.map(({ draft }) => draft)].every((draft) => draft !== undefined)
  )
    return undefined;
  return {
    kind: 'object',
    included: true,
    members: Object.fromEntries(members) as ObjectDraft['members'],
    others: others as ObjectDraft['others'],
  };
}

function memberDraft({ name, field }: ObjectField['members'][number], value: object): Draft | undefined {
  if (Object.hasOwn(value, name)) return toDraft(field, Reflect.get(value, name));
  // A box is on or off; everything else can be left out as it was.
  return field.kind === 'boolean' ? newDraft(field) : emptyDraft(field);
}

function toVariant(field: VariantField, value: unknown): VariantDraft | undefined {
  for (const [index, variant] of field.variants.entries()) {
    const draft = toDraft(variant, value);
    if (draft !== undefined) return { kind: 'variant', index, draft };
  }
  return undefined;
}
