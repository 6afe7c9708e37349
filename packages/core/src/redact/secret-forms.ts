/** Below this, a piece of base64 is found in texts that have nothing to do with the secret. */
const MIN_PIECE = 8;

/** The texts a secret may hide in: itself, and what JSON, URLs, hex and base64 make of it. Longest first. */
export function secretForms(secret: string): string[] {
  if (secret === '') return [];
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), hex, hex.toUpperCase(), ...urlForms(bytes)]);
  for (const piece of base64Pieces(bytes)) forms.add(piece).add(toUrlAlphabet(piece));
  return [...forms].sort((a, b) => b.length - a.length);
}

/** Percent-encoded, in either case of the digits, and as a form field. */
function urlForms(bytes: Uint8Array): string[] {
  const encoded = Array.from(bytes, percentEncoded).join('');
  const lower = encoded.replaceAll(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase());
  // Browsers leave these alone; stricter encoders do not.
  const strict = encoded.replaceAll(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = strict.replaceAll('%2A', '*').replaceAll('%20', '+');
  return [encoded, lower, strict, form];
}

function percentEncoded(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\w.!~*'()-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
}

/**
 * The base64 of the secret alone, and what stays of it within a longer encoded text, such as a Basic header.
 * Three bytes make four letters, so the letters depend on where in its triple the secret starts:
 *
 *     . . S   S S S   S S .        two bytes before, one after
 *     x x x b a s e 6 4 4 x x      letters that a neighbour has a part in are left out
 */
function base64Pieces(bytes: Uint8Array): string[] {
  const alone = toBase64(bytes);
  const pieces = [alone, alone.replace(/=+$/, '')];
  for (const before of [0, 1, 2]) {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    const piece = toBase64(shifted).slice(first, end);
    if (piece.length >= MIN_PIECE) pieces.push(piece);
  }
  return pieces;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}
