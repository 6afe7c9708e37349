/** A piece of printed JSON, and what it is. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark';
  readonly text: string;
}

/** Beyond this, colours cost more than they help. */
const maxLength = 100_000;

/** Printed JSON cut into pieces that can be coloured; put together they are the text again. */
export function toJsonTokens(json: string): readonly JsonToken[] {
  if (json.length > maxLength) return [{ kind: 'mark', text: json }];
  const tokens: JsonToken[] = [];
  for (const [text, key, string, number, word] of json.matchAll(
    /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\dtfn-]+|./g,
  )) {
    tokens.push({ kind: key ? 'key' : string ? 'string' : number ? 'number' : word ? 'word' : 'mark', text });
  }
  return tokens;
}
