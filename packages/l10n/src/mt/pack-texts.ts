import type { MtLimits } from './contract.js';

/** Measures a text in the unit of a vendor. */
export function sizeOf(text: string, unit: MtLimits['unit']): number {
  if (unit === 'bytes') return new TextEncoder().encode(text).length;
  let size = 0;
  for (const _ of text) size += 1;
  return size;
}

/** Splits texts into requests within the limits of a vendor. */
export function packTexts<Item extends { readonly text: string }>(
  items: readonly Item[],
  { maxTexts, maxSize, unit }: MtLimits,
): readonly (readonly Item[])[] {
  const packs: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item.text, unit);
    const last = packs.at(-1);
    if (last === undefined || last.length >= maxTexts || size + own > maxSize) {
      packs.push([item]);
      size = own;
    } else {
      last.push(item);
      size += own;
    }
  }
  return packs;
}
