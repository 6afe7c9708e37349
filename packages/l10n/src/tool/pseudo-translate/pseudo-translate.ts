import {
  isPseudoLocale,
  OverlayType,
  PortSource,
  PortTarget,
  type BlockView,
  type LocaleId,
  type Media,
  type Origin,
  type Path,
  type Runs,
  type StepContext,
  type TargetView,
} from '@helve/flow';
import {
  assembleSegments,
  fillSegments,
  hasForms,
  containsForms,
  pluralSamples,
  samePath,
  shapeSpan,
  spanRuns,
  topPath,
  translationSegments,
  unitAt,
  type SegmentedRuns,
  type SegmentPair,
  type SegmentToTranslate,
} from '@helve/flow/content';
import { isWordless } from '../../dialect/is-wordless.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { freeSegments, isFree } from '../../tool-kit/redo.js';
import { partialForms } from '../../tool-kit/translate/free-forms.js';
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
    description:
      'Fills targets with readable text in foreign letters, longer and bracketed, to reveal problems. Pseudo-locales such as `qps` or `en-XA` are written anew; in a real language only missing translations are filled.',
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
        const free = isPseudoLocale(target) ? undefined : freeSegments(view, target, []);
        if (free !== undefined) fillFree(view, ctx, target, free, options);
        else if (isPseudoLocale(target) || isFree(view, target, [])) fillWhole(view, ctx, target, options);
        else fillForms(view, ctx, target, options);
      },
      handleMedia(media) {
        if (media.altText !== undefined) media.altText = prefix + pseudoText(media.altText, mode) + suffix;
        return images ? frame(media) : undefined;
      },
    };
  },
});

function fillWhole(view: TargetView, ctx: StepContext, target: LocaleId, options: PseudoOptions): void {
  const { runs, segments } = pseudoTarget(view, target, options);
  view.setTarget(target, runs, { status: 'translated', origin: pseudoOrigin(ctx) }, segments);
}

/** Names the engine, so that nobody takes the text for one of a person. */
function pseudoOrigin(ctx: StepContext): Origin {
  return { ...toolOrigin(ctx, version), engine: 'pseudo' };
}

/** Fills the segments without a translation beside those of people. */
function fillFree(
  view: TargetView,
  ctx: StepContext,
  target: LocaleId,
  free: readonly SegmentPair[],
  options: PseudoOptions,
): void {
  const ids = new Set(free.map(({ id }) => id));
  const { runs, segments = [] } = pseudoTarget(view, target, options, ids);
  const made = segments.filter(({ id }) => ids.has(id));
  const texts = new Map(made.map((span) => [span.id, { runs: spanRuns(runs, span), status: 'translated' } as const]));
  const filled = fillSegments(view, target, texts);
  if (filled === undefined) return;
  view.setTarget(target, filled.runs, { status: filled.status, origin: pseudoOrigin(ctx) }, filled.segments);
}

/** Fills the empty and missing forms of a plural beside those of people. */
function fillForms(view: TargetView, ctx: StepContext, target: LocaleId, options: PseudoOptions): void {
  if (!containsForms(view.source)) return;
  const texts = translationSegments(view.source, target, view.overlays(OverlayType.OverlaySegmentation, null));
  const forms = partialForms(view, { locale: target, texts, format: ctx.document.format });
  if (forms === undefined) return;
  const free = texts.filter(({ key }) => forms.free.has(key));
  const made = pseudoTexts(view, free, view.source.length === 1 ? 1 : 0, options);
  const { runs, segments } = assembleSegments(view.source, target, texts, new Map([...forms.kept, ...made]));
  view.setTarget(target, runs, { status: 'translated', origin: pseudoOrigin(ctx) }, segments);
}

function pseudoTarget(
  view: BlockView,
  locale: string,
  options: PseudoOptions,
  free?: ReadonlySet<string>,
): Pick<SegmentedRuns, 'runs'> & Partial<SegmentedRuns> {
  const { source } = view;
  const cuts = view.overlays(OverlayType.OverlaySegmentation, null);
  if (cuts.length === 0 && !containsForms(source)) return { runs: pseudoUnit(view, options) };
  const [only] = source;
  // A single plural or select has no text around its forms to wrap.
  const wrapAt = source.length === 1 && only !== undefined && hasForms(only) ? 1 : 0;
  const isMarked = cuts.length > 0 || view.overlays(OverlayType.OverlayProtected, null).length > 0;
  if (!isMarked && pluralSamples(locale, false) === undefined) return { runs: pseudoForms(source, wrapAt, options) };
  const texts = translationSegments(source, locale, cuts);
  const chosen = free === undefined ? texts : texts.filter(({ segment }) => segment !== undefined && free.has(segment));
  return assembleSegments(source, locale, texts, pseudoTexts(view, chosen, wrapAt, options));
}

/** Transforms texts by their keys; a unit that is cut is wrapped once, from its first text to its last. */
function pseudoTexts(
  view: BlockView,
  texts: readonly SegmentToTranslate[],
  wrapAt: number,
  options: PseudoOptions,
): ReadonlyMap<string, Runs> {
  const wrapped = texts.filter((text) => isWorded(text) || isLooseCode(text));
  const first = new Map(wrapped.toReversed().map(({ unitKey, key }) => [unitKey, key]));
  const last = new Map(wrapped.map(({ unitKey, key }) => [unitKey, key]));
  const hasWords = new Set(texts.filter(isWorded).map(({ unitKey }) => unitKey));
  const made = new Map<string, Runs>();
  for (const { key, unitKey, path, sourcePath, source, start } of wrapped) {
    if (!hasWords.has(unitKey)) continue;
    const formed = pseudoRuns(source, protectedIn(view, sourcePath, start), options.mode);
    const prefix = first.get(unitKey) === key ? options.prefix : '';
    const end = last.get(unitKey) === key ? options : { expansionPercent: 0, suffix: '' };
    const unit = unitAt(view.source, sourcePath) ?? [];
    made.set(key, path.length === wrapAt ? wrapRuns(formed, unit, { ...options, ...end, prefix }) : formed);
  }
  return made;
}

function isWorded({ ignorable, source }: SegmentToTranslate): boolean {
  return !ignorable && !isWordless(source);
}

/** True for codes that no segment covers: at the edge of a unit they stand inside of its wrap. */
function isLooseCode({ segment, source }: SegmentToTranslate): boolean {
  return segment === undefined && source.some(({ kind }) => kind !== 'text');
}

/** Transforms content without forms, which nearly all is, as one unit. */
function pseudoUnit(view: BlockView, options: PseudoOptions): Runs {
  const { source } = view;
  if (isWordless(source)) return source;
  return wrapRuns(pseudoRuns(source, protectedIn(view, topPath), options.mode), source, options);
}

const none: readonly KeptRange[] = Object.freeze([]);

/** Lists the protected ranges of a unit, counted from one of its coordinates; those before it are left out. */
function protectedIn(view: BlockView, path: Path, from = 0): readonly KeptRange[] {
  const marked = view.overlays(OverlayType.OverlayProtected, null);
  if (marked.length === 0) return none;
  return marked.flatMap(({ range }) => {
    if (range === undefined || !samePath(range.path ?? [], path)) return [];
    const { start, end } = shapeSpan(view.source, range);
    return end <= from ? [] : [{ start: Math.max(0, start - from), end: end - from }];
  });
}

/** Frames an image; the drawing code is loaded with the first image. */
async function frame(media: Media): Promise<void> {
  if (media.mimeType !== 'image/png' || media.data === undefined) return;
  const { framePng } = await import('./frame-png.js');
  const framed = framePng(Buffer.from(media.data, 'base64'));
  if (framed !== undefined) media.data = framed.toString('base64');
}
