import { units, unitText, type BlockView, type Run, type Runs } from '@helve/flow';
import { plainText } from '@helve/flow/content';
import { codeTexts } from '../field/code-draft.js';
import type { Detector } from '../detect/detector.js';
import type { Surface } from '../field/field.js';
import { noteKey, textAnnotations, textOverlays, textsIn } from '../field/payload-text.js';
import { isTokenRun } from '../token.js';

/**
 * True when a scan of a block's texts proves that there is nothing to redact, which holds for most blocks; false proves
 * nothing.
 */
export function isClean(view: BlockView, chosen: ReadonlySet<Surface>, detector: Detector): boolean {
  if (chosen.has('source') && mayHold(view.source, detector)) return false;
  const { variants } = view;
  if (chosen.has('targets')) {
    for (const variant of variants) if (mayHold(view.target(variant)?.runs ?? [], detector)) return false;
  }
  if (chosen.has('properties')) {
    for (const key of view.propertyKeys) if (detector.mayFind(view.property(key) ?? '')) return false;
  }
  if (chosen.has('notes') && mayNotesHold(view, detector)) return false;
  return !chosen.has('annotations') || !hasPayloads(view, variants);
}

function mayHold(runs: Runs, detector: Detector): boolean {
  const text = plainText(runs);
  if (text !== undefined) return detector.mayFind(text);
  const isSuspect = (run: Run) => isTokenRun(run) || codeTexts(run).some((each) => detector.mayFind(each));
  return units(runs).some((unit) => unit.runs.some(isSuspect) || detector.mayFind(unitText(unit.runs)));
}

function mayNotesHold(view: BlockView, detector: Detector): boolean {
  const note = view.annotation(noteKey);
  return note !== undefined && textsIn(note).some(({ text }) => text === undefined || detector.mayFind(text));
}

/** True when payloads may contain texts, which other code searches one by one. */
function hasPayloads(view: BlockView, variants: readonly string[]): boolean {
  const keys = view.annotationKeys;
  if (keys.length > 0 && textAnnotations.some((key) => keys.includes(key))) return true;
  for (const type of textOverlays) {
    if (hasOverlay(view, type, null)) return true;
    for (const variant of variants) if (hasOverlay(view, type, variant)) return true;
  }
  return false;
}

function hasOverlay(view: BlockView, type: string, side: string | null): boolean {
  return view.overlays(type, side).length > 0 || view.overlayValue(type, side) !== undefined;
}
