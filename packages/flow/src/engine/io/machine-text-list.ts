import { hashText, isEngineDraft } from '../../content/block/machine-texts.js';
import { hasWords } from '../../content/block/segment.js';
import type { Block, LocaleId } from '../../contract/block.js';
import type { MachineTexts } from '../../contract/pair.js';
import type { Part } from '../../contract/part.js';
import type { FlowOutput } from './flow-io.js';

/** Lists the texts of an output that no person has written: sources for want of a target, and drafts of engines. */
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
    else if (target !== undefined && isEngineDraft(target)) drafts.set(...hashText(block.name, target.runs));
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

function isUntranslated({ translatable, source, targets }: Block, locale: LocaleId): boolean {
  return translatable && targets[locale] === undefined && hasWords(source);
}
