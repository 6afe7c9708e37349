import { digest, frozenCopy, toContract, ToolRegistry, type RegistrySnapshot, type ToolRecord } from '@helve/core';
import { readVersion } from '../version.js';

/** The tools of a project; the records of Helve's own are made when they are first asked for. */
export class ProjectTools extends ToolRegistry {
  /** The tools that are made later. */
  readonly #later = new Set<string>();
  readonly #built = new Set<string>();

  /** Adds a built-in tool, whose contract is identified by the version of Helve. */
  addLater({ id, make }: LaterTool): void {
    this.defer(id, () => frozenCopy(make()));
    this.#later.add(id);
  }

  /** Makes the version of a built registry, which follows from the code of its tools too, part of this version. */
  addBuilt(version: string): void {
    this.#built.add(version);
  }

  protected override sealedVersion(): string {
    const made = Array.from(this.ids())
      .filter((id) => !this.#later.has(id))
      .flatMap((id) => this.get(id) ?? [])
      .map((tool) => digest(toContract(tool)));
    return `1.0.${digest([...made.toSorted(), ...[...this.#built].toSorted(), readVersion()]).slice(0, 8)}`;
  }
}

/** A tool of which no record has been made yet. */
export interface LaterTool {
  readonly id: string;
  make(): ToolRecord;
}

/** Some of the tools of a project, under the version of all of them. */
export function selectTools(tools: readonly ToolRecord[], version: string): RegistrySnapshot {
  const selected = new SelectedTools(version);
  for (const tool of tools) selected.addValidated(tool);
  return selected.seal();
}

class SelectedTools extends ToolRegistry {
  readonly #version: string;

  constructor(version: string) {
    super();
    this.#version = version;
  }

  protected override sealedVersion(): string {
    return this.#version;
  }
}
