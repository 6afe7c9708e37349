import { JsonFault } from './scanner.js';

const anyEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|(\\)/gu;

/** Decodes a string with escapes. */
export function decodeString(raw: string, index: number): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    const wrong = [...raw.matchAll(anyEscape)].find(([, alone]) => alone !== undefined);
    throw new JsonFault('an escape is invalid', index + (wrong?.index ?? 0));
  }
}

/** Detects optional escapes of a string's author; empty in the common case. */
export function escapeStyle(raw: string, escaped: boolean): string {
  if (!escaped) return '';
  const ascii = /\\u(?:00[89a-fA-F]|0[1-9a-fA-F]|[1-9a-fA-F])/u.test(raw) && !/\P{ASCII}/u.test(raw);
  const slash = raw.includes('\\/') && !/[^\\]\//u.test(raw);
  return `${ascii ? 'ascii ' : ''}${slash ? 'slash ' : ''}`;
}

/** Encodes a text as a JSON string, in the escape style of its author. */
export function encodeString(text: string, style: string): string {
  let json = JSON.stringify(text);
  if (style.includes('slash ')) json = json.replaceAll('/', '\\/');
  return style.includes('ascii ') ? json.replaceAll(/\P{ASCII}/gu, escapeChar) : json;
}

/** Encodes a character as JSON escapes. */
export function escapeChar(char: string): string {
  return Array.from({ length: char.length }, (_, at) => escapeUnit(char.charAt(at))).join('');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
