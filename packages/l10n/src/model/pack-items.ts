import type { AiConfig } from './ai-config.js';

/** Number of tokens for the JSON around a text in an answer. */
const ITEM_TOKENS = 12;
const CHARS_PER_TOKEN = 3;

type PackLimits = Pick<AiConfig, 'batching' | 'maxBlocks' | 'maxOutputTokens'>;

/** Splits items into requests within the maximum number of items and of answer tokens. */
export function packItems<Item extends { readonly item: { readonly text: string } }>(
  items: readonly Item[],
  { batching, maxBlocks, maxOutputTokens }: PackLimits,
): readonly (readonly Item[])[] {
  const most = batching === 'single' ? 1 : maxBlocks;
  const packs: Item[][] = [];
  let tokens = 0;
  for (const item of items) {
    const last = packs.at(-1);
    const cost = Math.ceil(item.item.text.length / CHARS_PER_TOKEN) + ITEM_TOKENS;
    if (last === undefined || last.length >= most || tokens + cost > maxOutputTokens) {
      packs.push([item]);
      tokens = cost;
    } else {
      last.push(item);
      tokens += cost;
    }
  }
  return packs;
}
