import type { Block } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { readingOf } from '../format/plural/plural-reading.js';

/**
 * Names the blocks of a file whose messages have no keys, as catalogs do: by their text, and with their context where
 * several messages share it.
 */
export function nameBlocks(blocks: readonly Block[]): readonly Block[] {
  const counts = new Map<string, number>();
  for (const { name } of blocks) counts.set(name, (counts.get(name) ?? 0) + 1);
  return blocks.map((block) => {
    const { name, properties, type } = block;
    if (type === 'header') return block;
    if (name !== '' && (counts.get(name) === 1 || properties['context'] !== name)) return block;
    const text = sourceKey(block);
    return { ...block, name: name === '' ? text : `${name}|${text}` };
  });
}

/** The text by which a catalog knows a message. */
export function sourceKey({ source }: Block): string {
  return dataText(readingOf(source, () => 'one'));
}
