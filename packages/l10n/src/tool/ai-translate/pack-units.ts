import type { AskedUnit } from './asked-unit.js';
import type { TranslateConfig } from './translate-config.js';

/** What JSON around a text costs in an answer. */
const ITEM_TOKENS = 12;
const CHARS_PER_TOKEN = 3;

type PackLimits = Pick<TranslateConfig, 'batching' | 'maxBlocks' | 'maxOutputTokens'>;

/** Cuts units into requests: none has more than so many, or would be answered with more than so many tokens. */
export function packUnits(
  units: readonly AskedUnit[],
  { batching, maxBlocks, maxOutputTokens }: PackLimits,
): readonly (readonly AskedUnit[])[] {
  const most = batching === 'single' ? 1 : maxBlocks;
  const packs: AskedUnit[][] = [];
  let tokens = 0;
  for (const unit of units) {
    const last = packs.at(-1);
    const cost = estimateTokens(unit);
    if (last === undefined || last.length >= most || tokens + cost > maxOutputTokens) {
      packs.push([unit]);
      tokens = cost;
    } else {
      last.push(unit);
      tokens += cost;
    }
  }
  return packs;
}

function estimateTokens({ item: { text } }: AskedUnit): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN) + ITEM_TOKENS;
}
