import { resolve } from 'node:path';
import type { DocumentReport } from '@helve/flow/engine';
import type { PlannedFile } from '../plan-run.js';
import { putMachineTexts } from './machine-text-store.js';
import { openOutputJournal, type JournalEntry } from './output-journal.js';
import { addOutputs, recordKey, type RunMark } from './output-store.js';

/** Facts about the outputs of a run that are known before it. */
export interface RunFacts {
  /** Marks of the files that need not run again, by document. */
  readonly marks: ReadonlyMap<string, RunMark>;
  /** Files whose texts are kept, by output. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Remembers the files that a run writes, and what in them no person has written; what standard input became is none. */
export interface RunRecorder {
  /** Notes the outputs of a document before they take their places, so that a run that is killed leaves no unknown file. */
  note(document: DocumentReport): Promise<void>;
  /** Puts all that was written into the records. */
  finish(documents: readonly DocumentReport[]): Promise<void>;
}

/** Creates the recorder of one run. */
export function createRunRecorder(files: readonly PlannedFile[], folder: string, facts: RunFacts): RunRecorder {
  const named = new Set(
    files.flatMap(({ input, outputs }) => (input.path === undefined ? [] : outputs.map(({ path }) => path))),
  );
  const journal = openOutputJournal(folder);
  const entriesOf = (document: DocumentReport) => toEntries(document, folder, named, facts);
  return {
    note: (document) => journal.append(entriesOf(document)),
    async finish(documents) {
      const entries = documents.flatMap(entriesOf);
      for (const { path, ...texts } of entries) await putMachineTexts(folder, resolve(folder, path), texts);
      const added = Object.fromEntries(entries.map(({ path, output }) => [path, output]));
      if (entries.length > 0) await addOutputs(folder, async () => added);
      await journal.remove();
    },
  };
}

function toEntries(
  { document, status, outputs }: DocumentReport,
  folder: string,
  named: ReadonlySet<string>,
  { marks, kept }: RunFacts,
): readonly JournalEntry[] {
  return outputs.flatMap(({ path: file, sha256, fallback, drafts }) => {
    if (file === undefined || sha256 === undefined || !named.has(file)) return [];
    // A partial run is tried again.
    const mark = status === 'ok' ? marks.get(document) : undefined;
    const from = kept.get(file);
    const output = { sha256, ...mark, ...(from === undefined ? {} : { kept: recordKey(folder, from) }) };
    return [{ path: recordKey(folder, file), output, ...(fallback && { fallback }), ...(drafts && { drafts }) }];
  });
}
