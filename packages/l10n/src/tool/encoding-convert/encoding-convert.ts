import {
  PortSource,
  resolveSides,
  units,
  unitText,
  type BlockView,
  type EditPlan,
  type StepContext,
  type Unit,
} from '@helve/flow';
import { sidePorts } from '../../check/check-port.js';
import type { CheckRules } from '../../check/check-rule.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { reportFindings } from '../../check/report-findings.js';
import { textRangeIn } from '../../check/unit-range.js';
import { unwritable } from '../../format/format-error.js';
import { toEncoding } from '../../format/text/encoding.js';
import { escapeAllProperty, replaceLackingProperty } from '../../format/text/output-buffer.js';
import { createUnmappableFinder, shownChars, type UnmappableChar } from '../../format/text/unmappable.js';
import { codePointLabel } from '../../text/code-point-label.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { planTextEdits, chooseSides, sidesProperties, type ChosenSide, type Sides } from '../../tool-kit/side-edits.js';
import { toTextEdits, type TextChange } from '../../tool-kit/text-change.js';
import { unknownEncoding } from '../../tool-kit/unknown-encoding.js';
import { escapingFormats } from './escaping-format.js';
import { findEscapes, type EscapeKinds } from './find-escapes.js';

const rules = {
  'encoding.unmappable': { severity: 'major', description: 'The encoding of the file does not have a character.' },
} as const satisfies CheckRules;

const flag = (value: boolean, description: string) => ({ type: 'boolean', default: value, description }) as const;

/** Writes files in another encoding, and reports the characters that it lacks. */
export const encodingConvert = flowToolEntry({
  meta: {
    id: 'encoding-convert',
    version: '1.0.0',
    category: 'convert',
    displayName: 'Convert encoding',
    description:
      'Writes files in another encoding, resolves escapes that are no longer needed, and finds characters it does not have.',
    cardinality: 'monolingual',
    consumes: [],
    produces: [{ type: 'layer', side: PortSource }],
    writesOutput: true,
  },
  groups: [
    { id: 'encoding', title: 'Encoding', properties: ['targetEncoding', 'onUnmappable', 'escapeAll'] },
    { id: 'sides', title: 'Sides', properties: ['applySource', 'applyTarget'] },
    { id: 'escapes', title: 'Escapes to resolve', properties: ['unescapeNCR', 'unescapeCER', 'unescapeJava'] },
  ],
  properties: {
    targetEncoding: { type: 'string', minLength: 1, description: 'Encoding of the written files.' },
    unescapeNCR: flag(true, 'Replace numeric references such as &#233; with their characters.'),
    unescapeCER: flag(true, 'Replace named references such as &eacute; with their characters.'),
    unescapeJava: flag(
      true,
      'Replace escapes such as \\u00e9 in texts with their characters. The escapes that a format itself has, such as those of .properties and JSON files, stay as they are in the file.',
    ),
    escapeAll: flag(false, 'Escape all non-ASCII characters, in formats that have escapes.'),
    onUnmappable: {
      enum: ['error', 'escape', 'replace', 'report'],
      default: 'report',
      description:
        'Handling of characters that the encoding does not have: fail the block, use the escapes of the format, write a question mark, or report a finding. A character without an escape is written as a question mark and counted.',
    },
    ...sidesProperties(false, true),
  },
  required: ['targetEncoding'],
  resolve: (config, info) => {
    const sides = resolveSides(config, info);
    const { targetEncoding, applySource, applyTarget } = config;
    return {
      ...sides,
      produces: [...(sides.produces ?? []), ...sidePorts(applySource, applyTarget)],
      diagnostics: [...(sides.diagnostics ?? []), ...unknownEncoding(targetEncoding, '/targetEncoding')],
    };
  },
  create: (config) => {
    const { targetEncoding, onUnmappable, escapeAll, unescapeNCR, unescapeCER, unescapeJava, ...sides } = config;
    const kinds = { unescapeNCR, unescapeCER, unescapeJava };
    let known: TargetEncoding | undefined;
    const target = () => (known ??= findTargetEncoding(targetEncoding));
    return {
      handleLayer(layer) {
        if (layer.parentId !== undefined) return;
        layer.encoding = target().name;
        // Without its mark UTF-16 is ambiguous; encodings other than Unicode's have none.
        if (!layer.encoding.startsWith('utf-')) layer.bom = false;
        else if (layer.encoding.startsWith('utf-16')) layer.bom = true;
        // A character that no finding, error or escape handles must not stop the file: the writer replaces and counts
        // it.
        layer.properties[replaceLackingProperty] = 'true';
        if (escapeAll) layer.properties[escapeAllProperty] = 'true';
      },
      transform(view, ctx) {
        if (!view.translatable) return null;
        const { name, find } = target();
        const lacking = onUnmappable === 'escape' && hasEscapes(ctx) ? [] : lackingChars(view, sides, find);
        if (onUnmappable === 'error') assertMappable(view, ctx, name, lacking);
        const reported = onUnmappable === 'replace' ? [] : lacking;
        const drafts = reported.flatMap((found) => toDrafts(found, name));
        reportFindings(view, 'encoding-convert', drafts, { variant: sides.applyTarget ? view.variants : [] });
        if (onUnmappable === 'replace') loseChars(view, ctx, lacking);
        return planChanges(view, { ...sides, kinds, replaces: onUnmappable === 'replace', find });
      },
    };
  },
});

/** The encoding of the written files, under its canonical name. */
interface TargetEncoding {
  readonly name: string;
  readonly find: FindUnmappable;
}

function findTargetEncoding(label: string): TargetEncoding {
  const { name } = toEncoding(label, '');
  return { name, find: createUnmappableFinder(name) };
}

type FindUnmappable = ReturnType<typeof createUnmappableFinder>;

/** The characters of one unit that the encoding lacks. */
interface LackingUnit extends ChosenSide {
  readonly unit: Unit;
  readonly chars: readonly UnmappableChar[];
}

function hasEscapes({ document }: Pick<StepContext, 'document'>): boolean {
  return escapingFormats.has(document.format ?? '');
}

function lackingChars(view: BlockView, sides: Sides, find: FindUnmappable): readonly LackingUnit[] {
  return chooseSides(view, sides).flatMap((side) =>
    units(side.runs).flatMap((unit) => {
      const chars = find(unitText(unit.runs));
      return chars.length === 0 ? [] : [{ ...side, unit, chars }];
    }),
  );
}

function assertMappable(
  { id }: BlockView,
  { document }: StepContext,
  encoding: string,
  lacking: readonly LackingUnit[],
): void {
  const [first] = lacking;
  if (first === undefined) return;
  throw unwritable(id, document.format ?? 'text', `"${encoding}" does not have ${shownChars(first.chars)}`);
}

function toDrafts({ side, unit, chars }: LackingUnit, encoding: string): readonly FindingDraft[] {
  return chars.map(({ char, index, count }) => ({
    rule: 'encoding.unmappable',
    severity: rules['encoding.unmappable'].severity,
    message: `"${encoding}" does not have ${shownChars([{ char }])}`,
    side,
    range: textRangeIn(unit, index, index + char.length),
    subject: char,
    metadata: { encoding, codePoint: codePointLabel(char), count },
  }));
}

function loseChars({ id }: BlockView, ctx: StepContext, lacking: readonly LackingUnit[]): void {
  const count = lacking.flatMap(({ chars }) => chars).reduce((sum, char) => sum + char.count, 0);
  const loss = { kind: 'char-replaced', block: id, detail: { count } } as const;
  if (count > 0) ctx.lose(loss);
}

interface ChangeOptions extends Sides {
  readonly kinds: EscapeKinds;
  readonly replaces: boolean;
  readonly find: FindUnmappable;
}

/**
 * Plans the replacement of escapes; one for a character that the encoding lacks stays, since it is the best that can be
 * written.
 */
function planChanges(view: BlockView, { kinds, replaces, find, ...sides }: ChangeOptions): EditPlan | null {
  const findChanges = (text: string) => {
    const escapes = findEscapes(text, kinds).filter(({ text: char }) => find(char).length === 0);
    const replaced = replaces ? questionMarks(text, find) : [];
    return [...escapes, ...replaced].toSorted((one, other) => one.start - other.start);
  };
  return planTextEdits(view, sides, (text) => toTextEdits(text, findChanges(text)), { keepsMeaning: !replaces });
}

function questionMarks(text: string, find: FindUnmappable): readonly TextChange[] {
  const lacking = new Set(find(text).map(({ char }) => char));
  if (lacking.size === 0) return [];
  const changes: TextChange[] = [];
  let start = 0;
  for (const char of text) {
    const end = start + char.length;
    if (lacking.has(char)) changes.push({ start, end, text: '?' });
    start = end;
  }
  return changes;
}
