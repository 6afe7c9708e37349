import { isHostOwned } from './host-owned.js';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);

/** Every field of a declaration, with a check and a description of valid values. */
const fields: { readonly [name: string]: readonly [(value: unknown) => boolean, string] } = {
  name: [isText, 'a text'],
  secret: [isFlag, 'true or false'],
  required: [isFlag, 'true or false'],
  label: [isText, 'a text'],
  description: [isText, 'a text'],
  default: [orNull(isText), 'a text'],
  options: [orNull(isTextList), 'a list of different texts, not empty'],
};

/** Finds problems of one variable's declaration, except in its template. */
export function checkEnvVar(source: unknown): string[] {
  if (typeof source !== 'object' || source === null) return ['it is not an object'];
  const known: { readonly [name: string]: unknown } = { ...source };
  const problems: string[] = [];
  for (const [field, value] of Object.entries(known)) {
    const rule = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (rule === undefined) problems.push(`"${field}" is an unknown field`);
    else if (value !== undefined && !rule[0](value)) problems.push(`"${field}" is not ${rule[1]}`);
  }
  return problems.length > 0 ? problems : checkMeaning(known);
}

function checkMeaning({ name, secret, default: template, options }: { readonly [name: string]: unknown }): string[] {
  const problems: string[] = [];
  if (typeof name !== 'string' || !namePattern.test(name)) {
    problems.push('a name has letters, digits and underscores, and no digit first');
  } else if (isHostOwned(name)) problems.push('it belongs to the host');
  if (secret === true && isGiven(template)) problems.push('a secret has no default, since that would be a leak');
  if (secret === true && isGiven(options)) problems.push('a secret has no options, since that would be a leak');
  // A template is checked when it is expanded.
  const plain = typeof template === 'string' && !template.includes('${');
  if (plain && Array.isArray(options) && !options.includes(template)) {
    problems.push('the default is not among the options');
  }
  return problems;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isTextList(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(isText) && new Set(value).size === value.length;
}
