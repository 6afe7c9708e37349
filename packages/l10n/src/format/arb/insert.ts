import type { InsertRequest, NewEntry } from '@helve/flow/content';
import { unwritable } from '../format-error.js';
import { noteLines } from '../insert/note-lines.js';
import { addValue } from '../json/edit-tree.js';
import { editJson, removeAll } from '../json/insert.js';
import { asciiStyle, encodeString } from '../json/json-string.js';
import { membersOf, type JsonTree, type TreeMember } from '../json/json-tree.js';
import { BRACE_PROBLEM, writeMessage } from './arb-message.js';
import type { ArbOptions } from './options.js';

/** Puts messages into an ARB file, each with its description behind its neighbour, and takes others out with theirs. */
export async function insertArb(request: InsertRequest<ArbOptions>): Promise<Uint8Array> {
  const { entries, remove, options, ctx } = request;
  return editJson(request, (tree) => {
    const known = messagesOf(tree);
    const isNew = known.size === 0;
    removeAll(remove.flatMap((name) => [...(known.get(name)?.members ?? [])]));
    for (const entry of entries) {
      const after = entry.after === undefined ? undefined : known.get(entry.after)?.members.at(-1);
      const { id, name, source } = entry.block;
      const text = writeMessage(source, options.useEscaping);
      if (text === undefined && !isNew) throw unwritable(id, 'arb', BRACE_PROBLEM);
      // A new file goes without such a message, and its other messages are written.
      if (text === undefined)
        ctx.lose({ kind: 'block-skipped', block: id, detail: { reason: 'brace', key: name, problem: BRACE_PROBLEM } });
      const members =
        text === undefined
          ? after === undefined
            ? []
            : [after]
          : addMessage(tree, entry, after ?? lastOfHead(tree), text);
      known.set(name, { members });
    }
  });
}

/** A message with the facts about it, in the order of the file. */
interface Message {
  readonly members: readonly TreeMember[];
}

function messagesOf({ root }: JsonTree): Map<string, Message> {
  const messages = new Map<string, Message>();
  if (root === undefined) return messages;
  for (const member of membersOf(root)) {
    if (member.raw === undefined || member.key.startsWith('@')) continue;
    const facts = root.byKey.get(`@${member.key}`);
    const both = [member, ...(facts === undefined ? [] : [facts])];
    const at = ({ range }: TreeMember): number => range?.keyAt ?? 0;
    messages.set(member.key, { members: both.toSorted((one, other) => at(one) - at(other)) });
  }
  return messages;
}

/** The last of the facts about the whole file that stand at its head. */
function lastOfHead({ root }: JsonTree): TreeMember | undefined {
  let last: TreeMember | undefined;
  if (root === undefined) return undefined;
  for (const member of membersOf(root)) {
    if (!member.key.startsWith('@@')) break;
    last = member;
  }
  return last;
}

function addMessage(
  tree: JsonTree,
  { block }: NewEntry,
  after: TreeMember | undefined,
  text: string,
): readonly TreeMember[] {
  const spell = (value: string): string => encodeString(value, tree.isAscii ? asciiStyle : '');
  const message = addValue(tree, { path: [], key: block.name, raw: spell(text) }, after);
  if (message === undefined) throw unwritable(block.id, 'arb', 'the file has another value in its place');
  const notes = noteLines(block).join('\n');
  const facts = `@${block.name}`;
  const note =
    notes === '' ? undefined : addValue(tree, { path: [facts], key: 'description', raw: spell(notes) }, message);
  return note?.parent.owner === undefined ? [message] : [message, note.parent.owner];
}
