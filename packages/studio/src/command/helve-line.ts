import type { Field } from '../form/field.js';
import { memberPointer, valueAt } from '../form/pointer.js';
import { quote } from './quote.js';

/** True for a value that a flag can carry. */
interface Leaf {
  readonly pointer: string;
  readonly flag: string;
  readonly isList: boolean;
}

/** Flags that `helve call` keeps for itself; Vite writes the list of the terminal here. */
declare const CALL_FLAGS: readonly string[];

const plainKinds: ReadonlySet<Field['kind']> = new Set(['text', 'number', 'boolean', 'choice', 'fixed']);

/** Writes a `helve call` command: a flag for each field, or the whole input where a field has no flag of its own. */
export function toHelveLine(tool: string, input: unknown, form: Field | undefined): string {
  const command = `npx helve call ${quote(tool)}`;
  const leaves = form === undefined ? undefined : listLeaves(form);
  const words = leaves && flagsFor(leaves, input);
  // `echo` would read escapes in many shells.
  if (words === undefined) return `printf %s ${quote(JSON.stringify(input))} | ${command} --input -`;
  return [command, ...words].join(' ');
}

/** Lists the named values of a form; `undefined` for an input that is not an object of known members. */
function listLeaves(form: Field): readonly Leaf[] | undefined {
  return form.kind === 'object' && form.others === undefined ? listMembers(form, '', []) : undefined;
}

function listMembers(form: Field & { kind: 'object' }, pointer: string, path: readonly string[]): readonly Leaf[] {
  return form.members.flatMap(({ name, field }) => {
    const member = memberPointer(pointer, name);
    const steps = [...path, toKebabCase(name)];
    if (field.kind === 'object' && field.others === undefined && field.members.length > 0) {
      return listMembers(field, member, steps);
    }
    const isList = field.kind === 'list' && plainKinds.has(field.item.kind);
    return [{ pointer: member, flag: steps.join('.'), isList }];
  });
}

function flagsFor(leaves: readonly Leaf[], input: unknown): readonly string[] | undefined {
  const names = leaves.map(({ flag }) => flag);
  const words: string[] = [];
  for (const { pointer, flag, isList } of leaves) {
    const value = valueAt(input, pointer);
    if (value === undefined) continue;
    const isOwn = names.indexOf(flag) === names.lastIndexOf(flag) && !CALL_FLAGS.includes(flag);
    if (!isOwn || !/^[a-z\d][\w.-]*$/.test(flag)) return undefined;
    words.push(...toFlags(flag, value, isList));
  }
  return words;
}

function toFlags(name: string, value: unknown, isList: boolean): readonly string[] {
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  const items: readonly unknown[] = isList && Array.isArray(value) ? value : [value];
  if (items.length === 0 || !items.every(isPlain)) return [`--${name}:=${quote(JSON.stringify(value))}`];
  return items.map((item) => toFlag(name, String(item)));
}

/** Writes a flag with its value; a value that looks like a flag or a file name (`@`) is escaped. */
function toFlag(name: string, text: string): string {
  const value = quote(text.startsWith('@') ? `@${text}` : text);
  return text.startsWith('--') ? `--${name}=${value}` : `--${name} ${value}`;
}

/** True for a text that a flag reads back unchanged. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== 'null');
}

function toKebabCase(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1-$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
