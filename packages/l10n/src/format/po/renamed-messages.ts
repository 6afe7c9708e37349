import { textRun } from '@helve/flow';
import type { ByteSource } from '@helve/flow/content';
import { blockKey } from '../../check/block-key.js';
import { BadValues } from '../bad-value.js';
import { unwritable } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { openText } from '../text/open-text.js';
import { declaredCharset } from './header.js';
import { messageHash } from './message-id.js';
import type { PoOptions } from './options.js';
import { PoScanner, type PoEntry } from './parse.js';

/** Catalog whose messages are compared. */
interface Catalog {
  readonly source: ByteSource;
  readonly document: string;
  readonly options: PoOptions;
  readonly signal: AbortSignal;
}

/** What tells a message of a catalog apart. */
interface MessageKey {
  readonly context: string | undefined;
  readonly id: string;
}

/** Messages whose `msgid` or `msgctxt` changes. A catalog that would have two equal ones is refused. */
export class RenamedMessages {
  /** Hashes of the new keys, by those of the old ones. */
  readonly #after = new Map<number, number>();
  readonly #taken = new Set<number>();

  add(before: MessageKey, after: MessageKey): void {
    const hash = hashOf(after);
    this.#after.set(hashOf(before), hash);
    this.#taken.add(hash);
  }

  /** Reads the keys of the catalog again, and throws for the first two that differed and become equal. */
  async check(catalog: Catalog): Promise<void> {
    if (this.#after.size === 0) return;
    const owners = new Map<number, number>();
    for await (const entry of messages(catalog)) {
      const own = hashOf(entry);
      const hash = this.#after.get(own) ?? own;
      if (!this.#taken.has(hash)) continue;
      const owner = owners.get(hash);
      if (owner === undefined) owners.set(hash, own);
      else if (owner !== own) throw await this.#refuse(catalog, owner, entry);
    }
  }

  async #refuse(catalog: Catalog, owner: number, entry: PoEntry): Promise<Error> {
    const name = toName(entry).replace(/^"(.*)"$/u, '$1');
    for await (const other of messages(catalog)) {
      if (hashOf(other) !== owner) continue;
      return unwritable(
        name,
        'po',
        `its msgid would be equal to that of ${toName(other)}, and a catalog holds each only once; change one of the two, or give it a msgctxt of its own`,
      );
    }
    return unwritable(name, 'po', 'another message would have an equal msgid');
  }
}

function hashOf({ context, id }: MessageKey): number {
  return messageHash(context, id);
}

function toName({ context, id }: MessageKey): string {
  const properties: Record<string, string> = context === undefined ? {} : { context };
  return blockKey({ name: '', properties, source: [textRun(id)], id });
}

/** Yields the messages of a catalog that are not obsolete. */
async function* messages({ source, document, options, signal }: Catalog): AsyncGenerator<PoEntry> {
  const { maxBytes, encoding } = options;
  const request = { file: document, maxBytes, encoding: namedEncoding(encoding), declared: declaredCharset };
  const text = await openText(source, request);
  const scanner = new PoScanner(document, new BadValues(options));
  for await (const chunk of text.chunks()) {
    signal.throwIfAborted();
    scanner.feed(chunk);
    yield* ready(scanner);
  }
  scanner.end();
  yield* ready(scanner);
}

function* ready(scanner: PoScanner): Generator<PoEntry> {
  for (let entry = scanner.next(); entry; entry = scanner.next()) yield entry;
}
