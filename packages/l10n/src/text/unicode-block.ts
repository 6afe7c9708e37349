import { unicodeBlockData } from './unicode-block-data.js';

interface UnicodeBlock {
  readonly first: number;
  readonly last: number;
  readonly name: string;
}

let blocks: readonly UnicodeBlock[] | undefined;

/** Returns the name of the Unicode block of a character. */
export function unicodeBlockOf(char: string): string {
  const all = loadBlocks();
  const point = char.codePointAt(0) ?? 0;
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((all[middle]?.first ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  const block = all[low];
  return block !== undefined && point >= block.first && point <= block.last ? block.name : 'No Block';
}

/** Returns the code points of a block by its name, without regard to case, spaces and hyphens; `Greek` is the first that begins so. */
export function unicodeBlockRange(name: string): { readonly first: number; readonly last: number } | undefined {
  const wanted = plainName(name);
  const all = loadBlocks();
  return (
    all.find((block) => plainName(block.name) === wanted) ??
    all.find((block) => plainName(block.name).startsWith(wanted))
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/gu, '');
}

function loadBlocks(): readonly UnicodeBlock[] {
  return (blocks ??= unicodeBlockData.split('; ').map(toBlock));
}

function toBlock(row: string): UnicodeBlock {
  const [first = '', last = '', ...name] = row.split(' ');
  return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), name: name.join(' ') };
}
