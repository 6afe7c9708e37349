import { canonicalLocale, type Block, type LocaleId, type Part, type Runs, type Target } from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { EXCHANGE_PROPERTY } from '../../format/generate/exchange-mark.js';
import { isBatchId } from '../batch-id.js';
import { findUnitRef } from '../find-unit-ref.js';
import { withoutMarks } from '../source-mark.js';
import { UNGUARDED_PROPERTY } from '../table/guard-cell.js';
import { isUnitId, readPartId, type UnitRef } from '../unit-ref.js';

/** One text of a unit with forms. */
export interface ReturnedPart {
  readonly number: number;
  readonly source: Runs;
  readonly target?: Target | undefined;
}

/** One unit of a returned file, in one language. */
export interface ReturnedUnit {
  /** Returned file, as reports name it. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly ref?: UnitRef | undefined;
  /** Number of the text of its unit that it is, where each came back on its own. */
  readonly part?: number | undefined;
  /** The texts of a unit that were gathered. */
  readonly parts?: readonly ReturnedPart[] | undefined;
  /** Batch that the file or the unit names. */
  readonly batch?: string | undefined;
  /** Source file that the unit says it comes from. */
  readonly path?: string | undefined;
  /** Undefined where neither the unit nor the file tells a language. */
  readonly locale?: LocaleId | undefined;
  readonly source: Runs;
  readonly target?: Target | undefined;
  /** True for a row of a table, whose cells have numbers for codes. */
  readonly isTable?: boolean | undefined;
  /** True for a row whose cells have no apostrophes of guards any more. */
  readonly isUnguarded?: boolean | undefined;
}

/** Follows the parts of a returned file and gives its units, one for each language. */
export class ReturnedUnits {
  readonly #file: string;
  readonly #groups: { readonly path?: string; readonly batch?: string }[] = [];
  #batch: string | undefined;
  #locales: readonly LocaleId[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Takes the next part; a block gives its units. */
  take(part: Part, line?: number): readonly ReturnedUnit[] {
    if (part.kind === 'layer-start') this.#see(part.layer.properties);
    if (part.kind === 'group-start') {
      const { name, type, properties } = part.group;
      const batch = batchOf(properties);
      this.#groups.push({ ...(type === 'file' ? { path: name } : {}), ...(batch === undefined ? {} : { batch }) });
    }
    if (part.kind === 'group-end') this.#groups.pop();
    if (part.kind === 'block' && part.block.type === 'header') this.#see(part.block.properties);
    return part.kind === 'block' && part.block.type !== 'header' ? this.#units(part.block, line) : [];
  }

  #see(properties: Readonly<Record<string, string>>): void {
    this.#batch ??= batchOf(properties);
    const named = (properties['target-language'] ?? '').split(' ').flatMap(localeOrNone);
    if (named.length > 0) this.#locales = named;
  }

  #units(block: Block, line: number | undefined): readonly ReturnedUnit[] {
    const row = rowRef(block.id);
    const ref = row ?? findUnitRef(block);
    const own = {
      file: this.#file,
      line,
      id: block.id,
      name: block.name,
      ref,
      part: (ref ?? readPartId(block.id))?.part,
      batch: ref?.batch ?? this.#groups.findLast((group) => group.batch !== undefined)?.batch ?? this.#batch,
      path: this.#groups.findLast((group) => group.path !== undefined)?.path,
      source: withoutMarks(block.source),
      ...(row === undefined ? {} : { isTable: true }),
      ...(block.properties[UNGUARDED_PROPERTY] === undefined ? {} : { isUnguarded: true }),
    };
    const targets = Object.entries(block.targets);
    if (targets.length > 0)
      return targets.map(([variant, target]) => ({
        ...own,
        locale: variantLocale(variant),
        target: { ...target, runs: withoutMarks(target.runs) },
      }));
    return this.#locales.length === 0 ? [own] : this.#locales.map((locale) => ({ ...own, locale }));
  }
}

/** Reads the reference of a row of a table: `BATCH/u1`. */
function rowRef(id: string): UnitRef | undefined {
  const [batch = '', unit = '', ...rest] = id.split('/');
  return rest.length === 0 && isBatchId(batch) && isUnitId(unit) ? { batch, unit, hash: '' } : undefined;
}

function batchOf(properties: Readonly<Record<string, string>>): string | undefined {
  const batch = properties[EXCHANGE_PROPERTY];
  return batch !== undefined && isBatchId(batch) ? batch : undefined;
}

function localeOrNone(name: string): readonly LocaleId[] {
  try {
    return name === '' ? [] : [canonicalLocale(name)];
  } catch {
    return [];
  }
}
