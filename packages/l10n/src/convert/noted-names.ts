import type { Block } from '@helve/flow';

/** Property of a block with the names of the values that its placeholders have by their positions. */
const namesProperty = '@placeholder-names';

/** Gives a block the names of its placeholders, as a note has them. */
export function withNames(block: Block, names: string | undefined): Block {
  return names === undefined ? block : { ...block, properties: { ...block.properties, [namesProperty]: names } };
}

/** Names of the placeholders of a block by their positions; none where nobody has noted them. */
export function namesOf({ properties }: Block): readonly string[] {
  return properties[namesProperty]?.split(' ') ?? [];
}

/** The block without what was noted about its placeholders. */
export function withoutNames(block: Block): Block {
  const { [namesProperty]: names, ...properties } = block.properties;
  return names === undefined ? block : { ...block, properties };
}
