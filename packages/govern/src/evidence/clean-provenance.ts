import { isPlainObject } from '@helve/core';

/** Members that hold the arguments themselves: they are cleaned like the input. */
const copies = ['parsed', 'validated'];

/** Members that hold the arguments in a form that no rule can inspect, such as the text a model sent. */
const opaque = ['originalRawArgs', 'repair', 'source'];

export interface ProvenanceRules {
  /** True when this call has rules for its input beyond the general ones. */
  readonly hasOwn: boolean;
  cleanInput(part: string, value: unknown): unknown;
  cleanOther(part: string, value: unknown): unknown;
  hide(part: string): unknown;
}

/** Cleans the provenance of a call, without what the arguments must not show. */
export function cleanProvenance(provenance: unknown, rules: ProvenanceRules): unknown {
  if (!isPlainObject(provenance)) return rules.cleanOther('provenance', provenance);
  const rest = { ...provenance };
  const cleaned: Record<string, unknown> = {};
  const take = (name: string, clean: (part: string, value: unknown) => unknown) => {
    if (!Object.hasOwn(provenance, name)) return;
    delete rest[name];
    cleaned[name] = clean(`provenance/${name}`, provenance[name]);
  };
  for (const name of copies) take(name, rules.cleanInput);
  for (const name of rules.hasOwn ? opaque : []) {
    const isArguments = name === 'originalRawArgs' && isPlainObject(provenance[name]);
    take(name, isArguments ? rules.cleanInput : rules.hide);
  }
  return { ...(rules.cleanOther('provenance', rest) as object), ...cleaned };
}
