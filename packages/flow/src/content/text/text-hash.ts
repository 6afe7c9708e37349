/** Half of the bits of a hash. */
export const HASH_HALF: number = 2 ** 25;

/** 50 bits over a text, quickly: there is one for every block of a document. */
export function textHash(text: string): number {
  let low = 0x2545f491;
  let high = 0x6a09e667;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = (Math.imul(high ^ unit, 0x5f356495) + (low >>> 15)) | 0;
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return (high >>> 7) * HASH_HALF + (low >>> 7);
}
