import { countLosses, formatCapacities, type FeatureLoss, type FormatCapacity } from '@helve/l10n';
import type { ExtractRequest } from './extract-request.js';
import type { PlannedExchange } from './plan-exchange.js';

/** Computes from the table of formats what the exchange files cannot hold. */
export function findLosses(
  planned: readonly PlannedExchange[],
  { to = 'xliff2', xliffVersion }: ExtractRequest,
): readonly FeatureLoss[] {
  const capacity = capacityOf(to, xliffVersion);
  if (capacity === undefined) return [];
  const byPlace = new Map<string, FeatureLoss>();
  for (const { files, locale } of planned) {
    const documents = files.map(({ path, blocks }) => ({ document: path, blocks }));
    for (const loss of countLosses(documents, { capacity, targetLocale: locale })) addLoss(byPlace, loss);
  }
  return [...byPlace.values()];
}

function addLoss(byPlace: Map<string, FeatureLoss>, loss: FeatureLoss): void {
  const key = `${loss.document}\n${loss.detail.what}`;
  const count = (byPlace.get(key)?.detail.count ?? 0) + loss.detail.count;
  byPlace.set(key, { ...loss, detail: { ...loss.detail, count } });
}

/** Only version 2.2 of XLIFF has forms; the others hold them as messages. */
function capacityOf(format: string, version: string | undefined): FormatCapacity | undefined {
  const capacity = formatCapacities[format];
  const isOlder = format === 'xliff2' && version !== undefined && version !== '2.2';
  return capacity !== undefined && isOlder ? { ...capacity, plural: 'message', select: 'message' } : capacity;
}
