import { canonicalJson } from '@helve/core';
import type { Terminal } from '../terminal.js';

/** A result on stdout, with its keys in one order. */
export function printJson(value: unknown, terminal: Terminal): void {
  terminal.print(toSortedJson(value));
}

export function toSortedJson(value: unknown): string {
  return JSON.stringify(JSON.parse(canonicalJson(JSON.parse(JSON.stringify(value)))), undefined, 2);
}
