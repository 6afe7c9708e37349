/** Share of a limit that one owner from outside may hold, so that others always find room. */
const share = 0.75;

/** Returns the part of a limit that one owner may hold whose calls come through a public door. */
export function shareOfOwner(limit: number): number {
  return Math.max(1, Math.floor(limit * share));
}

/** Counts what each owner holds; drops owners who hold nothing. */
export class OwnerCounts {
  readonly #counts = new Map<string, number>();

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  add(owner: string): void {
    this.#counts.set(owner, this.of(owner) + 1);
  }

  remove(owner: string): void {
    const left = this.of(owner) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }
}
