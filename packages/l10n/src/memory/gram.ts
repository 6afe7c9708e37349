/** Number of gram slots. */
export const GRAM_SLOTS = 65_536;

/** Stands for the edge before the first and after the last character. */
const EDGE = 1;

/** For each slot: the number of the last text that had it in the upper half, and its count in the lower. */
const seen = new Uint32Array(GRAM_SLOTS);
let textNumber = 0;

/**
 * Writes the slot of each pair of neighbours into `out` from `at` on and returns their number, which is one more than
 * the text has code points. A repeated pair gets another slot each time, so that lists show how often it occurs:
 *
 *     `aaa`  →  ^a  aa  aa²  a$
 *
 * Pairs may share a slot: then they look alike, and never the other way round.
 */
export function writeGrams(text: string, out: Uint16Array, at = 0): number {
  const own = nextText();
  const { length } = text;
  let before = EDGE;
  let end = at;
  for (let index = 0; index < length; index += 1) {
    let point = text.charCodeAt(index);
    if (point >= 0xd800 && point < 0xdc00) {
      point = text.codePointAt(index) ?? point;
      if (point > 0xffff) index += 1;
    }
    out[end] = nextSlot(toSlot(before, point), own);
    end += 1;
    before = point;
  }
  out[end] = nextSlot(toSlot(before, EDGE), own);
  return end + 1 - at;
}

/** Returns a number for the next text, in the upper half of 32 bits; when all are used, the table is cleared. */
function nextText(): number {
  if (textNumber === 0xffff) {
    seen.fill(0);
    textNumber = 0;
  }
  textNumber += 1;
  return textNumber << 16;
}

/** Returns another slot for a pair that occurred before in this text. */
function nextSlot(slot: number, own: number): number {
  const last = seen[slot] ?? 0;
  const times = (last ^ own) >>> 16 === 0 ? last & 0xffff : 0;
  seen[slot] = own | ((times + 1) & 0xffff);
  return slot + Math.imul(times, 40_503);
}

/** Hashes a pair to sixteen bits. */
function toSlot(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a, 0x85ebca6b);
  return (mixed ^ (mixed >>> 16)) & 0xffff;
}

/** Lists the slots of a text, ascending, each with its count. */
export function countGrams(text: string): { readonly slots: Uint16Array; readonly weights: Uint16Array } {
  const all = new Uint16Array(text.length + 1);
  const count = writeGrams(text, all);
  const sorted = all.subarray(0, count).sort();
  const slots = new Uint16Array(count);
  const weights = new Uint16Array(count);
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && sorted[index] === sorted[index - 1]) weights[size - 1] = (weights[size - 1] ?? 0) + 1;
    else {
      slots[size] = sorted[index] ?? 0;
      weights[size] = 1;
      size += 1;
    }
  }
  return { slots: slots.subarray(0, size), weights: weights.subarray(0, size) };
}
