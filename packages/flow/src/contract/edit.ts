import type { VaultSecret } from './vault.js';
import type { VariantText } from './block.js';
import type { Path, Runs } from './run.js';

/** One replacement in one unit, in coordinates of the unit as it was. */
export interface RunEdit {
  readonly path?: Path;
  readonly start: number;
  readonly end: number;
  readonly replacement: Runs;
  /** Only the looks change (case, width, white space, escapes): marks stay. */
  readonly keepsMeaning?: boolean;
}

/** Change of one side: by edits, by edits that must give `newRuns`, or by `newRuns` of the same shape. */
export interface SideEdit {
  readonly edits?: readonly RunEdit[];
  readonly newRuns?: Runs;
}

/** Changes that a transform requests for a block. */
export interface EditPlan {
  readonly source?: SideEdit;
  readonly targets?: { readonly [variant: VariantText]: SideEdit };
  /** A new source as plain text; excludes other source edits. */
  readonly replaceAll?: string;
  readonly secrets?: readonly VaultSecret[];
  /** By what else the vault shall know the block, for files whose blocks are named by their text. */
  readonly aliases?: readonly string[];
  /** Tokens whose originals come back with this plan. */
  readonly restored?: readonly string[];
}
