import type { BlockView, PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { hasForms, topPath } from '@helve/flow/content';
import { CharClass, charClasses } from '../../check/char-class.js';
import type { FindingDraft } from '../../check/finding-draft.js';
import { wholeUnit } from '../../check/unit-range.js';
import { toDraft } from './qa-pair.js';

/** Switches of the rules about missing content. */
export interface ContentOptions {
  readonly checkEmptyTarget: boolean;
  readonly checkEmptySource: boolean;
}

/** Adds findings about a side without content; returns true when both have content and can be compared. */
export function checkContent(
  view: BlockView,
  variant: string,
  { checkEmptyTarget, checkEmptySource }: ContentOptions,
  found: FindingDraft[],
): boolean {
  const target = view.target(variant)?.runs;
  const inSource = hasContent(view.source);
  const inTarget = target !== undefined && hasContent(target);
  if (inSource && inTarget) return true;
  if (inSource && checkEmptyTarget) {
    const source = wholeUnit({ runs: view.source, path: topPath });
    const message = `The source is not translated into "${variant}"`;
    found.push(toDraft({ variant }, 'qa.empty-target', message, { source }));
  }
  if (target !== undefined && inTarget && checkEmptySource) {
    const range = wholeUnit({ runs: target, path: topPath });
    found.push(toDraft({ variant }, 'qa.empty-source', 'The target has text, but the source has none', { range }));
  }
  return false;
}

/** True when there is text, or a code. */
function hasContent(runs: Runs): boolean {
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at] as Run;
    if (run.kind === 'text' ? !isBlank(run.text) : !hasForms(run) || hasContentInForms(run)) return true;
  }
  return false;
}

/** True when any form has content. */
function hasContentInForms(run: PluralRun | SelectRun): boolean {
  const forms: { readonly [key: string]: Runs | undefined } = run.kind === 'plural' ? run.forms : run.cases;
  for (const key in forms) if (hasContent(forms[key] ?? [])) return true;
  return false;
}

function isBlank(text: string): boolean {
  const classes = charClasses();
  for (let at = 0; at < text.length; at += 1) if (classes[text.charCodeAt(at)] !== CharClass.space) return false;
  return true;
}
