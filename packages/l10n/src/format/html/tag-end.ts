import type { ServerCode } from './server-code.js';

const SLASH = 47;
const EQUALS = 61;
const LESS = 60;
const MORE = 62;
const DOUBLE = 34;
const SINGLE = 39;

/** Notes whether a tag may have an attribute of some names, by the first two letters of its attributes. */
export class AttributeWatch {
  isSeen = false;
  readonly #starts = new Uint8Array(1 << 14);

  constructor(names: readonly string[]) {
    for (const name of names) this.#starts[startOf(name, 0)] = 1;
  }

  look(text: string, at: number): void {
    if (this.#starts[startOf(text, at)] === 1) this.isSeen = true;
  }
}

function startOf(text: string, at: number): number {
  return (((text.charCodeAt(at) | 32) & 127) << 7) | ((text.charCodeAt(at + 1) | 32) & 127);
}

/** Finds the end of a tag, from behind its name; undefined when the text ends before. */
export function tagEnd(text: string, from: number, server: ServerCode, watch?: AttributeWatch): number | undefined {
  for (let at = from; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === MORE) return at + 1;
    if (code === SLASH || isBlank(code)) {
      at += 1;
      continue;
    }
    watch?.look(text, at);
    const next = (code === LESS ? server.endAt(text, at) : undefined) ?? attributeEnd(text, at, server);
    if (next === undefined) return undefined;
    at = next;
  }
  return undefined;
}

/** Finds the end of a name of a tag or attribute. */
export function nameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsName(text.charCodeAt(at))) at += 1;
  return at;
}

function endsName(code: number): boolean {
  return code === MORE || code === SLASH || isBlank(code);
}

function attributeEnd(text: string, from: number, server: ServerCode): number | undefined {
  let end = from + 1;
  for (let code = text.charCodeAt(end); code !== EQUALS && !endsName(code); code = text.charCodeAt(end)) {
    if (end >= text.length) return undefined;
    end += 1;
  }
  const equals = skipBlanks(text, end);
  if (text.charCodeAt(equals) !== EQUALS) return equals >= text.length ? undefined : end;
  const value = skipBlanks(text, equals + 1);
  const quote = text.charCodeAt(value);
  if (quote === DOUBLE || quote === SINGLE) return quotedEnd(text, value + 1, quote === DOUBLE ? '"' : "'", server);
  return value >= text.length ? undefined : bareEnd(text, value);
}

function bareEnd(text: string, from: number): number | undefined {
  let at = from;
  for (let code = text.charCodeAt(at); code !== MORE && !isBlank(code); code = text.charCodeAt(at)) {
    if (at >= text.length) return undefined;
    at += 1;
  }
  return at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Finds the end of a quoted value; quotes in the code of a server are its own. */
function quotedEnd(text: string, from: number, quote: string, server: ServerCode): number | undefined {
  let end = text.indexOf(quote, from);
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at) === LESS ? server.endAt(text, at) : undefined;
    if (code !== undefined && code > end) end = text.indexOf(quote, code);
  }
  return end < 0 ? undefined : end + 1;
}

/** True for white space of HTML. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}
