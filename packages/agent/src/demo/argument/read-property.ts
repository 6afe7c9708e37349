import { compilePattern, isPlainObject, type Json } from '@helve/core';
import type { ArgumentSource } from './argument-source.js';
import { atTime, toDateTime } from './moment.js';
import type { ValueKind } from './text-values.js';

/** One parameter of a tool. */
export interface PropertySchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly type: string | undefined;
  /** True when any text will do. */
  readonly isFree: boolean;
}

/** Reads the value of a parameter, if the sentence has one. */
export function readProperty(property: PropertySchema, source: ArgumentSource, required: boolean): Json | undefined {
  const { schema, type } = property;
  if ('const' in schema) return required ? (schema['const'] as Json) : undefined;
  if (Array.isArray(schema['enum'])) return readEnum(schema['enum'], source);
  if (type === 'integer' || type === 'number') return readNumber(property, source, required);
  if (type === 'boolean') return readBoolean(property, source);
  if (type === 'array') return readList(schema['items'], source);
  if (type === 'string') return readText(property, source);
  return undefined;
}

/** Finds the first value that is mentioned and that no other argument has taken. */
function readEnum(values: readonly unknown[], source: ArgumentSource): Json | undefined {
  const found = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => ({ value, at: source.mentions(String(value))?.index }))
    .filter(({ at }) => at !== undefined && !source.isUsed(at))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))[0];
  if (found?.at !== undefined) source.usePosition(found.at);
  return found?.value;
}

const unitNames: readonly (readonly [RegExp, number])[] = [
  [/millisecond|(?:^|[^a-z])ms(?:$|[^a-z])|Ms$/, 1],
  [/second/i, 1_000],
  [/minute/i, 60_000],
  [/hour/i, 3_600_000],
  [/day/i, 86_400_000],
];

/**
 * Reads a number by its name, or a duration in the unit of the parameter; takes any number only where one is required.
 */
function readNumber(property: PropertySchema, source: ArgumentSource, required: boolean): number | undefined {
  const { name, schema, type } = property;
  const roundForType = (value: number) => (type === 'integer' ? Math.round(value) : value);
  const named = Number(source.takeNamed(name));
  if (Number.isFinite(named)) return roundForType(named);
  const unit = findUnit(name) ?? findUnit(typeof schema['description'] === 'string' ? schema['description'] : '');
  const duration = unit === undefined ? undefined : source.take('duration');
  if (unit !== undefined && typeof duration === 'number') return roundForType(duration / unit);
  const value = required ? source.take('number', (one) => isWithin(Number(one), property)) : undefined;
  return typeof value === 'number' ? value : undefined;
}

function findUnit(text: string): number | undefined {
  return unitNames.find(([pattern]) => pattern.test(text))?.[1];
}

function isWithin(value: number, { schema, type }: PropertySchema): boolean {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return value >= Number(minimum) && value <= Number(maximum) && (type !== 'integer' || Number.isInteger(value));
}

/** Switches a flag on where it is mentioned, unless the sentence says no just before. */
function readBoolean({ name }: PropertySchema, source: ArgumentSource): boolean | undefined {
  const mention = source.mentions(name);
  if (mention === null) return undefined;
  const after = source.text.slice(mention.index + mention[0].length);
  if (/^\s*[:=]?\s*(?:false|off|no)\b/i.test(after)) return false;
  return !/(?:\bno|\bnot|\bwithout|n't)\s*$/i.test(source.text.slice(0, mention.index));
}

function readList(items: unknown, source: ArgumentSource): Json | undefined {
  const schema = isPlainObject(items) ? items : {};
  const kind = formatKinds[String(schema['format'])] ?? (isNumeric(schema['type']) ? 'number' : 'quoted');
  const all = source.takeAll(kind);
  return all.length === 0 ? undefined : [...all];
}

function isNumeric(type: unknown): boolean {
  return type === 'number' || type === 'integer';
}

const formatKinds: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  uri: 'uri',
  uuid: 'uuid',
  ipv4: 'ipv4',
  'date-time': 'date-time',
  date: 'date',
  time: 'time',
};

function readText({ name, schema, isFree }: PropertySchema, source: ArgumentSource): string | undefined {
  const { format, pattern } = schema;
  const kind = typeof format === 'string' ? formatKinds[format] : undefined;
  if (kind !== undefined) return readFormat(kind, source);
  const named = source.takeNamed(name);
  if (named !== undefined) return named;
  if (typeof pattern === 'string') return readPattern(pattern, source);
  const value = isFree ? source.take('quoted') : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Reads a formatted value; a time without a day is the next one on the clock. */
function readFormat(kind: ValueKind, source: ArgumentSource): string | undefined {
  const value = source.take(kind);
  if (typeof value === 'string' || kind !== 'date-time') return value?.toString();
  const time = /^(\d{2}):(\d{2})/.exec(String(source.take('time') ?? ''));
  if (time === null) return undefined;
  const clock = { start: 0, end: 0, hours: Number(time[1]), minutes: Number(time[2]) };
  return toDateTime(atTime(undefined, clock, source.now));
}

/**
 * Finds a word that fits: first words that look made up, such as numbers and ids, then the last plain word that is not
 * about the tool.
 */
function readPattern(pattern: string, source: ArgumentSource): string | undefined {
  const compiled = compilePattern(pattern);
  if (compiled.kind === 'refused') return undefined;
  const { pattern: fits } = compiled;
  const quoted = source.take('quoted', (value) => fits.test(String(value)));
  if (quoted !== undefined) return String(quoted);
  const words = source.words().filter((word) => fits.test(word));
  return words.find((word) => /[^a-z]/.test(word)) ?? words.findLast((word) => !source.isCommand(word));
}
