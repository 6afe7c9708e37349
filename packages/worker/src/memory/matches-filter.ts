const idFields = ['instanceId', 'session', 'jobId', 'runId', 'callId'] as const;

type Ids = { readonly [Field in (typeof idFields)[number]]?: string };

/** True when an entry has every id that the filter names and comes after its `afterSeq`. */
export function matchesIds(
  entry: Ids & { readonly seq: number },
  filter: Ids & { readonly afterSeq?: number },
): boolean {
  if (entry.seq <= (filter.afterSeq ?? 0)) return false;
  return idFields.every((field) => filter[field] === undefined || filter[field] === entry[field]);
}

/** Returns the newest entries of a list, in order; all without a limit. */
export function newest<T>(items: readonly T[], last: number | undefined): readonly T[] {
  return last === undefined ? items : items.slice(Math.max(0, items.length - last));
}
