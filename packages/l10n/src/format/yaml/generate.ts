import { fromPointer } from '@helve/core';
import type { Block, Part } from '@helve/flow';
import { createStructureCheck, type ByteSink, type WriteContext, type WriteReport } from '@helve/flow/content';
import { contentText } from '../code/content-text.js';
import { unwritable } from '../format-error.js';
import { noteLines } from '../insert/note-lines.js';
import { planMembers } from '../plural/plan-members.js';
import type { YamlOptions } from './options.js';
import { encodeScalar, plainStyle } from './scalar-style.js';

/** Request to write a file that was never read. */
export interface NewYaml {
  readonly parts: AsyncIterable<Part>;
  readonly sink: ByteSink;
  readonly options: YamlOptions;
  readonly ctx: WriteContext;
}

/** A map, or a list where its keys are positions. */
interface Branch {
  readonly entries: Map<string, Branch | Leaf>;
}

interface Leaf {
  readonly notes: readonly string[];
  readonly text: string;
}

/** Writes new YAML: maps that nest at the dots of names, two spaces deep, with notes as comments above. */
export async function generateYaml({ parts, sink, options, ctx }: NewYaml): Promise<WriteReport> {
  const structure = createStructureCheck('write yaml');
  const root: Branch = { entries: new Map() };
  const language = ctx.targetLocale ?? ctx.sourceLocale;
  const hasRoot = options.rootLocales === 'single' || options.rootLocales === 'all';
  let blocks = 0;
  for await (const part of parts) {
    ctx.signal.throwIfAborted();
    structure.take(part);
    if (part.kind !== 'block' || part.block.type === 'header') continue;
    blocks += 1;
    addBlock(root, part.block, { hasForms: options.plurals === 'rails' || hasRoot, language, hasRoot, ctx });
  }
  structure.end();
  const bytes = Buffer.from(spell(root).join(''));
  await sink.write(bytes);
  return { bytes: bytes.length, blocks, changed: blocks };
}

interface Setting {
  /** True when plural forms are a map of categories. */
  readonly hasForms: boolean;
  readonly language: string;
  /** True when the language of the file is its root key. */
  readonly hasRoot: boolean;
  readonly ctx: WriteContext;
}

function addBlock(root: Branch, block: Block, { hasForms, language, hasRoot, ctx }: Setting): void {
  const target = ctx.targetLocale === undefined ? undefined : block.targets[ctx.targetLocale];
  const runs = target?.runs ?? block.source;
  const path = [...(hasRoot ? [language] : []), ...pathOf(block)];
  const members = hasForms ? planMembers(runs, { zeroIsExact: true })?.members : undefined;
  const notes = noteLines(block);
  if (members === undefined) return addLeaf(root, path, { notes, text: contentText(runs, false) }, block);
  let first = true;
  for (const [category, form] of members) {
    addLeaf(root, [...path, category], { notes: first ? notes : [], text: contentText(form, false) }, block);
    first = false;
  }
}

/** Keys that lead to a block: those of its pointer, or those in its name, where `a[0]` is an item of a list. */
function pathOf({ id, name }: Block): readonly string[] {
  const keys = id.startsWith('/') ? fromPointer(id) : [];
  if (keys.length > 0 && keys.join('.') === name) return keys.flatMap(withItems);
  return name.split('.').flatMap(withItems);
}

function withItems(key: string): readonly string[] {
  const [, head = key, items = ''] = /^(.+?)((?:\[\d+\])+)$/u.exec(key) ?? [];
  return [head, ...(items.match(/\[\d+\]/gu) ?? [])];
}

function addLeaf(root: Branch, path: readonly string[], leaf: Leaf, { id }: Block): void {
  let branch = root;
  for (const key of path.slice(0, -1)) {
    const known = branch.entries.get(key) ?? { entries: new Map<string, Branch | Leaf>() };
    if (!('entries' in known)) throw unwritable(id, 'yaml', `"${key}" is a text already`);
    branch.entries.set(key, known);
    branch = known;
  }
  const last = path.at(-1) ?? '';
  if (branch.entries.has(last)) throw unwritable(id, 'yaml', `another block is called "${path.join('.')}" too`);
  branch.entries.set(last, leaf);
}

const isItem = (key: string): boolean => /^\[\d+\]$/u.test(key);

/** Spells a tree line by line, without going down by calls. */
function spell(root: Branch): readonly string[] {
  const lines: string[] = [];
  const open = entriesOf(root, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, node, depth } = next;
    const indent = '  '.repeat(depth);
    const head = isItem(key) ? '-' : `${encodeScalar(key, plainStyle)}:`;
    if ('entries' in node) {
      lines.push(`${indent}${head}\n`);
      open.push(...entriesOf(node, depth + 1));
      continue;
    }
    for (const note of node.notes) lines.push(`${indent}#${note === '' ? '' : ` ${note}`}\n`);
    lines.push(`${indent}${head} ${encodeScalar(node.text, plainStyle)}\n`);
  }
  return lines;
}

/** Entries of a branch, the last first. */
function entriesOf({ entries }: Branch, depth: number) {
  return Array.from(entries, ([key, node]) => ({ key, node, depth })).toReversed();
}
