import { OverlayType, PortSource, PortTarget, type BlockView, type Media, type Path, type Runs } from '@helve/flow';
import {
  assembleTarget,
  hasForms,
  containsForms,
  isOnlySpaceAndCodes,
  pluralSamples,
  samePath,
  shapeSpan,
  topPath,
  translationUnits,
} from '@helve/flow/content';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { toolOrigin } from '../../tool-kit/tool-origin.js';
import { pseudoForms } from './pseudo-forms.js';
import { pseudoRuns, wrapRuns, type PseudoOptions, type KeptRange } from './pseudo-runs.js';
import { pseudoText } from './pseudo-text.js';

const version = '1.0.0';

/** Writes targets that look foreign but stay readable: untranslatable text becomes visible. */
export const pseudoTranslate = flowToolEntry({
  meta: {
    id: 'pseudo-translate',
    version,
    category: 'transform',
    displayName: 'Pseudo-translate',
    description: 'Fills targets with readable text in foreign letters, longer and bracketed, to reveal problems.',
    aliases: ['pseudo'],
    cardinality: 'bilingual',
    defaultLocale: 'qps',
    consumes: [{ type: OverlayType.OverlayProtected, side: PortSource, optional: true }],
    produces: [{ type: 'target', side: PortTarget }],
    writesOutput: true,
  },
  properties: {
    targetLocale: targetLocaleProperty,
    mode: {
      enum: ['accents', 'bidi', 'cjk', 'none'],
      default: 'accents',
      description: 'Text to write: accented letters, right-to-left words, full-width letters, or the text as it is.',
    },
    expansionPercent: {
      type: 'integer',
      minimum: 0,
      maximum: 200,
      default: 0,
      description: 'Expansion of the text, in percent of its length.',
    },
    prefix: { type: 'string', default: '▒ ', description: 'Text before each target; empty turns it off.' },
    suffix: { type: 'string', default: ' ▒', description: 'Text after each target; empty turns it off.' },
    images: { type: 'boolean', default: true, description: 'Draw a striped frame around PNG images.' },
  },
  create: ({ mode, expansionPercent, prefix, suffix, images }) => {
    const options: PseudoOptions = { mode, expansionPercent, prefix, suffix };
    return {
      translate(view, ctx) {
        if (!view.translatable || view.source.length === 0) return;
        const target = targetLocale(ctx);
        const runs = pseudoTarget(view, target, options);
        view.setTarget(target, runs, { status: 'translated', origin: toolOrigin(ctx, version) });
      },
      handleMedia(media) {
        if (media.altText !== undefined) media.altText = prefix + pseudoText(media.altText, mode) + suffix;
        return images ? frame(media) : undefined;
      },
    };
  },
});

function pseudoTarget(view: BlockView, locale: string, options: PseudoOptions): Runs {
  const { source } = view;
  if (!containsForms(source)) return pseudoUnit(view, options);
  const [only] = source;
  // A single plural or select has no text around its forms to wrap.
  const wrapAt = source.length === 1 && only !== undefined && hasForms(only) ? 1 : 0;
  const isMarked = view.overlays(OverlayType.OverlayProtected, null).length > 0;
  if (!isMarked && pluralSamples(locale, false) === undefined) return pseudoForms(source, wrapAt, options);
  const made = new Map<string, Runs>();
  for (const { key, path, sourcePath, source: unit, ignorable } of translationUnits(view, locale)) {
    if (ignorable) continue;
    const formed = pseudoRuns(unit, protectedIn(view, sourcePath), options.mode);
    made.set(key, path.length === wrapAt ? wrapRuns(formed, unit, options) : formed);
  }
  return assembleTarget(view, locale, made);
}

/** Transforms content without forms, which nearly all is, as one unit. */
function pseudoUnit(view: BlockView, options: PseudoOptions): Runs {
  const { source } = view;
  if (isOnlySpaceAndCodes(source)) return source;
  return wrapRuns(pseudoRuns(source, protectedIn(view, topPath), options.mode), source, options);
}

const none: readonly KeptRange[] = Object.freeze([]);

function protectedIn(view: BlockView, path: Path): readonly KeptRange[] {
  const marked = view.overlays(OverlayType.OverlayProtected, null);
  if (marked.length === 0) return none;
  return marked.flatMap(({ range }) => {
    return range === undefined || !samePath(range.path ?? [], path) ? [] : [shapeSpan(view.source, range)];
  });
}

/** Frames an image; the drawing code is loaded with the first image. */
async function frame(media: Media): Promise<void> {
  if (media.mimeType !== 'image/png' || media.data === undefined) return;
  const { framePng } = await import('./frame-png.js');
  const framed = framePng(Buffer.from(media.data, 'base64'));
  if (framed !== undefined) media.data = framed.toString('base64');
}
