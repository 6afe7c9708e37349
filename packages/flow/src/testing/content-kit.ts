import fc, { type Arbitrary } from 'fast-check';
import { originKinds, targetStatuses, type Block, type Origin, type Target } from '../contract/block.js';
import { OverlayType, type Overlay, type OverlaySpan } from '../contract/overlay.js';
import type { PluralKey, Run, RunRange, Runs } from '../contract/run.js';
import type { Side } from '../contract/view.js';
import { createBlock } from '../content/block/block.js';
import { normaliseRuns, textRun } from '../content/run/normalise-runs.js';
import { sortSpans } from '../content/block/overlay.js';
import { newPayload } from '../content/payload/payload.js';
import { rangeFor, shapeLength } from '../content/run/run-range.js';
import { createTarget } from '../content/block/target.js';
import { units } from '../content/run/units.js';

/** Options of arbitrary content. */
export interface RunsOptions {
  /** Maximum depth of nested plurals and selects; 0 is none. */
  readonly formDepth?: number;
  readonly codes?: boolean;
}

const words = [
  'Hello',
  'world',
  ' ',
  '  ',
  '\n',
  'a',
  'Straße',
  'é',
  '日本語',
  '😀',
  '👩‍🔬',
  '&',
  '<',
  '{',
  '%',
  '\u00a0',
  '.',
  '7',
];

/** Text as documents have it: words, white space, signs that formats escape, and characters of two UTF-16 units. */
export function arbitraryText(): Arbitrary<string> {
  const joined = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(''));
  return fc.oneof({ weight: 4, arbitrary: joined }, arbitraryUnicode(8));
}

/** Any well-formed text, much of it outside of the first plane. */
export function arbitraryUnicode(maxLength = 10): Arbitrary<string> {
  const point = fc.oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
  return fc.array(point, { maxLength }).map((points) => String.fromCodePoint(...points));
}

const codeTypes = [
  'fmt:bold',
  'fmt:code',
  'link:hyperlink',
  'code:variable',
  'code:function',
  'struct:break',
  'entity:person',
  'x:own',
];

/** Content before its codes have ids: a tree of pieces. */
type Piece =
  | { readonly text: string }
  | { readonly ph: string; readonly equiv: string | undefined }
  | { readonly pair: string; readonly inside: readonly Piece[]; readonly deletable: boolean | undefined }
  | { readonly sub: string }
  | { readonly forms: readonly (readonly [PluralKey, readonly Piece[]])[]; readonly ordinal: boolean }
  | { readonly cases: readonly (readonly [string, readonly Piece[]])[] };

/** Well-formed, normal, frozen content. */
export function arbitraryRuns({ formDepth = 1, codes = true }: RunsOptions = {}): Arbitrary<Runs> {
  return arbitraryPieces(formDepth, codes, 2).map((pieces) => normaliseRuns(toRuns(pieces)));
}

function arbitraryPieces(formDepth: number, codes: boolean, pairDepth: number): Arbitrary<readonly Piece[]> {
  const choices: { readonly weight: number; readonly arbitrary: Arbitrary<Piece> }[] = [
    { weight: 5, arbitrary: fc.record({ text: arbitraryText() }) },
  ];
  const type = fc.constantFrom(...codeTypes);
  if (codes) {
    const equiv = fc.constantFrom(undefined, 'name', 'n');
    choices.push({ weight: 2, arbitrary: fc.record({ ph: type, equiv }) });
    choices.push({ weight: 1, arbitrary: fc.record({ sub: fc.constantFrom('b7', 'b8') }) });
  }
  if (codes && pairDepth > 0) {
    const inside = arbitraryPieces(0, codes, pairDepth - 1);
    choices.push({
      weight: 2,
      arbitrary: fc.record({ pair: type, inside, deletable: fc.constantFrom(undefined, true, false) }),
    });
  }
  if (formDepth > 0) {
    const form = arbitraryPieces(formDepth - 1, codes, 1);
    choices.push({ weight: 1, arbitrary: arbitraryPlural(form) }, { weight: 1, arbitrary: arbitrarySelect(form) });
  }
  return fc.array(fc.oneof(...choices), { maxLength: 5 });
}

function arbitraryPlural(form: Arbitrary<readonly Piece[]>): Arbitrary<Piece> {
  const keys: readonly PluralKey[] = ['=0', '=1', 'zero', 'one', 'two', 'few', 'many'];
  return fc.record({ forms: arbitraryForms(keys, form), ordinal: fc.boolean() });
}

function arbitrarySelect(form: Arbitrary<readonly Piece[]>): Arbitrary<Piece> {
  return fc.record({ cases: arbitraryForms(['female', 'male', 'a/b:c%', 'constructor', '__proto__', '😀'], form) });
}

/** Up to three of some forms, and `other` always. */
function arbitraryForms<Key extends string>(keys: readonly Key[], form: Arbitrary<readonly Piece[]>) {
  const some = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), form), { selector: ([key]) => key, maxLength: 3 });
  return fc.tuple(some, form).map(([forms, other]) => [...forms, ['other', other] as const]);
}

/** Gives codes their ids in reading order; every form counts for itself. */
function toRuns(pieces: readonly Piece[]): Runs {
  let last = 0;
  const walk = (piece: Piece): readonly Run[] => {
    if ('text' in piece) return [textRun(piece.text)];
    if ('forms' in piece) return [{ kind: 'plural', pivot: 'n', ordinal: piece.ordinal, forms: toForms(piece.forms) }];
    if ('cases' in piece) return [{ kind: 'select', pivot: 'who', cases: toForms(piece.cases) }];
    const id = String((last += 1));
    if ('sub' in piece) return [{ kind: 'sub', id, ref: piece.sub }];
    if ('ph' in piece) {
      const equiv = piece.equiv === undefined ? {} : { equiv: piece.equiv };
      return [{ kind: 'ph', id, type: piece.ph, data: `<ph${id}/>`, ...equiv }];
    }
    const { pair: type, inside, deletable } = piece;
    const constraints =
      deletable === undefined ? {} : { constraints: { deletable, cloneable: false, reorderable: true } };
    return [
      { kind: 'pc-open', id, type, data: `<pc${id}>`, ...constraints },
      ...inside.flatMap(walk),
      { kind: 'pc-close', id, type, data: `</pc${id}>` },
    ];
  };
  return pieces.flatMap(walk);
}

function toForms(forms: readonly (readonly [string, readonly Piece[]])[]): { readonly [key: string]: Runs } {
  return Object.fromEntries(forms.map(([key, pieces]) => [key, toRuns(pieces)]));
}

/** A range somewhere in some content, in canonical form. */
export function arbitraryRange(runs: Runs): Arbitrary<RunRange> {
  const rangeInUnit = fc.tuple(
    fc.constantFrom(...units(runs)),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  return rangeInUnit.map(([unit, a, b]) => {
    const length = shapeLength(unit.runs);
    const [start, end] = [Math.round(a * length), Math.round(b * length)];
    return rangeFor(runs, unit.path, Math.min(start, end), Math.max(start, end));
  });
}

/** Overlays of every built-in type over one side, in bounds and in order. */
export function arbitraryOverlays(runs: Runs, side: Side): Arbitrary<readonly Overlay[]> {
  const one = fc.record({
    type: fc.constantFrom(...Object.values(OverlayType)),
    layer: fc.constantFrom('', 'phrase'),
    ranges: fc.array(fc.option(arbitraryRange(runs), { freq: 9, nil: undefined }), { minLength: 1, maxLength: 5 }),
  });
  const key = ({ type, layer }: { readonly type: string; readonly layer: string }) => `${type} ${layer}`;
  return fc
    .uniqueArray(one, { selector: key, maxLength: 3 })
    .map((drafts) => drafts.map(({ type, layer, ranges }) => ({ type, variant: side, layer, spans: toSpans(ranges) })));
}

function toSpans(ranges: readonly (RunRange | undefined)[]): OverlaySpan[] {
  return sortSpans(
    ranges.map((range, index) => ({ id: `s${index + 1}`, ...(range !== undefined && { range }), props: {} })),
  );
}

function arbitraryTarget(): Arbitrary<Target> {
  const origin = fc.constantFrom(...originKinds).map((kind): Origin => ({ kind, engine: 'demo' }));
  return fc
    .tuple(arbitraryRuns(), fc.constantFrom(...targetStatuses), origin)
    .map(([runs, status, from]) => createTarget(runs, { status, origin: from }));
}

/** A block with content, targets, marks on both sides, annotations and properties. */
export function arbitraryBlock(options: RunsOptions = {}): Arbitrary<Block> {
  const targets = fc.dictionary(fc.constantFrom('fr', 'de-AT', 'pl', 'ja;tone=formal'), arbitraryTarget(), {
    noNullPrototype: true,
  });
  return fc
    .tuple(arbitraryRuns(options), targets)
    .chain(([source, sides]) =>
      fc.record({
        source: fc.constant(source),
        targets: fc.constant(sides),
        id: fc.constantFrom('b1', 'greeting', 'x#2', '__proto__'),
        name: fc.constantFrom('', 'home.title'),
        translatable: fc.boolean(),
        preserveWhitespace: fc.boolean(),
        properties: fc.dictionary(fc.constantFrom('key', '@line', 'path'), arbitraryText(), { noNullPrototype: true }),
        annotations: fc.constantFrom(
          {},
          { note: newPayload('note', { items: [{ text: 'Short, please' }] }) },
          { own: { type: 'own', n: 1 } },
        ),
        overlays: allOverlays(source, sides),
      }),
    )
    .map(({ annotations, ...fields }) =>
      createBlock({ ...fields, sourceLocale: 'en', annotations: { ...annotations } }),
    );
}

function allOverlays(source: Runs, targets: Readonly<Record<string, Target>>): Arbitrary<Overlay[]> {
  const sides = Object.entries(targets).map(([variant, { runs }]) => arbitraryOverlays(runs, variant));
  return fc.tuple(arbitraryOverlays(source, null), ...sides).map((lists) => lists.flat());
}
