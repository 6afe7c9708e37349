const accented = 'àƃçđéƒĝĥîĵķļḿñöþǫŕšţüṽŵẋýž';
/** Replacement of each Latin-1 character; each is one UTF-16 unit. */
const letters = Uint16Array.from({ length: 0x100 }, (_, code) => code);
for (const [index, letter] of Array.from(accented).entries()) {
  letters[0x61 + index] = letter.charCodeAt(0);
  letters[0x41 + index] = letter.toUpperCase().charCodeAt(0);
}

const CHUNK = 4096;
/** Buffer in which units are changed; building or reading a text letter by letter costs several times as much. */
const bytes = Buffer.alloc(2 * CHUNK);

/** Adds accents to the ASCII letters of a text. */
export function accentedText(text: string): string {
  if (text.length <= CHUNK) return accentedChunk(text);
  let formed = '';
  for (let at = 0; at < text.length; at += CHUNK) formed += accentedChunk(text.slice(at, at + CHUNK));
  return formed;
}

function accentedChunk(text: string): string {
  const size = bytes.write(text, 'utf16le');
  for (let at = 0; at < size; at += 2) {
    if (bytes[at + 1] !== 0) continue;
    const unit = letters[bytes[at] ?? 0] ?? 0;
    bytes[at] = unit & 0xff;
    bytes[at + 1] = unit >> 8;
  }
  return bytes.toString('utf16le', 0, size);
}
