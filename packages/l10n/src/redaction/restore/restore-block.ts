import {
  AnnoRedactionSecret,
  isPayload,
  newPayload,
  units as unitsOf,
  unitText,
  type BlockView,
  type EditPlan,
  type RedactionSecret,
  type Runs,
  type VaultSecret,
  type SideEdit,
  type StepContext,
  type Vault,
} from '@helve/flow';
import { reportFindings } from '../../check/report-findings.js';
import { l10nErrors } from '../../l10n-errors.js';
import { editsIn, collectFields, surfaces, type Field } from '../field/field.js';
import type { OtherFields } from '../field/other-field.js';
import { MatchCounts } from '../redact/redaction-report.js';
import { restoredText, restoringEdits, type ScannedField, type ScannedUnit } from './restored-content.js';
import { rewriteRuns } from '../field/rewrite-runs.js';
import { nameByTexts, shownTexts } from '../field/name-by-text.js';
import { KnownSecrets, showsToken, findTokens } from './token-match.js';
import { fromSecret } from '../stored-secret.js';
import { hasToken, readTokenId } from '../token.js';
import { toDrafts, tokenRules, type SideDrafts } from './token-finding.js';

/** Settings of a restoration. */
export interface RestoreSetup {
  readonly vault: Vault;
  readonly onMissing: 'finding' | 'error';
  /** True when the vault may know blocks that no longer record their tokens. */
  readonly lasting: boolean;
}

const everywhere = new Set(surfaces);

/** Plans the restoration of originals in a block; null when it has no tokens. */
export function restoreBlock(view: BlockView, ctx: StepContext, setup: RestoreSetup): null | Promise<EditPlan | null> {
  const speaks = readTokens(view).length > 0 || hasTokens(view) || (setup.lasting && showsTokens(view));
  if (!speaks && view.annotation(AnnoRedactionSecret) !== undefined) view.removeAnnotation(AnnoRedactionSecret);
  if (!speaks && !setup.lasting) return null;
  return storedFor(view, ctx, setup).then((stored) =>
    speaks || stored.length > 0 ? planRestoration(view, ctx, setup, stored) : null,
  );
}

/** Loads the secrets of a block; one that was named by its text has another id since its redaction. */
async function storedFor({ id, source }: BlockView, { document }: StepContext, { vault, lasting }: RestoreSetup) {
  const stored = await vault.list({ document: document.id, block: id });
  if (stored.length > 0 || !lasting) return stored;
  return vault.list({ document: document.id, block: nameByTexts(shownTexts(source)) });
}

function planRestoration(
  view: BlockView,
  ctx: StepContext,
  setup: RestoreSetup,
  stored: readonly VaultSecret[],
): EditPlan | null {
  const tokens = readTokens(view);
  const secrets = stored.flatMap((secret) => fromSecret(secret) ?? []);
  const named = new Set(tokens.map(({ id }) => readTokenId(id)?.token ?? id));
  const known = new KnownSecrets(secrets, named);
  const { fields, finish } = collectFields(view, everywhere);
  const seen = fields.map((field) => look(field, known));
  const drafts = toDrafts(view, seen, secrets, named);
  assertComplete(view.id, drafts, setup);
  const counts = restoreTexts(seen);
  finish();
  settleTokens(view, tokens, known);
  reportDrafts(view, ctx, drafts);
  reportUnknown(seen, ctx);
  report(ctx, counts, drafts);
  return toPlan(seen);
}

/** Restores originals in texts outside blocks. */
export async function restorePart(
  { scope, fields, finish }: OtherFields,
  ctx: StepContext,
  { vault, lasting }: RestoreSetup,
): Promise<void> {
  const stored = await vault.list({ document: ctx.document.id, block: scope });
  const known = new KnownSecrets(
    stored.flatMap((secret) => fromSecret(secret) ?? []),
    new Set(),
  );
  if (known.size === 0 && !lasting) return;
  const seen = fields.map((field) => look(field, known));
  const counts = restoreTexts(seen);
  finish();
  reportUnknown(seen, ctx);
  if (counts.total > 0) ctx.report(counts.toReport('restored'));
}

function look(field: Field, known: KnownSecrets): ScannedField {
  return { field, units: field.units.map(({ path, runs }) => ({ path, runs, matches: findTokens(runs, known) })) };
}

/** Writes restored texts and payloads, and counts all restored secrets. */
function restoreTexts(seen: readonly ScannedField[]): MatchCounts {
  const counts = new MatchCounts();
  for (const { field, units } of seen) {
    const restored = units.flatMap(({ matches }) => matches.filter(({ secret }) => secret !== undefined));
    for (const { secret, part = 1 } of restored) if (part === 1) counts.add(secret?.category ?? '', field.surface);
    const edits = field.setRuns === undefined ? [] : editsIn(field, restoringEdits(units));
    if (edits.length > 0) field.setRuns?.(rewriteRuns(field.runs, edits));
    if (restored.length === 0) continue;
    field.setText?.(units.map(({ runs, matches }) => restoredText(singleText(runs), matches)).join(''));
  }
  return counts;
}

function singleText([run]: ScannedUnit['runs']): string {
  return run?.kind === 'text' ? run.text : '';
}

function toPlan(seen: readonly ScannedField[]): EditPlan | null {
  let source: SideEdit | undefined;
  const targets: Record<string, SideEdit> = {};
  for (const { field, units } of seen) {
    const edits = field.side === undefined ? [] : editsIn(field, restoringEdits(units));
    if (edits.length === 0 || field.side === undefined) continue;
    if (field.side === null) source = { edits };
    else targets[field.side] = { edits };
  }
  const restored = new Set(
    seen.flatMap(({ units }) => units.flatMap(({ matches }) => matches.flatMap(({ secret }) => secret?.token ?? []))),
  );
  if (source === undefined) return Object.keys(targets).length === 0 ? null : { targets, restored: [...restored] };
  return { source, targets, restored: [...restored] };
}

function assertComplete(block: string, all: readonly SideDrafts[], { onMissing }: RestoreSetup): void {
  if (onMissing === 'finding') return;
  const count = all.flatMap(({ drafts }) => drafts).filter(({ rule }) => rule !== tokenRules.repeated).length;
  if (count > 0) throw l10nErrors.create('L10N_SECRET_LOST', { block, count });
}

/** Updates the block's record of tokens to those that are still out. */
function settleTokens(view: BlockView, tokens: RedactionSecret['tokens'], known: KnownSecrets): void {
  if (tokens.length === 0) return;
  const left = tokens.filter(({ id }) => known.byToken(readTokenId(id)?.token ?? id) === undefined);
  if (left.length === 0) view.removeAnnotation(AnnoRedactionSecret);
  else view.setAnnotation(AnnoRedactionSecret, newPayload('redaction.secret', { tokens: left }));
}

function reportDrafts(view: BlockView, ctx: StepContext, all: readonly SideDrafts[]): void {
  const drafts = all.flatMap((each) => each.drafts);
  reportFindings(view, ctx.step.tool, drafts, { variant: view.variants });
  for (const { side, lost } of all) {
    if (lost.length === 0) continue;
    ctx.lose({ kind: 'secret-unrestored', detail: { variant: side, count: lost.length, tokens: [...lost] } });
  }
}

/** Reports remaining tokens as a loss that leaves the document incomplete. */
function reportUnknown(seen: readonly ScannedField[], ctx: StepContext): void {
  for (const { field, units } of seen) {
    const left = units.flatMap(({ matches }) => matches.filter(({ secret }) => secret === undefined));
    if (left.length === 0) continue;
    ctx.lose({ kind: 'secret-unrestored', detail: { variant: field.side ?? null, count: left.length, left: true } });
  }
}

function report(ctx: StepContext, counts: MatchCounts, all: readonly SideDrafts[]): void {
  const drafts = all.flatMap((each) => each.drafts);
  const count = (rule: string) => drafts.filter((draft) => draft.rule === rule).length;
  if (counts.total === 0 && drafts.length === 0) return;
  const { lost, repeated, unknown } = tokenRules;
  const missing = { lost: count(lost), repeated: count(repeated), unknown: count(unknown) };
  ctx.report(counts.toReport('restored', missing));
}

function readTokens(view: BlockView): RedactionSecret['tokens'] {
  const value = view.annotation(AnnoRedactionSecret);
  return isPayload(value, 'redaction.secret') ? value.tokens : [];
}

/** True when some text looks like a visible token. */
function showsTokens(view: BlockView): boolean {
  const shows = (runs: Runs) => unitsOf(runs).some((unit) => showsToken(unitText(unit.runs)));
  return shows(view.source) || view.variants.some((variant) => shows(view.target(variant)?.runs ?? []));
}

function hasTokens(view: BlockView): boolean {
  return hasToken(view.source) || view.variants.some((variant) => hasToken(view.target(variant)?.runs ?? []));
}
