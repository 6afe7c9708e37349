// The same call for a terminal: pure functions, so that they can be tested without a page.

/** @typedef {{ kind: string, pointer: string }} FormField */

/** Names that `helve call` keeps for itself; the terminal has the same list. */
export const reservedFlags = new Set(
  'arg baseline color config envelope explain format help input json no-color output progress quiet trace version write-baseline'.split(
    ' ',
  ),
);

/**
 * A `helve call` line: a flag for each field, or the whole input at once where a field has no flag that is surely its own.
 * @param {string} tool
 * @param {unknown} input
 * @param {readonly FormField[]} fields every field of the form, filled in or not
 */
export function toHelveLine(tool, input, fields) {
  const command = `npx helve call ${quote(tool)}`;
  const names = fields.map(({ pointer }) => flagName(pointer));
  const words = [command];
  for (const [index, field] of fields.entries()) {
    const value = valueAt(input, field.pointer);
    if (value === undefined || (field.kind === 'object' && Object.keys(value).length > 0)) continue;
    const name = names[index];
    const isOwn =
      /^[a-z\d][\w.-]*$/.test(name) && !reservedFlags.has(name) && names.indexOf(name) === names.lastIndexOf(name);
    if (!isOwn) return `echo ${quote(JSON.stringify(input))} | ${command} --input -`;
    words.push(...flagsOf(name, value, field.kind));
  }
  return words.join(' ');
}

/**
 * @param {string} origin
 * @param {string} tool
 * @param {unknown} input
 */
export function toCurlLine(origin, tool, input) {
  const url = `${origin}/v1/tools/${encodeURIComponent(tool)}/call`;
  return `curl -sS ${quote(url)} -H 'content-type: application/json' -d ${quote(JSON.stringify(input))}`;
}

function flagsOf(name, value, kind) {
  if (kind === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  const items = kind === 'list' ? value : [value];
  if (kind === 'json' || items.length === 0 || !items.every(isPlain))
    return [`--${name}:=${quote(JSON.stringify(value))}`];
  return items.map((item) => flagOf(name, String(item)));
}

/** A value that begins like a flag is tied to its own; one that begins like a file name (`@`) is marked as none. */
function flagOf(name, text) {
  const value = quote(text.startsWith('@') ? `@${text}` : text);
  return text.startsWith('--') ? `--${name}=${value}` : `--${name} ${value}`;
}

/** What a flag reads back as it was. */
function isPlain(value) {
  return typeof value === 'number' || (typeof value === 'string' && value !== 'null');
}

function flagName(pointer) {
  return stepsOf(pointer).map(toKebabCase).join('.');
}

function toKebabCase(name) {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

function valueAt(input, pointer) {
  let value = input;
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

function stepsOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A word as a POSIX shell reads it back unchanged. */
function quote(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
