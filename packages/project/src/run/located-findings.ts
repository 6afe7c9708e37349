import type { Block, Layer } from '@helve/flow';
import { variantLocale, type BlockLocations, type PairLocations } from '@helve/flow/content';
import { linesAt, type LocatedFinding } from '@helve/l10n/run';

/** The findings of one document, which learn their lines at its end: only those places are looked for in the file. */
export class LocatedFindings {
  readonly #locations: BlockLocations | undefined;
  readonly #all: Entry[] = [];
  #layer: Layer | undefined;

  constructor(locations: BlockLocations | undefined) {
    this.#locations = locations;
  }

  /** The first layer is the file itself. */
  enter(layer: Layer): void {
    this.#layer ??= layer;
  }

  /** To be told of every block, also of those without findings. */
  add(block: Block, findings: readonly LocatedFinding[]): void {
    const location = this.#locations?.locationOf(block);
    for (const found of findings) {
      const pair = this.#pairOf(found);
      const offset = pair?.offsetOf(block);
      if (pair !== undefined && offset !== undefined) {
        this.#all.push({ found: { ...found, file: pair.file.id }, offset, pair });
      } else this.#all.push({ found, offset: location?.positionOf?.(found.finding.side) ?? location?.offset });
    }
  }

  async withLines(): Promise<readonly LocatedFinding[]> {
    const files = new Set(this.#all.map(({ pair }) => pair));
    const lines = new Map<PairLocations | undefined, Awaited<ReturnType<typeof linesAt>>>();
    for (const pair of files) lines.set(pair, await this.#linesIn(pair));
    return this.#all.map(({ found, offset, pair }) => ({
      ...found,
      ...(offset !== undefined && lines.get(pair)?.get(offset)),
    }));
  }

  /** The existing translation that a finding is about. */
  #pairOf({ finding }: LocatedFinding): PairLocations | undefined {
    if (finding.side !== 'target' || finding.variant === undefined) return undefined;
    const locale = variantLocale(finding.variant);
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

interface Entry {
  readonly found: LocatedFinding;
  readonly offset: number | undefined;
  /** Set where the finding is in an existing translation, and not in the document itself. */
  readonly pair?: PairLocations;
}
