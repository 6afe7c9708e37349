import type { LossNote } from '../contract/loss.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Vault } from '../contract/vault.js';

/** Something that a block lost. */
export type BlockLoss = LossNote & { readonly block: string };

/** Who edits blocks, and what they may do. One serves all blocks of a step. */
export interface EditContext {
  readonly tool: string;
  /** The contract as the step's config resolved it. */
  readonly meta: ToolMeta;
  readonly document: string;
  readonly vault?: Vault;
  /** Targets that a person approved may be replaced and removed. */
  readonly overwriteApproved?: boolean;
  lose(loss: BlockLoss): void;
  /** What a view tells of ids, names and hints; all of them as they are without it. */
  shown?(text: string): string;
}
