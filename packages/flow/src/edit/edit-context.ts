import type { LossNote } from '../contract/loss.js';
import type { ToolMeta } from '../contract/meta.js';
import type { Vault } from '../contract/vault.js';

/** Something that a block lost. */
export type BlockLoss = LossNote & { readonly block: string };

/** The editor of blocks and its permissions. One context serves all blocks of a step. */
export interface EditContext {
  readonly tool: string;
  /** The contract as the step's config resolved it. */
  readonly meta: ToolMeta;
  readonly document: string;
  readonly vault?: Vault;
  /** Targets that a person approved may be replaced and removed. */
  readonly overwriteApproved?: boolean;
  lose(loss: BlockLoss): void;
  /** Gives the form in which a view shows ids, names and hints; without it they are shown as they are. */
  shown?(text: string): string;
}
