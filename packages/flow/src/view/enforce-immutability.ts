import type { Block, Target } from '../contract/block.js';
import type { Capability } from '../contract/meta.js';
import type { Runs } from '../contract/run.js';
import { freezeRuns } from '../content/normalise-runs.js';
import { replaceContent } from '../edit/replace-content.js';
import { flowErrors } from '../flow-errors.js';

/** The content of a block at one moment. Content is frozen, so that being the same object means being the same. */
export interface ContentDigest {
  readonly source: Runs;
  readonly targets: Block['targets'];
  /** The members of `targets`; the record itself is not frozen. */
  readonly chosen: Readonly<Record<string, Target>> | undefined;
}

/** Takes hold of a block's content before somebody handles the block. */
export function digestContent(block: Block): ContentDigest {
  const { source, targets } = block;
  if (!Object.isFrozen(source)) freezeRuns(source);
  return { source, targets, chosen: isEmpty(targets) ? undefined : { ...targets } };
}

/** Who handled a block, and which way; without a capability nothing may have changed. */
export interface Handled {
  readonly tool: string;
  readonly capability?: Capability;
}

/** Refuses a change of content that the capability does not allow; the block gets its content back. */
export function enforceImmutability(block: Block, digest: ContentDigest, { tool, capability }: Handled): void {
  if (capability === 'transform') return;
  const surface = changedSurface(block, digest, capability === 'translate');
  if (surface === undefined) return;
  const targets = capability === 'translate' ? block.targets : { ...digest.chosen };
  replaceContent(block, { source: digest.source, targets, overlays: block.overlays });
  const facts = { tool, block: block.id, surface };
  throw flowErrors.create('FLOW_IMMUTABLE', facts, { details: facts });
}

function changedSurface(block: Block, digest: ContentDigest, ownTargets: boolean): string | undefined {
  if (block.source !== digest.source) return 'source';
  if (ownTargets) return undefined;
  if (block.targets !== digest.targets) return 'targets';
  const variant = changedTarget(block.targets, digest.chosen);
  return variant === undefined ? undefined : `target "${variant}"`;
}

function changedTarget(targets: Block['targets'], chosen: ContentDigest['chosen']): string | undefined {
  if (chosen === undefined) return isEmpty(targets) ? undefined : Object.keys(targets)[0];
  for (const variant in targets) if (targets[variant] !== chosen[variant]) return variant;
  for (const variant in chosen) if (!Object.hasOwn(targets, variant)) return variant;
  return undefined;
}

/** Looks at the first key only, since this is asked twice for every block. */
function isEmpty(record: object): boolean {
  for (const _ in record) return false;
  return true;
}
