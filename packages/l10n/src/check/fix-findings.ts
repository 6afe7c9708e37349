import { canonicalJson } from '@helve/core';
import type { BlockView, EditPlan, Finding, RunEdit } from '@helve/flow';
import { readFindings, pathText } from '@helve/flow/content';
import { findingsOverlay } from './report-findings.js';

/**
 * Plans the edits of all findings of a target that have a fix. Findings with the same fix share it; a fix that overlaps
 * an earlier one waits for the next run.
 */
export function planFixes(view: BlockView, variant: string, except: ReadonlySet<string>): EditPlan | undefined {
  const edits = new Map<string, RunEdit>();
  for (const { fix, suppressed, stale, fingerprint } of fixable(view, variant)) {
    if (fix === undefined || suppressed === true || stale === true || except.has(fingerprint)) continue;
    const own = fix.edits.map((edit) => [canonicalJson(edit), edit] as const);
    const isShared = own.every(([key]) => edits.has(key));
    if (!isShared && own.some(([, edit]) => [...edits.values()].some((other) => touches(edit, other)))) continue;
    for (const [key, edit] of own) edits.set(key, edit);
  }
  if (edits.size === 0) return undefined;
  const sorted = [...edits.values()].toSorted((one, other) => one.start - other.start);
  return { targets: { [variant]: { edits: sorted } } };
}

function fixable(view: BlockView, variant: string): readonly Finding[] {
  return readFindings(view.overlayValue(findingsOverlay, variant)).filter(({ fix }) => fix?.variant === variant);
}

function touches(one: RunEdit, other: RunEdit): boolean {
  return pathText(one.path) === pathText(other.path) && one.start <= other.end && other.start <= one.end;
}
