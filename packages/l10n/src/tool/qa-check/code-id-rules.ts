import { constraintsAt } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { codeName, inlineAttribute, inlineElement, inlineId, type UnitCode } from '../../check/unit-code.js';
import { allOfTarget, sourceRun, targetRun, toDraft, type QaPair } from './qa-pair.js';

/** Codes of both sides, and those of one that the other lacks. */
export interface CodeLists {
  readonly source: readonly UnitCode[];
  readonly missing: readonly UnitCode[];
  readonly extra: readonly UnitCode[];
}

/**
 * Adds findings about the ids of inline codes in XLIFF: an id that the source lacks, and a required one that is missing.
 * Returns the codes that are left to other rules.
 */
export function checkCodeIds(pair: QaPair, lists: CodeLists, found: FindingDraft[]): Omit<CodeLists, 'source'> {
  const renamed = new Set<UnitCode>();
  const unknown = lists.extra.filter((code) => isUnknown(code, lists.source));
  for (const code of unknown) {
    const original = lists.missing.find((one) => !renamed.has(one) && isAlike(one, code));
    if (original !== undefined) renamed.add(original);
    found.push(unknownId(pair, code, original));
  }
  const left = lists.missing.filter((code) => !renamed.has(code));
  const required = left.filter(
    ({ run, index }) => idOf(run) !== undefined && !constraintsAt(pair.source, index).deletable,
  );
  for (const code of required) found.push(missingId(pair, code));
  return {
    missing: left.filter((code) => !required.includes(code)),
    extra: lists.extra.filter((code) => !unknown.includes(code) && !isAllowedCopy(pair, code, lists.source)),
  };
}

function idOf(run: UnitCode['run']): string | undefined {
  return 'data' in run ? inlineId(run.data) : undefined;
}

/** True for a code whose id the source lacks, and that is no copy of one of its codes. */
function isUnknown({ run }: UnitCode, sources: readonly UnitCode[]): boolean {
  const id = idOf(run);
  return id !== undefined && !sources.some((code) => idOf(code.run) === id || isCopyOf(run, code));
}

/** True for a code that says of which other it is a copy, or has the original data of another. */
function isCopyOf(run: UnitCode['run'], { run: original }: UnitCode): boolean {
  if (!('data' in run) || !('data' in original)) return false;
  const copied = inlineAttribute(run.data, 'copyOf');
  if (copied !== undefined) return copied === inlineId(original.data);
  const data = dataRefOf(run.data);
  return data !== undefined && data === dataRefOf(original.data);
}

function dataRefOf(data: string): string | undefined {
  return inlineAttribute(data, 'dataRef') ?? inlineAttribute(data, 'dataRefStart');
}

function isAllowedCopy({ source }: QaPair, { run }: UnitCode, sources: readonly UnitCode[]): boolean {
  const original = sources.find((code) => idOf(run) !== idOf(code.run) && isCopyOf(run, code));
  return original !== undefined && constraintsAt(source, original.index).cloneable;
}

/** True when two codes are the same element, so that one may have got the wrong id. */
function isAlike(one: UnitCode, other: UnitCode): boolean {
  if (!('data' in one.run) || !('data' in other.run)) return false;
  return one.run.kind === other.run.kind && inlineElement(one.run.data) === inlineElement(other.run.data);
}

function unknownId(pair: QaPair, { run, index }: UnitCode, original: UnitCode | undefined): FindingDraft {
  const id = idOf(run) ?? '';
  const wanted = original && idOf(original.run);
  const place = original && sourceRun(pair, original.index);
  const tail = wanted === undefined ? '' : `, which has "${wanted}"`;
  return toDraft(pair, 'qa.unknown-code-id', `The id "${id}" of an inline code is not in the source${tail}`, {
    range: targetRun(pair, index),
    source: place,
    subject: codeName(run),
    suggestion: original === undefined ? `Remove "${codeName(run)}"` : `Write "${codeName(original.run)}"`,
  });
}

function missingId(pair: QaPair, { run, index }: UnitCode): FindingDraft {
  const name = codeName(run);
  return toDraft(pair, 'qa.missing-code-id', `The inline code with the id "${idOf(run) ?? ''}" is missing`, {
    range: allOfTarget(pair),
    source: sourceRun(pair, index),
    subject: name,
    suggestion: `Add "${name}"`,
  });
}
