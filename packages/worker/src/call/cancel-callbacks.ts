/** Runs when a call is cancelled. */
export type CancelCallback = (reason: string | undefined) => unknown;

/** Removes one registration. */
export type Disposer = () => void;

interface Entry {
  readonly order: number;
  readonly callback: CancelCallback;
}

let registered = 0;

/** Callbacks for the cancellation of a scope; one callback may be registered more than once. */
export class CancelCallbacks {
  /** Created on the first registration; most calls make none. */
  #entries: Set<Entry> | undefined;

  add(callback: CancelCallback): Disposer {
    const entry = { order: ++registered, callback };
    (this.#entries ??= new Set()).add(entry);
    return () => void this.#entries?.delete(entry);
  }

  clear(): void {
    this.#entries = undefined;
  }

  /** Returns all callbacks of some scopes, in order of registration. */
  static inOrder(lists: Iterable<CancelCallbacks>): CancelCallback[] {
    const entries = [...lists].flatMap((list) => [...(list.#entries ?? [])]);
    return entries.sort((a, b) => a.order - b.order).map(({ callback }) => callback);
  }
}
