import type { Block } from '@helve/flow';
import { contentText } from '../code/content-text.js';
import { noteLines } from '../insert/note-lines.js';
import { planMembers } from '../plural/plan-members.js';
import { addElement, addValue, appendValue, copyMember } from './edit-tree.js';
import { compileEntries, entryShape, type EntryRule, type EntryShape, type ObjectFacts } from './entry-rule.js';
import { decodeString } from './json-string.js';
import { membersOf, type JsonTree, type TreeContainer, type TreeMember } from './json-tree.js';

/** Finds the shape of objects that are entries, by their key paths. */
export type ShapeOf = (member: TreeMember, name: string) => EntryShape | undefined;

/** Compiles the rules of entries for a tree; returns undefined when there are none. */
export function shapeFinder(rules: readonly EntryRule[]): ShapeOf | undefined {
  const compiled = compileEntries(rules);
  return (
    compiled &&
    (({ container }, name) => {
      if (container?.kind !== 'object') return undefined;
      return entryShape(
        compiled.filter(({ matches }) => matches(name)),
        treeFacts(container),
      );
    })
  );
}

/** Name of an entry: its id, or the path of its keys. */
export function entryNameOf({ rule }: EntryShape, { container }: TreeMember, path: string): string {
  const id = rule.id === undefined || container === undefined ? undefined : treeFacts(container).textAt(rule.id);
  return id ?? path;
}

function treeFacts(container: TreeContainer): ObjectFacts {
  const innerAt = (key: string): TreeContainer | undefined => container.byKey.get(key)?.container;
  return {
    keys: new Set(container.byKey.keys()),
    textAt: (...path) => {
      let at: TreeContainer | undefined = container;
      for (const key of path.slice(0, -1)) at = at?.byKey.get(key)?.container;
      const raw = at?.byKey.get(path.at(-1) ?? '')?.raw;
      return raw?.startsWith('"') === true ? decodeString(raw, 0) : undefined;
    },
    keysAt: (key) => new Set(innerAt(key)?.byKey.keys() ?? []),
  };
}

/** Request to put an entry into a tree. */
export interface NewObject {
  readonly rule: EntryRule;
  readonly block: Block;
  /** Keys that lead to it; the last is its own. */
  readonly keys: readonly string[];
  /** The list that it goes into, if entries are elements of one. */
  readonly list: TreeContainer | undefined;
  /** The entry of the document that it comes from. */
  readonly origin?: TreeContainer;
  spell(text: string): string;
}

/** Puts a message with its facts into a tree; returns undefined where something else stands in its place. */
export function addObject(tree: JsonTree, entry: NewObject, after: TreeMember | undefined): TreeMember | undefined {
  const { rule, block, keys, list, spell } = entry;
  const notes = noteLines(block).join('\n');
  const [note] = rule.notes ?? [];
  if (list) {
    const made = addElement(list, after);
    if (rule.id !== undefined) appendValue(made, rule.id, spell(block.name));
    addTexts(entry, (path, key, raw) => {
      const inner = path.length === 0 ? made : innerOf(made, path);
      return appendValue(inner, key, raw);
    });
    if (note !== undefined && notes !== '') appendValue(made, note, spell(notes));
    copyPlaceholders(entry, made);
    return made.owner;
  }
  let last: TreeMember | undefined = after;
  if (rule.id !== undefined && tree.root !== undefined && hasIds(tree.root, rule.id))
    last = addValue(tree, { path: keys, key: rule.id, raw: spell(block.name) }, last);
  addTexts(entry, (path, key, raw) => (last = addValue(tree, { path: [...keys, ...path], key, raw }, last)));
  if (last !== undefined && note !== undefined && notes !== '')
    addValue(tree, { path: keys, key: note, raw: spell(notes) }, last);
  const made = last && memberAt(tree, keys);
  if (made?.container) copyPlaceholders(entry, made.container);
  return made;
}

/** Gives an entry the placeholders of the one that it comes from: texts name them, and are nothing without. */
function copyPlaceholders({ rule: { placeholders }, origin }: NewObject, made: TreeContainer): void {
  const member = placeholders === undefined ? undefined : origin?.byKey.get(placeholders);
  if (member?.container && !made.byKey.has(member.key)) copyMember(member, made);
}

function memberAt({ root }: JsonTree, keys: readonly string[]): TreeMember | undefined {
  let member: TreeMember | undefined;
  for (const key of keys) member = (member === undefined ? root : member.container)?.byKey.get(key);
  return member;
}

/** True when the entries of an object have ids besides their keys. */
function hasIds(root: TreeContainer, id: string): boolean {
  const [first] = membersOf(root);
  return first?.container?.byKey.has(id) === true;
}

function innerOf(made: TreeContainer, [key = '']: readonly string[]): TreeContainer {
  const known = made.byKey.get(key);
  if (known?.container) return known.container;
  const owner = appendValue(made, key, '');
  owner.container = { kind: 'object', owner, byKey: new Map(), live: 0 };
  return owner.container;
}

/** Adds the text of an entry, or its plural forms. */
function addTexts(
  { rule, block, spell }: NewObject,
  add: (path: readonly string[], key: string, raw: string) => TreeMember | undefined,
): void {
  const plan = rule.plurals === true ? planMembers(block.source, { zeroIsExact: false }) : undefined;
  const path = rule.value === undefined ? [] : [rule.value];
  if (plan) for (const [key, runs] of plan.members) add(path, key, spell(contentText(runs, false)));
  else if (rule.value === undefined) add([], 'other', spell(contentText(block.source, false)));
  else add([], rule.value, spell(contentText(block.source, false)));
}
