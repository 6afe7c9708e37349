import { contextHandler, type HandlerFacts } from '@helve/core';
import { openLibrary, type KnowledgeCapability } from '../_kb/library.js';

/** Input as the schema has checked it; `limit` has its default by then. */
interface Arguments {
  readonly query: string;
  readonly limit?: number;
}

/**
 * The reference tool. What every handler of this folder has in common:
 *
 *     args           checked against schema.json, with defaults filled in
 *     capabilities   the few things the application lets tools do; here, where the documents lie
 *     signal         fires when nobody waits for the answer any more
 *     return         an envelope: `{ ok: true, data }`, or a thrown `ToolError` for what the model should understand
 *
 * A retrieval tool has 800 ms in a conversation by voice. The index is made once and kept while the files stay as they
 * are, so a search is a look at the folder and a walk over the index: some milliseconds, and some tens for a thousand documents.
 */
export const execute = contextHandler(async ({ args, capabilities, signal }: HandlerFacts<Arguments>) => {
  const library = await openLibrary(capabilities['knowledge'] as KnowledgeCapability | undefined, signal);
  const passages = await library.search(args.query, args.limit ?? 3);
  // `data` goes to the model as it is: short, in plain words, with ids that the next call can use.
  return { ok: true, data: { results: passages } };
});
