import type { ExchangeManifest } from '@helve/l10n';
import type { ReturnedFile } from './read-returned.js';

/** Batches without the files of which nothing came back; units that do not name their origin may be of any. */
export function neededFiles(
  manifests: readonly ExchangeManifest[],
  files: readonly ReturnedFile[],
): readonly ExchangeManifest[] {
  const units = files.flatMap((file) => file.units);
  if (units.some(({ ref }) => ref === undefined)) return manifests;
  const back = new Set(units.map(({ ref }) => `${ref?.batch ?? ''} ${ref?.unit ?? ''}`));
  return manifests.map((manifest) => ({
    ...manifest,
    files: manifest.files.filter((file) =>
      file.units.some(({ id, same }) => [id, same ?? id].some((unit) => back.has(`${manifest.batch} ${unit}`))),
    ),
  }));
}
