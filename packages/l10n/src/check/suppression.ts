import { globPattern, variantLocale } from '@helve/flow/content';
import type { LocatedFinding } from './collect-findings.js';

/** An entry that makes a project ignore findings. */
export interface Suppression {
  readonly fingerprint?: string;
  readonly rule?: string;
  /** Globs of paths, such as `docs/**`. */
  readonly files?: readonly string[];
  readonly locale?: string;
  /** The last day on which it applies, as `YYYY-MM-DD`. */
  readonly until?: string;
  readonly reason: string;
}

/** Findings with the suppressed ones marked, and warnings about the list. */
export interface Suppressed {
  readonly findings: readonly LocatedFinding[];
  readonly warnings: readonly string[];
}

/** Marks suppressed findings; entries that have expired or match nothing become warnings. */
export function suppress(findings: readonly LocatedFinding[], list: readonly Suppression[], today: string): Suppressed {
  const isOver = ({ until }: Suppression) => until !== undefined && until < today;
  const current = list
    .filter((entry) => !isOver(entry))
    .map((entry) => ({ entry, fits: compileSuppression(entry), used: false }));
  // Indexed by fingerprint, since a list may have thousands of entries.
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
      ...list
        .filter(isOver)
        .map((entry) => `The suppression of ${suppressionName(entry)} expired on ${entry.until ?? ''}`),
      ...idle.map((entry) => `The suppression of ${suppressionName(entry)} matches no finding`),
    ],
  };
}

/** Compiles an entry to a predicate; an entry without fingerprint and rule matches nothing. */
function compileSuppression({ fingerprint, rule, files, locale }: Suppression): (found: LocatedFinding) => boolean {
  if (fingerprint === undefined && rule === undefined) return () => false;
  const paths = files?.map((glob) => globPattern(glob));
  return ({ finding, file }) =>
    (fingerprint === undefined || fingerprint === finding.fingerprint) &&
    (rule === undefined || rule === finding.rule) &&
    (locale === undefined || (finding.variant !== undefined && locale === variantLocale(finding.variant))) &&
    (paths === undefined || paths.some((path) => path.test(file)));
}

function suppressionName({ fingerprint, rule }: Suppression): string {
  return fingerprint === undefined ? `rule "${rule ?? ''}"` : `finding "${fingerprint}"`;
}
