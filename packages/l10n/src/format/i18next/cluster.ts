import { isPlainObject, type Json } from '@helve/core';
import type { PluralKey } from '@helve/flow';
import type { EntryMember } from './entry.js';

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

/** Splits the members of an entry at other members between them. */
export function groupClusters(members: readonly EntryMember[]): readonly (readonly EntryMember[])[] {
  return members.reduce<EntryMember[][]>((clusters, member) => {
    const last = clusters.at(-1);
    if (last?.at(-1)?.position === member.position - 1) last.push(member);
    else clusters.push([member]);
    return clusters;
  }, []);
}

/** Returns a unique name of a form; the number 0 shares its key with the category. */
export function formName(form: { readonly context: string; readonly plural: PluralKey | undefined }): string {
  return `${form.context}|${form.plural === '=0' ? 'zero' : (form.plural ?? '')}`;
}

/** Encodes a cluster for the skeleton. */
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
