import type { ByteSource } from '@helve/flow/content';
import type { TmxOptions } from '../format/tmx/options.js';
import type { TmDraft, TmStorage, TranslationMemory } from '../memory/contract.js';
import { addAll } from './add-all.js';
import { readInThread, type DraftThread } from './draft-thread.js';
import type { ImportProgress, ImportReport } from './import-report.js';
import type { LanguageChoice } from './language-choice.js';
import { partialImport } from './partial-import.js';
import { readDrafts, type DraftReading } from './read-drafts.js';

/** Request of an import. */
export interface ImportRequest {
  readonly source: ByteSource;
  readonly file: string;
  readonly memory: Pick<TranslationMemory, 'add'>;
  readonly storage: Pick<TmStorage, 'putSession'>;
  readonly languages?: LanguageChoice;
  readonly project?: string | undefined;
  readonly now: () => string;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: ImportProgress) => void;
}

/**
 * Imports the units of a TMX file into a memory, in constant memory.
 *
 *     digest ▸ cut ▸ parse ▸ drafts ▸ ids and keys │ batches of 1,000 ▸ session
 *                                full blocks ▸ index │ ▸ what is indexed
 *
 * The steps before the line may run in a thread, so that two cores work. Units read before an error stay, and the error
 * says how many there are.
 */
export async function importTmx(
  request: ImportRequest,
  options: TmxOptions,
  thread?: DraftThread,
): Promise<ImportReport> {
  const { file, memory, storage, languages = {}, project, now, signal, progress, source } = request;
  const startedAt = now();
  const wanted = { file, languages, project, options };
  const reading = (thread && readInThread(wanted, thread)) ?? readDrafts(source, wanted);
  const tell = () => {
    const { bytes, units } = reading.facts;
    progress?.({ bytes, size: source.size, units });
  };
  const { added, kept, failure } = await addAll(memory, untilAborted(reading, signal), tell, reading.index);
  const { sha256, session, header, units } = reading.facts;
  if (kept > 0 || !failure) {
    await storage.putSession({ id: session, kind: 'import', source: file, sha256, header, entries: kept, startedAt });
  }
  if (failure) throw partialImport(failure.error, { file, kept, signal });
  return { session, units, ...(await reading.summary()), ...added, sha256 };
}

async function* untilAborted(reading: DraftReading, signal?: AbortSignal): AsyncGenerator<readonly TmDraft[]> {
  for await (const drafts of reading.lists()) {
    signal?.throwIfAborted();
    yield drafts;
  }
}
