import { asciiStyle, encodeString, escapeStyle } from '../json/json-string.js';
import { membersOf, type JsonTree, type TreeContainer, type TreeMember } from '../json/json-tree.js';
import { colonOf, type JsonStyle } from '../json/tree-style.js';
import { textOf } from './catalog.js';

/** A value to write: a text, JSON as it is, or an object. */
export type JsonNode = string | { readonly raw: string } | ObjectNode;

/** An object to write over another. */
export interface ObjectNode {
  readonly members: ReadonlyMap<string, JsonNode>;
  /** Tells which other members of the old object stay. */
  keeps(key: string): boolean;
}

/** Manner in which a document is written. */
export interface NodeStyle {
  readonly tree: JsonTree;
  readonly style: JsonStyle;
}

/** Spells a value in the place of an old one: what is equal keeps its spelling, and new members are sorted in. */
export function spellNode(node: JsonNode, old: TreeMember | undefined, indent: string, manner: NodeStyle): string {
  if (typeof node === 'string') return spellText(node, old, manner);
  if ('raw' in node) return node.raw;
  const container = old?.container?.kind === 'object' ? old.container : undefined;
  const kept = container ? [...membersOf(container)].filter(({ key }) => node.members.has(key) || node.keeps(key)) : [];
  const added = [...node.members.keys()].filter((key) => container?.byKey.has(key) !== true);
  const isSame = container !== undefined && added.length === 0 && container.live === kept.length;
  return isSame ? spellSame(node, container, indent, manner) : spellAnew(node, kept, added, indent, manner);
}

function spellText(text: string, old: TreeMember | undefined, { tree }: NodeStyle): string {
  const { raw } = old ?? {};
  if (old !== undefined && raw !== undefined && textOf(old) === text) return raw;
  const style = raw === undefined ? '' : escapeStyle(raw, raw.includes('\\'));
  return encodeString(text, style === '' && tree.isAscii ? asciiStyle : style);
}

/** Spells an object with the members that it had: only their values change. */
function spellSame(node: ObjectNode, container: TreeContainer, indent: string, manner: NodeStyle): string {
  const { text } = manner.tree;
  const { open = 0, close = 0 } = container.range ?? {};
  let written = '';
  let at = open;
  for (const member of membersOf(container)) {
    const { valueAt = at, valueEnd = at } = member.range ?? {};
    written += text.slice(at, valueAt) + spellMember(member.key, node, member, indent, manner);
    at = valueEnd;
  }
  return written + text.slice(at, close + 1);
}

/** Spells an object whose members are not those that it had. */
function spellAnew(
  node: ObjectNode,
  kept: readonly TreeMember[],
  added: readonly string[],
  indent: string,
  manner: NodeStyle,
): string {
  const { style, tree } = manner;
  const members: { readonly key: string; readonly old?: TreeMember }[] = kept.map((old) => ({ key: old.key, old }));
  for (const key of added) {
    const at = members.findIndex((member) => member.key > key);
    members.splice(at < 0 ? members.length : at, 0, { key });
  }
  const spelled = members.map(({ key, old }) => {
    const { keyAt = 0, keyEnd = 0 } = old?.range ?? {};
    const name = old === undefined ? JSON.stringify(key) : tree.text.slice(keyAt, keyEnd);
    const colon = colonOf(tree.text, old) ?? style.colon;
    return `${name}${colon}${spellMember(key, node, old, indent, manner)}`;
  });
  if (!style.hasLines) return `{${spelled.join(`,${style.space}`)}}`;
  const inner = indent + style.indent;
  return `{${spelled.map((member) => `${style.lineEnd}${inner}${member}`).join(',')}${style.lineEnd}${indent}}`;
}

function spellMember(
  key: string,
  node: ObjectNode,
  old: TreeMember | undefined,
  indent: string,
  manner: NodeStyle,
): string {
  const value = node.members.get(key);
  const { valueAt = 0, valueEnd = 0 } = old?.range ?? {};
  if (value === undefined) return manner.tree.text.slice(valueAt, valueEnd);
  return spellNode(value, old, indent + manner.style.indent, manner);
}
