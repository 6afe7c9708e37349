import type { Block } from '@helve/flow';
import type { InsertRequest, WriteContext } from '@helve/flow/content';
import { BadValues } from '../bad-value.js';
import { contentText } from '../code/content-text.js';
import { addValue } from '../json/edit-tree.js';
import { editJson, keysOf, removeAll } from '../json/insert.js';
import { asciiStyle, encodeString } from '../json/json-string.js';
import { membersOf, type JsonTree, type TreeMember } from '../json/json-tree.js';
import { JsonScanner } from '../json/scanner.js';
import { skipForShape } from '../json/shape-conflict.js';
import { entryName, i18nextEntries } from './entry.js';
import { expectedForms } from './forms.js';
import { MemberCollector } from './member.js';
import type { I18nextOptions } from './options.js';
import { createSuffixes, type Suffixes } from './suffix.js';

/** Puts entries into an i18next file, each with the keys of all its forms, and takes others out. */
export async function insertI18next(request: InsertRequest<I18nextOptions>): Promise<Uint8Array> {
  const { entries, remove, options, ctx } = request;
  const suffixes = createSuffixes(options, ctx.sourceLocale);
  return editJson(request, (tree) => {
    const known = namedEntries(tree, suffixes, options, ctx.document);
    removeAll(remove.flatMap((name) => known.get(name) ?? []));
    for (const { block, after } of entries) {
      const neighbour = after === undefined ? undefined : known.get(after)?.at(-1);
      const made = addForms(tree, block, neighbour, { suffixes, ctx });
      if (made.length > 0) known.set(block.name, made);
    }
  });
}

/** The members of each entry of a file, by the name of its block. */
function namedEntries(
  tree: JsonTree,
  suffixes: Suffixes,
  options: I18nextOptions,
  file: string,
): Map<string, readonly TreeMember[]> {
  const collector = new MemberCollector(options, new BadValues({ onBadValue: 'skip' }));
  const scanner = new JsonScanner(collector, options.maxDepth, file);
  scanner.feed({ text: tree.text, offset: 0, plain: true, byteAt: (index) => index });
  scanner.end();
  const byValue = membersByValue(tree);
  return new Map(
    i18nextEntries(collector.members, suffixes).map((entry) => {
      const members = entry.kind === 'value' ? [entry.member] : entry.members;
      return [entryName(entry), members.flatMap(({ valueIndex }) => byValue.get(valueIndex) ?? [])];
    }),
  );
}

function membersByValue(tree: JsonTree): ReadonlyMap<number, TreeMember> {
  const found = new Map<number, TreeMember>();
  const open = tree.root === undefined ? [] : [tree.root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (const member of membersOf(container)) {
      if (member.container) open.push(member.container);
      else if (member.range) found.set(member.range.valueAt, member);
    }
  }
  return found;
}

/** Adds the forms that the file lacks beside those that it has; a file with something else in their place gets none of them. */
function addForms(
  tree: JsonTree,
  block: Block,
  neighbour: TreeMember | undefined,
  { suffixes, ctx }: { readonly suffixes: Suffixes; readonly ctx: WriteContext },
): readonly TreeMember[] {
  const keys = keysOf({ ...block, id: block.id.replace(/~(?:forms|ordinal)$/u, '') });
  const made: TreeMember[] = [];
  const path = keys.slice(0, -1);
  for (const [key, text] of spellForms(block, keys.at(-1) ?? '', suffixes, ctx.sourceLocale)) {
    const raw = encodeString(text, tree.isAscii ? asciiStyle : '');
    const member = textAt(tree, [...path, key]) ?? addValue(tree, { path, key, raw }, made.at(-1) ?? neighbour);
    if (member === undefined) {
      skipForShape(ctx, block, tree, [...path, key]);
      break;
    }
    made.push(member);
  }
  return made;
}

/** The text that a file has at a key. */
function textAt({ root }: JsonTree, keys: readonly string[]): TreeMember | undefined {
  let container = root;
  for (const key of keys.slice(0, -1)) container = container?.byKey.get(key)?.container;
  const member = container?.byKey.get(keys.at(-1) ?? '');
  return member?.raw === undefined || member.removed === true ? undefined : member;
}

/** The key of each form of a block, with its text; a block without forms has the key itself. */
function spellForms(
  { source, sourceLocale }: Block,
  base: string,
  suffixes: Suffixes,
  locale: string,
): ReadonlyMap<string, string> {
  // Content in the language of the file keeps the forms that it has.
  const { forms } = expectedForms(source, sourceLocale === locale ? undefined : locale);
  const ordinal = source.some((run) => run.kind === 'plural' && run.ordinal === true);
  return new Map(
    forms.map(({ context, plural, runs }) => [
      suffixes.write({ base, context, plural, ordinal }),
      contentText(runs, false),
    ]),
  );
}
