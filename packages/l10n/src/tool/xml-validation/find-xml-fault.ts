import { isToolError } from '@helve/core';
import { parseXml } from '../../format/xml/parse-xml.js';

/** A well-formedness error, with its position. */
interface XmlFault {
  readonly problem: string;
  /** In UTF-16 indexes of the text. */
  readonly index: number;
}

const root = '<root>';
const prolog = /^(?:<\?xml\s[^?]*\?>)?(?:\s|<!--(?:[^-]|-(?!-))*-->|<\?(?:[^?]|\?(?!>))*\?>)*<!DOCTYPE/u;
const prefixes = /[<\s/]([^\s:<>="'/]+):/gu;

/**
 * Finds the first part of a text that XML 1.0 does not allow; only its five entities are known, and no document type.
 */
export function findXmlFault(text: string, wrapRoot: boolean): XmlFault | undefined {
  const doctype = wrapRoot ? null : prolog.exec(text);
  if (doctype !== null) {
    return { problem: 'the text contains a document type', index: doctype[0].length - '<!DOCTYPE'.length };
  }
  // The element around the text is never closed, so that an unclosed tag in the text is found first.
  const xml = wrapRoot ? root + text : text;
  // Namespaces do not matter for well-formedness.
  const lenientPrefixes = Object.fromEntries([...text.matchAll(prefixes)].map(([, prefix = '']) => [prefix, prefix]));
  try {
    const tree = parseXml(xml, { file: '', format: 'XML', maxDepth: Infinity, maxExpansion: 0, lenientPrefixes });
    return wrapRoot ? { problem: `</${tree.name}> closes nothing`, index: tree.closeStart - root.length } : undefined;
  } catch (error) {
    if (!isToolError(error, 'L10N_PARSE')) throw error;
    const { problem, line, column } = error.details ?? {};
    const index = toIndex(xml, Number(line), Number(column));
    if (!wrapRoot) return { problem: String(problem), index };
    if (index === 0) return undefined;
    const message = String(problem).replace(/^found (.*) where <\/root> is expected$/u, '$1 closes nothing');
    return { problem: message, index: index - root.length };
  }
}

function toIndex(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = /\r\n|\r|\n/u.exec(text.slice(start));
    start += end === null ? 0 : end.index + end[0].length;
  }
  const before = Array.from(text.slice(start)).slice(0, column - 1);
  return start + before.join('').length;
}
