/** The number of places where a gram can be listed. */
export const GRAM_SLOTS = 65_536;

/** Stands before the first and behind the last character. */
const EDGE = 1;

const seen = new Uint16Array(GRAM_SLOTS);

/**
 * Writes the slot of each pair of neighbours into `out` from `at` on and gives their number, which is one more than the
 * text has code points. A pair that comes again has another slot each time, so that lists tell how often it is there:
 *
 *     `aaa`  →  ^a  aa  aa²  a$
 *
 * Pairs may share a slot: then they look alike, and never the other way round.
 */
export function writeGrams(text: string, out: Uint16Array, at = 0): number {
  const end = writePairs(text, out, at);
  for (let index = at; index < end; index += 1) {
    const slot = out[index] ?? 0;
    const times = seen[slot] ?? 0;
    seen[slot] = times + 1;
    if (times > 0) out[index] = slot + Math.imul(times, 40_503);
  }
  // The first of equal pairs kept its slot, so every count is met.
  for (let index = at; index < end; index += 1) seen[out[index] ?? 0] = 0;
  return end - at;
}

function writePairs(text: string, out: Uint16Array, at: number): number {
  const { length } = text;
  let before = EDGE;
  let end = at;
  for (let index = 0; index < length; index += 1) {
    let point = text.charCodeAt(index);
    if (point >= 0xd800 && point < 0xdc00) {
      point = text.codePointAt(index) ?? point;
      if (point > 0xffff) index += 1;
    }
    out[end] = slotOf(before, point);
    end += 1;
    before = point;
  }
  out[end] = slotOf(before, EDGE);
  return end + 1;
}

/** Sixteen bits of a pair; an array of 16 bits cuts off the rest. */
function slotOf(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a, 0x85ebca6b);
  return mixed ^ (mixed >>> 16);
}

/** The slots of a text, each with how often it came. */
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
