import { closingQuote, PoFault, unescapePo } from './po-string.js';

/**
 * A keyword with its strings, as spelled in the file:
 *
 *     msgstr[0] "one " "text"
 *
 *     └─ lead ─┘└─ body ────┘└ tail
 */
export interface Statement {
  readonly keyword: string;
  readonly lead: string;
  readonly body: string;
  readonly tail: string;
  readonly value: string;
}

/** Parses the text of some statements, which contains nothing else. */
export function parseStatements(raw: string): readonly Statement[] {
  const statements: Statement[] = [];
  let at = afterSpace(raw, 0);
  while (at < raw.length) {
    const quote = raw.indexOf('"', at);
    const keyword = raw.slice(at, quote).trim();
    if (quote < 0 || keyword === '' || keyword.includes('\n'))
      throw new PoFault('a keyword with a string is expected', at);
    const { end, value } = readStrings(raw, quote);
    const next = afterSpace(raw, end);
    statements.push({
      keyword,
      lead: raw.slice(at, quote),
      body: raw.slice(quote, end),
      tail: raw.slice(end, next),
      value,
    });
    at = next;
  }
  return statements;
}

/** Joins statements to text. */
export function statementsText(statements: readonly Pick<Statement, 'lead' | 'body' | 'tail'>[]): string {
  let text = '';
  for (const { lead, body, tail } of statements) text += lead + body + tail;
  return text;
}

function readStrings(raw: string, quote: number): { readonly end: number; readonly value: string } {
  let value = '';
  let end = quote;
  for (let at = quote; raw.charAt(at) === '"'; at = afterSpace(raw, end)) {
    const close = closingQuote(raw, at + 1);
    if (close < 0) throw new PoFault('a string is not closed', at);
    value += unescapePo(raw, at + 1, close);
    end = close + 1;
  }
  return { end, value };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}
