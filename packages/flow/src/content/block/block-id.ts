import { DistinctNames } from './distinct-names.js';

/** The property that keeps the id a block had in its document, when it was not unique there. */
export const DOCUMENT_ID = '@document-id';

/** Gives each block of one document an id of its own. */
export class BlockIds {
  readonly #names = new DistinctNames();

  /** The id itself, or with `#2`, `#3` … behind it; then the original goes into the properties. */
  claim(id: string, properties: Record<string, string>): string {
    const unique = this.#names.claim(id);
    if (unique !== id) properties[DOCUMENT_ID] = id;
    return unique;
  }
}
