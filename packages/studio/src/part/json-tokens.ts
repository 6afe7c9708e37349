/** A token of printed JSON. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark';
  readonly text: string;
}

/** Length beyond which colours cost more than they help. */
const maxLength = 100_000;

/** Splits printed JSON into tokens for colouring; joined, they are the text again. */
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
