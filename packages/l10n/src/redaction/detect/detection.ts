/** A stretch of a text that someone wants out, in UTF-16 indexes. */
export interface Detection {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  /** Of two that are alike the one of the earlier rule counts. */
  readonly order: number;
}

/** The detections that count: the earlier start wins, then the longer; what overlaps one of them goes, and so does nothing. */
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
