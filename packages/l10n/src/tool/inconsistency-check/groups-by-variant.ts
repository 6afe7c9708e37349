import type { Json } from '@helve/core';
import { isUnknownLanguage } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { listOf, TextGroups, textOf } from './text-groups.js';

/** Sides that are compared. */
export interface ComparedSides {
  readonly checkTarget: boolean;
  readonly checkSource: boolean;
}

/** The groups of each variant, in the directions that are compared. */
export class GroupsByVariant {
  readonly #sides: ComparedSides;
  readonly #variants = new Map<string, { readonly targets: TextGroups; readonly sources: TextGroups }>();

  constructor(sides: ComparedSides) {
    this.#sides = sides;
  }

  of(variant: string) {
    let groups = this.#variants.get(variant);
    if (groups === undefined) {
      groups = { targets: new TextGroups(), sources: new TextGroups() };
      this.#variants.set(variant, groups);
    }
    return groups;
  }

  add(variant: string, source: string, target: string): void {
    if (target.trim() === '') return;
    const { targets, sources } = this.of(variant);
    if (this.#sides.checkTarget) targets.add(source, target);
    if (this.#sides.checkSource) sources.add(target, source);
  }

  /** Lists the groups of known languages, or only those with several wordings. */
  toJson(onlyConflicts = false): Json {
    const known = [...this.#variants].filter(([variant]) => !isUnknownLanguage(variantLocale(variant)));
    return known.map(([variant, { targets, sources }]) => [
      variant,
      targets.toJson(onlyConflicts),
      sources.toJson(onlyConflicts),
    ]);
  }

  /** Adds the output of `toJson`. */
  addJson(value: Json): void {
    for (const [variant, targets, sources] of listOf(value).map(listOf)) {
      const groups = this.of(textOf(variant));
      groups.targets.addJson(targets ?? []);
      groups.sources.addJson(sources ?? []);
    }
  }
}
