/** Writes a count with its noun, such as "1 file" and "2 files"; `plural` is for nouns that take more than an "s". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
