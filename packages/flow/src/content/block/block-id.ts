import { DistinctNames } from './distinct-names.js';

/** The property that keeps the id a block had in its document, when it was not unique there. */
export const DOCUMENT_ID = '@document-id';

/** Gives each block of one document an id of its own. */
export class BlockIds {
  readonly #names = new DistinctNames();
  /** Number of blocks whose id an earlier one has. */
  repeated = 0;

  /** The id itself, or with `#2`, `#3` … behind it; then the original goes into the properties. */
  claim(id: string, properties: Record<string, string>): string {
    const unique = this.#names.claim(id);
    if (unique === id) return id;
    this.repeated += 1;
    properties[DOCUMENT_ID] = id;
    return unique;
  }
}
