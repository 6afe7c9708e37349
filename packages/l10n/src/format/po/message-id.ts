import { DistinctNames, DOCUMENT_ID, HASH_HALF, textHash } from '@helve/flow/content';

/** Id of the block that describes the file. */
const HEADER = 'header';
/** No message has a text with this character. */
const headerHash = textHash(`\u0000${HEADER}`);

/** Gives each message of one file a unique id. */
export class MessageIds {
  readonly #names = new DistinctNames();
  /** Number of messages whose id an earlier one has. */
  repeated = 0;

  /** Computes the id of a message from its content, without revealing the text. */
  ofText(context: string | undefined, text: string, properties: Record<string, string>): string {
    const hash = messageHash(context, text);
    return this.#distinct(spell(hash), hash, properties);
  }

  /** Computes the id of a message whose text is a key. */
  ofKey(context: string | undefined, key: string, properties: Record<string, string>): string {
    const id = context === undefined ? key : `${context}|${key}`;
    // A message may have the word as its key, and is another block.
    return this.#distinct(id === HEADER ? `${id}#2` : id, textHash(id), properties);
  }

  /** Gives the id of the header, which is no key of a message. */
  ofHeader(properties: Record<string, string>): string {
    return this.#distinct(HEADER, headerHash, properties);
  }

  #distinct(id: string, hash: number, properties: Record<string, string>): string {
    const unique = this.#names.claim(id, hash);
    if (unique !== id) {
      properties[DOCUMENT_ID] = id;
      this.repeated += 1;
    }
    return unique;
  }
}

/** Returns the hash that tells a message of a catalog apart. */
export function messageHash(context: string | undefined, text: string): number {
  return textHash(context === undefined ? text : `${context}\u0004${text}`);
}

/** Formats a hash in ten digits of base 32, in one go, since every message has one. */
function spell(hash: number): string {
  const high = Math.floor(hash / HASH_HALF);
  const low = hash - high * HASH_HALF;
  return String.fromCharCode(
    0x6d,
    digit(high >>> 20),
    digit(high >>> 15),
    digit(high >>> 10),
    digit(high >>> 5),
    digit(high),
    digit(low >>> 20),
    digit(low >>> 15),
    digit(low >>> 10),
    digit(low >>> 5),
    digit(low),
  );
}

function digit(bits: number): number {
  const value = bits & 31;
  return value < 10 ? 0x30 + value : 0x57 + value;
}
