import type { Totals, TurnEventBody } from '../../contract/session-event.js';
import type { Counts } from '../memory/session-state.js';
import { costOf, priceOf, type Prices, type Usage } from './prices.js';

/** The most that may be used; a request that has begun is finished. */
export interface Allowance {
  /** Tokens of input and output. */
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

/** Allowances of each turn, and of the whole session. */
export interface Budget {
  readonly turn?: Allowance;
  readonly session?: Allowance;
}

/** An allowance that is used up. */
export interface UsedUp {
  readonly of: keyof Budget;
  readonly what: keyof Allowance;
  readonly limit: number;
  readonly used: number;
}

export interface SpendingOptions {
  readonly prices?: Prices | undefined;
  readonly budget?: Budget | undefined;
  /** The model of a transport that does not tell its own. */
  readonly model?: string | undefined;
}

/** Counts what models use, and knows when it is enough. */
export class Spending {
  readonly #prices: Prices;
  readonly #budget: Budget;
  readonly #model: string;
  readonly #emit: (event: TurnEventBody) => void;
  readonly #unpriced = new Set<string>();

  constructor({ prices = {}, budget = {}, model = '' }: SpendingOptions, emit: (event: TurnEventBody) => void) {
    this.#prices = prices;
    this.#budget = budget;
    this.#model = model;
    this.#emit = emit;
  }

  /** Adds what a request has used to the counts of its turn. */
  add(counts: Counts, usage: Usage): void {
    counts.inputTokens += usage.inputTokens;
    counts.outputTokens += usage.outputTokens;
    const { model = this.#model } = usage;
    const price = priceOf(this.#prices, model);
    if (price !== undefined) counts.cost += costOf(price, usage);
    else if (this.#hasCost && !this.#unpriced.has(model)) this.#warnOf(model);
  }

  /** Finds an allowance that is used up; `before` is what the session used before this turn. */
  usedUp(turn: Totals, before: Totals): UsedUp | undefined {
    const spent = { tokens: turn.inputTokens + turn.outputTokens, cost: turn.cost };
    const all = {
      tokens: spent.tokens + before.inputTokens + before.outputTokens,
      cost: spent.cost + before.cost,
    };
    return check('session', this.#budget.session, all) ?? check('turn', this.#budget.turn, spent);
  }

  /** Says that a turn ends for want of budget. */
  warn({ of, what, limit, used }: UsedUp): void {
    const message = `The budget of the ${of} is used up: ${round(used)} of ${limit} (${what})`;
    this.#emit({ type: 'warning', code: 'AGENT_BUDGET_USED', message, details: { of, what, limit, used } });
  }

  get #hasCost(): boolean {
    const { turn, session } = this.#budget;
    return turn?.cost !== undefined || session?.cost !== undefined || Object.keys(this.#prices).length > 0;
  }

  #warnOf(model: string): void {
    this.#unpriced.add(model);
    const message = `No price is known of the model "${model}": what it uses is counted in tokens only`;
    this.#emit({ type: 'warning', code: 'AGENT_PRICE_UNKNOWN', message, details: { model } });
  }
}

function check(of: keyof Budget, allowance: Allowance | undefined, spent: Required<Allowance>): UsedUp | undefined {
  for (const what of ['tokens', 'cost'] as const) {
    const limit = allowance?.[what];
    if (limit !== undefined && spent[what] >= limit) return { of, what, limit, used: spent[what] };
  }
  return undefined;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
