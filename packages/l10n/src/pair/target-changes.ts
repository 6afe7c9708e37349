import type { Block, Layer, Part, Runs } from '@helve/flow';
import type { NewEntry } from '@helve/flow/content';
import { sameRuns } from '../format/same-runs.js';
import type { ExistingTarget } from './existing-target.js';
import { isRepeated, UnitKeys } from './unit-keys.js';

/** Differences between the targets that leave a flow and the file that they came from. */
export class TargetChanges {
  readonly #pair: ExistingTarget;
  readonly #runs = new Map<string, Runs>();
  readonly #added: NewEntry[] = [];
  #layer: Layer | undefined;
  /** Name of the latest block that the file has or is given. */
  #latest: string | undefined;
  #insertable = true;

  constructor(pair: ExistingTarget) {
    this.#pair = pair;
  }

  async *watch(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const keys = new UnitKeys();
    for await (const part of parts) {
      keys.see(part);
      if (part.kind === 'layer-start') this.#layer ??= part.layer;
      if (part.kind === 'block') this.#see(keys.next(part.block), part.block);
      yield part;
    }
  }

  /** True when the existing file has a place for every text. */
  get fit(): boolean {
    return this.#added.length === 0;
  }

  /** True when every text that the file lacks has a key of its own there: not inside of a value, and not a second time. */
  get insertable(): boolean {
    return this.#insertable;
  }

  /** Entries that the file lacks, in the language of the file. */
  get added(): readonly NewEntry[] {
    return this.#added;
  }

  get count(): number {
    return this.#runs.size + this.#added.length;
  }

  /** The root layer as it leaves the flow. */
  get layer(): Layer | undefined {
    return this.#layer;
  }

  runs(key: string): Runs | undefined {
    return this.#runs.get(key);
  }

  #see(key: string, block: Block): void {
    const unit = this.#pair.unit(key);
    const made = block.targets[this.#pair.file.locale];
    if (made !== undefined || unit?.target !== undefined) {
      const runs = made?.runs ?? block.source;
      // Whoever puts an entry in writes its text, and keeps the forms of it that the file has.
      if (unit === undefined) this.#add(key, block, runs);
      else if (unit.target === undefined || !sameRuns(unit.target.runs, runs)) this.#runs.set(key, runs);
    }
    if (key === block.name && (unit !== undefined || made !== undefined)) this.#latest = block.name;
  }

  #add(key: string, block: Block, runs: Runs): void {
    const { locale } = this.#pair.file;
    const own = { ...block, source: runs, sourceLocale: locale };
    if (key !== block.name && isRepeated(key, block)) {
      // The file has one place for all of them, and programs read the last.
      const at = this.#added.findLastIndex((entry) => entry.block.name === block.name);
      const first = this.#added[at];
      if (first !== undefined) this.#added[at] = { ...first, block: { ...own, id: first.block.id } };
      return;
    }
    if (key !== block.name) this.#insertable = false;
    this.#added.push(this.#latest === undefined ? { block: own } : { block: own, after: this.#latest });
  }
}
