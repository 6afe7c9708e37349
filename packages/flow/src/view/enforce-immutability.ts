import type { Block, Target } from '../contract/block.js';
import type { Capability } from '../contract/meta.js';
import type { Runs } from '../contract/run.js';
import { freezeRuns } from '../content/run/normalise-runs.js';
import { replaceContent } from '../edit/replace-content.js';
import { flowErrors } from '../flow-errors.js';

/** The content of a block at one moment. Content is frozen, so that being the same object means being the same. */
export interface ContentDigest {
  readonly source: Runs;
  readonly targets: Block['targets'];
  /** The members of `targets`, which is not frozen itself: the first, and all where there are more. */
  readonly variant: string | undefined;
  readonly target: Target | undefined;
  readonly chosen: Readonly<Record<string, Target>> | undefined;
}

/** Takes hold of a block's content before somebody handles the block. */
export function digestContent(block: Block): ContentDigest {
  const { source, targets } = block;
  if (!Object.isFrozen(source)) freezeRuns(source);
  let variant: string | undefined;
  // Most blocks have one target at most, of which no copy is made.
  for (const each in targets) {
    if (variant !== undefined) return { source, targets, variant, target: targets[variant], chosen: { ...targets } };
    variant = each;
  }
  return { source, targets, variant, target: variant === undefined ? undefined : targets[variant], chosen: undefined };
}

/** The handler of a block and its capability; without one nothing may have changed. */
export interface Handled {
  readonly tool: string;
  readonly capability?: Capability;
}

/** Refuses a change of content that the capability does not allow; the block gets its content back. */
export function enforceImmutability(block: Block, digest: ContentDigest, { tool, capability }: Handled): void {
  if (capability === 'transform') return;
  const surface = changedSurface(block, digest, capability === 'translate');
  if (surface === undefined) return;
  const targets = capability === 'translate' ? block.targets : { ...digestTargets(digest) };
  replaceContent(block, { source: digest.source, targets, overlays: block.overlays });
  const facts = { tool, block: block.id, surface };
  throw flowErrors.create('FLOW_IMMUTABLE', facts, { details: facts });
}

/** The targets of that moment. */
export function digestTargets({ variant, target, chosen }: ContentDigest): Readonly<Record<string, Target>> {
  return chosen ?? (variant === undefined || target === undefined ? {} : { [variant]: target });
}

function changedSurface(block: Block, digest: ContentDigest, ownTargets: boolean): string | undefined {
  if (block.source !== digest.source) return 'source';
  if (ownTargets) return undefined;
  if (block.targets !== digest.targets) return 'targets';
  const variant = changedTarget(block.targets, digest);
  return variant === undefined ? undefined : `target "${variant}"`;
}

function changedTarget(targets: Block['targets'], digest: ContentDigest): string | undefined {
  const { variant, target, chosen } = digest;
  if (chosen !== undefined) return otherThan(targets, chosen);
  for (const each in targets) if (each !== variant || targets[each] !== target) return each;
  return variant === undefined || Object.hasOwn(targets, variant) ? undefined : variant;
}

function otherThan(targets: Block['targets'], chosen: Readonly<Record<string, Target>>): string | undefined {
  for (const variant in targets) if (targets[variant] !== chosen[variant]) return variant;
  for (const variant in chosen) if (!Object.hasOwn(targets, variant)) return variant;
  return undefined;
}
