import type { Block, Target } from '@helve/flow';
import type { Format } from '@helve/flow/content';
import type { ReadInput } from './read-documents.js';

/** Joins exchange files that were made of one file with many languages, so that all of their translations go back to it. */
export function joinOriginals(inputs: readonly ReadInput[], format: Format): readonly ReadInput[] {
  if (format.kind !== 'multilingual') return inputs;
  const joined: ReadInput[] = [];
  for (const input of inputs) {
    const at = joined.findIndex((other) => isSameOriginal(input, other));
    const known = joined[at];
    if (known === undefined) joined.push(input);
    else joined[at] = join(known, input);
  }
  return joined;
}

function isSameOriginal({ original: one }: ReadInput, { original: other }: ReadInput): boolean {
  return (
    one !== undefined && other !== undefined && one.name === other.name && Buffer.compare(one.bytes, other.bytes) === 0
  );
}

function join(one: ReadInput, other: ReadInput): ReadInput {
  const translated = new Map(other.blocks.map((block) => [block.name, block.targets]));
  const blocks = one.blocks.map((block): Block => {
    const targets: Record<string, Target> = { ...translated.get(block.name), ...block.targets };
    return { ...block, targets };
  });
  return {
    ...one,
    blocks,
    documents: [...one.documents, ...other.documents],
    losses: [...one.losses, ...other.losses],
    locales: [...new Set([...one.locales, ...other.locales])],
    written: [...new Set([...one.written, ...other.written])],
  };
}
