/** Runs when a call is cancelled. */
export type CancelCallback = (reason: string | undefined) => unknown;

/** Undoes one registration, and only that one. */
export type Disposer = () => void;

interface Entry {
  readonly order: number;
  readonly callback: CancelCallback;
}

let registered = 0;

/** What has to happen when a scope is cancelled; one callback may stand here more than once. */
export class CancelCallbacks {
  /** Most calls register none. */
  #entries: Set<Entry> | undefined;

  add(callback: CancelCallback): Disposer {
    const entry = { order: ++registered, callback };
    (this.#entries ??= new Set()).add(entry);
    return () => void this.#entries?.delete(entry);
  }

  clear(): void {
    this.#entries = undefined;
  }

  /** All callbacks of some scopes, in the order in which they were registered. */
  static inOrder(lists: Iterable<CancelCallbacks>): CancelCallback[] {
    const entries = [...lists].flatMap((list) => [...(list.#entries ?? [])]);
    return entries.sort((a, b) => a.order - b.order).map(({ callback }) => callback);
  }
}
