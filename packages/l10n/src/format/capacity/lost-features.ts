import { AnnoAltTranslation, AnnoNote, type Block, type Run, type Runs } from '@helve/flow';
import { formsOf, hasForms, variantLocale } from '@helve/flow/content';
import type { BlockFeature, FormatCapacity } from './format-capacity.js';

/** Facts of a file to be written. */
export interface WrittenFile {
  readonly capacity: FormatCapacity;
  /** Language of the file, or of its translations; absent where it has the source only. */
  readonly targetLocale?: string | undefined;
  /** Features that the options of the file let it hold, where that depends on them. */
  readonly byOptions?: ReadonlySet<BlockFeature>;
}

/** Lists the features of a block that a new file cannot hold. */
export function lostFeatures(block: Block, file: WrittenFile): readonly BlockFeature[] {
  return checks.flatMap(([feature, isLost]) => (isLost(block, file) ? [feature] : []));
}

type Check = readonly [BlockFeature, (block: Block, file: WrittenFile) => boolean];

const checks: readonly Check[] = [
  ['note', (block, file) => block.annotations[AnnoNote] !== undefined && !holds('note', file.capacity.note, file)],
  ['context', (block, { capacity }) => contextOf(block) !== undefined && capacity.context === 'no'],
  [
    'maxLength',
    (block, file) => block.displayHint?.maxLength !== undefined && !holds('maxLength', file.capacity.maxLength, file),
  ],
  ['state', losesState],
  ['plural', (block, file) => hasRun(block, 'plural') && !holds('plural', file.capacity.plural, file)],
  ['select', losesSelect],
  ['codeType', (block, { capacity }) => capacity.codes === 'text' && sides(block).some(hasCodes)],
  [
    'segment',
    (block, { capacity }) => !capacity.segments && block.overlays.some(({ type }) => type === 'segmentation'),
  ],
  ['alternative', losesAlternatives],
  ['locale', losesLocales],
];

/** True for a value that a file holds: always, as a message or as units, or by its options. */
function holds(feature: BlockFeature, value: string, { byOptions }: WrittenFile): boolean {
  return value === 'preset' ? byOptions?.has(feature) === true : value !== 'no';
}

function contextOf({ properties, displayHint }: Block): string | undefined {
  return properties['context'] ?? displayHint?.context;
}

function losesState({ targets }: Block, { capacity, targetLocale }: WrittenFile): boolean {
  const { locales, states } = capacity;
  const written = Object.entries(targets).filter(
    ([variant]) => locales === 'many' || variantLocale(variant) === targetLocale,
  );
  return written.some(([, { status }]) => !states.includes(status));
}

function losesSelect(block: Block, { capacity }: WrittenFile): boolean {
  const { select } = capacity;
  if (select !== 'no' && select !== 'device') return false;
  const isLost = (run: Run): boolean => run.kind === 'select' && (select === 'no' || run.pivot !== 'device');
  return sides(block).some((runs) => hasAny(runs, isLost));
}

function losesAlternatives({ annotations, properties }: Block, { capacity }: WrittenFile): boolean {
  if (capacity.alternatives === 'no' && properties['previous'] !== undefined) return true;
  return capacity.alternatives !== 'yes' && annotations[AnnoAltTranslation] !== undefined;
}

function losesLocales({ targets }: Block, { capacity, targetLocale }: WrittenFile): boolean {
  return capacity.locales !== 'many' && Object.keys(targets).some((variant) => variantLocale(variant) !== targetLocale);
}

function sides({ source, targets }: Block): readonly Runs[] {
  return [source, ...Object.values(targets).map(({ runs }) => runs)];
}

function hasRun(block: Block, kind: 'plural'): boolean {
  return sides(block).some((runs) => hasAny(runs, (run) => run.kind === kind));
}

function hasCodes(runs: Runs): boolean {
  return hasAny(runs, (run) => run.kind !== 'text' && !hasForms(run));
}

/** True when a test holds for some run, in forms as well. */
function hasAny(runs: Runs, test: (run: Run) => boolean): boolean {
  return runs.some((run) => test(run) || (hasForms(run) && formsOf(run).some(([, form]) => hasAny(form, test))));
}
