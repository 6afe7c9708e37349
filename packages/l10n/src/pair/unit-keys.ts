import type { Block, Part } from '@helve/flow';

/** Names the blocks of one document so that those of its translation have the same names: by layer, name and repetition. */
export class UnitKeys {
  readonly #layers: string[] = [];
  readonly #counts = new Map<string, number>();

  /** Follows the layers; must see every part before its block is named. */
  see(part: Part): void {
    if (part.kind === 'layer-start') this.#layers.push(part.layer.id);
    if (part.kind === 'layer-end') this.#layers.pop();
  }

  /** The key of a block that comes next; a name that comes again gets a number. */
  next({ name }: Block): string {
    const plain = this.#layers.length < 2 ? name : `${this.#layers.at(-1) ?? ''}\u0000${name}`;
    const count = (this.#counts.get(plain) ?? 0) + 1;
    this.#counts.set(plain, count);
    return count === 1 ? plain : `${plain}\u0000${count}`;
  }
}

/** True for the key of a block whose name the document has had before, outside of any layer of its own. */
export function isRepeated(key: string, { name }: Block): boolean {
  return key.startsWith(`${name}\u0000`);
}

/** True for a block that its position names, and not a key: another block before it gives it another name. */
export function isPositional({ properties }: Block): boolean {
  return properties['key'] === undefined;
}
