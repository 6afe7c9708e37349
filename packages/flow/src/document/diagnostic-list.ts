import { nearestNames, pointerTo } from '@helve/core';
import type { Diagnostic } from '../contract/diagnostic.js';
import { findPosition, type Positions } from './position.js';

/** A finding without its location, which is added later. */
export type Remark = Omit<Diagnostic, 'file' | 'line' | 'column'>;

/** Collects the findings about one document with the position of each. */
export class DiagnosticList {
  readonly #file: string | undefined;
  readonly #positions: Positions;
  readonly #found: Diagnostic[] = [];

  constructor(file: string | undefined, positions: Positions) {
    this.#file = file;
    this.#positions = positions;
  }

  get found(): readonly Diagnostic[] {
    return this.#found;
  }

  get hasErrors(): boolean {
    return this.#found.some(({ severity }) => severity === 'error');
  }

  add(finding: Remark): void {
    const position = findPosition(this.#positions, finding.pointer);
    this.#found.push({ ...finding, ...(this.#file === undefined ? {} : { file: this.#file }), ...position });
  }

  /** The common case: a rule of the document's form is broken. */
  error(rule: string, pointer: string, message: string, hint?: string): void {
    this.add({ severity: 'error', rule, pointer, message, ...(hint === undefined ? {} : { hint }) });
  }

  /** Reports an unknown key, with the nearest known one. */
  unknownKey(pointer: string, key: string, known: readonly string[]): void {
    const [near] = nearestNames(key, known, 1, 2);
    const hint = near === undefined ? `Known keys are ${known.map(quote).join(', ')}` : `Did you mean ${quote(near)}?`;
    this.error('unknown-key', pointerTo(pointer, key), `There is no key ${quote(key)} here`, hint);
  }
}

function quote(text: string): string {
  return `"${text}"`;
}
