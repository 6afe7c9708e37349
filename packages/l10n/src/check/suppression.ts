import { globPattern, variantLocale } from '@helve/flow';
import type { LocatedFinding } from './collect-findings.js';

/** Findings that a project has decided to live with. */
export interface Suppression {
  readonly fingerprint?: string;
  readonly rule?: string;
  /** Patterns of paths, such as `docs/**`. */
  readonly files?: readonly string[];
  readonly locale?: string;
  /** The last day on which it holds, as `YYYY-MM-DD`. */
  readonly until?: string;
  readonly reason: string;
}

/** Findings with those marked that a project lives with, and what is to be said about its list. */
export interface Suppressed {
  readonly findings: readonly LocatedFinding[];
  readonly warnings: readonly string[];
}

/** Marks what a project lives with. Entries that are over, or that fit nothing, are told. */
export function suppress(findings: readonly LocatedFinding[], list: readonly Suppression[], today: string): Suppressed {
  const isOver = ({ until }: Suppression) => until !== undefined && until < today;
  const current = list.filter((entry) => !isOver(entry)).map((entry) => ({ entry, fits: fitOf(entry), used: false }));
  // A list of thousands of fingerprints is asked by fingerprint.
  const byPrint = new Map<string | undefined, typeof current>();
  for (const one of current) {
    const { fingerprint } = one.entry;
    byPrint.set(fingerprint, [...(byPrint.get(fingerprint) ?? []), one]);
  }
  const marked = findings.map((found) => {
    const near = [...(byPrint.get(found.finding.fingerprint) ?? []), ...(byPrint.get(undefined) ?? [])];
    const fitting = near.filter(({ fits }) => fits(found));
    for (const one of fitting) one.used = true;
    return fitting.length === 0 ? found : { ...found, finding: { ...found.finding, suppressed: true } };
  });
  const idle = current.filter(({ used }) => !used).map(({ entry }) => entry);
  return {
    findings: marked,
    warnings: [
      ...list.filter(isOver).map((entry) => `The suppression of ${nameOf(entry)} expired on ${entry.until ?? ''}`),
      ...idle.map((entry) => `The suppression of ${nameOf(entry)} matches no finding`),
    ],
  };
}

/** Whether a finding is one of those that an entry speaks of; an entry without fingerprint and rule fits none. */
function fitOf({ fingerprint, rule, files, locale }: Suppression): (found: LocatedFinding) => boolean {
  if (fingerprint === undefined && rule === undefined) return () => false;
  const paths = files?.map((glob) => globPattern(glob));
  return ({ finding, file }) =>
    (fingerprint === undefined || fingerprint === finding.fingerprint) &&
    (rule === undefined || rule === finding.rule) &&
    (locale === undefined || (finding.variant !== undefined && locale === variantLocale(finding.variant))) &&
    (paths === undefined || paths.some((path) => path.test(file)));
}

function nameOf({ fingerprint, rule }: Suppression): string {
  return fingerprint === undefined ? `rule "${rule ?? ''}"` : `finding "${fingerprint}"`;
}
