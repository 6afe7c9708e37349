import { declaredName } from '../text/encoding.js';
import type { Escaper } from '../text/escaper.js';
import { declaredEncoding, redeclareXml } from '../xml/declared-encoding.js';
import { characterReference } from '../xml/escape-xml.js';

/** Files declare their encoding in their first characters. */
const reach = 4096;
const metaCharset =
  /<meta[ \t\n\f\r/][^<>]{0,500}?\bcharset[ \t\n\f\r]*=[ \t\n\f\r]*["']?[ \t\n\f\r]*([A-Za-z][\w.:-]*)/i;

/** Returns the encoding that a file declares, in a `meta` element or as XML. */
export function declaredCharset(head: string): string | undefined {
  const start = head.slice(0, reach);
  return declaredEncoding(start) ?? metaCharset.exec(start.replaceAll(/<!--[^]*?-->/g, ''))?.[1];
}

/**
 * Declares another encoding in the first text of a file. A file that does not declare one gets a `meta` element if it
 * has a `head`. Returns undefined to request more text.
 */
export function redeclareCharset(head: string, encoding: string): string | undefined {
  if (head.length < reach && !/<\/head|<body/i.test(head)) return undefined;
  const name = declaredName(encoding);
  const xml = head.startsWith('<?xml') ? (redeclareXml(head, encoding) ?? head) : head;
  const found = metaCharset.exec(xml);
  if (found?.[1] !== undefined) {
    const end = found.index + found[0].length;
    return xml.slice(0, end - found[1].length) + name + xml.slice(end);
  }
  return encoding.startsWith('utf-') ? xml : xml.replace(/<head(?=[\s>])[^>]*>/i, `$&<meta charset="${name}">`);
}

/** Creates an escaper that writes references where HTML reads them, and refuses characters in scripts and styles. */
export function createHtmlEscaper(): Escaper {
  const place = new RawTracker();
  return {
    pass: (text) => {
      for (const char of text) place.take(char);
    },
    escape(text, holds) {
      let written = '';
      for (const char of text) {
        if (holds(char)) written += char;
        else if (place.isRaw) return undefined;
        else written += characterReference(char);
        place.take(char);
      }
      return written;
    },
  };
}

/** Tracks whether a place of a file is in a script, a style or a comment, where references are not read. */
class RawTracker {
  #end = '';
  #recent = '';

  get isRaw(): boolean {
    return this.#end !== '';
  }

  take(char: string): void {
    this.#recent = (this.#recent + char.toLowerCase()).slice(-9);
    if (this.#end !== '') {
      if (this.#recent.endsWith(this.#end)) this.#end = '';
    } else if (char === '-' && this.#recent.endsWith('<!--')) this.#end = '-->';
    else if (char === 't' || char === 'T' || char === 'e' || char === 'E') this.#end = rawEnd(this.#recent);
  }
}

function rawEnd(recent: string): string {
  if (recent.endsWith('<script')) return '</script';
  return recent.endsWith('<style') ? '</style' : '';
}
