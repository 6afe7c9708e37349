/** Returns the form of a number. */
export type PluralIndex = (n: number) => number;

const maxLength = 2000;
const maxDepth = 60;
const token = /\s*(?:(\d{1,9})|(n)|(\|\||&&|[=!<>]=|[<>+\-*/%!?:()]))/uy;

/** The binary operators of C in such expressions, from the lowest precedence to the highest. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const operate: Readonly<Record<string, (left: number, right: number) => number>> = {
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
};

/**
 * Parses the expression of a `Plural-Forms` header; undefined when it is invalid. Division by zero gives no whole
 * number.
 */
export function parsePluralExpression(source: string): PluralIndex | undefined {
  const tokens = source.length > maxLength ? undefined : tokenize(source);
  if (!tokens) return undefined;
  const parser = new ExpressionParser(tokens);
  return parser.whole();
}

function tokenize(source: string): readonly string[] | undefined {
  const text = source.trimEnd();
  const tokens: string[] = [];
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return undefined;
    tokens.push(match[0].trimStart());
  }
  return tokens;
}

class ExpressionParser {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): PluralIndex | undefined {
    const index = this.#choice();
    return this.#at === this.#tokens.length ? index : undefined;
  }

  #take(...wanted: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at];
    if (next === undefined || !wanted.includes(next)) return undefined;
    this.#at += 1;
    return next;
  }

  #choice(): PluralIndex | undefined {
    this.#depth += 1;
    if (this.#depth > maxDepth) return undefined;
    const condition = this.#binary(0);
    if (!condition || !this.#take('?')) return this.#leave(condition);
    const yes = this.#choice();
    const no = this.#take(':') && this.#choice();
    return this.#leave(yes && no ? (n) => (condition(n) === 0 ? no(n) : yes(n)) : undefined);
  }

  #leave(index: PluralIndex | undefined): PluralIndex | undefined {
    this.#depth -= 1;
    return index;
  }

  #binary(level: number): PluralIndex | undefined {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (let operator = this.#take(...operators); left && operator; operator = this.#take(...operators)) {
      const right = this.#binary(level + 1);
      left = right && combine(operator, left, right);
    }
    return left;
  }

  #unary(): PluralIndex | undefined {
    if (!this.#take('!')) return this.#primary();
    this.#depth += 1;
    const inner = this.#depth > maxDepth ? undefined : this.#unary();
    return this.#leave(inner && ((n) => Number(inner(n) === 0)));
  }

  #primary(): PluralIndex | undefined {
    if (this.#take('n')) return (n) => n;
    if (this.#take('(')) {
      const inner = this.#choice();
      return this.#take(')') ? inner : undefined;
    }
    const next = this.#tokens[this.#at] ?? '';
    if (!/^\d/u.test(next)) return undefined;
    this.#at += 1;
    const value = Number(next);
    return () => value;
  }
}

function combine(operator: string, left: PluralIndex, right: PluralIndex): PluralIndex | undefined {
  if (operator === '||') return (n) => Number(left(n) !== 0 || right(n) !== 0);
  if (operator === '&&') return (n) => Number(left(n) !== 0 && right(n) !== 0);
  const apply = operate[operator];
  return apply && ((n) => apply(left(n), right(n)));
}
