/**
 * A segmentation rule: break, or do not, between the text before and the text after. Both are sources of regular
 * expressions with the flag `v`.
 */
export interface SegmentRule {
  readonly before: string;
  readonly after: string;
  readonly break: boolean;
}

/** Compiled rules in order: at each position the first that matches decides. */
export interface CompiledRules {
  readonly rules: readonly { readonly pattern: RegExp; readonly break: boolean }[];
  /** Matches the text before every position that a rule could be about; without it every position is tried. */
  readonly anchor?: RegExp;
}

export function compileRules(rules: readonly SegmentRule[], anchor?: string): CompiledRules {
  const flags = anchor === undefined ? 'gv' : 'yv';
  return {
    rules: rules.map(({ before, after, break: breaks }) => ({
      pattern: new RegExp(`(?<=${before})(?=${after})`, flags),
      break: breaks,
    })),
    ...(anchor === undefined ? {} : { anchor: new RegExp(anchor, 'gv') }),
  };
}

/** Decisions so far, by UTF-16 index: 0 none, 1 a break, 2 no break. */
export class Verdicts {
  readonly #marks: Uint8Array;

  constructor(length: number) {
    this.#marks = new Uint8Array(length + 1);
  }

  /** Records a decision; the first one at a position counts. */
  decide(at: number, breaks: boolean): void {
    if (this.#marks[at] === 0) this.#marks[at] = breaks ? 1 : 2;
  }

  isOpen(at: number): boolean {
    return this.#marks[at] === 0;
  }

  /** Lists the break positions in order. */
  breaks(): number[] {
    const found: number[] = [];
    for (let at = this.#marks.indexOf(1); at >= 0; at = this.#marks.indexOf(1, at + 1)) found.push(at);
    return found;
  }
}

/** Applies each rule to the undecided positions. */
export function applyRules({ rules, anchor }: CompiledRules, text: string, verdicts: Verdicts): void {
  if (anchor === undefined) {
    for (const { pattern, break: breaks } of rules) {
      for (const { index } of text.matchAll(pattern)) verdicts.decide(index, breaks);
    }
    return;
  }
  for (const { index, 0: found } of text.matchAll(anchor)) {
    // At the end of the text there is nothing to decide.
    const end = Math.min(index + found.length, text.length - 1);
    for (let at = index + 1; at <= end; at += 1) decideAt(rules, text, at, verdicts);
  }
}

function decideAt(rules: CompiledRules['rules'], text: string, at: number, verdicts: Verdicts): void {
  if (!verdicts.isOpen(at)) return;
  const rule = rules.find(({ pattern }) => {
    pattern.lastIndex = at;
    return pattern.test(text);
  });
  if (rule !== undefined) verdicts.decide(at, rule.break);
}
