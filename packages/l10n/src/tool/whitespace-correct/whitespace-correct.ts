import {
  PortTarget,
  textRun,
  units,
  type BlockView,
  type EditPlan,
  type Path,
  type Run,
  type RunEdit,
  type Runs,
} from '@helve/flow';
import { formOf, hasForms, shapeText, variantLocale } from '@helve/flow/content';
import { TextDraft } from '../../text/text-draft.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { targetLocaleProperty, targetLocale } from '../../tool-kit/target-locale.js';
import { correctSpaces, removeZeroWidth, spacesBehind, type SpaceOptions } from './correct-spaces.js';

const flag = (value: boolean, description: string) => ({ type: 'boolean', default: value, description }) as const;
const signs = {
  correctFullStop: '.。．｡',
  correctComma: ',，、､',
  correctExclamation: '!！',
  correctQuestion: '?？',
} as const;
const spaceless = new Set(['Hani', 'Hans', 'Hant', 'Jpan', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt']);

/** Corrects the white space of targets. */
export const whitespaceCorrect = flowToolEntry({
  meta: {
    id: 'whitespace-correct',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Correct white space',
    description: 'Removes unneeded spaces from targets and copies the leading and trailing white space of the source.',
    cardinality: 'bilingual',
    requires: ['target-language'],
    consumes: [{ type: 'target', side: PortTarget }],
    produces: [{ type: 'target', side: PortTarget, optional: true }],
    writesOutput: true,
  },
  groups: [
    {
      id: 'spaces',
      title: 'Spaces',
      properties: ['normalizeSpaces', 'removeZeroWidthChars', 'trimLeading', 'trimTrailing'],
    },
    {
      id: 'edges',
      title: 'Edges as in the source',
      properties: ['matchSourceWhitespace', 'includeHorizontalWS', 'includeVerticalWS'],
    },
    {
      id: 'punctuation',
      title: 'Space after punctuation',
      properties: ['correctFullStop', 'correctComma', 'correctExclamation', 'correctQuestion'],
    },
    { id: 'target', title: 'Target', properties: ['targetLocale'] },
  ],
  properties: {
    removeZeroWidthChars: flag(true, 'Remove zero-width characters that have no effect.'),
    normalizeSpaces: flag(true, 'Collapse consecutive spaces into one.'),
    trimLeading: flag(false, 'Remove leading white space.'),
    trimTrailing: flag(false, 'Remove trailing white space.'),
    matchSourceWhitespace: flag(true, 'Copy the leading and trailing white space of the source.'),
    includeVerticalWS: flag(true, 'Include line breaks, at both ends of a text and after punctuation.'),
    includeHorizontalWS: flag(true, 'Include spaces and tabs, at both ends of a text and after punctuation.'),
    correctFullStop: flag(true, 'Remove white space after full stops in languages written without spaces.'),
    correctComma: flag(true, 'Remove white space after commas in languages written without spaces.'),
    correctExclamation: flag(true, 'Remove white space after exclamation marks in languages written without spaces.'),
    correctQuestion: flag(true, 'Remove white space after question marks in languages written without spaces.'),
    targetLocale: targetLocaleProperty,
  },
  create: (config) => {
    const chosen = Object.entries(signs).filter(([name]) => config[name as keyof typeof signs]);
    const behindSigns = spacesBehind(chosen.map(([, chars]) => chars).join(''));
    const known = new Map<string, SpaceOptions>();
    const optionsFor = (variant: string): SpaceOptions => ({
      ...config,
      behindSigns: isWrittenWithoutSpaces(variantLocale(variant)) ? behindSigns : undefined,
    });
    return {
      transform(view, ctx) {
        if (!view.translatable) return null;
        const variant = targetLocale(ctx);
        const options = known.get(variant) ?? optionsFor(variant);
        known.set(variant, options);
        return planCorrections(view, variant, options);
      },
    };
  },
});

function isWrittenWithoutSpaces(locale: string): boolean {
  return spaceless.has(new Intl.Locale(locale).maximize().script ?? '');
}

function planCorrections(view: BlockView, variant: string, options: SpaceOptions): EditPlan | null {
  const runs = view.target(variant)?.runs;
  if (runs === undefined) return null;
  const edits = units(runs).flatMap(({ path, runs: unit }) =>
    corrections(unit, findSource(view.source, runs, path), view.preserveWhitespace, options).map((edit) =>
      path.length === 0 ? edit : { path, ...edit },
    ),
  );
  return edits.length === 0 ? null : { targets: { [variant]: { edits } } };
}

/** Returns the source unit of a target unit; that of `other` for a form that the source lacks. */
function findSource(source: Runs, target: Runs, path: Path): Runs | undefined {
  let [from, to] = [source, target];
  for (const { run, form } of path) {
    const picker = to[run];
    if (picker === undefined || !hasForms(picker)) return undefined;
    const isLike = (other: Run) => other.kind === picker.kind && other.pivot === picker.pivot;
    const holder = from.filter(isLike)[to.slice(0, run).filter(isLike).length];
    if (holder === undefined || !hasForms(holder)) return undefined;
    from = formOf(holder, form) ?? formOf(holder, 'other') ?? [];
    to = formOf(picker, form) ?? [];
  }
  return from;
}

/** Corrects the shape rather than the text, since codes end a run of spaces and precede the edge. */
function corrections(
  unit: Runs,
  source: Runs | undefined,
  keepsWhitespace: boolean,
  options: SpaceOptions,
): readonly RunEdit[] {
  const draft = new TextDraft(shapeText(unit));
  if (options.removeZeroWidthChars) removeZeroWidth(draft);
  if (!keepsWhitespace) {
    correctSpaces(draft, source === undefined ? draft.text : shapeText(source), options);
  }
  return draft.edits().map(({ start, end, text }) => ({
    start,
    end,
    replacement: text === '' ? [] : [textRun(text)],
    keepsMeaning: true,
  }));
}
