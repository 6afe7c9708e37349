import { isPlainObject, type Json } from '@helve/core';
import type { PluralKey, Runs } from '@helve/flow';
import type { LoadedText } from '../text/open-text.js';

/** One key and value as written in the file. */
export interface WrittenMember {
  readonly context: string;
  readonly plural: PluralKey | undefined;
  /** From the quote of the key to before the value. */
  readonly head: string;
  readonly raw: string;
  readonly style: string;
  /** The decoded text of the value. */
  readonly value: string;
}

/** Adjacent members of one entry. */
export interface Cluster {
  readonly base: string;
  readonly ordinal: boolean;
  readonly members: readonly WrittenMember[];
  /** Text between two members. */
  readonly separator: string;
  /** Forms in other clusters of the entry. */
  readonly elsewhere: readonly string[];
  /** True for the last cluster, into which new forms are written. */
  readonly last: boolean;
}

/** One key that content requires, and its value. */
export interface ExpectedForm {
  readonly context: string;
  readonly plural: PluralKey | undefined;
  readonly runs: Runs;
}

/** A member of an entry in the text. */
export interface FoundMember {
  readonly context: string;
  readonly plural: PluralKey | undefined;
  /** Its number among the values of its object. */
  readonly position: number;
  readonly keyIndex: number;
  readonly valueIndex: number;
  readonly raw: string;
  readonly style: string;
  readonly text: string;
}

/** Finds the clusters of an entry, each with its range in bytes. */
export function locateClusters(
  { base, ordinal, members }: Pick<Cluster, 'base' | 'ordinal'> & { readonly members: readonly FoundMember[] },
  text: LoadedText,
): readonly { readonly offset: number; readonly length: number; readonly form: Json; readonly more?: true }[] {
  const clusters = groupClusters(members);
  return clusters.map((own, at) => {
    const [start, end] = [own[0]?.keyIndex ?? 0, memberEnd(own.at(-1))];
    const last = at === clusters.length - 1;
    const form = clusterToJson({
      base,
      ordinal,
      members: own.map((member) => written(member, text)),
      separator: findSeparator(own, text),
      elsewhere: clusters.flatMap((other) => (other === own ? [] : other.map(formName))),
      last,
    });
    const offset = text.byteAt(start);
    return { offset, length: text.byteAt(end) - offset, form, ...(last ? {} : { more: true as const }) };
  });
}

/** Splits the members of an entry at other members between them. */
function groupClusters(members: readonly FoundMember[]): readonly (readonly FoundMember[])[] {
  return members.reduce<FoundMember[][]>((clusters, member) => {
    const last = clusters.at(-1);
    if (last?.at(-1)?.position === member.position - 1) last.push(member);
    else clusters.push([member]);
    return clusters;
  }, []);
}

function written(member: FoundMember, { text }: LoadedText): WrittenMember {
  const { context, plural, keyIndex, valueIndex, raw, style, text: value } = member;
  return { context, plural, head: text.slice(keyIndex, valueIndex), raw, style, value };
}

function memberEnd(member: FoundMember | undefined): number {
  return member ? member.valueIndex + member.raw.length : 0;
}

/** Returns the text between the first two members, else a comma and the text before the only one. */
function findSeparator(members: readonly FoundMember[], { text }: LoadedText): string {
  const [first, second] = members;
  if (first && second) return text.slice(memberEnd(first), second.keyIndex);
  const before = text.slice(0, first?.keyIndex ?? 0);
  return `,${/\s*$/u.exec(before)?.[0] ?? ''}`;
}

/** Returns a unique name of a form; the number 0 shares its key with the category. */
export function formName(form: { readonly context: string; readonly plural: PluralKey | undefined }): string {
  return `${form.context}|${form.plural === '=0' ? 'zero' : (form.plural ?? '')}`;
}

/** Encodes a cluster for the skeleton. */
function clusterToJson(cluster: Cluster): Json {
  const members = cluster.members.map(({ context, plural, head, raw, style, value }) => [
    context,
    plural ?? '',
    head,
    raw,
    style,
    value,
  ]);
  const { base, ordinal, separator, last } = cluster;
  return { base, ordinal, separator, last, elsewhere: [...cluster.elsewhere], members };
}

/** Decodes a cluster. */
export function clusterFromJson(form: Json | undefined): Cluster | undefined {
  if (!isPlainObject(form) || !Array.isArray(form['members']) || !Array.isArray(form['elsewhere'])) return undefined;
  const { base, separator } = form;
  if (typeof base !== 'string' || typeof separator !== 'string') return undefined;
  return {
    base,
    ordinal: form['ordinal'] === true,
    separator,
    last: form['last'] === true,
    elsewhere: form['elsewhere'].map(String),
    members: form['members'].map(memberFrom),
  };
}

function memberFrom(fields: unknown): WrittenMember {
  const [context = '', plural = '', head = '', raw = '', style = '', value = ''] = Array.isArray(fields)
    ? fields.map(String)
    : [];
  // The reader wrote a plural key here, or nothing.
  return { context, plural: plural === '' ? undefined : (plural as PluralKey), head, raw, style, value };
}
