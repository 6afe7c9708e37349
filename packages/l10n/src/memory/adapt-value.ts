import type { LocaleId } from '@helve/flow';
import { formatDate, parseDate } from './date-style.js';
import { readNumbers, type FoundNumber } from '../tool/qa-check/number/number-reader.js';

/** A value of an entry in both languages, and its replacement. */
export interface ValueSwap {
  readonly type: string;
  readonly stored: string;
  readonly storedTarget: string;
  readonly value: string;
  readonly from: LocaleId;
  readonly to: LocaleId;
}

const amounts = new Set(['number', 'currency', 'measurement', 'percent']);

/** Converts a value to the target language; returns undefined when that is not possible. */
export function adaptValue(swap: ValueSwap): string | undefined {
  if (swap.value === swap.stored) return swap.storedTarget;
  const type = swap.type.toLowerCase();
  if (amounts.has(type)) return adaptAmount(swap);
  if (type === 'date') return adaptDate(swap);
  if (type === 'time') return swap.stored === swap.storedTarget ? swap.value : undefined;
  return swap.value;
}

function adaptDate({ stored, storedTarget, value, from, to }: ValueSwap): string | undefined {
  const date = parseDate(value, from)?.date;
  const old = parseDate(stored, from)?.date;
  if (date === undefined || old === undefined) return undefined;
  const style = parseDate(storedTarget, to, old)?.style;
  return style === undefined ? undefined : formatDate(date, to, style);
}

/** A number with its surroundings: a currency sign, a unit. */
interface Amount {
  readonly before: string;
  readonly number: FoundNumber & { readonly value: string };
  readonly after: string;
}

function parseAmount(text: string, locale: LocaleId): Amount | undefined {
  const [number, ...others] = readNumbers(text, locale);
  if (number?.value === undefined || others.length > 0) return undefined;
  return {
    before: text.slice(0, number.start),
    number: { ...number, value: number.value },
    after: text.slice(number.end),
  };
}

function adaptAmount({ stored, storedTarget, value, from, to }: ValueSwap): string | undefined {
  const [old, oldTarget, own] = [parseAmount(stored, from), parseAmount(storedTarget, to), parseAmount(value, from)];
  if (old === undefined || oldTarget === undefined || own === undefined) return undefined;
  if (old.number.value !== oldTarget.number.value) return undefined;
  const number = formatLike(own.number, oldTarget.number, to);
  const around = adaptAround(old, oldTarget, own);
  return number === undefined || around === undefined ? undefined : around.before + number + around.after;
}

/**
 * Chooses the surroundings of the number: those of the stored target, with the query's own sign where both stored sides
 * share one.
 */
function adaptAround(old: Amount, target: Amount, own: Amount): Pick<Amount, 'before' | 'after'> | undefined {
  const [oldSign, ownSign] = [currencySign(old), currencySign(own)];
  if (oldSign === ownSign) return target;
  if (oldSign === '' || currencySign(target) !== oldSign) return undefined;
  return { before: target.before.replace(oldSign, ownSign), after: target.after.replace(oldSign, ownSign) };
}

function currencySign({ before, after }: Amount): string {
  return `${before.trim()}${after.trim()}`;
}

/** Formats a number with its digits and fraction in the notation of the target locale. */
function formatLike({ value, parts }: Amount['number'], target: FoundNumber, locale: LocaleId): string | undefined {
  if (value.replace('.', '').length > 15) return undefined;
  const hasFraction = parts.join('').replace(/^0+(?=.)/, '') !== value;
  const fraction = hasFraction ? (parts.at(-1) ?? '').length : 0;
  const isGrouped = parts.length - (hasFraction ? 1 : 0) > 1;
  return new Intl.NumberFormat(locale, {
    useGrouping: isGrouped,
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
    ...(/[0-9]/.test(target.raw) ? { numberingSystem: 'latn' } : {}),
  }).format(Number(value));
}
