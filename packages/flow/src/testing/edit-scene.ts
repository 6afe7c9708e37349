import type { BlockLoss, EditContext } from '../edit/edit-context.js';
import { metaOf } from './meta-of.js';

/** Somebody who edits blocks, and what is lost by that. */
export interface EditScene {
  readonly context: EditContext;
  readonly losses: BlockLoss[];
}

/** A step of a test that may write these ports. */
export function editScene(ports: readonly string[], more: Partial<EditContext> = {}): EditScene {
  const losses: BlockLoss[] = [];
  const lose = (loss: BlockLoss) => void losses.push(loss);
  return { losses, context: { tool: 'probe', meta: metaOf(ports), document: 'a.json', lose, ...more } };
}
