import { andThen, drive } from '@helve/core';
import {
  AnnoRedactionSecret,
  isPayload,
  newPayload,
  type BlockView,
  type EditPlan,
  type RedactionSecret,
  type RunEdit,
  type SideEdit,
  type StepContext,
  type Vault,
} from '@helve/flow';
import { l10nErrors } from '../../l10n-errors.js';
import { BlockSecrets } from './block-secrets.js';
import type { Detector, DetectionsByText } from '../detect/detector.js';
import { createEntityFinder, entitiesIn } from '../detect/entity-mark.js';
import type { EntityType } from '../../entity/entity-type.js';
import { editsIn, collectFields, textField, type BlockFields, type Field, type Surface } from '../field/field.js';
import {
  countLeft,
  openField,
  extractSecrets,
  type MarksOf,
  type OpenField,
  type SecretFragment,
} from './find-secrets.js';
import { isClean } from './is-clean.js';
import { nameByTexts, shownCode, shownTexts } from '../field/name-by-text.js';
import type { PlaceholderTemplate } from './placeholder-template.js';
import { countKept, countTaken, type MatchCounts } from './redaction-report.js';
import { redactingEdits, redactedDigest, redactedText, tokensByUnit } from './redacted-content.js';
import { rewriteRuns } from '../field/rewrite-runs.js';
import type { StoredSecret } from '../stored-secret.js';
import { isTokenRun, readTokenId } from '../token.js';

/** Settings of a redaction. */
export interface RedactionSetup {
  readonly detector: Detector;
  /** Empty when entities are not redacted. */
  readonly entityTypes: ReadonlySet<EntityType>;
  readonly placeholder: PlaceholderTemplate;
  readonly surfaces: ReadonlySet<Surface>;
  vaultOf(ctx: StepContext): Vault;
  tokenOf(ctx: StepContext, category: string, original: string): string;
}

/** Plans the extraction of secrets from a block; null when it has none. */
export function redactBlock(
  view: BlockView,
  ctx: StepContext,
  setup: RedactionSetup,
): EditPlan | null | Promise<EditPlan | null> {
  const { entityTypes, detector } = setup;
  if (entityTypes.size === 0 && detector.inPlace && isClean(view, setup.surfaces, detector)) return null;
  const all = collectFields(view, setup.surfaces);
  const marks: MarksOf =
    entityTypes.size === 0 ? () => [] : (field, path, flat) => entitiesIn(view, entityTypes, field, path, flat);
  const secrets = new BlockSecrets((...names) => setup.tokenOf(ctx, ...names), readTokens(view), visibleIn(all.fields));
  const open = all.fields.map((field) => openField(field, setup.placeholder));
  const find =
    entityTypes.size === 0 ? (texts: readonly string[]) => detector.find(texts) : finderFor(open, marks, setup);
  return drive(planRedaction(view, ctx, setup, { all, open, marks, secrets }), find);
}

/** Extracts secrets from texts outside blocks; returns what the vault must store before they are written. */
export function redactTexts(
  id: string,
  fields: readonly Field[],
  ctx: StepContext,
  setup: RedactionSetup,
): Redacted | Promise<Redacted> {
  const secrets = new BlockSecrets((...names) => setup.tokenOf(ctx, ...names), [], new Map());
  const open = fields.map((field) => openField(field, setup.placeholder));
  return drive(
    (function* () {
      yield* extractSecrets(id, open, secrets, () => []);
      return {
        secrets: secrets.toSecrets(setup.placeholder),
        counts: countTaken(open),
        write: () => setTexts(open, secrets, setup),
      };
    })(),
    (texts) => setup.detector.find(texts),
  );
}

export interface Redacted {
  readonly secrets: NonNullable<EditPlan['secrets']>;
  readonly counts: MatchCounts;
  write(): void;
}

interface BlockWork {
  readonly all: BlockFields;
  readonly open: readonly OpenField[];
  readonly marks: MarksOf;
  readonly secrets: BlockSecrets;
}

function* planRedaction(
  view: BlockView,
  ctx: StepContext,
  setup: RedactionSetup,
  { all, open, marks, secrets }: BlockWork,
): Generator<readonly string[], EditPlan | null, DetectionsByText> {
  yield* extractSecrets(view.id, open, secrets, marks);
  if (secrets.size === 0) return null;
  const written = setTexts(open, secrets, setup);
  yield* assertNothingLeft(view.id, written, setup);
  all.finish();
  view.setAnnotation(AnnoRedactionSecret, newPayload('redaction.secret', { tokens: secrets.toTokens() }));
  ctx.report(countTaken(open).toReport('redacted', { secrets: secrets.size }));
  const keptCounts = countKept(open);
  if (Object.keys(keptCounts).length > 0) ctx.report({ kept: keptCounts });
  const plan = toPlan(open, secrets, setup);
  plan.secrets = secrets.toSecrets(setup.placeholder, contentLeft(open));
  plan.aliases = createAliases(view, open, secrets, setup);
  return plan;
}

/** Returns the new alias of a block whose file names a message by its text. */
function createAliases(
  { source }: BlockView,
  open: readonly OpenField[],
  secrets: BlockSecrets,
  { placeholder }: RedactionSetup,
): readonly string[] {
  const content = open.find(({ field }) => field.side === null);
  const visibleOf = ({ secret }: SecretFragment) => secrets.visibleOf(secret, placeholder);
  return [
    nameByTexts(content?.units.map(({ flat }) => redactedText(flat, visibleOf, shownCode)) ?? shownTexts(source)),
  ];
}

/** Collects facts about the remaining content for the vault, so that later losses are noticed. */
function contentLeft(open: readonly OpenField[]): Pick<StoredSecret, 'targets' | 'given'> {
  const source = open.find(({ field }) => field.side === null);
  const targets = open.flatMap(({ field, units }) =>
    field.side ? [[field.side, redactedDigest(units)] as const] : [],
  );
  return {
    ...(source && { given: tokensByUnit(source.units) }),
    ...(targets.length > 0 && { targets: Object.fromEntries(targets) }),
  };
}

/** Writes every changed text and payload, and returns the texts. */
function setTexts(
  open: readonly OpenField[],
  secrets: BlockSecrets,
  { placeholder }: RedactionSetup,
): readonly Field[] {
  return open.flatMap(({ field, units }) => {
    if (field.side !== undefined) return [];
    if (field.setRuns !== undefined) {
      const edits = editsIn(field, redactingEdits(units, secrets, placeholder));
      if (edits.length > 0) field.setRuns(rewriteRuns(field.runs, edits));
      return [];
    }
    if (units.every(({ flat }) => flat.taken.length === 0)) return [];
    const text = units
      .map(({ flat }) => redactedText(flat, (piece) => secrets.visibleOf(piece.secret, placeholder)))
      .join('');
    field.setText?.(text);
    return [textField(field.surface, text, () => undefined)];
  });
}

/** Searches texts once more as the next step will see them; throws if anything is found. */
function* assertNothingLeft(
  block: string,
  fields: readonly Field[],
  { placeholder }: RedactionSetup,
): Generator<readonly string[], void, DetectionsByText> {
  if (fields.length === 0) return;
  const flats = fields.flatMap((field) => openField(field, placeholder).units.map(({ flat }) => ({ field, flat })));
  const found = yield flats.map(({ flat }) => flat.text);
  for (const [index, { field, flat }] of flats.entries()) {
    const count = countLeft(flat, found[index] ?? []);
    if (count > 0) throw l10nErrors.create('L10N_REDACTION_LEFT', { block, count, surface: field.surface });
  }
}

function toPlan(open: readonly OpenField[], secrets: BlockSecrets, { placeholder }: RedactionSetup): DraftPlan {
  const plan: DraftPlan = {};
  const targets: Record<string, SideEdit> = {};
  for (const { field, units } of open) {
    if (field.side === undefined) continue;
    const edits = editsIn(field, redactingEdits(units, secrets, placeholder));
    if (edits.length === 0) continue;
    if (field.side === null) plan.source = { edits };
    // An approval stays: the text will come back unchanged.
    else targets[field.side] = { edits: edits.map((edit): RunEdit => ({ ...edit, keepsMeaning: true })) };
  }
  if (Object.keys(targets).length > 0) plan.targets = targets;
  return plan;
}

type DraftPlan = { -readonly [K in keyof EditPlan]: EditPlan[K] };

/** Creates a finder by rules and presets, and by the names of entities that are marked in the block. */
function finderFor(open: readonly OpenField[], marks: MarksOf, { detector }: RedactionSetup) {
  const entities = open.flatMap(({ field, units }) =>
    units.flatMap(({ path, flat }) =>
      marks(field, path, flat).map(({ start, end, category }) => ({ text: flat.text.slice(start, end), category })),
    ),
  );
  const findEntities = createEntityFinder(entities.filter(({ text }) => text !== ''));
  if (findEntities === undefined) return (texts: readonly string[]) => detector.find(texts);
  const join = (texts: readonly string[], found: DetectionsByText): DetectionsByText =>
    found.map((list, index) => [...list, ...findEntities(texts[index] ?? '')]);
  return (texts: readonly string[]) => andThen(detector.find(texts), (found) => join(texts, found));
}

function readTokens(view: BlockView): RedactionSecret['tokens'] {
  const value = view.annotation(AnnoRedactionSecret);
  return value !== undefined && isPayload(value, 'redaction.secret') ? value.tokens : [];
}

/** Maps the existing tokens of the content to their visible texts. */
function visibleIn(fields: readonly Field[]): ReadonlyMap<string, string> {
  const visible = new Map<string, string>();
  for (const { units } of fields) {
    for (const { runs } of units) {
      for (const run of runs) {
        const token = isTokenRun(run) ? readTokenId(run.id)?.token : undefined;
        if (token !== undefined && isTokenRun(run)) visible.set(token, run.data);
      }
    }
  }
  return visible;
}
