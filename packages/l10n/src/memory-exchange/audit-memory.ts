import { runsText, type LocaleId } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import type { TmEntry, TmStorage } from '../memory/contract.js';
import { entryId, keyHash, normalText } from '../memory/key.js';
import { differInCodes } from './unit-drafts.js';

/** Rules about an entry; `problem` rules make a match useless or wrong, the others are worth a look. */
export const auditRules = Object.freeze({
  'tm.damaged': { problem: true, says: 'its id does not match its content' },
  'tm.empty': { problem: true, says: 'a language has no text' },
  'tm.codes': {
    problem: true,
    says: 'its languages have different inline codes, so it is proposed but never filled in',
  },
  'tm.ambiguous': { problem: false, says: 'the same text has another translation too, so neither is filled in' },
  'tm.untranslated': { problem: false, says: 'two languages have the same text' },
});
export type AuditRule = keyof typeof auditRules;

/** One finding about one entry. */
export interface AuditFinding {
  readonly rule: AuditRule;
  readonly entry: string;
  readonly locales: readonly LocaleId[];
  readonly text: string;
}

/** Result of an audit. */
export interface AuditReport {
  readonly entries: number;
  readonly counts: { readonly [rule in AuditRule]: number };
  /** The first of each rule. */
  readonly findings: readonly AuditFinding[];
}

const SHOWN_CHARS = 80;

/** Audits all entries of a memory; keeps up to `limit` findings of each rule. */
export async function auditMemory(storage: Pick<TmStorage, 'entries'>, limit: number): Promise<AuditReport> {
  const counts = { 'tm.damaged': 0, 'tm.empty': 0, 'tm.codes': 0, 'tm.ambiguous': 0, 'tm.untranslated': 0 };
  const findings: AuditFinding[] = [];
  const pairs = new KnownPairs();
  let entries = 0;
  for await (const entry of storage.entries()) {
    entries += 1;
    for (const { rule, locales } of [...ownFindings(entry), ...pairs.take(entry)]) {
      counts[rule] += 1;
      if (counts[rule] <= limit) findings.push({ rule, entry: entry.id, locales, text: shownText(entry, locales) });
    }
  }
  return { entries, counts, findings };
}

type Found = Pick<AuditFinding, 'rule' | 'locales'>;

function ownFindings(entry: TmEntry): readonly Found[] {
  const variants = Object.entries(entry.variants);
  const texts = variants.map(([locale, runs]) => [locale, normalText(runsText(runs))] as const);
  const empty = texts.filter(([, text]) => text === '').map(([locale]) => locale);
  const same = texts.filter(
    ([, text], at) => text !== '' && texts.some((other, index) => index !== at && other[1] === text),
  );
  return [
    ...(entryId(entry) === entry.id ? [] : [{ rule: 'tm.damaged' as const, locales: [] }]),
    ...(empty.length === 0 ? [] : [{ rule: 'tm.empty' as const, locales: empty }]),
    ...(differInCodes(variants.map(([, runs]) => runs)) ? [{ rule: 'tm.codes' as const, locales: [] }] : []),
    ...(same.length < 2 ? [] : [{ rule: 'tm.untranslated' as const, locales: same.map(([locale]) => locale) }]),
  ];
}

/** Translations by text, as numbers, since there may be millions. */
class KnownPairs {
  readonly #targets = new Map<number, number>();

  *take({ variants }: TmEntry): Generator<Found> {
    const texts = Object.entries(variants).map(([locale, runs]) => [locale, normalText(runsText(runs))] as const);
    for (const [from, source] of texts) {
      for (const [to, target] of texts) {
        if (from === to || source === '') continue;
        const key = keyHash(`${from}\n${to}\n${source}`);
        const value = keyHash(target);
        const known = this.#targets.get(key);
        if (known === undefined) this.#targets.set(key, value);
        else if (known !== value) yield { rule: 'tm.ambiguous', locales: [from, to] };
      }
    }
  }
}

function shownText({ variants }: TmEntry, [locale]: readonly LocaleId[]): string {
  const runs = (locale === undefined ? undefined : variants[locale]) ?? Object.values(variants)[0] ?? [];
  return dataText(runs).slice(0, SHOWN_CHARS);
}
