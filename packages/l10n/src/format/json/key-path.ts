import { toPointerToken } from '@helve/core';
import { DistinctNames } from '@helve/flow';

/** An object or array that is being read. */
interface Level {
  readonly id: string;
  readonly documentId: string | undefined;
  readonly name: string;
  readonly keys: DistinctNames | undefined;
  index: number;
}

/** Where a value stands: an id that no other value has, and the path that people read. */
export interface KeyLocation {
  readonly id: string;
  readonly name: string;
  /** The pointer as the document says it, where keys are repeated. */
  readonly documentId: string | undefined;
}

/** Knows the way from the root to the value that comes next. */
export class KeyPath {
  readonly #levels: Level[] = [];
  #id = '';
  #documentId: string | undefined;
  #name = '';

  /** A JSON pointer whose parts are made unique. */
  get id(): string {
    return this.#id === '' ? '/' : this.#id;
  }

  get documentId(): string | undefined {
    return this.#documentId;
  }

  /** The keys joined by dots. */
  get name(): string {
    return this.#name;
  }

  key(key: string): void {
    const level = this.#levels.at(-1);
    if (!level) return;
    const own = level.keys?.claim(key) ?? key;
    this.#id = `${level.id}/${toPointerToken(own)}`;
    const repeated = level.documentId !== undefined || own !== key;
    this.#documentId = repeated ? `${level.documentId ?? level.id}/${toPointerToken(key)}` : undefined;
    this.#name = level.name === '' ? key : `${level.name}.${key}`;
  }

  /** A value begins: in an array it has its index for a key. */
  value(): void {
    const level = this.#levels.at(-1);
    if (!level || level.keys) return;
    this.#id = `${level.id}/${level.index}`;
    this.#documentId = level.documentId === undefined ? undefined : `${level.documentId}/${level.index}`;
    this.#name = level.name === '' ? String(level.index) : `${level.name}.${level.index}`;
    level.index += 1;
  }

  open(kind: 'object' | 'array'): void {
    this.value();
    const keys = kind === 'object' ? new DistinctNames() : undefined;
    this.#levels.push({ id: this.#id, documentId: this.#documentId, name: this.#name, keys, index: 0 });
  }

  close(): void {
    this.#levels.pop();
  }
}
