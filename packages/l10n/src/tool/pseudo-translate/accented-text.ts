const accented = 'àƃçđéƒĝĥîĵķļḿñöþǫŕšţüṽŵẋýž';
/** What stands for each character of ASCII; each is one UTF-16 unit. */
const letters = Uint16Array.from({ length: 0x80 }, (_, code) => code);
for (const [index, letter] of Array.from(accented).entries()) {
  letters[0x61 + index] = letter.charCodeAt(0);
  letters[0x41 + index] = letter.toUpperCase().charCodeAt(0);
}

const CHUNK = 4096;
/** Units are put together here, since a text that grows by letters costs several times as much. */
const bytes = Buffer.alloc(2 * CHUNK);

/** The text with accents on the letters of ASCII. */
export function accentedText(text: string): string {
  if (text.length <= CHUNK) return accentedChunk(text, 0, text.length);
  let formed = '';
  for (let at = 0; at < text.length; at += CHUNK) {
    formed += accentedChunk(text, at, Math.min(at + CHUNK, text.length));
  }
  return formed;
}

function accentedChunk(text: string, start: number, end: number): string {
  let size = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const unit = letters[code] ?? code;
    bytes[size] = unit & 0xff;
    bytes[size + 1] = unit >> 8;
    size += 2;
  }
  return bytes.toString('utf16le', 0, size);
}
