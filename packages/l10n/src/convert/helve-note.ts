import { AnnoNote, newPayload, payloadOf, type Block, type Note } from '@helve/flow';
import { withNames } from './noted-names.js';
import { withPluralFacts } from './noted-forms.js';

/** Facts that a new file has no place for, kept in a note and read back from it. */
const notedFacts = Object.freeze(['key', 'context', 'plural', 'names'] as const);
export type NotedFact = (typeof notedFacts)[number];

const noted = new RegExp(String.raw`^helve:(${notedFacts.join('|')})=(".*")$`, 'u');

/** Writes a fact of a block into a note, on a line that no kind of comment can break. */
export function noteFact(block: Block, fact: NotedFact, value: string): Block {
  const spelled = JSON.stringify(value)
    .replaceAll('--', String.raw`-\u002d`)
    .replaceAll('*/', String.raw`*\/`);
  return withNotes(block, [...notesOf(block), { text: `helve:${fact}=${spelled}` }]);
}

/** Gives a block the facts that its notes hold, without those lines. */
export function readNotedFacts(block: Block, format: string): Block {
  const isResource = format === 'resx';
  const notes = isResource ? notesOf(block).flatMap(withoutInstructions) : notesOf(block);
  const facts = notes.flatMap(({ text }) => text.split('\n').flatMap(factOf));
  if (facts.length === 0) return isResource ? withNotes(block, notes) : block;
  const left = notes.flatMap((note): readonly Note[] => {
    const lines = note.text.split('\n');
    const own = lines.filter((line) => factOf(line).length === 0);
    if (own.length === lines.length) return [note];
    return own.length === 0 ? [] : [{ ...note, text: own.join('\n') }];
  });
  const found = new Map(facts);
  const context = found.get('context');
  const read = {
    ...withNotes(block, left),
    name: found.get('key') ?? block.name,
    properties: context === undefined ? block.properties : { ...block.properties, context },
  };
  return withNames(withPluralFacts(read, found.get('plural') ?? ''), found.get('names'));
}

/** Takes out what a block says itself: that it is locked, and how long it may be. */
function withoutInstructions(note: Note): readonly Note[] {
  const text = note.text.replace(/^(?:\{(?:Locked|MaxLength=\d+)\}\s*)+/u, '');
  return text === '' ? [] : [{ ...note, text }];
}

function factOf(line: string): readonly (readonly [NotedFact, string])[] {
  const [, name, spelled = ''] = noted.exec(line.trim()) ?? [];
  const fact = notedFacts.find((one) => one === name);
  if (fact === undefined) return [];
  try {
    const value: unknown = JSON.parse(spelled);
    return typeof value === 'string' ? [[fact, value]] : [];
  } catch {
    return [];
  }
}

function notesOf({ annotations }: Block): readonly Note[] {
  return payloadOf(annotations[AnnoNote], 'note')?.items ?? [];
}

function withNotes(block: Block, items: readonly Note[]): Block {
  const { [AnnoNote]: _, ...others } = block.annotations;
  return {
    ...block,
    annotations: items.length === 0 ? others : { ...others, [AnnoNote]: newPayload('note', { items }) },
  };
}
