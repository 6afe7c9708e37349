import type { MachineTexts } from '@helve/flow/content';
import { foldJournals } from './fold-journals.js';
import { readMachineTexts } from './machine-text-store.js';

/** Texts that runs of a project wrote and no person, one file for each output in `.helve/fallback` and `.helve/drafts`. */
export interface MachineTextRecord {
  find(path: string): Promise<MachineTexts>;
}

/** Opens the record of a project. */
export function openMachineTextRecord(folder: string): MachineTextRecord {
  let folded: Promise<void> | undefined;
  return {
    async find(path) {
      await (folded ??= foldJournals(folder));
      return readMachineTexts(folder, path);
    },
  };
}
