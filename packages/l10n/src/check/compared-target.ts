import type { BlockView, Runs } from '@helve/flow';
import { isPartialTarget } from '@helve/flow/content';

/** Returns a target that can be compared with its source; one of which segments are missing cannot. */
export function comparedTarget(view: BlockView, variant: string): Runs | undefined {
  return isPartialTarget(view, variant) ? undefined : view.target(variant)?.runs;
}
