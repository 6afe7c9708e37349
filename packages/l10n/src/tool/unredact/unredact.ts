import { AnnoRedactionSecret, PortSource, PortTarget, sourcePort, type IOPort, type StepContext } from '@helve/flow';
import { checkPorts } from '../../check/check-port.js';
import { surfaces } from '../../redaction/field/field.js';
import { dataFields, groupFields, layerFields, mediaFields } from '../../redaction/field/other-field.js';
import { noteKey, textAnnotations, textOverlays } from '../../redaction/field/payload-text.js';
import { restoreBlock, restorePart, type RestoreSetup } from '../../redaction/restore/restore-block.js';
import { isLasting, runVault, vaultProperty } from '../../redaction/run-vault.js';
import { addCounts, mergeCounts } from '../../tool-kit/count/count-report.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';

const secretPort: IOPort = { type: AnnoRedactionSecret, side: PortSource };
const rewritten = (type: string, side: IOPort['side'] = PortSource): IOPort => ({ type, side, optional: true });
const everywhere = new Set(surfaces);

/** Restores what `redact` extracted, and reports the tokens that were lost on the way. */
export const unredact = flowToolEntry({
  meta: {
    id: 'unredact',
    version: '1.0.0',
    category: 'transform',
    displayName: 'Unredact',
    description: 'Restores originals from the vault and finds tokens that a translation lost.',
    cardinality: 'monolingual',
    requires: ['vault'],
    consumes: [secretPort],
    produces: [
      sourcePort,
      rewritten('target', PortTarget),
      ...checkPorts,
      rewritten(AnnoRedactionSecret),
      rewritten(noteKey),
      rewritten('property:*'),
      ...textAnnotations.map((key) => rewritten(key)),
      ...textOverlays.flatMap((type) => (type === 'qa' ? [] : [rewritten(type), rewritten(type, PortTarget)])),
    ],
    mayRemoveCodes: true,
    writesOutput: true,
    defaultParallelBlocks: 64,
  },
  properties: {
    vault: vaultProperty,
    onMissing: {
      enum: ['finding', 'error'],
      default: 'finding',
      description: 'Report a lost or unknown token as a finding, or fail its block.',
    },
  },
  resolve: ({ vault }) => ({ consumes: [isLasting(vault) ? { ...secretPort, optional: true } : secretPort] }),
  create: ({ vault, onMissing }) => {
    const lasting = isLasting(vault);
    const createSetup = (ctx: StepContext): RestoreSetup => ({ vault: runVault(ctx, vault), onMissing, lasting });
    return {
      transform: (view, ctx) => restoreBlock(view, ctx, createSetup(ctx)),
      handleData: (data, ctx) => restorePart(dataFields(data, everywhere), ctx, createSetup(ctx)),
      handleLayer: (layer, ctx) => restorePart(layerFields(layer, everywhere), ctx, createSetup(ctx)),
      handleGroup: (group, ctx) => restorePart(groupFields(group, everywhere), ctx, createSetup(ctx)),
      handleMedia: (media, ctx) => restorePart(mediaFields(media, everywhere), ctx, createSetup(ctx)),
      joinReports: addCounts,
      mergeReports: mergeCounts,
    };
  },
});
