/** Size of a row that a page may hold. */
export interface SizedRow {
  readonly bytes: number;
}

/** Returns the rows that fit into a page, and the first one in any case. */
export function fittingRows<Row extends SizedRow>(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let left = maxBytes;
  const end = rows.findIndex(({ bytes }, index) => (left -= bytes) < 0 && index > 0);
  return end === -1 ? rows : rows.slice(0, end);
}
