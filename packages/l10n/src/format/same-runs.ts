import type { Run, Runs } from '@helve/flow';

/**
 * True when two contents have the same runs, with the data of their codes: like comparing `runsDigest`, without a
 * digest.
 */
export function sameRuns(one: Runs, other: Runs): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (!sameRun(one[at], other[at])) return false;
  return true;
}

function sameRun(one: Run | undefined, other: Run | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  switch (one.kind) {
    case 'text':
      return other.kind === 'text' && one.text === other.text;
    case 'ph':
    case 'pc-open':
    case 'pc-close':
      return other.kind === one.kind && one.id === other.id && one.data === other.data;
    case 'sub':
      return other.kind === 'sub' && one.id === other.id && one.ref === other.ref;
    case 'plural':
      return (
        other.kind === 'plural' &&
        one.pivot === other.pivot &&
        (one.ordinal ?? false) === (other.ordinal ?? false) &&
        (one.offset ?? 0) === (other.offset ?? 0) &&
        sameForms(one.forms, other.forms)
      );
    case 'select':
      return other.kind === 'select' && one.pivot === other.pivot && sameForms(one.cases, other.cases);
  }
}

interface Forms {
  readonly [key: string]: Runs | undefined;
}

function sameForms(one: Forms, other: Forms): boolean {
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
  if (keys.length !== otherKeys.length) return false;
  return keys.every((key, at) => key === otherKeys[at] && sameRuns(one[key] ?? [], other[key] ?? []));
}
