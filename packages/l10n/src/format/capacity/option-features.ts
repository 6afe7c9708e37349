import { isPlainObject, type Json, type JsonObject } from '@helve/core';
import type { BlockFeature } from './format-capacity.js';

/** Features that the options of a file let it hold, where its format leaves them to its options. */
export function optionFeatures(format: string, options: JsonObject): ReadonlySet<BlockFeature> {
  return new Set(rules[format]?.(options) ?? []);
}

/** True for options by which plural forms are entries of their own, where the format leaves that to its options. */
export function hasFormEntries(format: string, options: JsonObject): boolean {
  if (format === 'yaml') return options['plurals'] === 'rails' || options['rootLocales'] === 'single';
  return format === 'json' && hasEntry(options, 'plurals');
}

const rules: Readonly<Record<string, (options: JsonObject) => readonly BlockFeature[]>> = {
  arb: () => ['note', 'plural'],
  yaml: (options) => (hasFormEntries('yaml', options) ? ['note', 'plural'] : ['note']),
  json: (options) => [
    ...(hasEntry(options, 'notes') || hasRows(options['noteRules']) ? (['note'] as const) : []),
    ...(hasRows(options['maxLengthRules']) ? (['maxLength'] as const) : []),
    ...(hasEntry(options, 'plurals') || findsMessages(options) ? (['plural'] as const) : []),
  ],
};

function hasEntry({ entries }: JsonObject, field: string): boolean {
  const list: readonly Json[] = Array.isArray(entries) ? entries : [];
  return list.some((entry) => isPlainObject(entry) && entry[field] !== undefined && entry[field] !== false);
}

function hasRows(rows: Json | undefined): boolean {
  return isPlainObject(rows) && Object.keys(rows).length > 0;
}

/** True when messages with forms are found in texts, as they are unless the options name other codes. */
function findsMessages({ codeFinder }: JsonObject): boolean {
  const presets = isPlainObject(codeFinder) ? codeFinder['presets'] : undefined;
  return !Array.isArray(presets) || presets.includes('icu');
}
