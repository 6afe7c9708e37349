/** Property of blocks and of groups of files that says which unit or batch they are; steps and hashes pass over it. */
export const EXCHANGE_PROPERTY = '@exchange';

/** Property of the group of a file with a note for translators. */
export const NOTE_PROPERTY = '@note';

/** Property of the group of a file with its skeleton. */
export const SKELETON_PROPERTY = '@skeleton';

/** Property with the places in code or files that a text comes from. */
export const REFERENCES_PROPERTY = 'references';

/** Spells the batch of a file for people and for tools that keep notes only. */
export function batchNote(batch: string): string {
  return `helve:${batch}`;
}

/** Spells the reference of a unit as a note, for formats that keep nothing else. */
export function exchangeNote(reference: string): string {
  return `helve: ${reference}`;
}

/** Finds the reference of a unit in a note of several lines. */
export function findExchangeNote(text: string): string | undefined {
  return /^[ \t]*helve:[ \t]*([0-9a-f]{8,64}\/u\d{1,9}(?:\.\d{1,6})?\/[0-9a-f]{16})[ \t]*$/mu.exec(text)?.[1];
}

/** Reads the batch out of such a note; undefined for any other text. */
export function readBatchNote(text: string): string | undefined {
  return /^\s*helve:\s*([0-9a-f]{8,64})\s*$/u.exec(text)?.[1];
}
