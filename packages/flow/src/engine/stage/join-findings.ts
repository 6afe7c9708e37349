import { isDeepStrictEqual } from 'node:util';
import { newPayload, payloadOf } from '../../content/payload/payload.js';
import type { Finding } from '../../content/payload/payload-type.js';
import type { Payload } from '../../contract/payload.js';

/** Points that one finding takes from the hundred of a block. */
export const severityWeights: { readonly [severity: string]: number } = Object.freeze({
  neutral: 0,
  minor: 1,
  major: 5,
  critical: 25,
});

/** The score of a block with these findings: 100 is without fault. Suppressed ones do not count. */
export function scoreOfFindings(findings: readonly Pick<Finding, 'severity' | 'suppressed'>[]): number {
  let lost = 0;
  for (const { severity, suppressed } of findings) {
    if (suppressed !== true) lost += severityWeights[severity] ?? 0;
  }
  return Math.max(0, 100 - lost);
}

/** The findings that are there, with those of the checks that a branch has run in place of their earlier ones. */
export function joinFindings(
  existing: Payload | undefined,
  atFork: Payload | undefined,
  mine: Payload | undefined,
): Payload | undefined {
  const had = byCheck(atFork);
  const has = byCheck(mine);
  const changed = new Set(
    [...had.keys(), ...has.keys()].filter((check) => !isDeepStrictEqual(had.get(check), has.get(check))),
  );
  if (changed.size === 0) return existing ?? mine;
  const stay = readFindings(existing).filter(({ check }) => !changed.has(check));
  const added = readFindings(mine).filter(({ check }) => changed.has(check));
  const findings = [...stay, ...added];
  if (findings.length === 0) return undefined;
  return newPayload('findings', { findings, score: scoreOfFindings(findings) });
}

function byCheck(payload: Payload | undefined): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of readFindings(payload)) {
    const group = groups.get(finding.check) ?? [];
    group.push(finding);
    groups.set(finding.check, group);
  }
  return groups;
}

/** The findings that a payload holds; none if it is of another type. */
export function readFindings(payload: Payload | undefined): readonly Finding[] {
  return payloadOf(payload, 'findings')?.findings ?? [];
}
