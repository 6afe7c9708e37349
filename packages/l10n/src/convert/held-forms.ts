import type { LocaleId, PluralRun, Run, Runs } from '@helve/flow';
import { formOf, formsOf, hasForms, normaliseRuns, withForms } from '@helve/flow/content';
import type { FormatCapacity } from '../format/capacity/format-capacity.js';
import { planMembers, pluralContent } from '../format/plural/plan-members.js';

/** Plural forms of a format: those for exact numbers, and whether a text may have forms by several numbers. */
type FormCapacity = Pick<FormatCapacity, 'exactForms' | 'severalPlurals'>;

/** Content with the plural forms that a format holds; `lost` when it holds some of them not. */
export interface HeldForms {
  readonly runs: Runs;
  readonly lost: boolean;
}

/** Leaves out plural forms that a format cannot hold, and says whether there were some. */
export function heldForms(runs: Runs, capacity: FormCapacity): HeldForms {
  if (capacity.exactForms === 'yes' || !runs.some(hasForms)) return { runs, lost: false };
  const form = new FormHolder(capacity, runs);
  const held = normaliseRuns(form.hold(runs));
  return { runs: capacity.severalPlurals ? held : aroundForms(held), lost: form.lost };
}

class FormHolder {
  readonly #capacity: FormCapacity;
  /** Number by which a text has forms, where it may be only one. */
  readonly #pivot: string | undefined;
  lost = false;

  constructor(capacity: FormCapacity, runs: Runs) {
    this.#capacity = capacity;
    this.#pivot = capacity.severalPlurals ? undefined : firstPivot(runs);
  }

  hold(runs: Runs): Runs {
    return runs.flatMap((run): Runs => {
      if (!hasForms(run)) return [run];
      if (run.kind === 'plural' && !this.#isHeld(run)) {
        this.lost = true;
        return this.hold(formOf(run, 'other') ?? []);
      }
      const forms = formsOf(run).filter(([key]) => run.kind === 'select' || this.#hasKey(key, run));
      this.lost ||= forms.length < formsOf(run).length;
      return [
        withForms(
          run,
          forms.map(([key, form]): [string, Runs] => [key, this.hold(form)]),
        ),
      ];
    });
  }

  #isHeld(run: PluralRun): boolean {
    return isPlain(run) && (this.#pivot === undefined || run.pivot === this.#pivot);
  }

  /** A language with a form for zero has it in the place of that for the number 0. */
  #hasKey(key: string, run: PluralRun): boolean {
    if (!key.startsWith('=')) return true;
    return this.#capacity.exactForms === 'zero' && key === '=0' && formOf(run, 'zero') === undefined;
  }
}

/** Content in which the form for exactly 1 is that of the category `one`, where a language has it for nothing else. */
export function withNamedOne(runs: Runs, locale: LocaleId): Runs {
  if (!runs.some(hasForms)) return runs;
  return runs.map((run) => {
    if (!hasForms(run)) return run;
    const forms = formsOf(run).map(([key, form]): [string, Runs] => [key, withNamedOne(form, locale)]);
    const isNamed = run.kind === 'plural' && isPlain(run) && formOf(run, 'one') === undefined && meansOne(locale);
    return withForms(
      run,
      forms.map(([key, form]): [string, Runs] => [isNamed && key === '=1' ? 'one' : key, form]),
    );
  });
}

const largest = 200;

/** True for a language whose category `one` has the number 1 and no other whole one. */
export function meansOne(locale: LocaleId): boolean {
  const rules = new Intl.PluralRules(locale);
  const others = Array.from({ length: largest }, (_, number) => number).filter((number) => number !== 1);
  return rules.select(1) === 'one' && [...others, 1001, 1_000_001].every((number) => rules.select(number) !== 'one');
}

/** Content without plural forms beside some; the same where it has no others. */
export function onlyForms(runs: Runs, keys: readonly string[] | undefined): Runs {
  const isOther = (run: Run) => run.kind === 'plural' && formsOf(run).some(([key]) => keys?.includes(key) === false);
  if (!runs.some(isOther)) return runs;
  return runs.map((run) =>
    run.kind === 'plural'
      ? withForms(
          run,
          formsOf(run).filter(([key]) => keys?.includes(key)),
        )
      : run,
  );
}

/** True for the forms of a number as it is: neither its place in an order, nor a difference. */
function isPlain({ ordinal, offset }: PluralRun): boolean {
  return ordinal !== true && (offset ?? 0) === 0;
}

/** The first number by which content has forms that can be held. */
function firstPivot(runs: Runs): string | undefined {
  for (const run of runs) {
    if (!hasForms(run)) continue;
    if (run.kind === 'plural' && isPlain(run)) return run.pivot;
    const inner = formsOf(run).flatMap(([, form]) => firstPivot(form) ?? []);
    if (inner[0] !== undefined) return inner[0];
  }
  return undefined;
}

/** Content whose forms hold the text around them too. */
function aroundForms(runs: Runs): Runs {
  const plural = runs.find((run) => run.kind === 'plural');
  const plan = runs.length === 1 ? undefined : planMembers(runs, { zeroIsExact: false });
  return plan === undefined || plural === undefined ? runs : pluralContent(plan.members, { pivot: plural.pivot });
}
