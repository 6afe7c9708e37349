import { textRun, type LocaleId, type PluralRun, type Run, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { planForms, type PluralCategory } from '../plural/plan-members.js';
import { withCase } from '../plural/plural-reading.js';
import { sameRuns } from '../same-runs.js';
import { UnwritableContent } from '../xml/encode-content.js';
import { pluralEdits } from '../xml/plural-items.js';
import type { RawEdit } from '../xml/raw-edit.js';
import { withTags } from '../xml/value-range.js';
import { variableReference } from './rule-content.js';
import type { FormatRule, Rule, Variable, WrittenString } from './rule.js';

/** The document that a rule is written for. */
export interface RuleTarget {
  /** Everything of the entry as it was read. */
  readonly raw: string;
  /** Language whose plural forms are written; if absent, they are those of the content. */
  readonly locale: LocaleId | undefined;
  /** Writes content in the notation of another string. */
  encode(runs: Runs, raw: string): string;
  /** Spells a variable that the entry does not have, on lines behind the others. */
  spellVariable(name: string, members: ReadonlyMap<PluralCategory, Runs>): string;
  /** Reports forms that the entry cannot hold. */
  lose(forms: readonly string[]): void;
}

/** Plans the edits that give a rule other content. */
export function ruleEdits(rule: Rule, runs: Runs, target: RuleTarget): readonly RawEdit[] {
  if (rule.kind === 'format') return new FormatEdit(rule, target).edits(runs);
  const select = runs.find((run) => run.kind === 'select' && run.pivot === rule.pivot);
  const known = new Set(rule.cases.map(({ name }) => name));
  target.lose(Object.keys(select?.kind === 'select' ? select.cases : {}).filter((name) => !known.has(name)));
  return rule.cases.flatMap(({ name, rule: inner }) => ruleEdits(inner, withCase(runs, name), target));
}

/** Edits of one format and of its variables. */
class FormatEdit {
  readonly #rule: FormatRule;
  readonly #target: RuleTarget;
  readonly #plurals = new Map<string, PluralRun>();
  readonly #references: ReadonlyMap<string, string>;

  constructor(rule: FormatRule, target: RuleTarget) {
    this.#rule = rule;
    this.#target = target;
    this.#references = references(rule);
  }

  edits(runs: Runs): readonly RawEdit[] {
    if (runs.some(({ kind }) => kind === 'select')) this.#target.lose(['select']);
    const format = this.#flat(withCase(runs, 'other'));
    const edits = [...this.#changed(this.#rule.format, format)];
    // Forms of a variable may name further ones, which are written in their turn.
    for (const [name, plural] of this.#plurals) edits.push(...this.#variable(name, plural));
    return edits;
  }

  /** Returns content with a reference in the place of each plural. */
  #flat(runs: Runs): Runs {
    return runs.map((run): Run => {
      if (run.kind !== 'plural') return this.#checked(run);
      const known = this.#plurals.get(run.pivot);
      if (known && !sameRuns([known], [run])) this.#target.lose([run.pivot]);
      if (!known) this.#plurals.set(run.pivot, run);
      return textRun(this.#references.get(run.pivot) ?? `%#@${run.pivot}@`);
    });
  }

  /** Refuses text that would refer to a variable. */
  #checked(run: Run): Run {
    for (const [, name = ''] of dataText([run]).matchAll(variableReference)) {
      if (!this.#rule.variables.has(name)) throw new UnwritableContent(`the variable "${name}" is missing`);
    }
    return run;
  }

  #changed(string: WrittenString, runs: Runs): readonly RawEdit[] {
    if (dataText(runs) === string.text) return [];
    const { start, end, emptyTag } = string.value;
    return [{ start, end, text: withTags(this.#target.encode(runs, string.raw), emptyTag) }];
  }

  #variable(name: string, plural: PluralRun): readonly RawEdit[] {
    const { locale, raw, encode, spellVariable, lose } = this.#target;
    const { members, lost } = planForms(plural, { locale, zeroIsExact: true });
    lose(lost);
    const flat = new Map(Array.from(members, ([category, runs]) => [category, this.#flat(runs)] as const));
    const variable = this.#rule.variables.get(name);
    const { end } = this.#rule;
    if (!variable) return [{ start: end, end, text: spellVariable(name, flat) }];
    return pluralEdits(raw, variable.forms, {
      members: flat,
      isKept: () => false,
      isSame: ({ category }, runs) => textOf(variable, category) === dataText(runs),
      encode,
    });
  }
}

function textOf({ forms }: Variable, category: PluralCategory): string | undefined {
  return forms.find((form) => form.category === category)?.string.text;
}

/** Lists the references of a rule by their variables, in their spelling. */
function references({ format, variables }: FormatRule): ReadonlyMap<string, string> {
  const strings = [format, ...[...variables.values()].flatMap(({ forms }) => forms.map(({ string }) => string))];
  const found = new Map<string, string>();
  for (const { text } of strings) {
    for (const [reference, name = ''] of text.matchAll(variableReference)) {
      if (!found.has(name)) found.set(name, reference);
    }
  }
  return found;
}
