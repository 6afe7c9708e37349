import { digest } from '@helve/core';
import { blockDrafts, type CurrentUnit, type UnitDecision } from '@helve/l10n';
import type { ResolvedConfig } from '../../config/config-keys.js';
import { memoryLocation, writtenMemory } from '../../memory/memory-location.js';
import { withNewMemory } from '../../memory/open-memory.js';
import { byBatch } from './merge-record.js';
import type { CurrentFiles } from './read-current.js';

/** Lets a translation memory learn accepted translations, with their batch and file as reference. */
export async function learnMerged(
  decisions: readonly UnitDecision[],
  current: CurrentFiles,
  named: string | undefined,
  places: { readonly config: ResolvedConfig; readonly folder: string; readonly cwd: string },
): Promise<number> {
  const { config, folder, cwd } = places;
  const startedAt = new Date().toISOString();
  const location = memoryLocation(named ?? writtenMemory(config), { folder, cwd, store: config.store });
  let learned = 0;
  await withNewMemory(location, async ({ memory, storage }) => {
    for (const [batch, own] of byBatch(decisions)) {
      const session = `merge-${batch}-${digest([startedAt]).slice(0, 8)}`;
      const drafts = own.flatMap((decision) => draftsOf(decision, current.units, session));
      if (drafts.length === 0) continue;
      await memory.add(drafts);
      learned += drafts.length;
      const source = `batch ${batch}`;
      await storage.putSession({ id: session, kind: 'learn', source, header: {}, entries: drafts.length, startedAt });
    }
  });
  return learned;
}

function draftsOf(
  { path = '', block: key = '', locale = '', batch = '', target }: UnitDecision,
  units: CurrentFiles['units'],
  session: string,
) {
  const now: CurrentUnit | undefined = units.get(path)?.get(key);
  if (now === undefined || target === undefined) return [];
  const overlays = now.block.overlays.filter(({ variant }) => variant !== locale);
  const block = { ...now.block, targets: { [locale]: target }, overlays };
  return blockDrafts(block, { minStatus: 'translated', document: `${batch}/${path}`, session }).drafts;
}
