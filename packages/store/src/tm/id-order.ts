const digits = 12;
const base = 20;

/** Maps an id to a number of at most 52 bits that rises with ids: of two different numbers, the lower belongs to the lower id. */
export function idOrder(id: string): number {
  let order = 0;
  let ended = false;
  for (let at = 0; at < digits; at += 1) {
    const digit: number = ended ? 0 : toDigit(id.charCodeAt(at));
    order = order * base + digit;
    // Ids are hexadecimal; after any other character the number no longer distinguishes.
    ended ||= !isHexadecimal(digit);
  }
  return order;
}

/** Returns the digit of a character: one each for `0`–`9` and `a`–`f`, for the end, and for characters before, between and after them. */
function toDigit(code: number): number {
  if (!(code >= 0)) return 0;
  if (code < 0x30) return 1;
  if (code <= 0x39) return code - 0x30 + 2;
  if (code < 0x61) return 12;
  return code <= 0x66 ? code - 0x61 + 13 : 19;
}

function isHexadecimal(digit: number): boolean {
  return (digit >= 2 && digit <= 11) || (digit >= 13 && digit <= 18);
}
