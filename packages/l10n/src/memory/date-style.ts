import type { LocaleId } from '@helve/flow';

/** A notation of a date. */
export type DateStyle = Intl.DateTimeFormatOptions | 'iso';

/** A day, in UTC. */
interface ReadDate {
  readonly date: Date;
  readonly style: DateStyle;
}

const day = { day: 'numeric' } as const;
const styles: readonly DateStyle[] = [
  'iso',
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { dateStyle: 'short' },
  { year: 'numeric', month: '2-digit', day: '2-digit' },
  { year: 'numeric', month: 'numeric', ...day },
  { year: 'numeric', month: 'long', ...day },
  { year: 'numeric', month: 'short', ...day },
];

/** Parses a date in one of the notations of a locale; with `date`, only a notation of this day. */
export function parseDate(text: string, locale: LocaleId, date?: Date): ReadDate | undefined {
  const plain = plainSpaces(text.trim());
  for (const style of styles) {
    const found = cachedReader(locale, style)(plain);
    if (found === undefined || (date !== undefined && found.getTime() !== date.getTime())) continue;
    // If the day is known, formatting must give back the input: `4.3.2025` is not `04.03.25`.
    if (date !== undefined && plainSpaces(formatDate(date, locale, style)) !== plain) continue;
    return { date: found, style };
  }
  return undefined;
}

/** Formats a date for a locale. */
export function formatDate(date: Date, locale: LocaleId, style: DateStyle): string {
  return style === 'iso' ? date.toISOString().slice(0, 10) : createFormat(locale, style).format(date);
}

function createFormat(locale: LocaleId, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC', calendar: 'gregory' });
}

function plainSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

type Reader = (text: string) => Date | undefined;
const readers = new Map<string, Reader>();

function cachedReader(locale: LocaleId, style: DateStyle): Reader {
  const name = JSON.stringify([locale, style]);
  let reader = readers.get(name);
  if (reader === undefined) {
    reader =
      style === 'iso'
        ? createReader(/^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/u, [])
        : localReader(locale, style);
    readers.set(name, reader);
  }
  return reader;
}

function localReader(locale: LocaleId, style: Intl.DateTimeFormatOptions): Reader {
  const format = createFormat(locale, style);
  const readPart = (type: string, ...at: [number, number]) =>
    format.formatToParts(Date.UTC(2024, ...at)).find((part) => part.type === type)?.value ?? '';
  const months = Array.from({ length: 12 }, (_, month) => readPart('month', month, 15));
  const weekdays = Array.from({ length: 7 }, (_, weekday) => readPart('weekday', 0, 1 + weekday));
  const source = format.formatToParts(Date.UTC(2024, 10, 22)).map(({ type, value }) => {
    if (type === 'day') return String.raw`(?<day>\d{1,2})`;
    if (type === 'year') return String.raw`(?<year>\d{4}|\d{2})`;
    if (type === 'month') {
      return /^\d+$/.test(value) ? String.raw`(?<month>\d{1,2})` : `(?<month>${months.map(escaped).join('|')})`;
    }
    return type === 'weekday' ? `(?:${weekdays.map(escaped).join('|')})` : escaped(value);
  });
  return createReader(new RegExp(`^${source.join('')}$`, 'u'), months);
}

function createReader(pattern: RegExp, months: readonly string[]): Reader {
  const names = months.map(plainSpaces);
  return (text) => {
    const { year, month, day: dayText } = pattern.exec(text)?.groups ?? {};
    if (year === undefined || month === undefined || dayText === undefined) return undefined;
    const number = /^\d+$/.test(month) ? Number(month) : names.indexOf(month) + 1;
    const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
    const date = new Date(Date.UTC(fullYear, number - 1, Number(dayText)));
    return date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(dayText) ? date : undefined;
  };
}

function escaped(text: string): string {
  return plainSpaces(text).replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
