import { nameDigest, runsHash } from '../../content/run/runs-hash.js';
import type { LocaleId } from '../../contract/block.js';
import type { FallbackTexts } from '../../contract/pair.js';
import type { Part } from '../../contract/part.js';
import type { FlowOutput } from './flow-io.js';

/** Lists the blocks of an output that have no target in its locale, and are written as their source. */
export interface FallbackList {
  see(parts: readonly Part[]): void;
  facts(): { readonly fallback?: FallbackTexts };
}

/** Creates the list of an output; undefined for one that writes no source in the place of a target. */
export function createFallbackList({ fallsBack, locale }: FlowOutput): FallbackList | undefined {
  if (fallsBack !== true || locale === undefined) return undefined;
  const texts = new Map<string, number>();
  return {
    see: (parts) => {
      for (const part of parts)
        if (isUntranslated(part, locale)) texts.set(nameDigest(part.block.name), runsHash(part.block.source));
    },
    facts: () => (texts.size === 0 ? {} : { fallback: Object.fromEntries(texts) }),
  };
}

function isUntranslated(part: Part, locale: LocaleId): part is Part & { readonly kind: 'block' } {
  if (part.kind !== 'block') return false;
  const { translatable, source, targets } = part.block;
  return translatable && source.length > 0 && targets[locale] === undefined;
}
