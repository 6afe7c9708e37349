import { isPlainObject } from '@helve/core';
import { isPluralKey } from './form.js';

type FieldCheck = (value: unknown) => string | undefined;
interface FieldRule {
  readonly check: FieldCheck;
  readonly required: boolean;
}
type FieldRules = { readonly [field: string]: FieldRule };

const isText: FieldCheck = (value) => {
  if (typeof value !== 'string') return 'is not a text';
  return value.isWellFormed() ? undefined : 'has half a surrogate pair';
};
const isName: FieldCheck = (value) => (value === '' ? 'is empty' : isText(value));
const isFlag: FieldCheck = (value) => (typeof value === 'boolean' ? undefined : 'is neither true nor false');
const isNumber: FieldCheck = (value) => (Number.isFinite(value) ? undefined : 'is not a number');
const areConstraints: FieldCheck = (value) => {
  const names = ['cloneable', 'deletable', 'reorderable'];
  const isComplete = isPlainObject(value) && Object.keys(value).sort().join() === names.join();
  return isComplete && Object.values(value).every((flag) => typeof flag === 'boolean')
    ? undefined
    : `must have ${names.join(', ')}, each true or false`;
};
const areCases: FieldCheck = (value) => {
  if (!isPlainObject(value)) return 'is not an object';
  return Object.hasOwn(value, 'other') ? Object.keys(value).map(isText).find(Boolean) : 'has no "other"';
};
const areForms: FieldCheck = (value) => {
  const problem = areCases(value);
  if (problem !== undefined || !isPlainObject(value)) return problem;
  const wrong = Object.keys(value).find((key) => !isPluralKey(key));
  return wrong === undefined ? undefined : `has "${wrong}", which is neither a plural category nor "=N"`;
};

const must = (check: FieldCheck): FieldRule => ({ check, required: true });
const may = (check: FieldCheck): FieldRule => ({ check, required: false });

const code: FieldRules = {
  kind: must(isText),
  id: must(isName),
  type: must(isText),
  subType: may(isText),
  data: must(isText),
  equiv: may(isText),
};

/** The fields of each kind of run. */
const runFields = new Map<unknown, FieldRules>([
  ['text', { kind: must(isText), text: must(isText) }],
  ['ph', { ...code, disp: may(isText), constraints: may(areConstraints) }],
  ['pc-open', { ...code, disp: may(isText), constraints: may(areConstraints), isolated: may(isFlag) }],
  ['pc-close', { ...code, isolated: may(isFlag) }],
  ['sub', { kind: must(isText), id: must(isName), ref: must(isText), equiv: may(isText) }],
  [
    'plural',
    { kind: must(isText), pivot: must(isText), ordinal: may(isFlag), offset: may(isNumber), forms: must(areForms) },
  ],
  ['select', { kind: must(isText), pivot: must(isText), cases: must(areCases) }],
]);

/** Number of required fields by kind. */
const requiredFields = new Map(
  [...runFields].map(([kind, rules]) => [kind, Object.values(rules).filter(({ required }) => required).length]),
);

/** Checks the fields of one run, without entering its forms. */
export function checkRunFields(run: Fields): readonly string[] {
  if (isUsualText(run) || isUsualCode(run)) return none;
  const rules = runFields.get(run['kind']);
  if (rules === undefined) return [`its kind "${String(run['kind'])}" is not known`];
  // Nearly every run is sound, and then nothing is made.
  return hasSoundFields(run, rules) ? none : [...unknownFields(run, rules), ...wrongFields(run, rules)];
}

const none: readonly string[] = Object.freeze([]);

interface Fields {
  readonly [field: string]: unknown;
}

function isUsualText(run: Fields): boolean {
  return run['kind'] === 'text' && isText(run['text']) === undefined && Object.keys(run).length === 2;
}

/** Fast path: most codes are placeholders with only the required fields. */
function isUsualCode(run: Fields): boolean {
  if (run['kind'] !== 'ph' || Object.keys(run).length !== 4) return false;
  return isName(run['id']) === undefined && isText(run['type']) === undefined && isText(run['data']) === undefined;
}

function hasSoundFields(run: Fields, rules: FieldRules): boolean {
  let missing = requiredFields.get(run['kind']) ?? 0;
  for (const field of Object.keys(run)) {
    const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
    if (rule === undefined || rule.check(run[field]) !== undefined) return false;
    if (rule.required) missing -= 1;
  }
  return missing === 0;
}

function unknownFields(run: Fields, rules: FieldRules): readonly string[] {
  const unknown = Object.keys(run).filter((field) => !Object.hasOwn(rules, field));
  return unknown.map((field) => `its field "${field}" is not known`);
}

function wrongFields(run: Fields, rules: FieldRules): readonly string[] {
  return Object.entries(rules).flatMap(([field, rule]) => {
    const problem = Object.hasOwn(run, field) ? rule.check(run[field]) : rule.required ? 'is missing' : undefined;
    return problem === undefined ? [] : [`its field "${field}" ${problem}`];
  });
}
