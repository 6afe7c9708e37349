import { isPlainObject, type Json } from '@helve/core';
import type { PluralKey } from '@helve/flow';
import type { EntryMember } from './entry.js';

/** One key and value as the file writes it. */
export interface WrittenMember {
  readonly context: string;
  readonly plural: PluralKey | undefined;
  /** From the quote of the key to before the value. */
  readonly head: string;
  readonly raw: string;
  readonly style: string;
  /** The text that the value means. */
  readonly value: string;
}

/** Members of one entry that stand side by side. */
export interface Cluster {
  readonly base: string;
  readonly ordinal: boolean;
  readonly members: readonly WrittenMember[];
  /** What stands between two members. */
  readonly separator: string;
  /** Forms that stand in other clusters of the entry. */
  readonly elsewhere: readonly string[];
  /** New forms are written into the last cluster. */
  readonly last: boolean;
}

/** Cuts the members of an entry where others stand between them. */
export function clustersOf(members: readonly EntryMember[]): readonly (readonly EntryMember[])[] {
  return members.reduce<EntryMember[][]>((clusters, member) => {
    const last = clusters.at(-1);
    if (last?.at(-1)?.position === member.position - 1) last.push(member);
    else clusters.push([member]);
    return clusters;
  }, []);
}

/** A text for one form, to tell forms apart. */
export function formName(form: { readonly context: string; readonly plural: PluralKey | undefined }): string {
  return `${form.context}|${form.plural ?? ''}`;
}

/** A cluster as a skeleton keeps it. */
export function clusterToJson(cluster: Cluster): Json {
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

/** Reads a cluster back. */
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
  // The reader wrote a key of a plural here, or nothing.
  return { context, plural: plural === '' ? undefined : (plural as PluralKey), head, raw, style, value };
}
