import type { Block, Layer } from '@helve/flow';
import { variantLocale, type BlockLocations, type PairLocations } from '@helve/flow/content';
import { linesAt } from '@helve/l10n/run';

/** Something that a report says of a block, with its location in a file, from 1. */
export interface LocatedItem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** The side of a block that an item is about. */
export interface ItemSide {
  readonly side: 'source' | 'target';
  readonly variant?: string;
}

/** The items of one document, which learn their lines at its end: only those places are looked for in the file. */
export class LocatedItems<Item extends LocatedItem> {
  readonly #locations: BlockLocations | undefined;
  readonly #sideOf: (item: Item) => ItemSide;
  readonly #all: Entry<Item>[] = [];
  #layer: Layer | undefined;

  constructor(locations: BlockLocations | undefined, sideOf: (item: Item) => ItemSide) {
    this.#locations = locations;
    this.#sideOf = sideOf;
  }

  /** The first layer is the file itself. */
  enter(layer: Layer): void {
    this.#layer ??= layer;
  }

  /** To be told of every block, also of those without items. */
  add(block: Block, items: readonly Item[]): void {
    const location = this.#locations?.locationOf(block);
    for (const item of items) {
      const about = this.#sideOf(item);
      const pair = this.#pairOf(about);
      const offset = pair?.offsetOf(block);
      if (pair !== undefined && offset !== undefined) {
        this.#all.push({ item: { ...item, file: pair.file.id }, offset, pair });
      } else this.#all.push({ item, offset: location?.positionOf?.(about.side) ?? location?.offset });
    }
  }

  async withLines(): Promise<readonly Item[]> {
    const files = new Set(this.#all.map(({ pair }) => pair));
    const lines = new Map<PairLocations | undefined, Awaited<ReturnType<typeof linesAt>>>();
    for (const pair of files) lines.set(pair, await this.#linesIn(pair));
    return this.#all.map(({ item, offset, pair }) => ({
      ...item,
      ...(offset !== undefined && lines.get(pair)?.get(offset)),
    }));
  }

  /** The existing translation that an item is about. */
  #pairOf({ side, variant }: ItemSide): PairLocations | undefined {
    if (side !== 'target' || variant === undefined) return undefined;
    const locale = variantLocale(variant);
    return this.#locations?.pairs?.find(({ file }) => file.locale === locale);
  }

  async #linesIn(pair: PairLocations | undefined): ReturnType<typeof linesAt> {
    const offsets = this.#all.flatMap((entry) => (entry.pair === pair ? (entry.offset ?? []) : []));
    const layer = pair === undefined ? this.#layer : pair.layer();
    const stream = (pair ?? this.#locations)?.stream();
    if (stream === undefined || layer === undefined || offsets.length === 0) return new Map();
    return linesAt(stream, layer, offsets);
  }
}

interface Entry<Item> {
  readonly item: Item;
  readonly offset: number | undefined;
  /** Set where the item is in an existing translation, and not in the document itself. */
  readonly pair?: PairLocations;
}
