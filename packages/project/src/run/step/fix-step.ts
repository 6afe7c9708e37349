import type { Json } from '@helve/core';
import { flowTool, OverlayType, PortTarget, schemaFrom, type ToolEntry, type ToolMeta } from '@helve/flow';
import { isApproved } from '@helve/flow/content';
import { planFixes } from '@helve/l10n/run';

const targets = { type: 'target', side: PortTarget } as const;
const meta: ToolMeta = {
  id: 'fix-findings',
  version: '1.0.0',
  category: 'pipeline',
  displayName: 'Fix findings',
  description: 'Changes targets as certain findings say.',
  cardinality: 'bilingual',
  requires: ['target-language'],
  consumes: [targets, { type: OverlayType.OverlayQA, side: PortTarget, optional: true }],
  produces: [{ ...targets, optional: true }],
  capability: 'transform',
  writesOutput: true,
  internal: true,
};
const schema = schemaFrom(
  {
    type: 'object',
    properties: {
      except: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        description: 'Lists fingerprints of findings that are not fixed, since a project lives with them.',
      },
    },
  },
  meta,
);

/** The step that puts right what the checks before it are certain about; targets that people approved stay as they are. */
export const fixStep: ToolEntry = {
  name: meta.id,
  schema,
  factory: (config) => {
    const { except } = (config ?? {}) as { readonly except?: readonly string[] };
    const known = new Set(except);
    return flowTool({
      meta,
      schema,
      transform(view, ctx) {
        const variant = ctx.locales.target;
        const target = variant === undefined ? undefined : view.target(variant);
        if (variant === undefined || target === undefined || isApproved(target)) return null;
        return planFixes(view, variant, known) ?? null;
      },
    });
  },
};

/** The step of a flow that fixes all findings but those that a project lives with. */
export function fixFindings(except: readonly string[]): { readonly [key: string]: Json } {
  return { tool: meta.id, config: { except } };
}
