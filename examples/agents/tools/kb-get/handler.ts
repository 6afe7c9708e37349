import { contextHandler, nearestNames, ToolError, type HandlerFacts } from '@helve/core';
import { openLibrary, type KnowledgeCapability, type KnowledgeDocument } from '../_kb/library.js';

interface Arguments {
  readonly id: string;
  readonly section?: string;
}

/** Reads from the same library as the search: an id is looked up in it, and never made into a path. */
export const execute = contextHandler(async ({ args, capabilities, signal }: HandlerFacts<Arguments>) => {
  const library = await openLibrary(capabilities['knowledge'] as KnowledgeCapability | undefined, signal);
  const document = library.documents.find(({ id }) => id === args.id);
  if (document === undefined)
    throw missing(
      'document',
      args.id,
      library.documents.map(({ id }) => id),
    );
  const { id, title, passages } = document;
  const sections = passages.map(({ section }) => section);
  return { ok: true, data: { id, title, sections, text: textOf(document, args.section) } };
});

function textOf({ text, passages }: KnowledgeDocument, section: string | undefined): string {
  if (section === undefined) return text;
  const found = passages.find((passage) => passage.section.toLowerCase() === section.trim().toLowerCase());
  if (found === undefined)
    throw missing(
      'section',
      section,
      passages.map((passage) => passage.section),
    );
  return found.text;
}

/** Error for a name that does not exist, with names that may have been meant. */
function missing(what: string, name: string, names: readonly string[]): ToolError {
  const near = nearestNames(name, names);
  const suggestion = near.length === 0 ? `There are: ${names.join(', ')}` : `Did you mean ${near.join(' or ')}?`;
  return new ToolError('PERMANENT', `Cannot read the ${what} "${name}": there is none of that name`, {
    details: { suggestion },
  });
}
