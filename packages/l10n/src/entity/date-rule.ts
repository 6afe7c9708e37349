import { alternation, patternRule, matchedRange, type EntityRule } from './entity-rule.js';

const before = String.raw`(?<![\p{L}\p{N}]|\p{N}[.,/:\-])`;
const after = String.raw`(?!(?!T)\p{L}|\p{N}|[./\-][\p{L}\p{N}])`;
const version = /(?:^|[^\p{L}])(?:version|build|release|rev|firmware|wersja|versión|versione|versão)[.:]? ?$/iu;

const yearFirst = /(?<year>[12]\d{3})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})/u;
const yearLast = /(?<first>\d{1,2})(?<sign>[./-]|\. )(?<second>\d{1,2})\k<sign>(?<year>[12]\d{3}|\d\d)/u;
const inSigns = /(?<![\p{L}\p{N}])([12]\d{3})年(\d{1,2})月(\d{1,2})日/gu;

/** Rules for dates in a language: digits in the usual orders, and the names of months of that language and English. */
export function dateRules(language: string): readonly EntityRule[] {
  return [
    patternRule('date', 0.9, new RegExp(`${before}${yearFirst.source}${after}`, 'gu'), (match, text) => {
      const { year, month, day } = match.groups ?? {};
      const isDate = isDay(year, month, day);
      return isDate && !isVersion(text, match.index) ? matchedRange(match) : undefined;
    }),
    patternRule('date', 0.9, new RegExp(`${before}${yearLast.source}${after}`, 'gu'), (match, text) =>
      isYearLast(match.groups ?? {}) && !isVersion(text, match.index) ? matchedRange(match) : undefined,
    ),
    patternRule('date', 0.9, inSigns, (match) =>
      isDay(match[1], match[2], match[3]) ? matchedRange(match) : undefined,
    ),
    patternRule('date', 0.9, namedPattern(language), (match) => {
      const { day1, day2 } = match.groups ?? {};
      const day = Number(day1 ?? day2 ?? 1);
      return day >= 1 && day <= 31 ? matchedRange(match) : undefined;
    }),
  ];
}

function isYearLast({ first = '', second = '', sign = '', year = '' }: Readonly<Record<string, string>>): boolean {
  const isShort = year.length === 2;
  // Versions have three short numbers with dots between.
  if (isShort && sign !== '/' && (first.length < 2 || second.length < 2)) return false;
  const full = isShort ? `20${year}` : year;
  return isDay(full, second, first) || (!sign.startsWith('.') && isDay(full, first, second));
}

function isDay(year?: string, month?: string, day?: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
}

function isVersion(text: string, start: number): boolean {
  return version.test(text.slice(Math.max(0, start - 16), start));
}

/**
 * Builds the pattern for days and years around the name of a month: `5 March 2024`, `5. März`, `March 5th, 2024`, `le
 * 1er mars`, `5 de mayo de 2024`.
 */
function namedPattern(language: string): RegExp {
  const months = `(?:${alternation(monthNames(language))})`;
  const short = `(?:${alternation(shortNames(language))})\\.?`;
  // Only in English is a short name reliable without a year, and may it precede the day.
  const english = `(?:${alternation([...shortNames('en'), 'Sept'])})\\.?`;
  const of = String.raw`(?:of |de |d[’'])?`;
  const year = String.raw`(?:,? (?:de |del |do |of )?[12]\d{3})`;
  const ordinal = String.raw`(?:st|nd|rd|th|er|\.|º|:e)?`;
  const dayFirst = `(?<day1>\\d{1,2})${ordinal}[ \\u00a0\\-]${of}(?:${short}[ \\u00a0\\-]?${year.replace(' ', ' ?')}|(?:${months}|${english})${year}?)`;
  const monthFirst = `(?:${months}|${english}) (?<day2>\\d{1,2})(?:st|nd|rd|th)?(?!\\d|[.,:]\\d)${year}?`;
  const monthOnly = `(?:${months}|${english})${year}`;
  const end = String.raw`(?![\p{L}\p{N}]|[.,:]\d)`;
  return new RegExp(`${before}(?:${dayFirst}|${monthFirst}|${monthOnly})${end}`, 'gu');
}

function monthNames(language: string): readonly string[] {
  const options = [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const;
  return namesIn(language, options).filter((name) => name.length > 2);
}

function shortNames(language: string): readonly string[] {
  return namesIn(language, [{ month: 'short' }, { month: 'short', day: 'numeric' }]).map((name) =>
    name.replace(/\.$/, ''),
  );
}

function namesIn(language: string, options: readonly Intl.DateTimeFormatOptions[]): readonly string[] {
  return [...new Set([language, 'en'])].flatMap((locale) =>
    options.flatMap((option) => {
      const format = new Intl.DateTimeFormat(locale, { ...option, timeZone: 'UTC', calendar: 'gregory' });
      return Array.from({ length: 12 }, (_, month) => monthIn(format, month)).flatMap((name) =>
        /^\p{L}[\p{L}\p{M}.]+$/u.test(name)
          ? [name, `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)}`, name.toLocaleUpperCase(locale)]
          : [],
      );
    }),
  );
}

function monthIn(format: Intl.DateTimeFormat, month: number): string {
  return format.formatToParts(Date.UTC(2024, month, 9)).find(({ type }) => type === 'month')?.value ?? '';
}
