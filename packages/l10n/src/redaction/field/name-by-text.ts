import { units, type Run, type Runs } from '@helve/flow';
import { OBJECT_CHAR } from '@helve/flow/content';
import { isTokenRun } from '../token.js';

/** Derives a name of a block in the vault from the texts of its source, for files without a better one. */
export function nameByTexts(texts: readonly string[]): string {
  return `text:${JSON.stringify(texts)}`;
}

/** Lists the texts of some content as a file shows them. */
export function shownTexts(content: Runs): readonly string[] {
  return units(content).map(({ runs }) =>
    runs.map((run) => (run.kind === 'text' ? run.text : shownCode(run))).join(''),
  );
}

/** Returns the visible text of a token; every other code is the same placeholder. */
export function shownCode(run: Exclude<Run, { kind: 'text' }>): string {
  return isTokenRun(run) ? run.data : OBJECT_CHAR;
}
