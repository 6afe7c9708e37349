import { hashText, isEngineDraft } from '../../content/block/machine-texts.js';
import { hasWords } from '../../content/block/segment.js';
import type { Block, LocaleId, Target } from '../../contract/block.js';
import type { MachineTexts } from '../../contract/pair.js';
import type { Part } from '../../contract/part.js';
import type { FlowOutput } from './flow-io.js';

/** Lists the texts of an output that are not finished: sources for want of a target, and drafts. */
export interface MachineTextList {
  see(parts: readonly Part[]): void;
  facts(): MachineTexts;
}

/** Creates the list of an output; undefined for one that tells the status of its texts itself. */
export function createMachineTextList({ listsMachineTexts, locale }: FlowOutput): MachineTextList | undefined {
  if (listsMachineTexts !== true || locale === undefined) return undefined;
  const fallback = new Map<string, number>();
  const drafts = new Map<string, number>();
  const list = (block: Block) => {
    const target = block.targets[locale];
    if (isUntranslated(block, locale)) fallback.set(...hashText(block.name, block.source));
    else if (target !== undefined && isDraft(target)) drafts.set(...hashText(block.name, target.runs));
  };
  return {
    see: (parts) => {
      for (const part of parts) if (part.kind === 'block') list(part.block);
    },
    facts: () => ({
      ...(fallback.size === 0 ? {} : { fallback: Object.fromEntries(fallback) }),
      ...(drafts.size === 0 ? {} : { drafts: Object.fromEntries(drafts) }),
    }),
  };
}

/** True for a draft of anybody, such as a translation of a source that has changed since, and for one of an engine. */
function isDraft(target: Target): boolean {
  return target.status === 'draft' || isEngineDraft(target);
}

function isUntranslated({ translatable, source, targets }: Block, locale: LocaleId): boolean {
  return translatable && targets[locale] === undefined && hasWords(source);
}
