import type { BadValues } from '../bad-value.js';
import { decodeString, escapeStyle } from '../json/json-string.js';
import { JsonFault, type JsonListener, type ScannedString } from '../json/scanner.js';
import type { SourceFault } from '../text/source-fault.js';

/** Facts of the object `@key` about the message `key`. */
export interface MessageFacts {
  readonly description: string | undefined;
  readonly context: string | undefined;
  /** Example values of placeholders, by their names in lower case. */
  readonly examples: ReadonlyMap<string, string>;
}

/** A message of the file with the facts about it. */
export interface ArbMessage {
  readonly key: string;
  readonly value: ScannedString;
  /** Decoded, or raw with a fault. */
  readonly text: string;
  readonly fault: SourceFault | undefined;
  readonly style: string;
  readonly facts: MessageFacts | undefined;
}

/** The locale that a file declares for itself. */
export interface ArbLocale {
  readonly value: ScannedString;
  readonly locale: string;
}

/** Collects the messages of a scanner. A message waits for the next key, which may begin the facts about it. */
export class ArbCollector implements JsonListener {
  #ready: (ArbMessage | ArbLocale)[] = [];
  #waiting: Omit<ArbMessage, 'facts'> | undefined;
  /** Facts that stand before their message. */
  readonly #early = new Map<string, MessageFacts>();
  readonly #path: string[] = [];
  #key = '';
  #facts: DraftFacts | undefined;
  readonly #bad: BadValues;

  constructor(bad: BadValues) {
    this.#bad = bad;
  }

  /** Returns the messages whose facts are known, in order. */
  take(): readonly (ArbMessage | ArbLocale)[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Ends the file: nothing more is said about the last message. */
  end(): void {
    this.#release(undefined);
  }

  open(kind: 'object' | 'array'): void {
    if (this.#path.length === 0 && kind === 'array') throw new JsonFault('an object is expected', 0);
    if (this.#path.length === 1 && kind === 'object' && /^@[^@]/u.test(this.#key)) this.#facts = new DraftFacts();
    this.#path.push(this.#key);
    this.#key = '';
  }

  close(): void {
    this.#key = this.#path.pop() ?? '';
    if (this.#path.length !== 1 || this.#facts === undefined) return;
    const facts = this.#facts;
    this.#facts = undefined;
    const about = this.#key.slice(1);
    if (this.#waiting?.key === about) this.#release(facts);
    else this.#early.set(about, facts);
  }

  key(raw: string, escaped: boolean, index: number): void {
    this.#key = escaped ? decodeString(raw, index) : raw.slice(1, -1);
    if (this.#path.length === 1 && this.#key !== `@${this.#waiting?.key}`) this.#release(undefined);
  }

  word(): void {
    // Numbers and words are no messages.
  }

  string(value: ScannedString): void {
    if (this.#path.length === 0) throw new JsonFault('an object is expected', value.index);
    if (this.#path.length > 1) this.#note(value);
    else if (this.#key === '@@locale') this.#ready.push({ value, locale: decodedText(value) });
    else if (!this.#key.startsWith('@')) this.#begin(value);
  }

  #begin(value: ScannedString): void {
    const style = escapeStyle(value.raw, value.escaped);
    this.#waiting = { key: this.#key, value, style, ...this.#decode(value) };
  }

  #decode(value: ScannedString): Pick<ArbMessage, 'text' | 'fault'> {
    return this.#bad.attempt<Pick<ArbMessage, 'text' | 'fault'>>(
      () => ({ text: decodedText(value), fault: undefined }),
      (fault) => ({ text: value.raw.slice(1, -1), fault }),
    );
  }

  #note(value: ScannedString): void {
    const facts = this.#facts;
    if (facts === undefined) return;
    const [, , second, third] = this.#path;
    if (this.#path.length === 2 && this.#key === 'description') facts.description = decodedText(value);
    if (this.#path.length === 2 && this.#key === 'context') facts.context = decodedText(value);
    const isExample = this.#path.length === 4 && second === 'placeholders' && this.#key === 'example';
    if (isExample && third !== undefined) facts.examples.set(third.toLowerCase(), decodedText(value));
  }

  #release(facts: MessageFacts | undefined): void {
    const message = this.#waiting;
    if (message === undefined) return;
    this.#waiting = undefined;
    this.#ready.push({ ...message, facts: facts ?? this.#early.get(message.key) });
    this.#early.delete(message.key);
  }
}

class DraftFacts implements MessageFacts {
  description: string | undefined;
  context: string | undefined;
  readonly examples = new Map<string, string>();
}

function decodedText({ raw, escaped, index }: ScannedString): string {
  return escaped ? decodeString(raw, index) : raw.slice(1, -1);
}
