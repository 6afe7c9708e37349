import { OverlayType, PortTarget, textRun, type Runs } from '@helve/flow';
import { assembleSegments, translationSegments } from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';

const version = '1.0.0';
const none: Runs = Object.freeze([]);

/** Creates a target for every block: empty, or a copy of the source. */
export const createTargetTool = flowToolEntry({
  meta: {
    id: 'create-target',
    version,
    category: 'transform',
    displayName: 'Create target',
    description: 'Creates missing targets, either empty or as a copy of the source with its codes and forms.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [],
    produces: [{ type: 'target', side: PortTarget }],
    writesOutput: true,
  },
  properties: {
    targetLocale: targetLocaleProperty,
    copySource: {
      type: 'boolean',
      default: false,
      description: 'Copy the source instead of leaving the target empty.',
    },
    overwrite: { type: 'boolean', default: false, description: 'Replace a target that exists.' },
    createOnNonTranslatable: {
      type: 'boolean',
      default: true,
      description: 'Create targets for blocks that are not translatable as well.',
    },
  },
  create: ({ copySource, overwrite, createOnNonTranslatable }) => ({
    translate(view, ctx) {
      const target = targetLocale(ctx);
      if (!view.translatable && !createOnNonTranslatable) return;
      if (view.target(target) !== undefined && !overwrite) return;
      const texts = translationSegments(view.source, target, view.overlays(OverlayType.OverlaySegmentation, null));
      // Untranslated texts keep their source, in the forms of the target's grammar.
      const made = new Map<string, Runs>(copySource ? [] : texts.map(({ key }) => [key, none]));
      const { runs, segments } = assembleSegments(view.source, target, texts, made);
      const content = runs.length === 0 ? [textRun('')] : runs;
      view.setTarget(target, content, { status: 'new', origin: toolOrigin(ctx, version) }, segments);
    },
  }),
});
