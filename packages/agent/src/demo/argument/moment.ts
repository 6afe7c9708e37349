/** A day that a text names, with its position in the text. */
export interface NamedDay {
  readonly start: number;
  readonly end: number;
  readonly day: Date;
}

export interface NamedTime {
  readonly start: number;
  readonly end: number;
  readonly hours: number;
  readonly minutes: number;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const dayPattern = new RegExp(
  String.raw`\b(?:on )?(?:(\d{4})-(\d{2})-(\d{2})|(today)|(tomorrow)|(?:next |this )?(${weekdays.join('|')}))\b`,
  'gi',
);

const timePattern = /\b(?:at )?(?:(\d{1,2})(?::(\d{2}))? ?(am|pm)|([01]?\d|2[0-3]):([0-5]\d)|(noon|midnight))\b/gi;

/** Finds the days in a text, each as its beginning in the local time zone. */
export function readDays(text: string, now: Date): readonly NamedDay[] {
  return [...text.matchAll(dayPattern)].map((match) => {
    const [matched, year, month, date, today, tomorrow, weekday] = match;
    const ahead = today === undefined ? (tomorrow === undefined ? daysUntil(weekday, now) : 1) : 0;
    const day =
      year === undefined
        ? new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead)
        : new Date(Number(year), Number(month) - 1, Number(date));
    return { start: match.index, end: match.index + matched.length, day };
  });
}

/** Finds the times of day in a text. */
export function readTimes(text: string): readonly NamedTime[] {
  return [...text.matchAll(timePattern)].flatMap((match) => {
    const [matched, hour12, minute12, half, hour24, minute24, named] = match;
    const hours = half === undefined ? Number(hour24 ?? 0) : (Number(hour12) % 12) + (/pm/i.test(half) ? 12 : 0);
    if (half !== undefined && (Number(hour12) < 1 || Number(hour12) > 12)) return [];
    const range = { start: match.index, end: match.index + matched.length };
    if (named !== undefined) return [{ ...range, hours: /noon/i.test(named) ? 12 : 0, minutes: 0 }];
    return [{ ...range, hours, minutes: Number(minute12 ?? minute24 ?? 0) }];
  });
}

/** Joins a day and a time; without a day, takes the next such time on the clock. */
export function atTime(day: Date | undefined, { hours, minutes }: NamedTime, now: Date): Date {
  const base = day ?? now;
  const moment = new Date(base.getFullYear(), base.getMonth(), base.getDate(), hours, minutes);
  if (day === undefined && moment <= now) moment.setDate(moment.getDate() + 1);
  return moment;
}

/** Formats a date and time for JSON Schema's `date-time`, in whole seconds. */
export function toDateTime(moment: Date): string {
  return moment.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Formats a day for JSON Schema's `date`, in the local time zone. */
export function toDate(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Formats a time for JSON Schema's `time`. */
export function toTime({ hours, minutes }: NamedTime): string {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00Z`;
}

/** Counts the days until a weekday; today's weekday means the one in a week. */
function daysUntil(weekday: string | undefined, now: Date): number {
  const wanted = weekdays.indexOf((weekday ?? '').toLowerCase());
  return ((wanted - now.getDay() + 6) % 7) + 1;
}
