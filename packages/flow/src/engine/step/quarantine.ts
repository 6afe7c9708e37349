/** The blocks of one document that no further step may touch, by id. A branch sees those of before the fork too. */
export class Quarantine {
  readonly #parent: Quarantine | undefined;
  readonly #own = new Set<string>();

  constructor(parent?: Quarantine) {
    this.#parent = parent;
  }

  add(block: string): void {
    this.#own.add(block);
  }

  /** Number of blocks that were added here. */
  get size(): number {
    return this.#own.size;
  }

  has(block: string): boolean {
    return (this.#own.size > 0 && this.#own.has(block)) || (this.#parent?.has(block) ?? false);
  }
}

/** Quarantine of a step that handles all blocks of a run; a block that it gives up itself skips all other steps. */
export class OpenQuarantine extends Quarantine {
  readonly #quarantine: Quarantine;
  readonly #unselected: Quarantine;

  constructor(quarantine: Quarantine, unselected: Quarantine) {
    super();
    this.#quarantine = quarantine;
    this.#unselected = unselected;
  }

  override add(block: string): void {
    this.#quarantine.add(block);
  }

  override has(block: string): boolean {
    return this.#unselected.has(block);
  }
}
