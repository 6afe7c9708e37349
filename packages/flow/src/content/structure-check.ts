import type { Part } from '../contract/part.js';
import { flowErrors } from '../flow-errors.js';

/** Watches one stream of parts. */
export interface StructureCheck {
  /** Refuses a part that closes what was not opened last, or stands outside of its parent. */
  take(part: Part): void;
  /** Refuses a stream that ends with something open. */
  end(): void;
}

/** Watches that layers and groups close in the order in which they were opened; `step` is named when they do not. */
export function createStructureCheck(step: string): StructureCheck {
  const open: { readonly kind: 'layer' | 'group'; readonly id: string }[] = [];
  const refuse = (problem: string) => flowErrors.create('FLOW_STRUCTURE', { step, problem });

  function close(kind: 'layer' | 'group', id: string): void {
    const last = open.pop();
    if (last?.kind === kind && last.id === id) return;
    const expected = last === undefined ? 'nothing is open' : `the ${last.kind} "${last.id}" is open`;
    throw refuse(`the ${kind} "${id}" is closed, but ${expected}`);
  }

  return {
    take(part) {
      switch (part.kind) {
        case 'layer-start':
          return void open.push({ kind: 'layer', id: part.layer.id });
        case 'group-start':
          return void open.push({ kind: 'group', id: part.group.id });
        case 'layer-end':
          return close('layer', part.id);
        case 'group-end':
          return close('group', part.id);
        case 'block':
        case 'data':
        case 'media':
        case 'raw-document':
        case 'custom':
          return;
      }
    },
    end() {
      const last = open.at(-1);
      if (last !== undefined) throw refuse(`the ${last.kind} "${last.id}" is not closed`);
    },
  };
}
