import { isPlainObject } from '@helve/core';
import { readBlockScalar, writeBlockScalar } from './block-scalar.js';

/** A value of the front matter: where it stands, and what it says. */
export interface FrontValue {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Its quotes, or the header of a scalar on lines of its own. */
  readonly quote: string;
  /** What those lines begin with. */
  readonly indent: string;
}

/** What stands before the document: its kind, its values, and where the document begins. */
export interface FrontMatter {
  readonly syntax: 'yaml' | 'toml';
  readonly values: readonly FrontValue[];
  readonly end: number;
}

const block = /^(?<fence>---|\+\+\+)[ \t]*(?:\r\n|\r|\n)(?<body>(?:[^]*?(?:\r\n|\r|\n))??)\k<fence>[ \t]*(?=\r|\n|$)/u;
const member = {
  yaml: /^(?<indent>[ ]*)(?<dash>- +)?(?:(?<key>[\w.-]+|"[^"]*"|'[^']*'):(?:[ \t]+|$))?(?<value>.*)$/u,
  toml: /^(?<indent>[ \t]*)(?<dash>(?!))?(?<key>[\w.-]+|"[^"]*")[ \t]*=[ \t]*(?<value>.*)$/u,
};

/** Finds the front matter of a document. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  if (!text.startsWith('---') && !text.startsWith('+++')) return undefined;
  const found = block.exec(text);
  if (!found) return undefined;
  const { fence = '', body = '' } = found.groups ?? {};
  const syntax = fence === '---' ? 'yaml' : 'toml';
  const start = found[0].lastIndexOf(fence) - body.length;
  return { syntax, values: [...valuesOf(body, start, syntax)], end: found[0].length };
}

function* valuesOf(body: string, start: number, syntax: 'yaml' | 'toml'): Generator<FrontValue> {
  const path: { readonly indent: number; readonly key: string }[] = [];
  let behind = 0;
  for (const { index, 0: line } of body.matchAll(/[^\r\n]+/gu)) {
    if (index < behind) continue;
    const [table] = /^\s*\[+([^\]]*)\]+/u.exec(syntax === 'toml' ? line : '')?.slice(1) ?? [];
    if (table !== undefined) path.splice(0, path.length, { indent: -1, key: table.trim() });
    const { indent = '', dash, key: named = '', value = '' } = member[syntax].exec(line)?.groups ?? {};
    if (named === '' && dash === undefined) continue;
    const column = indent.length + (dash !== undefined && named !== '' ? dash.length : 0);
    while ((path.at(-1)?.indent ?? -1) >= column + (dash !== undefined && named === '' ? 1 : 0)) path.pop();
    if (named !== '') path.push({ indent: column, key: named.replaceAll(/^["']|["']$/gu, '') });
    const at = index + line.length - value.length;
    const key = path.map((one) => one.key).join('.');
    const scalar = lineScalar(value, at, syntax) ?? (syntax === 'yaml' ? linesScalar(body, at, column) : undefined);
    if (!scalar || (scalar.quote === '' && goesOn(body, index + line.length, column))) continue;
    behind = scalar.end;
    yield { ...scalar, key, start: start + at, end: start + scalar.end };
  }
}

type Scalar = Omit<FrontValue, 'key' | 'start'>;

function lineScalar(value: string, at: number, syntax: 'yaml' | 'toml'): Scalar | undefined {
  const raw = rawScalar(value);
  const text = scalarText(raw, syntax);
  const quote = /^["']/u.exec(raw)?.[0] ?? '';
  return text === undefined ? undefined : { text, end: at + raw.length, quote, indent: '' };
}

function linesScalar(body: string, at: number, column: number): Scalar | undefined {
  const scalar = /^[|>]/u.test(body.charAt(at)) ? readBlockScalar(body, at, column) : undefined;
  return scalar && { ...scalar, quote: body.slice(at).split(/[\r\n]/u, 1)[0] ?? '' };
}

/** Whether a text without quotes has more lines, which are not read. */
function goesOn(body: string, from: number, column: number): boolean {
  const [, indent = ''] = /^(?:[ \t]*(?:#.*)?(?:\r\n|\r|\n))*( *)(?=[^\s#])/u.exec(body.slice(from)) ?? [];
  return indent.length > column;
}

/** A value without the comment behind it. */
function rawScalar(value: string): string {
  const [, quoted] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*(?:#.*)?$/u.exec(value) ?? [];
  return quoted ?? value.replace(/[ \t]+(?:#.*)?$/u, '');
}

/** The text of a value that stands on one line; lists, tables and numbers are none. */
function scalarText(raw: string, syntax: 'yaml' | 'toml'): string | undefined {
  if (/^"(?:[^"\\]|\\.)*"$/u.test(raw)) return fromQuoted(raw);
  if (/^'(?:[^']|'')*'$/u.test(raw))
    return syntax === 'yaml' ? raw.slice(1, -1).replaceAll("''", "'") : raw.slice(1, -1);
  return syntax === 'yaml' && isPlain(raw) ? raw : undefined;
}

/** How a value of the front matter was written. */
type FrontForm = Pick<FrontValue, 'quote' | 'indent'> & {
  readonly syntax: 'yaml' | 'toml';
  readonly lineEnd: string;
};

/** A text as a value that means it, in the quotes or on the lines that the value had if they can hold it. */
export function toFrontValue(text: string, { quote: was, indent, syntax, lineEnd }: FrontForm): string {
  const lines = /^[|>]/u.test(was) ? writeBlockScalar(text, was, indent) : undefined;
  if (lines !== undefined) return lines.replaceAll('\n', lineEnd);
  const isLine = !/[\p{Cc}\u2028\u2029\uFEFF]/u.test(text);
  if (was === '' && syntax === 'yaml' && isLine && isPlain(text)) return text;
  if (was === "'" && isLine && (syntax === 'yaml' || !text.includes("'"))) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether YAML reads some characters as the text that they are. */
function isPlain(text: string): boolean {
  if (text === '' || text.trim() !== text || /^[-?:,[\]{}#&*!|>'"%@`=]|: |:$| #/u.test(text)) return false;
  return !/^(?:[-+.]?\d[\d_.,:eExXoO+\-TZ]*|~|null|true|false|yes|no|on|off|y|n|\.nan|[-+]?\.inf)$/iu.test(text);
}

function fromQuoted(raw: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`{"value":${raw}}`);
    const text = isPlainObject(value) ? value['value'] : undefined;
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
