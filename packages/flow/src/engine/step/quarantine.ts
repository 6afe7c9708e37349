import type { LocaleId } from '../../contract/block.js';
import { isSameLanguage } from '../../locale/is-same-language.js';

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

/** Quarantine of a step for some targets: it does not touch blocks that have targets in another locale alone. */
export class LocaleQuarantine extends Quarantine {
  readonly #quarantine: Quarantine;
  readonly #ownLocales: ReadonlyMap<string, LocaleId>;
  readonly #targets: readonly LocaleId[];
  /** Locales that were compared with the targets. */
  readonly #wanted = new Map<LocaleId, boolean>();

  constructor(quarantine: Quarantine, ownLocales: ReadonlyMap<string, LocaleId>, targets: readonly LocaleId[]) {
    super();
    this.#quarantine = quarantine;
    this.#ownLocales = ownLocales;
    this.#targets = targets;
  }

  override add(block: string): void {
    this.#quarantine.add(block);
  }

  override has(block: string): boolean {
    const own = this.#ownLocales.size === 0 ? undefined : this.#ownLocales.get(block);
    return (own !== undefined && !this.#isWanted(own)) || this.#quarantine.has(block);
  }

  #isWanted(own: LocaleId): boolean {
    const known = this.#wanted.get(own) ?? this.#targets.some((target) => isSameLanguage(own, target));
    this.#wanted.set(own, known);
    return known;
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
