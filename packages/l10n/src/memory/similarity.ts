/** Converts a number of edits to a similarity: 1 is equal. */
export function toSimilarity(distance: number, longer: number): number {
  return longer === 0 ? 1 : 1 - distance / longer;
}

/** Returns the maximum number of edits for a score, given the code points of the longer text. */
export function mostEdits(minScore: number, longer: number): number {
  let edits = Math.floor((1 - minScore) * longer) + 1;
  while (edits > 0 && toSimilarity(edits, longer) < minScore) edits -= 1;
  return edits;
}
