import { isPlainObject, toPointer } from '@helve/core';
import type { ArgumentLimits } from './argument-limits.js';
import { Unreadable, type ParseCause } from './unreadable.js';

/** Arguments that came as an object, copied and frozen. */
export interface CopiedArguments {
  readonly value: unknown;
  readonly hasLargeNumbers: boolean;
}

/** Copies arguments that a provider gave as an object; refuses what is not JSON or exceeds the limits. */
export function copyArguments(source: unknown, limits: ArgumentLimits): CopiedArguments {
  const copier = new ArgumentCopier(limits);
  return { value: copier.copy(source, 1), hasLargeNumbers: copier.hasLargeNumbers };
}

class ArgumentCopier {
  readonly #limits: ArgumentLimits;
  readonly #path: (string | number)[] = [];
  #members = 0;
  #units = 0;
  hasLargeNumbers = false;

  constructor(limits: ArgumentLimits) {
    this.#limits = limits;
  }

  copy(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) this.hasLargeNumbers = true;
        return value;
      case 'boolean':
        return value;
      case 'object':
        if (value === null) return null;
        if (depth > this.#limits.maxDepth) this.#fail('too-deep', `nested deeper than ${this.#limits.maxDepth} levels`);
        if (Array.isArray(value)) return this.#items(value, depth);
        if (isPlainObject(value)) return this.#object(value, depth);
        return this.#fail('syntax', 'an instance of a class, which JSON cannot hold');
      default:
        return this.#fail('syntax', `a value of type ${typeof value}, which JSON cannot hold`);
    }
  }

  #items(items: readonly unknown[], depth: number): readonly unknown[] {
    const copy: unknown[] = [];
    for (let index = 0; index < items.length; index += 1) {
      copy.push(this.#member(index, items[index], depth));
    }
    return Object.freeze(copy);
  }

  #object(object: Record<string, unknown>, depth: number): object {
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(object)) {
      const value = object[name];
      // JSON has no undefined: such a member is absent.
      if (value === undefined) continue;
      if (name === '__proto__') this.#fail('forbidden-key', 'the name "__proto__" is not allowed');
      copy[this.#text(name)] = this.#member(name, value, depth);
    }
    return Object.freeze(copy);
  }

  #member(key: string | number, value: unknown, depth: number): unknown {
    this.#members += 1;
    const { maxMembers } = this.#limits;
    if (this.#members > maxMembers) this.#fail('too-large', `more than ${maxMembers} members and items`);
    this.#path.push(key);
    const copy = this.copy(value, depth + 1);
    this.#path.pop();
    return copy;
  }

  #text(text: string): string {
    this.#units += text.length;
    if (this.#units > this.#limits.maxBytes) this.#fail('too-large', `larger than ${this.#limits.maxBytes} bytes`);
    return text.isWellFormed() ? text : this.#fail('ill-formed-string', 'a string with half a surrogate pair');
  }

  #fail(cause: ParseCause, problem: string): never {
    throw new Unreadable({ cause, problem, pointer: toPointer(this.#path) });
  }
}
