import { andThen } from '@helve/core';
import type { BlockView, EditPlan, StepContext } from '@helve/flow';
import { chooseDetections, type Detection } from '../detect/detection.js';
import type { Detector, DetectionsByText } from '../detect/detector.js';
import type { RedactionSetup } from './redact-block.js';
import { fromSecret } from '../stored-secret.js';

/** A text that no tool may rewrite, since it identifies something in the file or its reader. */
export interface FixedText {
  readonly place: string;
  readonly text: string;
}

/** A fixed text with private data in it. */
export interface FixedSecret extends FixedText {
  readonly found: readonly Detection[];
}

/** Searches the id, the name and the display hint of a block for private data. */
export function findFixedSecrets(
  view: BlockView,
  detector: Detector,
): readonly FixedSecret[] | undefined | Promise<readonly FixedSecret[] | undefined> {
  if (detector.inPlace && !mayKeep(view, detector)) return undefined;
  return findIn(keptTexts(view), detector);
}

/** Finds secrets in texts of a part that is not a block. */
export function findIn(
  texts: readonly FixedText[],
  detector: Detector,
): readonly FixedSecret[] | undefined | Promise<readonly FixedSecret[] | undefined> {
  return andThen(detector.find(texts.map(({ text }) => text)), (found) => secretsIn(texts, found));
}

/** Reports texts that stay, and makes logs and reports show a token for them from here on. */
export function concealFixedSecrets(secrets: readonly FixedSecret[], ctx: StepContext, setup: RedactionSetup): void {
  const counts: Record<string, number> = {};
  for (const { place, text, found } of secrets) {
    counts[place] = (counts[place] ?? 0) + found.length;
    ctx.conceal(
      text,
      withTokens(text, found, (category, original) => setup.tokenOf(ctx, category, original)),
    );
  }
  ctx.report({ kept: counts });
}

/** Conceals extracted secrets that also occur in the name of the block. */
export function concealOriginals(view: BlockView, plan: EditPlan | null, ctx: StepContext): void {
  const originals = (plan?.secrets ?? []).flatMap((secret) => fromSecret(secret) ?? []);
  for (const { text } of keptTexts(view)) {
    const concealed = originals.reduce(
      (masked, { text: original, token }) => (original === '' ? masked : masked.replaceAll(original, token)),
      ctx.shown(text),
    );
    ctx.conceal(text, concealed);
  }
}

/** False when a block surely has no such text; allocates nothing, since most blocks have none. */
function mayKeep({ id, name, displayHint }: BlockView, detector: Detector): boolean {
  if (detector.mayFind(name) || (id !== name && detector.mayFind(id))) return true;
  if (displayHint === undefined) return false;
  return detector.mayFind(displayHint.preview ?? '') || detector.mayFind(displayHint.context ?? '');
}

function secretsIn(texts: readonly FixedText[], found: DetectionsByText): readonly FixedSecret[] | undefined {
  const secrets = texts.flatMap((text, index) => {
    const chosen = chooseDetections(found[index] ?? []);
    return chosen.length === 0 ? [] : [{ ...text, found: chosen }];
  });
  return secrets.length === 0 ? undefined : secrets;
}

/** Lists the texts of a block that tools only read. */
function keptTexts({ id, name, displayHint }: BlockView): readonly FixedText[] {
  return [
    { place: 'block id', text: id },
    { place: 'block name', text: name },
    { place: 'display hint', text: displayHint?.preview ?? '' },
    { place: 'display hint', text: displayHint?.context ?? '' },
  ];
}

function withTokens(
  text: string,
  found: readonly Detection[],
  tokenOf: (category: string, original: string) => string,
): string {
  let concealed = '';
  let at = 0;
  for (const { start, end, category } of found) {
    concealed += text.slice(at, start) + tokenOf(category, text.slice(start, end));
    at = end;
  }
  return concealed + text.slice(at);
}
