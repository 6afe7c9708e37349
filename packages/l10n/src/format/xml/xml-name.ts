const first = String.raw`:A-Z_a-z\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{200C}-\u{200D}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}`;
const all = String.raw`-.0-9:A-Z_a-z\u{B7}\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{37D}\u{37F}-\u{1FFF}\u{200C}-\u{200D}\u{203F}-\u{2040}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}`;
const name = new RegExp(`^[${first}][${all}]*$`, 'u');
const token = new RegExp(`^[${all}]+$`, 'u');

/** True for an NMTOKEN of XML. */
export function isToken(text: string): boolean {
  return token.test(text);
}

/** Returns the end of the name that starts at a position; -1 when there is none. */
export function findNameEnd(text: string, start: number): number {
  let at = start;
  let plain = true;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) plain = false;
    else if (!isPlainNameCode(code)) break;
  }
  const begins = isLetter(text.charCodeAt(start));
  return at > start && ((plain && begins) || name.test(text.slice(start, at))) ? at : -1;
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

/** True for letters, digits and `-.:_`. */
function isPlainNameCode(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e || code === 0x5f;
}
