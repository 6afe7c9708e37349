import type { LocaleId } from '@helve/flow';
import type { ExchangeManifest } from '../manifest.js';
import type { MergeSite } from './decide-merge.js';
import type { UnitDecision } from './merge-result.js';

/** Lists the units that did not come back, of each file and language of which anything did. */
export function missingUnits(
  manifests: readonly ExchangeManifest[],
  decisions: readonly UnitDecision[],
  site: Pick<MergeSite, 'unit'>,
): readonly UnitDecision[] {
  const back = new Set(decisions.map(({ batch, unit, locale }) => keyOf(batch, unit, locale)));
  const groups = new Set(decisions.map(({ batch, path, locale }) => keyOf(batch, path, locale)));
  const missing: UnitDecision[] = [];
  for (const manifest of manifests) {
    const { batch } = manifest;
    for (const file of manifest.files) {
      for (const unit of file.units) {
        for (const locale of Object.keys(unit.targets)) {
          if (!groups.has(keyOf(batch, file.path, locale)) || back.has(keyOf(batch, unit.id, locale))) continue;
          const now = site.unit(file, unit);
          const place = { path: file.path, line: now?.line, block: unit.block, name: now?.block.name ?? unit.id };
          missing.push({
            result: 'missing',
            reason: 'not-returned',
            warnings: [],
            batch,
            unit: unit.id,
            locale,
            ...place,
          });
        }
      }
    }
  }
  return missing;
}

function keyOf(batch: string | undefined, name: string | undefined, locale: LocaleId | undefined): string {
  return [batch, name, locale].join('\n');
}
