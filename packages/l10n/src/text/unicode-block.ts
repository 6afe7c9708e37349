import { unicodeBlockData } from './unicode-block-data.js';

interface UnicodeBlock {
  readonly first: number;
  readonly last: number;
  readonly name: string;
}

let blocks: readonly UnicodeBlock[] | undefined;

/** Returns the name of the Unicode block of a character. */
export function unicodeBlockOf(char: string): string {
  blocks ??= unicodeBlockData.split('; ').map(toBlock);
  const point = char.codePointAt(0) ?? 0;
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.first ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  const block = blocks[low];
  return block !== undefined && point >= block.first && point <= block.last ? block.name : 'No Block';
}

function toBlock(row: string): UnicodeBlock {
  const [first = '', last = '', ...name] = row.split(' ');
  return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), name: name.join(' ') };
}
