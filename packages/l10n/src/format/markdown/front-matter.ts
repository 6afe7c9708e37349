import { isPlainObject } from '@helve/core';
import { readBlockScalar, writeBlockScalar } from './block-scalar.js';

/** A value of the front matter: its range and its text. */
export interface FrontValue {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Its quotes, or the header of a block scalar. */
  readonly quote: string;
  /** Indentation of its lines. */
  readonly indent: string;
}

/** The front matter of a document: its syntax, its values, and the start of the document. */
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
export function findFrontMatter(text: string): FrontMatter | undefined {
  if (!text.startsWith('---') && !text.startsWith('+++')) return undefined;
  const found = block.exec(text);
  if (!found) return undefined;
  const { fence = '', body = '' } = found.groups ?? {};
  const syntax = fence === '---' ? 'yaml' : 'toml';
  const start = found[0].lastIndexOf(fence) - body.length;
  return { syntax, values: [...readValues(body, start, syntax)], end: found[0].length };
}

function* readValues(body: string, start: number, syntax: 'yaml' | 'toml'): Generator<FrontValue> {
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

/** True when an unquoted text continues on more lines, which are not read. */
function goesOn(body: string, from: number, column: number): boolean {
  const [, indent = ''] = /^(?:[ \t]*(?:#.*)?(?:\r\n|\r|\n))*( *)(?=[^\s#])/u.exec(body.slice(from)) ?? [];
  return indent.length > column;
}

/** Removes the comment after a value. */
function rawScalar(value: string): string {
  const [, quoted] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*(?:#.*)?$/u.exec(value) ?? [];
  return quoted ?? value.replace(/[ \t]+(?:#.*)?$/u, '');
}

/** Parses a value on one line to text; undefined for lists, tables and numbers. */
function scalarText(raw: string, syntax: 'yaml' | 'toml'): string | undefined {
  if (/^"(?:[^"\\]|\\.)*"$/u.test(raw)) return fromQuoted(raw);
  if (/^'(?:[^']|'')*'$/u.test(raw))
    return syntax === 'yaml' ? raw.slice(1, -1).replaceAll("''", "'") : raw.slice(1, -1);
  return syntax === 'yaml' && isPlain(raw) ? raw : undefined;
}

/** Notation of a front matter value. */
type FrontForm = Pick<FrontValue, 'quote' | 'indent'> & {
  readonly syntax: 'yaml' | 'toml';
  readonly lineEnd: string;
};

/** Encodes a text as a value, in its original quotes or lines if they can represent it. */
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

/** True when YAML reads an unquoted text as itself. */
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
