import type { Loss } from '@helve/core';
import { annotations } from '../keyword-table.js';
import type { SchemaNode } from './schema-node.js';
import type { NodeLocation, Projection } from './projection.js';

/** One schema while it is worked on. */
export interface SchemaPosition {
  readonly projection: Projection;
  at: NodeLocation;
  /** What is left to say, in canonical form; steps replace it by something equal that is easier to say. */
  node: SchemaNode;
  /** What the provider will read. */
  readonly out: Record<string, unknown>;
  /** What is said in the description instead. */
  readonly rules: [keyword: string, text: string][];
}

export function reportLoss(
  position: SchemaPosition,
  keyword: string,
  action: Loss['action'],
  effect: Loss['effect'],
  note: string,
): void {
  position.projection.lose({ pointer: position.at.pointer, keyword, action, effect, note });
}

/** Says a keyword in the description, since the provider's schema cannot. */
export function moveToDescription(
  position: SchemaPosition,
  keyword: string,
  value: unknown,
  note = 'said in the description',
): void {
  // A rule that refuses nothing needs no words.
  if (value === false && keyword !== 'default') {
    reportLoss(position, keyword, 'dropped', 'same', 'it says nothing');
    return;
  }
  position.rules.push([keyword, ruleText(keyword, value)]);
  reportLoss(position, keyword, 'moved', annotations.has(keyword) ? 'same' : 'wider', note);
}

/** Gives the form up. */
export function refuse(position: SchemaPosition, keyword: string, note: string): void {
  reportLoss(position, keyword, 'refused', 'same', note);
}

function ruleText(keyword: string, value: unknown): string {
  const words = keyword.replace(/^\$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (value === true && keyword !== 'default') return words;
  return `${words} ${keyword === 'format' ? String(value) : JSON.stringify(value)}`;
}
