import { resolve } from 'node:path';
import { foldJournals } from './fold-journals.js';
import { hashFile, readOutputs, recordKey, type RecordedOutput, type RecordedOutputs } from './output-store.js';

/** The outputs that earlier runs of a project have written, by path: a file that nobody has changed since may be replaced, unless texts of others are kept in it. */
export interface OutputRecord {
  /** The entry of a file, unless it has changed since. */
  find(path: string): Promise<RecordedOutput | undefined>;
}

/** Opens the record of a project, which is kept in `.helve/outputs.json`. */
export function openOutputRecord(folder: string): OutputRecord {
  let known: Promise<RecordedOutputs> | undefined;
  const read = async () => {
    await foldJournals(folder);
    return readOutputs(folder);
  };
  return {
    async find(path) {
      const entry = (await (known ??= read()))[recordKey(folder, path)];
      if (entry === undefined || entry.sha256 !== (await hashFile(path))) return undefined;
      return entry.kept === undefined ? entry : { ...entry, kept: resolve(folder, entry.kept) };
    },
  };
}
