import type { Block, Layer } from '@helve/flow';
import type { BlockLocations } from '@helve/flow/content';
import { linesAt, type LocatedFinding } from '@helve/l10n/run';

/** The findings of one document, which learn their lines at its end: only those places are looked for in the file. */
export class LocatedFindings {
  readonly #locations: BlockLocations | undefined;
  readonly #all: { readonly found: LocatedFinding; readonly offset: number | undefined }[] = [];
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
    const entry = this.#locations?.entryOf(block);
    for (const found of findings) {
      this.#all.push({ found, offset: entry?.positionOf?.(found.finding.side) ?? entry?.offset });
    }
  }

  async withLines(): Promise<readonly LocatedFinding[]> {
    const offsets = this.#all.flatMap(({ offset }) => offset ?? []);
    if (this.#locations === undefined || this.#layer === undefined || offsets.length === 0) {
      return this.#all.map(({ found }) => found);
    }
    const lines = await linesAt(this.#locations.stream(), this.#layer, offsets);
    return this.#all.map(({ found, offset }) => ({ ...found, ...(offset !== undefined && lines.get(offset)) }));
  }
}
