import { fromPointer } from '@helve/core';
import type { Block } from '@helve/flow';
import { bytesSource, DOCUMENT_ID, type InsertRequest, type NewEntry } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { locationAt, parseError } from '../format-error.js';
import { namedEncoding } from '../format-option.js';
import { noteLines } from '../insert/note-lines.js';
import { lineEndOf, spliceText } from '../insert/splice-text.js';
import { charEscaper } from '../text/escaper.js';
import { loadText, type LoadedText } from '../text/open-text.js';
import { addValue, removeMember } from './edit-tree.js';
import type { EntryRule } from './entry-rule.js';
import { addObject, entryNameOf, shapeFinder, type NewObject, type ShapeOf } from './insert-entry.js';
import { joinKeys } from './key-path.js';
import { asciiStyle, encodeString, escapeChar } from './json-string.js';
import { membersOf, parseTree, type JsonTree, type TreeContainer, type TreeMember } from './json-tree.js';
import type { JsonOptions } from './options.js';
import { JsonFault } from './scanner.js';
import { skipForShape } from './shape-conflict.js';
import { compileSiblings, type SiblingPlan } from './sibling-rule.js';
import { spellEdits } from './spell-edits.js';
import { detectStyle } from './tree-style.js';

/** Puts values into a JSON text, each behind its neighbour, and takes others out. */
export async function insertJson(request: InsertRequest<JsonOptions>): Promise<Uint8Array> {
  const { entries, remove, options, ctx } = request;
  const facts = await originFacts(request);
  return editJson(request, (tree) => {
    const shapeOf = shapeFinder(options.entries);
    const known = namedMembers(tree, shapeOf);
    const ruleFor = ruleFinder(tree, [...known.values()], options);
    const plan = { siblings: compileSiblings(options), ruleFor, facts };
    removeAll(
      remove.flatMap((name) => known.get(name) ?? []),
      shapeOf !== undefined,
    );
    for (const entry of entries) {
      const member = addEntry(tree, entry, entry.after === undefined ? undefined : known.get(entry.after), plan);
      if (member === undefined) skipForShape(ctx, entry.block, tree, keysOf(entry.block));
      else known.set(entry.block.name, member);
    }
  });
}

/** Loads a JSON text, lets its tree be changed, and gives the bytes with the changes. */
export async function editJson(
  {
    bytes,
    options,
    ctx,
  }: Pick<InsertRequest<Pick<JsonOptions, 'maxBytes' | 'maxDepth' | 'encoding'>>, 'bytes' | 'options' | 'ctx'>,
  edit: (tree: JsonTree) => void,
): Promise<Uint8Array> {
  const { maxBytes, maxDepth } = options;
  const encoding = namedEncoding(options.encoding);
  const loaded = await loadText(bytesSource(bytes), { file: ctx.document, maxBytes, encoding });
  const tree = treeOf(loaded, maxDepth, ctx.document);
  const style = detectStyle(tree, lineEndOf(loaded));
  edit(tree);
  const splices = spellEdits(tree, style);
  return spliceText(bytes, loaded, splices, { format: 'json', escaper: charEscaper(escapeChar) });
}

function treeOf({ text }: LoadedText, maxDepth: number, file: string): JsonTree {
  try {
    return parseTree(text, maxDepth, file);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw parseError(file, 'json', error.message, locationAt(text, error.index));
  }
}

/** Takes members out, the last first, as the elements of arrays demand. */
export function removeAll(members: readonly TreeMember[], areNamed = false): void {
  const at = ({ range }: TreeMember): number => range?.keyAt ?? 0;
  for (const member of members.toSorted((one, other) => at(other) - at(one))) removeMember(member, areNamed);
}

/** The string members and the entries of a tree by their names; of a repeated one, the last. */
function namedMembers(tree: JsonTree, shapeOf: ShapeOf | undefined): Map<string, TreeMember> {
  const named = new Map<string, TreeMember>();
  const open: { readonly container: TreeContainer; readonly name: string }[] = [];
  if (tree.root) open.push({ container: tree.root, name: '' });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const member of membersOf(next.container)) {
      const name = joinKeys(next.name, member.key);
      const shape = shapeOf?.(member, name);
      if (shape) named.set(entryNameOf(shape, member, name), member);
      else if (member.container) open.push({ container: member.container, name });
      else if (member.raw !== undefined) named.set(name, member);
    }
  }
  return named;
}

/** The entries of the document that new ones come from, where rules say that they have more than texts. */
async function originFacts({
  origin,
  options,
  ctx,
}: InsertRequest<JsonOptions>): Promise<ReadonlyMap<string, TreeMember> | undefined> {
  if (origin === undefined || options.entries.every(({ placeholders }) => placeholders === undefined)) return undefined;
  const { maxBytes, maxDepth } = options;
  const encoding = namedEncoding(options.encoding);
  const loaded = await loadText(origin, { file: ctx.document, maxBytes, encoding });
  return namedMembers(treeOf(loaded, maxDepth, ctx.document), shapeFinder(options.entries));
}

interface InsertPlan {
  readonly facts: ReadonlyMap<string, TreeMember> | undefined;
  readonly siblings: SiblingPlan | undefined;
  readonly ruleFor: RuleFor;
}

/** Finds the rule that a new entry follows, and the list that it goes into; none where it is a plain value. */
type RuleFor = (after: TreeMember | undefined) => Pick<NewObject, 'rule' | 'list'> | undefined;

/** New entries are like their neighbour, else like the first of the file, else like the first rule. */
function ruleFinder(tree: JsonTree, known: readonly TreeMember[], { entries, otherValues }: JsonOptions): RuleFor {
  const [first] = entries;
  if (first === undefined) return () => undefined;
  const shapeOf = shapeFinder(entries);
  const example = known.find(({ raw }) => raw === undefined) ?? (otherValues === 'none' ? undefined : known[0]);
  const listed = entries.find((one) => one.id !== undefined && listOf(tree, one) !== undefined);
  const rule = listed ?? first;
  return (after) => {
    const model = after ?? example;
    if (model === undefined) return { rule, list: listed && listOf(tree, listed) };
    if (model.raw !== undefined) return undefined;
    const found = shapeOf?.(model, pathOf(model))?.rule ?? rule;
    return { rule: found, list: model.parent.kind === 'array' ? model.parent : undefined };
  };
}

/** The list that a rule is about, where the file has it. */
function listOf(tree: JsonTree, { match }: EntryRule): TreeContainer | undefined {
  const container = match
    .split('.')
    .slice(0, -1)
    .reduce<TreeContainer | undefined>((at, key) => at?.byKey.get(key)?.container, tree.root);
  return container?.kind === 'array' ? container : undefined;
}

function pathOf({ key, parent }: TreeMember): string {
  const keys = [key];
  for (let at = parent.owner; at !== undefined; at = at.parent.owner) keys.unshift(at.key);
  return keys.reduce(joinKeys, '');
}

function addEntry(
  tree: JsonTree,
  { block }: NewEntry,
  after: TreeMember | undefined,
  { siblings, ruleFor, facts }: InsertPlan,
): TreeMember | undefined {
  const keys = keysOf(block);
  const path = keys.slice(0, -1);
  const spell = (text: string): string => encodeString(text, tree.isAscii ? asciiStyle : '');
  const model = ruleFor(after);
  if (model) {
    const own = model.rule.id === undefined ? keys : [block.name];
    const origin = facts?.get(block.name)?.container;
    return addObject(tree, { ...model, block, keys: own, spell, ...(origin && { origin }) }, after);
  }
  const raw = spell(contentText(block.source, false));
  const member = addValue(tree, { path, key: keys.at(-1) ?? '', raw }, after);
  if (member === undefined) return undefined;
  const { note, maxLength } = siblings?.of(block.name, keys.at(-1) ?? '') ?? {};
  const notes = noteLines(block).join('\n');
  if (note !== undefined && notes !== '') addValue(tree, { path, key: note, raw: spell(notes) }, member);
  const limit = block.displayHint?.maxLength;
  if (maxLength !== undefined && limit !== undefined)
    addValue(tree, { path, key: maxLength, raw: String(limit) }, member);
  return member;
}

/** The keys that lead to a block: those of its pointer, or those in its name where its id is something else. */
export function keysOf({ id, name, properties }: Pick<Block, 'id' | 'name' | 'properties'>): readonly string[] {
  const pointer = properties[DOCUMENT_ID] ?? id;
  const keys = pointer.startsWith('/') ? fromPointer(pointer) : [];
  return keys.reduce(joinKeys, '') === name ? keys : name.split('.');
}
