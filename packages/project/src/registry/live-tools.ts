import type { RegistrySnapshot, ToolRecord } from '@helve/core';
import type { CollectedTool } from './collect-tools.js';
import type { RegisteredTools } from './register-tools.js';

/** The tools of a project as they are now: built registries can be swapped. What reads them keeps a snapshot or asks again. */
export class LiveTools implements RegistrySnapshot {
  #now: RegistrySnapshot;
  readonly #origins: Map<string, CollectedTool>;
  readonly #listeners = new Set<() => void>();

  constructor({ tools, origins }: RegisteredTools) {
    this.#now = tools;
    this.#origins = new Map(origins);
  }

  /** Where each tool comes from, as of now. */
  get origins(): ReadonlyMap<string, CollectedTool> {
    return this.#origins;
  }

  get version(): string {
    return this.#now.version;
  }

  get size(): number {
    return this.#now.size;
  }

  get(id: string): ToolRecord | undefined {
    return this.#now.get(id);
  }

  list(): readonly ToolRecord[] {
    return this.#now.list();
  }

  contracts(): ReturnType<RegistrySnapshot['contracts']> {
    return this.#now.contracts();
  }

  /** Calls back after each swap; returns how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Puts other tools in the place of these, unless they are the same. True if they were not. */
  swap({ tools, origins }: RegisteredTools): boolean {
    if (tools.version === this.#now.version) return false;
    this.#now = tools;
    this.#origins.clear();
    for (const [id, origin] of origins) this.#origins.set(id, origin);
    for (const listener of this.#listeners) listener();
    return true;
  }
}
