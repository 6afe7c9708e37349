import type { Loss } from '@helve/core';
import { annotations } from '../keyword-table.js';
import type { SchemaNode } from './schema-node.js';
import type { NodeLocation, Projection } from './projection.js';

/** The state of one schema during its projection. */
export interface SchemaPosition {
  readonly projection: Projection;
  at: NodeLocation;
  /**
   * The rest of the schema to project, in canonical form; steps replace it by an equal one that the dialect can
   * express.
   */
  node: SchemaNode;
  /** The schema for the provider. */
  readonly out: Record<string, unknown>;
  /** Rules for the description instead. */
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

/** Moves a keyword to the description, since the provider's schema cannot express it. */
export function moveToDescription(
  position: SchemaPosition,
  keyword: string,
  value: unknown,
  note = 'said in the description',
): void {
  // A rule that rejects nothing needs no words.
  if (value === false && keyword !== 'default') {
    reportLoss(position, keyword, 'dropped', 'same', 'it says nothing');
    return;
  }
  position.rules.push([keyword, ruleText(keyword, value)]);
  reportLoss(position, keyword, 'moved', annotations.has(keyword) ? 'same' : 'wider', note);
}

/** Refuses the form. */
export function refuse(position: SchemaPosition, keyword: string, note: string): void {
  reportLoss(position, keyword, 'refused', 'same', note);
}

function ruleText(keyword: string, value: unknown): string {
  const words = keyword.replace(/^\$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (value === true && keyword !== 'default') return words;
  return `${words} ${keyword === 'format' ? String(value) : JSON.stringify(value)}`;
}
