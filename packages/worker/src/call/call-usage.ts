import { CapabilityInputError } from '../error/input-errors.js';
import type { Usage } from './call-sink.js';

/** Usage of one call so far, by unit. */
export class CallUsage {
  /** Created on the first report; most calls make none. */
  #figures: Map<string, number> | undefined;

  get totals(): Usage {
    return Object.freeze(Object.fromEntries(this.#figures ?? []));
  }

  /** Sets or adds figures; returns the nonzero differences. */
  report(usage: Usage, add = false): Usage {
    const entries = Object.entries(usage);
    assertFigures(entries);
    const deltas = entries.map(([unit, figure]) => [unit, this.#move(unit, figure, add)] as const);
    return Object.fromEntries(deltas.filter(([, delta]) => delta !== 0));
  }

  #move(unit: string, figure: number, add: boolean): number {
    const figures = (this.#figures ??= new Map<string, number>());
    const before = figures.get(unit) ?? 0;
    const after = add ? before + figure : figure;
    figures.set(unit, after);
    return after - before;
  }
}

function assertFigures(entries: readonly (readonly [string, unknown])[]): void {
  const bad = entries.filter(([, figure]) => !(Number.isFinite(figure) && Number(figure) >= 0)).map(([unit]) => unit);
  if (bad.length === 0) return;
  throw new CapabilityInputError(`Cannot report usage: "${bad.join('", "')}" is no finite number from 0 on`, {
    fieldsInvalid: bad,
  });
}
