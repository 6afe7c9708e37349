import type { JsonObject } from '@helve/core';
import type { Block, Layer, Runs, Target } from '@helve/flow';
import {
  markChanged,
  writtenBy,
  type ExistingSource,
  type Format,
  type PairLocations,
  type PairReport,
  type ReadContext,
} from '@helve/flow/content';
import { alignRuns } from './align-runs.js';
import { OffsetLog } from './offset-log.js';
import { isPositional, UnitKeys } from './unit-keys.js';

/** One text of an existing translation. */
interface ExistingUnit {
  readonly name: string;
  readonly offset: number | undefined;
  /** Content as the file has it; absent where it is empty. */
  readonly runs: Runs | undefined;
  /** Target that was made of it for the block of its source. */
  target?: Target;
  /** True when the source has its block. */
  known: boolean;
}

/** An existing translation of one document: its texts by the keys of their blocks. */
export class ExistingTarget {
  readonly file: ExistingSource;
  readonly #format: Format;
  readonly #stale: ReadonlySet<string>;
  readonly #units = new Map<string, ExistingUnit>();
  /** Offsets of blocks of the source, by their ids: what checks find is shown where the translation is. */
  readonly #offsets = new Map<string, number>();
  #layer: Layer | undefined;
  #positions: string[] = [];
  #translated = 0;
  #changed = 0;
  #missing = 0;
  #keepsOrphans: boolean | undefined;

  constructor(format: Format, file: ExistingSource) {
    this.#format = format;
    this.file = file;
    this.#stale = new Set(file.stale);
  }

  /** Reads the file: in its own language, so that plural forms are those of the translation. */
  async load(options: JsonObject, ctx: ReadContext): Promise<void> {
    const { id: document, locale, source } = this.file;
    const skeleton = new OffsetLog(this.#format.id, source);
    const keys = new UnitKeys();
    const { signal, formats } = ctx;
    const own = { document, sourceLocale: locale, signal, skeleton, lose: () => undefined };
    for await (const part of this.#format.read(source, options, { ...own, ...(formats && { formats }) })) {
      keys.see(part);
      if (part.kind === 'layer-start') this.#layer ??= part.layer;
      if (part.kind !== 'block') continue;
      const { block } = part;
      const key = keys.next(block);
      if (isPositional(block)) this.#positions.push(key);
      const offset = skeleton.offsetOf(block.skeleton?.entry);
      this.#units.set(key, {
        name: block.name,
        offset,
        runs: hasText(block.source) ? block.source : undefined,
        known: false,
      });
    }
  }

  /** Keys of the blocks that their positions name, in order. */
  get positions(): readonly string[] {
    return this.#positions;
  }

  /** Gives a block of the source its translation. */
  attach(key: string, block: Block): void {
    const unit = this.#units.get(key);
    if (unit !== undefined) unit.known = true;
    if (unit?.offset !== undefined) this.#offsets.set(block.id, unit.offset);
    if (!block.translatable) return;
    const facts = unit?.runs && writtenBy(block.name, unit.runs, this.file);
    if (unit?.runs === undefined || facts === undefined || facts.status === 'new') {
      if (hasText(block.source)) this.#missing += 1;
      return;
    }
    const isChanged = this.#stale.has(block.name);
    const runs = alignRuns(unit.runs, block.source);
    unit.target = Object.freeze({ runs, ...facts, ...(isChanged && { status: 'draft' }) });
    block.targets[this.file.locale] = unit.target;
    if (isChanged) markChanged(block, this.file.locale);
    this.#changed += isChanged ? 1 : 0;
    this.#translated += 1;
  }

  /** The text of the file for a key; undefined where it has none. */
  unit(key: string): Pick<ExistingUnit, 'target' | 'runs'> | undefined {
    return this.#units.get(key);
  }

  /** Names of the blocks that the source has not. */
  orphans(): readonly string[] {
    return [...this.#units.values()].filter(({ known }) => !known).map(({ name }) => name);
  }

  /** Remembers that an output was written, with or without the blocks that the source has not. */
  settle(keepsOrphans: boolean): void {
    this.#keepsOrphans = keepsOrphans;
  }

  report(): PairReport {
    const { id, path, locale, stale } = this.file;
    return {
      id,
      path,
      locale,
      translated: this.#translated,
      missing: this.#missing,
      ...(stale !== undefined && { changed: this.#changed }),
      orphans: this.orphans(),
      ...(this.#keepsOrphans !== undefined && { keepsOrphans: this.#keepsOrphans }),
    };
  }

  locations(): PairLocations {
    return {
      file: this.file,
      layer: () => this.#layer,
      offsetOf: ({ id }) => this.#offsets.get(id),
      stream: () => this.file.source.stream(),
    };
  }
}

/** True when there is anything to read. */
function hasText(runs: Runs): boolean {
  return runs.some((run) => run.kind !== 'text' || run.text !== '');
}
