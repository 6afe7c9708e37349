import type { LocaleId, Runs, TargetStatus } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { isPluralCategory } from '../json/plural-table.js';
import { membersOf, type TreeMember } from '../json/json-tree.js';
import { JsonFault } from '../json/scanner.js';
import { pluralContent, zeroKey } from '../plural/plan-members.js';
import { memberOf, positionOf, textOf } from './catalog.js';
import { catalogStatus } from './state.js';

/** Content of an entry in one language. */
export interface Localization {
  readonly runs: Runs;
  readonly status: TargetStatus;
}

/** Name of the select between devices. */
export const devicePivot = 'device';

/** Matches the place of a substitution in a text. */
const substitutionPattern = /%(?:\d+\$)?#@([^@]+)@/gu;

/** Variations nest no deeper than devices, then numbers. */
const maxNesting = 3;

/** Maximum depth of substitutions, and maximum number of them in one language of an entry. */
const maxDepth = 8;
const maxSubstitutions = 10_000;

/** Reads the content of an entry in one language; undefined where the catalog says it in a way that nobody knows. */
export function readLocalization(
  member: TreeMember,
  locale: LocaleId,
  find: (text: string) => Runs,
): Localization | undefined {
  const reader = new LocalizationReader(member, locale, find);
  const runs = reader.read();
  return runs && { runs, status: catalogStatus(reader.states) };
}

class LocalizationReader {
  readonly states: (string | undefined)[] = [];
  readonly #member: TreeMember;
  readonly #locale: LocaleId;
  readonly #find: (text: string) => Runs;
  /** Names of the substitutions around the current text. */
  readonly #open: string[] = [];
  #substitutions = 0;

  constructor(member: TreeMember, locale: LocaleId, find: (text: string) => Runs) {
    this.#member = member;
    this.#locale = locale;
    this.#find = find;
  }

  read(): Runs | undefined {
    return this.#unitOrVariations(this.#member, maxNesting);
  }

  #unitOrVariations(member: TreeMember, depth: number): Runs | undefined {
    const unit = memberOf(member, 'stringUnit');
    if (unit !== undefined) return this.#unit(unit);
    const variations = memberOf(member, 'variations');
    return variations === undefined || depth === 0 ? undefined : this.#variations(variations, 'n', depth - 1);
  }

  #unit(unit: TreeMember): Runs | undefined {
    const value = memberOf(unit, 'value');
    const text = textOf(value);
    if (value === undefined || text === undefined) return undefined;
    this.states.push(textOf(memberOf(unit, 'state')));
    const substitutions = memberOf(this.#member, 'substitutions');
    return substitutions === undefined ? this.#find(text) : this.#substituted(text, substitutions, positionOf(value));
  }

  /** Puts the variations of each substitution in the place that names it. */
  #substituted(text: string, substitutions: TreeMember, position: number): Runs | undefined {
    const runs: Runs[number][] = [];
    let at = 0;
    for (const found of text.matchAll(substitutionPattern)) {
      const inner = this.#substitution(found[1] ?? '', substitutions, position);
      if (inner === undefined) continue;
      if (found.index > at) runs.push(...this.#find(text.slice(at, found.index)));
      runs.push(...inner);
      at = found.index + found[0].length;
    }
    if (at < text.length) runs.push(...this.#find(text.slice(at)));
    return normaliseRuns(runs);
  }

  #substitution(name: string, substitutions: TreeMember, position: number): Runs | undefined {
    const variations = memberOf(memberOf(substitutions, name), 'variations');
    if (variations === undefined) return undefined;
    if (this.#open.includes(name)) throw new JsonFault(`the substitution "${name}" contains itself`, position);
    this.#substitutions += 1;
    if (this.#open.length === maxDepth || this.#substitutions > maxSubstitutions) {
      throw new JsonFault(`the substitution "${name}" is nested too deeply`, position);
    }
    this.#open.push(name);
    const runs = this.#variations(variations, name, 1);
    this.#open.pop();
    return runs;
  }

  #variations(variations: TreeMember, pivot: string, depth: number): Runs | undefined {
    const plural = memberOf(variations, 'plural');
    if (plural !== undefined) return this.#plural(plural, pivot, depth);
    const device = memberOf(variations, 'device');
    return device === undefined ? undefined : this.#device(device, depth);
  }

  #plural(plural: TreeMember, pivot: string, depth: number): Runs | undefined {
    const forms = this.#cases(plural, depth);
    if (forms === undefined || ![...forms.keys()].every(isPluralCategory)) return undefined;
    const zero = zeroKey(this.#locale);
    const keyed = [...forms].flatMap(([key, runs]) =>
      isPluralCategory(key) ? [[key === 'zero' ? zero : key, runs] as const] : [],
    );
    return pluralContent(keyed, { pivot });
  }

  #device(device: TreeMember, depth: number): Runs | undefined {
    const cases = this.#cases(device, depth);
    if (cases === undefined) return undefined;
    const other = cases.get('other') ?? [...cases.values()].at(-1) ?? [];
    return normaliseRuns([{ kind: 'select', pivot: devicePivot, cases: { ...Object.fromEntries(cases), other } }]);
  }

  #cases(member: TreeMember, depth: number): Map<string, Runs> | undefined {
    const cases = new Map<string, Runs>();
    if (member.container?.kind !== 'object') return undefined;
    for (const one of membersOf(member.container)) {
      const runs = this.#unitOrVariations(one, depth);
      if (runs === undefined) return undefined;
      cases.set(one.key, runs);
    }
    return cases.size === 0 ? undefined : cases;
  }
}
