import { textRun, type Block, type PlaceholderRun, type Run, type Runs } from '@helve/flow';
import { formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import { readingOf } from '../format/plural/plural-reading.js';
import { flatRuns, mapSides } from './map-runs.js';
import { namesOf } from './noted-names.js';
import type { PlaceholderDialectName } from './placeholder-name.js';
import { placeholderDialects, readPlaceholder, type Placeholder, type PlaceholderDialect } from './placeholder.js';

/** A block with its placeholders in another notation, and the number of codes that have no counterpart there. */
export interface ConvertedPlaceholders {
  readonly block: Block;
  readonly lost: number;
  /** Names of the values by their positions, where the notation has no names. */
  readonly names: readonly string[];
}

/**
 * Writes the placeholders of a block in another notation. Names and positions are those of the source, so that both
 * sides stay in agreement; a code without a counterpart stays as it is.
 */
export function convertPlaceholders(block: Block, name: PlaceholderDialectName | undefined): ConvertedPlaceholders {
  if (name === undefined) return { block, lost: 0, names: [] };
  const dialect = placeholderDialects[name];
  const sides = [block.source, ...Object.values(block.targets).map(({ runs }) => runs)];
  if (!sides.some((runs) => flatRuns(runs).some((run) => placeholderOf(run) !== undefined || isPercent(run))))
    return { block, lost: 0, names: [] };
  const conversion = new Conversion(block.source, dialect, namesOf(block));
  const converted = mapSides(block, (runs) => conversion.convert(runs, 0).runs);
  return { block: converted, lost: conversion.lost, names: dialect.named ? [] : conversion.names() };
}

/** True for the percent sign of printf, which is text everywhere else. */
function isPercent(run: Run): boolean {
  return run.kind === 'ph' && run.data === '%%';
}

function placeholderOf(run: Run): Placeholder | undefined {
  return run.kind === 'ph' && isVariable(run) ? readPlaceholder(run.data) : undefined;
}

function isVariable({ type, subType }: PlaceholderRun): boolean {
  return subType === undefined && (type === 'code:variable' || type === 'code:placeholder');
}

/** Content in another notation, and the number of values that placeholders without a position have taken. */
interface ConvertedRuns {
  readonly runs: Runs;
  readonly taken: number;
}

/** Converts the content of one block: each name has the position at which the source has it first. */
class Conversion {
  readonly #dialect: PlaceholderDialect;
  readonly #positions = new Map<string, number>();
  /** Names that values had before they had positions. */
  readonly #names: readonly string[];
  /** True when there is one value, so that its order cannot change. */
  readonly #isAlone: boolean;
  lost = 0;

  constructor(source: Runs, dialect: PlaceholderDialect, names: readonly string[]) {
    this.#dialect = dialect;
    this.#names = names;
    const found = readingOf(source, () => 'other').flatMap((run) => placeholderOf(run) ?? []);
    for (const { name } of found) if (name !== undefined) this.#positionOf(name);
    const numbers = found.flatMap(({ position }) => position ?? []);
    const loose = found.filter(({ name, position }) => name === undefined && position === undefined).length;
    this.#isAlone = Math.max(this.#positions.size, loose, ...numbers) < 2;
  }

  /** Converts content, which may be a form by the number `counted`; forms of one plural take the same values. */
  convert(runs: Runs, before: number, counted?: string): ConvertedRuns {
    let taken = before;
    const converted = runs.map((run): Run => {
      if (!hasForms(run)) {
        const placeholder = asNumber(placeholderOf(run), counted);
        if (isLoose(placeholder)) taken += 1;
        return this.#run(run, placeholder, taken);
      }
      const number = run.kind === 'plural' ? run.pivot : counted;
      const forms = formsOf(run).map(([key, form]) => [key, this.convert(form, taken, number)] as const);
      taken = Math.max(taken, ...forms.map(([, form]) => form.taken));
      return withForms(
        run,
        forms.map(([key, form]): [string, Runs] => [key, form.runs]),
      );
    });
    return { runs: normaliseRuns(converted), taken };
  }

  #run(run: Run, placeholder: Placeholder | undefined, next: number): Run {
    if (run.kind === 'text') return textRun(this.#dialect.escape(run.text));
    if (isPercent(run)) return textRun(this.#dialect.escape('%'));
    if (run.kind !== 'ph' || placeholder === undefined) return run;
    const data = this.#dialect.spell(this.#resolve(placeholder, next), this.#isAlone);
    if (data === undefined) this.lost += 1;
    return data === undefined ? run : { ...run, data };
  }

  /** Gives a placeholder the name or position that the notation needs. */
  #resolve(placeholder: Placeholder, next: number): Placeholder {
    const { name, ...rest } = placeholder;
    if (name === undefined) {
      const position = rest.position ?? next;
      const known = this.#dialect.named ? this.#names[position - 1] : undefined;
      return { ...rest, position, ...(known !== undefined && { name: known }) };
    }
    return this.#dialect.named ? placeholder : { ...rest, position: this.#positionOf(name) };
  }

  /** Names in the order of their positions. */
  names(): readonly string[] {
    return [...this.#positions].toSorted(([, one], [, other]) => one - other).map(([name]) => name);
  }

  #positionOf(name: string): number {
    const known = this.#positions.get(name) ?? this.#positions.size + 1;
    this.#positions.set(name, known);
    return known;
  }
}

/** The number by which a text has its forms is an integer there. */
function asNumber(placeholder: Placeholder | undefined, counted: string | undefined): Placeholder | undefined {
  const isNumber = counted !== undefined && placeholder?.name === counted && placeholder.type === 'any';
  return isNumber ? { ...placeholder, type: 'integer' } : placeholder;
}

/** True for a placeholder that takes the next value. */
function isLoose(placeholder: Placeholder | undefined): boolean {
  return placeholder !== undefined && placeholder.name === undefined && placeholder.position === undefined;
}
