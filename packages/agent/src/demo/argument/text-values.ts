import { atTime, readDays, readTimes, toDate, toDateTime, toTime } from './moment.js';

/** The kind of a value in a text. */
export type ValueKind =
  | 'quoted'
  | 'email'
  | 'uri'
  | 'uuid'
  | 'ipv4'
  | 'date-time'
  | 'date'
  | 'time'
  | 'duration'
  | 'number';

type Place = readonly [start: number, end: number];

/** A value found in a text; a duration is in milliseconds. */
export interface TextValue {
  readonly kind: ValueKind;
  readonly value: string | number;
  readonly places: readonly Place[];
}

const unitMs: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|millisecond)/i, 1],
  [/^s/i, 1_000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
  [/^w/i, 604_800_000],
];

const units = 'ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|weeks?';
const amount = String.raw`\d+(?:\.\d+)?|an?|half an?`;

const patterns = {
  quoted: /"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu,
  email: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g,
  uri: /\bhttps?:\/\/[^\s"<>]*[^\s"<>.,;:!?)]/g,
  uuid: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  ipv4: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  iso: /\b(?:on )?(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?/g,
  ahead: new RegExp(String.raw`\bin (${amount})[ -]?(${units})\b`, 'gi'),
  duration: new RegExp(String.raw`\b(?:for )?(${amount})[ -]?(${units})\b`, 'gi'),
  number: /(?<![\w.-])-?\d+(?:\.\d+)?(?!\w)/g,
};

/** Finds every value in a text; a fragment counts as one kind only. */
export function readTextValues(text: string, now: Date): readonly TextValue[] {
  const found: TextValue[] = [];
  const add = (value: TextValue) => {
    if (value.places.every((range) => found.every((other) => !other.places.some((used) => overlap(used, range))))) {
      found.push(value);
    }
  };
  const each = (pattern: RegExp, read: (match: RegExpExecArray) => Omit<TextValue, 'places'> | undefined) => {
    for (const match of text.matchAll(pattern)) {
      const value = read(match);
      if (value !== undefined) add({ ...value, places: [[match.index, match.index + match[0].length]] });
    }
  };
  each(patterns.quoted, (match) => ({ kind: 'quoted', value: match[1] ?? match[2] ?? match[3] ?? '' }));
  for (const kind of ['email', 'uri', 'uuid', 'ipv4'] as const) each(patterns[kind], ([value]) => ({ kind, value }));
  each(patterns.iso, readIso);
  each(patterns.ahead, ([, count = '', unit = '']) => {
    return { kind: 'date-time', value: toDateTime(new Date(now.getTime() + toMs(count, unit))) };
  });
  readMoments(text, now).forEach(add);
  each(patterns.duration, ([, count = '', unit = '']) => ({ kind: 'duration', value: toMs(count, unit) }));
  each(patterns.number, ([value]) => ({ kind: 'number', value: Number(value) }));
  return found.toSorted((a, b) => (a.places[0]?.[0] ?? 0) - (b.places[0]?.[0] ?? 0));
}

/** Removes the used values from the text. */
export function withoutValues(text: string, values: Iterable<TextValue>): string {
  const ranges = [...values].flatMap((value) => value.places).toSorted(([a], [b]) => b - a);
  return ranges.reduce((left, [start, end]) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}

function readIso([, day = '', time = '', zone]: RegExpExecArray): Omit<TextValue, 'places'> | undefined {
  const moment = new Date(`${day}T${time}${zone ?? ''}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  return { kind: 'date-time', value: zone === undefined ? toDateTime(moment) : `${day}T${withSeconds(time)}${zone}` };
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

/** Pairs days and times in the order in which they are named. */
function readMoments(text: string, now: Date): readonly TextValue[] {
  const days = readDays(text, now);
  const times = readTimes(text).filter((time) =>
    days.every((day) => !overlap([day.start, day.end], [time.start, time.end])),
  );
  const together = times.map((time, at): TextValue => {
    const day = days[at];
    const range: Place = [time.start, time.end];
    const moment = toDateTime(atTime(day?.day, time, now));
    if (day === undefined) return { kind: 'time', value: toTime(time), places: [range] };
    return { kind: 'date-time', value: moment, places: [[day.start, day.end], range] };
  });
  const alone = days.slice(times.length);
  return [
    ...together,
    ...alone.map(({ day, start, end }): TextValue => ({ kind: 'date', value: toDate(day), places: [[start, end]] })),
  ];
}

function toMs(count: string, unit: string): number {
  const [, size = 0] = unitMs.find(([pattern]) => pattern.test(unit)) ?? [];
  if (/^half/i.test(count)) return size / 2;
  return (/^an?$/i.test(count) ? 1 : Number(count)) * size;
}

function overlap([a, b]: Place, [c, d]: Place): boolean {
  return a < d && c < b;
}
