import type { Part } from '../../contract/part.js';
import { flowErrors } from '../../flow-errors.js';

/** Watches one stream of parts. */
export interface StructureCheck {
  /** Refuses a part that closes what was not opened last, or is outside its parent. */
  take(part: Part): void;
  /** Refuses a stream that ends with something open. */
  end(): void;
}

/** Watches that layers and groups close in the order in which they were opened; `step` is named when they do not. */
export function createStructureCheck(step: string): StructureCheck {
  return new NestingCheck(step);
}

type Level = 'layer' | 'group';

class NestingCheck implements StructureCheck {
  readonly #step: string;
  readonly #open: { readonly kind: Level; readonly id: string }[] = [];

  constructor(step: string) {
    this.#step = step;
  }

  take(part: Part): void {
    switch (part.kind) {
      case 'layer-start':
        return void this.#open.push({ kind: 'layer', id: part.layer.id });
      case 'group-start':
        return void this.#open.push({ kind: 'group', id: part.group.id });
      case 'layer-end':
        return this.#close('layer', part.id);
      case 'group-end':
        return this.#close('group', part.id);
      case 'block':
      case 'data':
      case 'media':
      case 'raw-document':
      case 'custom':
        return;
    }
  }

  end(): void {
    const last = this.#open.at(-1);
    if (last !== undefined) throw this.#refuse(`the ${last.kind} "${last.id}" is not closed`);
  }

  #close(kind: Level, id: string): void {
    const last = this.#open.pop();
    if (last?.kind === kind && last.id === id) return;
    const expected = last === undefined ? 'nothing is open' : `the ${last.kind} "${last.id}" is open`;
    throw this.#refuse(`the ${kind} "${id}" is closed, but ${expected}`);
  }

  #refuse(problem: string): Error {
    return flowErrors.create('FLOW_STRUCTURE', { step: this.#step, problem });
  }
}
