import { PortTarget, targetStatuses, type BlockView } from '@helve/flow';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';

/** Removes all targets, or chosen ones. */
export const removeTarget = flowToolEntry({
  meta: {
    id: 'remove-target',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Remove target',
    description: 'Removes targets of the locale, or of all locales, by block and status.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [],
    produces: [{ type: 'target', side: PortTarget, optional: true }],
    writesOutput: true,
  },
  properties: {
    targetLocale: targetLocaleProperty,
    scope: {
      enum: ['locale', 'all'],
      default: 'locale',
      description: 'Remove the target of the locale of the run, or every target.',
    },
    ids: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Ids of the blocks to process; empty means all.',
    },
    statuses: {
      type: 'array',
      items: { enum: [...targetStatuses] },
      default: [],
      description: 'Statuses of targets to remove; empty means any.',
    },
    onlyTranslatable: { type: 'boolean', default: true, description: 'Skip blocks that are not translatable.' },
    removeBlockIfEmpty: {
      type: 'boolean',
      default: false,
      description: 'Remove a block that has no target left.',
    },
  },
  resolve: ({ removeBlockIfEmpty }) => (removeBlockIfEmpty ? { shape: 'filter' } : {}),
  create: ({ scope, ids, statuses, onlyTranslatable, removeBlockIfEmpty }) => {
    const blocks = new Set<string>(ids);
    const chosen = new Set<string>(statuses);
    const fits = (view: BlockView, variant: string) => {
      const target = view.target(variant);
      return target !== undefined && (chosen.size === 0 || chosen.has(target.status));
    };
    return {
      translate(view, ctx) {
        if (onlyTranslatable && !view.translatable) return;
        if (blocks.size > 0 && !blocks.has(view.id)) return;
        const variants = scope === 'all' ? view.variants : [targetLocale(ctx)];
        for (const variant of variants.filter((each) => fits(view, each))) view.removeTarget(variant);
        if (removeBlockIfEmpty && view.variants.length === 0) view.drop();
      },
    };
  },
});
