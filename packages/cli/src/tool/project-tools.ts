import { digest, frozenCopy, toContract, ToolRegistry, type ToolRecord } from '@helve/core';
import { readVersion } from '../version.js';

/** The tools of a project; the records of Helve's own are made when they are first asked for. */
export class ProjectTools extends ToolRegistry {
  /** The tools that are made later, with their versions. */
  readonly #later = new Map<string, string>();

  /** Adds a tool that comes with Helve, so that its version and Helve's say all about its contract. */
  addLater({ id, version, make }: LaterTool): void {
    this.defer(id, () => frozenCopy(make()));
    this.#later.set(id, version);
  }

  protected override sealedVersion(): string {
    const made = Array.from(this.ids())
      .filter((id) => !this.#later.has(id))
      .flatMap((id) => this.get(id) ?? [])
      .map((tool) => digest(toContract(tool)));
    const later = [readVersion(), ...Array.from(this.#later, (row) => row.join('@')).toSorted()];
    return `1.0.${digest([...made.toSorted(), later]).slice(0, 8)}`;
  }
}

/** A tool of which no record has been made yet. */
export interface LaterTool {
  readonly id: string;
  readonly version: string;
  make(): ToolRecord;
}
