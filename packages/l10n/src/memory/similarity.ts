/** How alike two texts are that are so many edits apart: 1 is equal. */
export function similarityOf(distance: number, longer: number): number {
  return longer === 0 ? 1 : 1 - distance / longer;
}

/** The most edits that two texts may be apart, when the longer has so many code points. */
export function mostEdits(minScore: number, longer: number): number {
  let edits = Math.floor((1 - minScore) * longer) + 1;
  while (edits > 0 && similarityOf(edits, longer) < minScore) edits -= 1;
  return edits;
}
