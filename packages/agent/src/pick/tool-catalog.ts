import type { RegistrySnapshot, ToolRecord } from '@helve/core';
import { KeywordIndex } from './keyword/keyword-index.js';
import { ToolCard, type PickableTool } from './tool-card.js';
import { findFamilies, type Families } from './tool-families.js';

/** A source of tools: a list in any form, or a registry. */
export type ToolSource<Tool extends PickableTool> = readonly Tool[] | RegistrySnapshot;

/** All tools of a source at one moment, with everything derived from them once. */
export class ToolCatalog<Tool extends PickableTool = PickableTool> {
  readonly cards: readonly ToolCard<Tool>[];
  readonly safe: readonly ToolCard<Tool>[];
  readonly families: Families;
  #keywords: KeywordIndex | undefined;

  constructor(tools: readonly Tool[]) {
    this.cards = tools.map((tool, at) => new ToolCard(tool, at));
    this.safe = this.cards.filter(({ safe }) => safe);
    this.families = findFamilies(this.cards);
  }

  get keywords(): KeywordIndex {
    this.#keywords ??= new KeywordIndex(this.cards);
    return this.#keywords;
  }
}

interface Kept {
  readonly tools: readonly PickableTool[];
  readonly version: string;
  readonly catalog: ToolCatalog;
}

const cache = new WeakMap<object, Kept>();

/** Returns the catalog of a source; rebuilds it only after the list or the registry has changed. */
export function toCatalog<Tool extends PickableTool>(source: ToolSource<Tool>): ToolCatalog<Tool | ToolRecord> {
  const known = cache.get(source);
  const isList = isToolList(source);
  const version = isList ? '' : source.version;
  if (known !== undefined && (isList ? isSameList(known.tools, source) : known.version === version)) {
    return known.catalog as ToolCatalog<Tool | ToolRecord>;
  }
  const tools: readonly (Tool | ToolRecord)[] = isList ? [...source] : source.list();
  const catalog = new ToolCatalog(tools);
  cache.set(source, { tools, version, catalog });
  return catalog;
}

function isToolList<Tool extends PickableTool>(source: ToolSource<Tool>): source is readonly Tool[] {
  return Array.isArray(source);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((tool, at) => tool === b[at]);
}
