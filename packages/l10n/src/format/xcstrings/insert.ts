import type { Block } from '@helve/flow';
import type { InsertRequest } from '@helve/flow/content';
import { dataText } from '@helve/flow/content';
import { unwritable } from '../format-error.js';
import { noteLines } from '../insert/note-lines.js';
import { addValue } from '../json/edit-tree.js';
import { editJson, removeAll } from '../json/insert.js';
import { asciiStyle, encodeString } from '../json/json-string.js';
import { membersOf, type JsonTree, type TreeMember } from '../json/json-tree.js';
import { detectStyle } from '../json/tree-style.js';
import { textOf } from './catalog.js';
import type { JsonNode, ObjectNode } from './json-node.js';
import { localizationNode } from './localization-node.js';
import type { XcstringsOptions } from './options.js';

/** Puts entries into a string catalog, each behind its neighbour, and takes others out. */
export async function insertXcstrings(request: InsertRequest<XcstringsOptions>): Promise<Uint8Array> {
  const { entries, remove, options } = request;
  return editJson({ ...request, options: { ...options, encoding: 'auto' } }, (tree) => {
    const known = entriesOf(tree);
    removeAll(
      remove.flatMap((name) => known.get(name) ?? []),
      true,
    );
    for (const { block, after } of entries) {
      if (known.get(block.name)?.removed === undefined && known.has(block.name)) throw taken(block);
      known.set(block.name, addEntry(tree, block, after === undefined ? undefined : known.get(after)));
    }
  });
}

/** The entries of a catalog by their keys; of a repeated one, the last. */
function entriesOf({ root }: JsonTree): Map<string, TreeMember> {
  const strings = root?.byKey.get('strings')?.container;
  return new Map(strings === undefined ? [] : Array.from(membersOf(strings), (member) => [member.key, member]));
}

function addEntry(tree: JsonTree, block: Block, after: TreeMember | undefined): TreeMember {
  const writer = new EntryWriter(tree, after);
  writer.add(['strings'], block.name, entryNode(tree, block));
  const made = tree.root?.byKey.get('strings')?.container?.byKey.get(block.name);
  if (made === undefined || writer.isTaken) throw taken(block);
  return made;
}

function taken({ id }: Block): Error {
  return unwritable(id, 'xcstrings', 'the catalog has another entry of this key');
}

/** An entry with its comment and its source; a source that is the key says nothing. */
function entryNode({ root }: JsonTree, block: Block): ObjectNode {
  const members = new Map<string, JsonNode>();
  const notes = noteLines(block).join('\n');
  if (notes !== '') members.set('comment', notes);
  const hasForms = block.source.some((run) => run.kind === 'plural' || run.kind === 'select');
  if (hasForms || dataText(block.source) !== block.name) {
    const language = textOf(root?.byKey.get('sourceLanguage')) ?? block.sourceLocale;
    const request = { runs: block.source, state: 'translated', locale: undefined, models: [], lose: () => undefined };
    members.set('localizations', { members: new Map([[language, localizationNode(request)]]), keeps: () => false });
  }
  if (!block.translatable) members.set('shouldTranslate', { raw: 'false' });
  return { members, keeps: () => false };
}

/** Adds a value with all that is in it, member by member. */
class EntryWriter {
  readonly #tree: JsonTree;
  readonly #empty: string;
  #last: TreeMember | undefined;
  isTaken = false;

  constructor(tree: JsonTree, after: TreeMember | undefined) {
    this.#tree = tree;
    this.#last = after;
    const { hasLines, indent, lineEnd } = detectStyle(tree, tree.text.includes('\r\n') ? '\r\n' : '\n');
    // Xcode leaves a line in an empty object.
    this.#empty = hasLines ? `{${lineEnd}${lineEnd}${indent}${indent}}` : '{}';
  }

  add(path: readonly string[], key: string, node: JsonNode): void {
    if (typeof node !== 'string' && 'members' in node && node.members.size > 0) {
      for (const [name, child] of node.members) this.add([...path, key], name, child);
      return;
    }
    const made = addValue(this.#tree, { path, key, raw: this.#spell(node) }, this.#last);
    if (made === undefined) this.isTaken = true;
    else this.#last = made;
  }

  #spell(node: JsonNode): string {
    if (typeof node === 'string') return encodeString(node, this.#tree.isAscii ? asciiStyle : '');
    return 'raw' in node ? node.raw : this.#empty;
  }
}
