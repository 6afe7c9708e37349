import type { FileInput, FileOutput } from '@helve/flow/engine';
import type { OutputRecord } from './output-record.js';
import type { RecordedOutput } from './output-store.js';
import type { PlannedFile } from '../plan-run.js';

/** Finds the outputs of a run that keep texts which no run has made, each with the file that the texts are read from. */
export async function findKept(
  files: readonly PlannedFile[],
  record: Pick<OutputRecord, 'find'>,
): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const { input, outputs } of files) {
    for (const output of outputs) {
      for (const path of readInto(input, output)) {
        const entry = await record.find(path);
        if (entry === undefined || entry.kept !== undefined) kept.set(output.path, path);
      }
    }
  }
  return kept;
}

/** True when a run that reads these files loses no text by replacing an output of an earlier run. */
export function isReplaceable(entry: RecordedOutput | undefined, read: ReadonlySet<string | undefined>): boolean {
  return entry !== undefined && (entry.kept === undefined || read.has(entry.kept));
}

/** The files whose texts go into an output and might be lost with it. */
function readInto({ path, existing = [] }: FileInput, output: FileOutput): readonly string[] {
  const own = existing.filter(({ locale }) => output.locale === undefined || locale === output.locale);
  return [...(path === output.path ? [path] : []), ...own.map((translation) => translation.path)];
}
