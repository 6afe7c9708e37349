/** A range of a text to redact, in UTF-16 indexes. */
export interface Detection {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  /** Position of its rule; of two equal detections that of the earlier rule counts. */
  readonly order: number;
}

/** Resolves overlaps: the earlier start wins, then the longer range; empty ranges are dropped. */
export function chooseDetections(found: readonly Detection[]): readonly Detection[] {
  if (found.length < 2) return found.filter(({ start, end }) => start < end);
  const sorted = found.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || one.order - other.order,
  );
  let free = 0;
  return sorted.filter(({ start, end }) => {
    if (start < free || start === end) return false;
    free = end;
    return true;
  });
}
