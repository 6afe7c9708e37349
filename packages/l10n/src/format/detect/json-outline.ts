import type { Json, JsonObject } from '@helve/core';

const maxDepth = 40;

/** Reads as much of a JSON text as is there: the first bytes of a file end anywhere. Gives nothing for other texts. */
export function readJsonOutline(text: string): Json | undefined {
  const reader = new OutlineReader(text);
  return reader.startsLikeJson() ? reader.value(0) : undefined;
}

/** True for an object that is neither null nor a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class OutlineReader {
  readonly #text: string;
  #at = 0;
  #ended = false;

  constructor(text: string) {
    this.#text = text;
  }

  startsLikeJson(): boolean {
    this.#skip();
    return /^(?:\{\s*(?:"|\}|\/[/*])|\[\s*(?:["{\]\d-]|\[\s*["{[\]\d-]|(?:true|false|null)\b))/u.test(
      this.#text.slice(this.#at, this.#at + 200),
    );
  }

  value(depth: number): Json | undefined {
    this.#skip();
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#list(depth);
    return next === '"' ? this.#string() : this.#literal();
  }

  #object(depth: number): JsonObject {
    const members: Record<string, Json> = Object.create(null) as Record<string, Json>;
    this.#items('}', depth, () => {
      const key = this.#string();
      this.#skip();
      if (key === undefined || this.#text[this.#at] !== ':') return void (this.#ended = true);
      this.#at += 1;
      const value = this.value(depth + 1);
      if (value !== undefined) members[key] = value;
    });
    return members;
  }

  #list(depth: number): Json[] {
    const items: Json[] = [];
    this.#items(']', depth, () => {
      const value = this.value(depth + 1);
      if (value !== undefined) items.push(value);
    });
    return items;
  }

  #items(close: string, depth: number, read: () => void): void {
    if (depth > maxDepth) this.#ended = true;
    this.#at += 1;
    for (;;) {
      this.#skip();
      if (this.#ended || this.#at >= this.#text.length) return void (this.#ended = true);
      if (this.#text[this.#at] === close) return void (this.#at += 1);
      if (this.#text[this.#at] === ',') this.#at += 1;
      else read();
    }
  }

  #string(): string | undefined {
    const found = /"(?:[^"\\\n]|\\.)*"/uy;
    found.lastIndex = this.#at;
    const raw = found.exec(this.#text)?.[0];
    if (raw === undefined) return void (this.#ended = true);
    this.#at += raw.length;
    return unquoted(raw);
  }

  #literal(): Json | undefined {
    const found = /(?:true|false|null|-?\d[\d.eE+-]*)/uy;
    found.lastIndex = this.#at;
    const raw = found.exec(this.#text)?.[0];
    if (raw === undefined) return void (this.#ended = true);
    this.#at += raw.length;
    return raw === 'null' ? null : raw === 'true' || raw === 'false' ? raw === 'true' : Number(raw);
  }

  #skip(): void {
    const space = /(?:[\s\uFEFF]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/uy;
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)?.[0].length ?? 0;
  }
}

function unquoted(raw: string): string {
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}
