import type { JsonObject } from '@helve/core';
import type { LocaleId } from '../contract/block.js';
import type { ComponentSchema, LocaleRole } from '../contract/component-schema.js';
import { readLocale } from './read-locale.js';

/** The locales that a step names itself. */
export interface ConfiguredLocales {
  /** Two locales: content of the first against content of the second. */
  readonly pair?: readonly [LocaleId, LocaleId];
  /** The step's own targets (`locales`), which no run changes. */
  readonly targets?: readonly LocaleId[];
  /** One target in the config, which the run outranks. */
  readonly target?: LocaleId;
  /** The whole set of a step that works with all locales at once. */
  readonly list?: readonly LocaleId[];
  /** The locale of a step that works with one. */
  readonly own?: LocaleId;
}

/** Reads the key `locales` of a step, or else the parameters that name locales. */
export function configuredLocales(
  locales: readonly LocaleId[] | undefined,
  schema: ComponentSchema | undefined,
  config: JsonObject,
): ConfiguredLocales {
  if (locales === undefined || locales.length === 0) return fromParameters(schema, config);
  const [first, second] = locales;
  const shared = { list: locales, ...(first === undefined ? {} : { own: first }) };
  if (locales.length === 2 && first !== undefined && second !== undefined) return { ...shared, pair: [first, second] };
  return { ...shared, targets: locales };
}

/** Variants that a step is bound to regardless of the run; empty when the run decides. */
export function boundVariants({ pair, targets }: ConfiguredLocales): readonly LocaleId[] {
  return pair === undefined ? (targets ?? []) : [pair[1]];
}

function fromParameters(schema: ComponentSchema | undefined, config: JsonObject): ConfiguredLocales {
  const named = new Map<LocaleRole, unknown>();
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const role = property['x-locale'];
    if (role !== undefined && config[name] !== undefined) named.set(role, config[name]);
  }
  const source = readLocale(named.get('source'));
  const target = readLocale(named.get('target'));
  const pair = toPair(source, target) ?? toPair(readLocale(named.get('first')), readLocale(named.get('second')));
  const list = localesIn(named.get('list'));
  const own = source ?? readLocale(config['locale']);
  return {
    ...(pair === undefined ? {} : { pair }),
    ...(target === undefined || pair !== undefined ? {} : { target }),
    ...(list.length === 0 ? {} : { list }),
    ...(own === undefined ? {} : { own }),
  };
}

function toPair(first: LocaleId | undefined, second: LocaleId | undefined): readonly [LocaleId, LocaleId] | undefined {
  return first === undefined || second === undefined ? undefined : [first, second];
}

function localesIn(value: unknown): LocaleId[] {
  return Array.isArray(value) ? value.flatMap((tag) => readLocale(tag) ?? []) : [];
}
