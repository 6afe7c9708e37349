import { textRun, type PluralKey, type Run, type Runs } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import type { CodeFinder } from '../code/code-finder.js';
import { numberCodes } from '../code/number-codes.js';
import { pluralContent } from '../plural/plan-members.js';
import type { InlinePiece } from '../xml/inline-pieces.js';
import { XmlFault } from '../xml/xml-fault.js';
import type { FormatRule, Rule, WrittenString } from './rule.js';

/** Matches a reference to a variable, such as `%1$#@count@`. */
export const variableReference = /%[-+ 0-9.$']*#@([^@]*)@/gu;

/** Maximum depth of variables, and maximum number of them in one entry. */
const maxDepth = 8;
const maxVariables = 10_000;

/** Converts rules to content. */
export class RuleReader {
  readonly #find: CodeFinder;
  /** Key of the form `zero`. */
  readonly #zero: PluralKey;
  #variables = 0;

  constructor(find: CodeFinder, zero: PluralKey) {
    this.#find = find;
    this.#zero = zero;
  }

  /** Returns the content of a rule: text with plurals, or a choice of them. */
  content(rule: Rule): Runs {
    this.#variables = 0;
    return this.#runs(rule);
  }

  #runs(rule: Rule): Runs {
    if (rule.kind === 'format') return this.#format(rule.format, rule, []);
    const cases = rule.cases.map(({ name, rule: inner }) => [name, this.#runs(inner)] as const);
    if (cases.length === 0) return Object.freeze([textRun('')]);
    return normaliseRuns([{ kind: 'select', pivot: rule.pivot, cases: Object.fromEntries(cases) }]);
  }

  /** Puts the plural of each variable in the place of its references. */
  #format(string: WrittenString, rule: FormatRule, open: readonly string[]): Runs {
    const pieces = string.pieces.flatMap((piece): readonly (InlinePiece | Run)[] => {
      return piece.kind === 'text' ? this.#text(piece.text, string, rule, open) : [piece];
    });
    return numberCodes(pieces, this.#find);
  }

  #text(text: string, string: WrittenString, rule: FormatRule, open: readonly string[]): readonly Run[] {
    const runs: Run[] = [];
    let at = 0;
    for (const { index, 0: reference, 1: name = '' } of text.matchAll(variableReference)) {
      if (index > at) runs.push(textRun(text.slice(at, index)));
      runs.push(...this.#variable(name, string, rule, open));
      at = index + reference.length;
    }
    if (at < text.length) runs.push(textRun(text.slice(at)));
    return runs;
  }

  #variable(name: string, string: WrittenString, rule: FormatRule, open: readonly string[]): Runs {
    const variable = rule.variables.get(name);
    if (open.includes(name)) throw new XmlFault(`the variable "${name}" contains itself`, string.index);
    if (!variable) throw new XmlFault(`the variable "${name}" is missing`, string.index);
    if (variable.forms.length === 0) throw new XmlFault(`the variable "${name}" has no forms`, string.index);
    this.#variables += 1;
    if (open.length === maxDepth || this.#variables > maxVariables) {
      throw new XmlFault(`the variable "${name}" is nested too deeply`, string.index);
    }
    const forms = variable.forms.map(({ category, string: form }) => {
      const key: PluralKey = category === 'zero' ? this.#zero : category;
      return [key, this.#format(form, rule, [...open, name])] as const;
    });
    return pluralContent(forms, { pivot: name });
  }
}
