import { isPlainObject, type Json } from '@helve/core';
import { isUnknownLanguage } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { Conflicts, type Wording } from './conflicts.js';
import type { CountRows } from './keys-in-conflict.js';
import { TextGroups, type ShownWording } from './text-groups.js';

/** Direction of a comparison: targets of one source, or sources of one target. */
export type Compared = 'target' | 'source';

/** Counts of one document, by direction and variant. */
type NamedCounts = readonly [name: string, rows: CountRows];
type NamedWording = readonly [name: string, ...wording: ShownWording];

/**
 * Compares the texts of one document with those of a run, in two rounds:
 *
 *     add ──▶ hashes and counts of all texts ──▶ conflicts ──▶ beginnings of the few texts in conflict ──▶ wordings
 */
export class TextComparison {
  /** By direction and variant. */
  readonly #own = new Map<string, TextGroups>();
  #conflicts: ReadonlyMap<string, Conflicts> | undefined;

  add(compared: Compared, variant: string, key: string, text: string): void {
    const name = nameOf(compared, variant);
    let groups = this.#own.get(name);
    if (groups === undefined) this.#own.set(name, (groups = new TextGroups()));
    groups.add(key, text);
  }

  /** Returns the wordings of a text if there are several. */
  conflictOf(compared: Compared, variant: string, key: string): readonly Wording[] | undefined {
    return this.#conflicts?.get(nameOf(compared, variant))?.of(key);
  }

  snapshot(): Json {
    const known = [...this.#own].filter(([name]) => !isUnknown(name));
    if (this.#conflicts === undefined) return { counts: known.map(([name, { counts }]) => [name, counts.toJson()]) };
    return { shown: known.flatMap(([name, groups]) => this.#shown(name, groups)) };
  }

  /** Takes the snapshots of all documents; true after the first round if there are conflicts. */
  merge(snapshots: readonly Json[]): boolean {
    if (this.#conflicts === undefined) {
      this.#conflicts = conflictsIn(snapshots);
      if (this.#conflicts.size > 0) return true;
    }
    for (const row of snapshots.flatMap(shownIn)) this.#show(row);
    this.#compareUnknown(this.#conflicts);
    this.#own.clear();
    return false;
  }

  #shown(name: string, groups: TextGroups): readonly NamedWording[] {
    const conflicts = this.#conflicts?.get(name);
    return conflicts === undefined ? [] : groups.shownIn(conflicts).map((wording) => [name, ...wording] as const);
  }

  #show([name, ...wording]: NamedWording): void {
    this.#conflicts?.get(name)?.show(...wording);
  }

  /** Files of unknown languages may have different ones, so each is compared only with itself. */
  #compareUnknown(known: ReadonlyMap<string, Conflicts>): void {
    const all = new Map(known);
    for (const [name, groups] of this.#own) {
      if (!isUnknown(name)) continue;
      const conflicts = new Conflicts([groups.counts.toJson()]);
      for (const wording of groups.shownIn(conflicts)) conflicts.show(...wording);
      all.set(name, conflicts);
    }
    this.#conflicts = all;
  }
}

/** Condenses snapshots of one round to what is in conflict. */
export function reduceComparisons(snapshots: readonly Json[]): Json {
  const shown = snapshots.flatMap(shownIn);
  if (shown.length > 0) return { shown: [...new Map(shown.map((row) => [row.slice(0, 3).join(' '), row])).values()] };
  return { counts: [...conflictsIn(snapshots)].map(([name, conflicts]) => [name, conflicts.toJson()]) };
}

function conflictsIn(snapshots: readonly Json[]): ReadonlyMap<string, Conflicts> {
  const documents = new Map<string, CountRows[]>();
  for (const [name, rows] of snapshots.flatMap(countsIn)) {
    const own = documents.get(name) ?? [];
    documents.set(name, own);
    own.push(rows);
  }
  const all = [...documents].map(([name, own]) => [name, new Conflicts(own)] as const);
  return new Map(all.filter(([, { size }]) => size > 0));
}

function countsIn(snapshot: Json): readonly NamedCounts[] {
  const list = toList(isPlainObject(snapshot) ? snapshot['counts'] : undefined);
  return list.map(toList).flatMap(([name, rows]) => (typeof name === 'string' ? [[name, toList(rows)] as const] : []));
}

function shownIn(snapshot: Json): readonly NamedWording[] {
  const list = toList(isPlainObject(snapshot) ? snapshot['shown'] : undefined);
  return list.map(toList).flatMap(([name, key, wording, shown]) => {
    if (typeof name !== 'string' || typeof shown !== 'string') return [];
    return [[name, Number(key), Number(wording), shown] as const];
  });
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function nameOf(compared: Compared, variant: string): string {
  return `${compared} ${variant}`;
}

function isUnknown(name: string): boolean {
  return isUnknownLanguage(variantLocale(name.slice(name.indexOf(' ') + 1)));
}
