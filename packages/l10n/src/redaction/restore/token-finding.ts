import { unitText, type BlockView, type Side } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import type { FindingDraft } from '../../check/finding-draft.js';
import { compareByUnit, compareTokens, type TokenComparison, type TokenMismatch } from './compare-tokens.js';
import { scannedDigest, type ScannedField, type ScannedUnit } from './restored-content.js';
import type { StoredSecret } from '../stored-secret.js';
import { tokenId } from '../token.js';

/** Rules about tokens, checked by the tool that restores them. */
export const tokenRules = Object.freeze({
  lost: 'redaction.token-lost',
  repeated: 'redaction.token-repeated',
  unknown: 'redaction.token-unknown',
} as const);

/** Findings of one side. */
export interface SideDrafts {
  readonly side: Side;
  readonly drafts: readonly FindingDraft[];
  readonly lost: readonly string[];
}

/** Creates the findings about the tokens on every side of a block; `named` are the tokens that the block records. */
export function toDrafts(
  view: BlockView,
  seen: readonly ScannedField[],
  secrets: readonly StoredSecret[],
  named: ReadonlySet<string>,
): readonly SideDrafts[] {
  const content = seen.filter(({ field }) => field.side !== undefined);
  const source = content.find(({ field }) => field.side === null)?.units ?? [];
  return content.map(({ field: { side = null }, units }) => {
    const { lost, repeated } =
      side === null ? sourceComparison(units, secrets, named) : targetComparison(view, source, units, side, secrets);
    const where = side === null ? 'in the text' : 'in the translation';
    const drafts = [
      ...lost.map((each) => mismatchDraft(tokenRules.lost, 'critical', `is missing ${where}`, side, each)),
      ...repeated.map((each) =>
        mismatchDraft(tokenRules.repeated, 'minor', 'occurs more often than before', side, each),
      ),
      ...unknownDrafts(view, side, units),
    ];
    return { side, drafts, lost: lost.map(mismatchId) };
  });
}

const nothing: TokenComparison = { lost: [], repeated: [] };

/** Compares the source; a monolingual file has its translation in place of the source. */
function sourceComparison(
  units: readonly ScannedUnit[],
  secrets: readonly StoredSecret[],
  named: ReadonlySet<string>,
): TokenComparison {
  const latest = secrets.findLast(({ token }) => named.size === 0 || named.has(token));
  if (latest?.given === undefined) return nothing;
  const { lost, repeated } = compareByUnit(latest.given, secrets, units);
  const text = lost.length === 0 ? '' : units.map(({ runs }) => unitText(runs)).join('\n');
  // If the original is there, it was restored before.
  return { lost: lost.filter(({ secret }) => !text.includes(secret.text)), repeated };
}

function targetComparison(
  { source }: BlockView,
  seenSource: readonly ScannedUnit[],
  units: readonly ScannedUnit[],
  side: string,
  secrets: readonly StoredSecret[],
): TokenComparison {
  const looks = scannedDigest(units);
  // A target with the same digest as at redaction has lost nothing since.
  if (secrets.some(({ targets }) => targets?.[side] === looks)) return nothing;
  return compareTokens(source, seenSource, units, side);
}

function mismatchDraft(
  rule: string,
  severity: FindingDraft['severity'],
  what: string,
  side: Side,
  mismatch: TokenMismatch,
): FindingDraft {
  return { rule, severity, message: `"${mismatch.secret.visible}" ${what}`, side, subject: mismatchId(mismatch) };
}

function mismatchId({ secret, part }: TokenMismatch): string {
  return tokenId(secret.token, 1, part);
}

function unknownDrafts(view: BlockView, side: Side, units: readonly ScannedUnit[]): readonly FindingDraft[] {
  const runs = side === null ? view.source : (view.target(side)?.runs ?? []);
  return units.flatMap(({ path, matches }) =>
    matches.flatMap(({ secret, shown, start, end }): FindingDraft[] => {
      if (secret !== undefined) return [];
      const message = `"${shown}" is a token that the vault does not know`;
      const range = rangeFor(runs, path, start, end);
      return [{ rule: tokenRules.unknown, severity: 'major', message, side, range, subject: shown }];
    }),
  );
}
