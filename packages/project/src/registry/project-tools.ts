import { digest, frozenCopy, toContract, ToolRegistry, type ToolRecord } from '@helve/core';
import { readVersion } from '../version.js';

/** The tools of a project; the records of Helve's own are made when they are first asked for. */
export class ProjectTools extends ToolRegistry {
  /** The tools that are made later. */
  readonly #later = new Set<string>();

  /** Adds a built-in tool, whose contract is identified by the version of Helve. */
  addLater({ id, make }: LaterTool): void {
    this.defer(id, () => frozenCopy(make()));
    this.#later.add(id);
  }

  protected override sealedVersion(): string {
    const made = Array.from(this.ids())
      .filter((id) => !this.#later.has(id))
      .flatMap((id) => this.get(id) ?? [])
      .map((tool) => digest(toContract(tool)));
    return `1.0.${digest([...made.toSorted(), readVersion()]).slice(0, 8)}`;
  }
}

/** A tool of which no record has been made yet. */
export interface LaterTool {
  readonly id: string;
  make(): ToolRecord;
}
