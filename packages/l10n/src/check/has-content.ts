import type { PluralRun, Run, Runs, SelectRun } from '@helve/flow';
import { hasForms } from '@helve/flow/content';
import { CharClass, charClasses } from './char-class.js';

/** True when there is text, or a code. */
export function hasContent(runs: Runs): boolean {
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
