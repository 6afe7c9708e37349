import type { Block, LocaleId, Target } from '@helve/flow';
import type { FlowDocument } from '@helve/flow/engine';
import { keysOfBlock, type UnitDecision } from '@helve/l10n';

/** Translations to set in one source file, by the keys of its blocks. */
export type FileTargets = ReadonlyMap<string, ReadonlyMap<LocaleId, Target>>;

/** Groups applied translations by source file. */
export function targetsByFile(decisions: readonly UnitDecision[]): ReadonlyMap<string, FileTargets> {
  const files = new Map<string, Map<string, Map<LocaleId, Target>>>();
  for (const { path = '', block = '', locale = '', target } of decisions) {
    if (target === undefined) continue;
    const file = files.get(path) ?? new Map<string, Map<LocaleId, Target>>();
    const own = file.get(block) ?? new Map<LocaleId, Target>();
    files.set(path, file.set(block, own.set(locale, target)));
  }
  return files;
}

/** Lets a document be read with other targets than its files have. */
export function withTargets(document: FlowDocument, targetsOf: (block: Block) => Block['targets']): FlowDocument {
  return {
    ...document,
    async *read(ctx) {
      for await (const part of document.read(ctx)) {
        const set = part.kind === 'block' ? targetsOf(part.block) : {};
        yield part.kind === 'block' && Object.keys(set).length > 0
          ? { ...part, block: withBlockTargets(part.block, set) }
          : part;
      }
    },
  };
}

/** Segments and marks of a replaced translation go with it. */
function withBlockTargets(block: Block, set: Block['targets']): Block {
  const overlays = block.overlays.filter(({ variant }) => variant === null || !Object.hasOwn(set, variant));
  return { ...block, targets: { ...block.targets, ...set }, overlays };
}

/** Targets of a block among those of its file. */
export function targetsOfBlock(block: Block, targets: FileTargets): Block['targets'] {
  for (const key of keysOfBlock(block)) {
    const found = targets.get(key);
    if (found !== undefined) return Object.fromEntries(found);
  }
  return {};
}
