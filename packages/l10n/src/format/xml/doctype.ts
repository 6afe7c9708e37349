import { numericCharacter, ownEntity } from './reference.js';

/** A problem in a document type declaration, with its index. */
interface DoctypeProblem {
  readonly problem: string;
  readonly index: number;
  readonly limit?: true;
}

/** The general entities that a document declares for itself; external ones are never fetched. */
export interface Doctype {
  readonly entities: ReadonlyMap<string, string>;
  /** Entities in other files. */
  readonly external: ReadonlySet<string>;
}

/** The entities of a document without declarations. */
export const noDoctype: Doctype = Object.freeze({ entities: new Map<string, string>(), external: new Set<string>() });

const declaration = /<!ENTITY\s+([^\s%"'&]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/gu;
const aside = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>/gu;

/** Parses the entities of a document type declaration; their total length is limited. */
export function readDoctype(text: string, maxExpansion: number): Doctype | DoctypeProblem {
  const raw = new Map<string, string>();
  const external = new Set<string>();
  const own = text.replaceAll(aside, (match) => ' '.repeat(match.length));
  for (const [, name = '', double, single, externalId] of own.matchAll(declaration)) {
    if (raw.has(name) || external.has(name)) continue;
    if (externalId === undefined) raw.set(name, double ?? single ?? '');
    else external.add(name);
  }
  const entities = new Map<string, string>();
  const budget = { left: maxExpansion };
  for (const name of raw.keys()) {
    const value = expand(name, raw, entities, new Set(), budget);
    if (typeof value !== 'string') return value;
  }
  return { entities, external };
}

function expand(
  name: string,
  raw: ReadonlyMap<string, string>,
  done: Map<string, string>,
  open: Set<string>,
  budget: { left: number },
): string | DoctypeProblem {
  const known = done.get(name);
  if (known !== undefined) return known;
  const value = raw.get(name);
  if (value === undefined) return { problem: `the entity "${name}" is not declared`, index: 0 };
  if (open.has(name)) return { problem: `the entity "${name}" contains itself`, index: 0 };
  if (open.size > 100) return { problem: 'entities are nested too deeply', index: 0, limit: true };
  open.add(name);
  let text = '';
  let at = 0;
  for (const match of value.matchAll(/&([^;&\s]+);/gu)) {
    const inner = innerText(match[1] ?? '', raw, done, open, budget);
    if (typeof inner !== 'string') return inner;
    text += value.slice(at, match.index) + inner;
    if (text.length > budget.left) return { problem: 'the length of expanded entities', index: 0, limit: true };
    at = match.index + match[0].length;
  }
  text += value.slice(at);
  open.delete(name);
  budget.left -= text.length;
  if (budget.left < 0) return { problem: 'the length of expanded entities', index: 0, limit: true };
  done.set(name, text);
  return text;
}

/** Expands character references; those to XML's own entities are resolved where the text is used. */
function innerText(
  name: string,
  raw: ReadonlyMap<string, string>,
  done: Map<string, string>,
  open: Set<string>,
  budget: { left: number },
): string | DoctypeProblem {
  if (name.startsWith('#')) return numericCharacter(name) ?? { problem: `"&${name};" is not a character`, index: 0 };
  if (ownEntity(name) !== undefined) return `&${name};`;
  return expand(name, raw, done, open, budget);
}

/** Returns the position after the `>` of a document type declaration, or -1. */
export function doctypeEnd(text: string, start: number): number {
  const piece = /"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|[[\]>]/gu;
  piece.lastIndex = start + 9;
  let inside = false;
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    if (match[0] === '[') inside = true;
    else if (match[0] === ']') inside = false;
    else if (match[0] === '>' && !inside) return piece.lastIndex;
  }
  return -1;
}
