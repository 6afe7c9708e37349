import { rangeFor, type BlockView, type Side } from '@helve/flow';
import type { FindingDraft } from '../check/finding-draft.js';
import { compareTokens, type TokenMismatch } from './compare-tokens.js';
import { looksOfUnits, type SeenField, type SeenUnit } from './restored-content.js';
import type { StoredSecret } from './stored-secret.js';
import { tokenId } from './token.js';

/** The rules about tokens, which the tool that restores them checks. */
export const tokenRules = Object.freeze({
  lost: 'redaction.token-lost',
  repeated: 'redaction.token-repeated',
  unknown: 'redaction.token-unknown',
} as const);

/** What is to be said of one side. */
export interface SideDrafts {
  readonly side: Side;
  readonly drafts: readonly FindingDraft[];
  readonly lost: readonly string[];
}

/** What the tokens on every side of a block give cause to say. */
export function draftsOf(
  view: BlockView,
  seen: readonly SeenField[],
  secrets: readonly StoredSecret[],
): readonly SideDrafts[] {
  const content = seen.filter(({ field }) => field.side !== undefined);
  const source = content.find(({ field }) => field.side === null)?.units ?? [];
  return content.map(({ field: { side = null }, units }) => {
    const unknown = unknownDrafts(view, side, units);
    const looks = side === null ? '' : looksOfUnits(units);
    // A target that still looks as it did when the secrets were taken out has lost nothing since.
    if (side === null || secrets.some(({ targets }) => targets?.[side] === looks))
      return { side, drafts: unknown, lost: [] };
    const { lost, repeated } = compareTokens(view.source, source, units, side);
    const drafts = [
      ...lost.map((each) => mismatchDraft(tokenRules.lost, 'critical', 'is missing in the translation', side, each)),
      ...repeated.map((each) =>
        mismatchDraft(tokenRules.repeated, 'minor', 'stands more often than in the source', side, each),
      ),
      ...unknown,
    ];
    return { side, drafts, lost: lost.map(idOf) };
  });
}

function mismatchDraft(
  rule: string,
  severity: FindingDraft['severity'],
  what: string,
  side: Side,
  mismatch: TokenMismatch,
): FindingDraft {
  return { rule, severity, message: `"${mismatch.secret.visible}" ${what}`, side, subject: idOf(mismatch) };
}

function idOf({ secret, part }: TokenMismatch): string {
  return tokenId(secret.token, 1, part);
}

function unknownDrafts(view: BlockView, side: Side, units: readonly SeenUnit[]): readonly FindingDraft[] {
  const runs = side === null ? view.source : (view.target(side)?.runs ?? []);
  return units.flatMap(({ path, sightings }) =>
    sightings.flatMap(({ secret, shown, start, end }): FindingDraft[] => {
      if (secret !== undefined) return [];
      const message = `"${shown}" stands for nothing that the vault knows`;
      const range = rangeFor(runs, path, start, end);
      return [{ rule: tokenRules.unknown, severity: 'major', message, side, range, subject: shown }];
    }),
  );
}
