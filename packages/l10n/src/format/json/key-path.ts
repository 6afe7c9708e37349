import { toPointerToken } from '@helve/core';
import { DistinctNames } from '@helve/flow/content';

/** An open object or array. */
interface Level {
  readonly id: string;
  readonly documentId: string | undefined;
  readonly name: string;
  readonly keys: DistinctNames | undefined;
  index: number;
}

/** Location of a value: a unique id, and a readable path. */
export interface KeyLocation {
  readonly id: string;
  readonly name: string;
  /** The pointer in the document, if keys are repeated. */
  readonly documentId: string | undefined;
}

/** Name of a value in an object or array that has a name. */
export function joinKeys(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}

/** Tracks the path from the root to the next value. */
export class KeyPath {
  readonly #levels: Level[] = [];
  #id = '';
  #documentId: string | undefined;
  #name = '';

  /** A JSON pointer whose parts are unique. */
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
    this.#name = joinKeys(level.name, key);
  }

  /** Starts a value: in an array its key is its index. */
  value(): void {
    const level = this.#levels.at(-1);
    if (!level || level.keys) return;
    this.#id = `${level.id}/${level.index}`;
    this.#documentId = level.documentId === undefined ? undefined : `${level.documentId}/${level.index}`;
    this.#name = joinKeys(level.name, String(level.index));
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
