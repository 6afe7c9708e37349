import { countSent, type ExchangeManifest } from '@helve/l10n';
import { projectErrors } from '../../project-errors.js';
import type { BatchFolder } from '../batch-folder.js';
import type { ReturnedFile } from './read-returned.js';

/** Manifests of returned units: each by the batch that its file names, or that was found for the file. */
export interface ReturnedBatches {
  readonly manifests: readonly ExchangeManifest[];
  /** The manifest of one unit. */
  manifestOf(file: ReturnedFile, unit: ReturnedFile['units'][number]): ExchangeManifest;
}

/**
 * Finds the batches of returned files: named in the file, else asked for, else the one that has sent most of its texts.
 * A batch of somebody else is not there.
 */
export async function findBatches(
  files: readonly ReturnedFile[],
  asked: string | undefined,
  batches: BatchFolder,
): Promise<ReturnedBatches> {
  const known = new Map<string, ExchangeManifest>();
  const given = asked === undefined ? undefined : await batches.get(asked);
  const found = new Map<string, ExchangeManifest>();
  for (const file of files) {
    const named = new Set(file.units.flatMap(({ batch }) => batch ?? []));
    for (const batch of named) if (!known.has(batch)) known.set(batch, await batches.get(batch));
    if (file.units.every(({ batch }) => batch !== undefined)) continue;
    const [only, another] = [...named];
    const own = only !== undefined && another === undefined ? known.get(only) : undefined;
    found.set(file.file, own ?? given ?? (await guessBatch(file, batches)));
  }
  const used = new Map([...known.values(), ...found.values()].map((manifest) => [manifest.batch, manifest]));
  return {
    manifests: [...used.values()],
    manifestOf(file, { batch }) {
      const manifest = batch === undefined ? found.get(file.file) : known.get(batch);
      if (manifest === undefined) throw noOrigin(file.file);
      return manifest;
    },
  };
}

async function guessBatch(file: ReturnedFile, batches: BatchFolder): Promise<ExchangeManifest> {
  let [best, most]: [ExchangeManifest | undefined, number] = [undefined, 0];
  // Of equal ones the newest, which is the last.
  for (const manifest of await batches.list()) {
    const count = countSent(file.units, manifest);
    if (count > 0 && count >= most) [best, most] = [manifest, count];
  }
  if (best === undefined) throw noOrigin(file.file);
  return best;
}

function noOrigin(file: string): Error {
  return projectErrors.create('PROJECT_NO_ORIGIN', { file });
}
