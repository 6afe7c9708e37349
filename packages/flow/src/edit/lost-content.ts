import { isPlainObject, type Json } from '@helve/core';
import type { CodeRun, Run, Runs } from '../contract/run.js';
import { hasForms } from '../content/run/normalise-runs.js';
import { pathText } from '../content/run/path.js';
import { constraintsAt } from '../content/run/vocabulary.js';
import type { UnitMatch } from './match-units.js';

/** Content other than text that a rewrite removes. */
export interface LostContent {
  readonly codes: readonly LostCode[];
  /** The paths of forms that are gone while their plural or select stays. */
  readonly forms: readonly string[];
}

export interface LostCode {
  readonly id: string;
  readonly kind: CodeRun['kind'] | 'plural' | 'select';
  readonly deletable: boolean;
}

/** Compares every unit with what became of it. Clones count as there while one of them is. */
export function lostContent(matches: readonly UnitMatch[]): LostContent {
  const codes: LostCode[] = [];
  const forms: string[] = [];
  for (const match of matches) {
    if (match.now === undefined && match.holderStays) forms.push(pathText(match.oldPath));
    else codes.push(...lostCodes(match.oldRuns, match.now?.runs ?? []));
  }
  return { codes, forms };
}

function lostCodes(before: Runs, after: Runs): LostCode[] {
  if (before.every(({ kind }) => kind === 'text')) return [];
  const remaining = new Set(after.map(runName));
  const lost = new Map<string, LostCode>();
  let holders = after.filter(hasForms).length;
  for (const [index, run] of before.entries()) {
    if (run.kind === 'text') continue;
    if (hasForms(run)) {
      if ((holders -= 1) < 0) lost.set(`form ${index}`, { id: run.pivot, kind: run.kind, deletable: false });
    } else if (!remaining.has(runName(run))) {
      lost.set(runName(run), { id: run.id, kind: run.kind, deletable: constraintsAt(before, index).deletable });
    }
  }
  return [...lost.values()];
}

function runName(run: Run): string {
  return 'id' in run ? `${run.kind} ${run.id}` : run.kind;
}

/** The names of all codes in some JSON, which is where a vaulted original keeps its runs. */
export function codesInJson(value: Json, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) codesInJson(item, found);
  else if (isPlainObject(value)) {
    if (typeof value['kind'] === 'string' && typeof value['id'] === 'string')
      found.add(`${value['kind']} ${value['id']}`);
    for (const member of Object.values(value)) codesInJson(member, found);
  }
  return found;
}

/** True when a lost code is in the vault, or is the token of an original that came back. */
export function isAccountedFor(code: LostCode, vaulted: ReadonlySet<string>, restored: readonly string[]): boolean {
  if (vaulted.has(`${code.kind} ${code.id}`)) return true;
  return restored.some(
    (token) => code.id === token || code.id.startsWith(`${token}.`) || code.id.startsWith(`${token}-`),
  );
}
