import type { LocaleId } from '@helve/flow';
import type { TmDraft, TmSession } from '../memory/contract.js';
import { addAll } from './add-all.js';
import { countedSource, digestSource } from './exchange-source.js';
import type { ImportReport } from './import-report.js';
import type { ImportRequest } from './import-tmx.js';
import { chooseLanguages, type LanguageChoice } from './language-choice.js';
import { readMemoryLines } from './memory-lines.js';
import { partialImport } from './partial-import.js';

/** Imports a memory from lines into another one: entries and sessions unchanged. */
export async function importLines(request: ImportRequest, maxBytes: number): Promise<ImportReport> {
  const { file, memory, storage, languages = {}, project, signal, progress } = request;
  const sha256 = await digestSource(request.source);
  const source = countedSource(request.source);
  const leftOut = new Map<LocaleId, number>();
  const sessions: TmSession[] = [];
  let [units, skipped] = [0, 0];
  async function* drafts(): AsyncGenerator<TmDraft> {
    for await (const record of readMemoryLines(source, file, maxBytes)) {
      signal?.throwIfAborted();
      if (record.kind === 'session') {
        sessions.push(record.session);
        continue;
      }
      units += 1;
      const draft = withLanguages(record.entry, languages, leftOut);
      if (draft === undefined) skipped += 1;
      else yield project === undefined ? draft : { ...draft, project };
    }
  }
  const { added, kept, failure } = await addAll(memory, drafts(), () =>
    progress?.({ bytes: source.read, size: source.size, units }),
  );
  for (const session of sessions) await storage.putSession(session);
  if (failure) throw partialImport(failure.error, { file, kept, signal });
  const languagesLeftOut = Object.fromEntries(leftOut);
  return { sha256, ...added, units, skipped, differing: 0, leftOut: languagesLeftOut, remarks: [] };
}

/** Reduces an entry to the requested languages; returns undefined if too few remain. */
function withLanguages(draft: TmDraft, choice: LanguageChoice, leftOut: Map<LocaleId, number>): TmDraft | undefined {
  const all = Object.entries(draft.variants).map(([locale, runs]) => ({ locale, runs }));
  const chosen = chooseLanguages(all, choice);
  const used = new Set(chosen.map(({ variant }) => variant));
  for (const variant of all) {
    if (!used.has(variant)) leftOut.set(variant.locale, (leftOut.get(variant.locale) ?? 0) + 1);
  }
  if (chosen.length < 2) return undefined;
  return { ...draft, variants: Object.fromEntries(chosen.map(({ locale, variant }) => [locale, variant.runs])) };
}
