/** Splits the items of a JSON list. */
export interface JsonItems {
  /** Returns the texts of the items that a chunk completes. */
  push(chunk: string): readonly string[];
  /** True when the list was found and has ended. */
  readonly isDone: boolean;
  readonly isFound: boolean;
}

/**
 * Creates a splitter of the items of a list in a JSON document, chunk by chunk: of the document itself when it is a
 * list, else of the list under a key of its outermost object. Items are not parsed.
 */
export function createJsonItems(key: string): JsonItems {
  return new ItemSplitter(key);
}

class ItemSplitter implements JsonItems {
  readonly #key: string;
  #rest = '';
  /** Scan position in `#rest`. */
  #at = 0;
  #depth = 0;
  #listDepth = -1;
  #itemStart = -1;
  #inString = false;
  #stringStart = 0;
  #lastString = '';
  isDone = false;

  constructor(key: string) {
    this.#key = key;
  }

  get isFound(): boolean {
    return this.#listDepth >= 0;
  }

  push(chunk: string): readonly string[] {
    this.#rest += chunk;
    const items: string[] = [];
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const char = this.#rest.charCodeAt(this.#at);
      if (this.#inString) {
        if (char === 0x5c) this.#at += 1;
        else if (char === 0x22) this.#endString();
      } else this.#sign(char, items);
    }
    const keep = this.#itemStart >= 0 ? this.#itemStart : this.#inString ? this.#stringStart : this.#at;
    const passed = Math.min(keep, this.#rest.length);
    this.#rest = this.#rest.slice(passed);
    this.#at -= passed;
    this.#stringStart -= passed;
    if (this.#itemStart >= 0) this.#itemStart -= passed;
    return items;
  }

  #endString(): void {
    this.#inString = false;
    this.#lastString = this.#depth === 1 ? this.#rest.slice(this.#stringStart + 1, this.#at) : '';
  }

  #sign(char: number, items: string[]): void {
    const inList = this.isFound && !this.isDone && this.#depth === this.#listDepth;
    if (inList && (char === 0x2c || char === 0x5d)) this.#endItem(items);
    else if (inList && this.#itemStart < 0 && char > 0x20) this.#itemStart = this.#at;
    if (char === 0x22) {
      this.#inString = true;
      this.#stringStart = this.#at;
    } else if (char === 0x5b || char === 0x7b) this.#open(char === 0x5b);
    else if (char === 0x5d || char === 0x7d) {
      if (inList && char === 0x5d) this.isDone = true;
      this.#depth -= 1;
    }
  }

  #open(isList: boolean): void {
    this.#depth += 1;
    if (this.isFound || !isList) return;
    if (this.#depth === 1 || (this.#depth === 2 && this.#lastString === this.#key)) this.#listDepth = this.#depth;
  }

  #endItem(items: string[]): void {
    if (this.#itemStart >= 0) items.push(this.#rest.slice(this.#itemStart, this.#at));
    this.#itemStart = -1;
  }
}
