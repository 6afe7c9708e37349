/** The property that keeps the id a block had in its document, when it was not unique there. */
export const DOCUMENT_ID = '@document-id';

/** Gives each block of one document an id of its own. */
export interface BlockIds {
  /** The id itself, or with `#2`, `#3` … behind it; then the original goes into the properties. */
  claim(id: string, properties: Record<string, string>): string;
}

/** The ids of one document, for its reader. */
export function createBlockIds(): BlockIds {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return {
    claim(id, properties) {
      if (!taken.has(id)) {
        taken.add(id);
        return id;
      }
      let count = counts.get(id) ?? 1;
      do count += 1;
      while (taken.has(`${id}#${count}`));
      counts.set(id, count);
      const unique = `${id}#${count}`;
      taken.add(unique);
      properties[DOCUMENT_ID] = id;
      return unique;
    },
  };
}
