import { createBlock, PortSource, type RunEdit, type Runs } from '@helve/flow';
import { applyPlan, normaliseRuns, type EditContext } from '@helve/flow/content';

const context: EditContext = Object.freeze({
  tool: 'redact',
  document: '',
  meta: {
    id: 'redact',
    version: '1',
    category: 'transform',
    displayName: 'Rewrite',
    description: 'Rewrites content outside blocks.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: 'source', side: PortSource }],
    mayRemoveCodes: true,
  },
  lose: () => undefined,
} as const);

/** Applies edits to content outside blocks, such as a proposal for a target. */
export function rewriteRuns(runs: Runs, edits: readonly RunEdit[]): Runs {
  const block = createBlock({ id: 'content', source: normaliseRuns(runs) });
  void applyPlan(block, { source: { edits } }, context);
  return block.source;
}
