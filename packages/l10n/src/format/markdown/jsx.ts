/** Dialect: CommonMark with GitHub's additions, or that with JSX, expressions and modules. */
export type MarkdownDialect = 'markdown' | 'mdx';

/** Maximum length of an expression. */
export const maxExpression = 20_000;

const tagStart = /<\/?(?:[A-Za-z_$][\w$.:-]*)?/y;
const attributeName = /[A-Za-z_$][\w$.:-]*\s*(?:=\s*)?/y;
const blank = /\s*/y;
const moduleStart =
  /(?:import(?=[\s{*"'])|export(?=\s+(?:[*{]|(?:const|let|var|function|async|class|default|type|interface|enum)\b)|[{*]))/y;

/**
 * Returns the end of the tag that starts at a position, or -1:
 *
 *     <Tabs items={['a', 'b']} {...rest} label="x">   </Tabs>   <br />   <>
 */
export function jsxTagEnd(text: string, at: number): number {
  const name = matchAt(tagStart, text, at);
  if (name === '') return -1;
  let next = at + name.length;
  for (;;) {
    const gap = matchAt(blank, text, next).length;
    const from = next + gap;
    if (text[from] === '>') return from + 1;
    if (text.startsWith('/>', from)) return from + 2;
    const end = gap === 0 && text[from] !== '{' ? -1 : attributeEnd(text, from);
    if (end < 0) return -1;
    next = end;
  }
}

function attributeEnd(text: string, at: number): number {
  if (text[at] === '{') return expressionEnd(text, at);
  const name = matchAt(attributeName, text, at);
  const next = at + name.length;
  if (name === '' || !name.trimEnd().endsWith('='))
    return name === '' ? -1 : next - (name.length - name.trimEnd().length);
  const quote = text[next];
  if (quote === '{') return expressionEnd(text, next);
  if (quote !== '"' && quote !== "'") return -1;
  const close = text.indexOf(quote, next + 1);
  return close < 0 || close - next > maxExpression ? -1 : close + 1;
}

/** Returns the end of the expression in braces that starts at a position, or -1 when it is not closed. */
export function expressionEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + maxExpression);
  const open: string[] = [];
  for (let index = at; index < limit;) {
    index = afterToken(text, index, open, '{}');
    if (open.length === 0) return index;
  }
  return -1;
}

/** Skips a string, a comment or one character; `open` are the enclosing brackets and templates. */
function afterToken(text: string, at: number, open: string[], brackets: string): number {
  const char = text.charAt(at);
  if (open.at(-1) === '`') return afterTemplateSign(text, at, open);
  const bracket = brackets.indexOf(char);
  if (char === '`' || (bracket >= 0 && bracket % 2 === 0)) open.push(char);
  else if (bracket >= 0) open.pop();
  else if (char === '"' || char === "'") return stringEnd(text, at, char);
  else if (text.startsWith('/*', at)) return behind(text, text.indexOf('*/', at + 2), 2);
  else if (text.startsWith('//', at)) return behind(text, text.indexOf('\n', at), 0);
  return at + 1;
}

function afterTemplateSign(text: string, at: number, open: string[]): number {
  if (text.startsWith('${', at)) return open.push('{') && at + 2;
  if (text[at] === '`') open.pop();
  return text[at] === '\\' ? at + 2 : at + 1;
}

/** Returns the end of a string; a quote without another on its line is an apostrophe. */
function stringEnd(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < text.length && text[index] !== '\n'; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
  }
  return at + 1;
}

function behind(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length;
}

/**
 * Returns the end of tags and expressions that fill whole lines, at a line end; -1 when there is other text on their
 * lines.
 */
export function jsxLinesEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    const char = text[at];
    if (char === undefined || char === '\n' || char === '\r') return at;
    const end = char === '<' ? jsxTagEnd(text, at) : char === '{' ? expressionEnd(text, at) : -1;
    if (end < 0) return -1;
    at = end;
  }
}

/** True when imports or exports start at a position. */
export function isModuleStart(text: string, at: number): boolean {
  return matchAt(moduleStart, text, at) !== '';
}

/** Returns the end of imports and exports: the first blank line outside brackets; -1 when there is none. */
export function moduleEnd(text: string, from: number): number {
  const open: string[] = [];
  for (let at = from; at < text.length;) {
    if (open.length === 0 && text[at] === '\n' && isBlankLine(text, at + 1)) return at;
    at = afterToken(text, at, open, '{}[]()');
  }
  return open.length === 0 ? text.length : -1;
}

/** Returns the end of the lines before a blank one. */
export function linesEnd(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (isBlankLine(text, at + 1)) return at;
  }
  return text.length;
}

function isBlankLine(text: string, at: number): boolean {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t' || text[next] === '\r') next += 1;
  return next >= text.length || text[next] === '\n';
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
