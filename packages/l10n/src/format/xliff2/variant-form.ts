import type { PluralRun, Runs, SelectRun } from '@helve/flow';
import { isPluralKey } from '@helve/flow/content';
import { attributeValue, type XmlElement } from '../xml/xml-node.js';
import { pgsNamespace } from './namespace.js';
import { parseCases, parseSwitches } from './validate/check-module-attribute.js';

/** One variable that the text of a unit depends on. */
export interface Switch {
  readonly kind: string;
  readonly variable: string;
}

/** One form, with its value of each variable. */
export interface VariantForm {
  readonly keys: readonly string[];
  readonly runs: Runs;
}

/** Returns the variables of a unit, if all of its segments are forms. */
export function switchesIn(unit: XmlElement, pieces: readonly XmlElement[]): readonly Switch[] | undefined {
  const value = attributeValue(unit, 'switch', pgsNamespace);
  if (value === undefined) return undefined;
  const switches = parseSwitches(value);
  const sound = pieces.every((piece) => piece.local === 'segment' && formKeys(piece, switches) !== undefined);
  return sound && switches.every(({ kind }) => kind !== '') ? switches : undefined;
}

/** Converts the values of a case to keys of forms. */
export function formKeys(piece: XmlElement, switches: readonly Switch[]): readonly string[] | undefined {
  const value = attributeValue(piece, 'case', pgsNamespace);
  const cases = value === undefined ? [] : parseCases(value);
  if (cases.length !== switches.length) return undefined;
  const keys = cases.map((one, at) => (isPlural(switches[at]) && /^\d/u.test(one) ? `=${one}` : one));
  return keys.every((key, at) => !isPlural(switches[at]) || isPluralKey(key)) ? keys : undefined;
}

/** Converts keys of a form to the value of a case. */
export function switchCaseText(keys: readonly string[]): string {
  return keys.map((key) => key.replace(/^=/u, '')).join(' ');
}

function isPlural(one: Switch | undefined): boolean {
  return one?.kind === 'plural' || one?.kind === 'ordinal';
}

/**
 * Nests all forms into content, one variable inside the other; undefined when a form for all other values is missing.
 */
export function nestForms(switches: readonly Switch[], forms: readonly VariantForm[]): Runs | undefined {
  const [first, ...rest] = switches;
  if (!first) return forms[0]?.runs;
  const inner: [string, Runs][] = [];
  for (const key of new Set(forms.map(({ keys }) => keys[0] ?? ''))) {
    const members = forms.filter(({ keys }) => keys[0] === key).map((form) => ({ ...form, keys: form.keys.slice(1) }));
    const runs = nestForms(rest, members);
    if (!runs) return undefined;
    inner.push([key, runs]);
  }
  const contents = Object.freeze(Object.fromEntries(inner));
  if (!Object.hasOwn(contents, 'other')) return undefined;
  return Object.freeze([Object.freeze(formRun(first, contents))]);
}

function formRun({ kind, variable }: Switch, contents: { readonly [key: string]: Runs }): PluralRun | SelectRun {
  if (kind === 'plural') return { kind: 'plural', pivot: variable, forms: contents };
  if (kind === 'ordinal') return { kind: 'plural', pivot: variable, ordinal: true, forms: contents };
  return { kind: 'select', pivot: variable, cases: contents };
}

/** Flattens content to its forms; undefined when it does not depend on these variables alone. */
export function flattenForms(runs: Runs, depth: number): readonly VariantForm[] | undefined {
  if (depth === 0) return [{ keys: [], runs }];
  const [run, more] = runs;
  if (more || (run?.kind !== 'plural' && run?.kind !== 'select')) return undefined;
  const contents: readonly [string, Runs | undefined][] = Object.entries(run.kind === 'plural' ? run.forms : run.cases);
  const forms: VariantForm[] = [];
  for (const [key, content] of contents) {
    const inner = flattenForms(content ?? [], depth - 1);
    if (!inner) return undefined;
    forms.push(...inner.map((form) => ({ ...form, keys: [key, ...form.keys] })));
  }
  return forms;
}
