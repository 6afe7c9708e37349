import { DistinctNames } from './distinct-names.js';

/** The property that keeps the id a block had in its document, when it was not unique there. */
export const DOCUMENT_ID = '@document-id';

/** Gives each block of one document an id of its own. */
export interface BlockIds {
  /** The id itself, or with `#2`, `#3` … behind it; then the original goes into the properties. */
  claim(id: string, properties: Record<string, string>): string;
}

/** The ids of one document, for its reader. */
export function createBlockIds(): BlockIds {
  const names = new DistinctNames();
  return {
    claim(id, properties) {
      const unique = names.claim(id);
      if (unique !== id) properties[DOCUMENT_ID] = id;
      return unique;
    },
  };
}
