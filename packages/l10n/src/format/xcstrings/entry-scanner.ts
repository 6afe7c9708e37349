import { decodeString } from '../json/json-string.js';
import { parseTree, type JsonTree, type TreeMember } from '../json/json-tree.js';
import { JsonFault, JsonScanner, type JsonListener, type ScannedString } from '../json/scanner.js';
import type { TextChunk } from '../text/text-chunk.js';

/** One entry of a catalog, as a tree of its own. */
export interface ScannedEntry {
  readonly member: TreeMember;
  readonly tree: JsonTree;
  /** Added to a position in the tree, gives that in the file. */
  readonly shift: number;
  /** Bytes of its value. */
  readonly offset: number;
  readonly length: number;
}

interface OpenEntry {
  readonly keyAt: number;
  readonly offset: number;
}

/**
 * Scans a catalog in pieces, and holds no more than one entry of it:
 *
 *     { "sourceLanguage" : "en", "strings" : {   │   "k" : { … }   │   "l" : { … }   │  …
 *     head                                       entry             entry
 */
export class EntryScanner implements JsonListener {
  readonly #scanner: JsonScanner;
  readonly #maxDepth: number;
  readonly #file: string;
  #chunk: TextChunk | undefined;
  /** Text that may be needed yet, and the position of its begin. */
  #held = '';
  #heldFrom = 0;
  #passed = 0;
  #depth = 0;
  #key = '';
  #keyAt = 0;
  #root: { readonly kind: 'object' | 'array'; readonly index: number } = { kind: 'object', index: 0 };
  #isInStrings = false;
  #hasStrings = false;
  #entry: OpenEntry | undefined;
  #ready: ScannedEntry[] = [];
  /** Text before the first entry, closed so that it can be parsed. */
  head = '{}';
  sourceLanguage: string | undefined;

  constructor(maxDepth: number, file: string, sourceLanguage?: string) {
    this.#scanner = new JsonScanner(this, maxDepth, file);
    this.#maxDepth = maxDepth;
    this.#file = file;
    this.sourceLanguage = sourceLanguage;
  }

  /** True when entries have come before the language of their keys. */
  get lacksLanguage(): boolean {
    return this.#hasStrings && this.sourceLanguage === undefined;
  }

  /** Takes a piece of the file, and gives the entries that are complete. */
  feed(chunk: TextChunk): readonly ScannedEntry[] {
    this.#chunk = chunk;
    this.#held += chunk.text;
    this.#scanner.feed(chunk);
    this.#passed += chunk.text.length;
    return this.#take();
  }

  /** Ends the file; throws where it is no catalog. */
  end(): void {
    this.#scanner.end();
    const { kind, index } = this.#root;
    if (kind === 'array') throw new JsonFault('an object is expected', index);
    if (!this.#hasStrings) throw new JsonFault('"strings" is missing', index);
    if (this.sourceLanguage === undefined) throw new JsonFault('"sourceLanguage" is missing', index);
  }

  open(kind: 'object' | 'array', index: number): void {
    if (this.#depth === 0) this.#root = { kind, index };
    if (this.#depth === 1 && this.#key === 'strings') {
      if (kind === 'array') throw new JsonFault('"strings" is not an object', index);
      this.head = `${this.#slice(0, index + 1)}}}`;
      this.#isInStrings = true;
      this.#hasStrings = true;
    }
    if (this.#depth === 2 && this.#isInStrings) {
      if (kind === 'array') throw new JsonFault('an object is expected', index);
      this.#entry = { keyAt: this.#keyAt, offset: this.#byteAt(index) };
    }
    this.#depth += 1;
  }

  close(index: number): void {
    this.#depth -= 1;
    if (this.#depth === 1) this.#isInStrings = false;
    if (this.#depth !== 2 || this.#entry === undefined) return;
    const { keyAt, offset } = this.#entry;
    this.#entry = undefined;
    const before = /(?:^|[\r\n])[ \t]*$/u.exec(this.#slice(this.#heldFrom, keyAt))?.[0] ?? '';
    const tree = parseTree(`{${before}${this.#slice(keyAt, index + 1)}}`, this.#maxDepth + 1, this.#file);
    const member = tree.root?.first;
    if (member !== undefined) {
      const shift = keyAt - before.length - 1;
      this.#ready.push({ member, tree, shift, offset, length: this.#byteAt(index + 1) - offset });
    }
    this.#held = this.#held.slice(index + 1 - this.#heldFrom);
    this.#heldFrom = index + 1;
  }

  key(raw: string, escaped: boolean, index: number): void {
    if (this.#depth === 1) this.#key = escaped ? decodeString(raw, index) : raw.slice(1, -1);
    if (this.#depth === 2) this.#keyAt = index;
  }

  string({ raw, escaped, index }: ScannedString): void {
    this.#scalar(index);
    if (this.#depth === 1 && this.#key === 'sourceLanguage')
      this.sourceLanguage ??= escaped ? decodeString(raw, index) : raw.slice(1, -1);
  }

  word(_: string, index: number): void {
    this.#scalar(index);
  }

  #scalar(index: number): void {
    if (this.#depth === 0) throw new JsonFault('an object is expected', index);
    if (this.#depth === 1 && this.#key === 'strings') throw new JsonFault('"strings" is not an object', index);
    if (this.#depth === 2 && this.#isInStrings) throw new JsonFault('an object is expected', index);
  }

  #take(): readonly ScannedEntry[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #slice(from: number, to: number): string {
    return this.#held.slice(from - this.#heldFrom, to - this.#heldFrom);
  }

  #byteAt(index: number): number {
    return this.#chunk?.byteAt(index - this.#passed) ?? 0;
  }
}
