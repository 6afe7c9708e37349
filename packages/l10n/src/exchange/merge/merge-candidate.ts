import type { Block, LocaleId, Runs, Target } from '@helve/flow';
import { containsForms, dataText } from '@helve/flow/content';
import { sentHash } from '../unit-hash.js';
import { toBlockShape } from './block-shape.js';
import type { UnitOrigin } from './find-origin.js';
import { withForeignCodes } from './foreign-codes.js';
import { homeRuns } from './home-runs.js';
import type { MergeWarning } from './merge-result.js';
import type { ReturnedUnit } from './returned-unit.js';
import { saysSame } from './same-forms.js';

/** A block as its file has it today. */
export interface CurrentUnit {
  readonly block: Block;
  readonly line?: number | undefined;
  /** True when its file remembers the status of translations. */
  readonly keepsState: boolean;
}

/** A return that set a translation, as far as a later merge has to know it. */
export interface EarlierReturn {
  /** Time at which its batch was extracted. */
  readonly extractedAt: string;
  readonly state: Target['status'];
}

/** A returned translation on its way home. */
export interface MergeCandidate {
  readonly returned: ReturnedUnit;
  readonly origin: UnitOrigin;
  readonly locale: LocaleId;
  /** Undefined where the block is gone. */
  readonly now: CurrentUnit | undefined;
  /** Translation of today. */
  readonly existing: Target | undefined;
  /** Return that set the translation of today, if one did. */
  readonly setBy: EarlierReturn | undefined;
  /** Translation to write: with the codes of the block, and changed by rules on the way. */
  readonly target: Target | undefined;
  readonly warnings: readonly MergeWarning[];
}

/** Brings a returned unit together with its block. */
export function toCandidate(
  read: ReturnedUnit,
  origin: UnitOrigin,
  locale: LocaleId,
  now: CurrentUnit | undefined,
  setBy: (target: Target) => EarlierReturn | undefined,
): MergeCandidate {
  const existing = now?.block.targets[locale];
  const returned = now === undefined ? read : toBlockShape(read, now.block.source, locale);
  const { target } = returned;
  const home =
    target === undefined || now === undefined || read.parts !== undefined
      ? target
      : { ...target, runs: toHome(read, { ...returned, target }, now.block.source, origin) };
  return {
    returned,
    origin,
    locale,
    now,
    existing,
    setBy: existing === undefined ? undefined : setBy(existing),
    // A translation that is there keeps the forms that it has, and its codes.
    target: home && existing && isExisting(home.runs, existing.runs) ? { ...home, runs: existing.runs } : home,
    warnings: [],
  };
}

/** True for a translation of today; in a catalog, codes that only the translation has come home as text. */
function isExisting(home: Runs, existing: Runs): boolean {
  if (saysSame(home, existing)) return true;
  return !containsForms(home) && !containsForms(existing) && dataText(home) === dataText(existing);
}

function toHome(
  read: ReturnedUnit,
  { target, source: returnedSource }: ReturnedUnit & { readonly target: Target },
  source: Runs,
  { unit }: UnitOrigin,
): Runs {
  const home = homeRuns(target.runs, returnedSource, source);
  // A text that has changed since it went out, or on its way, is not the only one whose codes are known.
  return withForeignCodes(home, read, sentHash(source) === unit.sent ? source : [...source, ...returnedSource]);
}
