import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createToolIndex, type ToolIndex } from '@helve/agent';
import { ToolError, type ToolDefinition } from '@helve/core';

/** Facts from the application for the tools: where the documents lie. */
export interface KnowledgeCapability {
  readonly dir: string;
}

/** A document: its id is the name of its file without `.md`. */
export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly passages: readonly Passage[];
}

/** A section of a document, from one heading to the next. */
export interface Passage {
  readonly section: string;
  readonly text: string;
}

/** A document that fits a question, with the part that fits best. */
export interface SearchResult {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly excerpt: string;
  readonly score: number;
}

/** All documents of a folder, ready to be searched. */
export interface Library {
  readonly documents: readonly KnowledgeDocument[];
  search(query: string, limit: number): Promise<readonly SearchResult[]>;
}

interface Kept {
  readonly state: string;
  readonly library: Library;
}

const EXCERPT_LENGTH = 280;
const MIN_SCORE = 0.08;
const kept = new Map<string, Kept>();

/** The library of a folder: read and indexed once, and again only after a file has changed. */
export async function openLibrary(knowledge: KnowledgeCapability | undefined, signal: AbortSignal): Promise<Library> {
  if (knowledge === undefined) throw unavailable('none is connected');
  const { dir } = knowledge;
  try {
    const names = (await readdir(dir)).filter((name) => name.endsWith('.md')).toSorted();
    const stats = await Promise.all(names.map((name) => stat(join(dir, name))));
    const state = stats.map(({ mtimeMs, size }, at) => `${names[at] ?? ''} ${mtimeMs} ${size}`).join('\n');
    const known = kept.get(dir);
    // The common case: nothing has changed since the last question.
    if (known?.state === state) return known.library;
    const texts = await Promise.all(names.map((name) => readFile(join(dir, name), { encoding: 'utf8', signal })));
    const library = createLibrary(texts.map((text, at) => toDocument(names[at] ?? '', text)));
    kept.set(dir, { state, library });
    return library;
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw unavailable('its folder cannot be read', cause);
  }
}

/**
 * Passages are indexed by the same scorer that chooses tools: to it, a passage is a thing with a name (title and
 * heading) and a description (its text). It brings stemming, synonyms, rare words that count more, and misspellings.
 */
function createLibrary(documents: readonly KnowledgeDocument[]): Library {
  const places = documents.flatMap((document) => document.passages.map((passage) => ({ document, passage })));
  const index: ToolIndex<ToolDefinition> = createToolIndex(
    places.map(({ document, passage }) => toEntry(document, passage)),
  );
  const placeOf = new Map(places.map((place) => [nameOf(place.document, place.passage), place]));
  return {
    documents,
    async search(query, limit) {
      // More passages than documents are wanted, since the best ones often share a document.
      const picked = await index.pick(query, { maxCandidates: limit * 4, minScore: MIN_SCORE });
      const results = new Map<string, SearchResult>();
      for (const { tool, score } of picked) {
        const place = placeOf.get(tool.name);
        if (place === undefined || results.has(place.document.id) || results.size === limit) continue;
        const { id, title } = place.document;
        const { section, text } = place.passage;
        results.set(id, { id, title, section, excerpt: cut(text), score: Math.round(score * 100) / 100 });
      }
      return [...results.values()];
    },
  };
}

function toEntry(document: KnowledgeDocument, passage: Passage): ToolDefinition {
  return {
    type: 'function',
    name: nameOf(document, passage),
    description: passage.text,
    // What has no parameters counts as unsafe to call; a passage is never called.
    parameters: { type: 'object', properties: {} },
  };
}

function nameOf({ id, title }: KnowledgeDocument, { section }: Passage): string {
  return `${title}: ${section} (${id})`;
}

/** `# Title`, an introduction, then sections that begin with `## Heading`. */
function toDocument(name: string, text: string): KnowledgeDocument {
  const id = name.slice(0, -'.md'.length);
  const title = /^# (.+)$/m.exec(text)?.[1]?.trim() ?? id;
  const [opening = '', ...sections] = text.split(/^## /m);
  const passages = [
    { section: 'Introduction', text: opening.replace(/^# .+$/m, '').trim() },
    ...sections.map((section) => ({
      section: firstLine(section),
      text: section.slice(firstLine(section).length).trim(),
    })),
  ];
  return { id, title, text, passages: passages.filter((passage) => passage.text !== '') };
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').trim();
}

/** Ends at a sentence where there is one. */
function cut(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  if (flat.length <= EXCERPT_LENGTH) return flat;
  const head = flat.slice(0, EXCERPT_LENGTH);
  const end = head.lastIndexOf('. ') + 1;
  return end > EXCERPT_LENGTH / 2 ? head.slice(0, end) : `${head.trimEnd()} …`;
}

function unavailable(problem: string, cause?: unknown): ToolError {
  return new ToolError('PERMANENT', `Cannot look into the knowledge base: ${problem}`, { cause });
}
