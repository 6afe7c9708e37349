import { EXCHANGE_PROPERTY, exchangeNote } from '../generate/exchange-mark.js';
import type { Block, Note } from '@helve/flow';
import { layOut, type Layout } from './layout.js';
import { parseStatements, statementsText } from './statement.js';

/** The part above the `msgid` of a message. */
export interface Head {
  readonly translator: string | undefined;
  readonly extracted: string | undefined;
  readonly references: string | undefined;
  /** Without `fuzzy`. */
  readonly flags: string | undefined;
  readonly fuzzy: boolean;
  readonly previousContext: string | undefined;
  readonly previous: string | undefined;
  readonly previousPlural: string | undefined;
  readonly context: string | undefined;
}

/** Kinds of comments in the order of gettext, and their marks. */
const kinds = ['translator', 'extracted', 'references', 'flags', 'previous'] as const;
type Kind = (typeof kinds)[number];
const marks: Readonly<Record<Kind, string>> = {
  translator: '#',
  extracted: '#.',
  references: '#:',
  flags: '#,',
  previous: '#|',
};

interface CommentLine {
  /** Undefined for a blank line, or an unknown mark. */
  readonly kind: Kind | undefined;
  /** With the line end; of new lines, all of a kind. */
  readonly raw: string;
}

/** Parses the comments above a message; `context` is known from its statement. */
export function readHead(raw: string, context: string | undefined): Head {
  let translator: string | undefined;
  let extracted: string | undefined;
  let references: string | undefined;
  let marked: string | undefined;
  let before: string | undefined;
  const hasReturn = raw.includes('\r');
  for (let at = 0; at < raw.length;) {
    const end = lineEnd(raw, at, hasReturn);
    const start = afterBlank(raw, at, end);
    if (start < end && raw.charCodeAt(start) !== 0x23) break;
    const kind = kindAt(raw, start);
    const text = textAt(raw, kind === 'translator' ? start + 1 : start + 2, end);
    if (kind === 'references') references = joined(references, text);
    else if (kind === 'flags') marked = joined(marked, text);
    else if (kind === 'extracted') extracted = joined(extracted, text);
    else if (kind === 'translator') translator = joined(translator, text);
    else if (kind === 'previous') before = joined(before, text);
    at = end;
  }
  const fuzzy = marked !== undefined && marked.includes('fuzzy') && flagNames(marked).includes('fuzzy');
  const flags = marked === undefined ? undefined : otherFlags(marked);
  const { previousContext, previous, previousPlural } = before === undefined ? nothingBefore : readPrevious(before);
  return { translator, extracted, references, flags, fuzzy, previousContext, previous, previousPlural, context };
}

function joined(lines: string | undefined, line: string): string {
  return lines === undefined ? line : `${lines}\n${line}`;
}

function flagNames(text: string): readonly string[] {
  return text === 'fuzzy' ? [text] : text.split(/[,\n]/u).map((name) => name.trim());
}

function otherFlags(text: string): string | undefined {
  if (!text.includes('fuzzy') && !text.includes('\n')) return text;
  const flags = flagNames(text).filter((name) => name !== '' && name !== 'fuzzy');
  return flags.length === 0 ? undefined : flags.join(', ');
}

type Before = Pick<Head, 'previousContext' | 'previous' | 'previousPlural'>;
const nothingBefore: Before = { previousContext: undefined, previous: undefined, previousPlural: undefined };

function readPrevious(text: string): Before {
  try {
    const values = new Map(parseStatements(text).map(({ keyword, value }) => [keyword, value]));
    return {
      previousContext: values.get('msgctxt'),
      previous: values.get('msgid'),
      previousPlural: values.get('msgid_plural'),
    };
  } catch {
    // A comment may contain anything: invalid content is kept without meaning.
    return nothingBefore;
  }
}

/** Returns the lines before the first that is not a comment. */
function commentLines(raw: string): readonly CommentLine[] {
  const lines: CommentLine[] = [];
  const hasReturn = raw.includes('\r');
  for (let at = 0; at < raw.length;) {
    const end = lineEnd(raw, at, hasReturn);
    const start = afterBlank(raw, at, end);
    if (start < end && raw.charCodeAt(start) !== 0x23) break;
    lines.push({ kind: kindAt(raw, start), raw: raw.slice(at, end) });
    at = end;
  }
  return lines;
}

function kindAt(raw: string, start: number): Kind | undefined {
  if (raw.charCodeAt(start) !== 0x23) return undefined;
  switch (raw.charCodeAt(start + 1)) {
    case 0x2e:
      return 'extracted';
    case 0x3a:
      return 'references';
    case 0x2c:
      return 'flags';
    case 0x7c:
      return 'previous';
    case 0x3d:
      return undefined;
    default:
      return 'translator';
  }
}

/** Returns the text of a comment, without one leading space, trailing white space and the line end. */
function textAt(raw: string, from: number, end: number): string {
  const start = raw.charCodeAt(from) === 0x20 ? from + 1 : from;
  let stop = end;
  while (stop > start && raw.charCodeAt(stop - 1) <= 0x20) stop -= 1;
  return raw.slice(start, stop);
}

function afterBlank(raw: string, from: number, end: number): number {
  let at = from;
  while (at < end && raw.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** Returns the position after the line end; a carriage return alone is one too. */
function lineEnd(raw: string, from: number, hasReturn: boolean): number {
  const feed = raw.indexOf('\n', from);
  const end = feed < 0 ? raw.length : feed + 1;
  const cr = hasReturn ? raw.indexOf('\r', from) : -1;
  if (cr < 0 || cr >= end) return end;
  return raw.charCodeAt(cr + 1) === 0x0a ? cr + 2 : cr + 1;
}

/** Returns the facts of a head as properties of a block. */
export function toProperties(head: Head): Record<string, string> {
  const properties: Record<string, string> = {};
  if (head.context !== undefined) properties['context'] = head.context;
  if (head.references !== undefined) properties['references'] = head.references;
  if (head.flags !== undefined) properties['flags'] = head.flags;
  if (head.previous !== undefined) properties['previous'] = head.previous;
  if (head.previousContext !== undefined) properties['previousContext'] = head.previousContext;
  if (head.previousPlural !== undefined) properties['previousPlural'] = head.previousPlural;
  return properties;
}

/** Returns the facts of a head as notes of a block. */
export function toNotes({ translator, extracted }: Head): readonly Note[] | undefined {
  if (translator === undefined && extracted === undefined) return undefined;
  const notes: Note[] = [];
  if (extracted !== undefined) notes.push({ text: extracted, from: 'developer' });
  if (translator !== undefined) notes.push({ text: translator, from: 'translator' });
  return notes;
}

/** Derives the head from a block. */
export function toHead(block: Block, fuzzy: boolean): Head {
  const { context, references, flags, previous, previousContext, previousPlural } = block.properties;
  const items: unknown = block.annotations['note']?.['items'];
  const notes: readonly Note[] = Array.isArray(items) ? items : [];
  const comments = (own: boolean): string | undefined => {
    const texts = notes.filter(({ from }) => (from === 'translator') === own).map(({ text }) => text);
    return texts.length === 0 ? undefined : texts.join('\n');
  };
  const [translator, told] = [comments(true), comments(false)];
  const exchange = block.properties[EXCHANGE_PROPERTY];
  // The reference of a unit that goes out stands in a line of its own.
  const extracted =
    exchange === undefined ? told : [...(told === undefined ? [] : [told]), exchangeNote(exchange)].join('\n');
  return { translator, extracted, references, flags, fuzzy, previousContext, previous, previousPlural, context };
}

/** Returns a text that is equal for equal heads. */
export function headKey(head: Head): string {
  const { translator, extracted, references, flags, fuzzy, previousContext, previous, previousPlural, context } = head;
  const texts = [translator, extracted, references, flags, previousContext, previous, previousPlural, context];
  return JSON.stringify([fuzzy, ...texts]);
}

/** True when two heads are equal. */
export function isSameHead(one: Head, other: Head): boolean {
  return one === other || (one.fuzzy === other.fuzzy && one.context === other.context && hasSameComments(one, other));
}

function hasSameComments(one: Head, other: Head): boolean {
  return (
    one.translator === other.translator &&
    one.extracted === other.extracted &&
    one.references === other.references &&
    one.flags === other.flags &&
    one.previousContext === other.previousContext &&
    one.previous === other.previous &&
    one.previousPlural === other.previousPlural
  );
}

/** Returns the head with or without the draft mark. */
export function withFuzzy(head: Head, fuzzy: boolean): Head {
  if (head.fuzzy === fuzzy) return head;
  const { translator, extracted, references, flags, previousContext, previous, previousPlural, context } = head;
  return { translator, extracted, references, flags, fuzzy, previousContext, previous, previousPlural, context };
}

/** Writes the changes to a head that was read as `had`; lines of other kinds stay unchanged. */
export function writeHead(raw: string, had: Head, want: Head, layout: Layout): string {
  // Nearly always a translation was added, and is now marked as a draft.
  if (had.fuzzy !== want.fuzzy && isSameHead(had, withFuzzy(want, had.fuzzy))) {
    const hasFlags = had.fuzzy || had.flags !== undefined;
    if (hasFlags === raw.includes(marks.flags)) return withFlags(raw, hasFlags, newLines('flags', want, layout));
  }
  let lines = commentLines(raw);
  const statement = raw.slice(linesText(lines).length);
  for (const kind of kinds) if (!isSaid(kind, had, want)) lines = replaceLines(lines, kind, want, layout);
  const above = linesText(lines);
  if (want.context === had.context) return above + statement;
  if (want.context === undefined) return above;
  const [own] = parseStatements(statement);
  const body = layOut(want.context, 'msgctxt', layout.width, layout.lineEnd);
  return above + statementsText([{ lead: own?.lead ?? 'msgctxt ', body, tail: own?.tail ?? layout.lineEnd }]);
}

/** Writes other flags and nothing else: at their old position, else before the next kind of comment. */
function withFlags(raw: string, hasFlags: boolean, lines: string): string {
  const hasReturn = raw.includes('\r');
  let flags = lines;
  let written = '';
  let copied = 0;
  let at = 0;
  while (at < raw.length) {
    const end = lineEnd(raw, at, hasReturn);
    const start = afterBlank(raw, at, end);
    if (start < end && raw.charCodeAt(start) !== 0x23) break;
    const kind = kindAt(raw, start);
    if (kind === 'flags' || (kind === 'previous' && !hasFlags)) {
      written += raw.slice(copied, at) + flags;
      copied = kind === 'flags' ? end : at;
      flags = '';
    }
    at = end;
  }
  return written + raw.slice(copied, at) + flags + raw.slice(at);
}

function linesText(lines: readonly CommentLine[]): string {
  let text = '';
  for (const { raw } of lines) text += raw;
  return text;
}

/** True when the lines of a kind already match. */
function isSaid(kind: Kind, had: Head, want: Head): boolean {
  if (kind === 'flags') return had.fuzzy === want.fuzzy && (had.flags ?? '') === (want.flags ?? '');
  if (kind !== 'previous') return had[kind] === want[kind];
  return (
    had.previousContext === want.previousContext &&
    had.previous === want.previous &&
    had.previousPlural === want.previousPlural
  );
}

/** Replaces the lines of a kind at the first of them, else before the first of a later kind. */
function replaceLines(lines: readonly CommentLine[], kind: Kind, head: Head, layout: Layout): readonly CommentLine[] {
  const rank = kinds.indexOf(kind);
  const first = lines.findIndex((line) => line.kind === kind);
  const later = lines.findIndex((line) => line.kind !== undefined && kinds.indexOf(line.kind) > rank);
  const at = first >= 0 ? first : later >= 0 ? later : lines.length;
  const replaced = lines.slice(0, at);
  replaced.push({ kind, raw: newLines(kind, head, layout) });
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index];
    if (line !== undefined && line.kind !== kind) replaced.push(line);
  }
  return replaced;
}

function newLines(kind: Kind, head: Head, layout: Layout): string {
  let lines = '';
  for (const text of textLines(kind, head, layout)) {
    lines += (text === '' ? marks[kind] : `${marks[kind]} ${text}`) + layout.lineEnd;
  }
  return lines;
}

function textLines(kind: Kind, head: Head, layout: Layout): readonly string[] {
  if (kind === 'flags') {
    if (!head.fuzzy) return head.flags === undefined || head.flags === '' ? [] : splitLines(head.flags);
    return head.flags === undefined ? ['fuzzy'] : splitLines(`fuzzy, ${head.flags}`);
  }
  if (kind !== 'previous') return head[kind] === undefined ? [] : splitLines(head[kind]);
  const { previousContext, previous, previousPlural } = head;
  const values = { msgctxt: previousContext, msgid: previous, msgid_plural: previousPlural };
  return Object.entries(values).flatMap(([keyword, value]) =>
    value === undefined ? [] : splitLines(`${keyword} ${layOut(value, `#| ${keyword}`, layout.width, layout.lineEnd)}`),
  );
}

function splitLines(text: string): readonly string[] {
  return text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/u) : [text];
}
