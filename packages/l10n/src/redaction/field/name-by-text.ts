import { OBJECT_CHAR, units, type Run, type Runs } from '@helve/flow';
import { isTokenRun } from '../token.js';

/** A name for a block in the vault by the texts of its source, for files that have no better one. */
export function nameByTexts(texts: readonly string[]): string {
  return `text:${JSON.stringify(texts)}`;
}

/** The texts of some content as a file shows them. */
export function shownTexts(content: Runs): readonly string[] {
  return units(content).map(({ runs }) =>
    runs.map((run) => (run.kind === 'text' ? run.text : shownCode(run))).join(''),
  );
}

/** A token shows what stands for its secret; every other code is like any other. */
export function shownCode(run: Exclude<Run, { kind: 'text' }>): string {
  return isTokenRun(run) ? run.data : OBJECT_CHAR;
}
